// The one place that changes a state: z_i moves, is clamped to its range, and w_i = f(z_i).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "thresher/linear/link.hpp"
#include "thresher/linear/range.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// Steps: what happens to one attribute's dual record, given its value x and its weight before the update.

struct UniformStep {
    double step;

    void operator()(double* dual, double x, double, const Range& range, std::uint64_t& overflows) const {
        if (dual[0] == -std::numeric_limits<double>::infinity()) return;  // eliminated for good (Winnow1)
        dual[0] = range.clamp(dual[0] + step * x, overflows);
    }
};

// Both halves of Balanced Winnow, each clamped by itself. What falls may fall further than what rises.
struct HalvesStep {
    double step;
    double fall;  // times the step

    void operator()(double* dual, double x, double, const Range& range, std::uint64_t& overflows) const {
        dual[0] = range.clamp(dual[0] + signed_move(step * x), overflows);
        dual[1] = range.clamp(dual[1] + signed_move(-(step * x)), overflows);
    }

private:
    double signed_move(double move) const { return move < 0.0 ? fall * move : move; }
};

struct EliminatingStep {
    void operator()(double* dual, double x, double, const Range&, std::uint64_t&) const {
        if (x > 0.0) dual[0] = -std::numeric_limits<double>::infinity();
    }
};

// A9: an attribute whose weight got large has a small value lifted (A7) before it takes part in the step.
struct MonitoredStep {
    double step;
    double above;
    double least;

    void operator()(double* dual, double x, double weight, const Range& range, std::uint64_t& overflows) const {
        if (weight > above && x < least) x = x <= least / 2.0 ? 0.0 : least;
        dual[0] = range.clamp(dual[0] + step * x, overflows);
    }
};

// A step that can't be computed is not taken, and counted.
inline double stopped(double z, std::uint64_t& overflows) {
    ++overflows;
    return z;
}

struct AdaptiveStep {
    double rate;
    double gradient;  // loss * weight * y
    std::size_t squares;

    void operator()(double* dual, double x, double, const Range& range, std::uint64_t& overflows) const {
        const double g = gradient * x;
        if (g == 0.0) return;  // a gradient that underflowed
        dual[squares] = std::min(dual[squares] + g * g, size_limit * size_limit);
        const double move = rate * g / std::sqrt(dual[squares]);
        if (dual[squares] > 0.0) dual[0] = std::isnan(move) ? stopped(dual[0], overflows) : range.clamp(dual[0] + move, overflows);
    }
};

struct SecondOrderStep {
    double step;  // alpha * y
    double beta;
    std::size_t variance;

    void operator()(double* dual, double x, double, const Range& range, std::uint64_t& overflows) const {
        const double sigma = dual[variance], move = step * sigma * x;
        dual[0] = std::isnan(move) ? stopped(dual[0], overflows) : range.clamp(dual[0] + move, overflows);
        // Never below 0: beta sigma x^2 < 1 in exact arithmetic.
        dual[variance] = std::max(sigma - beta * (sigma * sigma) * (x * x), 0.0);
    }
};

// Averaging keeps, beside z, the sum over updates of (time of the update) * (change of the weight).
struct History {
    std::size_t column;
    double time;
};

// Links that are 0 only at 0. A weight that vanishes elsewhere, as |z|^(p-1) of a small z does, has left the numbers we
// can compute with: as bad as one too large, and counted like it.
template <class F>
inline constexpr bool odd =
    std::is_same_v<F, PNormLink> || std::is_same_v<F, InterpolatedLink> || std::is_same_v<F, BalancedLink> || std::is_same_v<F, TwoSinhLink>;

// The weight of a record that has moved; one that vanished is counted.
template <class F>
double weigh(const F& link, const double* dual, std::uint64_t& overflows) {
    const double weight = link(dual);
    if constexpr (odd<F>)
        if (std::fabs(weight) < std::numeric_limits<double>::min() && dual[0] != 0.0) ++overflows;
    return weight;
}

class Updater {
public:
    Updater(State& state, const Range& range, std::uint64_t& overflows, bool bias)
        : cells_(state.cells()), range_(range), overflows_(overflows), bias_(bias) {}

    template <class Step>
    void operator()(const Row& row, const Link& link, const Step& step, std::optional<History> history = {}) {
        if (const auto* custom = std::get_if<CustomLink>(&link)) return move_together(row, *custom, step);
        std::visit([&](const auto& f) { move(row, f, step, history); }, link);
    }

private:
    template <class F>
    void each(const Row& row, F f) {
        for (std::size_t i = 0; i < row.size; ++i) __builtin_prefetch(cells_.dual_at(row.slots[i]), 1);
        for (std::size_t i = 0; i < row.size; ++i)
            if (!stands_for_others(row.slots[i])) f(row.slots[i], row.value(i));
        if (bias_) f(bias_slot, 1.0);
    }

    // By itself, not within the switch over links: there the compiler runs out of registers.
    template <class F, class Step>
    [[gnu::noinline]] void move(const Row& row, const F& link, const Step& step, const std::optional<History>& history) {
        each(row, [&](Slot slot, double x) {
            double* dual = cells_.dual_at(slot);
            double& weight = cells_.weight_at(slot);
            const double before = weight;
            step(dual, x, before, range_, overflows_);
            weight = weigh(link, dual, overflows_);
            if (history) dual[history->column] += history->time * (weight - before);
        });
    }

    // The user's link may fail, so nothing is written before it has answered for every attribute.
    template <class Step>
    void move_together(const Row& row, const CustomLink& link, const Step& step) {
        const std::size_t stride = cells_.size;
        std::vector<Slot> slots;
        std::vector<double> records, duals;
        std::uint64_t overflows = overflows_;
        each(row, [&](Slot slot, double x) {
            slots.push_back(slot);
            records.insert(records.end(), cells_.dual_at(slot), cells_.dual_at(slot) + stride);
            double* record = records.data() + records.size() - stride;
            step(record, x, cells_.weight_at(slot), range_, overflows);
            duals.push_back(record[0]);
        });
        if (slots.empty()) return;
        std::vector<double> weights(slots.size());
        link.function(duals, weights);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            std::copy_n(records.data() + i * stride, stride, cells_.dual_at(slots[i]));
            cells_.weight_at(slots[i]) = weights[i];
        }
        overflows_ = overflows;
    }

    State::Cells cells_;
    const Range& range_;
    std::uint64_t& overflows_;
    bool bias_;
};

}  // namespace thresher
