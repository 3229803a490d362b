// Several linear learners over one read of each example: an attribute's state for all of them lies together, so one visit
// serves all.
//
// They differ in which view of a value they have (values.hpp; shares and sifted values over their length, unit: scaled ones over theirs)
// and in how they move (moves.hpp):
//
//     sgd           logistic loss, constant rate, on v             never stops moving
//     arow          AROW, r = 1, on v                              settles
//     adagrad_unit  logistic loss, rate .25/sqrt(sum of squares), on unit v; up to 2 for .25 where a label is rare
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
#include "thresher/auto/logistic.hpp"
#include "thresher/auto/moves.hpp"
#include "thresher/auto/ratios_in_fours.hpp"
#include "thresher/auto/values.hpp"
#include "thresher/data/label.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/state/cells.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

using BankScores = std::array<double, bank_experts>;

class Bank {
public:
    double positives = 0.0, negatives = 0.0;            // examples
    double positive_total = 0.0, negative_total = 0.0;  // attributes of them
    double learned = 0.0;                               // examples since the start, restarts or not
    double active = 0.0;                                // attributes of these
    double since_restart = 0.0;                         // examples
    double known = 0.0;                                 // attributes learned from more than once
    double epoch = 0.0;

    // A restart: every attribute begins anew when it is next met, and the AROW weights are kept beside.
    void restart() {
        epoch += 1.0;
        positives = negatives = positive_total = negative_total = since_restart = 0.0;
    }

    // What a cell has as `begun` that is of this epoch.
    float begun() const { return static_cast<float>(epoch) + 1.0F; }
    bool is_current(const Cell& cell) const { return cell.begun == begun(); }

    // Whether anything is known of an attribute's values. What was known of values that vary ends with a restart: units may have changed.
    bool knows_values(const Cell& cell) const { return cell.seen != 0.0F && (is_current(cell) || !(cell.spread > 0.0F)); }

