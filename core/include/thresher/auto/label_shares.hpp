// How common each label is of late, and what a trial is worth where one of them is rare.
//
// A stream of 1 % positives tells as much in a thousand trials as one of 10 % in a hundred. What is counted in trials (how fast trust goes
// back to the prior, how small a loss is not worth a visit, how unlikely a label may be called) is so multiplied by `pace`: 1 where
// the rarer label has a tenth of the trials or more, and ten times its share below that.
#pragma once

#include <algorithm>

namespace thresher {

struct LabelShares {
    double positives = 10.0, negatives = 10.0;  // fading counts; ten of each before the first

    double of(bool positive) const { return (positive ? positives : negatives) / (positives + negatives); }
    bool rarer(bool positive) const { return positive ? positives < negatives : negatives < positives; }
    double pace() const { return std::clamp(10.0 * std::min(positives, negatives) / (positives + negatives), .001, 1.0); }

    void learn(bool positive, double weight) {
        (positive ? positives : negatives) += weight;
        const double sum = positives + negatives;
        if (sum <= window) return;
        positives = std::max(positives * window / sum, least);
        negatives = std::max(negatives * window / sum, least);
    }

    // Whether learning can have made these counts.
    bool sound() const { return positives > 0.0 && negatives > 0.0 && positives + negatives <= window + 1.0; }

private:
    static constexpr double window = 20000.0, least = .02;
};

}  // namespace thresher
