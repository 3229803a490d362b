// Weights that are small beside the learner's largest, discarded for good: SNoW's relative discarding.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "thresher/linear/link.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

struct RelativeDiscard {
    double below;         // how far below the largest dual; not above 0
    std::uint64_t every;  // updates from one look to the next: all weights are gone through

    bool is_due(std::uint64_t updates) const { return updates % every == 0; }
};

// Only what has fallen below its initial dual: an attribute that is new, or back where it began, is as one never met, and may
// still rise. Those never met count for the largest, too: whether an attribute at its initial dual is kept in memory can't show.
inline void discard_small(Memory<State>& memory, const Link& link, const RelativeDiscard& discard) {
    State& state = memory.state();
    const double initial = state.initial()[0];
    double largest = initial;
    memory.each_known([&](const Feature&, Slot slot) { largest = std::max(largest, state.dual(slot)[0]); });
    const double least = std::min(initial, largest + discard.below);
    memory.each_known([&](const Feature&, Slot slot) {
        double* dual = state.dual(slot);
        if (!(dual[0] < least)) return;
        dual[0] = -std::numeric_limits<double>::infinity();
        state.weight(slot) = evaluate(link, dual);
    });
}

}  // namespace thresher
