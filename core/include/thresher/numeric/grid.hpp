// Sums that don't depend on the order of their terms: every term is rounded to a multiple of 2^-24 first, and sums of such
// multiples are exact as long as they stay below 2^29.
#pragma once

#include <cmath>

namespace thresher {

// The terms here are products of a bounded weight and a bounded value, so a million of them stay below the limit.
inline double on_grid(double term) {
    constexpr double shift = 1.5 * 268435456.0;  // 1.5 * 2^28: its last bit is worth 2^-24
    return (term + shift) - shift;
}

}  // namespace thresher
