// A learner's state as plain arrays in one canonical order, and back: what saving, comparing and merging work on.
//
// Attributes at their initial value are left out, columns come before names, both sorted: the same learner gives the
// same arrays, however its memory is laid out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "thresher/auto/saved_ensemble.hpp"
#include "thresher/learner.hpp"

namespace thresher {

struct Snapshot {
    std::vector<std::uint64_t> numbers;    // columns
    std::string names;                     // the names' bytes, one after the other
    std::vector<std::uint64_t> name_ends;  // where each name ends
    std::vector<double> records;           // dual records: numbers first, then names, then the bias
    std::vector<double> weights;           // the same attributes' weights; not needed to restore

    // Voted learners: the chain of steps. Attributes by their position above; steps of one example share a stretch.
    std::vector<double> vote_steps;
    std::vector<std::uint64_t> vote_survived;
    std::vector<std::uint64_t> vote_ends;
    std::vector<std::uint64_t> vote_attributes;
    std::vector<double> vote_values;

    EnsembleState ensemble;

    std::size_t size() const { return numbers.size() + name_ends.size(); }

    Feature feature(std::size_t i) const {
        if (i < numbers.size()) return Feature::column(numbers[i], 1.0);
        const std::size_t name = i - numbers.size();
        const std::size_t begin = name == 0 ? 0 : name_ends[name - 1];
        return Feature::of(std::string_view(names).substr(begin, name_ends[name] - begin), 1.0);
    }
};

inline Snapshot take_snapshot(const Learner& learner) {
    struct Entry {
        Feature feature;
        Slot slot;
    };
    const Memory& memory = learner.memory();
    const State& state = memory.state();
    std::vector<Entry> entries;
    memory.each_known([&](const Feature& feature, Slot slot) { entries.push_back({feature, slot}); });
    std::ranges::sort(entries, comes_before, &Entry::feature);
    Snapshot snapshot;
    std::vector<std::uint64_t> position(state.mapped_size(), 0);
    const auto record = [&](Slot slot) {
        snapshot.records.insert(snapshot.records.end(), state.dual(slot), state.dual(slot) + state.stride());
        snapshot.weights.push_back(learner.weight_of(slot));
    };
    for (const Entry& entry : entries) {
        if ((entry.slot & mapped_bit) != 0) position[entry.slot & ~mapped_bit] = snapshot.size();
        if (entry.feature.named()) {
            snapshot.names += entry.feature.text();
            snapshot.name_ends.push_back(snapshot.names.size());
        } else {
            snapshot.numbers.push_back(entry.feature.code);
        }
        record(entry.slot);
    }
    record(bias_slot);
    for (const VoteChain::Step& step : learner.votes().steps()) {
        snapshot.vote_steps.push_back(step.step);
        snapshot.vote_survived.push_back(step.survived);
        std::vector<std::pair<std::uint64_t, double>> active;
        for (std::size_t i = 0; i < step.slots.size(); ++i)
            active.emplace_back(position[step.slots[i] & ~mapped_bit], step.values[i]);
        std::ranges::sort(active);
        for (const auto& [attribute, value] : active) {
            snapshot.vote_attributes.push_back(attribute);
            snapshot.vote_values.push_back(value);
        }
        snapshot.vote_ends.push_back(snapshot.vote_attributes.size());
    }
    if (learner.ensemble()) snapshot.ensemble = take_state(*learner.ensemble());
    return snapshot;
}

// An attribute's first dual, and which link it has, before anything is learned.
inline void set_attribute(Learner& learner, const Feature& feature, double dual, std::size_t link) {
    Memory& memory = learner.memory();
    const Slot slot = memory.slot_for(feature);
    double* record = memory.state().dual(slot);
    std::uint64_t overflows = 0;
    record[0] = learner.config().range.clamp(dual, overflows);
    if (const auto* per_attribute = std::get_if<PerAttributeLink>(&learner.config().link))
        record[per_attribute->column] = static_cast<double>(link);
    memory.state().weight(slot) = evaluate(learner.config().link, record);
}

// Throws unless the arrays fit each other and the learner: a file may be hostile even where its checksum is right.
inline void check(const Snapshot& snapshot, const Learner& learner) {
    const std::size_t stride = learner.memory().state().stride();
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw InputError(std::string("the saved state does not fit together: ") + what);
    };
    const auto increasing_to = [](const std::vector<std::uint64_t>& ends, std::size_t last) {
        return std::ranges::is_sorted(ends) && (ends.empty() ? last == 0 : ends.back() == last);
    };
    require(snapshot.records.size() == (snapshot.size() + 1) * stride, "number of duals");
    require(std::ranges::is_sorted(snapshot.numbers, std::less_equal<>{}) || snapshot.numbers.size() < 2, "order of columns");
    require(snapshot.numbers.empty() || snapshot.numbers.back() < column_limit, "a column is too large");
    require(increasing_to(snapshot.name_ends, snapshot.names.size()), "ends of names");
    for (std::size_t i = 1; i < snapshot.name_ends.size(); ++i)
        require(snapshot.feature(snapshot.numbers.size() + i - 1).text() < snapshot.feature(snapshot.numbers.size() + i).text(),
                "order of names");
    const double lowest = std::holds_alternative<EliminatingRate>(learner.config().rate)
                              ? -std::numeric_limits<double>::infinity()
                              : -std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < snapshot.records.size(); ++i)
        require(snapshot.records[i] >= lowest && snapshot.records[i] <= std::numeric_limits<double>::max(), "a dual is not finite");
    if (const auto* link = std::get_if<PerAttributeLink>(&learner.config().link))
        for (std::size_t i = link->column; i < snapshot.records.size(); i += stride)
            require(snapshot.records[i] >= 0.0 && snapshot.records[i] < static_cast<double>(link->links.size()), "number of a link");
    require(snapshot.vote_steps.size() == snapshot.vote_survived.size() && snapshot.vote_steps.size() == snapshot.vote_ends.size() &&
                snapshot.vote_attributes.size() == snapshot.vote_values.size() &&
                increasing_to(snapshot.vote_ends, snapshot.vote_attributes.size()),
            "votes");
    const Range& range = learner.config().range;
    const Link& link = learner.config().link;
    const std::size_t halves = std::holds_alternative<HalvesLink>(link) || std::holds_alternative<LogCountsLink>(link) ? 2 : 1;
    if (lowest > -std::numeric_limits<double>::infinity() && !learner.ensemble())
        for (std::size_t i = 0; i < snapshot.records.size(); i += stride)
            for (std::size_t half = 0; half < halves; ++half) {
                const double z = snapshot.records[i + half];
                require(z >= range.low && z <= range.high && z >= range.guard_low && z <= range.guard_high, "a dual is out of range");
            }
    require(!learner.config().memory.most || snapshot.size() <= *learner.config().memory.most, "too many attributes");
    const auto finite = [](double value) { return std::isfinite(value); };
    require(std::ranges::all_of(snapshot.vote_steps, finite) && std::ranges::all_of(snapshot.vote_values, finite), "a vote is not finite");
    for (const std::uint64_t attribute : snapshot.vote_attributes) require(attribute < snapshot.size(), "attribute of a vote");
}

