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

#include "thresher/numeric/rounded_sum.hpp"
#include "thresher/numeric/sum.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// The terms of a score beside the products: the bias weight and minus the threshold (0 where there is none).
using Offsets = std::array<double, 2>;

// Direct columns whose weights stand one after the other.
struct DenseWeights {
    const double* weight;
    double operator()(Slot slot) const { return weight[slot]; }
};

// Direct columns whose weights are parts of records.
struct RecordWeights {
    NumberColumn weight;
    double operator()(Slot slot) const { return weight[slot]; }
};

struct MappedWeights {
    std::array<NumberColumn, 2> weight;
    double operator()(Slot slot) const { return weight[slot >> 31][slot & ~mapped_bit]; }
};

// Calls f(term), term(i) the i-th product of the row, with what fits the row: the loops below compile once per kind of row.
template <class F>
auto with_products(const State& state, const Row& row, F f) {
    const auto with_weights = [&](const auto& w) {
        const Slot* const slots = row.slots;
        if (row.values == nullptr) return f([=](std::size_t i) __attribute__((always_inline)) { return w(slots[i]); });
        const double* const values = row.values;
        return f([=](std::size_t i) __attribute__((always_inline)) { return w(slots[i]) * values[i]; });
    };
    const NumberColumn direct = state.direct_weights();
    if (row.mapped) return with_weights(MappedWeights{{direct, state.mapped_weights()}});
    if (direct.stride == 1) return with_weights(DenseWeights{direct.first});
    return with_weights(RecordWeights{direct});
}

// The correctly rounded score.
inline double rounded_score(const State& state, const Row& row, const Offsets& offsets) {
    return with_products(state, row, [&](const auto& product) { return rounded_sum(row.size, product, offsets); });
}

// The same, always the slow way.
inline double exact_score(const State& state, const Row& row, const Offsets& offsets) {
    ExactSum sum;
    with_products(state, row, [&](const auto& product) {
        for (std::size_t i = 0; i < row.size; ++i) sum.add(product(i));
    });
    for (double offset : offsets) sum.add(offset);
    return sum.rounded();
}

// A score known to within an error, made exact on demand.
class Score {
public:
    // `nonnegative`: no product is negative, so the sum is its own magnitude.
    Score(const State& state, const Row& row, const Offsets& offsets, bool nonnegative) : state_(&state), row_(&row), offsets_(offsets) {
        double magnitude = std::fabs(offsets[0]) + std::fabs(offsets[1]);
        if (nonnegative) {
            value_ = with_products(state, row, [&](const auto& product) { return sum_terms<PlainChain>(row.size, product).sum; });
            magnitude += value_;
        } else {
            const auto chain = with_products(state, row, [&](const auto& product) { return sum_terms<QuickChain>(row.size, product); });
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
