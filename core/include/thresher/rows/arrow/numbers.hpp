// Numbers of Arrow as doubles and as texts: half floats, decimals of any width, whole numbers.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "thresher/rows/arrow/column.hpp"
#include "thresher/rows/dates.hpp"

namespace thresher::arrow {

inline double half_to_double(std::uint16_t bits) {
    const int exponent = bits >> 10 & 0x1f;
    const double fraction = bits & 0x3ff;
    double size = 0.0;
    if (exponent == 0x1f)
        size = fraction == 0.0 ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
    else
        size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024.0 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

// The digits of a whole number of `width` bytes in two's complement, least byte first.
inline std::string whole_digits(const char* bytes, std::size_t width, bool& negative) {
    std::uint32_t parts[8] = {};  // at most 256 bits
    for (std::size_t i = 0; i < width / 4; ++i) parts[i] = load<std::uint32_t>(bytes + i * 4);
    const std::size_t count = width / 4;
    negative = parts[count - 1] >> 31 != 0;
    if (negative) {
        std::uint64_t carry = 1;
        for (std::size_t i = 0; i < count; ++i) {
            carry += static_cast<std::uint32_t>(~parts[i]);
            parts[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    std::string digits;
    for (bool any = true; any;) {
        any = false;
        std::uint64_t rest = 0;
        for (std::size_t i = count; i-- > 0;) {
            rest = rest << 32 | parts[i];
            parts[i] = static_cast<std::uint32_t>(rest / 10);
            rest %= 10;
            any = any || parts[i] != 0;
        }
        digits += static_cast<char>('0' + rest);
    }
    return {digits.rbegin(), digits.rend()};
}

// As Python writes a Decimal without an exponent.
inline std::string decimal_text(const Column& column, std::size_t i) {
    bool negative = false;
    std::string digits = whole_digits(column.bytes(i), column.type().width, negative);
    const int scale = column.type().scale;
    if (scale > 0) {
        const auto behind = static_cast<std::size_t>(scale);
        if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
        digits.insert(digits.size() - behind, 1, '.');
    } else if (digits != "0") {
        digits.append(static_cast<std::size_t>(-scale), '0');
    }
    return negative ? "-" + digits : digits;
}

inline double number_in(const std::string& text) {
    double value = 0.0;
    const bool negative = text.starts_with('-');
    const auto [stop, error] = std::from_chars(text.data() + negative, text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) value = text.find_first_not_of("-0.") < text.find('.') ? HUGE_VAL : 0.0;
    return negative ? -value : value;
}

inline Moment moment_at(const Column& column, std::size_t i) {
    if (column.type().kind == Kind::days) return {std::int64_t{column.fixed<std::int32_t>(i)} * seconds_of_day, 0};
    const std::int64_t units = column.type().per_second, count = column.fixed<std::int64_t>(i);
    std::int64_t seconds = count / units, rest = count % units;
    if (rest < 0) rest += units, --seconds;
    return {seconds, static_cast<std::uint32_t>(rest * (1'000'000'000 / units))};
}

// Whether a column is of numbers that are doubles as they stand.
inline bool is_plain_number(const Type& type) {
    return !type.dictionary && (type.kind == Kind::whole || type.kind == Kind::natural || type.kind == Kind::real || type.kind == Kind::truth);
}

inline double plain_number(const Column& column, std::size_t i) {
    switch (column.type().kind) {
        case Kind::truth: return column.truth(i) ? 1.0 : 0.0;
        case Kind::whole: return static_cast<double>(column.whole(i));
        case Kind::natural: return static_cast<double>(column.natural(i));
        default: break;
    }
    if (column.type().width == 8) return column.fixed<double>(i);
    if (column.type().width == 4) return static_cast<double>(column.fixed<float>(i));
    return half_to_double(column.fixed<std::uint16_t>(i));
}

}  // namespace thresher::arrow
