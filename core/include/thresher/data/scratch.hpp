// Working space of one call on a learner, owned by whoever makes the call. What is in it is good until the next one.
#pragma once

#include "thresher/data/intake.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

struct Scratch {
    IntakeScratch intake;
    RowScratch row;
};

}  // namespace thresher
