// How far a linear learner moves by one example, and whether it can.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "thresher/data/label.hpp"
#include "thresher/errors.hpp"
#include "thresher/linear/aggressive.hpp"
#include "thresher/linear/config.hpp"
#include "thresher/linear/row_sums.hpp"
#include "thresher/numeric/shown_number.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// Rates whose step depends on the score itself.
inline bool needs_value(const Rate& rate) {
    return std::holds_alternative<AggressiveRate>(rate) || std::holds_alternative<PassiveAggressiveRate>(rate) ||
           std::holds_alternative<SecondOrderRate>(rate);
}

// What is known of an example when the step is chosen.
struct StepInput {
    Label label;
    double loss;
    double weight;
    double score;
    std::uint64_t correction;  // which one this would be, from 1
};

// How far the duals move per unit of x, y included; nothing where the step is not a number one can move by.
inline std::optional<double> step_of(const LinearConfig& config, const State& state, const Row& row, const StepInput& example) {
    const double y = sign(example.label);
    double step = 0.0;
    if (const auto* rate = std::get_if<ConstantRate>(&config.rate)) {
        const bool down = example.label == Label::negative && !std::holds_alternative<HalvesLink>(config.link);
        step = (down ? rate->demotion : rate->rate) * example.loss * example.weight * y;
    } else if (const auto* rate = std::get_if<EliminatingRate>(&config.rate)) {
        step = rate->rate * example.loss * example.weight * y;
    } else if (const auto* rate = std::get_if<AlmaRate>(&config.rate)) {
        if (row.size == 0 && !config.bias) return std::nullopt;
        step = rate->step_at(static_cast<double>(example.correction)) * example.weight * y;
    } else if (std::holds_alternative<AdaptiveRate>(config.rate)) {
        step = example.loss * example.weight * y;
    } else if (std::holds_alternative<SecondOrderRate>(config.rate)) {
        step = y;
    } else if (const auto* rate = std::get_if<PassiveAggressiveRate>(&config.rate)) {
        const double length = squared_length(row, config.bias);
        if (length == 0.0) return std::nullopt;
        step = rate->step(rate->margin - y * example.score, length) * example.weight * y;
    } else if (const auto* rate = std::get_if<AggressiveRate>(&config.rate)) {
        const TargetStep solve(state, row, config.link, config.bias);
        step = solve(example.score, config.threshold, rate->aim(example.label)) * example.weight;
    }
    if (!std::isfinite(step)) return std::nullopt;
    return step;
}

// Where weights would leave the numbers we can compute with.
inline void set_guards(LinearConfig& config) {
    const double limit = std::visit([](const auto& link) { return link.limit(); }, config.link);
    config.range.guard_high = limit;
    config.range.guard_low = std::holds_alternative<ExponentialLink>(config.link) ? -size_limit : -limit;
}

inline void check_initial(const Range& range, double dual) {
    if (!(dual >= range.low && dual <= range.high)) throw ParameterError("the initial dual " + shown_number(dual) + " lies outside the range");
    if (!(dual >= range.guard_low && dual <= range.guard_high))
        throw ParameterError("the initial dual " + shown_number(dual) + " gives a weight larger than 1e150");
}

}  // namespace thresher
