// Several learners that started from one: z = base + sum of what each of them changed, attribute by attribute.
//
// Useful for learning on many machines; no mistake bound is known for the result.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "thresher/learner.hpp"

namespace thresher {

namespace merging {

// base + sum of (other - base), correctly rounded, so that the order of the others does not matter.
inline double add_changes(double base, std::span<const double> others) {
    ExactSum sum;
    sum.add(base);
    bool changed = false;
    for (double other : others) {
        if (other == base) continue;
        if (std::isinf(other) || std::isinf(base)) return -std::numeric_limits<double>::infinity();  // eliminated for good
        changed = true;
        sum.add(other);
        sum.add(-base);
    }
    return changed ? sum.rounded() : base;
}

inline double combine(Column column, double base, std::vector<double>& others, const Config& config, std::uint64_t& overflows) {
    switch (column) {
        case Column::dual:
        case Column::negative_half: {
            const double z = add_changes(base, others);
            return z == base || std::isinf(z) ? z : config.range.clamp(z, overflows);
        }
        case Column::squares: return std::max(add_changes(base, others), 0.0);
        case Column::variance: {  // what adds up is confidence, the inverse
            for (double& other : others) other = 1.0 / other;
            const double confidence = add_changes(1.0 / base, others);
            return confidence == 1.0 / base ? base : 1.0 / confidence;
        }
        case Column::history: return add_changes(base, others);
        case Column::occurrences:
            return std::min(add_changes(base, others), static_cast<double>(config.memory.join_after));
        case Column::link:
        case Column::seen: return std::max(base, *std::ranges::max_element(others));
    }
    return base;
}

inline std::uint64_t combine(std::uint64_t base, const std::vector<const Learner*>& others, std::uint64_t Counts::*count) {
    std::uint64_t sum = base;
    for (const Learner* other : others) {
        if (other->counts().*count < base)
            throw InputError("a learner to merge has seen less than the one it is merged into: merge learners that went on from it");
        sum += other->counts().*count - base;
    }
    return sum;
}

}  // namespace merging

inline void merge(Learner& base, const std::vector<const Learner*>& others) {
    if (others.empty()) return;
    if (base.config().averaging == Averaging::voted)
        throw InputError("voted learners can't be merged: their vectors have an order");
    if (base.ensemble()) throw InputError("Auto can't be merged: which of its learners to trust depends on the order of the examples");
    if (base.naive_bayes() && base.naive_bayes()->fades())
        throw InputError("learners with a half life can't be merged: what they counted fades in the order of the examples");
    Counts counts = base.counts();
    for (auto count : {&Counts::examples, &Counts::mistakes, &Counts::promotions, &Counts::demotions, &Counts::overflows, &Counts::refused})
        counts.*count = merging::combine(base.counts().*count, others, count);

    Memory& memory = base.memory();
    for (const Learner* other : others)
        other->memory().each_known([&](const Feature& feature, Slot) { memory.slot_for(feature); });
    State& state = memory.state();
    const std::size_t known_before = base.naive_bayes() ? NaiveBayes::known(memory) : 0;
    const double scale = base.normalised() ? base.normalised()->scale() : 1.0;
    bool moved = false;
    std::vector<double> values(others.size());
    const auto merge_slot = [&](const Feature* feature, Slot slot) {
        double* record = state.dual(slot);
        for (std::size_t i = 0; i < base.columns().size(); ++i) {
            const bool scaled = i == 0 && base.normalised();
            for (std::size_t j = 0; j < others.size(); ++j) {
                const Memory& theirs = others[j]->memory();
                const Slot their_slot = feature == nullptr ? slot : theirs.names().find(*feature);
                values[j] = theirs.state().dual(their_slot)[i];
                if (scaled) values[j] *= others[j]->normalised()->scale() / scale;
            }
            const double merged = merging::combine(base.columns()[i], record[i], values, base.config(), counts.overflows);
            moved = moved || merged != record[i];
            record[i] = merged;
        }
        state.weight(slot) = evaluate(base.config().link, record);
    };
    std::vector<std::pair<Feature, Slot>> all;
    for (const Learner* other : others)
        other->memory().each_known([&](const Feature& feature, Slot) { all.emplace_back(feature, memory.names().find(feature)); });
    memory.each_known([&](const Feature& feature, Slot slot) { all.emplace_back(feature, slot); });
    std::vector<bool> done_direct(state.direct_size()), done_mapped(state.mapped_size());
    for (const auto& [feature, slot] : all) {
        auto& done = (slot & mapped_bit) != 0 ? done_mapped : done_direct;
        if (done[slot & ~mapped_bit]) continue;
        done[slot & ~mapped_bit] = true;
        merge_slot(&feature, slot);
    }
    if (base.config().bias) merge_slot(nullptr, bias_slot);
    if (base.normalised() && moved) base.normalised()->renew(state);
    if (base.naive_bayes()) {
        NaiveBayes::Totals totals = base.naive_bayes()->totals();
        for (const auto total : NaiveBayes::Totals::sums) {
            for (std::size_t j = 0; j < others.size(); ++j) values[j] = others[j]->naive_bayes()->totals().*total;
            totals.*total = std::max(merging::add_changes(totals.*total, values), 0.0);
        }
        totals.attributes += static_cast<double>(NaiveBayes::known(memory) - known_before);
        base.naive_bayes()->restore(totals);
    }

    std::vector<double> slopes, squares, expected;
    for (const Learner* other : others) {
        slopes.push_back(other->slope().log_slope);
        squares.push_back(other->slope().squares);
        expected.push_back(other->expected_mistakes());
    }
    base.slope().log_slope = merging::add_changes(base.slope().log_slope, slopes);
    base.slope().squares = merging::add_changes(base.slope().squares, squares);
    base.restore_expected_mistakes(merging::add_changes(base.expected_mistakes(), expected));
    base.counts() = counts;
}

}  // namespace thresher
