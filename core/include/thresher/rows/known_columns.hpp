// What is known of the columns of a table: their numbers, roles and ready attributes, which of them the row has had, and counts.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/column_counts.hpp"
#include "thresher/rows/cell_counts.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/row_names.hpp"
#include "thresher/rows/rule.hpp"

namespace thresher {

struct KnownColumn {
    using Number = std::uint32_t;
    static constexpr Number none = ~Number{0};

    std::string_view name;
    Feature feature;  // its name is in the arena of the block it was last used in
    Number number = 0;
    Number next = none;  // what came behind it last
    Role role = Role::none;
    bool has_equals = false;
    std::uint64_t block = 0;
    std::uint64_t row = 0;
    std::uint64_t objects[2] = {};  // it was last a member of
    CellCounts counts;

    // Whether a cell is one value, and the column is in a row once.
    bool is_single() const { return role == Role::label || role == Role::weight || role == Role::tag || role == Role::aside; }

    [[gnu::always_inline]] Feature attribute(double value) const {
        Feature result = feature;
        result.value = value;
        return result;
    }
};

class KnownColumns {
public:
    using Number = KnownColumn::Number;

    explicit KnownColumns(const RowRule& rule) : rule_(&rule) {}

    void open(Arena& arena) {
        if (columns_.size() > most_columns) forget();
        arena_ = &arena;
        ++block_;
        for (const Number used : used_) columns_[used].counts = {};
        used_.clear();
    }
    void begin_row() {
        may_repeat_ = false;
        used_before_ = used_.size();
        ++row_;
        follows_ = 0;
        previous_ = KnownColumn::none;
    }

    // Columns usually come in the same order in every row.
    Number number(std::string_view name) {
        if (follows_ < columns_.size() && columns_[follows_].name == name) {
            const Number found = follows_;
            follows_ = columns_[found].next;
            previous_ = found;
            return found;
        }
        return other_number(name);
    }
    // Changes when numbers of columns lose their meaning; only `open` does that.
    std::uint64_t epoch() const { return epoch_; }

    KnownColumn& operator[](Number column) { return columns_[column]; }
    const KnownColumn& operator[](Number column) const { return columns_[column]; }

    // The column of a cell of this row.
    [[gnu::always_inline]] KnownColumn& use(Number column) {
        KnownColumn& known = columns_[column];
        if (known.block != block_) [[unlikely]]
            use_first(known);
        if (known.row == row_ || known.has_equals) [[unlikely]]
            use_again(known);
        known.row = row_;
        known.counts.begin_row();
        return known;
    }
    // The row is none: its cells do not count, and columns that came with it have not come.
    void give_up_row() {
        for (const Number used : used_)
            if (columns_[used].row == row_) columns_[used].counts.take_back();
        for (; used_.size() > used_before_; used_.pop_back()) {
            columns_[used_.back()].counts = {};
            columns_[used_.back()].block = 0;
        }
    }
    // Whether columns of this row may have given an attribute twice: a=b and a category of a have one name.
    bool may_repeat() const { return may_repeat_; }

    // Whether this is the column's first cell in an object.
    bool first_in(Number column, std::uint64_t object, bool inner) { return std::exchange(columns_[column].objects[inner], object) != object; }

    // Of the columns that rows had since `open`.
    std::vector<ColumnCounts> counts() const {
        std::vector<ColumnCounts> found;
        for (std::size_t i = 0; i < used_.size() && i < most_counted; ++i) {
            const KnownColumn& known = columns_[used_[i]];
            if (known.role != Role::aside) found.push_back(known.counts.of(known.name));
        }
        return found;
    }

private:
    static constexpr std::size_t most_columns = 1 << 16;  // kept from block to block
    static constexpr std::size_t most_counted = 1 << 12;

    void forget() {
        ++epoch_;
        columns_.clear();
        by_name_.clear();
        names_.clear();
        used_.clear();
    }

    [[gnu::noinline]] Number other_number(std::string_view name) {
        auto found = by_name_.find(name);
        if (found == by_name_.end()) {
            KnownColumn known;
            known.name = kept_in(names_, name);
            known.feature = Feature::of(known.name, 1.0);
            known.number = static_cast<Number>(columns_.size());
            known.role = rule_->role(name);
            known.has_equals = name.find('=') != std::string_view::npos;
            columns_.push_back(std::move(known));
            found = by_name_.emplace(columns_.back().name, columns_.back().number).first;
        }
        if (previous_ != KnownColumn::none) columns_[previous_].next = found->second;
        previous_ = found->second;
        follows_ = columns_[found->second].next;
        return found->second;
    }

    [[gnu::noinline]] void use_first(KnownColumn& known) {
        known.block = block_;
        known.feature.name = kept_in(*arena_, known.name).data();
        used_.push_back(known.number);
    }
    [[gnu::noinline]] void use_again(KnownColumn& known) {
        may_repeat_ = true;
        if (known.row == row_ && known.is_single()) throw cell_refusals::column_twice(known.name);
    }

    const RowRule* rule_;
    Arena* arena_ = nullptr;
    std::vector<KnownColumn> columns_;
    std::unordered_map<std::string_view, Number> by_name_;
    Arena names_;
    std::vector<Number> used_;     // in this block
    std::size_t used_before_ = 0;  // before this row
    Number follows_ = 0;           // what comes next if the row is like the one before
    Number previous_ = KnownColumn::none;
    bool may_repeat_ = false;
    std::uint64_t row_ = 0;
    std::uint64_t block_ = 0;
    std::uint64_t epoch_ = 1;
};

}  // namespace thresher
