// Coin betting on one coordinate.
#pragma once

#include <cmath>

#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Where a label is rare, nearly every gradient is tiny, and an attribute that met no rare example yet takes the largest of these for the most
// there can be: it would bet all it has on them. A logistic gradient can be as large as the value, so as far as the label is rare that is taken
// for the most from the start. `pace`: of the labels (label_shares.hpp).
inline float least_stake(double pace) { return 1.0F - static_cast<float>(pace); }

// What a coordinate keeps beside its weight.
struct Coin {
    float bets = 0.0F, wagered = 0.0F, stake = 0.0F, won = 0.0F;

    bool operator==(const Coin&) const = default;
};

// What a coordinate bets that was in some round: nothing but what it keeps decides.
THRESHER_LANES float weight_of(const Coin& coin, float limit) {
    return within(coin.bets / (coin.stake * (coin.wagered + coin.stake)) * (coin.stake + coin.won), limit);
}

// One round of coin betting by a coordinate that is given g: what it won so far decides how much it dares (Orabona and Tommasi 2017). What one
// round can bring is taken to be the most so far, and `least` at the least.
THRESHER_LANES void toss(float& weight, Coin& coin, float g, float least, float limit) {
    const float size = std::fabs(g);
    if (size == 0.0F) return;
    const float bets = coin.bets + g, wagered = coin.wagered + size, stake = larger(larger(coin.stake, least), size),
                won = larger(coin.won + g * weight, 0.0F);
    coin = {bets, wagered, stake, won};
    weight = weight_of(coin, limit);
}

}  // namespace thresher
