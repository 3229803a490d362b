// Naive Bayes over eight attributes at a time: examples with each are counted by label, and the logarithm of their ratio is its weight.
#pragma once

#include "thresher/auto/eight_cells.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

// `share`: of the positive examples in all attributes so far; what the counts begin with is divided so.
// One more example. The ratio is a logarithm; once counts are large it is taken anew at every sixteenth example only.
THRESHER_LANES void count(EightCells& cells, bool positive, float weight, double share) {
    constexpr double smoothing = .5;
    auto& [with, arow_variance, unit_squares, without] = cells.counted;
    (positive ? with : without) += weight;
    const EightLanes seen = __builtin_convertvector(cells.first.b, EightLanes);
    const EightLanes due = (with + without < 16.0F) | ((seen & 15) == 0);
    if (!any(due)) return;
    Four low, high, low_without, high_without;
    widen(with, low, high);
    widen(without, low_without, high_without);
    low += smoothing * share;
    high += smoothing * share;
    log_of_ratio(low, low_without + smoothing * (1.0 - share));
    log_of_ratio(high, high_without + smoothing * (1.0 - share));
    EightFloats ratio;
    narrow(low, high, ratio);
    ratio = ratio != 0.0F ? ratio : EightFloats{} + 1e-30F;  // 0 stands for nothing counted yet
    cells.third.d = due ? ratio : cells.third.d;
}

}  // namespace thresher
