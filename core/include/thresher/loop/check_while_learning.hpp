// Learning from rows while the rest of the matrix is still to be checked, for a learner that has learned nothing yet: should a
// bad row turn up, it is as new again, and nothing is lost. A row is read from memory once, not twice.
#pragma once

#include <algorithm>
#include <cstddef>

#include "thresher/data/check.hpp"
#include "thresher/data/matrix.hpp"

namespace thresher {

// Checks the rows a few at a time and calls learn(first, last, shape) for them, as long as they are plain: columns increasing, no
// zeros, and in [0, 1] where that is asked for. The rest is checked only. Returns how many rows were learned, and what was found.
template <class Index, class Learn>
std::pair<std::size_t, Shape> learn_while_checking(const Matrix<Index>& matrix, bool unit_interval, Learn learn) {
    constexpr std::size_t stretch = 64;  // rows that stay in the cache until they are learned
    Shape shape;
    LastSeen seen;
    std::size_t checked = 0;
    const auto check_up_to = [&](std::size_t end) {
        for (; checked < end; ++checked) check_row(matrix, checked, shape, seen);
    };
    const std::size_t rows = matrix.rows();
    std::size_t learned = 0;
    while (learned < rows) {
        const std::size_t last = std::min(learned + stretch, rows);
        check_up_to(std::min(last + 1, rows));  // the first row to come too: what it needs is fetched
        if (!shape.sorted || !shape.nonzero || (unit_interval && !shape.in_unit)) break;
        learn(learned, last, shape);
        learned = last;
    }
    check_up_to(rows);
    return {learned, shape};
}

}  // namespace thresher
