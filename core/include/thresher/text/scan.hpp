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

#include "thresher/data/block.hpp"
#include "thresher/text/number.hpp"

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
        for (int part = 0; part < 8; ++part) mask |= (((f(parts_[part]) & ~low_bits) >> 7) * 0x0102040810204080ULL >> 56) << (8 * part);
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

// The places of the bits of many masks, one after the other. Eight are written at a time whether there are as many or not:
// that is cheaper than asking.
class Places {
public:
    static constexpr std::size_t most = 1024;

    [[gnu::always_inline]] void add(std::uint64_t mask, std::uint32_t base) {
        std::uint32_t* out = places_ + size_;
        const int count = bits_in(mask);
        for (int i = 0; i < 8; ++i, mask &= mask - 1) out[i] = base + static_cast<std::uint32_t>(std::countr_zero(mask));
        if (count > 8)
            for (int i = 8; i < 16; ++i, mask &= mask - 1) out[i] = base + static_cast<std::uint32_t>(std::countr_zero(mask));
        for (int i = 16; i < count; ++i, mask &= mask - 1) out[i] = base + static_cast<std::uint32_t>(std::countr_zero(mask));
        size_ += static_cast<std::size_t>(count);
    }
    bool full() const { return size_ + 64 > most; }
    void drop_last() { --size_; }
    std::size_t size() const { return size_; }
    std::uint32_t operator[](std::size_t i) const { return places_[i]; }

private:
    // Written out: the instruction is not on every processor, and the library's function is a call.
    static int bits_in(std::uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL >> 56);
    }

    std::uint32_t places_[most + 16];
    std::size_t size_ = 0;
};

// Up to 64 bytes of a text that ends: which of them belong to it, and the bit of its end, which counts as a space.
struct Window {
    std::uint64_t inside, end;

    Window(const char* place, const char* text_end) {
        const bool last = text_end - place < 64;
        end = last ? std::uint64_t{1} << (text_end - place) : 0;
        inside = last ? end - 1 : ~std::uint64_t{0};
    }
};

// Columns alone: numbers and single spaces, nothing else. Returns the start of the first number it did not read.
template <class ColumnOf>
const char* scan_alone(const char* at, const char* end, Block::Tail& tail, ColumnOf column_of) {
    Places spaces;
    for (const char* place = at; place <= end && !spaces.full(); place += 64) {
        const Chunk chunk(place);
        const Window window(place, end);
        const std::uint64_t found = (chunk.where(' ') & window.inside) | window.end;
        if ((window.inside & ~(chunk.digits() | found)) != 0) break;
        spaces.add(found, static_cast<std::uint32_t>(place - at));
    }
    const char* const base = at;
    std::int32_t* out = tail.index + tail.size;
    for (std::size_t i = 0; i < spaces.size(); ++i) {
        const char* const stop = base + spaces[i];
        if (!has_few_digits(stop - at)) break;
        *out++ = static_cast<std::int32_t>(column_of(number_before(stop, stop - at)));
        at = stop + 1;
    }
    tail.size = static_cast<std::size_t>(out - tail.index);
    return at;
}

// Columns with the value 1:   12:1 345:1
template <class ColumnOf>
const char* scan_binary(const char* at, const char* end, Block::Tail& tail, ColumnOf column_of) {
    Places colons;
    std::uint64_t before = 0;  // colons of the chunk before, as far as what must follow them stands in this one
    for (const char* place = at; place <= end && !colons.full(); place += 64) {
        const Chunk chunk(place);
        const Window window(place, end);
        const std::uint64_t found = chunk.where(':') & window.inside;
        const std::uint64_t ones = found << 1 | before >> 63, spaces = found << 2 | before >> 62;
        if (((chunk.where(' ') & window.inside) | window.end) != spaces || (ones & ~chunk.where('1')) != 0 ||
            (window.inside & ~(chunk.digits() | found | spaces)) != 0)
            break;
        colons.add(found, static_cast<std::uint32_t>(place - at));
        before = window.end != 0 ? 0 : found >> 62 << 62;
    }
    if (before != 0) colons.drop_last();  // what follows it was not looked at
    const char* const base = at;
    std::int32_t* out = tail.index + tail.size;
    for (std::size_t i = 0; i < colons.size(); ++i) {
        const char* const stop = base + colons[i];
        if (!has_few_digits(stop - at)) break;
        const std::uint64_t column = column_of(number_before(stop, stop - at));
        if (column > Block::small_limit) break;
        *out++ = static_cast<std::int32_t>(column);
        at = stop + 3;
    }
    tail.size = static_cast<std::size_t>(out - tail.index);
    return at;
}

