// A learner of two labels by class number, 0 and 1: which of them is the positive one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "thresher/classes/class_weights.hpp"
#include "thresher/learner.hpp"

namespace thresher {

template <BinaryLearner L>
class TwoLabels {
public:
    using Member = L;
    using Scratch = typename L::Scratch;

    L learner;
    Class positive = 1;
    ClassWeights class_weights = {};

    static constexpr std::size_t size() { return 2; }
    std::size_t bytes() const { return learner.bytes(); }

    // Whom an example must suit.
    const L& first() const { return learner; }

    Class number(bool is_positive) const { return is_positive ? positive : 1 - positive; }
    Label label(Class number) const { return label_of(number == positive); }

    // Throws unless it can be one of the two, or none.
    void check_number(Class number) const {
        if (number < no_class || number > 1) throw InputError("no class has the number " + std::to_string(number));
    }

    // No label or weight 0 is answered, not learned. `x`: an Instance as it was given, a Row, or a named row.
    template <class X>
    Verdict learn(const X& x, Class number, double weight, Scratch& scratch) {
        if (number == no_class || weight == 0.0) return {answer(x, scratch), false};
        using thresher::learn;  // and what is written elsewhere for other kinds of rows
        const Outcome outcome = learn(learner, x, label(number), class_weights.of(number, weight), scratch);
        return {this->number(outcome.predicted), outcome.updated};
    }

    template <class X>
    Class answer(const X& x, Scratch& scratch) const {
        return number(predict(learner, x, scratch));
    }

    // By class number; false if the learner has no probabilities.
    bool probabilities(double score, std::span<double> shares) const {
        const std::optional<double> probability = learner.probability(score);
        if (!probability) return false;
        shares[static_cast<std::size_t>(positive)] = *probability;
        shares[static_cast<std::size_t>(1 - positive)] = 1.0 - *probability;
        return true;
    }
    bool states_probabilities() const { return learner.probability(0.0).has_value(); }
};

}  // namespace thresher
