// What the bank's experts keep of one attribute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "thresher/state/cells.hpp"

namespace thresher {

// In the order of the master and of saved models.
enum BankExpert : std::size_t {
    sgd,
    arow,
    arow_tracking,
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
struct alignas(8) Cell {
    float epoch = 0.0F;                                             // restarts it took part in
    float seen = 0.0F, mean = 0.0F, spread = 0.0F, largest = 0.0F;  // of its values
    float positives = 0.0F;                                         // examples with it that are positive
    std::array<float, bank_experts> weight{};                       // the last is naive Bayes' log ratio
    float negatives = 0.0F;
    float arow_variance = 1.0F, arow_tracking_variance = 1.0F, arow_sifted_variance = 1.0F;
    float squares = 0.0F;                                         // adagrad
    float bets = 0.0F, wagered = 0.0F, stake = 0.0F, won = 0.0F;  // coin_betting
    float dual = 0.0F;                                            // winnow
    std::uint64_t identity = 0;                                   // below 2^52, the same number in every process
    double contributed = 0.0;                                     // size of its shares of answers, added up over examples that were looked at
    std::array<float, 2> spare{};                                 // to two lines

    bool operator==(const Cell&) const = default;

    bool plain() const { return spread == 0.0F && mean == 1.0F; }  // it was always 1
};
static_assert(sizeof(Cell) == 128);

// What every attribute holds.
using Cells = CellState<Cell>;

}  // namespace thresher
