// A block: a run of examples that were read together, in order, with where each of them stands.
//
// Most text holds columns below 2^31 and no names: then a block is a sparse matrix, and a row of it needs no look at its
// attributes before it is learned. The first name or larger column turns the block into a list of features. Rows of tables are
// such lists from the start, and have each attribute once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "thresher/data/column_counts.hpp"
#include "thresher/data/example.hpp"

namespace thresher {

// Numbers that grow without being cleared first.
template <class T>
class Growing {
public:
    Growing() = default;
    Growing(const Growing&) = delete;
    Growing& operator=(const Growing&) = delete;
    ~Growing() { std::free(data_); }

    T* data() { return data_; }
    const T* data() const { return data_; }

    void reserve(std::size_t count, std::size_t used) {
        if (count <= capacity_) return;
        count = std::max(count, capacity_ * 2);
        T* grown = static_cast<T*>(std::malloc(count * sizeof(T)));
        if (grown == nullptr) throw std::bad_alloc();
        if (used > 0) std::memcpy(grown, data_, used * sizeof(T));
        std::free(data_);
        data_ = grown;
        capacity_ = count;
    }

private:
    T* data_ = nullptr;
    std::size_t capacity_ = 0;
};

// Names made of several pieces of text live here: pointers into it stay valid.
class Arena {
public:
    char* take(std::size_t size) {
        if (size > room_) {
            const std::size_t chunk = std::max(size, chunk_size);
            chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk));
            next_ = chunks_.back().get();
            room_ = chunk;
        }
        char* place = next_;
        next_ += size;
        room_ -= size;
        return place;
    }
    void clear() {
        chunks_.clear();
        next_ = nullptr;
        room_ = 0;
    }

private:
    static constexpr std::size_t chunk_size = 1 << 16;
    std::vector<std::unique_ptr<char[]>> chunks_;
    char* next_ = nullptr;
    std::size_t room_ = 0;
};

// Where one example stands in its file.
struct Place {
    std::uint64_t line;  // from 1 within the block
    std::size_t begin;   // of its line in the block's text
    std::size_t end;     // behind its line
};

// A line that is no example, and why.
struct Trouble {
    std::size_t row;  // so many examples of the block stand before it
    Place place;
    std::size_t column;  // from 1
    std::string message;
    std::string hint;
};

inline constexpr double unlabelled = std::numeric_limits<double>::quiet_NaN();

class Block {
public:
    // What the parser says of one example as a whole.
    struct Head {
        double label = unlabelled;
        double weight = 1.0;
        std::string_view tag;
        std::string_view label_text;                   // a label that is no number; empty: none
        std::span<const std::string_view> aside = {};  // texts of columns that are kept beside the row; as many in every row
    };

    static constexpr std::uint64_t small_limit = 0x7fffffff;  // columns up to this are kept as 32-bit numbers

    std::size_t rows() const { return places_.size(); }
    const std::vector<double>& labels() const { return labels_; }
    bool has_label_texts() const { return !label_texts_.empty(); }
    // A label that is no number; empty: none, or it is one.
    std::string_view label_text(std::size_t row) const { return label_texts_.empty() ? std::string_view() : label_texts_[row]; }
    const std::vector<double>& weights() const { return weights_; }
    const std::vector<std::int64_t>& starts() const { return starts_; }
    const std::vector<Trouble>& troubles() const { return troubles_; }
    // Lines of CSV that hold nothing, whose rows may take several lines; elsewhere they are those that are no rows.
    const std::vector<Place>& empty_lines() const { return empty_lines_; }
    const Place& place(std::size_t row) const { return places_[row]; }
    std::string_view tag(std::size_t row) const { return tags_.empty() ? std::string_view() : tags_[row]; }

    // Texts that are kept beside a row.
    std::span<const std::string_view> aside(std::size_t row) const {
        return rows() == 0 ? std::span<const std::string_view>() : std::span(aside_).subspan(row * (aside_.size() / rows()), aside_.size() / rows());
    }
    const std::vector<ColumnCounts>& column_counts() const { return column_counts_; }  // of rows of tables

    bool plain() const { return plain_; }        // columns below 2^31 alone
    bool distinct() const { return distinct_; }  // each attribute of a row is there once, with a value other than 0
    bool ones() const { return ones_; }
    bool in_unit() const { return in_unit_; }
    // Whether a plain row's columns increase strictly. (Repeats are left to the learner: what they mean depends on it.)
    bool regular(std::size_t row) const { return all_regular_ || regular_[row]; }
    std::uint64_t columns() const { return columns_end_; }
    std::size_t size() const { return size_; }
    std::uint64_t features() const { return features_; }
    std::uint64_t row_features(std::size_t row) const { return written_[row]; }

