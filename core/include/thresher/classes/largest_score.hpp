// The class of the largest score; of equal ones the first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "thresher/data/label.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/processor_clones.hpp"

namespace thresher {

// Four at a time: the largest is the same in whatever order it is looked for.
THRESHER_CLONED inline double largest_of(std::span<const double> scores) {
    constexpr double least = -std::numeric_limits<double>::infinity();
    Four largest = THRESHER_ALL(least), part;
    std::size_t i = 0;
    for (; i + 4 <= scores.size(); i += 4) {
        load(&scores[i], part);
        largest = part > largest ? part : largest;
    }
    double found = std::max({largest[0], largest[1], largest[2], largest[3]});
    for (; i < scores.size(); ++i) found = std::max(found, scores[i]);
    return found;
}

inline Class place_of_largest(std::span<const double> scores) {
    if (scores.empty()) return no_class;
    const auto found = std::ranges::find(scores, largest_of(scores));
    return found == scores.end() ? 0 : static_cast<Class>(found - scores.begin());
}

}  // namespace thresher
