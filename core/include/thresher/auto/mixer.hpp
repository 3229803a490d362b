// Logistic mixing of experts' answers, second order: p = sigmoid(w . f), w moved by an extended Kalman filter on the log loss.
//
// Its matrix is the covariance of w. Forgetting lets it grow again, up to what it began with, so that the mixture
// never stops following who is right.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace thresher {

template <std::size_t Most>
class Mixer {
public:
    using Inputs = std::array<double, Most>;

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
    double operator()(const Inputs& f) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < Most; ++i) sum += weights_[i] * f[i];
        return std::clamp(sum, -30.0, 30.0);
    }

    // `pace`: of the labels (label_shares.hpp).
    void learn(const Inputs& f, double logit, bool positive, double weight, double pace) {
        const double p = 1.0 / (1.0 + std::exp(-logit));
        const double curvature = std::max(p * (1.0 - p), least_curvature * pace) * weight;
        Inputs along{};
        for (std::size_t j = 0; j < Most; ++j) {
            if (f[j] == 0.0) continue;
            for (std::size_t i = 0; i < Most; ++i) along[i] += covariance_[i][j] * f[j];
        }
        double spread = 0.0;
        for (std::size_t i = 0; i < Most; ++i) spread += f[i] * along[i];
        const double gain = ((positive ? 1.0 : 0.0) - p) * weight / (1.0 + curvature * spread);
        const double shrink = 1.0 / (1.0 / curvature + spread);
        double trace = 0.0;
        bool sound = true;
        for (std::size_t i = 0; i < Most; ++i) {
            weights_[i] = std::clamp(weights_[i] + gain * along[i], -largest, largest);
            const double scaled = shrink * along[i];
            for (std::size_t j = 0; j < Most; ++j) covariance_[i][j] -= scaled * along[j];
            trace += covariance_[i][i];
            sound = sound && covariance_[i][i] >= 0.0;
        }
        if (!sound || !std::isfinite(trace)) return restart();  // roundings ate it
        if (trace >= cap_) return;
        for (Inputs& row : covariance_)
            for (double& entry : row) entry *= forgetting;
    }

private:
    static constexpr double least_curvature = .01, largest = 100.0, forgetting = 1.0 / .999;

    Inputs first_weights_{}, first_variances_{}, weights_{};
    std::array<Inputs, Most> covariance_{};
    double cap_ = 0.0;
};

}  // namespace thresher
