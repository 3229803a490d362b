// The range of the dual: the learner's own clamp (a least weight, a ceiling), and the guard behind it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace thresher {

struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    // Where weights would leave the numbers we can compute with. Being stopped here is no part of any algorithm: it is
    // counted, and voids the bound. A link that vanishes at minus infinity needs none below but that z stays finite.
    double guard_low = -std::numeric_limits<double>::infinity();
    double guard_high = std::numeric_limits<double>::infinity();

    // Whose dual falls below is discarded for good, as Winnow1 eliminates.
    double discard = -std::numeric_limits<double>::infinity();

    double clamp(double z, std::uint64_t& overflows) const {
        if (z < discard) return -std::numeric_limits<double>::infinity();
        z = std::min(std::max(z, low), high);
        if (z > guard_high || z < guard_low) {
            ++overflows;
            z = z > guard_high ? guard_high : guard_low;
        }
        return z;
    }
};

}  // namespace thresher
