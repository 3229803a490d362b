// Naive Bayes over eight attributes at a time, or sixteen: examples with each are counted by label, and the logarithm of their ratio is its
// weight. A logarithm costs more than all the rest, and only few of a row are due, so these are put together first.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "thresher/auto/turned_cells.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

// One more example. Which logarithms are due: once counts are large, they are taken anew at every sixteenth example only. Their cells are written
// to `due`, which has room for all; returns how many they are.
template <std::size_t Count>
THRESHER_LANES std::size_t count(TurnedCells<Count>& cells, bool positive, float weight, Cell* const* places, Cell** due) {
    using Floats = typename RegistersOf<Count>::Floats;
    using Meant = typename RegistersOf<Count>::Meant;
    constexpr float whole = 1.5F * 8388608.0F;  // 1.5 * 2^23: what is added to it is rounded to a whole number
    auto& [with, arow_variance, unit_squares, without] = cells.counted;
    (positive ? with : without) += weight;
    const Floats sixteenths = cells.first.b * (1.0F / 16.0F), one = Floats{} + 1.0F;
    Floats none;
    set_to_zero(none);
    Floats now = (sixteenths + whole) - whole == sixteenths ? one : none;
    keep_apart(now);
    now = with + without < 16.0F ? one : now;
    keep_apart(now);
    constexpr int bit_of_one = 29;  // set in 1, as in no 0
    const Meant bits = ((Meant)now >> bit_of_one) & 1;
    std::array<int, Count> is_due;
    std::memcpy(is_due.data(), &bits, sizeof bits);
    std::size_t size = 0;
    for (std::size_t k = 0; k < Count; ++k) {  // without a branch: which ones are due can't be foretold
        due[size] = places[k];
        size += static_cast<std::size_t>(is_due[k]);
    }
    return size;
}

// Takes the logarithms that are due, eight at a time. `share`: of the positive examples in all attributes so far; what the counts begin with is
// divided so. What fills up the last eight is `nobody`: `due` has room for that.
template <bool Wide>
THRESHER_LANES void take_logarithms(Cell** due, std::size_t size, Cell& nobody, double share) {
    constexpr double smoothing = .5;
    const double with_none = smoothing * share, without_none = smoothing * (1.0 - share);
    for (std::size_t k = size; k % 8 != 0; ++k) due[k] = &nobody;
    for (std::size_t begin = 0; begin < size; begin += 8) {
        Cell* const* const cells = due + begin;
        EightFloats with, without, ratio;
        load_one(cells, offsetof(Cell, positives), with);
        load_one(cells, offsetof(Cell, negatives), without);
        if constexpr (Wide) {
            Eight wide, below;
            widen<Wide>(with, wide);
            widen<Wide>(without, below);
            wide += with_none;
            log_of_ratio(wide, below + without_none);
            ratio = __builtin_convertvector(wide, EightFloats);
        } else {
            Four low, high, low_below, high_below;
            widen(with, low, high);
            widen(without, low_below, high_below);
            low += with_none;
            high += with_none;
            log_of_ratio(low, low_below + without_none);
            log_of_ratio(high, high_below + without_none);
            narrow(low, high, ratio);
        }
        ratio = ratio != 0.0F ? ratio : EightFloats{} + 1e-30F;  // 0 stands for nothing counted yet
        for (std::size_t k = 0; k < 8; ++k) cells[k]->weight[naive_bayes] = ratio[k];
    }
}

}  // namespace thresher
