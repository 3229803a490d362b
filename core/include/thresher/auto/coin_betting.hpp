// Coin betting on one coordinate.
#pragma once

#include <cmath>

#include "thresher/numeric/lanes.hpp"

namespace thresher {

// What a coordinate keeps beside its weight.
struct Coin {
    float bets = 0.0F, wagered = 0.0F, stake = 0.0F, won = 0.0F;

    bool operator==(const Coin&) const = default;
};

// One round of coin betting by a coordinate that is given g: what it won so far decides how much it dares (Orabona and Tommasi 2017).
THRESHER_LANES void toss(float& weight, Coin& coin, float g, float limit) {
    const float size = std::fabs(g);
    if (size == 0.0F) return;
    const float bets = coin.bets + g, wagered = coin.wagered + size, stake = larger(coin.stake, size), won = larger(coin.won + g * weight, 0.0F);
    coin = {bets, wagered, stake, won};
    weight = within(bets / (stake * (wagered + stake)) * (stake + won), limit);
}

}  // namespace thresher
