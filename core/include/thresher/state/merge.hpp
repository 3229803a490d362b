// Several learners that went on from one, taken together, attribute by attribute, in one of two ways.
//
//     mean    the mean of the whole state: duals, squared gradients, confidences. For learners that are mixed again and again: bounds of one
//             machine hold for the mean of the shards' mistakes (I1).
//     sum     base + sum of what each of them changed. For counts, where it is exact, and for one merge. Over rounds it overshoots, and its
//             bound (I2) is worse by the mistakes between two merges.
//
// Sums are exact and rounded once, so the order of the others can't show. How many examples and mistakes there were is a sum both ways.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "thresher/learner.hpp"

namespace thresher {

namespace merging {

// `shares`: how much each of the others counts in a mean; empty: a sum.
struct How {
    std::vector<double> shares;

    bool mean() const { return !shares.empty(); }
};

// Of one value alone, that value: nothing is rounded where all agree.
inline double mean_of(std::span<const double> values, const How& how) {
    if (std::ranges::all_of(values, [&](double value) { return value == values[0]; })) return values[0];
    ExactSum sum, all;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isinf(values[i])) return -std::numeric_limits<double>::infinity();  // eliminated for good
        sum.add(how.shares[i] * values[i]);
        all.add(how.shares[i]);
    }
    return sum.rounded() / all.rounded();
}

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

inline double taken_together(double base, std::span<const double> others, const How& how) {
    return how.mean() ? mean_of(others, how) : add_changes(base, others);
}

inline double combine(Column column, double base, std::vector<double>& others, const How& how, const Range& range, const MemoryPolicy& policy,
                      std::uint64_t& overflows) {
    switch (column) {
        case Column::dual:
        case Column::negative_half: {
            const double z = taken_together(base, others, how);
            return z == base || std::isinf(z) ? z : range.clamp(z, overflows);
        }
        case Column::squares: return std::max(taken_together(base, others, how), 0.0);
        case Column::variance: {  // what adds up is confidence, the inverse
            for (double& other : others) other = 1.0 / other;
            const double confidence = taken_together(1.0 / base, others, how);
            return confidence == 1.0 / base ? base : 1.0 / confidence;
        }
        case Column::history: return add_changes(base, others);
        case Column::occurrences: {
            const double sum = add_changes(base, others);
            return policy.join_after > 0 ? std::min(sum, static_cast<double>(policy.join_after)) : sum;
        }
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

// The sum of all vectors that there were, of one attribute (averaging.hpp): it is the shards' together, whatever the last vector is.
inline double sum_of_vectors(double examples, double weight, double history) { return (examples + 1.0) * weight - history; }

// The history by which the averaged vector is that of all vectors of all shards.
template <class L>
double merged_history(const std::vector<const L*>& others, const Feature* feature, Slot slot, std::size_t column, double before, double weight,
                      double examples) {
    std::vector<double> sums;
    for (const L* other : others) {
        const Slot theirs = feature == nullptr ? slot : other->memory().names().find(*feature);
        const State& state = other->memory().state();
        sums.push_back(sum_of_vectors(static_cast<double>(other->counts().examples), state.weight(theirs), state.dual(theirs)[column]));
    }
    return (examples + 1.0) * weight - add_changes(before, sums);
}

// All records. Whether any of them moved.
template <class L>
bool merge_records(L& base, const std::vector<const L*>& others, const How& how, Counts& counts) {
    Memory<State>& memory = base.memory();
    for (const L* other : others) other->memory().each_known([&](const Feature& feature, Slot) { memory.slot_for(feature); });
    State& state = memory.state();
    const double scale = scale_of(base);
    bool moved = false;
    std::vector<double> values(others.size());
    const auto merge_slot = [&](const Feature* feature, Slot slot) {
        double* record = state.dual(slot);
        const double weight_before = state.weight(slot);
        std::optional<std::size_t> history;
        for (std::size_t i = 0; i < base.columns().size(); ++i) {
            if (how.mean() && base.columns()[i] == Column::history) {
                history = i;
                continue;
            }
            for (std::size_t j = 0; j < others.size(); ++j) {
                const Memory<State>& theirs = others[j]->memory();
                const Slot their_slot = feature == nullptr ? slot : theirs.names().find(*feature);
                values[j] = theirs.state().dual(their_slot)[i];
                if (i == 0 && is_scaled(base)) values[j] *= scale_of(*others[j]) / scale;
            }
            const double merged = combine(base.columns()[i], record[i], values, how, base.range(), memory.policy(), counts.overflows);
            moved = moved || merged != record[i];
            record[i] = merged;
        }
        state.weight(slot) = weigh(base, record);
        if (history) {
            const double before = sum_of_vectors(static_cast<double>(base.counts().examples), weight_before, record[*history]);
            record[*history] = merged_history(others, feature, slot, *history, before, state.weight(slot), static_cast<double>(counts.examples));
        }
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
void merge_slopes(L& base, const std::vector<const L*>& others, const How& how) {
    std::vector<double> slopes, squares;
    for (const L* other : others) {
        slopes.push_back(other->slope().log_slope);
        squares.push_back(other->slope().squares);
    }
    base.slope().log_slope = taken_together(base.slope().log_slope, slopes, how);
    base.slope().squares = taken_together(base.slope().squares, squares, how);
}

}  // namespace merging

inline void merge(LinearLearner& base, const std::vector<const LinearLearner*>& others, const merging::How& how) {
    if (others.empty()) return;
    if (base.config().averaging == Averaging::voted) throw InputError("voted learners can't be merged: their vectors have an order");
    Counts counts = merging::combine_counts(base, others);
    const bool moved = merging::merge_records(base, others, how, counts);
    if (base.normalised() && moved) base.normalised()->renew(base.memory().state());
    merging::merge_slopes(base, others, how);
    std::vector<double> expected;
    for (const LinearLearner* other : others) expected.push_back(other->expected_mistakes());
    base.restore_expected_mistakes(merging::add_changes(base.expected_mistakes(), expected));
    base.memory().recount();
    base.counts() = counts;
}

inline void merge(NaiveBayesLearner& base, const std::vector<const NaiveBayesLearner*>& others, const merging::How& how) {
    if (others.empty()) return;
    if (base.counting().fades()) throw InputError("learners with a half life can't be merged: what they counted fades in the order of the examples");
    Counts counts = merging::combine_counts(base, others);
    const std::size_t known_before = NaiveBayes::known(base.memory());
    merging::merge_records(base, others, how, counts);
    NaiveBayes::Totals totals = base.counting().totals();
    std::vector<double> values(others.size());
    for (const auto total : NaiveBayes::Totals::sums) {
        for (std::size_t j = 0; j < others.size(); ++j) values[j] = others[j]->counting().totals().*total;
        totals.*total = std::max(merging::taken_together(totals.*total, values, how), 0.0);
    }
    totals.attributes += static_cast<double>(NaiveBayes::known(base.memory()) - known_before);
    base.counting().restore(totals);
    merging::merge_slopes(base, others, how);
    base.memory().recount();
    base.counts() = counts;
}

inline void merge(AutoLearner&, const std::vector<const AutoLearner*>& others, const merging::How&) {
    if (!others.empty()) throw InputError("Auto can't be merged: which of its learners to trust depends on the order of the examples");
}

}  // namespace thresher
