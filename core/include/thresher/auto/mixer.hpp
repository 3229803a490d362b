// Logistic mixing of experts' answers, second order: p = sigmoid(w . f), w moved by an extended Kalman filter on the log loss.
//
// Its matrix is the covariance of w. Forgetting lets it grow again, up to what it began with, so that the mixture
// never stops following who is right.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "thresher/numeric/lanes.hpp"

namespace thresher {

template <std::size_t Most>
class Mixer {
public:
    using Inputs = Lanes<Most>;

    // Weights and variances to begin with.
    void begin(const Inputs& weights, const Inputs& variances) {
        first_weights_ = weights;
        first_variances_ = variances;
        restart();
    }

    void restart() {
        weights_ = first_weights_;
        covariance_ = {};
        cap_ = 0.0;
        for (std::size_t i = 0; i < Most; ++i) cap_ += covariance_[i][i] = first_variances_[i];
    }

    const Inputs& weights() const { return weights_; }
    Inputs& weights() { return weights_; }
    const std::array<Inputs, Most>& covariance() const { return covariance_; }
    std::array<Inputs, Most>& covariance() { return covariance_; }

    // The logit of the mixture.
    THRESHER_LANES double operator()(const Inputs& f) const { return std::clamp(dot(weights_, f), -30.0, 30.0); }

    // What an example asks for.
    struct Step {
        Inputs along;  // covariance times f
        double gain = 0.0, shrink = 0.0;
    };

    // `p`: what the mixture stated. `pace`: of the labels (label_shares.hpp).
    template <bool Wide>
    THRESHER_LANES void look(const Inputs& f, double p, bool positive, double weight, double pace, Step& step) const {
        const double curvature = std::max(p * (1.0 - p), least_curvature * pace) * weight;
        Inputs::template for_all<Wide>([&]<class Numbers>(std::size_t from) __attribute__((always_inline)) {
            Numbers sums{}, row;
            for (std::size_t j = 0; j < Most; ++j) {
                covariance_[j].get(from, row);
                sums += row * f[j];
            }
            step.along.set(from, sums);
        });
        const double spread = dot(f, step.along);
        step.gain = ((positive ? 1.0 : 0.0) - p) * weight / (1.0 + curvature * spread);
        step.shrink = 1.0 / (1.0 / curvature + spread);
    }

    template <bool Wide>
    THRESHER_LANES void learn(const Step& step) {
        const Inputs& along = step.along;
        const double gain = step.gain, shrink = step.shrink;
        double trace = 0.0, least = 0.0;
        for (std::size_t i = 0; i < Most; ++i) {
            const double variance = covariance_[i][i] - along[i] * along[i] * shrink;
            trace += variance;
            least = std::min(least, variance);
        }
        const bool lost = least < 0.0 || !std::isfinite(trace);  // roundings ate it
        const double growth = trace < cap_ ? forgetting : 1.0;
        Inputs::template for_all<Wide>([&]<class Numbers>(std::size_t from) __attribute__((always_inline)) {
            Numbers sums, row;
            along.get(from, sums);
            weights_.get(from, row);
            row += gain * sums;
            clamp(row, -largest, largest);
            weights_.set(from, row);
            for (std::size_t i = 0; i < Most; ++i) {
                covariance_[i].get(from, row);
                row = (row - sums * along[i] * shrink) * growth;
                covariance_[i].set(from, row);
            }
        });
        if (lost) restart();
    }

private:
    static constexpr double least_curvature = .01, largest = 100.0, forgetting = 1.0 / .999;

    Inputs first_weights_, first_variances_, weights_;
    std::array<Inputs, Most> covariance_{};  // symmetric, to the last bit
    double cap_ = 0.0;
};

}  // namespace thresher
