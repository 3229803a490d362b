// Four numbers at a time, or eight of single precision, as registers of today hold them; the compiler makes of this what the processor has (processor_clones.hpp). Lane by lane it is the same arithmetic, and sums have one order, so the bits are the same everywhere.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <initializer_list>

namespace thresher {

typedef double Two __attribute__((vector_size(16)));  // what every processor of this kind has
typedef long long TwoLanes __attribute__((vector_size(16)));
typedef double Four __attribute__((vector_size(32)));
typedef float FourFloats __attribute__((vector_size(16)));
typedef float EightFloats __attribute__((vector_size(32)));
typedef long long FourLanes __attribute__((vector_size(32)));  // -1 where a lane is meant
typedef unsigned long long FourWords __attribute__((vector_size(32)));
typedef int FourNarrowLanes __attribute__((vector_size(16)));
typedef int EightLanes __attribute__((vector_size(32)));

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

THRESHER_LANES void load(const float* from, EightFloats& to) { std::memcpy(&to, from, sizeof to); }
THRESHER_LANES void store(const EightFloats& from, float* to) { std::memcpy(to, &from, sizeof from); }

// Of two registers by turns, in each half: the lower numbers, the upper ones, and the same in pairs. What turns a square of numbers.
#define THRESHER_LOWER(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define THRESHER_UPPER(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define THRESHER_LOWER_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define THRESHER_UPPER_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
// The first halves of two registers, and the second ones.
#define THRESHER_FIRST_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define THRESHER_SECOND_HALVES(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)

// Keeps the compiler from looking behind a register: it would take numbers one by one from where they came from.
THRESHER_LANES void settle([[maybe_unused]] FourFloats& numbers) {
#if defined(__x86_64__) && defined(__GNUC__)
    asm("" : "+v"(numbers));
#endif
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

THRESHER_LANES void keep_within(EightFloats& x, float limit) {
    x = x > -limit ? x : EightFloats{} - limit;
    x = x < limit ? x : EightFloats{} + limit;
}
THRESHER_LANES void root(EightFloats& x) {
    for (std::size_t i = 0; i < 8; ++i) x[i] = std::sqrt(x[i]);
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
THRESHER_LANES void drop_sign(EightFloats& x) {
    constexpr int all_but_sign = 0x7fffffff;
    x = (EightFloats)((EightLanes)x & all_but_sign);
}

// The larger of two; without a branch, as processors have it.
THRESHER_LANES float larger(float a, float b) { return a > b ? a : b; }
THRESHER_LANES float smaller(float a, float b) { return a < b ? a : b; }
// From -limit to limit.
THRESHER_LANES float within(float x, float limit) { return smaller(larger(x, -limit), limit); }

// A sum that does not depend on the order of its terms, as grid.hpp has it for one: each term is rounded to a whole number of steps, and
// these are added as whole numbers. A term is below 2^27 in size, a sum below 2^38.
class GridSum {
public:
    // Four terms.
    THRESHER_LANES void add(const Four& terms) { words_ += (FourWords)(terms + shift); }

    // Of all, where four were added so many times.
    THRESHER_LANES double total(std::size_t times) const {
        const unsigned long long words = (words_[0] + words_[2]) + (words_[1] + words_[3]);
        return step * static_cast<double>(static_cast<long long>(words - 4 * times * std::bit_cast<unsigned long long>(shift)));
    }

private:
    static constexpr double shift = 1.5 * 268435456.0, step = 1.0 / 16777216.0;  // 1.5 * 2^28: its last bit is worth 2^-24

    FourWords words_{};  // steps, and the bits of the shift as often as something was added
};

THRESHER_LANES double sum_of(const Four& x) { return (x[0] + x[2]) + (x[1] + x[3]); }

THRESHER_LANES void clamp(Four& x, double low, double high) {
    x = x < low ? THRESHER_ALL(low) : x;
    x = x > high ? THRESHER_ALL(high) : x;
}

THRESHER_LANES void root(Four& x) {
    for (std::size_t i = 0; i < 4; ++i) x[i] = std::sqrt(x[i]);
}

// e^x for |x| <= 700, to a few last bits: x = k ln 2 + r, |r| <= ln 2 / 2, and the series of e^r up to r^12.
THRESHER_LANES void raise_e(Four& x) {
    constexpr double shift = 1.5 * 4503599627370496.0;  // 1.5 * 2^52: what is added to it is rounded to a whole number
    const Four shifted = x * 1.4426950408889634 + shift, k = shifted - shift;
    const Four r = (x - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10;
    Four sum = THRESHER_ALL(1.0 / 479001600.0);
    for (const double term : {1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0,
                              1.0 / 6.0, 0.5, 1.0, 1.0})
        sum = sum * r + term;
    const FourLanes power = ((FourLanes)shifted - std::bit_cast<long long>(shift) + 1023) << 52;  // the same bits, read as whole numbers
    x = sum * (Four)power;
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

    THRESHER_LANES void get(std::size_t from, Four& four) const { load(&numbers_[from], four); }
    THRESHER_LANES void set(std::size_t from, const Four& four) { store(four, &numbers_[from]); }

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
