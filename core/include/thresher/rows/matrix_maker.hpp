// Rows of tables -> one sparse matrix whose columns have names.
//
// Columns of numbers without a role need no look at the rest of their row, as long as nothing else can give an attribute of
// their name (`takes_numbers`): they go straight into the matrix. Everything else goes through the writer, cell by cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "thresher/rows/arrow/number_tile.hpp"
#include "thresher/rows/attributes.hpp"
#include "thresher/rows/writer.hpp"

namespace thresher {

// A row that is refused, by its number from 0.
struct RowRefusal {
    std::size_t row;
    CellRefusal cell;
};

class MatrixMaker {
public:
    explicit MatrixMaker(const RowRule& rule) : rule_(&rule), writer_(rule) {}

    const RowRule& rule() const { return *rule_; }
    RowWriter& writer() { return writer_; }
    AttributeTable& attributes() { return attributes_; }
    SparseRows& rows() { return rows_; }

    // Whether numbers of a column may go past the writer. A name with = or . in it could be a category's or a date's, and words
    // have any name at all.
    bool takes_numbers(std::string_view name) const {
        return rule_->roles().text.empty() && !rule_->has_missing_numbers() && rule_->role(name) == Role::none &&
               name.find_first_of("=.") == std::string_view::npos;
    }

    // Some rows of a table: [first, last) of `all`.
    struct Stretch {
        std::size_t first, last, all;
        std::size_t size() const { return last - first; }
    };

    // So many rows more. `others(writer, i)` writes the cells of row i that are not in `numbers`, if there are any.
    template <class Others>
    void add(const std::vector<arrow::NumberColumn>& numbers, const Stretch& stretch, bool has_others, Others others) {
        std::vector<std::int32_t> attributes;
        for (const arrow::NumberColumn& column : numbers) attributes.push_back(column.attribute);
        rows_.expect_rows(stretch.size());
        rows_.expect(stretch.size() * numbers.size());
        if (!has_others && stretch.size() == stretch.all && is_worth_a_thread(stretch.all * numbers.size()))
            if (add_in_halves(numbers, attributes, stretch.size())) return;
        const std::size_t begin = rows_.size();
        for (std::size_t first = stretch.first; first < stretch.last; first += arrow::NumberTile::rows) {
            const std::size_t some = std::min(arrow::NumberTile::rows, stretch.last - first);
            if (first == rows_in_block) expect_as_before(rows_.size() - begin, stretch.all - first);
            if (left_ < some) open();
            left_ -= some;
            const bool fine = tile_.load(numbers, first, some);
            for (std::size_t i = 0; i < some; ++i) {
                if (!fine) check(numbers, first + i);
                rows_.expect(numbers.size() + 1);
                rows_.add_present(attributes.data(), tile_.row(i), numbers.size(), tile_.full());
                if (has_others) add_others(first + i, others);
                rows_.end_row();
            }
        }
    }

    // All rows of a table by turns: this maker's stretches, and those of `other`, on a thread of its own, which come behind them.
    // Both are given a Stretch. Turns are short, so that what the other one makes is small and its memory used again.
    template <class Mine, class Others>
    void add_by_turns(MatrixMaker& other, std::size_t count, Mine mine, Others others) {
        std::vector<std::int32_t> numbers;  // here, of the other's attributes
        for (std::size_t first = 0; first < count; first += 2 * rows_in_turn) {
            const std::size_t middle = std::min(first + rows_in_turn, count), last = std::min(middle + rows_in_turn, count);
            add_both([&] { mine(Stretch{first, middle, count}); }, [&] { others(Stretch{middle, last, count}); });
            append(other, numbers);
        }
    }

    static bool is_worth_a_thread(std::size_t cells) { return cells >= worth_a_thread && std::thread::hardware_concurrency() > 1; }

    // A row that needs no rule.
    void add(const Instance& instance) {
        add_all(instance);
        rows_.end_row();
    }

private:
    static constexpr std::size_t worth_a_thread = 1 << 20;  // cells
    static constexpr std::size_t rows_in_block = 4096;      // whose names the writer keeps
    static constexpr std::size_t rows_in_turn = 1 << 15;    // of one thread