// Where the parts of attributes stand in up to 64 bytes: name ':' value, the value with '.' and perhaps '-', then ' '.
struct Marks {
    std::uint64_t spaces, colons, points, minus;

    // The end of the text counts as a space; what is not usual hides all that stands behind it.
    [[gnu::always_inline]] Marks(const char* at, const char* end) {
        const Chunk chunk(at);
        spaces = chunk.where(' ');
        colons = chunk.where(':');
        points = chunk.where('.');
        minus = chunk.where('-') & colons << 1;
        std::uint64_t strange = ~(chunk.digits() | spaces | colons | points | minus);
        if (end - at < 64) {
            const std::uint64_t stop = std::uint64_t{1} << (end - at);
            spaces = (spaces & (stop - 1)) | stop;
            strange &= stop - 1;
        }
        if (strange != 0) spaces &= (strange & (0 - strange)) - 1;
    }
};

// Adds attributes from `at` on to the block, for as long as they are of the usual kind. `column_of(number)` turns what is
// written into a column. Returns the start of the first attribute that is not, or the end.
template <bool MayStandAlone, class ColumnOf>
const char* scan_usual(const char* at, const char* end, Block& block, ColumnOf column_of) {
    Block::Tail tail = block.open();
    if (!tail.usable) return at;
    const char* start = at;
    if (tail.value == nullptr) {
        do {
            start = at;
            at = MayStandAlone ? scan_alone(at, end, tail, column_of) : scan_binary(at, end, tail, column_of);
        } while (at != start && at < end);
    }
    do {
        const char* const base = start = at;
        if (at >= end) break;
        // Each chunk begins with an attribute, so that none is cut in two.
        Marks marks(base, end);
        for (; marks.spaces != 0; marks.spaces &= marks.spaces - 1) {
            const char* const space = base + std::countr_zero(marks.spaces);
            const char* const colon = base + std::countr_zero(marks.colons);
            const char* const stop = MayStandAlone && space < colon ? space : colon;
            if (stop > space || !has_few_digits(stop - at)) break;
            const std::uint64_t column = column_of(number_before(stop, stop - at));
            if (column > Block::small_limit) break;
            const char* const point = base + std::countr_zero(marks.points);
            if (point < stop) break;
            if (MayStandAlone && stop == space) {
                tail.add(column);
                at = space + 1;
                continue;
            }
            const bool negative = (marks.minus >> (colon + 1 - base)) & 1;
            const char* const value = colon + 1 + negative;
            const char* const whole_end = point < space ? point : space;
            if (!has_few_digits(whole_end - value)) break;
            std::uint64_t digits = number_before(whole_end, whole_end - value);
            auto number = static_cast<double>(digits);
            if (point < space) {
                const std::ptrdiff_t places = space - point - 1;
                if (!has_few_digits(places)) break;
                digits = digits * powers_of_ten[places] + number_before(space, places);
                if (digits > std::uint64_t{1} << 53) break;
                number = static_cast<double>(digits) / number_detail::exact_powers[places];  // one exact operation: correctly rounded
                marks.points &= marks.points - 1;
            }
            marks.colons &= marks.colons - 1;
            if (base + std::countr_zero(marks.points) < space || base + std::countr_zero(marks.colons) < space) break;  // a second one
            block.add(tail, column, negative ? -number : number);
            at = space + 1;
        }
    } while (at != start);
    block.close(tail);
    return at < end ? at : end;
}

}  // namespace thresher
