// Coin betting on one coordinate.
#pragma once

#include <algorithm>
#include <cmath>

namespace thresher {

// One round of coin betting by a coordinate that is given g: what it won so far decides how much it dares (Orabona and Tommasi 2017).
struct Coin {
    float &weight, &bets, &wagered, &stake, &won;

    void toss(double g, double limit) const {
        const double size = std::fabs(g);
        if (size == 0.0) return;
        const double most = std::max<double>(stake, size), all = wagered + size, profit = std::max(won + g * weight, 0.0), sum = bets + g;
        stake = static_cast<float>(most);
        wagered = static_cast<float>(all);
        won = static_cast<float>(profit);
        bets = static_cast<float>(sum);
        weight = static_cast<float>(std::min(std::max(sum / (most * (all + most)) * (most + profit), -limit), limit));
    }
};

}  // namespace thresher
