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
//     sgd           logistic loss, constant rate, on v             never stops moving
//     arow          AROW, r = 1, on v                              settles
//     arow_tracking AROW, r = .1, on unit v, its variance growing  settles and unsettles
//     arow_sifted   AROW, r = .1, on sifted v
//     adagrad       logistic loss, rate 1/sqrt(sum of squares), on sifted v
//     coin_betting  coin betting per coordinate, logistic loss, on shares
//     winnow        2 sinh link (its series to z^5), margin .3, constant rate, on shares
//     naive_bayes   naive Bayes over the attributes present
//     arow_before_restart, arow_before_last_restart   the AROW weights of before the last restart, and of before the one before;
//                   they only answer
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "thresher/auto/cell.hpp"
#include "thresher/auto/coin_betting.hpp"
#include "thresher/auto/pairs.hpp"
#include "thresher/data/label.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/state/cells.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

// One attribute's value as the learners see it, before lengths are divided out.
struct Views {
    double scaled, share, sifted;
};

using BankScores = std::array<double, bank_experts>;

class Bank {
public:
    static constexpr double weight_limit = 64.0;

    double positives = 0.0, negatives = 0.0;            // examples
    double positive_total = 0.0, negative_total = 0.0;  // attributes of them
    double learned = 0.0;                               // examples since the start, restarts or not
    double known = 0.0;                                 // attributes learned from more than once
    double epoch = 0.0;

