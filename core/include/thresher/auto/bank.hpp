// Several linear learners over one read of each example: an attribute's state for all of them lies together, so one visit
// serves all.
//
// They differ in what they make of a value and in how they move:
//
//     view   scaled     v   dense attributes centred and divided by their deviation, others divided by their mean square's
//                           root; at most 5 in size
//            unit       v / |v|
//            shares     u / |u|, u = value / largest value so far
//            sifted     v (1/4 + |r|) over its length, r the attribute's naive Bayes log ratio
//
//     gradient    logistic loss, constant rate, on v             never stops moving
//     confident   AROW, r = 1, on v                              settles
//     tracking    AROW, r = .1, on unit v, its variance growing  settles and unsettles
//     sifting     AROW, r = .1, on sifted v
//     adaptive    logistic loss, rate 1/sqrt(sum of squares), on sifted v
//     betting     coin betting per coordinate, logistic loss, on shares
//     winnowing   2 sinh link (its series to z^5), margin .3, constant rate, on shares
//     counting    naive Bayes over the attributes present
//     remembered  the confident weights of before the last restart, and of before the one before; they only answer
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "thresher/numeric/processor_clones.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/data/label.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

enum Linear : std::size_t { gradient, confident, tracking, remembered, sifting, adaptive, betting, winnowing, recalled, counting, linear_experts };

// What all of them keep of one attribute: two lines of the cache, the first of them all that predicting reads. Single
// precision, because reading cells is most of the work, and because no theorem rests on their last bits.
struct alignas(8) Cell {
    float epoch = 0.0F;                                // restarts it took part in
    float seen = 0.0F, mean = 0.0F, spread = 0.0F, largest = 0.0F;  // of its values
    float positives = 0.0F;                            // examples with it that are positive
    std::array<float, linear_experts> weight{};        // the last is naive Bayes' log ratio
    float negatives = 0.0F;
    float confident_variance = 1.0F, tracking_variance = 1.0F, sifting_variance = 1.0F;
    float squares = 0.0F;                                        // adaptive
    float bets = 0.0F, wagered = 0.0F, stake = 0.0F, won = 0.0F;  // betting
    float dual = 0.0F;                                           // winnowing
    double identity = 0.0;                             // the same number in every process
    std::array<float, 4> spare{};                      // to two lines

    bool plain() const { return spread == 0.0F && mean == 1.0F; }  // it was always 1
};
static_assert(sizeof(Cell) == 128);
inline constexpr std::size_t cell_size = sizeof(Cell) / sizeof(double);

// One attribute's value as the learners see it, before lengths are divided out.
struct Views {
    double scaled, share, sifted;
};

// Two doubles that are worked on together.
typedef double Pair __attribute__((vector_size(16)));
typedef float FloatPair __attribute__((vector_size(8)));

// Two weights that lie side by side.
inline Pair pair_of(const float* first) {
    FloatPair both;
    std::memcpy(&both, first, sizeof both);
    return __builtin_convertvector(both, Pair);
}

inline Pair on_grid(Pair terms) {
    constexpr double shift = 1.5 * 268435456.0;
    const Pair both = {shift, shift};
    return (terms + both) - both;
}

using LinearScores = std::array<double, linear_experts>;

// One round of coin betting by a coordinate that is told g: what it won so far decides how much it dares (Orabona and Tommasi 2017).
struct Coin {
    float &weight, &bets, &wagered, &stake, &won;

    void toss(double g, double limit) const {
        const double size = std::fabs(g);
        if (size == 0.0) return;
        const double most = std::max<double>(stake, size), all = wagered + size, profit = std::max(won + g * weight, 0.0), sum = bets + g;
        stake = static_cast<float>(most);
        wagered = static_cast<float>(all);
        won = static_cast<float>(profit);
        bets = static_cast<float>(sum);
        weight = static_cast<float>(std::min(std::max(sum / (most * (all + most)) * (most + profit), -limit), limit));
    }
};

class Bank {
public:
    static constexpr double weight_limit = 64.0;

    static std::vector<double> initial() {
        const Cell cell;
        const auto* numbers = reinterpret_cast<const double*>(&cell);
        return {numbers, numbers + cell_size};
    }

    static const Cell& at(const State& state, Slot slot) { return *reinterpret_cast<const Cell*>(state.dual(slot)); }
    static Cell& at(State& state, Slot slot) { return *reinterpret_cast<Cell*>(state.dual(slot)); }

    double positives = 0.0, negatives = 0.0;              // examples
    double positive_total = 0.0, negative_total = 0.0;    // attributes of them
    double learned = 0.0;                                 // examples since the start, restarts or not
    double known = 0.0;                                   // attributes ever learned from
    double epoch = 0.0;

