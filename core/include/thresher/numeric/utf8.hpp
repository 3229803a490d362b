// Is it UTF-8? Names come out of Python as text, so bytes that are none can't be names.
#pragma once

#include <cstdint>
#include <string_view>

#include "thresher/numeric/hash.hpp"

namespace thresher {

// How many bytes of a well-formed character begin at `at`: 0 if none does (RFC 3629: no surrogates, no overlong forms).
inline std::size_t utf8_character(const unsigned char* at, std::size_t room) {
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) { return at[i] >= low && at[i] <= high; };
    const unsigned first = at[0];
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return room >= 2 && tail(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const unsigned low = first == 0xe0 ? 0xa0 : 0x80, high = first == 0xed ? 0x9f : 0xbf;
        return room >= 3 && tail(1, low, high) && tail(2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const unsigned low = first == 0xf0 ? 0x90 : 0x80, high = first == 0xf4 ? 0x8f : 0xbf;
        return room >= 4 && tail(1, low, high) && tail(2) && tail(3) ? 4 : 0;
    }
    return 0;
}

inline bool is_utf8(std::string_view text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    for (std::size_t at = 0; at < text.size();) {
        if (text.size() - at >= 8 && (load<std::uint64_t>(text.data() + at) & 0x8080808080808080ULL) == 0) {
            at += 8;
            continue;
        }
        const std::size_t length = utf8_character(bytes + at, text.size() - at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

}  // namespace thresher
