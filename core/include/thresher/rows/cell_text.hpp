// Cells as texts: trimmed, recognised as numbers, and shown in messages.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "thresher/data/example.hpp"
#include "thresher/numeric/shown_number.hpp"
#include "thresher/text/number.hpp"

namespace thresher {

// How many bytes of white space (as Python's str.strip has it) begin at the front; 0: none.
inline std::size_t space_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first == ' ' || (first >= 0x09 && first <= 0x0d) || (first >= 0x1c && first <= 0x1f)) return 1;
    if (first < 0xc2) return 0;
    if (first == 0xc2) return text.size() >= 2 && (byte(1) == 0x85 || byte(1) == 0xa0) ? 2 : 0;
    if (text.size() < 3) return 0;
    const unsigned code = (first & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
    const bool three = (first & 0xf0U) == 0xe0U;
    const bool space = (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x1680 ||
                       code == 0x3000;
    return three && space ? 3 : 0;
}

namespace cell_detail {

[[gnu::noinline]] inline std::string_view trim_other(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = space_at(text);
        if (size == 0) break;
        text.remove_prefix(size);
    }
    for (;;) {
        std::size_t size = 0;
        for (std::size_t length = 1; length <= 3 && length <= text.size() && size == 0; ++length)
            if (space_at(text.substr(text.size() - length)) == length) size = length;
        if (size == 0) return text;
        text.remove_suffix(size);
    }
}

// Whether a character may be white space, or part of it.
inline bool may_be_space(char c) { return static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x80; }

}  // namespace cell_detail

[[gnu::always_inline]] inline std::string_view trimmed(std::string_view text) {
    if (text.empty() || !(cell_detail::may_be_space(text.front()) || cell_detail::may_be_space(text.back()))) return text;
    return cell_detail::trim_other(text);
}

// A text that is a number as a whole, and nothing else. One that is too large to compute with is none: 36660e5985 is an id.
struct WholeNumber {
    enum class Kind : std::uint8_t { none, number, too_large, infinite, nan };
    Kind kind = Kind::none;
    double value = 0.0;
};

inline bool may_begin_number(char c) { return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'; }

namespace cell_detail {

inline bool is_word(std::string_view text, std::string_view word) {
    return text.size() == word.size() && number_detail::starts_with_word(text.data(), text.data() + text.size(), word.data());
}

// inf, infinity and nan, as Python's float() reads them.
inline WholeNumber not_finite(std::string_view text) {
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (is_word(text, "nan")) return {WholeNumber::Kind::nan, 0.0};
    if (is_word(text, "inf") || is_word(text, "infinity")) return {WholeNumber::Kind::infinite, 0.0};
    return {};
}

}  // namespace cell_detail

// `roomy`: bytes around the text may be loaded (text/line.hpp).
[[gnu::always_inline]] inline WholeNumber whole_number(std::string_view text, bool roomy) {
    if (text.empty() || !may_begin_number(text.front())) return text.empty() ? WholeNumber{} : cell_detail::not_finite(text);
    constexpr std::size_t most = 48;
    char copy[most + 64];
    const char* at = text.data();
    if (!roomy) {
        if (text.size() <= most) {
            std::memset(copy, '\n', sizeof copy);
            std::memcpy(copy, text.data(), text.size());
            at = copy;
        }
    }
    const char* const end = at + text.size();
    const Number number = roomy || at == copy ? read_number(at, end) : number_detail::read_carefully(at, end);
    if (number.fault == Number::Fault::none && number.end == end) [[likely]]
        return {std::fabs(number.value) <= size_limit ? WholeNumber::Kind::number : WholeNumber::Kind::too_large, number.value};
    if (number.fault == Number::Fault::too_large) {
        // Only where nothing but the number is there.
        double ignored = 0.0;
        const char* digits = text.data() + (text.front() == '-' || text.front() == '+');
        const auto [stop, error] = std::from_chars(digits, text.data() + text.size(), ignored);
        if (stop == text.data() + text.size()) return {WholeNumber::Kind::too_large, 0.0};
        return {};
    }
    return cell_detail::not_finite(text);
}

// 1 or 0 for true and false as people write them; -1 for any other text.
inline int truth_in(std::string_view text) {
    if (text.size() == 4 && (text == "true" || text == "True" || text == "TRUE")) return 1;
    if (text.size() == 5 && (text == "false" || text == "False" || text == "FALSE")) return 0;
    return -1;
}

// A text for a message: quoted as Python quotes it, cut where it is long.
inline std::string shown(std::string_view text) {
    const bool single = text.find('\'') == std::string_view::npos || text.find('"') != std::string_view::npos;
    const char quote = single ? '\'' : '"';
    std::string result(1, quote);
    std::size_t characters = 1;
    std::size_t kept = 0;  // bytes of the first fifty characters
    static constexpr char hex[] = "0123456789abcdef";
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U) {
            if (characters == 50) kept = result.size();
            ++characters;
        }
        if (c == '\\' || c == quote)
            result += '\\', result += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (c == '\r')
            result += "\\r";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            result += "\\x", result += hex[static_cast<unsigned char>(c) >> 4], result += hex[c & 15];
        else
            result += c;
    }
    result += quote;
    if (++characters <= 60) return result;
    return result.substr(0, kept == 0 ? result.size() : kept) + "... (" + std::to_string(characters) + " characters)";
}

}  // namespace thresher