    // A restart: every attribute begins anew when it is next met, and the confident weights become memories.
    void restart() {
        epoch += 1.0;
        positives = negatives = positive_total = negative_total = 0.0;
    }

    // The cell as it is in this epoch.
    Cell current(const Cell& cell) const {
        Cell fresh;
        fresh.seen = cell.seen;
        fresh.mean = cell.mean;
        fresh.spread = cell.spread;
        fresh.largest = cell.largest;
        fresh.identity = cell.identity;
        fresh.epoch = static_cast<float>(epoch);
        const double missed = epoch - cell.epoch;
        if (missed == 1.0) {
            fresh.weight[remembered] = cell.weight[confident];
            fresh.weight[recalled] = cell.weight[remembered];
        } else if (missed == 2.0) {
            fresh.weight[recalled] = cell.weight[confident];
        }
        return fresh;
    }

    // Scores of all, and into scratch what learn() needs of the same example.
    THRESHER_CLONED LinearScores score(const State& state, const Row& row) const {
        views_.resize(row.size);
        Sums sums;
        const double offset = std::log((negative_total + .5) / (positive_total + .5));
        for (std::size_t i = 0; i < row.size; ++i) {
            if (row.slots[i] == silent_slot) {
                views_[i] = {};
                continue;
            }
            const Cell& cell = at(state, row.slots[i]);
            if (cell.epoch == static_cast<float>(epoch)) [[likely]] views_[i] = see(cell, row.value(i), offset, sums);
            else views_[i] = see_renewed(cell, row.value(i), offset, sums);
        }
        lengths_ = {inverse_root(sums.lengths[0]), inverse_root(sums.lengths[1]), inverse_root(sums.sifted)};
        const Cell& stored = at(state, bias_slot);
        const Cell bias = stored.epoch == static_cast<float>(epoch) ? stored : current(stored);
        LinearScores scores;
        for (std::size_t k = 0; k < linear_experts; ++k) scores[k] = sums.scores[k / 2][k % 2];
        scores[tracking] *= lengths_.scaled;
        scores[sifting] *= lengths_.sifted;
        scores[adaptive] *= lengths_.sifted;
        scores[betting] *= lengths_.share;
        scores[winnowing] *= lengths_.share;
        for (std::size_t k = 0; k < counting; ++k) scores[k] += bias.weight[k];
        scores[counting] += std::log((positives + 1.0) / (negatives + 1.0));
        return scores;
    }

    // Moves all. The row is the one last scored, with a slot for every attribute that may have one.
    THRESHER_CLONED void learn(State& state, const Row& row, const LinearScores& scores, Label label, double weight) {
        const double y = sign(label);
        Steps steps{};
        steps.gradient = rate * loss(y, scores[gradient]) * weight * y;
        steps.adaptive = loss(y, scores[adaptive]) * weight * y;
        steps.betting = loss(y, scores[betting]) * weight * y;
        steps.winnowing = y * scores[winnowing] < margin ? rate_of_winnow * std::min(weight, 10.0) * y : 0.0;
        Cell& bias = renew(at(state, bias_slot));
        second_order(state, row, bias, scores, y, weight, steps);
        steps.additive = steps.gradient != 0.0 || steps.confident.step != 0.0 || steps.tracking.step != 0.0;
        steps.sifted = steps.sifting.step != 0.0 || steps.adaptive != 0.0;
        const bool positive = label == Label::positive;
        (positive ? positives : negatives) += weight;
        learned += 1.0;
        double attributes = 0.0;
        const double share = std::min((positive_total + .5) / (positive_total + negative_total + 1.0), 1.0 - 1e-15);  // never all
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            Cell& cell = renew(at(state, slot));
            attributes += 1.0;
            const Views& view = views_[i];
            move(cell, view.scaled, view.scaled * lengths_.scaled, view.share * lengths_.share, view.sifted * lengths_.sifted, steps);
            if (cell.seen == 0.0F) known += 1.0;
            count(cell, positive, weight, share);
            remember_value(cell, row.value(i));
        }
        (positive ? positive_total : negative_total) += attributes * weight;
        move(bias, 1.0, 1.0, 1.0, 1.0, steps);
    }

    // What one unit of the attribute's value is in each view.
    Views unit_views(const Cell& cell) const {
        if (cell.seen == 0.0F) return {};
        const double mean = cell.mean, variance = static_cast<double>(cell.spread) / cell.seen;
        const double size = std::sqrt(centred(cell) ? variance : mean * mean + variance);
        const double scaled = size > 0.0 ? 1.0 / size : 0.0, offset = std::log((negative_total + .5) / (positive_total + .5));
        const bool counted = cell.positives + cell.negatives > 0.0F;
        return {scaled, cell.largest > 0.0F ? 1.0 / cell.largest : 0.0, scaled * (.25 + (counted ? std::fabs(cell.weight[counting] + offset) : 0.0))};
    }

