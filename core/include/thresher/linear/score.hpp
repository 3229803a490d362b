// The score of one example: the correctly rounded sum of the rounded products w_i x_i, the bias and -threshold.
//
// Most decisions need only to know on which side of a number the score lies. So the sum is taken quickly first, in any
// order, with a bound on its rounding error; only when that can't settle the question is the exact sum taken.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "thresher/numeric/sum.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// The terms of a score beside the products: the bias weight and minus the threshold (0 where there is none).
using Offsets = std::array<double, 2>;

struct DirectWeights {
    const double* weight;
    double operator()(Slot slot) const { return weight[slot]; }
};

struct MappedWeights {
    std::array<const double*, 2> weight;
    double operator()(Slot slot) const { return weight[slot >> 31][slot & ~mapped_bit]; }
};

struct Unit {
    double operator()(std::size_t) const { return 1.0; }
};

struct Values {
    const double* value;
    double operator()(std::size_t i) const { return value[i]; }
};

// Calls f(weights, values) with the accessors that fit the row: the inner loops below compile once per kind of row.
template <class F>
auto with_accessors(const State& state, const Row& row, F f) {
    const auto with_values = [&](const auto& weights) { return row.values == nullptr ? f(weights, Unit{}) : f(weights, Values{row.values}); };
    if (!row.mapped) return with_values(DirectWeights{state.direct_weights()});
    return with_values(MappedWeights{{state.direct_weights(), state.mapped_weights()}});
}

// One chain of additions with the running size of its terms. Kept in registers: members, not arrays.
template <bool Signed>
struct QuickChain {
    double sum = 0.0;
    double magnitude = 0.0;

    void add(double term) {
        sum += term;
        if constexpr (Signed) magnitude += std::fabs(term);
    }
    void join(const QuickChain& other) {
        sum += other.sum;
        magnitude += other.magnitude;
    }
};

// Doubled working precision: the error of every addition is kept and added in the end (Ogita, Rump, Oishi 2005).
struct DoubledChain {
    double sum = 0.0;
    double lost = 0.0;
    double magnitude = 0.0;

    void add(double term) {
        const TwoSum step = two_sum(sum, term);
        sum = step.high;
        lost += step.low;
        magnitude += std::fabs(term);
    }
    void join(const DoubledChain& other) {
        const TwoSum step = two_sum(sum, other.sum);
        sum = step.high;
        lost += step.low + other.lost;
        magnitude += other.magnitude;
    }
};

// The products of a row, summed. Four independent chains hide the latency of the additions behind that of the loads.
template <class Chain, class Weights, class X>
Chain sum_products(const Weights& w, const X& x, const Slot* slots, std::size_t size) {
    Chain a, b, c, d;
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        a.add(w(slots[i]) * x(i));
        b.add(w(slots[i + 1]) * x(i + 1));
        c.add(w(slots[i + 2]) * x(i + 2));
        d.add(w(slots[i + 3]) * x(i + 3));
    }
    for (; i < size; ++i) a.add(w(slots[i]) * x(i));
    a.join(b);
    c.join(d);
    a.join(c);
    return a;
}

inline double exact_score(const State& state, const Row& row, const Offsets& offsets) {
    ExactSum sum;
    with_accessors(state, row, [&](const auto& w, const auto& x) {
        for (std::size_t i = 0; i < row.size; ++i) sum.add(w(row.slots[i]) * x(i));
    });
    for (double offset : offsets) sum.add(offset);
    return sum.rounded();
}

// The correctly rounded score, by doubled precision where that can be proved to round the same way.
inline double rounded_score(const State& state, const Row& row, const Offsets& offsets) {
    DoubledChain chain =
        with_accessors(state, row, [&](const auto& w, const auto& x) { return sum_products<DoubledChain>(w, x, row.slots, row.size); });
    for (double offset : offsets) chain.add(offset);
    // The lost parts are at most u * magnitude each and there are size + 5 of them, summed with as many roundings; eps
    // is 2u, which leaves a factor of four to spare. The second term covers the two additions below.
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const double terms = static_cast<double>(row.size + 8);
    const double error = terms * terms * eps * eps * chain.magnitude + 2.0 * eps * std::fabs(chain.lost);
    const double least = chain.sum + (chain.lost - error), most = chain.sum + (chain.lost + error);
    return least == most ? least : exact_score(state, row, offsets);
}

// A score known to within an error, made exact on demand.
class Score {
public:
    // `nonnegative`: no product is negative, so the sum is its own magnitude.
    Score(const State& state, const Row& row, const Offsets& offsets, bool nonnegative) : state_(&state), row_(&row), offsets_(offsets) {
        double magnitude = std::fabs(offsets[0]) + std::fabs(offsets[1]);
        if (nonnegative) {
            value_ = with_accessors(state, row,
                                    [&](const auto& w, const auto& x) { return sum_products<QuickChain<false>>(w, x, row.slots, row.size).sum; });
            magnitude += value_;
        } else {
            const auto chain =
                with_accessors(state, row, [&](const auto& w, const auto& x) { return sum_products<QuickChain<true>>(w, x, row.slots, row.size); });
            value_ = chain.sum;
            magnitude += chain.magnitude;
        }
        value_ += offsets[0] + offsets[1];
        constexpr double eps = std::numeric_limits<double>::epsilon();
        error_ = static_cast<double>(row.size + 8) * eps * magnitude;
    }

    // A score that is known already.
    explicit Score(double value) : value_(value), error_(0.0) {}

    // Whether the correctly rounded score is >= level, and > level.
    bool at_least(double level) {
        settle(level);
        return value_ >= level;
    }
    bool above(double level) {
        settle(level);
        return value_ > level;
    }

    double value() {
        if (error_ != 0.0) value_ = rounded_score(*state_, *row_, offsets_);
        error_ = 0.0;
        return value_;
    }

private:
    // Rounding is monotone: if the exact sum is below a double that is below the level, so is the rounded one.
    void settle(double level) {
        if (value_ + error_ < level || value_ - error_ > level) return;
        if (error_ != 0.0) value_ = exact_score(*state_, *row_, offsets_);
        error_ = 0.0;
    }

    const State* state_ = nullptr;
    const Row* row_ = nullptr;
    Offsets offsets_{};
    double value_;
    double error_;
};

}  // namespace thresher