    // A restart: every attribute begins anew when it is next met, and the AROW weights are kept beside.
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
        fresh.contributed = cell.contributed;
        fresh.epoch = static_cast<float>(epoch);
        const double missed = epoch - cell.epoch;
        if (missed == 1.0) {
            fresh.weight[arow_before_restart] = cell.weight[arow];
            fresh.weight[arow_before_last_restart] = cell.weight[arow_before_restart];
        } else if (missed == 2.0) {
            fresh.weight[arow_before_last_restart] = cell.weight[arow];
        }
        return fresh;
    }

    struct Lengths {
        double scaled, share, sifted;
    };

    // What learn() needs to know of the example that was scored.
    struct Scratch {
        std::vector<Views> views;
        Lengths lengths{};
    };

    // Scores of all.
    THRESHER_CLONED BankScores score(const Cells& cells, const Row& row, Scratch& scratch) const {
        scratch.views.resize(row.size);
        Views* const views = scratch.views.data();
        Lengths& lengths = scratch.lengths;
        Sums sums;
        const double offset = std::log((negative_total + .5) / (positive_total + .5));
        for (std::size_t i = 0; i < row.size; ++i) {
            if (row.slots[i] == silent_slot) {
                views[i] = {};
                continue;
            }
            const Cell& cell = cells[row.slots[i]];
            if (cell.epoch == static_cast<float>(epoch)) [[likely]]
                views[i] = see(cell, row.value(i), offset, sums);
            else
                views[i] = see_renewed(cell, row.value(i), offset, sums);
        }
        lengths = {inverse_root(sums.lengths[0]), inverse_root(sums.lengths[1]), inverse_root(sums.sifted)};
        const Cell& stored = cells[bias_slot];
        const Cell bias = stored.epoch == static_cast<float>(epoch) ? stored : current(stored);
        BankScores scores;
        for (std::size_t k = 0; k < bank_experts; ++k) scores[k] = sums.scores[k / 2][k % 2];
        scores[arow_tracking] *= lengths.scaled;
        scores[arow_sifted] *= lengths.sifted;
        scores[adagrad] *= lengths.sifted;
        scores[coin_betting] *= lengths.share;
        scores[winnow] *= lengths.share;
        for (std::size_t k = 0; k < naive_bayes; ++k) scores[k] += bias.weight[k];
        scores[naive_bayes] += std::log((positives + 1.0) / (negatives + 1.0));
        return scores;
    }

    // Moves all. The row is the one that was scored into `scratch`, with a slot for every attribute that may have one.
    THRESHER_CLONED void learn(Cells& cells, const Row& row, const BankScores& scores, Label label, double weight, double pace,
                               const Scratch& scratch) {
        const Lengths& lengths = scratch.lengths;
        const double y = sign(label);
        Steps steps{};
        steps.sgd = rate * loss(y, scores[sgd], pace) * weight * y;
        steps.adagrad = loss(y, scores[adagrad], pace) * weight * y;
        steps.coin_betting = loss(y, scores[coin_betting], pace) * weight * y;
        steps.winnow = y * scores[winnow] < margin ? rate_of_winnow * std::min(weight, 10.0) * y : 0.0;
        Cell& bias = renew(cells[bias_slot]);
        second_order(cells, row, scratch, bias, scores, y, weight, steps);
        steps.additive = steps.sgd != 0.0 || steps.arow.step != 0.0 || steps.arow_tracking.step != 0.0;
        steps.sifted = steps.arow_sifted.step != 0.0 || steps.adagrad != 0.0;
        const bool positive = label == Label::positive;
        (positive ? positives : negatives) += weight;
        learned += 1.0;
        double attributes = 0.0;
        const double share = std::min((positive_total + .5) / (positive_total + negative_total + 1.0), 1.0 - 1e-15);  // never all
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            Cell& cell = renew(cells[slot]);
            attributes += 1.0;
            const Views& view = scratch.views[i];
            move(cell, view.scaled, view.scaled * lengths.scaled, view.share * lengths.share, view.sifted * lengths.sifted, steps);
            if (cell.seen == 1.0F) known += 1.0;
            count(cell, positive, weight, share);
            remember_value(cell, row.value(i));
        }
        (positive ? positive_total : negative_total) += attributes * weight;
        move(bias, 1.0, 1.0, 1.0, 1.0, steps);
    }

    // What the i-th attribute of the row that was scored into `scratch` adds to each score.
    BankScores parts(const Cells& cells, const Row& row, std::size_t i, const Scratch& scratch) const {
        BankScores parts{};
        if (row.slots[i] == silent_slot) return parts;
        const Cell& stored = cells[row.slots[i]];
        const Cell cell = stored.epoch == static_cast<float>(epoch) ? stored : current(stored);
        const Views& view = scratch.views[i];
        for (std::size_t k = 0; k < bank_experts; ++k) {
            const double value = k == arow_sifted || k == adagrad ? view.sifted : k == coin_betting || k == winnow ? view.share : view.scaled;
            parts[k] = thresher::on_grid(cell.weight[k] * value);
        }
        parts[arow_tracking] *= scratch.lengths.scaled;
        for (const auto k : {arow_sifted, adagrad}) parts[k] *= scratch.lengths.sifted;
        for (const auto k : {coin_betting, winnow}) parts[k] *= scratch.lengths.share;
        const bool counted = cell.positives + cell.negatives > 0.0F;
        const double offset = std::log((negative_total + .5) / (positive_total + .5));
        parts[naive_bayes] = counted ? thresher::on_grid(static_cast<double>(cell.weight[naive_bayes]) + offset) : 0.0;
        return parts;
    }

    // What no attribute adds.
    BankScores constant_parts(const Cells& cells) const {
        const Cell& stored = cells[bias_slot];
        const Cell bias = stored.epoch == static_cast<float>(epoch) ? stored : current(stored);
        BankScores parts{};
        for (std::size_t k = 0; k < naive_bayes; ++k) parts[k] = bias.weight[k];
        parts[naive_bayes] = std::log((positives + 1.0) / (negatives + 1.0));
        return parts;
    }

    // What one unit of the attribute's value is in each view.
    Views unit_views(const Cell& cell) const {
        if (cell.seen == 0.0F) return {};
        const double mean = cell.mean, variance = static_cast<double>(cell.spread) / cell.seen;
        const double size = std::sqrt(centred(cell) ? variance : mean * mean + variance);
        const double scaled = size > 0.0 ? 1.0 / size : 0.0, offset = std::log((negative_total + .5) / (positive_total + .5));
        const bool counted = cell.positives + cell.negatives > 0.0F;
        return {scaled, cell.largest > 0.0F ? 1.0 / cell.largest : 0.0,
                scaled * (.25 + (counted ? std::fabs(cell.weight[naive_bayes] + offset) : 0.0))};
    }

