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

// Puts together what was read of two cells, or of four: as many halves, or quarters, as a register has.
template <class Places>
THRESHER_LANES void load_fours(const Places& cells, std::size_t k, std::size_t offset, EightFloats& all) {
    FourFloats one, other;
    std::memcpy(&one, reinterpret_cast<const char*>(cells[k]) + offset, sizeof one);
    std::memcpy(&other, reinterpret_cast<const char*>(cells[k + 4]) + offset, sizeof other);
    all = __builtin_shufflevector(one, other, 0, 1, 2, 3, 4, 5, 6, 7);
}
template <class Places>
THRESHER_LANES void load_fours(const Places& cells, std::size_t k, std::size_t offset, SixteenFloats& all) {
    EightFloats near, far;
    load_fours(cells, k, offset, near);
    load_fours(&cells[8], k, offset, far);
    all = __builtin_shufflevector(near, far, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
THRESHER_LANES void store_fours(const EightFloats& all, Cell* const* cells, std::size_t k, std::size_t offset) {
    const FourFloats one = __builtin_shufflevector(all, all, 0, 1, 2, 3), other = __builtin_shufflevector(all, all, 4, 5, 6, 7);
    std::memcpy(reinterpret_cast<char*>(cells[k]) + offset, &one, sizeof one);
    std::memcpy(reinterpret_cast<char*>(cells[k + 4]) + offset, &other, sizeof other);
}
THRESHER_LANES void store_fours(const SixteenFloats& all, Cell* const* cells, std::size_t k, std::size_t offset) {
    const FourFloats a = __builtin_shufflevector(all, all, 0, 1, 2, 3), b = __builtin_shufflevector(all, all, 4, 5, 6, 7),
                     c = __builtin_shufflevector(all, all, 8, 9, 10, 11), d = __builtin_shufflevector(all, all, 12, 13, 14, 15);
    std::memcpy(reinterpret_cast<char*>(cells[k]) + offset, &a, sizeof a);
    std::memcpy(reinterpret_cast<char*>(cells[k + 4]) + offset, &b, sizeof b);
    std::memcpy(reinterpret_cast<char*>(cells[k + 8]) + offset, &c, sizeof c);
    std::memcpy(reinterpret_cast<char*>(cells[k + 12]) + offset, &d, sizeof d);
}
template <class Places>
THRESHER_LANES void load_eights(const Places& cells, std::size_t k, std::size_t offset, EightFloats& all) {
    std::memcpy(&all, reinterpret_cast<const char*>(cells[k]) + offset, sizeof all);
}
template <class Places>
THRESHER_LANES void load_eights(const Places& cells, std::size_t k, std::size_t offset, SixteenFloats& all) {
    EightFloats near, far;
    load_eights(cells, k, offset, near);
    load_eights(cells, k + 8, offset, far);
    all = __builtin_shufflevector(near, far, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
THRESHER_LANES void store_eights(const EightFloats& all, Cell* const* cells, std::size_t k, std::size_t offset) {
    std::memcpy(reinterpret_cast<char*>(cells[k]) + offset, &all, sizeof all);
}
THRESHER_LANES void store_eights(const SixteenFloats& all, Cell* const* cells, std::size_t k, std::size_t offset) {
    const EightFloats near = __builtin_shufflevector(all, all, 0, 1, 2, 3, 4, 5, 6, 7),
                      far = __builtin_shufflevector(all, all, 8, 9, 10, 11, 12, 13, 14, 15);
    store_eights(near, cells, k, offset);
    store_eights(far, cells, k + 8, offset);
}

// Four numbers that lie together in a cell, of eight or sixteen cells.
template <std::size_t Count>
struct TurnedFour {
    using Floats = typename RegistersOf<Count>::Floats;
    Floats a, b, c, d;

    template <class Places>
    THRESHER_LANES void load(const Places& cells, std::size_t offset) {
        Floats first, second, third, fourth;
        load_fours(cells, 0, offset, first);
        load_fours(cells, 1, offset, second);
        load_fours(cells, 2, offset, third);
        load_fours(cells, 3, offset, fourth);
        Floats ab, cd, ab_next, cd_next;
        take_lower(first, second, ab);
        take_upper(first, second, cd);
        take_lower(third, fourth, ab_next);
        take_upper(third, fourth, cd_next);
        take_lower_pairs(ab, ab_next, a);
        take_upper_pairs(ab, ab_next, b);
        take_lower_pairs(cd, cd_next, c);
        take_upper_pairs(cd, cd_next, d);
    }

    THRESHER_LANES void store(Cell* const* cells, std::size_t offset) const {
        Floats ab, ab_next, cd, cd_next, all;
        take_lower(a, b, ab);
        take_upper(a, b, ab_next);
        take_lower(c, d, cd);
        take_upper(c, d, cd_next);
        take_lower_pairs(ab, cd, all);
        store_fours(all, cells, 0, offset);
        take_upper_pairs(ab, cd, all);
        store_fours(all, cells, 1, offset);
        take_lower_pairs(ab_next, cd_next, all);
        store_fours(all, cells, 2, offset);
        take_upper_pairs(ab_next, cd_next, all);
        store_fours(all, cells, 3, offset);
    }
};

// Eight numbers that lie together in a cell, of eight or sixteen cells. They are read whole, and turned half-way: four lanes of a register hold
// one number of four cells. That is enough for sums; what wants all cells in one register takes halves of two.
template <std::size_t Count>
struct TurnedEight {
    using Floats = typename RegistersOf<Count>::Floats;
    std::array<Floats, 4> near, far;  // the k-th: numbers k and k + 4 of the first four cells of eight; of the last four

    template <class Places>
    THRESHER_LANES void load(const Places& cells, std::size_t offset) {
        turn(cells, 0, offset, near);
        turn(cells, 4, offset, far);
    }

    THRESHER_LANES void store(Cell* const* cells, std::size_t offset) const {
        turn_back(near, cells, 0, offset);
        turn_back(far, cells, 4, offset);
    }

    // The first four of the numbers, and the last four.
    THRESHER_LANES void get_first(TurnedFour<Count>& numbers) const {
        take_first_halves(near[0], far[0], numbers.a);
        take_first_halves(near[1], far[1], numbers.b);
        take_first_halves(near[2], far[2], numbers.c);
        take_first_halves(near[3], far[3], numbers.d);
    }
    THRESHER_LANES void get_last(TurnedFour<Count>& numbers) const {
        take_second_halves(near[0], far[0], numbers.a);
        take_second_halves(near[1], far[1], numbers.b);
        take_second_halves(near[2], far[2], numbers.c);
        take_second_halves(near[3], far[3], numbers.d);
    }
    THRESHER_LANES void set(const TurnedFour<Count>& first, const TurnedFour<Count>& last) {
        set_one(0, first.a, last.a);
        set_one(1, first.b, last.b);
        set_one(2, first.c, last.c);
        set_one(3, first.d, last.d);
    }

private:
    THRESHER_LANES void set_one(std::size_t k, const Floats& first, const Floats& last) {
        take_first_halves(first, last, near[k]);
        take_second_halves(first, last, far[k]);
    }

    template <class Places>
    THRESHER_LANES static void turn(const Places& cells, std::size_t from, std::size_t offset, std::array<Floats, 4>& turned) {
        Floats a, b, c, d, ab, cd, ab_next, cd_next;
        load_eights(cells, from, offset, a);
        load_eights(cells, from + 1, offset, b);
        load_eights(cells, from + 2, offset, c);
        load_eights(cells, from + 3, offset, d);
        take_lower(a, b, ab);
        take_lower(c, d, cd);
        take_upper(a, b, ab_next);
        take_upper(c, d, cd_next);
        take_lower_pairs(ab, cd, turned[0]);
        take_upper_pairs(ab, cd, turned[1]);
        take_lower_pairs(ab_next, cd_next, turned[2]);
        take_upper_pairs(ab_next, cd_next, turned[3]);
    }

    THRESHER_LANES static void turn_back(const std::array<Floats, 4>& turned, Cell* const* cells, std::size_t from, std::size_t offset) {
        Floats ab, ab_next, cd, cd_next, all;
        take_lower(turned[0], turned[1], ab);
        take_upper(turned[0], turned[1], ab_next);
        take_lower(turned[2], turned[3], cd);
        take_upper(turned[2], turned[3], cd_next);
        take_lower_pairs(ab, cd, all);
        store_eights(all, cells, from, offset);
        take_upper_pairs(ab, cd, all);
        store_eights(all, cells, from + 1, offset);
        take_lower_pairs(ab_next, cd_next, all);
        store_eights(all, cells, from + 2, offset);
        take_upper_pairs(ab_next, cd_next, all);
        store_eights(all, cells, from + 3, offset);
    }
};

// One number of eight cells.
THRESHER_LANES void load_one(Cell* const* cells, std::size_t offset, EightFloats& all) {
    const auto one = [&](std::size_t i) __attribute__((always_inline)) {
        float number;
        std::memcpy(&number, reinterpret_cast<const char*>(cells[i]) + offset, sizeof number);
        return number;
    };
    all = EightFloats{one(0), one(1), one(2), one(3), one(4), one(5), one(6), one(7)};
}

// Everything in them that learning changes. Each part is read and written by itself: which are needed depends on the example.
template <std::size_t Count>
struct TurnedCells {
    using Four = TurnedFour<Count>;

    Four values;   // begun, unit, mean, spread
    Four first;    // largest, seen, weights of sgd and arow
    Four second;   // weights of adagrad_unit, arow_before_restart, arow_sifted, adagrad
    Four third;    // weights of coin_betting, winnow, arow_before_last_restart, naive_bayes
    Four counted;  // positives, arow_variance, unit_squares, negatives
    Four moved;    // arow_sifted_variance, squares, dual, gain
    Four coin;     // bets, wagered, stake, won

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
    THRESHER_LANES void load_weights(Cell* const* cells) { load_eight(cells, weights_at, second, third); }
    THRESHER_LANES void store_weights(Cell* const* cells) const { store_eight(cells, weights_at, second, third); }
    THRESHER_LANES void load_moves(Cell* const* cells) { load_eight(cells, moves_at, counted, moved); }
    THRESHER_LANES void store_moves(Cell* const* cells) const { store_eight(cells, moves_at, counted, moved); }

private:
    THRESHER_LANES static void load_eight(Cell* const* cells, std::size_t offset, Four& first, Four& last) {
        TurnedEight<Count> all;
        all.load(cells, offset);
        all.get_first(first);
        all.get_last(last);
    }
    THRESHER_LANES static void store_eight(Cell* const* cells, std::size_t offset, const Four& first, const Four& last) {
        TurnedEight<Count> all;
        all.set(first, last);
        all.store(cells, offset);
    }
};

}  // namespace thresher
