// Eight cells turned on their side: a register holds the same number of all eight, so that one instruction serves eight attributes.
//
// Cells are read and written four numbers at a time, as they lie (cell.hpp); turning them costs one shuffle for each number.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "thresher/auto/cell.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Where the cells of eight attributes are, to be read only or to be changed.
using EightSources = std::array<const Cell*, 8>;
using EightPlaces = std::array<Cell*, 8>;

// Four numbers that lie together in a cell, of eight cells.
struct EightOfFour {
    EightFloats a, b, c, d;

    template <class Places>
    THRESHER_LANES void load(const Places& cells, std::size_t offset) {
        const auto pair = [&](std::size_t i, EightFloats& both) __attribute__((always_inline)) {
            FourFloats one, other;
            std::memcpy(&one, reinterpret_cast<const char*>(cells[i]) + offset, sizeof one);
            std::memcpy(&other, reinterpret_cast<const char*>(cells[i + 4]) + offset, sizeof other);
            both = __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7);
        };
        EightFloats first, second, third, fourth;
        pair(0, first);
        pair(1, second);
        pair(2, third);
        pair(3, fourth);
        const EightFloats ab = THRESHER_LOWER(first, second), cd = THRESHER_UPPER(first, second);
        const EightFloats ab_next = THRESHER_LOWER(third, fourth), cd_next = THRESHER_UPPER(third, fourth);
        a = THRESHER_LOWER_PAIRS(ab, ab_next);
        b = THRESHER_UPPER_PAIRS(ab, ab_next);
        c = THRESHER_LOWER_PAIRS(cd, cd_next);
        d = THRESHER_UPPER_PAIRS(cd, cd_next);
    }

    THRESHER_LANES void store(const EightPlaces& cells, std::size_t offset) const {
        const auto pair = [&](std::size_t i, const EightFloats& both) __attribute__((always_inline)) {
            const FourFloats one = __builtin_shufflevector(both, both, 0, 1, 2, 3), other = __builtin_shufflevector(both, both, 4, 5, 6, 7);
            std::memcpy(reinterpret_cast<char*>(cells[i]) + offset, &one, sizeof one);
            std::memcpy(reinterpret_cast<char*>(cells[i + 4]) + offset, &other, sizeof other);
        };
        const EightFloats ab = THRESHER_LOWER(a, b), ab_next = THRESHER_UPPER(a, b), cd = THRESHER_LOWER(c, d), cd_next = THRESHER_UPPER(c, d);
        pair(0, THRESHER_LOWER_PAIRS(ab, cd));
        pair(1, THRESHER_UPPER_PAIRS(ab, cd));
        pair(2, THRESHER_LOWER_PAIRS(ab_next, cd_next));
        pair(3, THRESHER_UPPER_PAIRS(ab_next, cd_next));
    }
};

// One number of eight cells.
THRESHER_LANES void load_one(const EightPlaces& cells, std::size_t offset, EightFloats& all) {
    const auto one = [&](std::size_t i) __attribute__((always_inline)) {
        float number;
        std::memcpy(&number, reinterpret_cast<const char*>(cells[i]) + offset, sizeof number);
        return number;
    };
    all = EightFloats{one(0), one(1), one(2), one(3), one(4), one(5), one(6), one(7)};
}

// Everything in them that learning changes. Each part is read and written by itself: which are needed depends on the example.
struct EightCells {
    EightOfFour values;   // begun, unit, mean, spread
    EightOfFour first;    // largest, seen, weights of sgd and arow
    EightOfFour second;   // weights of adagrad_unit, arow_before_restart, arow_sifted, adagrad
    EightOfFour third;    // weights of coin_betting, winnow, arow_before_last_restart, naive_bayes
    EightOfFour counted;  // positives, arow_variance, unit_squares, negatives
    EightOfFour moved;    // arow_sifted_variance, squares, dual, gain
    EightOfFour coin;     // bets, wagered, stake, won

    static constexpr std::size_t values_at = offsetof(Cell, begun), first_at = offsetof(Cell, largest),
                                 second_at = offsetof(Cell, weight) + adagrad_unit * sizeof(float),
                                 third_at = offsetof(Cell, weight) + coin_betting * sizeof(float), counted_at = offsetof(Cell, positives),
                                 moved_at = offsetof(Cell, arow_sifted_variance), coin_at = offsetof(Cell, coin),
                                 arow_variance_at = offsetof(Cell, arow_variance), arow_sifted_variance_at = offsetof(Cell, arow_sifted_variance);
    static_assert(offsetof(Cell, weight) == first_at + 2 * sizeof(float) && offsetof(Cell, seen) == first_at + sizeof(float));
    static_assert(sgd == 0 && arow == 1 && adagrad_unit == 2 && arow_before_restart == 3 && arow_sifted == 4 && adagrad == 5 && coin_betting == 6 &&
                  winnow == 7 && arow_before_last_restart == 8 && naive_bayes == 9);
    static_assert(offsetof(Cell, spread) == values_at + 3 * sizeof(float) && offsetof(Cell, negatives) == counted_at + 3 * sizeof(float) &&
                  offsetof(Cell, dual) == moved_at + 2 * sizeof(float));
};

}  // namespace thresher
