// What the bank's experts say of an example: sums over its attributes, eight attributes at a time.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/auto/eight_cells.hpp"
#include "thresher/auto/values_of_eight.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

// Sums over the attributes of an example, four at a time; on a grid, so that their order can't show.
struct BankSums {
    std::array<Four, bank_experts> weighed{};  // of weights times views; the last: naive Bayes' ratios
    std::array<Four, 3> squares{};             // of views: scaled, shares, sifted

    // Of eight attributes; of so many whose values are 1 and always were, with less work: where there is none, weights are 0.
    THRESHER_LANES void add_usual(const EightCells& cells, const EightViews& views, const EightFloats& ratio, bool recalls, std::size_t attributes) {
        add_all(weighed[sgd], cells.first.c);
        add_all(weighed[arow], cells.first.d);
        add_all(weighed[adagrad_unit], cells.second.a);
        add_all(weighed[arow_before_restart], cells.second.b);
        if (recalls) add_all(weighed[arow_before_last_restart], cells.third.c);
        add_all(weighed[coin_betting], cells.third.a);
        add_all(weighed[winnow], cells.third.b);
        const double four = static_cast<double>(attributes) / 4.0;  // a part of one is on the grid, too
        squares[0] += four;
        squares[1] += four;
        add_sifted(cells, views);
        add_all(weighed[naive_bayes], ratio);
    }
    THRESHER_LANES void add(const EightCells& cells, const EightViews& views, const EightFloats& ratio, bool recalls) {
        Four low, high;
        widen(views.scaled, low, high);
        add_products(weighed[sgd], cells.first.c, low, high);
        add_products(weighed[arow], cells.first.d, low, high);
        add_products(weighed[adagrad_unit], cells.second.a, low, high);
        add_products(weighed[arow_before_restart], cells.second.b, low, high);
        if (recalls) add_products(weighed[arow_before_last_restart], cells.third.c, low, high);
        add_on_grid(squares[0], low * low, high * high);
        widen(views.share, low, high);
        add_products(weighed[coin_betting], cells.third.a, low, high);
        add_products(weighed[winnow], cells.third.b, low, high);
        add_on_grid(squares[1], low * low, high * high);
        add_sifted(cells, views);
        add_all(weighed[naive_bayes], ratio);
    }

private:
    THRESHER_LANES void add_sifted(const EightCells& cells, const EightViews& views) {
        Four low, high;
        widen(views.sifted, low, high);
        add_products(weighed[arow_sifted], cells.second.c, low, high);
        add_products(weighed[adagrad], cells.second.d, low, high);
        add_on_grid(squares[2], low * low, high * high);
    }
    THRESHER_LANES static void add_all(Four& sum, const EightFloats& terms) {
        Four low, high;
        widen(terms, low, high);
        add_on_grid(sum, low, high);
    }
    THRESHER_LANES static void add_products(Four& sum, const EightFloats& weights, const Four& low, const Four& high) {
        Four first, second;
        widen(weights, first, second);
        add_on_grid(sum, first * low, second * high);
    }
};

}  // namespace thresher
