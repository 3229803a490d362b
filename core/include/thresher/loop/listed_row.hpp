// A row of a block that is a list of attributes, each there once: learned from where it lies.
#pragma once

#include <span>

#include "thresher/data/block.hpp"
#include "thresher/learner.hpp"

namespace thresher {

struct ListedRow {
    std::span<const Feature> features;

    // Whether the attributes as they lie are what the learner would make of them: nothing to transform, to count or to refuse.
    template <BinaryLearner L>
    static bool suits(const L& learner, const Block& block) {
        const Intake& intake = learner.intake();
        return !block.plain() && block.distinct() && intake.idle() && intake.values == ValueRange::any && !intake.attributes &&
               !learner.memory().policy().watches();
    }
};

template <BinaryLearner L>
double score(const L& learner, const ListedRow& x, typename L::Scratch& scratch) {
    return learner.score(learner.memory().resolve(x.features, scratch.row), scratch);
}

template <BinaryLearner L>
bool predict(const L& learner, const ListedRow& x, typename L::Scratch& scratch) {
    return learner.predict(learner.memory().resolve(x.features, scratch.row), scratch);
}

template <BinaryLearner L>
Outcome learn(L& learner, const ListedRow& x, Label label, double weight, typename L::Scratch& scratch) {
    const Row row = learner.memory().resolve(x.features, scratch.row);
    if (weight == 0.0) return {learner.predict(row, scratch), false};
    const auto admit = [&] { return learner.memory().admit(x.features, row, scratch.row, learner.counts().refused); };
    return learner.learn(row, label, weight, admit, scratch);
}

}  // namespace thresher
