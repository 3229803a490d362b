// Shares of 1 in proportion to e^score, with the same bits everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

inline constexpr double least_score = -500.0;  // below the best; less is this

// e^(score - best) in place of scores; returns their sum, added up in their order.
inline double raise_all(std::vector<double>& scores) {
    if (scores.empty()) return 0.0;
    const double best = *std::ranges::max_element(scores);
    double sum = 0.0;
    for (std::size_t i = 0; i < scores.size(); i += 4) {
        Four part{};
        for (std::size_t j = 0; j < 4 && i + j < scores.size(); ++j) part[static_cast<int>(j)] = scores[i + j] - best;
        clamp(part, least_score, 0.0);
        raise_e(part);
        for (std::size_t j = 0; j < 4 && i + j < scores.size(); ++j) sum += scores[i + j] = part[static_cast<int>(j)];
    }
    return sum;
}

inline void softmax(std::vector<double>& scores) {
    const double sum = raise_all(scores);
    for (double& share : scores) share /= sum;
}

// Scores become logarithms of shares, none below `least`.
inline void log_softmax(std::vector<double>& scores, double least) {
    if (scores.empty()) return;
    const double best = *std::ranges::max_element(scores);
    std::vector<double> raised = scores;
    const double log_sum = log_of_ratio(raise_all(raised), 1.0);
    for (double& score : scores) score = std::max((score - best) - log_sum, least);
}

}  // namespace thresher
