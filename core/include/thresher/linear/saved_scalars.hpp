// Which single numbers of a saved state can be a learner's: a file may be hostile even where its checksum is right.
#pragma once

#include <cmath>

#include "thresher/data/label.hpp"
#include "thresher/linear/calibration.hpp"

namespace thresher {

inline bool is_possible(const Counts& counts, const Slope& slope) {
    return counts.possible() && std::fabs(slope.log_slope) <= 300.0 && slope.squares >= 0.0 && std::isfinite(slope.squares);
}

// Of the normalised link.
inline bool is_possible(double scale, double power_sum) { return scale > 1e-300 && scale < 1e300 && power_sum >= 0.0 && power_sum < 1e300; }

}  // namespace thresher
