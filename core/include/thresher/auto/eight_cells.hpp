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

// Eight numbers that lie together in a cell, of eight cells. They are read whole, and turned half-way: a half of a register holds one number
// of four cells. That is enough for sums; what wants all eight cells in one register takes two halves.
struct EightOfEight {
    std::array<EightFloats, 4> near, far;  // the k-th: numbers k and k + 4 of the first four cells; of the last four

    template <class Places>
    THRESHER_LANES void load(const Places& cells, std::size_t offset) {
        turn(cells, 0, offset, near);
        turn(cells, 4, offset, far);
    }

    THRESHER_LANES void store(const EightPlaces& cells, std::size_t offset) const {
        turn_back(near, cells, 0, offset);
        turn_back(far, cells, 4, offset);
    }

    // The first four of the numbers, and the last four.
    THRESHER_LANES void get_first(EightOfFour& numbers) const {
        numbers.a = THRESHER_FIRST_HALVES(near[0], far[0]);
        numbers.b = THRESHER_FIRST_HALVES(near[1], far[1]);
        numbers.c = THRESHER_FIRST_HALVES(near[2], far[2]);
        numbers.d = THRESHER_FIRST_HALVES(near[3], far[3]);
    }
    THRESHER_LANES void get_last(EightOfFour& numbers) const {
        numbers.a = THRESHER_SECOND_HALVES(near[0], far[0]);
        numbers.b = THRESHER_SECOND_HALVES(near[1], far[1]);
        numbers.c = THRESHER_SECOND_HALVES(near[2], far[2]);
        numbers.d = THRESHER_SECOND_HALVES(near[3], far[3]);
    }
    THRESHER_LANES void set(const EightOfFour& first, const EightOfFour& last) {
        set_one(0, first.a, last.a);
        set_one(1, first.b, last.b);
        set_one(2, first.c, last.c);
        set_one(3, first.d, last.d);
    }

private:
    THRESHER_LANES void set_one(std::size_t k, const EightFloats& first, const EightFloats& last) {
        near[k] = THRESHER_FIRST_HALVES(first, last);
        far[k] = THRESHER_SECOND_HALVES(first, last);
    }

    template <class Places>
    THRESHER_LANES static void turn(const Places& cells, std::size_t from, std::size_t offset, std::array<EightFloats, 4>& turned) {
        const auto row = [&](std::size_t k, EightFloats& numbers) __attribute__((always_inline)) {
            std::memcpy(&numbers, reinterpret_cast<const char*>(cells[from + k]) + offset, sizeof numbers);
        };
        EightFloats a, b, c, d;
        row(0, a);
        row(1, b);
        row(2, c);
        row(3, d);
        const EightFloats ab = THRESHER_LOWER(a, b), cd = THRESHER_LOWER(c, d), ab_next = THRESHER_UPPER(a, b), cd_next = THRESHER_UPPER(c, d);
        turned[0] = THRESHER_LOWER_PAIRS(ab, cd);
        turned[1] = THRESHER_UPPER_PAIRS(ab, cd);
        turned[2] = THRESHER_LOWER_PAIRS(ab_next, cd_next);
        turned[3] = THRESHER_UPPER_PAIRS(ab_next, cd_next);
    }

    THRESHER_LANES static void turn_back(const std::array<EightFloats, 4>& turned, const EightPlaces& cells, std::size_t from, std::size_t offset) {
        const auto row = [&](std::size_t k, const EightFloats& numbers) __attribute__((always_inline)) {
            std::memcpy(reinterpret_cast<char*>(cells[from + k]) + offset, &numbers, sizeof numbers);
        };
        const EightFloats ab = THRESHER_LOWER(turned[0], turned[1]), ab_next = THRESHER_UPPER(turned[0], turned[1]),
                          cd = THRESHER_LOWER(turned[2], turned[3]), cd_next = THRESHER_UPPER(turned[2], turned[3]);
        row(0, THRESHER_LOWER_PAIRS(ab, cd));
        row(1, THRESHER_UPPER_PAIRS(ab, cd));
        row(2, THRESHER_LOWER_PAIRS(ab_next, cd_next));
        row(3, THRESHER_UPPER_PAIRS(ab_next, cd_next));
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

    // The first eight numbers of a cell, of which scoring reads what values are like; eight weights; what they move by.
    static constexpr std::size_t begin_at = offsetof(Cell, begun), weights_at = offsetof(Cell, weight) + adagrad_unit * sizeof(float),
                                 moves_at = offsetof(Cell, positives);

    static constexpr std::size_t values_at = begin_at, first_at = offsetof(Cell, largest), third_at = weights_at + 4 * sizeof(float),
                                 counted_at = moves_at, coin_at = offsetof(Cell, coin), arow_variance_at = offsetof(Cell, arow_variance),
                                 arow_sifted_variance_at = offsetof(Cell, arow_sifted_variance);
    static_assert(offsetof(Cell, weight) == first_at + 2 * sizeof(float) && offsetof(Cell, seen) == first_at + sizeof(float));
    static_assert(sgd == 0 && arow == 1 && adagrad_unit == 2 && arow_before_restart == 3 && arow_sifted == 4 && adagrad == 5 && coin_betting == 6 &&
                  winnow == 7 && arow_before_last_restart == 8 && naive_bayes == 9);
    static_assert(offsetof(Cell, spread) == values_at + 3 * sizeof(float) && offsetof(Cell, negatives) == counted_at + 3 * sizeof(float) &&
                  offsetof(Cell, arow_sifted_variance) == moves_at + 4 * sizeof(float) && offsetof(Cell, dual) == moves_at + 6 * sizeof(float));

    // The second and the third part are eight weights; the counted and the moved one what these move by.
    THRESHER_LANES void load_weights(const EightPlaces& cells) { load_eight(cells, weights_at, second, third); }
    THRESHER_LANES void store_weights(const EightPlaces& cells) const { store_eight(cells, weights_at, second, third); }
    THRESHER_LANES void load_moves(const EightPlaces& cells) { load_eight(cells, moves_at, counted, moved); }
    THRESHER_LANES void store_moves(const EightPlaces& cells) const { store_eight(cells, moves_at, counted, moved); }

private:
    THRESHER_LANES static void load_eight(const EightPlaces& cells, std::size_t offset, EightOfFour& first, EightOfFour& last) {
        EightOfEight all;
        all.load(cells, offset);
        all.get_first(first);
        all.get_last(last);
    }
    THRESHER_LANES static void store_eight(const EightPlaces& cells, std::size_t offset, const EightOfFour& first, const EightOfFour& last) {
        EightOfEight all;
        all.set(first, last);
        all.store(cells, offset);
    }
};

}  // namespace thresher
