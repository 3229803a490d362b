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

#include "thresher/auto/bank_scratch.hpp"
#include "thresher/auto/bank_sums.hpp"
#include "thresher/auto/cell.hpp"
#include "thresher/auto/count_eight.hpp"
#include "thresher/auto/eight_cells.hpp"
#include "thresher/auto/logistic.hpp"
#include "thresher/auto/moves.hpp"
#include "thresher/auto/values.hpp"
#include "thresher/auto/values_of_eight.hpp"
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
    THRESHER_CLONED BankScores score(const Cells& cells, const Row& row, bool learns, Scratch& scratch) const {
        scratch.resize(row.size);
        const float now = begun(), so_far = counted(), offset = this->offset();
        const Cell* const direct = cells.direct_cells();
        const bool may_be_usual = row.values == nullptr;
        BankSums sums(epoch);
        for (std::size_t eight = 0; eight < scratch.kinds.size(); ++eight) {
            const std::size_t begin = 8 * eight, size = std::min(row.size - begin, std::size_t{8});
            fetch_next(row, begin, size, [&](Slot slot) __attribute__((always_inline)) { fetch(direct + slot, learns); });
            EightSources sources;
            const bool all_speak = find_sources(cells, row, begin, size, sources);
            EightToScore eight_cells;
            EightViews views;
            EightFloats ratio;
            if (may_be_usual && size == 8 && all_speak && values::were_always_one(sources, now)) {
                eight_cells.load(sources);
                ratio_of(eight_cells, offset, ratio, views.sifted);
                scratch.kinds[eight] = {true, true, false};
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

    // Moves all. The row is the one that was scored into `scratch`, with a slot for every attribute that may have one.
    THRESHER_CLONED void learn(Cells& cells, const Row& row, const BankScores& scores, Label label, double weight, double pace, Scratch& scratch) {
        const double y = sign(label);
        const double attributes = find_places(cells, row, scratch);
        Cell& bias = renew(cells[bias_slot]);
        const Moves moves = moves_of(scratch, bias, scores, y, weight, pace);
        const bool positive = label == Label::positive;
        (positive ? positives : negatives) += weight;
        learned += 1.0;
        since_restart += 1.0;
        const Cell* const direct = cells.direct_cells();
        const auto scaled_length = static_cast<float>(scratch.lengths.scaled), share_length = static_cast<float>(scratch.lengths.share),
                   sifted_length = static_cast<float>(scratch.lengths.sifted), importance = static_cast<float>(weight);
        const double share = std::min((positive_total + .5) / (positive_total + negative_total + 1.0), 1.0 - 1e-15);  // never all
        const bool moving = !moves.none();
        for (std::size_t eight = 0; eight < scratch.places.size(); ++eight) {
            fetch_next(row, 8 * eight, std::min(row.size - 8 * eight, std::size_t{8}),
                       [&](Slot slot) __attribute__((always_inline)) { fetch(&direct[slot].positives, true); });
            const EightPlaces& places = scratch.places[eight];
            EightCells eight_cells;
            eight_cells.first.load(places, EightCells::first_at);
            if (moving) {
                eight_cells.load_weights(places);
                eight_cells.load_moves(places);
                EightFloats scaled, shared, sifted;
                load(&scratch.scaled[8 * eight], scaled);
                load(&scratch.share[8 * eight], shared);
                load(&scratch.sifted[8 * eight], sifted);
                moves.at(places, eight_cells, scaled, scaled * scaled_length, shared * share_length, sifted * sifted_length);
            } else {
                eight_cells.third.load(places, EightCells::third_at);
                eight_cells.counted.load(places, EightCells::counted_at);
            }
            count(eight_cells, positive, importance, share);
            EightFloats& seen = eight_cells.first.b;
            if (const EightLanes second_time = seen == 1.0F; any(second_time)) [[unlikely]]
                for (std::size_t k = 0; k < 8; ++k) known += second_time[k] != 0 && places[k] != &scratch.nobody ? 1.0 : 0.0;
            if (scratch.kinds[eight].usual) {
                seen += 1.0F;
            } else {
                eight_cells.values.load(places, EightCells::values_at);
                values::remember(eight_cells, values_of(row, 8 * eight, std::min(row.size - 8 * eight, std::size_t{8}), scratch));
                eight_cells.values.store(places, EightCells::values_at);
            }
            eight_cells.first.store(places, EightCells::first_at);
            if (moving) {
                eight_cells.store_weights(places);
                eight_cells.store_moves(places);
            } else {
                eight_cells.third.store(places, EightCells::third_at);
                eight_cells.counted.store(places, EightCells::counted_at);
            }
        }
        (positive ? positive_total : negative_total) += attributes * weight;
        active += attributes;
        if (moving) moves.at(bias, scratch.nobody);
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
    static constexpr double rate = .05, rate_of_winnow = .3, margin = .3;
    static constexpr double least_shortfall = .1;  // of margin 1; a smaller one is not worth a visit

    // Examples since values were last begun anew, as cells count them.
    float counted() const { return static_cast<float>(std::min(since_restart, static_cast<double>(values::most_seen))); }

    // 0 for an attribute not counted yet.
    static float ratio_of(const Cell& cell, float offset) {
        const float log_ratio = cell.weight[naive_bayes];
        return log_ratio != 0.0F ? log_ratio + offset : 0.0F;
    }

    // The log ratios of eight attributes, 0 for one not counted yet, and what their sifted view is multiplied by.
    THRESHER_LANES static void ratio_of(const EightToScore& cells, float offset, EightFloats& ratio, EightFloats& sifted) {
        const EightFloats log_ratio = THRESHER_SECOND_HALVES(cells.weights.near[3], cells.weights.far[3]);
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
        EightCells cells;
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
            values::see(cells, values_of(row, begin, size, scratch), so_far, views);
        EightLanes speaks;
        first_lanes(size, speaks);
        if (!all_speak) [[unlikely]]
            speaking_lanes(row, begin, size, speaks);
        if (size < 8 || !all_speak) keep_only(speaks, views, ratio);
        return {!stale && all_speak, usual, any((cells.values.a == 0.0F) & speaks)};
    }

    // A line of the cache that the next row needs. While there is much to do before that row, into the second level: the few places in which the
    // first level notes what it waits for are left to this row. Where rows are only scored, that comes too late.
    [[gnu::always_inline]] static void fetch(const void* line, bool learns) {
        if (learns)
            __builtin_prefetch(line, 0, 2);
        else
            __builtin_prefetch(line);
    }

    // Eight of the row to come, or as many as there are.
    template <class Fetch>
    [[gnu::always_inline]] static void fetch_next(const Row& row, std::size_t begin, std::size_t size, Fetch fetch) {
        const Slot* const next = row.next + begin;
        if (size == 8 && begin + 8 <= row.next_size) [[likely]] {
            for (std::size_t k = 0; k < 8; ++k) fetch(next[k]);
            return;
        }
        for (std::size_t k = 0; k < size && begin + k < row.next_size; ++k) fetch(next[k]);
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
        for (std::size_t eight = 0; eight < scratch.places.size(); ++eight) {
            EightPlaces& places = scratch.places[eight];
            EightAre& are = scratch.kinds[eight];
            const std::size_t size = std::min(row.size - 8 * eight, std::size_t{8});
            const Slot* const slots = row.slots + 8 * eight;
            if (size < 8) places.fill(&scratch.nobody);
            if (are.known && (row.mapped ? find_mapped(cells, slots, size, are, places) : find_direct(cells, slots, size, places))) [[likely]] {
                if (are.some_new) begin_new(row, 8 * eight, size, are, places);
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

    [[gnu::always_inline]] static bool find_direct(Cells& cells, const Slot* slots, std::size_t size, EightPlaces& places) {
        Cell* const direct = &cells.direct(0);
        if (size == 8) [[likely]]
            for (std::size_t k = 0; k < 8; ++k) places[k] = direct + slots[k];
        else
            for (std::size_t k = 0; k < size; ++k) places[k] = direct + slots[k];
        return true;
    }

    // Whether the cells are the ones that were scored: new ones have a place only now, and one that had to make room for others is new.
    bool find_mapped(Cells& cells, const Slot* slots, std::size_t size, const EightAre& are, EightPlaces& places) const {
        bool same = !are.some_new;
        for (std::size_t k = 0; same && k < size; ++k) {
            places[k] = &cells[slots[k]];
            same = is_current(*places[k]);
        }
        return same;
    }

    // Those of eight cells that were never met begin.
    void begin_new(const Row& row, std::size_t first, std::size_t size, const EightAre& are, const EightPlaces& places) {
        for (std::size_t k = 0; k < size; ++k) {
            if (places[k]->begun != 0.0F) continue;
            if (are.usual)
                places[k]->begin_usual(begun());
            else
                begin(*places[k], row.value(first + k));
        }
    }

    // The cell of an attribute that is about to be learned from.
    Cell& begin(Cell& cell, double x) {
        if (cell.seen >= 2.0F && !knows_values(cell)) known -= 1.0;  // it will be met again
        renew(cell);
        if (cell.seen == 0.0F) cell.unit = values::unit_of(x);
        return cell;
    }

    [[gnu::always_inline]] Moves moves_of(const Scratch& scratch, const Cell& bias, const BankScores& scores, double y, double weight,
                                          double pace) const {
        Four losses{y * scores[sgd], y * scores[adagrad], y * scores[coin_betting], y * scores[adagrad_unit]};
        logistic_loss(losses, pace);
        losses *= weight * y;
        Moves moves;
        moves.sgd = static_cast<float>(rate * losses[0]);
        moves.adagrad = static_cast<float>(losses[1]);
        moves.coin_betting = static_cast<float>(losses[2]);
        moves.adagrad_unit = static_cast<float>(losses[3]);
        moves.rate_of_adagrad_unit = 2.0F - 1.75F * static_cast<float>(pace);  // long steps learn wrong labels by heart, but rare ones need them
        moves.least_stake = least_stake(pace);
        moves.winnow = y * scores[winnow] < margin ? static_cast<float>(rate_of_winnow * std::min(weight, 10.0) * y) : 0.0F;
        set_second_order(moves, scratch, bias, scores, y, weight);
        return moves;
    }

    // Of the two that are AROW, in one visit; only an example well short of margin 1 moves them.
    [[gnu::always_inline]] static void set_second_order(Moves& moves, const Scratch& scratch, const Cell& bias, const BankScores& scores, double y,
                                                        double weight) {
        constexpr std::array<BankExpert, 2> experts{arow, arow_sifted};
        constexpr std::array<double, 2> r{1.0, .1};
        std::array<double, 2> shortfall;
        for (std::size_t k = 0; k < 2; ++k) shortfall[k] = 1.0 - y * scores[experts[k]];
        if (std::ranges::max(shortfall) <= least_shortfall) return;
        GridSum sums, sifted_sums;
        if (shortfall[0] > least_shortfall)
            for (std::size_t eight = 0; eight < scratch.places.size(); ++eight)
                add_variances(sums, scratch.places[eight], EightCells::arow_variance_at, &scratch.scaled[8 * eight]);
        if (shortfall[1] > least_shortfall)
            for (std::size_t eight = 0; eight < scratch.places.size(); ++eight)
                add_variances(sifted_sums, scratch.places[eight], EightCells::arow_sifted_variance_at, &scratch.sifted[8 * eight]);
        const InverseLengths& lengths = scratch.lengths;
        const std::array<double, 2> spread{
            (shortfall[0] > least_shortfall ? sums.total(2 * scratch.places.size()) : 0.0) + bias.arow_variance,
            (shortfall[1] > least_shortfall ? sifted_sums.total(2 * scratch.places.size()) : 0.0) * lengths.sifted * lengths.sifted +
                bias.arow_sifted_variance};
        for (std::size_t k = 0; k < 2; ++k) {
            if (shortfall[k] <= least_shortfall) continue;
            const double beta = 1.0 / (spread[k] + r[k]);
            moves.arow[k] = static_cast<float>(std::min(shortfall[k] * beta * weight, 1e3) * y);
            if (moves.arow[k] != 0.0F) moves.arow_shrink[k] = static_cast<float>(beta);
        }
    }

    THRESHER_LANES static void add_variances(GridSum& sums, const EightPlaces& places, std::size_t offset, const float* views) {
        EightFloats variances;
        load_one(places, offset, variances);
        Four low, high, x, z;
        widen(variances, low, high);
        load(views, x);
        load(views + 4, z);
        sums.add(low * x * x);
        sums.add(high * z * z);
    }
};

}  // namespace thresher
