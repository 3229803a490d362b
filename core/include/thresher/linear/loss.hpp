// The loss: how much an example moves the learner, between 0 (not at all) and 1.
#pragma once

#include <cmath>
#include <variant>

#include "thresher/data/label.hpp"
#include "thresher/linear/score.hpp"

namespace thresher {

// 1 iff the prediction was wrong.
struct MistakeLoss {
    double operator()(Score&, bool predicted, Label label) const { return predicted != (label == Label::positive); }
};

// Thick separator (C8): 1 iff wrong or y s < the margin of y's side.
struct MarginLoss {
    double positive;
    double negative;

    double operator()(Score& score, bool predicted, Label label) const {
        if (label == Label::positive) return !predicted || !score.at_least(positive);
        return predicted || score.above(-negative);
    }
};

// The papers of ALMA and the tracking p-norm trigger on y s <= margin (G2, G3).
struct InclusiveMarginLoss {
    double margin;

    double operator()(Score& score, bool, Label label) const { return label == Label::positive ? !score.above(margin) : score.at_least(-margin); }
};

// 1 / (1 + exp(y s)), in the form that can't overflow.
struct LogisticLoss {
    double operator()(Score& score, bool, Label label) const {
        const double agreement = sign(label) * score.value();
        if (agreement >= 0.0) {
            const double e = std::exp(-agreement);
            return e / (1.0 + e);
        }
        return 1.0 / (1.0 + std::exp(agreement));
    }
};

// Randomised SWIN (B2): predicts 1 with probability p(r), which rises from 0 at s = 0 to 1 at s = width; moves unless
// p(r) was exactly the label, whatever the coin said.
struct RandomisedLoss {
    double width;

    double operator()(Score& score, bool, Label label) const { return label == Label::positive ? !score.at_least(width) : score.above(0.0); }

    double probability(double score) const { return score <= 0.0 ? 0.0 : score >= width ? 1.0 : score / width; }
};

// Every example is learned, right or wrong.
struct AlwaysLoss {
    double operator()(Score&, bool, Label) const { return 1.0; }
};

using Loss = std::variant<MistakeLoss, MarginLoss, InclusiveMarginLoss, LogisticLoss, RandomisedLoss, AlwaysLoss>;

}  // namespace thresher
