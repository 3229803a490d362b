// Labels: the two sides of a learner of two labels, the numbers of any; and what one example did to a learner.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace thresher {

enum class Label : std::int8_t { negative = -1, positive = 1 };

inline Label label_of(bool positive) { return positive ? Label::positive : Label::negative; }
inline double sign(Label label) { return static_cast<double>(label); }

// A label by number: its place in the order in which labels joined.
using Class = std::int32_t;
inline constexpr Class no_class = -1;  // no label; no answer: nothing is known yet, or the learner abstains

struct Outcome {
    bool predicted;  // what was predicted before the label was seen
    bool updated;
};

// The same by class number.
struct Verdict {
    Class answer;
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

    // Whether a learner can have counted so; far enough from the end of the numbers to go on.
    bool possible() const {
        for (const auto& [name, count] : names)
            if (this->*count > most) return false;
        return mistakes <= examples && updates() <= examples;
    }

    static constexpr std::uint64_t most = std::uint64_t{1} << 61;
    static const std::array<std::pair<const char*, std::uint64_t Counts::*>, 6> names;
};

inline constexpr std::array<std::pair<const char*, std::uint64_t Counts::*>, 6> Counts::names{{
    {"examples", &Counts::examples},
    {"mistakes", &Counts::mistakes},
    {"promotions", &Counts::promotions},
    {"demotions", &Counts::demotions},
    {"overflows", &Counts::overflows},
    {"refused", &Counts::refused},
}};

}  // namespace thresher
