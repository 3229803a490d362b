// Which learner it is: the four choices, and what goes with them.
#pragma once

#include <cstdint>
#include <optional>

#include "thresher/linear/link.hpp"
#include "thresher/linear/loss.hpp"
#include "thresher/state/memory.hpp"
#include "thresher/linear/range.hpp"
#include "thresher/linear/rate.hpp"
#include "thresher/data/transform.hpp"

namespace thresher {

// What an attribute's dual record may hold, z first.
enum class Column { dual, negative_half, squares, variance, history, link, occurrences, seen };

enum class Averaging { none, averaged, voted };

struct Monitor {  // A9
    double above;
    double least;
};

struct Config {
    Link link = IdentityLink{};
    Loss loss = MistakeLoss{};
    Rate rate = ConstantRate{1.0};
    Range range;
    double initial_dual = 0.0;
    double threshold = 0.0;
    bool bias = false;
    bool unit_interval = false;  // values must lie in [0, largest_value]
    double largest_value = 1.0;  // 1, or size_limit where values need only not be negative
    bool nonnegative = false;    // no weight and no value is negative
    Averaging averaging = Averaging::none;
    bool calibrated = false;
    bool ensemble = false;  // many learners under one master instead of the one described here
    std::optional<double> radius;  // of the normalised link's ball
    std::optional<Monitor> monitor;
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> attributes;  // more than these are refused
    Transformer transformer;
    MemoryPolicy memory;
};

}  // namespace thresher