    const std::int32_t* indices() const { return indices_.data(); }
    const double* values() const { return ones_ ? nullptr : values_.data(); }

    // The attributes of a row of a block that is not plain, where they lie.
    std::span<const Feature> listed(std::size_t row) const {
        const auto begin = static_cast<std::size_t>(starts_[row]);
        return std::span<const Feature>(list_).subspan(begin, static_cast<std::size_t>(starts_[row + 1]) - begin);
    }

    // One example as the core takes it, repeats not yet added up.
    void read(std::size_t row, Instance& instance) const {
        if (!plain_) {
            instance.assign(list_.begin() + starts_[row], list_.begin() + starts_[row + 1]);
            return;
        }
        instance.clear();
        for (auto i = static_cast<std::size_t>(starts_[row]); i < static_cast<std::size_t>(starts_[row + 1]); ++i) instance.push_back(feature(i));
    }

    // Building, by parsers: `begin`, some of `add_...`, `end`; or `begin`, some, `give_up`.

    void clear() {
        labels_.clear();
        weights_.clear();
        starts_.assign(1, 0);
        places_.clear();
        troubles_.clear();
        empty_lines_.clear();
        tags_.clear();
        label_texts_.clear();
        aside_.clear();
        column_counts_.clear();
        distinct_ = false;
        regular_.clear();
        written_.clear();
        list_.clear();
        arena_.clear();
        plain_ = ones_ = in_unit_ = all_regular_ = true;
        columns_end_ = features_ = 0;
        size_ = 0;
    }

    // Room for one more example of at most so many attributes.
    void begin(std::size_t most) {
        row_begin_ = size_;
        written_now_ = 0;
        if (!plain_) return;
        indices_.reserve(size_ + most, size_);
        if (!ones_) values_.reserve(size_ + most, size_);
        most_ = most;
    }

    [[gnu::always_inline]] void add_column(std::uint64_t column) {
        ++written_now_;
        if (!plain_ || column > small_limit) [[unlikely]]
            return add_feature(Feature::column(column, 1.0));
        indices_.data()[size_] = static_cast<std::int32_t>(column);
        if (!ones_) values_.data()[size_] = 1.0;
        ++size_;
    }

    [[gnu::always_inline]] void add_column(std::uint64_t column, double value) {
        if (value == 1.0) return add_column(column);
        if (value == 0.0) return;
        ++written_now_;
        if (!plain_ || column > small_limit) [[unlikely]]
            return add_feature(Feature::column(column, value));
        if (ones_) [[unlikely]]
            write_ones(size_);
        in_unit_ = in_unit_ && value >= 0.0 && value <= 1.0;
        indices_.data()[size_] = static_cast<std::int32_t>(column);
        values_.data()[size_] = value;
        ++size_;
    }

    // Many columns at once: `open`, add, `close`. What changes is kept in registers meanwhile.
    struct Tail {
        bool usable;
        std::int32_t* index;
        double* value;  // null: ones so far
        std::size_t size;
        double lowest = 0.0, highest = 0.0;

        [[gnu::always_inline]] void add(std::uint64_t column) {
            index[size] = static_cast<std::int32_t>(column);
            if (value != nullptr) value[size] = 1.0;
            ++size;
        }
    };

    Tail open() { return {plain_, indices_.data(), ones_ ? nullptr : values_.data(), size_}; }

    [[gnu::always_inline]] void add(Tail& tail, std::uint64_t column, double value) {
        if (tail.value == nullptr) {
            if (value == 1.0) return tail.add(column);
            if (value == 0.0) return;
            write_ones(tail.size);
            tail.value = values_.data();
        }
        tail.lowest = value < tail.lowest ? value : tail.lowest;
        tail.highest = value > tail.highest ? value : tail.highest;
        tail.index[tail.size] = static_cast<std::int32_t>(column);
        tail.value[tail.size] = value;
        tail.size += value != 0.0;
    }

    void close(const Tail& tail) {
        written_now_ += tail.size - size_;
        size_ = tail.size;
        in_unit_ = in_unit_ && tail.lowest >= 0.0 && tail.highest <= 1.0;
    }

    // The name must outlive the block's content: a piece of its text, or of its arena.
    void add_name(std::string_view name, double value) {
        if (value == 0.0) return;
        ++written_now_;
        add_feature(Feature::of(name, value));
    }

    Arena& arena() { return arena_; }

