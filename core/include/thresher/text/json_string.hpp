// Strings of JSON: most have no escapes and are read where they stand.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "thresher/text/line.hpp"

namespace thresher {

struct JsonString {
    std::string_view text;
    const char* end;  // behind the closing quote
};

class JsonStrings {
public:
    // The string whose opening quote stands at `at`. Its text is there until the next one is read.
    JsonString read(const char* at, const char* end) {
        const char* const begin = at + 1;
        const char* const stop = special(begin, end);
        if (stop < end && *stop == '"') [[likely]]
            return {{begin, static_cast<std::size_t>(stop - begin)}, stop + 1};
        return read_escaped(at, stop, end);
    }

private:
    static constexpr std::size_t room = 32;  // behind a text, for who reads numbers in it

    // The first quote, backslash or control character. There is a line end behind every text.
    static const char* special(const char* at, const char* end) {
#if defined(__SSE2__)
        for (; at < end; at += 16) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
            const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
            const __m128i slashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
            const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
            const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, slashes), controls)));
            if (found != 0) {
                at += std::countr_zero(found);
                return at < end ? at : end;
            }
        }
        return end;
#else
        while (at < end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) > 0x1f) ++at;
        return at;
#endif
    }

    [[gnu::noinline]] JsonString read_escaped(const char* open, const char* stop, const char* end) {
        decoded_.assign(open + 1, stop);
        for (const char* at = stop;;) {
            if (at >= end) throw BadLine{open, "not JSON: a string is never closed", ""};
            if (*at == '"') {
                const std::size_t size = decoded_.size();
                decoded_.append(room, '\n');
                return {{decoded_.data(), size}, at + 1};
            }
            if (*at != '\\') throw BadLine{at, "not JSON: a control character stands in a string", "write it as JSON does: \\n, \\t, \\u0000"};
            at = read_escape(at, end);
            const char* const next = special(at, end);
            decoded_.append(at, next);
            at = next;
        }
    }

    const char* read_escape(const char* at, const char* end) {
        constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        const char letter = at + 1 < end ? at[1] : '\n';
        if (letter == 'u') return read_code(at, end);
        const std::size_t which = letters.find(letter);
        if (which == std::string_view::npos) throw BadLine{at, "not JSON: invalid \\escape", ""};
        decoded_ += meanings[which];
        return at + 2;
    }

    const char* read_code(const char* at, const char* end) {
        std::uint32_t code = four(at, end);
        const char* next = at + 6;
        if (code >= 0xd800 && code <= 0xdbff && next + 1 < end && next[0] == '\\' && next[1] == 'u') {
            const std::uint32_t low = four(next, end);
            if (low >= 0xdc00 && low <= 0xdfff) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                next += 6;
            }
        }
        if (code >= 0xd800 && code <= 0xdfff) throw BadLine{at, "the text is not valid Unicode (half of a surrogate pair)", ""};
        append(code);
        return next;
    }

    static std::uint32_t four(const char* at, const char* end) {
        std::uint32_t code = 0;
        for (int i = 2; i < 6; ++i) {
            const char c = at + i < end ? at[i] : '\n';
            const char lower = static_cast<char>(c | 0x20);
            if (c >= '0' && c <= '9')
                code = code << 4 | static_cast<std::uint32_t>(c - '0');
            else if (lower >= 'a' && lower <= 'f')
                code = code << 4 | static_cast<std::uint32_t>(lower - 'a' + 10);
            else
                throw BadLine{at, "not JSON: invalid \\uXXXX escape", ""};
        }
        return code;
    }

    void append(std::uint32_t code) {
        const auto put = [&](std::uint32_t byte) { decoded_ += static_cast<char>(byte); };
        if (code < 0x80) {
            put(code);
        } else if (code < 0x800) {
            put(0xc0 | code >> 6), put(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            put(0xe0 | code >> 12), put(0x80 | (code >> 6 & 0x3f)), put(0x80 | (code & 0x3f));
        } else {
            put(0xf0 | code >> 18), put(0x80 | (code >> 12 & 0x3f)), put(0x80 | (code >> 6 & 0x3f)), put(0x80 | (code & 0x3f));
        }
    }

    std::string decoded_;
};

}  // namespace thresher
