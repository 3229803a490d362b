// Which linear learner it is: the four choices, and what goes with them.
#pragma once

#include <cstdint>
#include <optional>

#include "thresher/linear/discard.hpp"
#include "thresher/linear/link.hpp"
#include "thresher/linear/loss.hpp"
#include "thresher/linear/range.hpp"
#include "thresher/linear/rate.hpp"

namespace thresher {

enum class Averaging { none, averaged, voted };

struct Monitor {  // A9
    double above;
    double least;
};

struct LinearConfig {
    Link link = IdentityLink{};
    Loss loss = MistakeLoss{};
    Rate rate = ConstantRate{1.0};
    Range range;
    double initial_dual = 0.0;
    double threshold = 0.0;
    bool bias = false;
    bool nonnegative = false;  // no weight and no value is negative
    Averaging averaging = Averaging::none;
    bool calibrated = false;
    std::optional<double> radius;  // of the normalised link's ball
    std::optional<Monitor> monitor;
    std::optional<RelativeDiscard> discard;
    std::uint64_t seed = 0;
};

}  // namespace thresher