// Makes this the learner's state. Weights are computed from the duals.
inline void restore(Learner& learner, const Snapshot& snapshot) {
    check(snapshot, learner);
    Memory& memory = learner.memory();
    memory.reset();
    State& state = memory.state();
    const Link& link = learner.config().link;
    const std::size_t stride = state.stride();
    std::vector<double> duals, weights(snapshot.size() + 1);
    for (std::size_t i = 0; i <= snapshot.size(); ++i) duals.push_back(snapshot.records[i * stride]);
    if (const auto* custom = std::get_if<CustomLink>(&link)) custom->function(duals, weights);
    else
        for (std::size_t i = 0; i <= snapshot.size() && !learner.ensemble(); ++i) weights[i] = evaluate(link, &snapshot.records[i * stride]);
    const auto put = [&](Slot slot, std::size_t i) {
        std::copy_n(&snapshot.records[i * stride], stride, state.dual(slot));
        state.weight(slot) = weights[i];
    };
    if (!snapshot.numbers.empty()) memory.expect_columns(snapshot.numbers.back() + 1, 16 * snapshot.numbers.size());
    std::vector<Slot> slots;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        slots.push_back(memory.slot_for(snapshot.feature(i)));
        put(slots.back(), i);
    }
    put(bias_slot, snapshot.size());

    std::vector<VoteChain::Step> steps;
    std::size_t at = 0;
    for (std::size_t i = 0; i < snapshot.vote_steps.size(); ++i) {
        VoteChain::Step step{snapshot.vote_steps[i], snapshot.vote_survived[i], {}, {}};
        for (; at < snapshot.vote_ends[i]; ++at) {
            step.slots.push_back(slots[snapshot.vote_attributes[at]]);
            step.values.push_back(snapshot.vote_values[at]);
        }
        steps.push_back(std::move(step));
    }
    learner.votes().restore(std::move(steps));
    if (!learner.ensemble()) return;
    restore_state(*learner.ensemble(), snapshot.ensemble);
    for (const Slot slot : slots) ensemble_state::check_cell(Bank::at(state, slot), learner.ensemble()->bank.epoch);
    ensemble_state::check_cell(Bank::at(state, bias_slot), learner.ensemble()->bank.epoch);
}

}  // namespace thresher
