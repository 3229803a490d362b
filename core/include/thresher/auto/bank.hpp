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
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "thresher/auto/bank_scratch.hpp"
#include "thresher/auto/bank_sums.hpp"
#include "thresher/auto/cell.hpp"
#include "thresher/auto/fetching.hpp"
#include "thresher/auto/lesson.hpp"
#include "thresher/auto/turned_cells.hpp"
#include "thresher/auto/turned_values.hpp"
#include "thresher/auto/values.hpp"
#include "thresher/data/label.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/state/cells.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

class Bank {
public:
    using Scratch = BankScratch;

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

    // Scores of all. `learns`: the row is learned from before the next one is scored.
    BankScores score(const Cells& cells, const Row& row, bool learns, Scratch& scratch) const {
        return by_registers([&]<bool Wide>() __attribute__((always_inline)) { return score_with<Wide>(cells, row, learns, scratch); });
    }

    // Moves all. The row is the one that was scored into `scratch`, with a slot for every attribute that may have one. `beside`: what else is to be
    // done for the example, in parts; nothing here waits for it.
    template <class Beside>
    void learn(Cells& cells, const Row& row, const BankScores& scores, Label label, double weight, double pace, Scratch& scratch,
               const Beside& beside) {
        by_registers([&]<bool Wide>() __attribute__((always_inline)) { learn_with<Wide>(cells, row, scores, label, weight, pace, scratch, beside); });
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
        const Views view{scratch.scaled[i], scratch.share[i], scratch.sifted[i]};
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
    template <bool Wide>
    THRESHER_LANES BankScores score_with(const Cells& cells, const Row& row, bool learns, Scratch& scratch) const {
        scratch.resize(row.size);
        const float now = begun(), so_far = counted(), offset = this->offset();
        const Cell* const direct = cells.direct_cells();
        const bool may_be_usual = row.values == nullptr;
        BankSums<Wide> sums(epoch);
        for (std::size_t eight = 0; eight < scratch.kinds.size(); ++eight) {
            const std::size_t begin = 8 * eight, size = std::min(row.size - begin, std::size_t{8});
            fetch_next<8>(row, begin, size, [&](Slot slot) __attribute__((always_inline)) { fetch(direct + slot, learns); });
            fetch_values(row, begin);
            EightSources sources;
            const bool all_speak = find_sources(cells, row, begin, size, sources);
            EightToScore eight_cells;
            EightViews views;
            EightFloats ratio;
            if (may_be_usual && size == 8 && all_speak && values::were_always_one(sources, now)) {
                eight_cells.load(sources);
                ratio_of(eight_cells, offset, ratio, views.sifted);
                scratch.kinds[eight] = {true, true, 0};
                sums.add_usual(eight_cells, views.sifted, ratio, 8);
                views.scaled = views.share = EightFloats{} + 1.0F;
            } else {
                scratch.kinds[eight] = see(row, begin, size, all_speak, so_far, offset, sources, eight_cells, views, ratio, scratch);
                if (scratch.kinds[eight].usual)
                    sums.add_usual(eight_cells, views.sifted, ratio, size);
                else
                    sums.add(eight_cells, views, ratio);
            }
            store(views.scaled, &scratch.scaled[begin]);
            store(views.share, &scratch.share[begin]);
            store(views.sifted, &scratch.sifted[begin]);
        }
        const InverseLengths lengths =
            scratch.lengths = {inverse_root(sums.scaled_squares()), inverse_root(sums.share_squares()), inverse_root(sums.sifted_squares())};
        const Cell& stored = cells[bias_slot];
        const Cell bias = is_current(stored) ? stored : current(stored);
        BankScores scores;
        for (std::size_t k = 0; k < bank_experts; ++k) scores[k] = sums.weighed(k);
        scores[adagrad_unit] *= lengths.scaled;
        scores[arow_sifted] *= lengths.sifted;
        scores[adagrad] *= lengths.sifted;
        scores[coin_betting] *= lengths.share;
        scores[winnow] *= lengths.share;
        for (std::size_t k = 0; k < naive_bayes; ++k) scores[k] += bias.weight[k];
        scores[naive_bayes] += log_of_ratio(positives + 1.0, negatives + 1.0);
        return scores;
    }

    template <bool Wide, class Beside>
    THRESHER_LANES void learn_with(Cells& cells, const Row& row, const BankScores& scores, Label label, double weight, double pace, Scratch& scratch,
                                   const Beside& beside) {
        beside.template part<Wide>(0);
        const double attributes = find_places(cells, row, scratch);
        beside.template part<Wide>(1);
        Cell& bias = renew(cells[bias_slot]);
        const bool positive = label == Label::positive;
        // Never all.
        const double share = std::min((positive_total + .5) / (positive_total + negative_total + 1.0), 1.0 - 1e-15);
        const Lesson lesson(scratch, bias, scores, positive, weight, pace, share);
        beside.template part<Wide>(2);
        (positive ? positives : negatives) += weight;
        learned += 1.0;
        since_restart += 1.0;
        const Cell* const direct = cells.direct_cells();
        const std::size_t eights = scratch.kinds.size();
        std::size_t eight = 0, part = 3;
        if constexpr (Wide)
            for (; eight + 1 < eights; eight += 2) {
                known += lesson.template teach<16>(direct, row, eight, scratch);
                if (part < Beside::parts) beside.template part<Wide>(part++);
            }
        for (; eight < eights; ++eight) {
            known += lesson.template teach<8>(direct, row, eight, scratch);
            if (part < Beside::parts) beside.template part<Wide>(part++);
        }
        while (part < Beside::parts) beside.template part<Wide>(part++);
        lesson.template finish<Wide>(scratch);
        (positive ? positive_total : negative_total) += attributes * weight;
        active += attributes;
        lesson.teach(bias, scratch);
    }

    // Examples since values were last begun anew, as cells count them.
    float counted() const { return static_cast<float>(std::min(since_restart, static_cast<double>(values::most_seen))); }

    // 0 for an attribute not counted yet.
    static float ratio_of(const Cell& cell, float offset) {
        const float log_ratio = cell.weight[naive_bayes];
        return log_ratio != 0.0F ? log_ratio + offset : 0.0F;
    }

    // The log ratios of eight attributes, 0 for one not counted yet, and what their sifted view is multiplied by.
    THRESHER_LANES static void ratio_of(const EightToScore& cells, float offset, EightFloats& ratio, EightFloats& sifted) {
        EightFloats log_ratio;
        take_second_halves(cells.weights.near[3], cells.weights.far[3], log_ratio);
        ratio = log_ratio != 0.0F ? log_ratio + offset : EightFloats{};
        sifted = ratio;
        drop_sign(sifted);
        sifted += .25F;
    }

    // Eight attributes of any kind: cells that began in another epoch or have yet to begin, values that vary, fewer than eight.
    THRESHER_LANES EightAre see(const Row& row, std::size_t begin, std::size_t size, bool all_speak, float so_far, float offset,
                                EightSources& sources, EightToScore& eight_cells, EightViews& views, EightFloats& ratio, Scratch& scratch) const {
        const float now = begun();
        eight_cells.load(sources);
        TurnedCells<8> cells;
        eight_cells.begin.get_first(cells.values);
        const bool stale = any((cells.values.a != now) & (cells.values.a != 0.0F));  // 0: it says nothing, as if it had begun
        if (stale) [[unlikely]] {
            renew(sources, scratch);
            eight_cells.load(sources);
            eight_cells.begin.get_first(cells.values);
        }
        eight_cells.begin.get_last(cells.first);
        ratio_of(eight_cells, offset, ratio, views.sifted);
        const bool usual = row.values == nullptr && !stale && all_speak && values::are_usual(cells, now);
        if (usual)
            views.scaled = views.share = EightFloats{} + 1.0F;
        else
            values::see(cells, values_of<8>(row, begin, size, scratch), so_far, views);
        EightLanes speaks;
        first_lanes(size, speaks);
        if (!all_speak) [[unlikely]]
            speaking_lanes(row, begin, size, speaks);
        if (size < 8 || !all_speak) keep_only(speaks, views, ratio);
        return {!stale && all_speak, usual, static_cast<std::uint8_t>(bits_of((cells.values.a == 0.0F) & speaks))};
    }

    static double inverse_root(double sum) { return sum > 0.0 ? 1.0 / std::sqrt(sum) : 0.0; }

    [[gnu::always_inline]] Cell& renew(Cell& cell) const {
        if (!is_current(cell)) [[unlikely]]
            cell = current(cell);
        return cell;
    }

    // Those that did not begin in this epoch, as they would be in it.
    void renew(EightSources& sources, Scratch& scratch) const {
        for (std::size_t k = 0; k < 8; ++k) {
            if (is_current(*sources[k]) || sources[k]->begun == 0.0F) continue;
            scratch.renewed[k] = current(*sources[k]);
            sources[k] = &scratch.renewed[k];
        }
    }

    // Where the cells of the row are, all of this epoch. Returns how many attributes these are.
    [[gnu::always_inline]] double find_places(Cells& cells, const Row& row, Scratch& scratch) {
        double attributes = 0.0;
        for (std::size_t eight = 0; eight < scratch.kinds.size(); ++eight) {
            const std::span<Cell*> places(&scratch.places[8 * eight], 8);
            EightAre& are = scratch.kinds[eight];
            const std::size_t size = std::min(row.size - 8 * eight, std::size_t{8});
            const Slot* const slots = row.slots + 8 * eight;
            if (size < 8) std::ranges::fill(places, &scratch.nobody);
            if (are.known && (row.mapped ? find_mapped(cells, slots, size, are, places) : find_direct(cells, slots, size, places))) [[likely]] {
                if (are.fresh != 0) begin_new(row, 8 * eight, are, places);
                attributes += static_cast<double>(size);
                continue;
            }
            are = {};
            for (std::size_t k = 0; k < size; ++k) {
                places[k] = stands_for_others(slots[k]) ? &scratch.nobody : &begin(cells[slots[k]], row.value(8 * eight + k));
                attributes += stands_for_others(slots[k]) ? 0.0 : 1.0;
            }
        }
        return attributes;
    }

    [[gnu::always_inline]] static bool find_direct(Cells& cells, const Slot* slots, std::size_t size, std::span<Cell*> places) {
        Cell* const direct = &cells.direct(0);
        if (size == 8) [[likely]]
            for (std::size_t k = 0; k < 8; ++k) places[k] = direct + slots[k];
        else
            for (std::size_t k = 0; k < size; ++k) places[k] = direct + slots[k];
        return true;
    }

    // Whether the cells are the ones that were scored: new ones have a place only now, and one that had to make room for others is new.
    bool find_mapped(Cells& cells, const Slot* slots, std::size_t size, const EightAre& are, std::span<Cell*> places) const {
        bool same = are.fresh == 0;
        for (std::size_t k = 0; same && k < size; ++k) {
            places[k] = &cells[slots[k]];
            same = is_current(*places[k]);
        }
        return same;
    }

    // Those of eight cells that were never met begin.
    void begin_new(const Row& row, std::size_t first, const EightAre& are, std::span<Cell* const> places) {
        for (unsigned fresh = are.fresh; fresh != 0; fresh &= fresh - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(fresh));
            if (are.usual) {
                places[k]->begin_usual(begun());
                continue;
            }
            places[k]->begin_first(begun());
            places[k]->unit = values::unit_of(row.value(first + k));
        }
    }

    // The cell of an attribute that is about to be learned from.
    Cell& begin(Cell& cell, double x) {
        if (cell.seen >= 2.0F && !knows_values(cell)) known -= 1.0;  // it will be met again
        renew(cell);
        if (cell.seen == 0.0F) cell.unit = values::unit_of(x);
        return cell;
    }
};

}  // namespace thresher
