// Attributes made of others, for streams with few of them: bins of real values and pairs of attributes, each with its own
// small state; and the learners that use them.
//
// A line can't bend. A real value falls between two of seventeen knots over its squashed deviation from the mean and is present at both in
// part, so that weights of knots draw a curve. Two attributes together (a real value by which eighth it is in) are an attribute too. In
// streams of very many attributes and long examples, texts for instance, this earns nothing and costs much: past a thousand attributes it is
// given up unless examples have few of them, as rows of a table do whose columns have very many categories. Those met only once do not count:
// an id, new in every row, makes no pairs (an attribute is crossed from the second time on) and must not switch off what other columns need.
//
//     arow_knots             AROW, r = .1, on values and knots alone
//     coin_betting_pairs     coin betting, on values, knots and pairs, and on some crossings of three and four and finer pairs (grown_crossings.hpp)
//     adagrad_pairs          logistic loss, rate 1/sqrt(sum of squares), link 2z + z^3/3, on the same
//     coin_betting_cautious  coin betting whose stakes begin at a tenth, on the same, each times the worth of its attributes (attribute_worth.hpp)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "thresher/auto/attribute_credit.hpp"
#include "thresher/auto/attribute_worth.hpp"
#include "thresher/auto/bank.hpp"
#include "thresher/auto/crossed_cell.hpp"
#include "thresher/auto/crossed_memory.hpp"
#include "thresher/auto/grown_crossings.hpp"
#include "thresher/auto/met_once.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/hash.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class Crossings {
public:
    static constexpr double most_known = 1024.0;    // attributes of the stream, met more than once,
    static constexpr double few_active = 12.0;      // unless examples have no more than so many on average
    static constexpr std::size_t most_paired = 64;  // attributes of an example
    static constexpr std::size_t most_kept = std::size_t{1} << 17;
    static constexpr std::size_t most_before_grown = most_kept / 2;  // past so many no new ones of three and four are let in: pairs need room

    bool given_up = false;  // for good: there are too many attributes

    const CrossedMemory& memory() const { return memory_; }
    CrossedMemory& memory() { return memory_; }
    CrossedCell& bias() { return bias_; }
    const CrossedCell& bias() const { return bias_; }

    void restart() {
        memory_.reset();
        bias_ = {};
    }

    // Where a value lies between two knots. An attribute that never varies has none: it is present or not.
    struct Place {
        bool varies = false;
        std::uint64_t knot = 0;
        double part = 0.0;  // of the way to the next
    };

    static Place place_of(const Cell& cell, double x) {
        const double deviation = std::sqrt(static_cast<double>(cell.spread) / cell.seen);
        if (!(deviation > 1e-6 * std::fabs(static_cast<double>(cell.mean)))) return {};  // less is the rounding of the mean
        const double z = (static_cast<double>(values::in_unit(cell, x)) - cell.mean) / deviation;
        const double place = std::clamp((z / (1.0 + std::fabs(z)) * 1.25 + 1.0) / 2.0 * knots, 0.0, knots - 1e-9);
        const auto knot = static_cast<std::uint64_t>(place);
        return {true, knot, place - static_cast<double>(knot)};
    }

    // The value at a knot: the other way round.
    static double value_at(const Cell& cell, std::uint64_t knot) {
        const double squashed = (2.0 * static_cast<double>(knot) / knots - 1.0) / 1.25;
        return (cell.mean + std::sqrt(static_cast<double>(cell.spread) / cell.seen) * squashed / (1.0 - std::fabs(squashed))) / cell.unit;
    }

    // Whether an attribute takes part: one of whose values nothing is known does not.
    static bool crossed(const Bank& bank, const Cells& cells, Slot slot) { return known(slot) && bank.knows_values(cells[slot]); }

    // What learn() needs to know of the example that was scored: its attributes made of others, pairs last.
    struct Scratch {
        Instance instance;
        std::vector<CrossedMember> members;            // attributes that take part
        std::vector<std::uint64_t> keys;               // theirs
        std::vector<GrownCrossings::FinerKeys> finer;  // of real values; of others they are nothing
        std::vector<std::size_t> places;               // in the row, of the attributes that take part
        std::vector<std::size_t> owners;               // of what is made of one attribute: which of these it is
        std::vector<float> worths;                     // theirs
        std::vector<float> gains;                      // what they saved so far
        AttributeCredit credit;                        // what they themselves add to coin_betting_cautious
        std::size_t paired_from = 0;
        // 1 over their lengths: without pairs, with them, with threes and fours too, and without these each times its worth
        double plain = 0.0, all = 0.0, grown_all = 0.0, worthy = 0.0;
        RowScratch row;
        Row crossed, grown_row;  // what `instance` and `grown.instance` were resolved to
        GrownCrossings grown;

        // Calls f(i, a, b) for every crossing, made of the attributes a and b, or of a alone twice.
        template <class F>
        void each(F f) const {
            for (std::size_t i = 0; i < paired_from; ++i) f(i, owners[i], owners[i]);
            if (paired_from == instance.size()) return;
            std::size_t i = paired_from;
            for (std::size_t a = 0; a < places.size(); ++a)
                for (std::size_t b = a + 1; b < places.size(); ++b) f(i++, a, b);
        }
        float worth(std::size_t a, std::size_t b) const { return worths[a] * worths[b]; }
    };

    // The scores of an example.
    CrossedScores score(const Bank& bank, const Cells& cells, const Row& row, double pace, Scratch& scratch) const {
        cross(bank, cells, row, static_cast<float>(pace), scratch);
        scratch.crossed = memory_.resolve(scratch.instance, scratch.row);
        scratch.grown_row = memory_.resolve(scratch.grown.instance, scratch.grown.row);
        const Row &crossed = scratch.crossed, &grown = scratch.grown_row;
        if (!memory_.once().empty() && scratch.paired_from < scratch.instance.size() && !(crossed.complete && grown.complete))
            memory_.once().find(scratch.members, scratch.grown, scratch.row.slots.data() + scratch.paired_from, scratch.grown.row.slots.data());
        fetch(crossed);
        fetch(grown);
        CrossedScores sums{};
        CrossedCell made;
        double plain = 0.0, all = 0.0, worthy = 0.0;
        scratch.each([&](std::size_t i, std::size_t a, std::size_t b) {
            const double x = crossed.value(i), worth = x * scratch.worth(a, b);
            const CrossedCell& cell = memory_.cell(crossed.slots[i], made);
            all += on_grid(x * x);
            worthy += on_grid(worth * worth);
            sums[coin_betting_pairs] += on_grid(cell.bet.weight * x);
            sums[adagrad_pairs] += on_grid(cell.adagrad * x);
            sums[coin_betting_cautious] += on_grid(cell.cautious * worth);
            if (i >= scratch.paired_from) return;
            plain += on_grid(x * x);
            sums[arow_knots] += on_grid(cell.arow * x);
        });
        scratch.plain = inverse_root(plain);
        scratch.all = inverse_root(all);
        scratch.worthy = inverse_root(worthy);
        for (std::size_t i = 0; i < grown.size; ++i) sums[coin_betting_pairs] += on_grid(memory_.weight(grown.slots[i]));
        // Those that never moved do not count: models of before have none, and what never moved is not saved.
        const auto met = std::count_if(grown.slots, grown.slots + grown.size, [&](Slot slot) { return !memory_.pristine(slot); });
        scratch.grown_all = inverse_root(all + static_cast<double>(met));
        sums[arow_knots] = sums[arow_knots] * scratch.plain + bias_.arow;
        sums[coin_betting_pairs] = sums[coin_betting_pairs] * scratch.grown_all + bias_.bet.weight;
        sums[adagrad_pairs] = sums[adagrad_pairs] * scratch.all + bias_.adagrad;
        sums[coin_betting_cautious] = sums[coin_betting_cautious] * scratch.worthy + bias_.cautious;
        return sums;
    }

    // What the i-th attribute made of others (of a and b, or of a alone) of the example that was scored into `scratch` adds to each score.
    CrossedScores parts(std::size_t i, std::size_t a, std::size_t b, const Scratch& scratch) const {
        CrossedCell made;
        const CrossedCell& cell = memory_.cell(scratch.row.slots[i], made);
        const double x = scratch.row.values[i];
        CrossedScores parts{};
        parts[arow_knots] = i < scratch.paired_from ? on_grid(cell.arow * x) * scratch.plain : 0.0;
        parts[coin_betting_pairs] = on_grid(cell.bet.weight * x) * scratch.grown_all;
        parts[adagrad_pairs] = on_grid(cell.adagrad * x) * scratch.all;
        parts[coin_betting_cautious] = on_grid(cell.cautious * (x * scratch.worth(a, b))) * scratch.worthy;
        return parts;
    }

    // The same of the i-th of three or four.
    CrossedScores grown_parts(std::size_t i, const Scratch& scratch) const {
        CrossedScores parts{};
        parts[coin_betting_pairs] = on_grid(memory_.weight(scratch.grown.row.slots[i])) * scratch.grown_all;
        return parts;
    }

    CrossedScores constant_parts() const { return {bias_.arow, bias_.bet.weight, bias_.adagrad, bias_.cautious}; }

    // Moves all by the example that was scored into `scratch`, and notes what each attribute of the row was worth.
    void learn(Cells& attributes, const Row& given, const CrossedScores& scores, Label label, double weight, double pace, Scratch& scratch) {
        const double y = sign(label);
        if (!memory_.once().empty()) give_cells(scratch);
        const std::size_t kept_apart = kept_as_one(scratch);  // new ones, which get no cells
        const std::size_t with_cells = kept_apart > 0 ? scratch.paired_from : scratch.instance.size();
        const Row row = admit(scratch.instance, scratch.crossed, scratch.row, with_cells, most_kept, false);
        const Row grown = kept_apart > 0 ? scratch.grown_row
                                         : admit(scratch.grown.instance, scratch.grown_row, scratch.grown.row, scratch.grown.instance.size(),
                                                 most_before_grown, true);
        Four losses{y * scores[coin_betting_pairs], y * scores[adagrad_pairs], y * scores[coin_betting_cautious], 0.0};
        logistic_loss(losses, pace);
        const double cautious_loss = losses[2];
        losses *= weight * y;
        CrossedSteps steps{
            static_cast<float>(losses[0]), static_cast<float>(losses[1]), static_cast<float>(losses[2]), 0.0F, 0.0F, least_stake(pace)};
        if (y * scores[arow_knots] < 1.0) {
            double sum = bias_.variance;
            for (std::size_t i = 0; i < scratch.paired_from; ++i) {
                const double x = row.value(i) * scratch.plain;
                if (known(row.slots[i])) sum += on_grid(memory_.whole(row.slots[i]).variance * x * x);
            }
            const double beta = 1.0 / (sum + .1);
            steps.arow = static_cast<float>(std::min((1.0 - y * scores[arow_knots]) * beta * weight, 1e3) * y);
            steps.shrink = static_cast<float>(beta);
        }
        scratch.credit.clear(scratch.places.size());
        scratch.each([&](std::size_t i, std::size_t a, std::size_t b) {
            if (!known(row.slots[i])) return;
            CrossedCell& cell = memory_.whole(row.slots[i]);
            const double x = row.value(i), worth = x * scratch.worth(a, b);
            if (a == b)
                scratch.credit.add_own(a, on_grid(cell.cautious * worth));
            else
                scratch.credit.add_pair(a, b, on_grid(cell.cautious * worth), on_grid(cell.cautious * x));
            const auto plain = static_cast<float>(i < scratch.paired_from ? x * scratch.plain : 0.0);
            const auto worthy = static_cast<float>(worth * scratch.worthy);
            cell.move({plain, static_cast<float>(x * scratch.grown_all), static_cast<float>(x * scratch.all), worthy}, steps);
        });
        scratch.credit.settle(scratch.worths);
        for (std::size_t a = 0; a < scratch.places.size(); ++a)
            if (const Slot slot = given.slots[scratch.places[a]]; known(slot))
                add_gain(attributes[slot], losses[2], cautious_loss, weight, scratch.credit[a] * scratch.worthy, scratch.worths[a]);
        bias_.move({1.0F, 1.0F, 1.0F, 1.0F}, steps);
        const auto all = static_cast<float>(scratch.grown_all);
        for (std::size_t i = 0; i < grown.size; ++i)
            if (known(grown.slots[i])) {
                Bet& own = memory_.bet(grown.slots[i]);
                toss(own.weight, own.coin, steps.betting * all, steps.least_stake * all, weight_limit);
            }
        if (kept_apart > 0)
            memory_.once().add({.betting = steps.betting,
                                .adagrad = steps.adagrad,
                                .cautious = steps.cautious,
                                .least_stake = steps.least_stake,
                                .grown_all = all,
                                .all = static_cast<float>(scratch.all),
                                .worthy = scratch.worthy},
                               scratch.members, scratch.worths, scratch.grown, kept_apart);
        memory_.tidy();
    }

    static constexpr int knots = 16;

