// The two answers, and what one example did to a learner.
#pragma once

#include <cstdint>

namespace thresher {

enum class Label : std::int8_t { negative = -1, positive = 1 };

inline Label label_of(bool positive) { return positive ? Label::positive : Label::negative; }
inline double sign(Label label) { return static_cast<double>(label); }

struct Outcome {
    bool predicted;  // what was predicted before the label was seen
    bool updated;
};

struct Counts {
    std::uint64_t examples = 0;
    std::uint64_t mistakes = 0;
    std::uint64_t promotions = 0;  // updates on positive examples
    std::uint64_t demotions = 0;   // updates on negative examples
    std::uint64_t overflows = 0;   // times a weight was stopped at the edge of the computable: voids the bound
    std::uint64_t refused = 0;     // times an attribute found the memory full

    std::uint64_t updates() const { return promotions + demotions; }
};

}  // namespace thresher
