// The slope of the logistic loss, for four scores at once.
#pragma once

#include "thresher/numeric/lanes.hpp"

namespace thresher {

// A smaller one is not worth a visit; times the pace of the labels.
inline constexpr double least_loss = .03;

// From y s to 1 / (1 + e^(y s)), and to 0 where that is too small.
THRESHER_LANES void logistic_loss(Four& margins, double pace) {
    clamp(margins, -500.0, 500.0);
    raise_e(margins);
    margins = 1.0 / (1.0 + margins);
    margins = margins < least_loss * pace ? Four{} : margins;
}

}  // namespace thresher
