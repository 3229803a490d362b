// Characters of a UTF-8 text, and what Unicode says of them (unicode_tables.hpp).
//
// A text need not be sound: a half of a surrogate pair, as Python's str can hold, is a character of its own, and so is a
// byte that belongs to no character; neither is a letter.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "thresher/numeric/utf8.hpp"
#include "thresher/text/unicode_tables.hpp"

namespace thresher {

// Flags of a UnicodeRecord, in the order in which make_unicode_tables.py writes them.
enum Is : std::uint8_t {
    is_letter = 1,  // or a digit: str.isalnum
    is_mark = 2,
    is_cased = 4,
    is_ignorable = 8,   // where case is in question
    is_unsettled = 16,  // NFC may write it otherwise
    is_capital = 32,
    is_digit = 64,
    is_sign = 128,  // punctuation or a symbol
};

inline constexpr char32_t no_character = 0xd800;  // half of a pair: Unicode says nothing of it

struct Character {
    char32_t code;
    unsigned size;  // in bytes
};

inline const UnicodeRecord& unicode_record(char32_t code) {
    const unsigned block = unicode_blocks[code / unicode_block];
    return unicode_records[unicode_numbers[block * unicode_block + code % unicode_block]];
}

// The character that begins there; the text is not at its end.
inline Character read_character(const char* at, const char* end) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(at);
    const auto tail = [&](unsigned i) { return static_cast<char32_t>(bytes[i] & 0x3fU); };
    if (bytes[0] < 0x80) return {bytes[0], 1};
    const auto room = static_cast<std::size_t>(end - at);
    switch (utf8_character(bytes, room)) {
        case 2: return {(bytes[0] & 0x1fU) << 6 | tail(1), 2};
        case 3: return {(bytes[0] & 0x0fU) << 12 | tail(1) << 6 | tail(2), 3};
        case 4: return {(bytes[0] & 0x07U) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4};
        default: break;
    }
    const bool half = bytes[0] == 0xed && room >= 3 && bytes[1] >= 0xa0 && bytes[1] <= 0xbf && bytes[2] >> 6 == 2;
    return {no_character, half ? 3U : 1U};
}

// The character that ends there; the text is not at its beginning.
inline Character read_character_before(const char* begin, const char* at) {
    for (unsigned size = 1; size <= 4 && static_cast<std::ptrdiff_t>(size) <= at - begin; ++size) {
        if (static_cast<unsigned char>(at[-static_cast<std::ptrdiff_t>(size)]) >> 6 == 2) continue;
        const Character found = read_character(at - size, at);
        if (found.size == size) return found;
        break;
    }
    return {no_character, 1};
}

inline void append_character(std::string& text, char32_t code) {
    const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
    } else {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
    }
    put(0x80 | (code & 0x3f));
}

}  // namespace thresher
