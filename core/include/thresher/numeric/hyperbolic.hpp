// 2 sinh, four or eight numbers at a time, without a call or a division, to a few last bits and the same bits everywhere.
//
// With z = k ln 2 + r, |r| <= ln 2 / 2, and the series of sinh r and cosh r up to r^13 and r^12,
//
//     2 sinh z = (2^k - 2^-k) cosh r + (2^k + 2^-k) sinh r
//
// which is 2 sinh r alone for small z, where a difference of two powers of e would cancel.
#pragma once

#include <bit>

#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Beyond 700 in size it is that of 700.
template <class Numbers>
THRESHER_LANES void two_sinh(Numbers& z) {
    using Bits = decltype(z < z);
    clamp(z, -700.0, 700.0);
    constexpr double shift = 1.5 * 4503599627370496.0;  // 1.5 * 2^52: what is added to it is rounded to a whole number
    constexpr auto shift_bits = std::bit_cast<long long>(shift);
    const Numbers shifted = z * 1.4426950408889634 + shift, k = shifted - shift;
    const Numbers r = (z - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10, q = r * r;
    Numbers odd = Numbers{} + 1.0 / 6227020800.0, even = Numbers{} + 1.0 / 479001600.0;
    odd = odd * q + 1.0 / 39916800.0;
    even = even * q + 1.0 / 3628800.0;
    odd = odd * q + 1.0 / 362880.0;
    even = even * q + 1.0 / 40320.0;
    odd = odd * q + 1.0 / 5040.0;
    even = even * q + 1.0 / 720.0;
    odd = odd * q + 1.0 / 120.0;
    even = even * q + 1.0 / 24.0;
    odd = odd * q + 1.0 / 6.0;
    even = even * q + 0.5;
    const Numbers sinh = r + r * (q * odd), cosh = 1.0 + q * even;
    const Bits whole = (Bits)shifted - shift_bits;  // k, read from the bits
    const Numbers up = (Numbers)((whole + 1023) << 52), down = (Numbers)((1023 - whole) << 52);
    z = (up - down) * cosh + (up + down) * sinh;
}

[[gnu::always_inline]] inline double two_sinh(double z) {
    Four all = THRESHER_ALL(z);
    two_sinh(all);
    return all[0];
}

}  // namespace thresher
