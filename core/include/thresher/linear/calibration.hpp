// Probabilities from scores (C10): P(positive) = 1 / (1 + exp(-A s)), the slope A > 0 fitted on line.
#pragma once

#include <algorithm>
#include <cmath>

namespace thresher {

inline double sigmoid(double s) {
    if (s >= 0.0) return 1.0 / (1.0 + std::exp(-s));
    const double e = std::exp(s);
    return e / (1.0 + e);
}

// Gradient descent on log loss in ln A, so that A stays positive, with a step that adapts to the gradients seen.
class Slope {
public:
    double log_slope = 0.0;
    double squares = 0.0;

    double probability(double score) const { return sigmoid(std::exp(log_slope) * score); }

    void learn(double score, bool positive) {
        const double scaled = std::clamp(std::exp(log_slope) * score, -1e3, 1e3);
        const double gradient = (sigmoid(scaled) - (positive ? 1.0 : 0.0)) * scaled;
        squares += gradient * gradient;
        if (squares > 0.0) log_slope = std::clamp(log_slope - gradient / (1.0 + std::sqrt(squares)), -300.0, 300.0);
    }
};

}  // namespace thresher
