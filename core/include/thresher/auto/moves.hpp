// How the bank's experts move their weights: all of them in one visit, eight attributes at a time, in single precision.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/auto/turned_cells.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

inline constexpr float weight_limit = 64.0F;

// What one example does to each of its attributes. A step of 0 changes nothing.
struct Moves {
    float sgd = 0.0F, adagrad_unit = 0.0F, adagrad = 0.0F, coin_betting = 0.0F;  // gradients
    float rate_of_adagrad_unit = 1.0F;
    float least_stake = 0.0F;                    // of coin_betting, times a share
    float winnow = 0.0F;                         // what a share adds to the dual
    std::array<float, 2> arow{}, arow_shrink{};  // alpha y and beta of arow and of arow_sifted

    // Whether anything moves at all, and what: the sifted experts and winnow, whose numbers lie together, and the coin. Often one of
    // these is sure enough of an example while others are not, and what cannot move is neither read nor written.
    bool none() const { return sgd == 0.0F && adagrad_unit == 0.0F && arow[0] == 0.0F && !sifted_or_winnow() && !coins(); }
    bool sifted_or_winnow() const { return adagrad != 0.0F || arow[1] != 0.0F || winnow != 0.0F; }
    bool coins() const { return coin_betting != 0.0F; }

    // Moves eight attributes. All of their cells was read but for the coin, and is written by whoever read it.
    template <std::size_t Count, class Floats>
    THRESHER_LANES void at(Cell* const* places, TurnedCells<Count>& cells, const Floats& scaled, const Floats& unit, const Floats& share,
                           const Floats& sifted) const {
        add(cells.first.c, sgd * scaled);
        step(cells.first.d, cells.counted.b, arow[0], arow_shrink[0], scaled);
        ascend(cells.second.a, cells.counted.c, adagrad_unit * unit, rate_of_adagrad_unit);
        if (sifted_or_winnow()) {
            step(cells.second.c, cells.moved.a, arow[1], arow_shrink[1], sifted);
            ascend(cells.second.d, cells.moved.b, adagrad * sifted, 1.0F);
            turn(cells.third.b, cells.moved.c, share);
        }
        if (coins()) {
            cells.coin.load(places, TurnedCells<8>::coin_at);
            toss(cells.third.a, cells.coin, coin_betting * share, least_stake * share);
            cells.coin.store(places, TurnedCells<8>::coin_at);
        }
    }

    // Moves the weights of the bias, whose value is 1 in every view.
    THRESHER_LANES void at(Cell& bias, Cell& nobody) const {
        std::array<Cell*, 8> all;
        all.fill(&nobody);
        all[0] = &bias;
        Cell* const* const places = all.data();
        TurnedCells<8> cells;
        cells.first.load(places, TurnedCells<8>::first_at);
        cells.load_weights(places);
        cells.load_moves(places);
        const EightFloats one = EightFloats{} + 1.0F;
        at(places, cells, one, one, one, one);
        cells.first.store(places, TurnedCells<8>::first_at);
        cells.store_weights(places);
        cells.store_moves(places);
    }

private:
    static constexpr float dual_limit = 4.0F;

    // Winnow's.
    template <class Floats>
    THRESHER_LANES void turn(Floats& weight, Floats& dual, const Floats& share) const {
        dual += winnow * share;
        keep_within(dual, dual_limit);
        // 2 sinh by its series up to z^5: it is a seventh too small at the limit, and costs no exp.
        const Floats square = dual * dual;
        weight = dual * (2.0F + square * (1.0F / 3.0F + square / 60.0F));
    }

    template <class Floats>
    THRESHER_LANES static void add(Floats& weight, const Floats& by) {
        weight += by;
        keep_within(weight, weight_limit);
    }

    // AROW's.
    template <class Floats>
    THRESHER_LANES static void step(Floats& weight, Floats& variance, float alpha, float beta, const Floats& value) {
        add(weight, alpha * variance * value);
        variance -= beta * variance * variance * value * value;
        Floats none;
        set_to_zero(none);
        variance = variance > 0.0F ? variance : none;
    }

    // By a gradient over the root of the sum of its squares.
    template <class Floats>
    THRESHER_LANES static void ascend(Floats& weight, Floats& squares, const Floats& gradient, float rate) {
        squares += gradient * gradient;
        Floats roots = squares;
        root(roots);
        Floats none;
        set_to_zero(none);
        add(weight, rate * (squares > 0.0F ? gradient / roots : none));
    }

    // One round of coin betting (coin_betting.hpp).
    template <std::size_t Count, class Floats>
    THRESHER_LANES static void toss(Floats& weight, TurnedFour<Count>& coin, const Floats& g, const Floats& least) {
        auto& [bets, wagered, stake, won] = coin;
        Floats size = g, most = least;
        drop_sign(size);
        drop_sign(most);
        Floats none;
        set_to_zero(none);
        bets += g;
        wagered += size;
        most = most > size ? most : size;
        most = stake > most ? stake : most;
        keep_apart(most);
        stake = g != 0.0F ? most : stake;
        won += g * weight;
        won = won > 0.0F ? won : none;
        Floats bet = bets / (stake * (wagered + stake)) * (stake + won);
        keep_within(bet, weight_limit);
        keep_apart(bet);
        Floats again = g;
        keep_apart(again);
        weight = again != 0.0F ? bet : weight;
    }
};

}  // namespace thresher
