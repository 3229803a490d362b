// Numbers and texts as the service's JSON writer (msgspec) writes them: the same bytes, so that what was told once is told again.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace thresher {

// The fewest digits that are this number again; with an exponent below 1e-5 and from 1e16 on. Finite numbers only.
inline void write_json_number(double number, std::string& to) {
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific);
    static_cast<void>(error);  // there is room for any
    const char* at = text;
    if (*at == '-') to.push_back(*at++);
    const std::string_view whole(at, static_cast<std::size_t>(end - at));
    const std::size_t mark = whole.find('e');
    std::string digits(1, whole[0]);
    if (mark > 2) digits.append(whole.substr(2, mark - 2));
    int power = 0;
    std::from_chars(whole.data() + mark + 1 + (whole[mark + 1] == '+'), end, power);
    const int count = static_cast<int>(digits.size());
    if (power >= -5 && power < 0) {
        to.append("0.").append(static_cast<std::size_t>(-power - 1), '0').append(digits);
    } else if (power >= 0 && power < 16) {
        const auto before = static_cast<std::size_t>(power) + 1;
        if (count <= power + 1)
            to.append(digits).append(before - digits.size(), '0').append(".0");
        else
            to.append(digits, 0, before).append(1, '.').append(digits, before);
    } else {
        to.push_back(digits[0]);
        if (count > 1) to.append(1, '.').append(digits, 1);
        to.append(1, 'e').append(std::to_string(power));
    }
}

// Whether a text stands between quotes as it is.
inline bool is_plain_text(std::string_view text) {
    for (const char letter : text)
        if (static_cast<unsigned char>(letter) < 0x20 || letter == '"' || letter == '\\') return false;
    return true;
}

}  // namespace thresher
