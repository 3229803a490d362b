// A state of dual records as plain arrays, and back: what linear learners and naive Bayes save.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "thresher/bayes/naive_bayes_learner.hpp"
#include "thresher/linear/linear_learner.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

struct SavedRecords {
    SavedAttributes attributes;
    std::vector<double> records;  // dual records: columns first, then names, then the bias
    std::vector<double> weights;  // the same attributes' weights; not needed to restore
};

template <class L>
SavedRecords take_records(const L& learner, const TakenAttributes& taken) {
    const State& state = learner.memory().state();
    SavedRecords saved{taken.attributes, {}, {}};
    const auto record = [&](Slot slot) {
        saved.records.insert(saved.records.end(), state.dual(slot), state.dual(slot) + state.stride());
        saved.weights.push_back(learner.weight_of(slot));
    };
    for (const Slot slot : taken.slots) record(slot);
    record(bias_slot);
    return saved;
}

namespace saved_records {

// Whether a weight may be 0 for good.
inline bool discards(const LinearLearner& learner) {
    const LinearConfig& config = learner.config();
    return std::holds_alternative<EliminatingRate>(config.rate) || std::isfinite(config.range.discard) || config.discard.has_value();
}
inline bool discards(const NaiveBayesLearner&) { return false; }
// How many numbers of a record are duals.
inline std::size_t halves(const LinearLearner& learner) { return std::holds_alternative<HalvesLink>(learner.link()) ? 2 : 1; }
inline std::size_t halves(const NaiveBayesLearner&) { return 2; }
inline void check_links(const LinearLearner& learner, const std::vector<double>& records, std::size_t stride) {
    if (const auto* link = std::get_if<PerAttributeLink>(&learner.link()))
        for (std::size_t i = link->column; i < records.size(); i += stride)
            require_saved(records[i] >= 0.0 && records[i] < static_cast<double>(link->links.size()), "number of a link");
}
inline void check_links(const NaiveBayesLearner&, const std::vector<double>&, std::size_t) {}

// Whether a number of a record can be what its column says.
inline bool is_possible(Column column, double number) {
    switch (column) {
        case Column::squares: return number >= 0.0;
        case Column::variance: return number >= 0.0 && number <= 1.0;
        case Column::history: return std::fabs(number) <= size_limit * static_cast<double>(Counts::most);
        case Column::occurrences: return number >= 0.0 && number <= 0x1p53 && number == std::floor(number);
        default: return true;  // others are looked at elsewhere, or may be any number
    }
}

inline void weigh(const LinearLearner& learner, const std::vector<double>& records, std::size_t stride, std::vector<double>& weights) {
    if (const auto* custom = std::get_if<CustomLink>(&learner.link())) {
        std::vector<double> duals;
        for (std::size_t i = 0; i < weights.size(); ++i) duals.push_back(records[i * stride]);
        return custom->function(duals, weights);
    }
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = evaluate(learner.link(), &records[i * stride]);
}
inline void weigh(const NaiveBayesLearner& learner, const std::vector<double>& records, std::size_t stride, std::vector<double>& weights) {
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = learner.link()(&records[i * stride]);
}

}  // namespace saved_records

// Throws unless the arrays fit each other and the learner.
template <class L>
void check_records(const SavedRecords& saved, const L& learner) {
    const std::size_t stride = learner.memory().state().stride();
    saved.attributes.check(learner.memory().policy());
    require_saved(saved.records.size() == (saved.attributes.size() + 1) * stride, "number of duals");
    saved_records::check_links(learner, saved.records, stride);
    const Range& range = learner.range();
    const bool may_be_gone = saved_records::discards(learner);
    for (std::size_t i = 0; i < saved.records.size(); ++i) {
        const double number = saved.records[i];
        const bool is_dual = i % stride < saved_records::halves(learner);
        if (is_dual && may_be_gone && number == -std::numeric_limits<double>::infinity()) continue;
        require_saved(std::isfinite(number), "a dual is not finite");
        const bool within = number >= range.low && number <= range.high && number >= range.guard_low && number <= range.guard_high;
        require_saved(!is_dual || within, "a dual is out of range");
        require_saved(saved_records::is_possible(learner.columns()[i % stride], number), "a number beside a dual");
    }
}

// Makes this the learner's state, weights computed from the duals, and gives the slots of the attributes.
template <class L>
std::vector<Slot> restore_records(L& learner, const SavedRecords& saved) {
    State& state = learner.memory().state();
    const std::size_t stride = state.stride();
    std::vector<double> weights(saved.attributes.size() + 1);
    saved_records::weigh(learner, saved.records, stride, weights);
    std::vector<Slot> slots = restore_attributes(learner.memory(), saved.attributes);
    const auto put = [&](Slot slot, std::size_t i) {
        std::copy_n(&saved.records[i * stride], stride, state.dual(slot));
        state.weight(slot) = weights[i];
    };
    for (std::size_t i = 0; i < slots.size(); ++i) put(slots[i], i);
    put(bias_slot, slots.size());
    learner.memory().recount();
    return slots;
}

// Of the normalised link, whose duals are there: their weights must be numbers.
inline void restore_scale(LinearLearner& learner, double scale, double power_sum) {
    Normalised& normalised = *learner.normalised();
    normalised.restore(scale, power_sum);
    const double factor = normalised.factor();
    const auto is_sound = [&](Slot slot) { return std::fabs(factor * learner.memory().state().weight(slot)) <= size_limit; };
    bool sound = std::isfinite(factor) && is_sound(bias_slot);
    learner.memory().each_known([&](const Feature&, Slot slot) { sound = sound && is_sound(slot); });
    require_saved(sound, "scale of the duals");
}

// An attribute's first dual, and which link it has, before anything is learned.
inline void set_attribute(LinearLearner& learner, const Feature& feature, double dual, std::size_t link) {
    Memory<State>& memory = learner.memory();
    const Slot slot = memory.slot_for(feature);
    double* record = memory.state().dual(slot);
    std::uint64_t overflows = 0;
    record[0] = learner.range().clamp(dual, overflows);
    if (const auto* per_attribute = std::get_if<PerAttributeLink>(&learner.link())) record[per_attribute->column] = static_cast<double>(link);
    memory.state().weight(slot) = evaluate(learner.link(), record);
}

}  // namespace thresher
