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

inline double combine(Column column, double base, std::vector<double>& others, const Range& range, std::uint64_t join_after,
                      std::uint64_t& overflows) {
    switch (column) {
        case Column::dual:
        case Column::negative_half: {
            const double z = add_changes(base, others);
            return z == base || std::isinf(z) ? z : range.clamp(z, overflows);
        }
        case Column::squares: return std::max(add_changes(base, others), 0.0);
        case Column::variance: {  // what adds up is confidence, the inverse
            for (double& other : others) other = 1.0 / other;
            const double confidence = add_changes(1.0 / base, others);
            return confidence == 1.0 / base ? base : 1.0 / confidence;
        }
        case Column::history: return add_changes(base, others);
        case Column::occurrences: return std::min(add_changes(base, others), static_cast<double>(join_after));
        case Column::link:
        case Column::seen: return std::max(base, *std::ranges::max_element(others));
    }
    return base;
}

template <class L>
Counts combine_counts(const L& base, const std::vector<const L*>& others) {
    Counts counts = base.counts();
    for (const auto& [name, count] : Counts::names)
        for (const L* other : others) {
            if (other->counts().*count < base.counts().*count)
                throw InputError("a learner to merge has seen less than the one it is merged into: merge learners that went on from it");
            counts.*count += other->counts().*count - base.counts().*count;
        }
    return counts;
}

// What a dual is multiplied by before it is compared with another learner's.
inline double scale_of(const LinearLearner& learner) { return learner.normalised() ? learner.normalised()->scale() : 1.0; }
inline double scale_of(const NaiveBayesLearner&) { return 1.0; }
inline bool is_scaled(const LinearLearner& learner) { return learner.normalised().has_value(); }
inline bool is_scaled(const NaiveBayesLearner&) { return false; }
inline bool has_bias(const LinearLearner& learner) { return learner.config().bias; }
inline bool has_bias(const NaiveBayesLearner&) { return false; }
inline double weigh(const LinearLearner& learner, const double* record) { return evaluate(learner.link(), record); }
inline double weigh(const NaiveBayesLearner& learner, const double* record) { return learner.link()(record); }

// All records. Whether any of them moved.
template <class L>
bool merge_records(L& base, const std::vector<const L*>& others, std::uint64_t& overflows) {
    Memory<State>& memory = base.memory();
    for (const L* other : others) other->memory().each_known([&](const Feature& feature, Slot) { memory.slot_for(feature); });
    State& state = memory.state();
    const double scale = scale_of(base);
    bool moved = false;
    std::vector<double> values(others.size());
    const auto merge_slot = [&](const Feature* feature, Slot slot) {
        double* record = state.dual(slot);
        for (std::size_t i = 0; i < base.columns().size(); ++i) {
            for (std::size_t j = 0; j < others.size(); ++j) {
                const Memory<State>& theirs = others[j]->memory();
                const Slot their_slot = feature == nullptr ? slot : theirs.names().find(*feature);
                values[j] = theirs.state().dual(their_slot)[i];
                if (i == 0 && is_scaled(base)) values[j] *= scale_of(*others[j]) / scale;
            }
            const double merged = combine(base.columns()[i], record[i], values, base.range(), memory.policy().join_after, overflows);
            moved = moved || merged != record[i];
            record[i] = merged;
        }
        state.weight(slot) = weigh(base, record);
    };
    std::vector<std::pair<Feature, Slot>> all;
    for (const L* other : others)
        other->memory().each_known([&](const Feature& feature, Slot) { all.emplace_back(feature, memory.names().find(feature)); });
    memory.each_known([&](const Feature& feature, Slot slot) { all.emplace_back(feature, slot); });
    std::vector<bool> done_direct(state.direct_size()), done_mapped(state.mapped_size());
    for (const auto& [feature, slot] : all) {
        auto& done = (slot & mapped_bit) != 0 ? done_mapped : done_direct;
        if (done[slot & ~mapped_bit]) continue;
        done[slot & ~mapped_bit] = true;
        merge_slot(&feature, slot);
    }
    if (has_bias(base)) merge_slot(nullptr, bias_slot);
    return moved;
}

template <class L>
void merge_slopes(L& base, const std::vector<const L*>& others) {
    std::vector<double> slopes, squares;
    for (const L* other : others) {
        slopes.push_back(other->slope().log_slope);
        squares.push_back(other->slope().squares);
    }
    base.slope().log_slope = add_changes(base.slope().log_slope, slopes);
    base.slope().squares = add_changes(base.slope().squares, squares);
}

}  // namespace merging

inline void merge(LinearLearner& base, const std::vector<const LinearLearner*>& others) {
    if (others.empty()) return;
    if (base.config().averaging == Averaging::voted) throw InputError("voted learners can't be merged: their vectors have an order");
    Counts counts = merging::combine_counts(base, others);
    const bool moved = merging::merge_records(base, others, counts.overflows);
    if (base.normalised() && moved) base.normalised()->renew(base.memory().state());
    merging::merge_slopes(base, others);
    std::vector<double> expected;
    for (const LinearLearner* other : others) expected.push_back(other->expected_mistakes());
    base.restore_expected_mistakes(merging::add_changes(base.expected_mistakes(), expected));
    base.counts() = counts;
}

inline void merge(NaiveBayesLearner& base, const std::vector<const NaiveBayesLearner*>& others) {
    if (others.empty()) return;
    if (base.counting().fades()) throw InputError("learners with a half life can't be merged: what they counted fades in the order of the examples");
    Counts counts = merging::combine_counts(base, others);
    const std::size_t known_before = NaiveBayes::known(base.memory());
    merging::merge_records(base, others, counts.overflows);
    NaiveBayes::Totals totals = base.counting().totals();
    std::vector<double> values(others.size());
    for (const auto total : NaiveBayes::Totals::sums) {
        for (std::size_t j = 0; j < others.size(); ++j) values[j] = others[j]->counting().totals().*total;
        totals.*total = std::max(merging::add_changes(totals.*total, values), 0.0);
    }
    totals.attributes += static_cast<double>(NaiveBayes::known(base.memory()) - known_before);
    base.counting().restore(totals);
    merging::merge_slopes(base, others);
    base.counts() = counts;
}

inline void merge(AutoLearner&, const std::vector<const AutoLearner*>& others) {
    if (!others.empty()) throw InputError("Auto can't be merged: which of its learners to trust depends on the order of the examples");
}

}  // namespace thresher