private:
    static constexpr double rate = .05, rate_of_winnow = .3, margin = .3;
    static constexpr float growth = 1.01F;
    static constexpr double smoothing = .5;
    static constexpr double least_loss = .03;  // a smaller one is not worth a visit
    static constexpr double dual_limit = 4.0;
    static constexpr double least_shortfall = .1;  // of margin 1; a smaller one is not worth a visit either
    static constexpr double most_seen = 16777216.0;  // 2^24: a count in single precision stays there

    struct Lengths {
        double scaled, share, sifted;
    };
    struct SecondOrder {
        double step = 0.0, shrink = 0.0;  // alpha y and beta
    };
    struct Steps {
        double gradient, adaptive, betting, winnowing;
        SecondOrder confident, tracking, sifting;
        bool additive, sifted;  // whether any of gradient, confident and tracking moves; of sifting and adaptive
    };

    static double inverse_root(double sum) { return sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0; }

    static double loss(double y, double score) {
        const double value = 1.0 / (1.0 + std::exp(std::clamp(y * score, -500.0, 500.0)));
        return value < least_loss ? 0.0 : value;
    }

    struct Sums {
        std::array<Pair, linear_experts / 2> scores{};
        Pair lengths{};  // squared, of the scaled values and the shares
        double sifted = 0.0;
    };

    [[gnu::always_inline]] Views see(const Cell& cell, double x, double offset, Sums& sums) const {
        const bool counted = cell.positives + cell.negatives > 0.0F;
        const double ratio = counted ? static_cast<double>(cell.weight[counting]) + offset : 0.0;
        const double sift = .25 + std::fabs(ratio);
        const bool plain = x == 1.0 && cell.plain();
        const double scaled = plain ? 1.0 : scale(cell, x), share = plain ? 1.0 : x / std::max<double>(cell.largest, std::fabs(x));
        const double sifted = scaled * sift;
        const auto& w = cell.weight;
        const Pair same = {scaled, scaled}, lengths = {scaled, share};
        sums.scores[0] += on_grid(pair_of(&w[gradient]) * same);
        sums.scores[1] += on_grid(pair_of(&w[tracking]) * same);
        sums.scores[2] += on_grid(pair_of(&w[sifting]) * Pair{sifted, sifted});
        sums.scores[3] += on_grid(pair_of(&w[betting]) * Pair{share, share});
        sums.scores[4] += on_grid(Pair{w[recalled], ratio} * Pair{scaled, 1.0});
        sums.lengths += on_grid(lengths * lengths);
        sums.sifted += thresher::on_grid(sifted * sifted);
        return {scaled, share, sifted};
    }

    // After a restart, the first time an attribute is met.
    [[gnu::noinline]] Views see_renewed(const Cell& cell, double x, double offset, Sums& sums) const {
        return see(current(cell), x, offset, sums);
    }

    // An attribute that varies and is nearly always there has its mean taken away.
    bool centred(const Cell& cell) const { return cell.spread > 0.0F && cell.seen > .9 * std::min(learned, most_seen); }

    [[gnu::noinline]] double scale(const Cell& cell, double x) const {
        if (cell.seen == 0.0F) return x > 0.0 ? 1.0 : -1.0;
        const double mean = cell.mean, variance = static_cast<double>(cell.spread) / cell.seen;
        const double v = centred(cell) ? (x - mean) / std::sqrt(variance) : x / std::sqrt(mean * mean + variance);
        return std::isnan(v) ? 0.0 : std::clamp(v, -5.0, 5.0);
    }

    Cell& renew(Cell& cell) const {
        if (cell.epoch != static_cast<float>(epoch)) [[unlikely]] cell = current(cell);
        return cell;
    }

    // alpha y and beta of the three that are AROW, in one visit; only an example well short of margin 1 moves them.
    void second_order(const State& state, const Row& row, const Cell& bias, const LinearScores& scores, double y, double weight, Steps& steps) const {
        const double short_confident = 1.0 - y * scores[confident], short_tracking = 1.0 - y * scores[tracking], short_sifting = 1.0 - y * scores[sifting];
        if (short_confident <= least_shortfall && short_tracking <= least_shortfall && short_sifting <= least_shortfall) return;
        Pair sums{};
        double sifted = 0.0;
        const Pair lengths = {1.0, lengths_.scaled};
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            const Cell& cell = at(state, slot);
            const bool now = cell.epoch == static_cast<float>(epoch);
            const Pair sigmas = now ? pair_of(&cell.confident_variance) : Pair{1.0, 1.0}, x = Pair{views_[i].scaled, views_[i].scaled} * lengths;
            const double z = views_[i].sifted * lengths_.sifted;
            sums += on_grid(sigmas * x * x);
            sifted += thresher::on_grid((now ? cell.sifting_variance : 1.0F) * z * z);
        }
        const auto step = [&](double shortfall, double sum, double r) {
            if (shortfall <= least_shortfall) return SecondOrder{};
            const double beta = 1.0 / (sum + r);
            return SecondOrder{std::min(shortfall * beta * weight, 1e3) * y, beta};
        };
        steps.confident = step(short_confident, sums[0] + bias.confident_variance, 1.0);
        steps.tracking = step(short_tracking, sums[1] + bias.tracking_variance, .1);
        steps.sifting = step(short_sifting, sifted + bias.sifting_variance, .1);
    }

    // 2 sinh by its series up to z^5: it is a seventh too small at the limit, and costs no exp.
    static double two_sinh(double z) {
        const double square = z * z;
        return z * (2.0 + square * (1.0 / 3.0 + square / 60.0));
    }

    static float limited(double weight) { return static_cast<float>(std::min(std::max(weight, -weight_limit), weight_limit)); }

    static void store(float* first, Pair both) {
        const FloatPair narrow = __builtin_convertvector(both, FloatPair);
        std::memcpy(first, &narrow, sizeof narrow);
    }

    static Pair limited(Pair weights) {
        const Pair most = {weight_limit, weight_limit};
        weights = weights < -most ? -most : weights;
        return weights > most ? most : weights;
    }

    static Pair not_negative(Pair values) {
        const Pair nothing = {0.0, 0.0};
        return values < nothing ? nothing : values;
    }

    // Learners are moved two by two; a step of 0 changes nothing.
    static void move(Cell& cell, double scaled, double unit, double share, double sifted, const Steps& by) {
        auto& w = cell.weight;
        if (by.additive) {
            const Pair sigmas = pair_of(&cell.confident_variance);  // confident and tracking
            const Pair x = {scaled, unit}, same = {scaled, scaled};
            store(&w[gradient], limited(pair_of(&w[gradient]) + Pair{by.gradient, by.confident.step * sigmas[0]} * same));
            w[tracking] = limited(w[tracking] + by.tracking.step * sigmas[1] * unit);
            const Pair shrunk = not_negative(sigmas - Pair{by.confident.shrink, by.tracking.shrink} * sigmas * sigmas * x * x);
            store(&cell.confident_variance, shrunk);
            if (by.tracking.step != 0.0) cell.tracking_variance = std::min(1.0F, cell.tracking_variance * growth);
        }
        if (by.sifted) {
            const double g = by.adaptive * sifted, squares = cell.squares + g * g, sigma = cell.sifting_variance;
            cell.squares = static_cast<float>(squares);
            const double ascent = squares > 0.0 ? g / std::sqrt(squares) : 0.0;
            store(&w[sifting], limited(pair_of(&w[sifting]) + Pair{by.sifting.step * sigma * sifted, ascent}));
            cell.sifting_variance = static_cast<float>(std::max(sigma - by.sifting.shrink * sigma * sigma * sifted * sifted, 0.0));
        }
        if (by.betting != 0.0) Coin{w[betting], cell.bets, cell.wagered, cell.stake, cell.won}.toss(by.betting * share, weight_limit);
        if (by.winnowing != 0.0) {
            cell.dual = static_cast<float>(std::min(std::max(cell.dual + by.winnowing * share, -dual_limit), dual_limit));
            w[winnowing] = static_cast<float>(two_sinh(cell.dual));
        }
    }

    // The ratio is a logarithm; once counts are large it is taken anew at every sixteenth example only.
    void count(Cell& cell, bool positive, double weight, double share) const {
        (positive ? cell.positives : cell.negatives) += static_cast<float>(weight);
        if (cell.positives + cell.negatives < 16.0F || (static_cast<std::uint64_t>(cell.seen) & 15) == 0)
            cell.weight[counting] =
                static_cast<float>(std::log((cell.positives + smoothing * share) / (cell.negatives + smoothing * (1.0 - share))));
    }

    static void remember_value(Cell& cell, double x) {
        cell.seen += 1.0F;
        if (x == 1.0 && (cell.seen == 1.0F || cell.plain())) {
            cell.mean = 1.0F;
            cell.largest = std::max(cell.largest, 1.0F);
            return;
        }
        x = std::clamp(x, -1e15, 1e15);  // squares of 2^24 of these still fit
        const double apart = x - cell.mean, mean = cell.mean + apart / cell.seen;
        cell.mean = static_cast<float>(mean);
        cell.spread = static_cast<float>(cell.spread + apart * (x - mean));
        cell.largest = std::max(cell.largest, static_cast<float>(std::fabs(x)));
    }

    mutable std::vector<Views> views_;
    mutable Lengths lengths_{};
};

}  // namespace thresher
