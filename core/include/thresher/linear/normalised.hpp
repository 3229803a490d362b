// The p-norm link as ALMA and the tracking p-norm need it: w = grad 1/2 |theta|_p^2 and |w|_q <= radius (G1 - G3).
//
// That link is not coordinatewise, so the state keeps a common scale: theta = scale * z, and the weight column holds
// v_i = sgn(z_i) |z_i|^(p-1), of which w is a common multiple. Projecting is then one multiplication. The sum of |z|^p is
// kept by adding and taking away exactly what changed, so the order of attributes can't show in it.
#pragma once

#include <cmath>

#include "thresher/linear/link.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/numeric/sum.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

class Normalised {
public:
    Normalised(double p, double radius) : p_(p), radius_(radius) {}

    double scale() const { return scale_; }
    double power_sum() const { return power_sum_; }
    void restore(double scale, double power_sum) {
        scale_ = scale;
        power_sum_ = power_sum;
    }

    // w_i = factor * v_i.
    double factor() const {
        if (power_sum_ == 0.0 || p_ == 2.0) return scale_;
        return scale_ * std::pow(power_sum_, -(p_ - 2.0) / p_);
    }

    // theta += step * x, then w is scaled back into the ball.
    void update(State& state, const Row& row, double step, bool bias, std::uint64_t& overflows) {
        if (!make_room(state, row, step, bias)) {
            ++overflows;
            return;
        }
        const NormalisedLink link{p_};
        const double limit = link.limit();
        ExactSum sum;
        sum.add(power_sum_);
        const auto move = [&](Slot slot, double x) {
            if (slot == pristine_slot || slot == silent_slot) return;
            double& z = *state.dual(slot);
            sum.add(-power(z));
            z += step / scale_ * x;
            if (std::fabs(z) > limit) {
                ++overflows;
                z = std::copysign(limit, z);
            }
            sum.add(power(z));
            state.weight(slot) = link(&z);
        };
        for (std::size_t i = 0; i < row.size; ++i) move(row.slots[i], row.value(i));
        if (bias) move(bias_slot, 1.0);
        power_sum_ = std::max(sum.rounded(), 0.0);
        project();
        const bool at_the_edge = power_sum_ > 0x1p400 || (power_sum_ > 0.0 && power_sum_ < 0x1p-400);
        if (at_the_edge && can_rescale(exponent_of_norm())) rescale(state, exponent_of_norm());
    }

    // After the duals were written by someone else: weights, sum and projection anew.
    void renew(State& state) {
        rescale(state, 0);
        project();
    }

private:
    double power(double z) const { return std::pow(std::fabs(z), p_); }
    int exponent_of_norm() const { return std::ilogb(std::pow(power_sum_, 1.0 / p_)); }

    bool can_rescale(int exponent) const {
        const double next = std::ldexp(scale_, exponent);
        return next > 1e-250 && next < 1e250;
    }

    void project() {
        const double norm = scale_ * std::pow(power_sum_, 1.0 / p_);  // |theta|_p = |w|_q
        if (norm > radius_) scale_ *= radius_ / norm;
    }

    // Keeps |z|^p computable: where the step is far larger than all there is, the scale moves to the step first.
    // False where the step is beyond what can be computed.
    bool make_room(State& state, const Row& row, double step, bool bias) {
        double largest = bias ? 1.0 : 0.0;
        for (std::size_t i = 0; i < row.size; ++i) largest = std::max(largest, std::fabs(row.value(i)));
        const double move = std::fabs(step) / scale_ * largest;
        if (!(move < 1e100)) return false;
        if (move == 0.0 || (power_sum_ != 0.0 && move <= std::exp2(300.0 / p_))) return true;
        if (!can_rescale(std::ilogb(move))) return move < 1.0;  // a step too small to matter is taken as it is
        rescale(state, std::ilogb(move));
        return true;
    }

    // z /= 2^exponent, scale *= 2^exponent: exact but for what underflows.
    void rescale(State& state, int exponent) {
        const NormalisedLink link{p_};
        ExactSum sum;
        const auto shrink = [&](Slot slot) {
            double& z = *state.dual(slot);
            if (z == 0.0) return;
            z = std::ldexp(z, -exponent);
            state.weight(slot) = link(&z);
            sum.add(power(z));
        };
        for (std::size_t i = 0; i < state.direct_size(); ++i) shrink(static_cast<Slot>(i));
        for (std::size_t i = bias_slot & ~mapped_bit; i < state.mapped_size(); ++i) shrink(mapped_bit | static_cast<Slot>(i));
        scale_ = std::ldexp(scale_, exponent);
        power_sum_ = sum.rounded();
    }

    double p_;
    double radius_;
    double scale_ = 1.0;
    double power_sum_ = 0.0;
};

}  // namespace thresher
