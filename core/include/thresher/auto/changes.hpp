// What changed with the last restart: weights of before it beside those learned since, of the same learner (AROW on scaled values).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "thresher/auto/auto_learner.hpp"

namespace thresher {

struct Change {
    Feature feature;       // of the bias an empty one
    double before, after;  // weights
    double share;          // of the examples since the restart that have it
    bool bias = false;

    double size() const { return std::fabs(after - before) * share; }  // mean change of its contribution, for a value of the usual size
};

// At most `count`, the largest first; only attributes met since the restart.
inline std::vector<Change> changes_since_restart(const AutoLearner& learner, std::size_t count) {
    const Ensemble& ensemble = learner.ensemble();
    const Bank& bank = ensemble.bank;
    const double examples = bank.positives + bank.negatives;
    std::vector<Change> all;
    if (bank.epoch == 0.0 || examples <= 0.0) return all;
    const auto change = [&](const Feature& feature, const Cell& cell, double met, bool bias) {
        const double before = ensemble.side * cell.weight[arow_before_restart], after = ensemble.side * cell.weight[arow];
        if (bank.is_current(cell) && before != after) all.push_back({feature, before, after, met / examples, bias});
    };
    learner.memory().each_known([&](const Feature& feature, Slot slot) {
        const Cell& cell = learner.memory().state()[slot];
        change(feature, cell, static_cast<double>(cell.positives) + cell.negatives, false);
    });
    change(Feature{}, learner.memory().state()[bias_slot], examples, true);
    const auto first = [](const Change& a, const Change& b) {
        if (a.size() != b.size()) return a.size() > b.size();
        return a.bias != b.bias ? a.bias : comes_before(a.feature, b.feature);
    };
    count = std::min(count, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), first);
    all.resize(count);
    return all;
}

}  // namespace thresher
