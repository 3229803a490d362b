// Instances that wait for their labels, as Python holds them: the store, the lock around it, and what is on its way in.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "native_learner.hpp"
#include "one_at_a_time.hpp"
#include "thresher/late/pending.hpp"

namespace thresher::bind {

// Its lock is always taken before a learner's.
struct NativePending : OneAtATime<Rank::pending> {
    NativePending() = default;
    NativePending(const NativePending&) = delete;
    NativePending& operator=(const NativePending&) = delete;

    // Room that a large request took is given back.
    void tidy() {
        if (read.size() > most_read) std::vector<Instance>().swap(read);
    }

    static constexpr std::size_t most_read = 256;  // examples whose room is kept

    Pending pending;
    std::vector<Instance> read;  // examples on their way in
};

using UsePending = NativePending::Use;

// One label: what became of it. `last` is the last instance that changed the learner.
std::uint8_t learn_number(NativePending& self, NativeLearner& learner, Pending::Number number, Class label, double weight, bool skip_overtaken,
                          Pending::Number& last);

// Its part that asks.
void bind_pending_asked(nb::class_<NativePending>& pending);

}  // namespace thresher::bind