    void end(const Head& head, const Place& place) {
        if (plain_) settle_row();
        labels_.push_back(head.label);
        if (head.weight != 1.0 && weights_.empty()) weights_.assign(rows(), 1.0);
        if (!weights_.empty() || head.weight != 1.0) weights_.push_back(head.weight);
        if (!head.tag.empty() && tags_.empty()) tags_.assign(rows(), {});
        if (!tags_.empty() || !head.tag.empty()) tags_.push_back(head.tag);
        aside_.insert(aside_.end(), head.aside.begin(), head.aside.end());
        if (!head.label_text.empty() && label_texts_.empty()) label_texts_.assign(rows(), {});
        if (!label_texts_.empty() || !head.label_text.empty()) label_texts_.push_back(head.label_text);
        places_.push_back(place);
        starts_.push_back(static_cast<std::int64_t>(size_));
        written_.push_back(written_now_);
        features_ += written_now_;
    }

    // Rows of a table: `list` once, then for each row its attributes go there, each once, and `end_row`; or `give_up`.

    Instance& list() {
        plain_ = false;
        distinct_ = true;
        return list_;
    }
    void begin_row() { row_begin_ = size_; }
    void end_row(const Head& head, const Place& place) {
        size_ = list_.size();
        written_now_ = size_ - row_begin_;
        end(head, place);
    }
    void set_column_counts(std::vector<ColumnCounts> counts) { column_counts_ = std::move(counts); }

    void add_empty_line(const Place& place) { empty_lines_.push_back(place); }

    void give_up(Trouble trouble) {
        size_ = row_begin_;
        if (!plain_) list_.resize(size_);
        trouble.row = rows();
        troubles_.push_back(std::move(trouble));
    }

private:
    Feature feature(std::size_t i) const {
        if (!plain_) return list_[i];
        return Feature::column(static_cast<std::uint64_t>(indices_.data()[i]), ones_ ? 1.0 : values_.data()[i]);
    }

    [[gnu::noinline]] void write_ones(std::size_t size) {
        values_.reserve(row_begin_ + most_, 0);
        std::fill_n(values_.data(), size, 1.0);
        ones_ = false;
    }

    [[gnu::noinline]] void add_feature(const Feature& feature) {
        if (plain_) {
            list_.reserve(size_ + 64);
            for (std::size_t i = 0; i < size_; ++i) list_.push_back(this->feature(i));
            plain_ = false;
        }
        list_.push_back(feature);
        ++size_;
    }

    // A row out of order is sorted; one that repeats a column is marked.
    void settle_row() {
        std::int32_t* index = indices_.data();
        unsigned unsorted = 0;
        for (std::size_t i = row_begin_ + 1; i < size_; ++i) unsorted |= static_cast<unsigned>(index[i - 1] >= index[i]);
        bool regular = true;
        if (unsorted != 0) {
            sort_row();
            for (std::size_t i = row_begin_ + 1; i < size_; ++i) regular = regular && index[i - 1] < index[i];
        }
        if (size_ > row_begin_) columns_end_ = std::max(columns_end_, static_cast<std::uint64_t>(index[size_ - 1]) + 1);
        if (!regular && all_regular_) {
            all_regular_ = false;
            regular_.assign(rows(), true);
        }
        if (!all_regular_) regular_.push_back(regular);
    }

    void sort_row() {
        std::int32_t* index = indices_.data();
        if (ones_) return std::sort(index + row_begin_, index + size_);
        double* value = values_.data();
        pairs_.clear();
        for (std::size_t i = row_begin_; i < size_; ++i) pairs_.emplace_back(index[i], value[i]);
        std::sort(pairs_.begin(), pairs_.end());
        for (std::size_t i = row_begin_; i < size_; ++i) std::tie(index[i], value[i]) = pairs_[i - row_begin_];
    }

    std::vector<double> labels_;
    std::vector<double> weights_;  // empty: all 1
    std::vector<std::int64_t> starts_{0};
    std::vector<Place> places_;
    std::vector<Trouble> troubles_;
    std::vector<Place> empty_lines_;
    std::vector<std::string_view> tags_;         // empty: none
    std::vector<std::string_view> label_texts_;  // empty: none
    std::vector<std::string_view> aside_;
    std::vector<ColumnCounts> column_counts_;
    std::vector<bool> regular_;           // empty while all are
    std::vector<std::uint64_t> written_;  // attributes of each row as they were written, repeats counted
    Growing<std::int32_t> indices_;
    Growing<double> values_;
    Instance list_;
    Arena arena_;
    std::vector<std::pair<std::int32_t, double>> pairs_;
    bool plain_ = true, ones_ = true, in_unit_ = true, all_regular_ = true, distinct_ = false;
    std::uint64_t columns_end_ = 0;
    std::uint64_t features_ = 0;
    std::uint64_t written_now_ = 0;
    std::size_t size_ = 0;
    std::size_t row_begin_ = 0;
    std::size_t most_ = 0;
};

}  // namespace thresher
