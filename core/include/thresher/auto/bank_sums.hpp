// What the bank's experts say of an example: sums over its attributes, eight attributes at a time.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/auto/eight_cells.hpp"
#include "thresher/auto/values_of_eight.hpp"
#include "thresher/numeric/lanes.hpp"

namespace thresher {

// What scoring reads of eight cells (EightCells::begin_at, EightCells::weights_at).
struct EightToScore {
    EightOfEight begin;  // begun, unit, mean, spread; largest, seen, weights of sgd and arow
    EightOfEight
        weights;  // of adagrad_unit, arow_before_restart, arow_sifted, adagrad; of coin_betting, winnow, arow_before_last_restart, naive_bayes

    THRESHER_LANES void load(const EightSources& cells) {
        begin.load(cells, EightCells::begin_at);
        weights.load(cells, EightCells::weights_at);
    }
};

// Sums over the attributes of an example, on a grid, so that their order can't show.
class BankSums {
public:
    explicit BankSums(double restarts) : remembers_(restarts >= 1.0), recalls_(restarts >= 2.0) {}

    // Of eight attributes; of so many whose values are 1 and always were, with less work: where there is none, weights are 0.
    THRESHER_LANES void add_usual(const EightToScore& cells, const EightFloats& sifted, const EightFloats& ratio, std::size_t attributes) {
        Four near, far;
        widen(sifted, near, far);
        add_usual(cells.begin.near, cells.weights.near, near);
        add_usual(cells.begin.far, cells.weights.far, far);
        count(ratio, near, far);
        ones_ += attributes;
    }
    THRESHER_LANES void add(const EightToScore& cells, const EightViews& views, const EightFloats& ratio) {
        Four near, far, near_share, far_share, near_sifted, far_sifted;
        widen(views.scaled, near, far);
        widen(views.share, near_share, far_share);
        widen(views.sifted, near_sifted, far_sifted);
        add(cells.begin.near, cells.weights.near, near, near_share, near_sifted);
        add(cells.begin.far, cells.weights.far, far, far_share, far_sifted);
        count(ratio, near_sifted, far_sifted);
        scaled_squares_.add(near * near);
        scaled_squares_.add(far * far);
        share_squares_.add(near_share * near_share);
        share_squares_.add(far_share * far_share);
        ++varying_;
    }

    // Of weights times views; the last: of naive Bayes' ratios.
    THRESHER_LANES double weighed(std::size_t expert) const {
        const bool silent = (expert == arow_before_restart && !remembers_) || (expert == arow_before_last_restart && !recalls_);
        return silent ? 0.0 : weighed_[expert].total(2 * eights_);
    }
    // Of squares of views.
    THRESHER_LANES double scaled_squares() const { return scaled_squares_.total(2 * varying_) + static_cast<double>(ones_); }
    THRESHER_LANES double share_squares() const { return share_squares_.total(2 * varying_) + static_cast<double>(ones_); }
    THRESHER_LANES double sifted_squares() const { return sifted_squares_.total(2 * eights_); }

private:
    using Begin = std::array<EightFloats, 4>;    // of four cells, as EightOfEight has them
    using Weights = std::array<EightFloats, 4>;  // the same

    THRESHER_LANES void add_usual(const Begin& begin, const Weights& weights, const Four& sifted) {
        Four one, other;
        widen(THRESHER_SECOND_HALVES(begin[2], begin[3]), one, other);
        weighed_[sgd].add(one);
        weighed_[arow].add(other);
        widen(weights[0], one, other);
        weighed_[adagrad_unit].add(one);
        weighed_[coin_betting].add(other);
        widen(weights[1], one, other);
        if (remembers_) weighed_[arow_before_restart].add(one);
        weighed_[winnow].add(other);
        widen(weights[2], one, other);
        weighed_[arow_sifted].add(one * sifted);
        if (recalls_) weighed_[arow_before_last_restart].add(other);
        widen(weights[3], one, other);
        weighed_[adagrad].add(one * sifted);
    }

    THRESHER_LANES void add(const Begin& begin, const Weights& weights, const Four& scaled, const Four& share, const Four& sifted) {
        Four one, other;
        widen(THRESHER_SECOND_HALVES(begin[2], begin[3]), one, other);
        weighed_[sgd].add(one * scaled);
        weighed_[arow].add(other * scaled);
        widen(weights[0], one, other);
        weighed_[adagrad_unit].add(one * scaled);
        weighed_[coin_betting].add(other * share);
        widen(weights[1], one, other);
        if (remembers_) weighed_[arow_before_restart].add(one * scaled);
        weighed_[winnow].add(other * share);
        widen(weights[2], one, other);
        weighed_[arow_sifted].add(one * sifted);
        if (recalls_) weighed_[arow_before_last_restart].add(other * scaled);
        widen(weights[3], one, other);
        weighed_[adagrad].add(one * sifted);
    }

    THRESHER_LANES void count(const EightFloats& ratio, const Four& near_sifted, const Four& far_sifted) {
        Four near, far;
        widen(ratio, near, far);
        weighed_[naive_bayes].add(near);
        weighed_[naive_bayes].add(far);
        sifted_squares_.add(near_sifted * near_sifted);
        sifted_squares_.add(far_sifted * far_sifted);
        ++eights_;
    }

    std::array<GridSum, bank_experts> weighed_;
    GridSum scaled_squares_, share_squares_, sifted_squares_;
    std::size_t eights_ = 0, varying_ = 0;  // eights of attributes; those whose values vary
    std::size_t ones_ = 0;                  // attributes whose values do not
    bool remembers_, recalls_;              // whether there are weights of before a restart, and of before the one before
};

}  // namespace thresher