    // Numbers alone, and many of them: two threads, each of which puts its half of the rows where it stands if no cell is absent.
    // False, with nothing added, if some number is too large: whoever adds row by row finds it.
    bool add_in_halves(const std::vector<arrow::NumberColumn>& numbers, const std::vector<std::int32_t>& attributes, std::size_t count) {
        const std::size_t width = numbers.size(), begin = rows_.size(), first_row = rows_.starts.size(), half = count / 2;
        rows_.starts.resize(first_row + count);
        struct Half {
            arrow::NumberTile tile;
            std::size_t first, last;
            std::size_t end = 0;  // behind its last value
            bool fine = true;
        } halves[] = {{.tile = {}, .first = 0, .last = half}, {.tile = {}, .first = half, .last = count}};
        const auto work = [&](Half& mine) {
            mine.end = begin + mine.first * width;
            for (std::size_t row = mine.first; row < mine.last; row += arrow::NumberTile::rows) {
                const std::size_t some = std::min(arrow::NumberTile::rows, mine.last - row);
                mine.fine &= mine.tile.load(numbers, row, some);
                for (std::size_t i = 0; i < some; ++i) {
                    mine.end = rows_.put(mine.end, attributes.data(), mine.tile.row(i), width, mine.tile.full());
                    rows_.starts[first_row + row + i] = static_cast<std::int64_t>(mine.end);
                }
            }
        };
        for (Half& one : halves) one.tile.prepare(width);  // so that threads need no memory
        {
            const std::jthread other([&] { work(halves[1]); });
            work(halves[0]);
        }
        if (!halves[0].fine || !halves[1].fine) {
            rows_.starts.resize(first_row);
            return false;
        }
        const std::size_t gap = begin + half * width - halves[0].end;
        for (std::size_t row = half; row < count && gap > 0; ++row) rows_.starts[first_row + row] -= static_cast<std::int64_t>(gap);
        rows_.close_gap(halves[0].end, begin + half * width, halves[1].end - (begin + half * width));
        return true;
    }

    // As the rows so far are, so are those to come: what is grown over and over is copied each time, to memory that has to be
    // cleared first.
    void expect_as_before(std::size_t size, std::size_t rows) {
        const double expected = static_cast<double>(size) / static_cast<double>(rows_in_block) * static_cast<double>(rows);
        rows_.expect(static_cast<std::size_t>(expected * 1.05));
    }

    template <class Mine, class Others>
    void add_both(Mine mine, Others others) {
        const auto failure_of = [](auto& work) -> std::exception_ptr {
            try {
                work();
                return nullptr;
            } catch (...) {
                return std::current_exception();
            }
        };
        std::exception_ptr first, second;
        {
            const std::jthread thread([&] { second = failure_of(others); });
            first = failure_of(mine);
        }
        try {
            if (first) std::rethrow_exception(first);
            if (second) std::rethrow_exception(second);
        } catch (RowRefusal& refusal) {
            if (!first) refusal.row += rows_.rows();
            throw;
        }
    }

    // The other's rows, which it gives away. Numbers of attributes are as if they had been found one after the other: in the order
    // in which they come first.
    void append(MatrixMaker& other, std::vector<std::int32_t>& numbers) {
        for (std::size_t i = numbers.size(); i < other.attributes_.size(); ++i) numbers.push_back(attributes_.number(other.attributes_[i]));
        rows_.append(other.rows_, numbers);
        other.rows_.clear();
    }

    void open() {
        list_.clear();
        arena_.clear();
        writer_.open({list_, arena_});
        left_ = rows_in_block;
    }

    template <class Others>
    void add_others(std::size_t i, Others& others) {
        list_.clear();
        writer_.begin();
        try {
            others(writer_, i);
            writer_.end();
        } catch (CellRefusal& refusal) {
            throw RowRefusal{rows_.rows(), std::move(refusal)};
        } catch (const InputError& error) {
            throw RowRefusal{rows_.rows(), {error.what(), "", ""}};
        }
        add_all(list_);
    }

    void add_all(const Instance& instance) {
        rows_.expect(instance.size());
        for (const Feature& feature : instance) attributes_.prefetch_place(feature);
        for (const Feature& feature : instance) attributes_.prefetch_feature(feature);
        for (const Feature& feature : instance) rows_.add(attributes_.number(feature), feature.value);
    }

    // Some number near this row is too large: if it is in the row, the writer says so.
    void check(const std::vector<arrow::NumberColumn>& numbers, std::size_t i) {
        list_.clear();
        writer_.begin();
        try {
            for (const arrow::NumberColumn& column : numbers) {
                const Feature feature = attributes_[static_cast<std::size_t>(column.attribute)];
                if (feature.named())
                    writer_.number(writer_.column(feature.text()), column(i));
                else
                    writer_.indexed(feature.code, column(i));
            }
        } catch (CellRefusal& refusal) {
            throw RowRefusal{rows_.rows(), std::move(refusal)};
        }
        list_.clear();
    }

    const RowRule* rule_;
    RowWriter writer_;
    AttributeTable attributes_;
    SparseRows rows_;
    arrow::NumberTile tile_;
    Instance list_;
    Arena arena_;
    std::size_t left_ = 0;  // rows that the writer stays open for
};

}  // namespace thresher
