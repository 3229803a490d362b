// One step of a linear learner, by the rate and link it was made with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "thresher/data/label.hpp"
#include "thresher/linear/adaptive_update.hpp"
#include "thresher/linear/config.hpp"
#include "thresher/linear/manner.hpp"
#include "thresher/linear/row_sums.hpp"
#include "thresher/linear/update.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// The step that was chosen, and what it was chosen for.
struct ChosenStep {
    double step;
    Label label;
    double weight;
    double score;
    std::size_t second;              // the rate's own column
    std::optional<History> history;  // where vectors are averaged
};

// Moves the attributes of the row. `overflows` counts those that were stopped.
inline void move_row(State& state, const LinearConfig& config, const Row& row, const ChosenStep& chosen, std::uint64_t& overflows) {
    Updater move(state, config.range, overflows, config.bias);
    const double y = sign(chosen.label);
    if (const auto* rate = std::get_if<AdaptiveRate>(&config.rate)) {
        const AdaptiveStep step{rate->rate, chosen.step, chosen.second};
        if (moves_in_lanes(config))
            AdaptiveUpdate(state.cells(), config.range, step)(row, config.bias, overflows);
        else
            move(row, config.link, step);
    } else if (const auto* rate = std::get_if<SecondOrderRate>(&config.rate)) {
        const double beta = 1.0 / (variance_of(state, row, chosen.second, config.bias) + rate->r);
        move(row, config.link, SecondOrderStep{(1.0 - y * chosen.score) * beta * chosen.weight * y, beta, chosen.second});
    } else if (std::holds_alternative<EliminatingRate>(config.rate) && chosen.label == Label::negative) {
        move(row, config.link, EliminatingStep{});
    } else if (std::holds_alternative<HalvesLink>(config.link)) {
        const auto* rate = std::get_if<ConstantRate>(&config.rate);
        move(row, config.link, HalvesStep{chosen.step, rate == nullptr ? 1.0 : rate->demotion / rate->rate});
    } else if (config.monitor) {
        move(row, config.link, MonitoredStep{chosen.step, config.monitor->above, config.monitor->least});
    } else {
        move(row, config.link, UniformStep{chosen.step}, chosen.history);
    }
}

}  // namespace thresher
