// Averaged and voted predictors (C7): the Perceptron learns as ever, but all its past vectors answer together.
//
// v_i is the i-th vector and c_i the number of examples it survived, the one that made it included.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "thresher/linear/score.hpp"
#include "thresher/numeric/sum.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// sum_i c_i v_i . x = (t + 1) w . x - h . x after t examples, h = sum over updates of (time of the update) * change.
inline double averaged_score(const State& state, const Row& row, std::size_t history, bool bias, double examples) {
    if (examples == 0.0) return 0.0;
    ExactSum now, then;
    const auto take = [&](Slot slot, double x) {
        now.add(state.weight(slot) * x);
        then.add(state.dual(slot)[history] * x);
    };
    for (std::size_t i = 0; i < row.size; ++i) take(row.slots[i], row.value(i));
    if (bias) take(bias_slot, 1.0);
    return (examples + 1.0) * now.rounded() - then.rounded();
}

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
    void restore(std::vector<Step> steps) { steps_ = std::move(steps); }

    void survive() { ++steps_.back().survived; }

    void extend(const Row& row, double step) {
        Step next{step, 1, {row.slots, row.slots + row.size}, {}};
        next.values.reserve(row.size);
        for (std::size_t i = 0; i < row.size; ++i) next.values.push_back(row.value(i));
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
};

}  // namespace thresher
