// What attributes contributed to Auto's answers while it learned: the sizes of their shares, added up over the examples that were looked
// at (Ensemble::look). Of several learners over one stream the mean.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "thresher/auto/auto_learner.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

class Contributions {
public:
    using Part = std::pair<Feature, double>;

    void add(const AutoLearner& learner) {
        if (learners_ == 1)  // names are compared only where there is something to compare
            for (const Part& part : parts_) places_.add(part.first);
        examples_ = std::max(examples_, learner.ensemble().looked_at);
        learner.memory().each_known([&](const Feature& feature, Slot slot) {
            const double sum = learner.memory().state()[slot].contributed;
            if (sum <= 0.0) return;
            if (learners_ > 0) {
                if (const Slot place = places_.find(feature); place != pristine_slot) {
                    parts_[place - first_free_slot].second += sum;
                    return;
                }
                places_.add(feature);
            }
            parts_.emplace_back(feature, sum);
        });
        ++learners_;
    }

    double examples() const { return examples_; }

    // At most `count`, the largest first; ties go by the attribute.
    std::vector<Part> largest(std::size_t count) && {
        for (Part& part : parts_) part.second /= static_cast<double>(learners_);
        const auto first = [](const Part& a, const Part& b) { return a.second != b.second ? a.second > b.second : comes_before(a.first, b.first); };
        count = std::min(count, parts_.size());
        std::partial_sort(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(count), parts_.end(), first);
        parts_.resize(count, Part{Feature::column(0, 0.0), 0.0});
        return std::move(parts_);
    }

private:
    std::size_t learners_ = 0;
    double examples_ = 0.0;
    std::vector<Part> parts_;
    Names places_;  // of the same in the same order, once there are several learners
};

}  // namespace thresher
