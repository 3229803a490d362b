// Attributes made of others, for streams with few of them: bins of real values and pairs of attributes, each with its own
// small state; and the learners that use them.
//
// A line can't bend. A real value falls between two of seventeen knots over its squashed deviation from the mean and is
// present at both in part, so that weights of knots draw a curve. Two attributes together (a real value by which eighth it
// is in) are an attribute too. In streams of very many attributes, words for instance, this earns nothing and costs
// much: past a thousand attributes it is given up.
//
//     bending   AROW, r = .1, on values and knots alone
//     pairing   coin betting, on values, knots and pairs
//     bold      logistic loss, rate 1/sqrt(sum of squares), link 2z + z^3/3, on the same
//     wary      coin betting whose stakes begin at a tenth, on the same
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "thresher/auto/bank.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/hash.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

enum Crossed : std::size_t { bending, pairing, bold, wary, crossed_experts };

struct alignas(8) CrossedCell {
    float bending = 0.0F, variance = 1.0F;
    float pairing = 0.0F, bets = 0.0F, wagered = 0.0F, stake = 0.0F, won = 0.0F;
    float bold = 0.0F, dual = 0.0F, squares = 0.0F;
    float wary = 0.0F, wary_bets = 0.0F, wary_wagered = 0.0F, wary_stake = .1F, wary_won = 0.0F;
    float spare = 0.0F;  // to whole doubles
};
inline constexpr std::size_t crossed_cell_size = sizeof(CrossedCell) / sizeof(double);

using CrossedScores = std::array<double, crossed_experts>;

class Crossings {
public:
    static constexpr double most_known = 1024.0;   // attributes of the stream
    static constexpr std::size_t most_paired = 64; // attributes of an example
    static constexpr std::size_t most_kept = std::size_t{1} << 16;

    Crossings() : memory_(MemoryPolicy{}) { begin(); }

    const Memory& memory() const { return memory_; }
    Memory& memory() { return memory_; }
    CrossedCell& bias() { return bias_; }
    const CrossedCell& bias() const { return bias_; }

    void restart() {
        memory_.reset();
        bias_ = {};
    }

    // The scores of an example, and into scratch what learn() needs of it.
    CrossedScores score(const State& state, const Row& row) const {
        cross(state, row);
        const Row crossed = memory_.resolve(instance_);
        CrossedScores sums{};
        double plain = 0.0, all = 0.0;
        for (std::size_t i = 0; i < crossed.size; ++i) {
            const double x = crossed.value(i);
            const CrossedCell& cell = at(memory_.state(), crossed.slots[i]);
            all += on_grid(x * x);
            sums[pairing] += on_grid(cell.pairing * x);
            sums[bold] += on_grid(cell.bold * x);
            sums[wary] += on_grid(cell.wary * x);
            if (i >= paired_from_) continue;
            plain += on_grid(x * x);
            sums[bending] += on_grid(cell.bending * x);
        }
        plain_ = plain > 0.0 ? 1.0 / std::sqrt(plain) : 0.0;
        all_ = all > 0.0 ? 1.0 / std::sqrt(all) : 0.0;
        sums[bending] = sums[bending] * plain_ + bias_.bending;
        sums[pairing] = sums[pairing] * all_ + bias_.pairing;
        sums[bold] = sums[bold] * all_ + bias_.bold;
        sums[wary] = sums[wary] * all_ + bias_.wary;
        return sums;
    }

    // Moves all by the example last scored.
    void learn(const CrossedScores& scores, Label label, double weight) {
        const double y = sign(label);
        const Row row = admit();
        Steps steps{loss(y, scores[pairing]) * weight * y, loss(y, scores[bold]) * weight * y, loss(y, scores[wary]) * weight * y, 0.0, 0.0};
        State& state = memory_.state();
        if (y * scores[bending] < 1.0) {
            double sum = bias_.variance;
            for (std::size_t i = 0; i < paired_from_; ++i) {
                const double x = row.value(i) * plain_;
                if (known(row.slots[i])) sum += on_grid(at(state, row.slots[i]).variance * x * x);
            }
            steps.shrink = 1.0 / (sum + .1);
            steps.bending = std::min((1.0 - y * scores[bending]) * steps.shrink * weight, 1e3) * y;
        }
        for (std::size_t i = 0; i < row.size; ++i) {
            if (!known(row.slots[i])) continue;
            const double x = row.value(i);
            move(at(state, row.slots[i]), i < paired_from_ ? x * plain_ : 0.0, x * all_, steps);
        }
        move(bias_, 1.0, 1.0, steps);
    }

    static const CrossedCell& at(const State& state, Slot slot) { return *reinterpret_cast<const CrossedCell*>(state.dual(slot)); }
    static CrossedCell& at(State& state, Slot slot) { return *reinterpret_cast<CrossedCell*>(state.dual(slot)); }

private:
    static constexpr int knots = 16;
    static constexpr double least_loss = .03;

