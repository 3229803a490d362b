// Four numbers at a time, or eight of single precision, as registers of today hold them; the compiler makes of this what the processor has (processor_clones.hpp). Lane by lane it is the same arithmetic, and sums have one order, so the bits are the same everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <initializer_list>

#include "thresher/numeric/processor_clones.hpp"

namespace thresher {

typedef double Two __attribute__((vector_size(16)));  // what every processor of this kind has
typedef long long TwoLanes __attribute__((vector_size(16)));
typedef double Four __attribute__((vector_size(32)));
typedef float FourFloats __attribute__((vector_size(16)));
typedef float EightFloats __attribute__((vector_size(32)));
typedef long long FourLanes __attribute__((vector_size(32)));  // -1 where a lane is meant
typedef int FourNarrowLanes __attribute__((vector_size(16)));
typedef int EightLanes __attribute__((vector_size(32)));
typedef double Eight __attribute__((vector_size(64)));  // what some processors hold in one register
typedef unsigned long long EightWords __attribute__((vector_size(64)));
typedef float SixteenFloats __attribute__((vector_size(64)));
typedef int SixteenLanes __attribute__((vector_size(64)));

// What holds so many numbers of single precision, and half as many of double.
template <std::size_t Count>
struct RegistersOf;
template <>
struct RegistersOf<8> {
    using Floats = EightFloats;
    using Meant = EightLanes;
    using Doubles = Four;
};
template <>
struct RegistersOf<16> {
    using Floats = SixteenFloats;
    using Meant = SixteenLanes;
    using Doubles = Eight;
};

// Always inlined, and vectors go by reference: in which registers a call would pass them depends on the processor.
#define THRESHER_LANES [[gnu::always_inline]] inline

// The same number in every lane.
#define THRESHER_ALL(number) (Four{number, number, number, number})

THRESHER_LANES void load(const float* from, Four& to) {
    FourFloats all;
    std::memcpy(&all, from, sizeof all);
    to = Four{all[0], all[1], all[2], all[3]};  // as below
}
THRESHER_LANES void load(const double* from, Four& to) { std::memcpy(&to, from, sizeof to); }

THRESHER_LANES void store(const Four& from, float* to) {
    const FourFloats all = __builtin_convertvector(from, FourFloats);
    std::memcpy(to, &all, sizeof all);
}
THRESHER_LANES void store(const Four& from, double* to) { std::memcpy(to, &from, sizeof from); }
THRESHER_LANES void store(const Eight& from, double* to) { std::memcpy(to, &from, sizeof from); }

THRESHER_LANES void load(const float* from, EightFloats& to) { std::memcpy(&to, from, sizeof to); }
THRESHER_LANES void load(const float* from, SixteenFloats& to) { std::memcpy(&to, from, sizeof to); }
THRESHER_LANES void load(const double* from, Eight& to) { std::memcpy(&to, from, sizeof to); }
THRESHER_LANES void store(const EightFloats& from, float* to) { std::memcpy(to, &from, sizeof from); }

// Of two registers by turns, in each stretch of four: the lower numbers, the upper ones, and the same in pairs. What turns a square of numbers.
THRESHER_LANES void take_lower(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
THRESHER_LANES void take_upper(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
THRESHER_LANES void take_lower_pairs(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
THRESHER_LANES void take_upper_pairs(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
THRESHER_LANES void take_lower(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}
THRESHER_LANES void take_upper(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
}
THRESHER_LANES void take_lower_pairs(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
}
THRESHER_LANES void take_upper_pairs(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}
// The first four numbers of every eight of two registers, and the last four.
THRESHER_LANES void take_first_halves(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
THRESHER_LANES void take_second_halves(const EightFloats& a, const EightFloats& b, EightFloats& to) {
    to = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}
THRESHER_LANES void take_first_halves(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
}
THRESHER_LANES void take_second_halves(const SixteenFloats& a, const SixteenFloats& b, SixteenFloats& to) {
    to = __builtin_shufflevector(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
}

// Keeps the compiler from looking behind a register: it would take numbers one by one from where they came from.
THRESHER_LANES void settle([[maybe_unused]] FourFloats& numbers) {
#if defined(__x86_64__) && defined(__GNUC__)
    asm("" : "+v"(numbers));
#endif
}
THRESHER_LANES void settle([[maybe_unused]] EightFloats& numbers) {
#if defined(THRESHER_WIDE)
    asm("" : "+v"(numbers));
#endif
}
// Keeps two choices between numbers from becoming one with a mask that is put together: compilers take masks of sixteen numbers for
// numbers, and make them one by one.
template <class Numbers>
THRESHER_LANES void keep_apart([[maybe_unused]] Numbers& numbers) {
#if defined(THRESHER_WIDE)
    if constexpr (sizeof(Numbers) == 64) asm("" : "+v"(numbers));
#endif
}
template <class Floats>
THRESHER_LANES void set_to_zero(Floats& numbers) {
    numbers = Floats{};
    keep_apart(numbers);
}

// Four in double precision: one instruction, where the compiler's own conversion takes four.
THRESHER_LANES void widen(FourFloats all, Four& to) {
    settle(all);
    to = Four{all[0], all[1], all[2], all[3]};
}
// Eight as two times four.
THRESHER_LANES void widen(const EightFloats& all, Four& low, Four& high) {
    widen(__builtin_shufflevector(all, all, 0, 1, 2, 3), low);
    widen(__builtin_shufflevector(all, all, 4, 5, 6, 7), high);
}
THRESHER_LANES void narrow(const Four& low, const Four& high, EightFloats& all) {
    const FourFloats one = __builtin_convertvector(low, FourFloats), other = __builtin_convertvector(high, FourFloats);
    all = __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7);
}
// Eight in one go: where registers hold so many.
template <bool Wide>
THRESHER_LANES void widen(const EightFloats& all, Eight& to) {
    if constexpr (Wide) {
        EightFloats own = all;
        settle(own);
        to = Eight{own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7]};
    } else {
        Four low, high;
        widen(all, low, high);
        to = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    }
}
// Sixteen as two times eight.
THRESHER_LANES void widen(const SixteenFloats& all, Eight& low, Eight& high) {
    widen<true>(__builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7), low);
    widen<true>(__builtin_shufflevector(all, all, 8, 9, 10, 11, 12, 13, 14, 15), high);
}
THRESHER_LANES void narrow(const Eight& low, const Eight& high, SixteenFloats& all) {
    const EightFloats one = __builtin_convertvector(low, EightFloats), other = __builtin_convertvector(high, EightFloats);
    all = __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

// Whether any lane is meant.
THRESHER_LANES bool any(const FourNarrowLanes& meant) {
    std::array<long long, 2> words;
    std::memcpy(words.data(), &meant, sizeof words);
    return (words[0] | words[1]) != 0;
}
THRESHER_LANES bool any(const EightLanes& meant) {
    const FourNarrowLanes half = __builtin_shufflevector(meant, meant, 0, 1, 2, 3) | __builtin_shufflevector(meant, meant, 4, 5, 6, 7);
    return any(half);
}
THRESHER_LANES bool any(const SixteenLanes& meant) {
    const EightLanes half =
        __builtin_shufflevector(meant, meant, 0, 1, 2, 3, 4, 5, 6, 7) | __builtin_shufflevector(meant, meant, 8, 9, 10, 11, 12, 13, 14, 15);
    return any(half);
}

// A bit for each lane that is meant, the first one the lowest.
THRESHER_LANES unsigned bits_of(const EightLanes& meant) {
    const EightLanes bits = meant & EightLanes{1, 2, 4, 8, 16, 32, 64, 128};
    const FourNarrowLanes half = __builtin_shufflevector(bits, bits, 0, 1, 2, 3) | __builtin_shufflevector(bits, bits, 4, 5, 6, 7);
    std::array<unsigned long long, 2> words;
    std::memcpy(words.data(), &half, sizeof half);
    const unsigned long long both = words[0] | words[1];
    return static_cast<unsigned>(both | both >> 32);
}

// Whether any number is not 0.
THRESHER_LANES bool any(const EightFloats& numbers) { return any((EightLanes)numbers); }
THRESHER_LANES bool any(const SixteenFloats& numbers) { return any((SixteenLanes)numbers); }

template <class Floats>
THRESHER_LANES void keep_within(Floats& x, float limit) {
    x = x > -limit ? x : Floats{} - limit;
    x = x < limit ? x : Floats{} + limit;
}
THRESHER_LANES void root(EightFloats& x) {
    for (std::size_t i = 0; i < 8; ++i) x[i] = std::sqrt(x[i]);
}
THRESHER_LANES void root(SixteenFloats& x) {
    for (std::size_t i = 0; i < 16; ++i) x[i] = std::sqrt(x[i]);
}

// Their sizes, without the sign.
THRESHER_LANES double absolute(double x) { return std::fabs(x); }
THRESHER_LANES Two absolute(const Two& x) {
    constexpr long long all_but_sign = 0x7fffffffffffffff;
    return (Two)((TwoLanes)x & TwoLanes{all_but_sign, all_but_sign});
}

THRESHER_LANES void drop_sign(double& x) { x = std::fabs(x); }
THRESHER_LANES void drop_sign(Four& x) {
    constexpr long long all_but_sign = 0x7fffffffffffffff;
    x = (Four)((FourLanes)x & all_but_sign);
}
THRESHER_LANES void drop_sign(Eight& x) {
    constexpr long long all_but_sign = 0x7fffffffffffffff;
    x = (Eight)((decltype(x < x))x & all_but_sign);
}
THRESHER_LANES void drop_sign(EightFloats& x) {
    constexpr int all_but_sign = 0x7fffffff;
    x = (EightFloats)((EightLanes)x & all_but_sign);
}
THRESHER_LANES void drop_sign(SixteenFloats& x) {
    constexpr int all_but_sign = 0x7fffffff;
    x = (SixteenFloats)((SixteenLanes)x & all_but_sign);
}

// The larger of two; without a branch, as processors have it.
THRESHER_LANES float larger(float a, float b) { return a > b ? a : b; }
THRESHER_LANES float smaller(float a, float b) { return a < b ? a : b; }
// From -limit to limit.
THRESHER_LANES float within(float x, float limit) { return smaller(larger(x, -limit), limit); }

// Sums that do not depend on the order of their terms, as grid.hpp has it for one: each term is rounded to a whole number of steps, and
// these are added as whole numbers. A term is below 2^27 in size, a sum below 2^37.
class GridSums {
public:
    // Eight terms: of one sum, or four each of two.
    THRESHER_LANES void add(const Eight& terms) { words_ += (EightWords)(terms + shift); }

    // Of all, where eight were added so many times; of the first four of every eight; of the last four.
    THRESHER_LANES double total(std::size_t times) const { return in_steps(first_words() + last_words(), 8 * times); }
    THRESHER_LANES double first(std::size_t times) const { return in_steps(first_words(), 4 * times); }
    THRESHER_LANES double last(std::size_t times) const { return in_steps(last_words(), 4 * times); }

private:
    static constexpr double shift = 1.5 * 268435456.0, step = 1.0 / 16777216.0;  // 1.5 * 2^28: its last bit is worth 2^-24

    THRESHER_LANES unsigned long long first_words() const { return (words_[0] + words_[2]) + (words_[1] + words_[3]); }
    THRESHER_LANES unsigned long long last_words() const { return (words_[4] + words_[6]) + (words_[5] + words_[7]); }
    THRESHER_LANES static double in_steps(unsigned long long words, std::size_t terms) {
        return step * static_cast<double>(static_cast<long long>(words - terms * std::bit_cast<unsigned long long>(shift)));
    }

    EightWords words_{};  // steps, and the bits of the shift as often as something was added
};

THRESHER_LANES double sum_of(const Four& x) { return (x[0] + x[2]) + (x[1] + x[3]); }
// Eight are added as two times four: sums have one order, however wide registers are.
THRESHER_LANES void add_to(Four& sums, const Four& terms) { sums += terms; }
THRESHER_LANES void add_to(Four& sums, const Eight& terms) {
    sums += __builtin_shufflevector(terms, terms, 0, 1, 2, 3);
    sums += __builtin_shufflevector(terms, terms, 4, 5, 6, 7);
}

template <class Numbers>
THRESHER_LANES void clamp(Numbers& x, double low, double high) {
    x = x < low ? Numbers{} + low : x;
    x = x > high ? Numbers{} + high : x;
}

THRESHER_LANES void root(Four& x) {
    for (std::size_t i = 0; i < 4; ++i) x[i] = std::sqrt(x[i]);
}
THRESHER_LANES void root(Eight& x) {
    for (std::size_t i = 0; i < 8; ++i) x[i] = std::sqrt(x[i]);
}

// e^x for |x| <= 700, to a few last bits: x = k ln 2 + r, |r| <= ln 2 / 2, and the series of e^r up to r^12.
template <class Numbers>
THRESHER_LANES void raise_e(Numbers& x) {
    using Bits = decltype(x < x);
    constexpr double shift = 1.5 * 4503599627370496.0;  // 1.5 * 2^52: what is added to it is rounded to a whole number
    const Numbers shifted = x * 1.4426950408889634 + shift, k = shifted - shift;
    const Numbers r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
    Numbers sum = Numbers{} + 1.0 / 479001600.0;
    for (const double term : {1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0,
                              1.0 / 6.0, 0.5, 1.0, 1.0})
        sum = sum * r + term;
    const Bits power = ((Bits)shifted - std::bit_cast<long long>(shift) + 1023) << 52;  // the same bits, read as whole numbers
    x = sum * (Numbers)power;
}

// So many numbers, worked on four at a time; what fills up the last four is 0 at first.
template <std::size_t Size>
class Lanes {
public:
    static constexpr std::size_t width = (Size + 3) / 4 * 4;

    Lanes() = default;
    Lanes(std::initializer_list<double> numbers) { std::ranges::copy(numbers, begin()); }

    double& operator[](std::size_t i) { return numbers_[i]; }
    double operator[](std::size_t i) const { return numbers_[i]; }
    auto begin() { return numbers_.begin(); }
    auto end() { return numbers_.begin() + Size; }
    auto begin() const { return numbers_.begin(); }
    auto end() const { return numbers_.begin() + Size; }
    static constexpr std::size_t size() { return Size; }
    void fill(double number) { std::fill(begin(), end(), number); }

    // Four, or eight.
    template <class Numbers>
    THRESHER_LANES void get(std::size_t from, Numbers& numbers) const {
        load(&numbers_[from], numbers);
    }
    template <class Numbers>
    THRESHER_LANES void set(std::size_t from, const Numbers& numbers) {
        store(numbers, &numbers_[from]);
    }

    // Calls each.operator()<Four>(from) for all numbers, or each.operator()<Eight>(from) for eight of them as long as there are so many.
    template <bool Wide, class Each>
    THRESHER_LANES static void for_all(const Each& each) {
        std::size_t from = 0;
        if constexpr (Wide)
            for (; from + 8 <= width; from += 8) each.template operator()<Eight>(from);
        for (; from < width; from += 4) each.template operator()<Four>(from);
    }

private:
    std::array<double, width> numbers_{};
};

template <std::size_t Size>
THRESHER_LANES double dot(const Lanes<Size>& a, const Lanes<Size>& b) {
    Four sums{}, one, other;
    for (std::size_t i = 0; i < Lanes<Size>::width; i += 4) {
        a.get(i, one);
        b.get(i, other);
        sums += one * other;
    }
    return sum_of(sums);
}

}  // namespace thresher