    // The cell as it is in this epoch.
    Cell current(const Cell& cell) const {
        Cell fresh = Cell::beginning(begun());
        if (knows_values(cell)) {
            fresh.unit = cell.unit;
            fresh.seen = cell.seen;
            fresh.mean = cell.mean;
            fresh.largest = cell.largest;
        }
        fresh.identity = cell.identity;
        fresh.contributed = cell.contributed;
        const float missed = fresh.begun - cell.begun;
        if (missed == 1.0F) {
            fresh.weight[arow_before_restart] = cell.weight[arow];
            fresh.weight[arow_before_last_restart] = cell.weight[arow_before_restart];
        } else if (missed == 2.0F) {
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
        Cell renewed;
    };

    // Scores of all.
    THRESHER_CLONED BankScores score(const Cells& cells, const Row& row, Scratch& scratch) const {
        scratch.views.resize(row.size);
        Views* const views = scratch.views.data();
        const float now = begun(), so_far = counted(), offset = this->offset();
        const bool recalls = epoch >= 2.0;
        const UsualCell usual_cell(now);
        const Cell* const direct = cells.direct_cells();
        Four first{}, second{}, rest{};  // sums: of the first four weights, of the next four, of the ratio and of squares
        double before_last = 0.0;
        for (std::size_t i = 0; i < row.size; ++i) {
            if (i < row.next_size) __builtin_prefetch(direct + row.next[i]);
            if (row.slots[i] == silent_slot) {
                views[i] = {};
                continue;
            }
            const Cell* cell = &cells[row.slots[i]];
            const double x = row.value(i);
            Four weights;
            if (x == 1.0 && cell->is(usual_cell)) [[likely]] {
                const float ratio = ratio_of(*cell, offset);
                views[i] = {1.0F, 1.0F, .25F + std::fabs(ratio)};
                const double sifted = views[i].sifted;
                load(&cell->weight[sgd], weights);
                add_on_grid(first, weights);
                load(&cell->weight[arow_sifted], weights);
                add_on_grid(second, weights * Four{sifted, sifted, 1.0, 1.0});
                add_on_grid(rest, Four{ratio, 1.0, 1.0, sifted * sifted});
                if (recalls) before_last += on_grid(cell->weight[arow_before_last_restart]);
                continue;
            }
            if (cell->begun != now && cell->begun != 0.0F) {  // one that never began says nothing, as if it had
                scratch.renewed = current(*cell);
                cell = &scratch.renewed;
            }
            const float ratio = ratio_of(*cell, offset);
            views[i] = see(*cell, x, ratio, so_far);
            const double scaled = views[i].scaled, share = views[i].share, sifted = views[i].sifted;
            load(&cell->weight[sgd], weights);
            add_on_grid(first, weights * scaled);
            load(&cell->weight[arow_sifted], weights);
            add_on_grid(second, weights * Four{sifted, sifted, share, share});
            add_on_grid(rest, Four{ratio, scaled * scaled, share * share, sifted * sifted});
            if (recalls) before_last += on_grid(static_cast<double>(cell->weight[arow_before_last_restart]) * scaled);
        }
        const Lengths lengths = scratch.lengths = {inverse_root(rest[1]), inverse_root(rest[2]), inverse_root(rest[3])};
        const Cell& stored = cells[bias_slot];
        const Cell bias = stored.begun == now ? stored : current(stored);
        BankScores scores;
        store(first, &scores[sgd]);
        store(second, &scores[arow_sifted]);
        scores[arow_before_last_restart] = before_last;
        scores[adagrad_unit] *= lengths.scaled;
        scores[arow_sifted] *= lengths.sifted;
        scores[adagrad] *= lengths.sifted;
        scores[coin_betting] *= lengths.share;
        scores[winnow] *= lengths.share;
        for (std::size_t k = 0; k < naive_bayes; ++k) scores[k] += bias.weight[k];
        scores[naive_bayes] = rest[0] + log_of_ratio(positives + 1.0, negatives + 1.0);
        return scores;
    }

    // Moves all. The row is the one that was scored into `scratch`, with a slot for every attribute that may have one.
    THRESHER_CLONED void learn(Cells& cells, const Row& row, const BankScores& scores, Label label, double weight, double pace,
                               const Scratch& scratch) {
        const double y = sign(label);
        Four losses{y * scores[sgd], y * scores[adagrad], y * scores[coin_betting], y * scores[adagrad_unit]};
        logistic_loss(losses, pace);
        losses *= weight * y;
        Moves moves;
        moves.adagrad = static_cast<float>(losses[1]);
        moves.coin_betting = static_cast<float>(losses[2]);
        moves.adagrad_unit = static_cast<float>(losses[3]);
        moves.rate_of_adagrad_unit = 2.0F - 1.75F * static_cast<float>(pace);  // long steps learn wrong labels by heart, but rare ones need them
        moves.winnow = y * scores[winnow] < margin ? static_cast<float>(rate_of_winnow * std::min(weight, 10.0) * y) : 0.0F;
        Cell& bias = renew(cells[bias_slot]);
        const SecondOrder confident = second_order(cells, row, scratch, bias, scores, y, weight);
        moves.set_linear(static_cast<float>(rate * losses[0]), confident.step, confident.shrink);
        const bool positive = label == Label::positive;
        (positive ? positives : negatives) += weight;
        learned += 1.0;
        since_restart += 1.0;
        double attributes = 0.0;
        RatiosInFours ratios;
        const Cell* const direct = cells.direct_cells();
        const auto scaled_length = static_cast<float>(scratch.lengths.scaled), share_length = static_cast<float>(scratch.lengths.share),
                   sifted_length = static_cast<float>(scratch.lengths.sifted), importance = static_cast<float>(weight);
        const UsualCell usual_cell(begun());
        const double share = std::min((positive_total + .5) / (positive_total + negative_total + 1.0), 1.0 - 1e-15);  // never all
        for (std::size_t i = 0; i < row.size; ++i) {
            if (i < row.next_size) __builtin_prefetch(&direct[row.next[i]].positives);
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            Cell& cell = cells[slot];
            const double x = row.value(i);
            const bool usual = x == 1.0 && cell.is(usual_cell);
            if (!usual) {
                if (cell.seen >= 2.0F && !knows_values(cell)) known -= 1.0;  // it will be met again
                renew(cell);
            }
            attributes += 1.0;
            const Views& view = scratch.views[i];
            moves(cell, view.scaled, view.scaled * scaled_length, view.share * share_length, view.sifted * sifted_length);
            if (cell.seen == 1.0F) known += 1.0;
            count(cell, positive, importance, share, ratios);
            if (usual)
                cell.seen += 1.0F;
            else
                values::remember(cell, x);
        }
        ratios.finish();
        (positive ? positive_total : negative_total) += attributes * weight;
        active += attributes;
        moves(bias, 1.0F, 1.0F, 1.0F, 1.0F);
    }

    // What naive Bayes adds to every log ratio of counts.
    float offset() const { return static_cast<float>(log_of_ratio(negative_total + .5, positive_total + .5)); }

    // What the i-th attribute of the row that was scored into `scratch` adds to each score. `offset`: that of the bank.
    BankScores parts(const Cells& cells, const Row& row, std::size_t i, const Scratch& scratch, float offset) const {
        BankScores parts{};
        if (row.slots[i] == silent_slot) return parts;
        const Cell& stored = cells[row.slots[i]];
        const Cell renewed = is_current(stored) || stored.begun == 0.0F ? Cell{} : current(stored);
        const Cell& cell = is_current(stored) ? stored : renewed;
        const Views& view = scratch.views[i];
        for (std::size_t k = 0; k < bank_experts; ++k) {
            const double value = k == arow_sifted || k == adagrad ? view.sifted : k == coin_betting || k == winnow ? view.share : view.scaled;
            parts[k] = on_grid(static_cast<double>(cell.weight[k]) * value);
        }
        parts[adagrad_unit] *= scratch.lengths.scaled;
        for (const auto k : {arow_sifted, adagrad}) parts[k] *= scratch.lengths.sifted;
        for (const auto k : {coin_betting, winnow}) parts[k] *= scratch.lengths.share;
        parts[naive_bayes] = on_grid(ratio_of(cell, offset));
        return parts;
    }

    // What no attribute adds.
    BankScores constant_parts(const Cells& cells) const {
        const Cell& stored = cells[bias_slot];
        const Cell bias = is_current(stored) ? stored : current(stored);
        BankScores parts{};
        for (std::size_t k = 0; k < naive_bayes; ++k) parts[k] = bias.weight[k];
        parts[naive_bayes] = log_of_ratio(positives + 1.0, negatives + 1.0);
        return parts;
    }

    // What 1 is in each view: it may be large.
    struct UnitViews {
        double scaled = 0.0, share = 0.0, sifted = 0.0;
    };
    UnitViews unit_views(const Cell& cell) const {
        if (cell.seen == 0.0F) return {};
        const double size = values::size_of(cell, counted()), scaled = size > 0.0 ? cell.unit / size : 0.0;
        return {scaled, cell.largest > 0.0F ? static_cast<double>(cell.unit) / cell.largest : 0.0,
                scaled * (.25 + std::fabs(ratio_of(cell, offset())))};
    }

private:
    static constexpr double rate = .05, rate_of_winnow = .3, margin = .3;
    static constexpr double smoothing = .5;
    static constexpr double least_shortfall = .1;  // of margin 1; a smaller one is not worth a visit

    struct SecondOrder {
        std::array<float, 2> step{}, shrink{};  // alpha y and beta of arow and arow_sifted
    };

    // Examples since values were last begun anew, as cells count them.
    float counted() const { return static_cast<float>(std::min(since_restart, static_cast<double>(values::most_seen))); }

    // 0 for an attribute not counted yet.
    static float ratio_of(const Cell& cell, float offset) {
        const float log_ratio = cell.weight[naive_bayes];
        return log_ratio != 0.0F ? log_ratio + offset : 0.0F;
    }

    static double inverse_root(double sum) { return sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0; }

    [[gnu::always_inline]] static Views see(const Cell& cell, double x, float ratio, float so_far) {
        const float sift = .25F + std::fabs(ratio), value = values::in_unit(cell, x);
        if (cell.seen == 0.0F) return {x > 0.0 ? 1.0F : -1.0F, x > 0.0 ? 1.0F : -1.0F, x > 0.0 ? sift : -sift};
        const float scaled = values::scaled(cell, value, so_far);
        return {scaled, values::share(cell, value), scaled * sift};
    }

    [[gnu::always_inline]] Cell& renew(Cell& cell) const {
        if (!is_current(cell)) [[unlikely]]
            cell = current(cell);
        return cell;
    }

    // Of the two that are AROW, in one visit; only an example well short of margin 1 moves them.
    [[gnu::always_inline]] SecondOrder second_order(const Cells& cells, const Row& row, const Scratch& scratch, const Cell& bias,
                                                    const BankScores& scores, double y, double weight) const {
        constexpr std::array<BankExpert, 2> experts{arow, arow_sifted};
        constexpr std::array<double, 2> r{1.0, .1};
        SecondOrder moves;
        std::array<double, 2> shortfall;
        for (std::size_t k = 0; k < 2; ++k) shortfall[k] = 1.0 - y * scores[experts[k]];
        if (std::ranges::max(shortfall) <= least_shortfall) return moves;
        Four sums{};
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            const Cell& cell = cells[slot];
            Four variances{1.0, 0.0, 0.0, 1.0};
            if (is_current(cell)) [[likely]]
                load(&cell.arow_variance, variances);
            const double x = scratch.views[i].scaled, z = scratch.views[i].sifted;
            add_on_grid(sums, variances * Four{x, 0.0, 0.0, z} * Four{x, 0.0, 0.0, z});
        }
        const Lengths& lengths = scratch.lengths;
        const std::array<double, 2> spread{sums[0] + bias.arow_variance, sums[3] * lengths.sifted * lengths.sifted + bias.arow_sifted_variance};
        for (std::size_t k = 0; k < 2; ++k) {
            if (shortfall[k] <= least_shortfall) continue;
            const double beta = 1.0 / (spread[k] + r[k]);
            moves.step[k] = static_cast<float>(std::min(shortfall[k] * beta * weight, 1e3) * y);
            if (moves.step[k] != 0.0F) moves.shrink[k] = static_cast<float>(beta);
        }
        return moves;
    }

    // The ratio is a logarithm; once counts are large it is taken anew at every sixteenth example only.
    [[gnu::always_inline]] static void count(Cell& cell, bool positive, float weight, double share, RatiosInFours& ratios) {
        (positive ? cell.positives : cell.negatives) += weight;
        if (cell.positives + cell.negatives < 16.0F || (static_cast<std::uint64_t>(cell.seen) & 15) == 0)
            ratios.add(cell.weight[naive_bayes], cell.positives + smoothing * share, cell.negatives + smoothing * (1.0 - share));
    }
};

}  // namespace thresher