private:
    static constexpr double rate = .05, rate_of_winnow = .3, margin = .3;
    static constexpr float growth = 1.01F;
    static constexpr double smoothing = .5;
    static constexpr double least_loss = .03;  // a smaller one is not worth a visit; times the pace of the labels
    static constexpr double dual_limit = 4.0;
    static constexpr double least_shortfall = .1;    // of margin 1; a smaller one is not worth a visit either
    static constexpr double most_seen = 16777216.0;  // 2^24: a count in single precision stays there

    struct SecondOrder {
        double step = 0.0, shrink = 0.0;  // alpha y and beta
    };
    struct Steps {
        double sgd, adagrad, coin_betting, winnow;
        SecondOrder arow, arow_tracking, arow_sifted;
        bool additive, sifted;  // whether any of sgd, arow and arow_tracking moves; of arow_sifted and adagrad
    };

    static double inverse_root(double sum) { return sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0; }

    static double loss(double y, double score, double pace) {
        const double value = 1.0 / (1.0 + std::exp(std::clamp(y * score, -500.0, 500.0)));
        return value < least_loss * pace ? 0.0 : value;
    }

    struct Sums {
        std::array<Pair, bank_experts / 2> scores{};
        Pair lengths{};  // squared, of the scaled values and the shares
        double sifted = 0.0;
    };

    [[gnu::always_inline]] Views see(const Cell& cell, double x, double offset, Sums& sums) const {
        const bool counted = cell.positives + cell.negatives > 0.0F;
        const double ratio = counted ? static_cast<double>(cell.weight[naive_bayes]) + offset : 0.0;
        const double sift = .25 + std::fabs(ratio);
        const bool plain = x == 1.0 && cell.plain();
        const double scaled = plain ? 1.0 : scale(cell, x), share = plain ? 1.0 : x / std::max<double>(cell.largest, std::fabs(x));
        const double sifted = scaled * sift;
        const auto& w = cell.weight;
        const Pair same = {scaled, scaled}, lengths = {scaled, share};
        sums.scores[0] += on_grid(pair_of(&w[sgd]) * same);
        sums.scores[1] += on_grid(pair_of(&w[arow_tracking]) * same);
        sums.scores[2] += on_grid(pair_of(&w[arow_sifted]) * Pair{sifted, sifted});
        sums.scores[3] += on_grid(pair_of(&w[coin_betting]) * Pair{share, share});
        sums.scores[4] += on_grid(Pair{w[arow_before_last_restart], ratio} * Pair{scaled, 1.0});
        sums.lengths += on_grid(lengths * lengths);
        sums.sifted += thresher::on_grid(sifted * sifted);
        return {scaled, share, sifted};
    }

    // After a restart, the first time an attribute is met.
    [[gnu::noinline]] Views see_renewed(const Cell& cell, double x, double offset, Sums& sums) const { return see(current(cell), x, offset, sums); }

    // An attribute that varies and is nearly always there has its mean taken away.
    bool centred(const Cell& cell) const { return cell.spread > 0.0F && cell.seen > .9 * std::min(learned, most_seen); }

    [[gnu::noinline]] double scale(const Cell& cell, double x) const {
        if (cell.seen == 0.0F) return x > 0.0 ? 1.0 : -1.0;
        const double mean = cell.mean, variance = static_cast<double>(cell.spread) / cell.seen;
        const double v = centred(cell) ? (x - mean) / std::sqrt(variance) : x / std::sqrt(mean * mean + variance);
        return std::isnan(v) ? 0.0 : std::clamp(v, -5.0, 5.0);
    }

    Cell& renew(Cell& cell) const {
        if (cell.epoch != static_cast<float>(epoch)) [[unlikely]]
            cell = current(cell);
        return cell;
    }

    // alpha y and beta of the three that are AROW, in one visit; only an example well short of margin 1 moves them.
    void second_order(const Cells& cells, const Row& row, const Scratch& scratch, const Cell& bias, const BankScores& scores, double y, double weight,
                      Steps& steps) const {
        const double short_arow = 1.0 - y * scores[arow], short_tracking = 1.0 - y * scores[arow_tracking],
                     short_sifted = 1.0 - y * scores[arow_sifted];
        if (short_arow <= least_shortfall && short_tracking <= least_shortfall && short_sifted <= least_shortfall) return;
        Pair sums{};
        double sifted = 0.0;
        const Pair lengths = {1.0, scratch.lengths.scaled};
        const Views* const views = scratch.views.data();
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            const Cell& cell = cells[slot];
            const bool now = cell.epoch == static_cast<float>(epoch);
            const Pair sigmas = now ? pair_of(&cell.arow_variance) : Pair{1.0, 1.0}, x = Pair{views[i].scaled, views[i].scaled} * lengths;
            const double z = views[i].sifted * scratch.lengths.sifted;
            sums += on_grid(sigmas * x * x);
            sifted += thresher::on_grid((now ? cell.arow_sifted_variance : 1.0F) * z * z);
        }
        const auto step = [&](double shortfall, double sum, double r) {
            if (shortfall <= least_shortfall) return SecondOrder{};
            const double beta = 1.0 / (sum + r);
            return SecondOrder{std::min(shortfall * beta * weight, 1e3) * y, beta};
        };
        steps.arow = step(short_arow, sums[0] + bias.arow_variance, 1.0);
        steps.arow_tracking = step(short_tracking, sums[1] + bias.arow_tracking_variance, .1);
        steps.arow_sifted = step(short_sifted, sifted + bias.arow_sifted_variance, .1);
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
            const Pair sigmas = pair_of(&cell.arow_variance);  // arow and arow_tracking
            const Pair x = {scaled, unit}, same = {scaled, scaled};
            store(&w[sgd], limited(pair_of(&w[sgd]) + Pair{by.sgd, by.arow.step * sigmas[0]} * same));
            w[arow_tracking] = limited(w[arow_tracking] + by.arow_tracking.step * sigmas[1] * unit);
            const Pair shrunk = not_negative(sigmas - Pair{by.arow.shrink, by.arow_tracking.shrink} * sigmas * sigmas * x * x);
            store(&cell.arow_variance, shrunk);
            if (by.arow_tracking.step != 0.0) cell.arow_tracking_variance = std::min(1.0F, cell.arow_tracking_variance * growth);
        }
        if (by.sifted) {
            const double g = by.adagrad * sifted, squares = cell.squares + g * g, sigma = cell.arow_sifted_variance;
            cell.squares = static_cast<float>(squares);
            const double ascent = squares > 0.0 ? g / std::sqrt(squares) : 0.0;
            store(&w[arow_sifted], limited(pair_of(&w[arow_sifted]) + Pair{by.arow_sifted.step * sigma * sifted, ascent}));
            cell.arow_sifted_variance = static_cast<float>(std::max(sigma - by.arow_sifted.shrink * sigma * sigma * sifted * sifted, 0.0));
        }
        if (by.coin_betting != 0.0) Coin{w[coin_betting], cell.bets, cell.wagered, cell.stake, cell.won}.toss(by.coin_betting * share, weight_limit);
        if (by.winnow != 0.0) {
            cell.dual = static_cast<float>(std::min(std::max(cell.dual + by.winnow * share, -dual_limit), dual_limit));
            w[winnow] = static_cast<float>(two_sinh(cell.dual));
        }
    }

    // The ratio is a logarithm; once counts are large it is taken anew at every sixteenth example only.
    void count(Cell& cell, bool positive, double weight, double share) const {
        (positive ? cell.positives : cell.negatives) += static_cast<float>(weight);
        if (cell.positives + cell.negatives < 16.0F || (static_cast<std::uint64_t>(cell.seen) & 15) == 0)
            cell.weight[naive_bayes] =
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
};

}  // namespace thresher
