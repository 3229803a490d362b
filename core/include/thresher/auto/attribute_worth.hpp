// Which attributes are worth crossing with others: told by what their crossings did for answers that were given before the label was seen.
//
// An attribute's crossings add so much to the score of coin_betting_cautious, or would if nobody doubted them; times the slope of its loss
// that is, to first order, the loss they save. Its sum over the stream is the attribute's gain. That of a column of noise falls steadily, as what was fitted to noise misleads
// afterwards; that of one that matters rises, by its pairs even where it says nothing by itself.
//
//     z     = gain / sqrt(sum of squares + .05)
//     worth = 1 from z = 1 on, else .6 + .4 z, and .1 at least: noise counts a hundredth in a pair of its like, not nothing, as it may come to
//             matter. Where a label is rare the doubt is smaller, times the pace of the labels (label_shares.hpp).
#pragma once

#include <cmath>

#include "thresher/auto/cell.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

inline float worth_of(const Cell& cell, float pace) {
    const float z = cell.gain / std::sqrt(cell.gain_squares + .05F);
    const float doubt = z >= 1.0F ? 0.0F : smaller(.9F, .4F - .4F * z);
    return 1.0F - pace * doubt;
}

// `saved`: the loss its crossings saved in one more example.
inline void add_gain(Cell& cell, float saved) {
    cell.gain += saved;
    cell.gain_squares += saved * saved;
}

}  // namespace thresher
