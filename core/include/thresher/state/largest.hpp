// The attributes with the largest weights, without looking at names until it is known whose are wanted.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "thresher/learner.hpp"

namespace thresher {

struct Weighed {
    double weight;
    Feature feature;
};

// At most `count` of them, largest in size first; ties go by the attribute.
template <BinaryLearner L>
std::vector<Weighed> largest_weights(const L& learner, std::size_t count) {
    std::vector<Weighed> all;
    learner.memory().each_known([&](const Feature& feature, Slot slot) { all.push_back({learner.weight_of(slot), feature}); });
    const auto before = [](const Weighed& a, const Weighed& b) {
        const double x = std::fabs(a.weight), y = std::fabs(b.weight);
        return x != y ? x > y : comes_before(a.feature, b.feature);
    };
    count = std::min(count, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), before);
    all.resize(count);
    return all;
}

}  // namespace thresher
