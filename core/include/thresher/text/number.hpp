// Numbers in text: whole ones eight digits at a time, decimal ones correctly rounded, without locale or surprise.
//
// Every function here may load some bytes past the end it is given: texts are kept with room behind them (line.hpp).
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

#include "thresher/numeric/hash.hpp"

namespace thresher {

// How many of eight bytes, from the first on, are digits.
[[gnu::always_inline]] inline unsigned leading_digits(std::uint64_t bytes) {
    const std::uint64_t offset = bytes ^ 0x3030303030303030ULL;  // digits become 0..9
    // A carry out of a byte that is no digit only spoils the bytes behind it, which no longer matter.
    const std::uint64_t others = ((offset + 0x7676767676767676ULL) | offset) & 0x8080808080808080ULL;
    return others == 0 ? 8U : static_cast<unsigned>(std::countr_zero(others)) / 8U;
}

// The number whose eight digits, 0 to 9, are the eight bytes: three multiplications instead of eight.
[[gnu::always_inline]] inline std::uint64_t value_of_offsets(std::uint64_t digits) {
    digits = digits * 10 + (digits >> 8);
    constexpr std::uint64_t pairs = 0x000000FF000000FFULL;
    return ((digits & pairs) * 0x000F424000000064ULL + ((digits >> 16) & pairs) * 0x0000271000000001ULL) >> 32;
}

// The number of the first `count` (1 to 8) bytes, which are digits.
[[gnu::always_inline]] inline std::uint64_t value_of_digits(std::uint64_t bytes, unsigned count) {
    return value_of_offsets((bytes ^ 0x3030303030303030ULL) << (64U - 8U * count));
}

inline constexpr std::uint64_t powers_of_ten[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// Digits read from `at` on; `value` is right while there are at most 19 of them.
struct Digits {
    const char* end;
    std::uint64_t value = 0;

    [[gnu::always_inline]] explicit Digits(const char* at) : end(at) { append(at); }

    // Goes on with the digits at `at`: those behind the point continue the number before it.
    [[gnu::always_inline]] void append(const char* at) {
        for (;;) {
            const std::uint64_t bytes = load<std::uint64_t>(at);
            const unsigned count = leading_digits(bytes);
            if (count == 0) break;
            value = value * powers_of_ten[count] + value_of_digits(bytes, count);
            at += count;
            if (count < 8) break;
        }
        end = at;
    }
};

struct Number {
    enum class Fault { none, malformed, not_finite, too_large };

    const char* end;
    double value = 0.0;
    Fault fault = Fault::none;
};

namespace number_detail {

inline constexpr double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline bool starts_with_word(const char* at, const char* end, const char* word) {
    for (; *word != '\0'; ++word, ++at)
        if (at == end || (*at | 0x20) != *word) return false;
    return true;
}

// What from_chars calls out of range is either too large or so small that it is 0.
inline bool is_huge(const char* at, const char* end) {
    long long place = 0;  // of the first digit that is not 0, counted from the point
    bool point = false, found = false;
    for (; at != end && (is_digit(*at) || *at == '.'); ++at) {
        if (*at == '.')
            point = true;
        else if (found)
            place += !point;
        else if (*at != '0')
            found = true, place += !point;
        else
            place -= point;
    }
    long long exponent = 0;
    if (at != end && (*at | 0x20) == 'e') {
        ++at;
        const bool negative = at != end && *at == '-';
        if (at != end && (*at == '-' || *at == '+')) ++at;
        for (; at != end && is_digit(*at); ++at) exponent = exponent < 1'000'000'000 ? exponent * 10 + (*at - '0') : exponent;
        if (negative) exponent = -exponent;
    }
    return place + exponent > 0;
}

[[gnu::noinline]] inline Number read_carefully(const char* at, const char* end) {
    const bool negative = at != end && *at == '-';
    const char* digits = at + (at != end && (*at == '-' || *at == '+'));
    if (starts_with_word(digits, end, "nan") || starts_with_word(digits, end, "inf")) return {at, 0.0, Number::Fault::not_finite};
    if (digits == end || !(is_digit(*digits) || (*digits == '.' && digits + 1 != end && is_digit(digits[1]))))
        return {at, 0.0, Number::Fault::malformed};
    double value = 0.0;
    const auto [stop, error] = std::from_chars(digits, end, value);
    if (error == std::errc::result_out_of_range) {
        if (is_huge(digits, stop)) return {at, 0.0, Number::Fault::too_large};
        value = 0.0;
    }
    return {stop, negative ? -value : value, Number::Fault::none};
}

}  // namespace number_detail

// The decimal number at `at`, as strtod reads it in the C locale, without hexadecimals; infinities and NaN are faults.
//
// At most 19 digits whose value is below 2^53, scaled by a power of ten below 10^23, need one exact operation (Clinger
// 1990); everything else goes through from_chars.
[[gnu::always_inline]] inline Number read_number(const char* at, const char* end) {
    const char* from = at;
    const bool negative = *from == '-';
    from += negative || *from == '+';
    Digits digits(from);
    const char* stop = digits.end;
    auto count = stop - from;
    long scale = 0;
    if (*stop == '.') {
        const char* fraction = stop + 1;
        digits.append(fraction);
        stop = digits.end;
        scale = static_cast<long>(fraction - stop);
        count += stop - fraction;
    }
    if (count == 0 || count > 19 || stop > end) return number_detail::read_carefully(at, end);
    if ((*stop | 0x20) == 'e') {
        const char* power = stop + 1;
        const bool down = *power == '-';
        power += down || *power == '+';
        const Digits exponent(power);
        if (exponent.end == power || exponent.end - power > 4 || exponent.end > end) return number_detail::read_carefully(at, end);
        scale += down ? -static_cast<long>(exponent.value) : static_cast<long>(exponent.value);
        stop = exponent.end;
    }
    if (digits.value > (std::uint64_t{1} << 53) || scale < -22 || scale > 22) return number_detail::read_carefully(at, end);
    const auto whole = static_cast<double>(digits.value);
    const double size = scale < 0 ? whole / number_detail::exact_powers[-scale] : whole * number_detail::exact_powers[scale];
    return {stop, negative ? -size : size, Number::Fault::none};
}

}  // namespace thresher
