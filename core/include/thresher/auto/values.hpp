// What Auto knows of an attribute's values, and what it makes of one: the three views of it that experts have.
//
//     scaled   dense attributes centred and divided by their deviation, others divided by their mean square's root; at most 5 in size
//     share    value / largest value so far
//     sifted   scaled (1/4 + |r|), r the attribute's naive Bayes log ratio
//
// An attribute's first value decides its unit, a power of two: what is kept is near 1 whatever the values are measured in, and times a
// power of two nothing changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "thresher/auto/cell.hpp"

namespace thresher {

// Before lengths are divided out.
struct Views {
    float scaled, share, sifted;
};

namespace values {

inline constexpr float most_seen = 16777216.0F;  // 2^24: a count in single precision stays there
inline constexpr float farthest_scaled = 5.0F;
inline constexpr float largest_kept = 1e15F;  // in an attribute's unit; squares of 2^24 of these still fit

// The power of two that brings a number of a size from 1e-38 to 1e38 into [1, 2); the nearest that can be kept for others.
inline float unit_of(double x) {
    constexpr std::uint64_t exponent = std::uint64_t{2047} << 52;
    const double power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(std::fabs(x)) & exponent);
    return static_cast<float>(1.0 / std::clamp(power, 0x1p-126, 0x1p126));
}

[[gnu::always_inline]] inline float in_unit(const Cell& cell, double x) { return within(static_cast<float>(x * cell.unit), largest_kept); }

// An attribute that varies and is nearly always there has its mean taken away. `learned`: examples so far.
inline bool centred(const Cell& cell, float learned) { return cell.spread > 0.0F && cell.seen > .9F * learned; }

// What one unit is divided by.
[[gnu::always_inline]] inline float size_of(const Cell& cell, float learned) {
    const float variance = cell.spread / cell.seen;
    return std::sqrt(centred(cell, learned) ? variance : cell.mean * cell.mean + variance);
}

[[gnu::always_inline]] inline float scaled(const Cell& cell, float value, float learned) {
    const float above = value - (centred(cell, learned) ? cell.mean : 0.0F), scaled = above / size_of(cell, learned);
    return scaled == scaled ? within(scaled, farthest_scaled) : 0.0F;
}

[[gnu::always_inline]] inline float share(const Cell& cell, float value) {
    const float most = larger(cell.largest, std::fabs(value));
    return most > 0.0F ? value / most : 0.0F;  // a value may be too small for its unit
}

inline constexpr float trusted_after = 32.0F;  // values
inline constexpr float farthest = 10.0F;       // deviations from the mean, once there were so many; .01 is 1 over its square

// One more value (Welford's way). One that is absurdly far from the mean counts as one that is very far: it must not spoil the scale of
// all that follow, and if it is no slip but a new unit, the deviation grows until it is near.
inline void remember(Cell& cell, double x) {
    if (cell.seen == 0.0F) cell.unit = unit_of(x);
    const float value = in_unit(cell, x);
    cell.seen += 1.0F;
    float apart = value - cell.mean;
    if (cell.seen > trusted_after && cell.spread > 0.0F && cell.spread < .01F * apart * apart * cell.seen) [[unlikely]]
        apart = std::copysign(farthest * std::sqrt(cell.spread / cell.seen), apart);
    const float taken = cell.mean + apart;
    cell.mean += apart / cell.seen;
    cell.spread += apart * (taken - cell.mean);
    cell.largest = larger(cell.largest, std::fabs(value));
}

}  // namespace values

}  // namespace thresher
