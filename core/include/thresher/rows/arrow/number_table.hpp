// A table of numbers alone, read where it lies: stretch by stretch of rows, without a matrix made of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/rows/arrow/number_tile.hpp"

namespace thresher::arrow {

THRESHER_CLONED inline bool all_computable(const char* cells, std::size_t count) {
    std::int64_t large = 0;
    for (std::size_t i = 0; i < count; ++i) large += std::fabs(load<double>(cells + i * 8)) > size_limit;
    return large == 0;
}

// Whether no number of a column is too large or infinite; what is missing does not count.
inline bool is_computable(const NumberColumn& column, std::size_t rows) {
    const Type& type = column.column->type();
    if (type.kind != Kind::real) return true;
    if (type.width == 8 && !column.column->has_gaps()) return all_computable(column.column->bytes(column.first), rows);
    bool fine = true;
    for (std::size_t i = 0; i < rows; ++i) fine &= !(std::fabs(column(i)) > size_limit);
    return fine;
}

class NumberTable {
public:
    // Rows that lie together: the same columns in every part.
    struct Part {
        std::vector<NumberColumn> columns;
        std::size_t rows;
    };

    // The names of the columns; every one is a name, and they differ.
    Instance names;
    std::vector<Part> parts;

    std::size_t rows() const {
        std::size_t count = 0;
        for (const Part& part : parts) count += part.rows;
        return count;
    }

    // Whether every number can be computed with: by two threads where there are many.
    bool is_computable() const {
        bool fine[] = {true, true};
        const auto work = [&](std::size_t half, std::size_t step) {
            for (const Part& part : parts)
                for (std::size_t j = half; j < part.columns.size(); j += step)
                    fine[half] = fine[half] && arrow::is_computable(part.columns[j], part.rows);
        };
        const bool two = rows() * names.size() >= worth_a_thread && std::thread::hardware_concurrency() > 1;
        {
            std::jthread other;
            if (two) other = std::jthread([&] { work(1, 2); });
            work(0, two ? 2 : 1);
        }
        return fine[0] && fine[1];
    }

private:
    static constexpr std::size_t worth_a_thread = 1 << 20;  // cells
};

}  // namespace thresher::arrow
