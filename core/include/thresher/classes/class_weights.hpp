// What examples of each class weigh, times their own importance weight. Classes that nothing is said about weigh 1.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "thresher/data/label.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/shown_number.hpp"

namespace thresher {

class ClassWeights {
public:
    static constexpr double most = 1e100;  // as of an example's own weight

    ClassWeights() = default;
    // By class number.
    explicit ClassWeights(std::vector<double> weights) : weights_(std::move(weights)) {
        for (const double weight : weights_)
            if (!(weight > 0.0 && weight <= most)) throw ParameterError("the weight " + shown_number(weight) + " of a class is not above 0");
    }

    double of(Class number, double weight) const {
        const auto place = static_cast<std::size_t>(number);
        return place < weights_.size() ? std::min(weight * weights_[place], most) : weight;
    }

private:
    std::vector<double> weights_;
};

}  // namespace thresher
