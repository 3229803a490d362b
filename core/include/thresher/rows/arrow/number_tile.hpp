// Columns of numbers, many rows at a time, turned so that the cells of a row stand together.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/rows/arrow/column.hpp"
#include "thresher/rows/arrow/numbers.hpp"

namespace thresher::arrow {

// A column of numbers on its way into a matrix.
struct NumberColumn {
    std::int32_t attribute;
    const Column* column;
    std::size_t first = 0;  // where in the column the first row stands

    double operator()(std::size_t row) const { return column->valid(first + row) ? plain_number(*column, first + row) : 0.0; }
};

class NumberTile {
public:
    static constexpr std::size_t rows = 128;

    void prepare(std::size_t width) {
        width_ = width;
        cells_.resize(rows * width_);
    }

    // Cells that are missing become 0, which is absent. False if a number is too large, or infinite.
    bool load(const std::vector<NumberColumn>& columns, std::size_t first, std::size_t count) {
        prepare(columns.size());
        Facts facts;
        for (std::size_t j = 0; j < width_; ++j) load_column(*columns[j].column, j, columns[j].first + first, count, facts);
        full_ = facts.full;
        return facts.fine;
    }
    const double* row(std::size_t i) const { return cells_.data() + i * width_; }
    bool full() const { return full_; }  // no cell is 0

private:
    struct Facts {
        bool fine = true, full = true;
    };

    template <class Read>
    [[gnu::always_inline]] void each(std::size_t j, std::size_t count, Facts& facts, Read read) {
        double* into = cells_.data() + j;
        const std::size_t step = width_;
        bool fine = true, full = true;
        for (std::size_t i = 0; i < count; ++i, into += step) {
            const double value = read(i);
            fine &= !(std::fabs(value) > size_limit);
            full &= std::fabs(value) > 0.0;
            *into = value == value ? value : 0.0;
        }
        facts.fine &= fine;
        facts.full &= full;
    }

    template <class T>
    void each_of(const Column& column, std::size_t j, std::size_t first, std::size_t count, Facts& facts) {
        const char* const cells = column.bytes(first);
        each(j, count, facts, [cells](std::size_t i) { return static_cast<double>(thresher::load<T>(cells + i * sizeof(T))); });
    }

    void load_column(const Column& column, std::size_t j, std::size_t first, std::size_t count, Facts& facts) {
        const auto [kind, width] = std::pair(column.type().kind, column.type().width);
        if (column.has_gaps() || kind == Kind::truth || width < 4)
            return each(j, count, facts, [&](std::size_t i) { return column.valid(first + i) ? plain_number(column, first + i) : 0.0; });
        if (kind == Kind::real) return width == 8 ? each_of<double>(column, j, first, count, facts) : each_of<float>(column, j, first, count, facts);
        if (kind == Kind::whole)
            return width == 8 ? each_of<std::int64_t>(column, j, first, count, facts) : each_of<std::int32_t>(column, j, first, count, facts);
        return width == 8 ? each_of<std::uint64_t>(column, j, first, count, facts) : each_of<std::uint32_t>(column, j, first, count, facts);
    }

    std::size_t width_ = 0;
    bool full_ = false;
    std::vector<double> cells_;
};

}  // namespace thresher::arrow
