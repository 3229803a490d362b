// What a text looks like: how many characters, capitals, digits, signs, exclamation and question marks it has. Each count
// is one attribute of value 1, named by the range that it is in: _length=64-127, _digits=0, _capitals=1, _signs=2-3.
// Blanks do not count, so that it does not matter who trims a text.
//
// No word, pair or run of characters begins with `_`.
#pragma once

#include <array>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "thresher/text/unicode.hpp"

namespace thresher {

class TextShape {
public:
    void add(std::string_view text) {
        const char* at = text.data();
        const char* const end = at + text.size();
        while (at < end) {
            at = add_ascii(at, end);
            if (at == end) break;
            const Character found = read_character(at, end);
            add_other(found.code);
            at += found.size;
        }
    }

    void clear() { counts_.fill(0); }

    // write(name) for each count; nothing of a text of blanks.
    template <class Write>
    void each(Write&& write) {
        if (counts_[length] == 0) return;
        static const auto written = all_names();
        for (std::size_t i = 0; i < kinds; ++i) write(std::string_view(written[i][static_cast<std::size_t>(std::bit_width(counts_[i]))]));
    }

private:
    enum Kind : std::size_t { length, capitals, digits, signs, exclamations, questions, kinds };
    static constexpr std::array<std::string_view, kinds> names = {"_length=", "_capitals=", "_digits=", "_signs=", "_exclamations=", "_questions="};

    // Of each kind, by the bits that its count has.
    static std::array<std::array<std::string, 65>, kinds> all_names() {
        std::array<std::array<std::string, 65>, kinds> written;
        for (std::size_t i = 0; i < kinds; ++i) {
            for (std::size_t bits = 0; bits <= 64; ++bits) {
                const std::uint64_t low = bits == 0 ? 0 : std::uint64_t{1} << (bits - 1);
                written[i][bits] = std::string(names[i]) + std::to_string(low);
                if (low > 1) written[i][bits].append(1, '-').append(std::to_string(2 * low - 1));
            }
        }
        return written;
    }

    // One number holds the counts of up to 255 characters, a byte each: the kinds of ASCII's characters in their order.
    static constexpr std::array<std::uint64_t, 128> packed = [] {
        std::array<std::uint64_t, 128> table{};
        for (unsigned c = 0; c < 128; ++c) {
            const bool capital = c >= 'A' && c <= 'Z', digit = c >= '0' && c <= '9';
            const bool small = c >= 'a' && c <= 'z';
            const bool sign = c > ' ' && c < 127 && !capital && !digit && !small;
            const std::array<bool, kinds> is = {c > ' ' && c < 127, capital, digit, sign, c == '!', c == '?'};
            for (std::size_t i = 0; i < kinds; ++i) table[c] |= std::uint64_t{is[i]} << (8 * i);
        }
        return table;
    }();

    // Up to the first character that is not ASCII.
    const char* add_ascii(const char* at, const char* end) {
        at = add_sixteens(at, end);
        while (at < end && static_cast<unsigned char>(*at) < 128) {
            std::uint64_t sum = 0;
            const char* const stop = end - at > 255 ? at + 255 : end;
            while (at < stop && static_cast<unsigned char>(*at) < 128) sum += packed[static_cast<unsigned char>(*at++)];
            for (std::size_t i = 0; i < kinds; ++i) counts_[i] += sum >> (8 * i) & 255;
        }
        return at;
    }

    // As far as sixteen bytes at a time are all ASCII.
    const char* add_sixteens(const char* at, const char* end) {
#if defined(__SSE2__)
        const auto between = [](__m128i some, char first, char last) {
            return _mm_and_si128(_mm_cmpgt_epi8(some, _mm_set1_epi8(static_cast<char>(first - 1))),
                                 _mm_cmplt_epi8(some, _mm_set1_epi8(static_cast<char>(last + 1))));
        };
        const auto sum_of = [](__m128i sixteen) {
            const __m128i two = _mm_sad_epu8(sixteen, _mm_setzero_si128());
            return static_cast<std::uint64_t>(_mm_cvtsi128_si64(two)) + static_cast<std::uint64_t>(_mm_extract_epi16(two, 4));
        };
        for (bool ascii = true; ascii && end - at >= 16;) {
            __m128i seen = _mm_setzero_si128(), large = seen, small = seen, digit = seen, exclaimed = seen, asked = seen;
            for (int turn = 0; turn < 255 && end - at >= 16; ++turn, at += 16) {  // a byte counts to 255
                const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
                ascii = _mm_movemask_epi8(bytes) == 0;
                if (!ascii) break;
                seen = _mm_sub_epi8(seen, between(bytes, '!', '~'));
                large = _mm_sub_epi8(large, between(bytes, 'A', 'Z'));
                small = _mm_sub_epi8(small, between(bytes, 'a', 'z'));
                digit = _mm_sub_epi8(digit, between(bytes, '0', '9'));
                exclaimed = _mm_sub_epi8(exclaimed, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('!')));
                asked = _mm_sub_epi8(asked, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('?')));
            }
            counts_[length] += sum_of(seen);
            counts_[capitals] += sum_of(large);
            counts_[digits] += sum_of(digit);
            counts_[signs] += sum_of(seen) - sum_of(large) - sum_of(small) - sum_of(digit);
            counts_[exclamations] += sum_of(exclaimed);
            counts_[questions] += sum_of(asked);
        }
#endif
        return at < end ? at : end;
    }

    void add_other(char32_t code) {
        const unsigned flags = unicode_record(code).flags;
        counts_[length] += (flags & (is_letter | is_mark | is_sign)) != 0;
        counts_[capitals] += (flags & is_capital) != 0;
        counts_[digits] += (flags & is_digit) != 0;
        counts_[signs] += (flags & is_sign) != 0;
        counts_[exclamations] += code == 0xff01;
        counts_[questions] += code == 0xff1f || code == 0x61f;
    }

    std::array<std::uint64_t, kinds> counts_{};
};

}  // namespace thresher
