// How the bank's experts move their weights of one attribute: all of them in one visit, in single precision.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "thresher/auto/cell.hpp"
#include "thresher/auto/coin_betting.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

inline constexpr float weight_limit = 64.0F;

// The steps that one example makes. A step of 0 changes nothing.
class Moves {
public:
    float adagrad_unit = 0.0F, adagrad = 0.0F, coin_betting = 0.0F, winnow = 0.0F;  // gradients; winnow: what a share adds to the dual
    float rate_of_adagrad_unit = 1.0F;

    // sgd: its gradient. alpha y and beta of arow and arow_sifted.
    THRESHER_LANES void set_linear(float sgd, const std::array<float, 2>& step, const std::array<float, 2>& shrink) {
        linear_ = sgd != 0.0F || adagrad_unit != 0.0F || adagrad != 0.0F || step[0] != 0.0F || step[1] != 0.0F;
        step_ = EightFloats{sgd, step[0], rate_of_adagrad_unit, 0.0F, step[1], 1.0F, 0.0F, 0.0F};
        shrink_ = EightFloats{0.0F, shrink[0], 0.0F, 0.0F, shrink[1], 0.0F, 0.0F, 0.0F};
    }

    // The attribute's value in each view: scaled, over its length; share and sifted value over theirs.
    THRESHER_LANES void operator()(Cell& cell, float scaled, float unit, float share, float sifted) const {
        auto& w = cell.weight;
        if (linear_) {
            EightFloats weights, before;
            load(&w[sgd], weights);
            load(&cell.positives, before);
            FourFloats gradients{adagrad_unit * unit, adagrad * sifted, 0.0F, 0.0F}, roots;
            const FourFloats squares = FourFloats{cell.unit_squares, cell.squares, 1.0F, 1.0F} + gradients * gradients;
            for (std::size_t k = 0; k < 4; ++k) roots[k] = std::sqrt(squares[k]);
            const FourFloats ascent = squares > 0.0F ? gradients / roots : FourFloats{};
            // What a step is multiplied by: arow's are its variance and its value; sgd's the value alone, adagrad's is ascent.
            const EightFloats value{scaled, scaled, ascent[0], 0.0F, sifted, ascent[1], 0.0F, 0.0F};
            const EightFloats factor = has_variance ? before : EightFloats{1, 1, 1, 1, 1, 1, 1, 1};
            EightFloats after = before - shrink_ * before * before * value * value;
            after = after > lowest ? after : lowest;
            store(after, &cell.positives);
            cell.unit_squares = squares[0];
            cell.squares = squares[1];
            weights += step_ * factor * value;
            weights = weights > -weight_limit ? weights : EightFloats{} - weight_limit;
            weights = weights < weight_limit ? weights : EightFloats{} + weight_limit;
            store(weights, &w[sgd]);
        }
        if (coin_betting != 0.0F) toss(w[thresher::coin_betting], cell.coin, coin_betting * share, weight_limit);
        if (winnow != 0.0F) {
            cell.dual = within(cell.dual + winnow * share, dual_limit);
            w[thresher::winnow] = two_sinh(cell.dual);
        }
    }

private:
    static constexpr float dual_limit = 4.0F;
    typedef int EightMasks __attribute__((vector_size(32)));
    static constexpr EightMasks has_variance{0, -1, 0, 0, -1, 0, 0, 0};
    static constexpr float least = -3e38F;
    static constexpr EightFloats lowest{least, 0.0F, least, least, 0.0F, least, least, least};  // a variance is never negative

    // 2 sinh by its series up to z^5: it is a seventh too small at the limit, and costs no exp.
    static float two_sinh(float z) {
        const float square = z * z;
        return z * (2.0F + square * (1.0F / 3.0F + square / 60.0F));
    }

    EightFloats step_{}, shrink_{};
    bool linear_ = false;
};

}  // namespace thresher
