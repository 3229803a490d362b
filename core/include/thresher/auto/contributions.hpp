// What attributes contributed to Auto's answers while it learned: the sizes of their shares, added up over the examples that were looked
// at (Ensemble::look). Of several learners over one stream the mean.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "thresher/auto/auto_learner.hpp"

namespace thresher {

class Contributions {
public:
    void add(const AutoLearner& learner) {
        ++learners_;
        examples_ = std::max(examples_, learner.ensemble().looked_at);
        learner.memory().each_known([&](const Feature& feature, Slot slot) {
            const double sum = learner.memory().state()[slot].contributed;
            if (sum <= 0.0) return;
            const auto [at, fresh] =
                places_.try_emplace(Key{feature.named(), feature.named() ? std::string(feature.text()) : std::to_string(feature.code)}, all_.size());
            if (fresh)
                all_.emplace_back(feature, sum);
            else
                all_[at->second].second += sum;
        });
    }

    double examples() const { return examples_; }

    // At most `count`, the largest first; ties go by the attribute.
    std::vector<std::pair<Feature, double>> largest(std::size_t count) const {
        auto sorted = all_;
        for (auto& [feature, sum] : sorted) sum /= static_cast<double>(learners_);
        const auto first = [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : comes_before(a.first, b.first); };
        count = std::min(count, sorted.size());
        std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count), sorted.end(), first);
        sorted.resize(count);
        return sorted;
    }

private:
    using Key = std::pair<bool, std::string>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return std::hash<std::string>()(key.second) ^ static_cast<std::size_t>(key.first); }
    };

    std::size_t learners_ = 0;
    double examples_ = 0.0;
    std::unordered_map<Key, std::size_t, Hash> places_;
    std::vector<std::pair<Feature, double>> all_;
};

}  // namespace thresher
