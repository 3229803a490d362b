// What the bank's experts keep of one attribute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "thresher/auto/coin_betting.hpp"
#include "thresher/state/cells.hpp"

namespace thresher {

// In the order of the master and of saved models.
enum BankExpert : std::size_t {
    sgd,
    arow,
    adagrad_unit,
    arow_before_restart,
    arow_sifted,
    adagrad,
    coin_betting,
    winnow,
    arow_before_last_restart,
    naive_bayes,
    bank_experts
};

// What all of them keep of one attribute: two lines of the cache, the first of them all that predicting reads. Single
// precision, because reading cells is most of the work, and because no theorem rests on their last bits.
//
// The eight numbers from `positives` on lie as the first eight weights do: a variance is in the lane of its weight.
//
// A cell that never met an example is zero bytes, as memory comes from the system; it begins at the first (Bank::current).
struct alignas(8) Cell {
    static constexpr bool new_is_zero = true;

    float begun = 0.0F;                                             // when it last began: 1 + restarts before that; 0: never
    float unit = 0.0F;                                              // the power of two that brought its first value into [1, 2)
    float mean = 0.0F, spread = 0.0F, largest = 0.0F, seen = 0.0F;  // of its values, in that unit
    std::array<float, bank_experts> weight{};                       // the last is naive Bayes' log ratio; 0: nothing was counted yet
    float positives = 0.0F;                                         // examples with it
    float arow_variance = 0.0F;                                     // 1 once it has begun
    float unit_squares = 0.0F;                                      // adagrad_unit
    float negatives = 0.0F;
    float arow_sifted_variance = 0.0F;
    float squares = 0.0F;        // adagrad
    float dual = 0.0F;           // winnow
    float gain = 0.0F;           // what its crossings did for the answers (attribute_worth.hpp)
    Coin coin;                   // coin_betting
    std::uint64_t identity = 0;  // below 2^52, the same number in every process
    float gain_squares = 0.0F;
    float contributed = 0.0F;  // size of its shares of answers, added up over examples that were looked at

    bool operator==(const Cell&) const = default;

    // As it is when it begins.
    static Cell beginning(float begun) {
        Cell cell;
        cell.begun = begun;
        cell.arow_variance = cell.arow_sifted_variance = 1.0F;
        return cell;
    }

    // One that was never met begins: what is 0 then it has already.
    void begin_first(float now) {
        begun = now;
        arow_variance = arow_sifted_variance = 1.0F;
    }
    // The same with the value 1: as if that had been remembered, but not counted yet.
    void begin_usual(float now) {
        begin_first(now);
        unit = mean = largest = 1.0F;
    }
};
static_assert(sizeof(Cell) == 128);

// What every attribute holds.
using Cells = CellState<Cell>;

}  // namespace thresher
