// The logarithm of a ratio, with one division and no call, to a few last bits and the same bits everywhere: of one or of four.
//
// Both numbers are halved or doubled until they lie in [1/2, 1), one of them perhaps in [1, 2), so that their ratio A/B is between sqrt(1/2)
// and sqrt(2). Then, with s = (A - B) / (A + B), |s| < .172, and h halvings,
//
//     ln a/b = h ln 2 + 2 (s + s^3/3 + s^5/5 + ...)
#pragma once

#include <bit>
#include <cstdint>

#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Of two positive numbers that are not denormal.
[[gnu::always_inline]] inline double log_of_ratio(double a, double b) {
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1, half = std::uint64_t{1022} << 52;
    const auto a_bits = std::bit_cast<std::uint64_t>(a), b_bits = std::bit_cast<std::uint64_t>(b);
    auto halvings = static_cast<double>(static_cast<std::int64_t>(a_bits >> 52) - static_cast<std::int64_t>(b_bits >> 52));
    double A = std::bit_cast<double>((a_bits & fraction) | half), B = std::bit_cast<double>((b_bits & fraction) | half);
    constexpr double root = 1.4142135623730951;
    // As numbers, not as branches: which way it goes is as good as tossed.
    const double large = A > root * B ? 1.0 : 0.0, small = B > root * A ? 1.0 : 0.0;
    B += large * B;
    A += small * A;
    halvings += large - small;
    const double s = (A - B) / (A + B), z = s * s;
    const double z2 = z * z, z4 = z2 * z2;  // in pairs, so that few wait for each other
    const double low = (1.0 + z * (1.0 / 3.0)) + z2 * (1.0 / 5.0 + z * (1.0 / 7.0));
    const double middle = (1.0 / 9.0 + z * (1.0 / 11.0)) + z2 * (1.0 / 13.0 + z * (1.0 / 15.0));
    const double high = (1.0 / 17.0 + z * (1.0 / 19.0)) + z2 * (1.0 / 21.0);
    const double sum = low + z4 * (middle + z4 * high);
    return halvings * 0.6931471805599453 + 2.0 * s * sum;
}

// The same, four or eight at a time: `ratio` becomes the logarithm of itself over `below`.
template <class Numbers>
THRESHER_LANES void log_of_ratio(Numbers& ratio, const Numbers& below) {
    using Bits = decltype(ratio > below);
    constexpr long long fraction = (1LL << 52) - 1, half = 1022LL << 52, whole = 1075LL << 52;  // whole: 2^52
    const Bits a_bits = (Bits)ratio, b_bits = (Bits)below;
    // An exponent in the last bits of 2^52 is a number above 2^52.
    Numbers halvings = (Numbers)((a_bits >> 52) | whole) - (Numbers)((b_bits >> 52) | whole);
    Numbers A = (Numbers)((a_bits & fraction) | half), B = (Numbers)((b_bits & fraction) | half);
    constexpr double root = 1.4142135623730951;
    const Numbers none{}, one = none + 1.0, root_of_A = root * A, root_of_B = root * B;
    const Numbers large = A > root_of_B ? one : none, small = B > root_of_A ? one : none;
    B += large * B;
    A += small * A;
    halvings += large - small;
    const Numbers s = (A - B) / (A + B), z = s * s;
    const Numbers z2 = z * z, z4 = z2 * z2;
    const Numbers low = (1.0 + z * (1.0 / 3.0)) + z2 * (1.0 / 5.0 + z * (1.0 / 7.0));
    const Numbers middle = (1.0 / 9.0 + z * (1.0 / 11.0)) + z2 * (1.0 / 13.0 + z * (1.0 / 15.0));
    const Numbers high = (1.0 / 17.0 + z * (1.0 / 19.0)) + z2 * (1.0 / 21.0);
    ratio = halvings * 0.6931471805599453 + 2.0 * s * (low + z4 * (middle + z4 * high));
}

}  // namespace thresher
