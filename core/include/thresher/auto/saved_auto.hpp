// Auto's state as plain arrays, each of one type, and back. What layout 1 wrote is read too (old_layout.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "thresher/auto/auto_learner.hpp"
#include "thresher/auto/saved_marks.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/finite.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

using Lines = TrustHistory<Ensemble::experts>;

// What a file has of a cell, in this order: not how cells lie in memory, which is a matter of speed.
inline constexpr std::size_t cell_floats = 19 + bank_experts;
inline constexpr std::size_t cell_floats_before = cell_floats - 3;  // layouts 1 and 2 had no unit and no gains
inline constexpr std::size_t cell_floats_with_unit = cell_floats - 2;

// Calls f on every number of a cell that is kept.
template <class C, class F>
void each_number(C& cell, F f) {
    for (auto* one : {&cell.begun, &cell.seen, &cell.mean, &cell.spread, &cell.largest, &cell.positives}) f(*one);
    for (auto& weight : cell.weight) f(weight);
    for (auto* one : {&cell.negatives, &cell.arow_variance, &cell.unit_squares, &cell.arow_sifted_variance, &cell.squares}) f(*one);
    for (auto* one : {&cell.coin.bets, &cell.coin.wagered, &cell.coin.stake, &cell.coin.won, &cell.dual, &cell.unit}) f(*one);
    for (auto* one : {&cell.gain, &cell.gain_squares}) f(*one);
}

// Files count restarts from 0, and a cell that never began lies there like one that began at the start.
inline std::array<float, cell_floats> floats_of(const Cell& cell) {
    std::array<float, cell_floats> floats;
    std::size_t at = 0;
    each_number(cell.begun == 0.0F ? Cell::beginning(1.0F) : cell, [&](float number) { floats[at++] = number; });
    floats[0] -= 1.0F;
    return floats;
}

// `width`: how many there are, all or all but the last. Before there were units every attribute's was 1. Before there were gains another
// expert had the place of adagrad_unit, one that moved by its variance: its weights are a good start, and 1 is about what their squares were.
inline Cell cell_of(const float* floats, std::size_t width) {
    Cell cell;
    cell.unit = 1.0F;
    std::size_t at = 0;
    each_number(cell, [&](float& number) {
        if (at < width) number = floats[at++];
    });
    cell.begun += 1.0F;
    if (width == cell_floats) return cell;
    cell.unit_squares = 1.0F;
    if (cell.seen == 0.0F) cell.unit = 0.0F;
    if (width == cell_floats_with_unit) return cell;
    if (cell.positives + cell.negatives > 0.0F && cell.weight[naive_bayes] == 0.0F) cell.weight[naive_bayes] = 1e-30F;
    return cell;
}

// Crossings lie in files as in memory.
inline constexpr std::size_t crossed_floats = offsetof(CrossedCell, spare) / sizeof(float);

inline std::array<float, crossed_floats> floats_of(const CrossedCell& cell) {
    std::array<float, crossed_floats> floats;
    std::memcpy(floats.data(), &cell, sizeof floats);
    return floats;
}

inline CrossedCell crossed_cell_of(const float* floats) {
    CrossedCell cell;
    std::memcpy(static_cast<void*>(&cell), floats, crossed_floats * sizeof(float));
    return cell;
}

struct SavedAuto {
    SavedAttributes attributes;
    std::vector<float> cells;               // of attributes, then the bias
    std::vector<std::uint64_t> identities;  // of the same
    std::vector<double> occurrences;        // of the same; empty unless they are counted
    std::vector<double> weights;            // of the same; not needed to restore
    std::vector<Slot> slots;                // where they were; neither
    std::vector<double> numbers;            // of the bank, the labels' sequence, the master and the alarm; then the marks, one after the other
    std::vector<double> history;            // its lines, one after the other
    std::vector<std::uint64_t> crossed;     // codes of crossings, increasing
    std::vector<float> crossed_cells;       // theirs, then the bias's
};

