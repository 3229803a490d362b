// Averaged and voted predictors (C7): the Perceptron learns as ever, but all its past vectors answer together.
//
// v_i is the i-th vector and c_i the number of examples it survived, the one that made it included.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "thresher/linear/row_sums.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/numeric/sum.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// sum_i c_i v_i . x = (t + 1) w . x - h . x after t examples, h = sum over updates of (time of the update) * change.
inline double averaged_score(const State& state, const Row& row, std::size_t history, bool bias, double examples) {
    if (examples == 0.0) return 0.0;
    const Offsets now{bias ? state.weight(bias_slot) : 0.0, 0.0};
    const Offsets then{bias ? state.dual(bias_slot)[history] : 0.0, 0.0};
    return (examples + 1.0) * rounded_score(state, row, now) - rounded_column(state, row, history, then);
}

// What the last vector and all of them together say of a row, in one pass over the records; exact where a quick sum can't tell.
// The link is the identity.
class AveragedAnswer {
public:
    AveragedAnswer(const State& state, const Row& row, std::size_t history, bool bias, double examples) {
        const NumberColumn direct = state.direct_column(0), mapped = state.mapped_column(0);
        const auto both = [&](Slot slot, double x) __attribute__((always_inline)) {
            const double* record = &(slot & mapped_bit ? mapped : direct)[slot & ~mapped_bit];
            return Two{record[0], record[history]} * x;
        };
        QuickChain<Two> a, b;
        std::size_t i = 0;
        for (; i + 2 <= row.size; i += 2) {
            a.add(both(row.slots[i], row.value(i)));
            b.add(both(row.slots[i + 1], row.value(i + 1)));
        }
        if (i < row.size) a.add(both(row.slots[i], row.value(i)));
        if (bias) b.add(both(bias_slot, 1.0));
        a.join(b);
        const Two error = a.magnitude * (static_cast<double>(row.size + 8) * std::numeric_limits<double>::epsilon());
        const Offsets offsets{bias ? state.weight(bias_slot) : 0.0, 0.0};
        current_ = std::fabs(a.sum[0]) > error[0] ? a.sum[0] > 0.0 : exact_score(state, row, offsets) >= 0.0;
        const double all = (examples + 1.0) * a.sum[0] - a.sum[1], most_off = (examples + 1.0) * error[0] + error[1];
        all_ = examples > 0.0 && std::fabs(all) > most_off ? all > 0.0 : averaged_score(state, row, history, bias, examples) >= 0.0;
    }

    bool current() const { return current_; }
    bool all() const { return all_; }

private:
    bool current_;
    bool all_;
};

// Voting needs every vector, kept as the chain of steps that made them: memory grows with the number of updates.
class VoteChain {
public:
    struct Step {
        double step;
        std::uint64_t survived;
        std::vector<Slot> slots;
        std::vector<double> values;
    };

    const std::vector<Step>& steps() const { return steps_; }
    void restore(std::vector<Step> steps) {
        steps_ = std::move(steps);
        held_ = 0;
        for (const Step& step : steps_) held_ += step.slots.size();
    }
    std::size_t bytes() const { return steps_.capacity() * sizeof(Step) + held_ * (sizeof(Slot) + sizeof(double)); }

    void survive() { ++steps_.back().survived; }

    void extend(const Row& row, double step) {
        Step next{step, 1, {row.slots, row.slots + row.size}, {}};
        next.values.reserve(row.size);
        for (std::size_t i = 0; i < row.size; ++i) next.values.push_back(row.value(i));
        held_ += row.size;
        steps_.push_back(std::move(next));
    }

    // sum_i c_i sgn(v_i . x), sgn(0) = 1.
    double score(const State& state, const Row& row, bool bias) const {
        std::vector<double> dense(state.mapped_size(), 0.0);
        for (std::size_t i = 0; i < row.size; ++i)
            if (row.slots[i] != pristine_slot) dense[row.slots[i] & ~mapped_bit] = row.value(i);
        double activation = 0.0, votes = 0.0;
        ExactSum dot;
        for (const Step& step : steps_) {
            dot.clear();
            for (std::size_t i = 0; i < step.slots.size(); ++i) dot.add(step.values[i] * dense[step.slots[i] & ~mapped_bit]);
            if (bias) dot.add(1.0);
            activation += step.step * dot.rounded();
            votes += static_cast<double>(step.survived) * (activation >= 0.0 ? 1.0 : -1.0);
        }
        return votes;
    }

private:
    std::vector<Step> steps_{{0.0, 0, {}, {}}};  // the first vector is zero and has survived nothing yet
    std::size_t held_ = 0;                       // attributes of all steps
};

}  // namespace thresher
