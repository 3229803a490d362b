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

// 64 bytes of text, to be asked where something stands in them: bit i of an answer is byte i.
class Chunk {
public:
#if defined(__SSE2__)
    [[gnu::always_inline]] explicit Chunk(const char* bytes) {
        for (int part = 0; part < 4; ++part) parts_[part] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
    }
    [[gnu::always_inline]] std::uint64_t digits() const {
        return collect([](__m128i bytes) {
            const __m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
            return _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(9)), offset);
        });
    }
    [[gnu::always_inline]] std::uint64_t where(char c) const {
        return collect([c](__m128i bytes) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); });
    }

private:
    template <class F>
    [[gnu::always_inline]] std::uint64_t collect(F f) const {
        std::uint64_t mask = 0;
        for (int part = 0; part < 4; ++part)
            mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(f(parts_[part])))) << (16 * part);
        return mask;
    }
    __m128i parts_[4];
#else
    explicit Chunk(const char* bytes) {
        for (int part = 0; part < 8; ++part) parts_[part] = load<std::uint64_t>(bytes + 8 * part);
    }
    std::uint64_t digits() const {
        return ~collect([](std::uint64_t bytes) {
            const std::uint64_t offset = bytes ^ 0x3030303030303030ULL;
            return ((offset & low_bits) + 0x7676767676767676ULL) | offset;
        });
    }
    std::uint64_t where(char c) const {
        return ~collect([c](std::uint64_t bytes) {
            const std::uint64_t offset = bytes ^ (0x0101010101010101ULL * static_cast<unsigned char>(c));
            return ((offset & low_bits) + low_bits) | offset;
        });
    }

private:
    static constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7fULL;
    // The highest bit of every byte of f(part).
    template <class F>
    std::uint64_t collect(F f) const {
        std::uint64_t mask = 0;
        for (int part = 0; part < 8; ++part)
            mask |= (((f(parts_[part]) & ~low_bits) >> 7) * 0x0102040810204080ULL >> 56) << (8 * part);
        return mask;
    }
    std::uint64_t parts_[8];
#endif
};

// The highest `count` bytes of a word.
inline constexpr std::uint64_t highest_bytes[] = {0,
                                                  0xff00000000000000ULL,
                                                  0xffff000000000000ULL,
                                                  0xffffff0000000000ULL,
                                                  0xffffffff00000000ULL,
                                                  0xffffffffff000000ULL,
                                                  0xffffffffffff0000ULL,
                                                  0xffffffffffffff00ULL,
                                                  0xffffffffffffffffULL};

// The number whose `count` (1 to 8) digits end before `stop`. Loads eight bytes from before it.
[[gnu::always_inline]] inline std::uint64_t number_before(const char* stop, std::ptrdiff_t count) {
    return value_of_offsets((load<std::uint64_t>(stop - 8) ^ 0x3030303030303030ULL) & highest_bytes[count]);
}

[[gnu::always_inline]] inline bool has_few_digits(std::ptrdiff_t count) { return static_cast<std::size_t>(count - 1) < 8; }

// Numbers and single spaces, nothing else: 64 bytes at a time, as long as that is all there is. Returns the start of the
// first number it did not read.
template <class ColumnOf>
[[gnu::always_inline]] inline const char* scan_alone(const char* at, const char* end, Block::Tail& tail, ColumnOf column_of) {
    for (const char* place = at; place + 64 < end; place += 64) {
        const Chunk chunk(place);
        std::uint64_t spaces = chunk.where(' ');
        if ((chunk.digits() | spaces) != ~std::uint64_t{0}) return at;
        std::int32_t* out = tail.index + tail.size;
        for (; spaces != 0; spaces &= spaces - 1) {
            const char* const stop = place + std::countr_zero(spaces);
            const std::ptrdiff_t count = stop - at;
            if (!has_few_digits(count)) {
                tail.size = static_cast<std::size_t>(out - tail.index);
                return at;
            }
            *out++ = static_cast<std::int32_t>(column_of(number_before(stop, count)));
            at = stop + 1;
        }
        tail.size = static_cast<std::size_t>(out - tail.index);
    }
    return at;
}

