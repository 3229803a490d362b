// The rate: how far one unit of loss moves an attribute, and what it needs to remember for that.
#pragma once

#include <algorithm>
#include <cmath>
#include <variant>

#include "thresher/data/label.hpp"

namespace thresher {

struct ConstantRate {
    double rate;
    double demotion = rate;  // of negative examples; with halves, of the half that falls
};

// Winnow1 (C5): promotes like ConstantRate; a demotion sets the active weights to zero for good.
struct EliminatingRate {
    double rate;
};

// Threshold-relative (C9): the step that puts the score exactly on y * the margin of y's side.
struct AggressiveRate {
    double positive;
    double negative;

    double aim(Label label) const { return label == Label::positive ? positive : -negative; }
};

// Crammer et al. 2006: the smallest step to margin 1, cut off (PA-I) or softened (PA-II) by the aggressiveness.
struct PassiveAggressiveRate {
    enum class Variant { plain, capped, softened };
    Variant variant;
    double aggressiveness;
    double margin;

    double step(double shortfall, double squared_length) const {
        switch (variant) {
            case Variant::plain: return shortfall / squared_length;
            case Variant::capped: return std::min(aggressiveness, shortfall / squared_length);
            case Variant::softened: return shortfall / (squared_length + 1.0 / (2.0 * aggressiveness));
        }
        return 0.0;
    }
};

// ALMA's schedule (G2): trigger and step shrink with the number of corrections so far; k counts from 1.
struct AlmaRate {
    double p;
    double trigger;  // (1 - a) B
    double step;     // C

    double margin_at(double k) const { return trigger * std::sqrt(p - 1.0) / std::sqrt(k); }
    double step_at(double k) const { return step / std::sqrt((p - 1.0) * k); }
};

// rate / sqrt(sum of squared gradients of the coordinate, this one included): AdaGrad in the dual.
struct AdaptiveRate {
    double rate;
};

// AROW with a diagonal covariance: confident coordinates move less.
struct SecondOrderRate {
    double r;
};

using Rate = std::variant<ConstantRate, EliminatingRate, AggressiveRate, PassiveAggressiveRate, AlmaRate, AdaptiveRate, SecondOrderRate>;

}  // namespace thresher
