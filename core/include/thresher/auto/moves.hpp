// How the bank's experts move their weights: all of them in one visit, eight attributes at a time, in single precision.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/auto/eight_cells.hpp"
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
    THRESHER_LANES void at(const EightPlaces& places, EightCells& cells, const EightFloats& scaled, const EightFloats& unit, const EightFloats& share,
                           const EightFloats& sifted) const {
        add(cells.first.c, sgd * scaled);
        step(cells.first.d, cells.counted.b, arow[0], arow_shrink[0], scaled);
        ascend(cells.second.a, cells.counted.c, adagrad_unit * unit, rate_of_adagrad_unit);
        if (sifted_or_winnow()) {
            step(cells.second.c, cells.moved.a, arow[1], arow_shrink[1], sifted);
            ascend(cells.second.d, cells.moved.b, adagrad * sifted, 1.0F);
            turn(cells.third.b, cells.moved.c, share);
        }
        if (coins()) {
            cells.coin.load(places, EightCells::coin_at);
            toss(cells.third.a, cells.coin, coin_betting * share, least_stake * share);
            cells.coin.store(places, EightCells::coin_at);
        }
    }

    // Moves the weights of the bias, whose value is 1 in every view.
    THRESHER_LANES void at(Cell& bias, Cell& nobody) const {
        EightPlaces places;
        places.fill(&nobody);
        places[0] = &bias;
        EightCells cells;
        cells.first.load(places, EightCells::first_at);
        cells.load_weights(places);
        cells.load_moves(places);
        const EightFloats one = EightFloats{} + 1.0F;
        at(places, cells, one, one, one, one);
        cells.first.store(places, EightCells::first_at);
        cells.store_weights(places);
        cells.store_moves(places);
    }

private:
    static constexpr float dual_limit = 4.0F;

    // Winnow's.
    THRESHER_LANES void turn(EightFloats& weight, EightFloats& dual, const EightFloats& share) const {
        dual += winnow * share;
        keep_within(dual, dual_limit);
        // 2 sinh by its series up to z^5: it is a seventh too small at the limit, and costs no exp.
        const EightFloats square = dual * dual;
        weight = dual * (2.0F + square * (1.0F / 3.0F + square / 60.0F));
    }

    THRESHER_LANES static void add(EightFloats& weight, const EightFloats& by) {
        weight += by;
        keep_within(weight, weight_limit);
    }

    // AROW's.
    THRESHER_LANES static void step(EightFloats& weight, EightFloats& variance, float alpha, float beta, const EightFloats& value) {
        add(weight, alpha * variance * value);
        variance -= beta * variance * variance * value * value;
        variance = variance > 0.0F ? variance : EightFloats{};
    }

    // By a gradient over the root of the sum of its squares.
    THRESHER_LANES static void ascend(EightFloats& weight, EightFloats& squares, const EightFloats& gradient, float rate) {
        squares += gradient * gradient;
        EightFloats roots = squares;
        root(roots);
        add(weight, rate * (squares > 0.0F ? gradient / roots : EightFloats{}));
    }

    // One round of coin betting (coin_betting.hpp).
    THRESHER_LANES static void toss(EightFloats& weight, EightOfFour& coin, const EightFloats& g, const EightFloats& least) {
        auto& [bets, wagered, stake, won] = coin;
        EightFloats size = g, most = least;
        drop_sign(size);
        drop_sign(most);
        bets += g;
        wagered += size;
        most = most > size ? most : size;
        stake = (stake > most) | (g == 0.0F) ? stake : most;
        won += g * weight;
        won = won > 0.0F ? won : EightFloats{};
        EightFloats bet = bets / (stake * (wagered + stake)) * (stake + won);
        keep_within(bet, weight_limit);
        weight = g != 0.0F ? bet : weight;
    }
};

}  // namespace thresher