private:
    // Cells for those that another example alone had met.
    void give_cells(Scratch& scratch) {
        const auto give = [&](const Instance& instance, std::vector<Slot>& slots) {
            for (std::size_t i = 0; i < instance.size(); ++i)
                if (MetOnce::is_one(slots[i])) [[unlikely]]
                    slots[i] = memory_.give_cell(instance[i].code, slots[i]);
        };
        give(scratch.instance, scratch.row.slots);
        give(scratch.grown.instance, scratch.grown.row.slots);
    }

    // How many crossings of two and more are new in an example that is to be kept in their place; 0: it is not.
    std::size_t kept_as_one(const Scratch& scratch) const {
        if (!memory_.is_small() || (scratch.crossed.complete && scratch.grown_row.complete)) return 0;
        if (memory_.size() + scratch.instance.size() + scratch.grown.instance.size() > most_before_grown) return 0;
        const auto count = [](std::span<const Slot> slots) { return static_cast<std::size_t>(std::ranges::count(slots, pristine_slot)); };
        const std::size_t fresh = count(std::span(scratch.row.slots).subspan(scratch.paired_from)) + count(scratch.grown.row.slots);
        return fresh >= MetOnce::fewest && memory_.once().takes(scratch.members) ? fresh : 0;
    }

    // Newcomers of an example are all let in or, once there are too many, none: the order of attributes can't show. All but those that only
    // bet have whole cells from now on.
    // Of those behind `end` none is.
    Row admit(const Instance& instance, const Row& row, RowScratch& scratch, std::size_t end, std::size_t most, bool as_bets) {
        if (!as_bets)
            for (std::size_t i = 0; i < row.size; ++i)
                if (!CrossedMemory::is_whole(scratch.slots[i])) [[unlikely]]
                    scratch.slots[i] = memory_.widen(instance[i].code, scratch.slots[i]);
        if (row.complete) return row;
        const auto newcomers = static_cast<std::size_t>(std::count(row.slots, row.slots + end, pristine_slot));
        if (memory_.size() + newcomers > most) return row;
        for (std::size_t i = 0; i < end; ++i)
            if (scratch.slots[i] == pristine_slot) scratch.slots[i] = memory_.add(instance[i].code, as_bets);
        return {scratch.slots.data(), row.values, row.size, true, true};
    }

    // Cells lie far apart in memory: asked for together, they come together.
    [[gnu::always_inline]] void fetch(const Row& row) const {
        for (std::size_t i = 0; i < row.size; ++i) memory_.prefetch(row.slots[i]);
    }

    static double inverse_root(double squares) { return squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0; }

    static bool known(Slot slot) { return slot != pristine_slot && slot != silent_slot; }

    static std::uint64_t code_of(std::uint64_t number) { return mix(number) & (column_limit - 1); }

    // The example's values, knots and pairs.
    static void cross(const Bank& bank, const Cells& cells, const Row& row, float pace, Scratch& scratch) {
        scratch.instance.clear();
        scratch.members.clear();
        scratch.keys.clear();
        scratch.finer.clear();
        scratch.places.clear();
        scratch.owners.clear();
        scratch.worths.clear();
        scratch.gains.clear();
        scratch.grown.clear();
        for (std::size_t i = 0; i < row.size; ++i) {
            if (!crossed(bank, cells, row.slots[i])) continue;
            const Cell& cell = cells[row.slots[i]];
            const std::size_t owner = scratch.places.size();
            scratch.places.push_back(i);
            const bool current = bank.is_current(cell);
            scratch.worths.push_back(worth_of(current ? cell : Cell{}, pace));
            scratch.gains.push_back(current ? cell.gain : 0.0F);
            const std::uint64_t base = mix(cell.identity + 0x9e3779b97f4a7c15ULL);
            const auto [varies, knot, part] = place_of(cell, row.value(i));
            if (!varies) {
                scratch.instance.push_back(Feature::column(code_of(base), 1.0));
                scratch.members.push_back({base, CrossedMember::does_not_vary});
            } else {
                scratch.instance.push_back(Feature::column(code_of(base + 1 + knot), 1.0 - part));
                if (part > 0.0) scratch.instance.push_back(Feature::column(code_of(base + 2 + knot), part));
                scratch.members.push_back({base, static_cast<std::uint8_t>(2 * knot + (part >= .5))});
            }
            scratch.keys.push_back(scratch.members.back().key());
            scratch.finer.push_back(scratch.members.back().finer());
            scratch.owners.resize(scratch.instance.size(), owner);
        }
        scratch.paired_from = scratch.instance.size();
        if (scratch.keys.size() > most_paired) return;
        for (std::size_t a = 0; a < scratch.keys.size(); ++a)
            for (std::size_t b = a + 1; b < scratch.keys.size(); ++b)
                scratch.instance.push_back(Feature::column(GrownCrossings::pair_code(scratch.keys[a], scratch.keys[b]), 1.0));
        if (bank.known > most_known) return;
        scratch.grown.grow(scratch.keys, scratch.gains);
        scratch.grown.refine(scratch.keys, scratch.finer, scratch.worths);
    }

    CrossedMemory memory_;
    CrossedCell bias_;
};

}  // namespace thresher
