// The two ways a caller can be wrong; the doorway turns each into a Python exception of the same name.
#pragma once

#include <stdexcept>

namespace thresher {

// An example, a label or a matrix that can't be learned from. The learner is as it was before.
struct InputError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A choice of parameters that makes no learner.
struct ParameterError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace thresher
