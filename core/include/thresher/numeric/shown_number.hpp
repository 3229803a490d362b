// Numbers as texts: as Python's repr writes them, so that messages of both languages look alike.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace thresher {

// A number as Python's repr writes it.
inline std::string written(double value) {
    char digits[32];
    const auto scientific = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
    std::string_view text(digits, static_cast<std::size_t>(scientific.ptr - digits));
    const std::size_t e = text.find('e');
    int exponent = 0;
    std::from_chars(text.data() + e + 1 + (text[e + 1] == '+'), text.data() + text.size(), exponent);
    if (value != 0.0 && (exponent < -4 || exponent >= 16)) return std::string(text);
    char plain[400];
    const auto fixed = std::to_chars(plain, plain + sizeof plain, value, std::chars_format::fixed);
    std::string result(plain, fixed.ptr);
    if (result.find('.') == std::string::npos) result += ".0";
    return result;
}

// A number for a message.
inline std::string shown_number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return written(value);
}

}  // namespace thresher
