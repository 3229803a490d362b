// What the bank's experts say of an example: sums over its attributes, eight attributes at a time.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/auto/turned_cells.hpp"
#include "thresher/auto/turned_values.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

// What scoring reads of eight cells (TurnedCells<8>::begin_at, TurnedCells<8>::weights_at).
struct EightToScore {
    TurnedEight<8> begin;  // begun, unit, mean, spread; largest, seen, weights of sgd and arow
    TurnedEight<8>
        weights;  // of adagrad_unit, arow_before_restart, arow_sifted, adagrad; of coin_betting, winnow, arow_before_last_restart, naive_bayes

    THRESHER_LANES void load(const EightSources& cells) {
        begin.load(cells, TurnedCells<8>::begin_at);
        weights.load(cells, TurnedCells<8>::weights_at);
    }
};

// Sums over the attributes of an example, on a grid, so that their order can't show. What was turned half-way (turned_cells.hpp) stays so: the
// first four lanes of a sum are of one expert, the last four of another.
template <bool Wide>
class BankSums {
public:
    explicit BankSums(double restarts) : remembers_(restarts >= 1.0), recalls_(restarts >= 2.0) {}

    // Of eight attributes; of so many whose values are 1 and always were, with less work: where there is none, weights are 0.
    THRESHER_LANES void add_usual(const EightToScore& cells, const EightFloats& sifted, const EightFloats& ratio, std::size_t attributes) {
        const EightFloats one = EightFloats{} + 1.0F;
        EightFloats near, far, near_ratio, far_ratio;
        take_first_halves(sifted, one, near);
        take_second_halves(sifted, one, far);
        pair_with(cells.weights.near[3], ratio, near_ratio, far_ratio, cells.weights.far[3]);
        Eight near_views, far_views;
        widen<Wide>(near, near_views);
        widen<Wide>(far, far_views);
        add_usual(cells.begin.near, cells.weights.near, near_ratio, near_views);
        add_usual(cells.begin.far, cells.weights.far, far_ratio, far_views);
        count(sifted);
        ones_ += attributes;
    }
    THRESHER_LANES void add(const EightToScore& cells, const EightViews& views, const EightFloats& ratio) {
        const EightFloats one = EightFloats{} + 1.0F;
        const auto& [scaled, share, sifted] = views;
        EightFloats near_ratio, far_ratio;
        pair_with(cells.weights.near[3], ratio, near_ratio, far_ratio, cells.weights.far[3]);
        PairsOfViews near, far;
        take_first_halves(scaled, scaled, near.scaled);
        take_first_halves(scaled, share, near.scaled_share);
        take_first_halves(sifted, scaled, near.sifted_scaled);
        take_first_halves(sifted, one, near.sifted_one);
        take_second_halves(scaled, scaled, far.scaled);
        take_second_halves(scaled, share, far.scaled_share);
        take_second_halves(sifted, scaled, far.sifted_scaled);
        take_second_halves(sifted, one, far.sifted_one);
        add(cells.begin.near, cells.weights.near, near_ratio, near);
        add(cells.begin.far, cells.weights.far, far_ratio, far);
        count(sifted);
        Eight wide;
        widen<Wide>(scaled, wide);
        scaled_squares_.add(wide * wide);
        widen<Wide>(share, wide);
        share_squares_.add(wide * wide);
        ++varying_;
    }

    // Of weights times views; the last: of naive Bayes' ratios.
    THRESHER_LANES double weighed(std::size_t expert) const {
        const std::size_t times = 2 * eights_;
        switch (expert) {
            case sgd: return begin_.first(times);
            case arow: return begin_.last(times);
            case adagrad_unit: return weights_[0].first(times);
            case arow_before_restart: return remembers_ ? weights_[1].first(times) : 0.0;
            case arow_sifted: return weights_[2].first(times);
            case adagrad: return weights_[3].first(times);
            case coin_betting: return weights_[0].last(times);
            case winnow: return weights_[1].last(times);
            case arow_before_last_restart: return recalls_ ? weights_[2].last(times) : 0.0;
            default: return weights_[3].last(times);
        }
    }
    // Of squares of views.
    THRESHER_LANES double scaled_squares() const { return scaled_squares_.total(varying_) + static_cast<double>(ones_); }
    THRESHER_LANES double share_squares() const { return share_squares_.total(varying_) + static_cast<double>(ones_); }
    THRESHER_LANES double sifted_squares() const { return sifted_squares_.total(eights_); }

private:
    using Begin = std::array<EightFloats, 4>;    // of four cells, as TurnedEight has them
    using Weights = std::array<EightFloats, 4>;  // the same

    // Views of four cells by two and two, as weights lie.
    struct PairsOfViews {
        EightFloats scaled, scaled_share, sifted_scaled, sifted_one;
    };

    // The weights of adagrad, and the ratios of counts where the logarithm stood that they were made of.
    THRESHER_LANES static void pair_with(const EightFloats& near, const EightFloats& ratio, EightFloats& near_ratio, EightFloats& far_ratio,
                                         const EightFloats& far) {
        near_ratio = __builtin_shufflevector(near, ratio, 0, 1, 2, 3, 8, 9, 10, 11);
        far_ratio = __builtin_shufflevector(far, ratio, 0, 1, 2, 3, 12, 13, 14, 15);
    }

    // `views`: what is sifted, and ones.
    THRESHER_LANES void add_usual(const Begin& begin, const Weights& weights, const EightFloats& ratio, const Eight& views) {
        EightFloats both;
        Eight wide;
        take_second_halves(begin[2], begin[3], both);
        widen<Wide>(both, wide);
        begin_.add(wide);
        widen<Wide>(weights[0], wide);
        weights_[0].add(wide);
        widen<Wide>(weights[1], wide);
        weights_[1].add(wide);
        widen<Wide>(weights[2], wide);
        weights_[2].add(wide * views);
        widen<Wide>(ratio, wide);
        weights_[3].add(wide * views);
    }

    THRESHER_LANES void add(const Begin& begin, const Weights& weights, const EightFloats& ratio, const PairsOfViews& views) {
        EightFloats both;
        take_second_halves(begin[2], begin[3], both);
        add(begin_, both, views.scaled);
        add(weights_[0], weights[0], views.scaled_share);
        add(weights_[1], weights[1], views.scaled_share);
        add(weights_[2], weights[2], views.sifted_scaled);
        add(weights_[3], ratio, views.sifted_one);
    }

    THRESHER_LANES static void add(GridSums& sums, const EightFloats& weights, const EightFloats& views) {
        Eight wide, times;
        widen<Wide>(weights, wide);
        widen<Wide>(views, times);
        sums.add(wide * times);
    }

    THRESHER_LANES void count(const EightFloats& sifted) {
        Eight wide;
        widen<Wide>(sifted, wide);
        sifted_squares_.add(wide * wide);
        ++eights_;
    }

    GridSums begin_;  // of sgd and arow
    std::array<GridSums, 4>
        weights_;  // of adagrad_unit and coin_betting; arow_before_restart, winnow; arow_sifted, arow_before_last_restart; adagrad and ratios
    GridSums scaled_squares_, share_squares_, sifted_squares_;
    std::size_t eights_ = 0, varying_ = 0;  // eights of attributes; those whose values vary
    std::size_t ones_ = 0;                  // attributes whose values do not
    bool remembers_, recalls_;              // whether there are weights of before a restart, and of before the one before
};

}  // namespace thresher
