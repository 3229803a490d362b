// The master's answer as a sum: logit = constant + sum of slope[k] * scores[k]. Each of the bends on the way from scores to the answer is replaced by
// the straight line through 0 and the point where it is now, so that nothing is left over.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "thresher/auto/master.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

template <std::size_t Experts>
struct AnswerLines {
    std::array<double, Experts> slope{};
    double constant = 0.0;
};

// Of the example that was answered into `scratch`.
template <std::size_t Experts>
AnswerLines<Experts> lines_of(const Master<Experts>& master, const typename Master<Experts>::Scratch& scratch) {
    const auto& memory = master.memory();
    const auto& votes = scratch.votes;
    const auto& inputs = scratch.inputs;
    const auto& stated = scratch.stated;
    double p = 0.0, all = 0.0;
    for (std::size_t j = 0; j < Master<Experts>::members; ++j) {
        p += memory.belief[j] * stated[j];
        all += memory.belief[j];
    }
    p /= all;
    const double out = std::fabs(p - .5) > 1e-9 ? log_of_ratio(p, 1.0 - p) / (p - .5) : 4.0;
    // What a unit of a member's logit adds to the answer's.
    const auto heard = [&](std::size_t j, double logit) {
        return memory.belief[j] / all * out * (std::fabs(logit) > 1e-9 ? (stated[j] - .5) / logit : .25);
    };
    const auto& weights = master.mixer().weights();
    double sum = 0.0;
    for (std::size_t i = 0; i < Master<Experts>::mixer_inputs; ++i) sum += weights[i] * inputs[i];
    const double by_mixer = heard(0, sum), by_majority = weights[Experts] * by_mixer + 3.0 * heard(1, 3.0 * inputs[Experts]);
    AnswerLines<Experts> lines;
    for (std::size_t k = 0; k < Experts; ++k) {
        const double vote = votes[k], quarter = vote / 4.0;
        const double alone = memory.slope[k] * heard(k + 2, vote * memory.slope[k]);
        lines.slope[k] =
            (alone + by_mixer * weights[k] / std::sqrt(1.0 + quarter * quarter) + by_majority * memory.majority[k] / std::sqrt(1.0 + vote * vote)) /
            master.mean_size(k);
    }
    lines.constant = by_mixer * weights[Experts + 1] * inputs[Experts + 1];
    return lines;
}

}  // namespace thresher
