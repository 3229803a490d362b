// The vectors of a voted learner as plain arrays, and back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "thresher/data/label.hpp"
#include "thresher/linear/averaging.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

// The chain of steps. Attributes by their place among those saved; steps of one example share a stretch.
struct SavedVotes {
    std::vector<double> steps;
    std::vector<std::uint64_t> survived;
    std::vector<std::uint64_t> ends;
    std::vector<std::uint64_t> attributes;
    std::vector<double> values;

    void check(std::size_t known) const {
        require_saved(steps.size() == survived.size() && steps.size() == ends.size() && attributes.size() == values.size() &&
                          increasing_to(ends, attributes.size()),
                      "votes");
        require_saved(!steps.empty(), "votes");
        const auto small = [](double value) { return std::fabs(value) <= size_limit; };
        require_saved(std::ranges::all_of(steps, small) && std::ranges::all_of(values, small), "a vote is too large");
        require_saved(std::ranges::all_of(survived, [](std::uint64_t count) { return count <= Counts::most; }), "votes");
        for (const std::uint64_t attribute : attributes) require_saved(attribute < known, "attribute of a vote");
    }
};

inline SavedVotes take_votes(const VoteChain& votes, const std::vector<Slot>& slots, std::size_t mapped_size) {
    std::vector<std::uint64_t> position(mapped_size, 0);
    for (std::size_t i = 0; i < slots.size(); ++i)
        if ((slots[i] & mapped_bit) != 0) position[slots[i] & ~mapped_bit] = i;
    SavedVotes saved;
    for (const VoteChain::Step& step : votes.steps()) {
        saved.steps.push_back(step.step);
        saved.survived.push_back(step.survived);
        std::vector<std::pair<std::uint64_t, double>> active;
        for (std::size_t i = 0; i < step.slots.size(); ++i) active.emplace_back(position[step.slots[i] & ~mapped_bit], step.values[i]);
        std::ranges::sort(active);
        for (const auto& [attribute, value] : active) {
            saved.attributes.push_back(attribute);
            saved.values.push_back(value);
        }
        saved.ends.push_back(saved.attributes.size());
    }
    return saved;
}

inline void restore_votes(VoteChain& votes, const SavedVotes& saved, const std::vector<Slot>& slots) {
    std::vector<VoteChain::Step> steps;
    std::size_t at = 0;
    for (std::size_t i = 0; i < saved.steps.size(); ++i) {
        VoteChain::Step step{saved.steps[i], saved.survived[i], {}, {}};
        for (; at < saved.ends[i]; ++at) {
            step.slots.push_back(slots[saved.attributes[at]]);
            step.values.push_back(saved.values[at]);
        }
        steps.push_back(std::move(step));
    }
    votes.restore(std::move(steps));
}

}  // namespace thresher
