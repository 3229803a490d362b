// The threshold-relative step (C9): how far to move z so that the score lands exactly on its target.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "thresher/linear/link.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/numeric/sum.hpp"

namespace thresher {

// Solves: sum of f(z_i + t x_i) x_i = target for t, by closed form where there is one, else by bisection down to two
// neighbouring doubles. The sum is exactly rounded, so the answer does not depend on the order of attributes.
class TargetStep {
public:
    TargetStep(const State& state, const Row& row, const Link& link, bool bias) : link_(link) {
        for (std::size_t i = 0; i < row.size; ++i) take(state, row.slots[i], row.value(i));
        if (bias) take(state, bias_slot, 1.0);
    }

    // The step that takes the score to `aim`; not finite where no step helps (nothing active, the aim out of reach).
    double operator()(double score, double threshold, double aim) const {
        if (values_.empty()) return out_of_reach;
        if (std::holds_alternative<IdentityLink>(link_)) return (aim - score) / squares();
        const double target = threshold + aim;
        if (const auto* f = std::get_if<ExponentialLink>(&link_); f != nullptr && all_ones_) {
            const double now = at(0.0);
            return now > 0.0 ? std::log(target / now) / std::log(f->power.base()) : out_of_reach;
        }
        return bisect(aim > score, target);
    }

private:
    static constexpr double out_of_reach = std::numeric_limits<double>::infinity();

    void take(const State& state, Slot slot, double x) {
        if (slot == silent_slot) return;
        records_.insert(records_.end(), state.dual(slot), state.dual(slot) + state.stride());
        stride_ = state.stride();
        values_.push_back(x);
        all_ones_ = all_ones_ && x == 1.0;
    }

    double squares() const {
        ExactSum sum;
        for (double x : values_) sum.add(x * x);
        return sum.rounded();
    }

    double at(double t) const {
        ExactSum sum;
        std::vector<double> record(stride_);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            std::copy_n(records_.data() + i * stride_, stride_, record.data());
            record[0] += t * values_[i];
            sum.add(std::clamp(evaluate(link_, record.data()), -size_limit, size_limit) * values_[i]);
        }
        return sum.rounded();
    }

    double bisect(bool up, double target) const {
        const auto reached = [&](double t) { return up ? at(t) >= target : at(t) <= target; };
        double far = up ? 1.0 : -1.0;
        while (!reached(far)) {
            far *= 2.0;
            if (std::fabs(far) > 1e6) return out_of_reach;
        }
        double near = 0.0;
        for (;;) {
            const double middle = near + (far - near) / 2.0;
            if (middle == near || middle == far) return far;
            (reached(middle) ? far : near) = middle;
        }
    }

    const Link& link_;
    std::vector<double> records_;
    std::vector<double> values_;
    std::size_t stride_ = 1;
    bool all_ones_ = true;
};

}  // namespace thresher
