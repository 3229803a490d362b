// What follows from the choice of link, loss and rate: what a learner has to know of a score, when it moves, where its weights stand.
#pragma once

#include <variant>

#include "thresher/linear/config.hpp"
#include "thresher/linear/step.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

inline bool has_logits(const LinearConfig& config) { return std::holds_alternative<LogisticLoss>(config.loss); }

// Whether it is not enough to know on which side of a number a score lies.
inline bool always_needs_value(const LinearConfig& config) {
    return std::holds_alternative<NormalisedLink>(config.link) || has_logits(config) || config.calibrated || config.averaging != Averaging::none;
}

inline bool learns_from_mistakes_alone(const LinearConfig& config) {
    return std::holds_alternative<MistakeLoss>(config.loss) && !std::holds_alternative<AlmaRate>(config.rate) && !needs_value(config.rate) &&
           !always_needs_value(config);
}

// The averaged Perceptron, whose two answers come of one pass (linear/averaging.hpp).
inline bool is_plainly_averaged(const LinearConfig& config) {
    return config.averaging == Averaging::averaged && std::holds_alternative<MistakeLoss>(config.loss) && !config.calibrated &&
           config.threshold == 0.0 && std::holds_alternative<IdentityLink>(config.link) && std::holds_alternative<ConstantRate>(config.rate);
}

// AdaptiveWinnow's own way to move (linear/adaptive_update.hpp).
inline bool moves_in_lanes(const LinearConfig& config) {
    return std::holds_alternative<AdaptiveRate>(config.rate) && std::holds_alternative<TwoSinhLink>(config.link);
}

inline WeightPlace place_of_weights(const LinearConfig& config) {
    if (std::holds_alternative<IdentityLink>(config.link)) return WeightPlace::is_dual;
    return moves_in_lanes(config) ? WeightPlace::beside : WeightPlace::apart;
}

// Whose step depends on its own score, or who answers for its whole past, has no step that somebody else could order.
inline bool can_be_ordered(const LinearConfig& config) {
    const bool loss = std::holds_alternative<MistakeLoss>(config.loss) || std::holds_alternative<MarginLoss>(config.loss) ||
                      std::holds_alternative<InclusiveMarginLoss>(config.loss) || has_logits(config);
    const bool rate = std::holds_alternative<ConstantRate>(config.rate) || std::holds_alternative<EliminatingRate>(config.rate) ||
                      std::holds_alternative<AdaptiveRate>(config.rate);
    return loss && rate && config.averaging == Averaging::none && !config.calibrated;
}

}  // namespace thresher