namespace saved_auto {

// Calls f on every run of numbers that change, in one order; on the mixer's covariance, which is among them, `f_square`.
template <class E, class F, class FSquare>
void each_run(E& ensemble, F f, FSquare f_square) {
    const auto all = [&](auto& values) { f(std::span(values.begin(), values.size())); };
    const auto one = [&](auto& value) { f(std::span(&value, 1)); };
    auto& bank = ensemble.bank;
    for (auto* count : {&bank.positives, &bank.negatives, &bank.positive_total, &bank.negative_total, &bank.learned, &bank.known, &bank.epoch})
        one(*count);
    for (auto& counts : ensemble.sequence.followed) all(counts);
    one(ensemble.sequence.last);
    auto& trust = ensemble.master.memory();
    all(trust.size);
    all(trust.heard);
    all(trust.slope);
    all(trust.majority);
    all(trust.belief);
    all(trust.log_loss);
    all(trust.given);
    all(trust.mistakes);
    one(trust.answer_log_loss);
    one(trust.answer_given);
    one(trust.trials);
    one(trust.weighted);
    all(ensemble.master.mixer().weights());
    f_square(ensemble.master.mixer().covariance());
    auto& alarm = ensemble.alarm.memory();
    for (auto* number : {&alarm.before, &alarm.heard, &alarm.evidence, &alarm.needed, &alarm.remembered_wrong, &alarm.renewed_wrong, &alarm.restarts})
        one(*number);
    one(ensemble.mistakes);
    one(ensemble.missed);
    one(ensemble.side);
    one(ensemble.history.interval());
    one(ensemble.history.next());
}

// The same one by one: what model files have.
template <class E, class F>
void each(E& ensemble, F f) {
    const auto all = [&](const auto& values) {
        for (auto& value : values) f(value);
    };
    each_run(ensemble, all, [&](auto& square) {
        for (auto& row : square) all(std::span(row.begin(), row.size()));
    });
}

// The numbers that files of 0.1.0 lack: there they are as they were at first.
template <class E, class F>
void each_since(E& ensemble, F f) {
    f(ensemble.shares.positives);
    f(ensemble.shares.negatives);
    auto& alarm = ensemble.rare_alarm.memory();
    for (auto* one : {&alarm.ratio, &alarm.mean, &alarm.variance, &alarm.heard, &alarm.evidence, &alarm.needed, &alarm.ahead, &alarm.judging})
        f(*one);
}

// The numbers that files lack which were written before there were gains. There, scales of values were never begun anew, and crossings
// were given up by the number of attributes alone.
template <class E, class F>
void each_of_late(E& ensemble, F f) {
    f(ensemble.bank.active);
    f(ensemble.bank.since_restart);
    double given_up = ensemble.crossings.given_up ? 1.0 : 0.0;
    f(given_up);
    if constexpr (!std::is_const_v<E>) ensemble.crossings.given_up = given_up != 0.0;
}

template <class Number>
bool finite(std::span<const Number> numbers) {
    return all_finite<Number>({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}
inline bool finite(const auto& numbers) { return finite(std::span<const typename std::remove_cvref_t<decltype(numbers)>::value_type>(numbers)); }

// What can't be an ensemble's is refused: a file may be hostile.
inline void check(Ensemble& ensemble) {
    const auto& trust = ensemble.master.memory();
    const auto positive = [](double value) { return value > 0.0; };
    const auto not_negative = [](double value) { return value >= 0.0; };
    require_saved(std::ranges::all_of(trust.belief, positive) && std::ranges::all_of(trust.majority, positive), "trust in an expert");
    require_saved(std::ranges::all_of(trust.heard, not_negative) && std::ranges::all_of(trust.size, not_negative), "sizes of scores");
    require_saved(std::ranges::all_of(trust.slope, [](double value) { return value >= .05 && value <= 20.0; }), "slopes");
    const auto probability = [](double value) { return value > 0.0 && value <= 1.0; };
    require_saved(std::ranges::all_of(trust.given, probability) && probability(trust.answer_given), "what was given to labels");
    const auto& covariance = ensemble.master.mixer().covariance();
    for (std::size_t i = 0; i < covariance.size(); ++i) require_saved(covariance[i][i] >= 0.0, "a variance of the mixer");
    const auto fading = [](double value) { return value > 0.0 && value <= LabelSequence::most + 1.0; };
    for (const auto& counts : ensemble.sequence.followed) require_saved(std::ranges::all_of(counts, fading), "counts of labels");
    require_saved(trust.trials >= 0.0 && trust.trials <= 0x1p53, "counts");
    require_saved(std::fabs(ensemble.side) == 1.0, "side");
    require_saved(ensemble.missed >= 0.0 && ensemble.missed <= ensemble.mistakes, "counts");
    const Bank& bank = ensemble.bank;
    for (const double count : {bank.positives, bank.negatives, bank.positive_total, bank.negative_total, bank.learned, bank.known, bank.epoch,
                               bank.active, bank.since_restart})
        require_saved(count >= 0.0, "counts");
    const auto& rare = ensemble.rare_alarm.memory();
    require_saved(ensemble.shares.sound() && rare.ratio > 0.0 && rare.heard >= 0.0 && rare.needed >= 1.0, "counts of labels");
    require_saved(std::fabs(rare.mean) <= RareAlarm::most_gain && rare.variance >= 1.0 && rare.variance <= RareAlarm::most_variance, "gains");
    require_saved(ensemble.history.interval() >= 1.0 && ensemble.alarm.memory().needed >= 1.0, "counts");
}

inline void check_cell(const Cell& cell, double epoch) {
    const auto variance = [](float value) { return value >= 0.0F && value <= 1.0F; };
    bool sound = finite(floats_of(cell));
    sound = sound && cell.begun >= 1.0F && cell.begun <= static_cast<float>(epoch) + 1.0F && cell.seen >= 0.0F && cell.spread >= 0.0F &&
            cell.largest >= 0.0F;
    sound = sound && std::fabs(cell.mean) <= 1.1e15F && cell.spread <= 1e38F;
    sound = sound && variance(cell.arow_variance) && variance(cell.arow_sifted_variance);
    sound = sound && cell.unit_squares >= 0.0F && cell.gain_squares >= 0.0F && cell.squares >= 0.0F && cell.coin.wagered >= 0.0F &&
            cell.coin.stake >= 0.0F && cell.coin.won >= 0.0F;
    sound = sound && cell.unit >= 0.0F && (cell.seen == 0.0F || cell.unit > 0.0F);
    sound = sound && cell.positives >= 0.0F && cell.negatives >= 0.0F && cell.identity < std::uint64_t{1} << 52;
    for (const float weight : cell.weight) sound = sound && std::fabs(weight) <= 1000.0F;
    require_saved(sound, "an attribute's numbers");
}

// A cell as it lies in memory: one that never met an example has not begun, whatever its identity.
inline Cell as_kept(const Cell& cell) {
    Cell beginning = Cell::beginning(1.0F), never;
    beginning.identity = never.identity = cell.identity;
    return cell == beginning ? never : cell;
}

inline void check_occurrences(double count) {
    require_saved(count >= 0.0 && count <= 0x1p53 && count == std::floor(count), "an attribute's occurrences");
}

inline void check_crossed(const CrossedCell& cell) {
    require_saved(finite(floats_of(cell)) && cell.variance >= 0.0F && cell.variance <= 1.0F && cell.squares >= 0.0F && cell.bet.coin.stake >= 0.0F &&
                      cell.bet.coin.wagered >= 0.0F,
                  "a crossing's numbers");
}

inline std::span<const double> finite_rest(const std::vector<double>& numbers, std::size_t from) {
    const auto rest = std::span(numbers).subspan(from);
    require_saved(finite(rest), "numbers of the experts");
    return rest;
}

inline void begin_of_late(Ensemble& ensemble) {
    Bank& bank = ensemble.bank;
    bank.active = bank.positive_total + bank.negative_total;
    bank.since_restart = bank.learned;
    ensemble.crossings.given_up = bank.known > Crossings::most_known;
}

inline void restore_history(Lines& history, std::span<const double> numbers) {
    require_saved(numbers.size() % Lines::width == 0 && numbers.size() / Lines::width < Lines::most, "lines of the history");
    require_saved(finite(numbers), "lines of the history");
    history.lines().resize(numbers.size() / Lines::width);
    if (!numbers.empty()) std::memcpy(static_cast<void*>(history.lines().data()), numbers.data(), numbers.size_bytes());
}

inline void restore_numbers(Ensemble& fresh, const SavedAuto& saved) {
    std::size_t at = 0;
    const auto read = [&](double& value) {
        require_saved(at < saved.numbers.size() && std::isfinite(saved.numbers[at]), "numbers of the experts");
        value = saved.numbers[at++];
    };
    each(fresh, read);
    if (at < saved.numbers.size()) each_since(fresh, read);
    if (at < saved.numbers.size())
        each_of_late(fresh, read);
    else
        begin_of_late(fresh);
    check(fresh);
    const auto& trust = fresh.master.memory();
    restore_marks(fresh.marks, finite_rest(saved.numbers, at), trust.trials, fresh.alarm.memory().restarts, trust.weighted);
    restore_history(fresh.history, saved.history);
}

inline void restore_crossings(Crossings& crossings, const SavedAuto& saved) {
    require_saved(saved.crossed_cells.size() == (saved.crossed.size() + 1) * crossed_floats, "number of crossings");
    require_saved(saved.crossed.size() <= Crossings::most_kept && std::ranges::is_sorted(saved.crossed, std::less_equal<>{}), "order of crossings");
    const auto read = [&](std::size_t i) {
        const CrossedCell cell = crossed_cell_of(&saved.crossed_cells[i * crossed_floats]);
        check_crossed(cell);
        return cell;
    };
    for (std::size_t i = 0; i < saved.crossed.size(); ++i) {
        require_saved(saved.crossed[i] < column_limit, "a crossing's code");
        crossings.memory().put(saved.crossed[i], read(i));
    }
    crossings.bias() = read(saved.crossed.size());
}

}  // namespace saved_auto

// Its attributes and what is kept of each.
inline SavedAuto take_attributes_of(const AutoLearner& learner) {
    SavedAuto saved;
    TakenAttributes taken = take_attributes(learner.memory());
    saved.attributes = std::move(taken.attributes);
    taken.slots.push_back(bias_slot);
    const Cells& cells = learner.memory().state();
    for (const Slot slot : taken.slots) {
        const auto floats = floats_of(cells[slot]);
        saved.cells.insert(saved.cells.end(), floats.begin(), floats.end());
        saved.identities.push_back(cells[slot].identity);
        if (cells.counts_occurrences()) saved.occurrences.push_back(cells.occurrences(slot));
        saved.slots.push_back(slot);
    }
    return saved;
}

inline void take_numbers(const Ensemble& ensemble, SavedAuto& saved) {
    const auto add_number = [&](double value) { saved.numbers.push_back(value); };
    saved_auto::each(ensemble, add_number);
    saved_auto::each_since(ensemble, add_number);
    saved_auto::each_of_late(ensemble, add_number);
    take_marks(ensemble.marks, saved.numbers);
    saved.history.resize(ensemble.history.lines().size() * Lines::width);
    if (!saved.history.empty()) std::memcpy(saved.history.data(), ensemble.history.lines().data(), saved.history.size() * sizeof(double));
}

inline SavedAuto take_auto(const AutoLearner& learner) {
    SavedAuto saved = take_attributes_of(learner);
    for (const Slot slot : saved.slots) saved.weights.push_back(learner.weight_of(slot));
    take_numbers(learner.ensemble(), saved);
    const auto& crossings = learner.ensemble().crossings;
    std::vector<std::pair<std::uint64_t, Slot>> entries;
    // Those that never moved too: they take room, and how much is left decides who is let in.
    crossings.memory().each([&](std::uint64_t code, Slot slot) { entries.emplace_back(code, slot); });
    std::ranges::sort(entries);
    // Attributes with one identity, which is a hash of their names, can meet in one crossing twice: a file has it once.
    const auto repeated = std::ranges::unique(entries, {}, [](const auto& entry) { return entry.first; });
    entries.erase(repeated.begin(), repeated.end());
    const auto add = [&](const CrossedCell& cell) {
        const auto floats = floats_of(cell);
        saved.crossed_cells.insert(saved.crossed_cells.end(), floats.begin(), floats.end());
    };
    for (const auto& [code, slot] : entries) {
        CrossedCell made;
        saved.crossed.push_back(code);
        add(crossings.memory().cell(slot, made));
    }
    add(crossings.bias());
    return saved;
}

// Makes this the learner's state; should anything not fit, the learner is as it was.
inline void restore_auto(AutoLearner& learner, const SavedAuto& saved) {
    const std::size_t size = saved.attributes.size() + 1;
    const bool counting = learner.memory().state().counts_occurrences();
    saved.attributes.check(learner.memory().policy());
    const std::size_t width = saved.cells.size() == size * cell_floats_before      ? cell_floats_before
                              : saved.cells.size() == size * cell_floats_with_unit ? cell_floats_with_unit
                                                                                   : cell_floats;
    require_saved(saved.cells.size() == size * width && saved.identities.size() == size && saved.occurrences.size() == (counting ? size : 0),
                  "number of cells");
    for (const double count : saved.occurrences) saved_auto::check_occurrences(count);
    AutoLearner fresh(learner.intake(), learner.memory().policy());
    saved_auto::restore_numbers(fresh.ensemble(), saved);
    saved_auto::restore_crossings(fresh.ensemble().crossings, saved);
    std::vector<Slot> slots = restore_attributes(fresh.memory(), saved.attributes);
    slots.push_back(bias_slot);
    Cells& cells = fresh.memory().state();
    for (std::size_t i = 0; i < size; ++i) {
        Cell cell = cell_of(&saved.cells[i * width], width);
        cell.identity = saved.identities[i];
        saved_auto::check_cell(cell, fresh.ensemble().bank.epoch);
        cell = saved_auto::as_kept(cell);
        const bool is_met = cell.begun == 0.0F || cell.seen > 0.0F;  // the bias has no values
        require_saved(is_met || slots[i] == bias_slot || width != cell_floats, "an attribute's numbers");
        cells[slots[i]] = cell;
        if (counting) cells.occurrences(slots[i]) = saved.occurrences[i];
    }
    fresh.memory().recount();
    fresh.counts() = learner.counts();
    learner = std::move(fresh);
}

}  // namespace thresher
