// Naive Bayes over eight attributes at a time: examples with each are counted by label, and the logarithm of their ratio is its weight.
#pragma once

#include "thresher/auto/turned_cells.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

// `share`: of the positive examples in all attributes so far; what the counts begin with is divided so.
// One more example. The ratio is a logarithm; once counts are large it is taken anew at every sixteenth example only.
template <std::size_t Count>
THRESHER_LANES void count(TurnedCells<Count>& cells, bool positive, float weight, double share) {
    using Floats = typename RegistersOf<Count>::Floats;
    constexpr double smoothing = .5;
    constexpr float whole = 1.5F * 8388608.0F;  // 1.5 * 2^23: what is added to it is rounded to a whole number
    auto& [with, arow_variance, unit_squares, without] = cells.counted;
    (positive ? with : without) += weight;
    const Floats sixteenths = cells.first.b * (1.0F / 16.0F), one = Floats{} + 1.0F;
    Floats none;
    set_to_zero(none);
    Floats due = (sixteenths + whole) - whole == sixteenths ? one : none;
    keep_apart(due);
    due = with + without < 16.0F ? one : due;
    keep_apart(due);
    if (!any(due)) return;
    typename RegistersOf<Count>::Doubles low, high, low_without, high_without;
    widen(with, low, high);
    widen(without, low_without, high_without);
    low += smoothing * share;
    high += smoothing * share;
    log_of_ratio(low, low_without + smoothing * (1.0 - share));
    log_of_ratio(high, high_without + smoothing * (1.0 - share));
    Floats ratio;
    narrow(low, high, ratio);
    ratio = ratio != 0.0F ? ratio : Floats{} + 1e-30F;  // 0 stands for nothing counted yet
    cells.third.d = due > 0.0F ? ratio : cells.third.d;
}

}  // namespace thresher
