// What a text looks like: how many characters, capitals, digits, signs, exclamation and question marks it has. Each count
// is one attribute of value 1, named by the range that it is in: _length=64-127, _digits=0, _capitals=1, _signs=2-3.
// Blanks do not count, so that it does not matter who trims a text.
//
// No word, pair or run of characters begins with `_`.
#pragma once

#include <array>
#include <bit>

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
        while (at < end && static_cast<unsigned char>(*at) < 128) {
            std::uint64_t sum = 0;
            const char* const stop = end - at > 255 ? at + 255 : end;
            while (at < stop && static_cast<unsigned char>(*at) < 128) sum += packed[static_cast<unsigned char>(*at++)];
            for (std::size_t i = 0; i < kinds; ++i) counts_[i] += sum >> (8 * i) & 255;
        }
        return at;
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
