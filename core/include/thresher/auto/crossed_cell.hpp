// What the experts that use crossings know of one crossing, and how an example moves it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "thresher/auto/bank.hpp"

namespace thresher {

enum CrossedExpert : std::size_t { arow_knots, coin_betting_pairs, adagrad_pairs, coin_betting_cautious, crossed_experts };

using CrossedScores = std::array<double, crossed_experts>;

// A value over the lengths of what the experts see.
struct CrossedValue {
    float arow, betting, adagrad, cautious;
};

// How far an example moves the experts.
struct CrossedSteps {
    float betting, adagrad, cautious, arow, shrink;
    float least_stake;  // of the two that bet, times a value
};

// All that a crossing of three or four attributes keeps.
struct Bet {
    float weight = 0.0F;
    Coin coin;

    bool operator==(const Bet&) const = default;
};

struct CrossedCell {
    float arow = 0.0F, variance = 1.0F;
    Bet bet;
    float adagrad = 0.0F, dual = 0.0F, squares = 0.0F;
    float cautious = 0.0F;
    Coin cautious_coin{0.0F, 0.0F, .1F, 0.0F};
    float spare = 0.0F;  // to 64 bytes

    bool operator==(const CrossedCell&) const = default;

    // The weight of adagrad_pairs.
    static float linked(float dual) { return 2.0F * dual + dual * dual * dual / 3.0F; }

    void move(const CrossedValue& x, const CrossedSteps& by) {
        if (const float plain = x.arow; by.arow != 0.0F && plain != 0.0F) {
            const float sigma = variance;
            arow = within(arow + by.arow * sigma * plain, weight_limit);
            variance = larger(sigma - by.shrink * sigma * sigma * plain * plain, 0.0F);
        }
        if (by.betting != 0.0F) toss(bet.weight, bet.coin, by.betting * x.betting, by.least_stake * std::fabs(x.betting), weight_limit);
        if (by.cautious != 0.0F) toss(cautious, cautious_coin, by.cautious * x.cautious, by.least_stake * std::fabs(x.cautious), weight_limit);
        if (const float g = by.adagrad * x.adagrad; g != 0.0F) {
            squares += g * g;
            dual = within(dual + g / std::sqrt(squares), 5.0F);
            adagrad = linked(dual);
        }
    }
};

}  // namespace thresher