    struct Steps {
        double pairing, bold, wary, bending, shrink;
    };

    void begin() {
        memory_.must_map(true);
        const CrossedCell cell;
        const auto* numbers = reinterpret_cast<const double*>(&cell);
        memory_.state().begin({numbers, numbers + crossed_cell_size}, 0.0);
    }

    // Newcomers of an example are all let in or, once there are too many, none: the order of attributes can't show.
    Row admit() {
        const Row row = memory_.resolve(instance_);
        if (row.complete) return row;
        const auto strangers = static_cast<std::size_t>(std::count(row.slots, row.slots + row.size, pristine_slot));
        if (memory_.names().mapped() + strangers > most_kept) return row;
        std::uint64_t refused = 0;
        return memory_.admit(instance_, row, refused);
    }

    static bool known(Slot slot) { return slot != pristine_slot && slot != silent_slot; }

    static double loss(double y, double score) {
        const double value = 1.0 / (1.0 + std::exp(std::clamp(y * score, -500.0, 500.0)));
        return value < least_loss ? 0.0 : value;
    }

    static std::uint64_t code_of(std::uint64_t number) { return mix(number) & (column_limit - 1); }

    // The example's values, knots and pairs. An attribute never learned from has none.
    void cross(const State& state, const Row& row) const {
        instance_.clear();
        keys_.clear();
        for (std::size_t i = 0; i < row.size; ++i) {
            if (!known(row.slots[i])) continue;
            const Cell& cell = Bank::at(state, row.slots[i]);
            if (cell.seen == 0.0F) continue;
            const auto identity = static_cast<std::uint64_t>(cell.identity);
            const std::uint64_t base = mix(identity + 0x9e3779b97f4a7c15ULL);
            const double deviation = std::sqrt(static_cast<double>(cell.spread) / cell.seen);
            if (!(deviation > 1e-6 * std::fabs(static_cast<double>(cell.mean)))) {  // less is the rounding of the mean
                instance_.push_back(Feature::column(code_of(base), 1.0));
                keys_.push_back(base);
                continue;
            }
            const double z = (row.value(i) - cell.mean) / deviation;
            const double place = std::clamp((z / (1.0 + std::fabs(z)) * 1.25 + 1.0) / 2.0 * knots, 0.0, knots - 1e-9);
            const auto knot = static_cast<std::uint64_t>(std::isnan(place) ? 0.0 : place);
            const double part = std::isnan(place) ? 0.0 : place - static_cast<double>(knot);
            instance_.push_back(Feature::column(code_of(base + 1 + knot), 1.0 - part));
            if (part > 0.0) instance_.push_back(Feature::column(code_of(base + 2 + knot), part));
            keys_.push_back(base + 64 + knot / 2);
        }
        paired_from_ = instance_.size();
        if (keys_.size() > most_paired) return;
        for (std::size_t a = 0; a < keys_.size(); ++a)
            for (std::size_t b = a + 1; b < keys_.size(); ++b) {
                const auto [low, high] = std::minmax(keys_[a], keys_[b]);
                instance_.push_back(Feature::column(code_of(low * 0x9e3779b97f4a7c15ULL + high), 1.0));
            }
    }

    static void move(CrossedCell& cell, double plain, double x, const Steps& by) {
        constexpr double limit = Bank::weight_limit;
        if (by.bending != 0.0 && plain != 0.0) {
            const double sigma = cell.variance;
            cell.bending = static_cast<float>(std::clamp(cell.bending + by.bending * sigma * plain, -limit, limit));
            cell.variance = static_cast<float>(std::max(sigma - by.shrink * sigma * sigma * plain * plain, 0.0));
        }
        if (by.pairing != 0.0) Coin{cell.pairing, cell.bets, cell.wagered, cell.stake, cell.won}.toss(by.pairing * x, limit);
        if (by.wary != 0.0) Coin{cell.wary, cell.wary_bets, cell.wary_wagered, cell.wary_stake, cell.wary_won}.toss(by.wary * x, limit);
        if (const double g = by.bold * x; g != 0.0) {
            const double squares = cell.squares + g * g, dual = std::clamp(cell.dual + g / std::sqrt(squares), -5.0, 5.0);
            cell.squares = static_cast<float>(squares);
            cell.dual = static_cast<float>(dual);
            cell.bold = static_cast<float>(2.0 * dual + dual * dual * dual / 3.0);
        }
    }

    Memory memory_;
    CrossedCell bias_;
    mutable Instance instance_;
    mutable std::vector<std::uint64_t> keys_;
    mutable std::size_t paired_from_ = 0;
    mutable double plain_ = 0.0, all_ = 0.0;
};

}  // namespace thresher
