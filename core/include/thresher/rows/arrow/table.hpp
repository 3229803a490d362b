// Columns of Arrow beside each other: a table, whose rows are examples.
//
// Columns of numbers without a role need no look at the rest of their row, as long as no other column can give an attribute of
// their name: they go straight into the matrix, many rows at a time. Everything else goes through the rule cell by cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "thresher/rows/arrow/cells.hpp"
#include "thresher/rows/attributes.hpp"

namespace thresher::arrow {

// A row that is refused, by its number from 0.
struct RowRefusal {
    std::size_t row;
    CellRefusal cell;
};

// A column of numbers on its way into a matrix.
struct NumberColumn {
    std::int32_t attribute;
    const Column* column;
};

// Numbers of many rows, turned so that those of a row stand together.
class NumberTile {
public:
    static constexpr std::size_t rows = 128;

    // Cells that are missing become 0, which is absent. False if a number is too large, or infinite.
    bool load(const std::vector<NumberColumn>& columns, std::size_t first, std::size_t count) {
        width_ = columns.size();
        cells_.resize(rows * width_);
        bool fine = true;
        for (std::size_t j = 0; j < width_; ++j) fine &= load_column(*columns[j].column, j, first, count);
        return fine;
    }
    const double* row(std::size_t i) const { return cells_.data() + i * width_; }

private:
    bool load_column(const Column& column, std::size_t j, std::size_t first, std::size_t count) {
        const Type& type = column.type();
        const auto each = [&](auto read) {
            bool fine = true;
            double* into = cells_.data() + j;
            for (std::size_t i = first; i < first + count; ++i, into += width_) {
                const double value = read(i);
                fine &= !(std::fabs(value) > size_limit);
                *into = value == value ? value : 0.0;
            }
            return fine;
        };
        if (column.has_gaps()) return each([&](std::size_t i) { return column.valid(i) ? plain_number(column, i) : 0.0; });
        if (type.kind == Kind::real && type.width == 8) return each([&](std::size_t i) { return column.fixed<double>(i); });
        if (type.kind == Kind::real && type.width == 4) return each([&](std::size_t i) { return static_cast<double>(column.fixed<float>(i)); });
        if (type.kind == Kind::whole && type.width == 8) return each([&](std::size_t i) { return static_cast<double>(column.fixed<std::int64_t>(i)); });
        if (type.kind == Kind::whole && type.width == 4) return each([&](std::size_t i) { return static_cast<double>(column.fixed<std::int32_t>(i)); });
        if (type.kind == Kind::truth) return each([&](std::size_t i) { return column.truth(i) ? 1.0 : 0.0; });
        return each([&](std::size_t i) { return plain_number(column, i); });
    }

    std::size_t width_ = 0;
    std::vector<double> cells_;
};

}  // namespace thresher::arrow
