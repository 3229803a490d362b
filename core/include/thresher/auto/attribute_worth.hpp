// Which attributes are worth crossing with others: told by what their crossings did for answers that were given before the label was seen.
//
// An attribute's crossings add c to the score of coin_betting_cautious by themselves (attribute_credit.hpp). Without them the loss would have been larger by
//
//     saved = g c + p (1 - p) c^2 / 2       g the slope of the loss, p what the score states
//
// to second order: of what fits as well as it can g c is 0 on average, and would look like nothing. The sum over the stream, each over the attribute's worth at
// the time, is the attribute's gain. That of a column of noise falls, as what was fitted to noise misleads afterwards; that of one that matters rises, by its
// pairs even where it says nothing by itself.
//
//     z     = gain / sqrt(sum of squares + .05)
//     worth = 1 from z = 2 on, else .4 + .3 z, and .1 at least: noise counts a hundredth in a pair of its like, not nothing, as it may come to
//             matter. Where a label is rare the doubt is smaller, times the pace of the labels (label_shares.hpp).
#pragma once

#include <cmath>

#include "thresher/auto/cell.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

inline float worth_of(const Cell& cell, float pace) {
    const float z = cell.gain / std::sqrt(cell.gain_squares + .05F);
    const float doubt = z >= 2.0F ? 0.0F : smaller(.9F, .6F - .3F * z);
    return 1.0F - pace * doubt;
}

// One more example.   slope: of the loss, times the weight of the example.   size: of the slope without it.   credit: see above.   worth: at the time.
inline void add_gain(Cell& cell, double slope, double size, double weight, double credit, float worth) {
    const auto saved = static_cast<float>((slope * credit + .5 * weight * size * (1.0 - size) * credit * credit) / worth);
    cell.gain += saved;
    cell.gain_squares += saved * saved;
}

}  // namespace thresher
