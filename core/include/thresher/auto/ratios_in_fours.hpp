// Naive Bayes' log ratios of the attributes of one example, four at a time: a logarithm of four costs little more than one of one.
#pragma once

#include <array>
#include <cstddef>

#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

class RatiosInFours {
public:
    // `place` becomes ln above/below, at the latest when all are finished.
    [[gnu::always_inline]] void add(float& place, double above, double below) {
        places_[waiting_] = &place;
        above_[waiting_] = above;
        below_[waiting_] = below;
        if (++waiting_ == places_.size()) finish();
    }

    [[gnu::always_inline]] void finish() {
        Four ratios, below;
        load(above_.data(), ratios);
        load(below_.data(), below);
        log_of_ratio(ratios, below);
        std::array<float, 4> logs;
        store(ratios, logs.data());
        for (std::size_t i = 0; i < waiting_; ++i) *places_[i] = never_zero(logs[i]);
        waiting_ = 0;
    }

private:
    // 0 stands for nothing counted yet.
    static float never_zero(float log_ratio) { return log_ratio != 0.0F ? log_ratio : 1e-30F; }

    std::array<float*, 4> places_;
    std::array<double, 4> above_{1.0, 1.0, 1.0, 1.0}, below_{1.0, 1.0, 1.0, 1.0};
    std::size_t waiting_ = 0;
};

}  // namespace thresher
