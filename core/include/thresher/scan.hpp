// The usual line, quickly: columns alone or with plain decimal values, single spaces between them.
//
// Reading digit by digit, each step waits for the one before. Here all bytes that are no digits are found first, 64 at
// a time; where a number begins and ends is then known before it is read, and the processor works on several at once.
// Whatever is not quite usual is left to the parser, which knows the whole format.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "thresher/block.hpp"
#include "thresher/number.hpp"

namespace thresher {

// Bit i is set if byte i of 64 is no digit.
[[gnu::always_inline]] inline std::uint64_t non_digits(const char* bytes) {
    std::uint64_t digits = 0;
#if defined(__SSE2__)
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
    for (int part = 0; part < 4; ++part) {
        const __m128i offset = _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part)), zero);
        const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(offset, nine), offset));
        digits |= static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << (16 * part);
    }
    return ~digits;
#else
    for (int part = 0; part < 8; ++part) {
        const std::uint64_t offset = load<std::uint64_t>(bytes + 8 * part) ^ 0x3030303030303030ULL;
        const std::uint64_t others = (((offset & 0x7f7f7f7f7f7f7f7fULL) + 0x7676767676767676ULL) | offset) & 0x8080808080808080ULL;
        digits |= ((others >> 7) * 0x0102040810204080ULL >> 56) << (8 * part);
    }
    return digits;
#endif
}

// The bytes that are no digits, one after the other. Loads up to 64 bytes past the last one asked for.
class Marks {
public:
    explicit Marks(const char* at) : chunk_(at), mask_(non_digits(at)) {}

    [[gnu::always_inline]] const char* next() {
        while (mask_ == 0) {
            chunk_ += 64;
            mask_ = non_digits(chunk_);
        }
        const char* found = chunk_ + std::countr_zero(mask_);
        mask_ &= mask_ - 1;
        return found;
    }

private:
    const char* chunk_;
    std::uint64_t mask_;
};

// The number whose `count` (1 to 8) digits end before `stop`. Loads eight bytes from before it.
[[gnu::always_inline]] inline std::uint64_t number_before(const char* stop, unsigned count) {
    const unsigned others = 64U - 8U * count;  // bits that belong to what stands before it
    return value_of_offsets((load<std::uint64_t>(stop - 8) ^ 0x3030303030303030ULL) >> others << others);
}

[[gnu::always_inline]] inline bool has_few_digits(std::ptrdiff_t count) { return static_cast<std::size_t>(count - 1) < 8; }

// Adds attributes from `at` on to the block, for as long as they are of the usual kind. `column_of(number)` turns what is
// written into a column. Returns the start of the first attribute that is not, or the end.
template <bool MayStandAlone, class ColumnOf>
const char* scan_usual(const char* at, const char* end, Block& block, ColumnOf column_of) {
    Block::Tail tail = block.open();
    if (!tail.usable) return at;
    Marks marks(at);
    while (at < end) {
        const char* const stop = marks.next();
        if (!has_few_digits(stop - at)) break;
        const std::uint64_t column = column_of(number_before(stop, static_cast<unsigned>(stop - at)));
        if (column > Block::small_limit) break;
        if (MayStandAlone && (*stop == ' ' || stop >= end)) {
            tail.add(column);
            at = stop + 1;
            continue;
        }
        if (*stop != ':') break;
        const char* next = marks.next();
        if (next == stop + 2 && stop[1] == '1' && *next == ' ') {  // binary data
            tail.add(column);
            at = next + 1;
            continue;
        }
        const char* sign = stop;
        const bool negative = next == stop + 1 && *next == '-';
        if (negative) {
            sign = next;
            next = marks.next();
        }
        if (!has_few_digits(next - sign - 1)) break;
        std::uint64_t digits = number_before(next, static_cast<unsigned>(next - sign - 1));
        double value = 0.0;
        if (*next == '.' && next < end) {
            const char* point = next;
            next = marks.next();
            const auto places = next - point - 1;
            if (!has_few_digits(places)) break;
            digits = digits * powers_of_ten[places] + number_before(next, static_cast<unsigned>(places));
            if (digits > std::uint64_t{1} << 53) break;
            value = static_cast<double>(digits) / number_detail::exact_powers[places];  // one exact operation: correctly rounded
        } else {
            value = static_cast<double>(digits);
        }
        if (*next != ' ' && next < end) break;
        block.add(tail, column, negative ? -value : value);
        at = next + 1;
    }
    block.close(tail);
    return at < end ? at : end;
}

}  // namespace thresher