// The same for numbers with the value 1:   12:1 345:1
template <class ColumnOf>
[[gnu::always_inline]] inline const char* scan_binary(const char* at, const char* end, Block::Tail& tail, ColumnOf column_of) {
    std::uint64_t before = 0;  // colons of the chunk before this one
    for (const char* place = at; place + 64 < end; place += 64) {
        const Chunk chunk(place);
        std::uint64_t colons = chunk.where(':');
        const std::uint64_t spaces = colons << 2 | before >> 62, ones = colons << 1 | before >> 63;
        if (chunk.where(' ') != spaces || (chunk.digits() | colons | spaces) != ~std::uint64_t{0} || (ones & ~chunk.where('1')) != 0)
            break;
        before = colons;
        std::int32_t* out = tail.index + tail.size;
        for (; colons != 0; colons &= colons - 1) {
            const char* const stop = place + std::countr_zero(colons);
            const std::ptrdiff_t count = stop - at;
            const std::uint64_t column = has_few_digits(count) ? column_of(number_before(stop, count)) : ~std::uint64_t{0};
            if (column > Block::small_limit) {
                tail.size = static_cast<std::size_t>(out - tail.index);
                return at;
            }
            *out++ = static_cast<std::int32_t>(column);
            at = stop + 3;
        }
        tail.size = static_cast<std::size_t>(out - tail.index);
    }
    // The last one may have had its colon in a good chunk and the rest of it in a bad one.
    if (before >> 62 != 0 && !(at[-2] == '1' && at[-1] == ' ')) {
        --tail.size;
        for (at -= 3; number_detail::is_digit(at[-1]);) --at;
    }
    return at;
}

// The bytes that are no digits, one after the other. Loads up to 64 bytes past the last one asked for.
class Marks {
public:
    explicit Marks(const char* at) : place_(at), mask_(~Chunk(at).digits()) {}

    [[gnu::always_inline]] const char* next() {
        while (mask_ == 0) {
            place_ += 64;
            mask_ = ~Chunk(place_).digits();
        }
        const char* found = place_ + std::countr_zero(mask_);
        mask_ &= mask_ - 1;
        return found;
    }

private:
    const char* place_;
    std::uint64_t mask_;
};

// Adds attributes from `at` on to the block, for as long as they are of the usual kind. `column_of(number)` turns what is
// written into a column. Returns the start of the first attribute that is not, or the end.
template <bool MayStandAlone, class ColumnOf>
const char* scan_usual(const char* at, const char* end, Block& block, ColumnOf column_of) {
    Block::Tail tail = block.open();
    if (!tail.usable) return at;
    if (tail.value == nullptr) at = MayStandAlone ? scan_alone(at, end, tail, column_of) : scan_binary(at, end, tail, column_of);
    Marks marks(at);
    while (at < end) {
        const char* const stop = marks.next();
        if (!has_few_digits(stop - at)) break;
        const std::uint64_t column = column_of(number_before(stop, stop - at));
        if (column > Block::small_limit) break;
        if (MayStandAlone && (*stop == ' ' || stop >= end)) {
            tail.add(column);
            at = stop + 1;
            continue;
        }
        if (*stop != ':') break;
        const char* sign = stop;
        const char* next = marks.next();
        const bool negative = next == stop + 1 && *next == '-';
        if (negative) {
            sign = next;
            next = marks.next();
        }
        if (!has_few_digits(next - sign - 1)) break;
        std::uint64_t digits = number_before(next, next - sign - 1);
        double value = static_cast<double>(digits);
        if (*next == '.' && next < end) {
            const char* point = next;
            next = marks.next();
            const auto places = next - point - 1;
            if (!has_few_digits(places)) break;
            digits = digits * powers_of_ten[places] + number_before(next, places);
            if (digits > std::uint64_t{1} << 53) break;
            value = static_cast<double>(digits) / number_detail::exact_powers[places];  // one exact operation: correctly rounded
        }
        if (*next != ' ' && next < end) break;
        block.add(tail, column, negative ? -value : value);
        at = next + 1;
    }
    block.close(tail);
    return at < end ? at : end;
}

}  // namespace thresher
