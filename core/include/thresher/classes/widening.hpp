// How a learner of two labels becomes one of many: nothing that was learned is lost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/two_labels.hpp"

namespace thresher {

// Labels beside answers, by class number: Auto knows on which side its mistakes were.
inline std::vector<Confusion::Pair> confusion_of(const TwoLabels<AutoLearner>& two) {
    const Counts& counts = two.learner.counts();
    // What a file says may not fit together: nothing is less than none.
    const auto missed = std::min({static_cast<std::uint64_t>(two.learner.ensemble().missed), counts.mistakes, counts.promotions});
    const std::uint64_t alarms = std::min(counts.mistakes - missed, counts.demotions);
    const Class yes = two.positive, no = 1 - yes;
    std::vector<Confusion::Pair> pairs{
        {no, no, counts.demotions - alarms}, {no, yes, alarms}, {yes, no, missed}, {yes, yes, counts.promotions - missed}};
    std::erase_if(pairs, [](const Confusion::Pair& pair) { return pair.count == 0; });
    return pairs;
}

// The positive label's member is this learner, the other's its mirror image.
inline Multiclass<AutoLearner> widen(const TwoLabels<AutoLearner>& two, bool informed) {
    Multiclass<AutoLearner> many(AutoLearner(two.learner.intake(), two.learner.memory().policy()), {.informed = informed});
    for (Class number = 0; number < 2; ++number) {
        many.add_class();
        AutoLearner& member = many.member(static_cast<std::size_t>(number));
        member = two.learner;
        if (number != two.positive) member.mirror();
    }
    many.class_weights = two.class_weights;
    many.restore_counts(confusion_of(two), two.learner.counts().updates());
    return many;
}

}  // namespace thresher
