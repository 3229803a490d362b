// What a learner states of one example beside its answer.
#pragma once

#include <vector>

#include "native_learner.hpp"

namespace thresher::bind {

struct Stated {
    Class answer;
    std::vector<double> scores;         // the positive one's of two labels; one a class of many
    std::vector<double> probabilities;  // one a class, for two labels too; none where there are none
};

// Throws what answering it would throw, and answers only where nothing less tells.
void check_instance(NativeLearner& learner, const Instance& x);

// In one go; the learner is in use by the caller.
Stated state_instance(NativeLearner& learner, const Instance& x);

}  // namespace thresher::bind
