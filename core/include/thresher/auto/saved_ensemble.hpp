// An ensemble as plain numbers, to be saved, and back: its attributes' cells are in the learner's state, the rest is here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "thresher/auto/ensemble.hpp"
#include "thresher/errors.hpp"

namespace thresher {

using Lines = Chronicle<Ensemble::experts>;

struct EnsembleState {
    std::vector<double> numbers;          // of the bank, the habit, the master and the alarm
    std::vector<double> chronicle;        // its lines, one after the other
    std::vector<std::uint64_t> crossed;   // codes of crossings, increasing
    std::vector<double> crossed_records;  // their cells, and the bias's
};

namespace ensemble_state {

// Calls f on every number that changes, in one order.
template <class F>
void each(Ensemble& ensemble, F f) {
    const auto all = [&](auto& values) {
        for (double& value : values) f(value);
    };
    Bank& bank = ensemble.bank;
    for (double* one : {&bank.positives, &bank.negatives, &bank.positive_total, &bank.negative_total, &bank.learned, &bank.known, &bank.epoch}) f(*one);
    for (auto& counts : ensemble.habit.followed) all(counts);
    f(ensemble.habit.last);
    auto& trust = ensemble.master.memory();
    all(trust.size);
    all(trust.heard);
    all(trust.slope);
    all(trust.majority);
    all(trust.belief);
    all(trust.log_loss);
    all(trust.given);
    all(trust.mistakes);
    f(trust.answer_log_loss);
    f(trust.answer_given);
    f(trust.trials);
    f(trust.weighted);
    all(ensemble.master.mixer().weights());
    for (auto& row : ensemble.master.mixer().covariance()) all(row);
    auto& alarm = ensemble.alarm.memory();
    for (double* one : {&alarm.before, &alarm.heard, &alarm.evidence, &alarm.needed, &alarm.remembered_wrong, &alarm.renewed_wrong, &alarm.restarts}) f(*one);
    f(ensemble.mistakes);
    f(ensemble.missed);
    f(ensemble.side);
    f(ensemble.chronicle.interval());
    f(ensemble.chronicle.next());
}

inline void require(bool holds, const char* what) {
    if (!holds) throw InputError(std::string("the saved state does not fit together: ") + what);
}

template <class C>
bool sound_floats(const C& cell, std::size_t count) {
    const auto* numbers = reinterpret_cast<const float*>(&cell);
    return std::all_of(numbers, numbers + count, [](float value) { return std::isfinite(value); });
}

// What can't be an ensemble's is refused: a file may be hostile.
inline void check(const Ensemble& ensemble) {
    const auto& trust = ensemble.master.memory();
    const auto positive = [](double value) { return value > 0.0; };
    const auto not_negative = [](double value) { return value >= 0.0; };
    require(std::ranges::all_of(trust.belief, positive) && std::ranges::all_of(trust.majority, positive), "trust in an expert");
    require(std::ranges::all_of(trust.heard, not_negative) && std::ranges::all_of(trust.size, not_negative), "sizes of scores");
    require(std::ranges::all_of(trust.slope, [](double value) { return value >= .05 && value <= 20.0; }), "slopes");
    const auto probability = [](double value) { return value > 0.0 && value <= 1.0; };
    require(std::ranges::all_of(trust.given, probability) && probability(trust.answer_given), "what was given to labels");
    const auto& covariance = ensemble.master.mixer().covariance();
    for (std::size_t i = 0; i < covariance.size(); ++i) require(covariance[i][i] >= 0.0, "a variance of the mixer");
    for (const auto& counts : ensemble.habit.followed) require(std::ranges::all_of(counts, positive), "counts of labels");
    require(std::fabs(ensemble.side) == 1.0, "side");
    require(ensemble.missed >= 0.0 && ensemble.missed <= ensemble.mistakes, "counts");
    const Bank& bank = ensemble.bank;
    for (const double count : {bank.positives, bank.negatives, bank.positive_total, bank.negative_total, bank.learned, bank.known, bank.epoch})
        require(count >= 0.0, "counts");
    Ensemble copy = ensemble;
    require(copy.chronicle.interval() >= 1.0 && copy.alarm.memory().needed >= 1.0, "counts");
}

inline void check_cell(const Cell& cell, double epoch) {
    const auto variance = [](float value) { return value >= 0.0F && value <= 1.0F; };
    bool sound = sound_floats(cell, offsetof(Cell, identity) / sizeof(float));
    sound = sound && cell.epoch >= 0.0F && cell.epoch <= static_cast<float>(epoch) && cell.seen >= 0.0F && cell.spread >= 0.0F && cell.largest >= 0.0F;
    sound = sound && std::fabs(cell.mean) <= 1.1e15F && cell.spread <= 1e38F;
    sound = sound && variance(cell.confident_variance) && variance(cell.tracking_variance) && variance(cell.sifting_variance);
    sound = sound && cell.squares >= 0.0F && cell.wagered >= 0.0F && cell.stake >= 0.0F && cell.won >= 0.0F;
    sound = sound && cell.positives >= 0.0F && cell.negatives >= 0.0F && cell.identity >= 0.0 && cell.identity < 4503599627370496.0;
    for (const float weight : cell.weight) sound = sound && std::fabs(weight) <= 1000.0F;
    require(sound, "an attribute's numbers");
}

}  // namespace ensemble_state

inline EnsembleState take_state(const Ensemble& ensemble) {
    EnsembleState taken;
    Ensemble copy = ensemble;  // `each` wants to be able to write
    ensemble_state::each(copy, [&](double value) { taken.numbers.push_back(value); });
    for (const auto& line : ensemble.chronicle.lines()) {
        const auto* numbers = reinterpret_cast<const double*>(&line);
        taken.chronicle.insert(taken.chronicle.end(), numbers, numbers + Lines::width);
    }
    const State& state = ensemble.crossings.memory().state();
    std::vector<std::pair<std::uint64_t, Slot>> entries;
    ensemble.crossings.memory().each_known([&](const Feature& feature, Slot slot) { entries.emplace_back(feature.code, slot); });
    std::ranges::sort(entries);
    const auto add = [&](const double* record) { taken.crossed_records.insert(taken.crossed_records.end(), record, record + crossed_cell_size); };
    for (const auto& [code, slot] : entries) {
        taken.crossed.push_back(code);
        add(state.dual(slot));
    }
    add(reinterpret_cast<const double*>(&ensemble.crossings.bias()));
    return taken;
}

inline void restore_state(Ensemble& ensemble, const EnsembleState& saved) {
    using ensemble_state::require;
    Ensemble fresh;
    std::size_t at = 0;
    ensemble_state::each(fresh, [&](double& value) {
        require(at < saved.numbers.size() && std::isfinite(saved.numbers[at]), "numbers of the ensemble");
        value = saved.numbers[at++];
    });
    require(at == saved.numbers.size(), "numbers of the ensemble");
    ensemble_state::check(fresh);
    require(saved.chronicle.size() % Lines::width == 0 && saved.chronicle.size() / Lines::width < Lines::most, "lines of the chronicle");
    require(std::ranges::all_of(saved.chronicle, [](double value) { return std::isfinite(value); }), "lines of the chronicle");
    for (std::size_t from = 0; from < saved.chronicle.size(); from += Lines::width) {
        Lines::Line line;
        std::copy_n(&saved.chronicle[from], Lines::width, reinterpret_cast<double*>(&line));
        fresh.chronicle.lines().push_back(line);
    }
    require(saved.crossed_records.size() == (saved.crossed.size() + 1) * crossed_cell_size, "number of crossings");
    require(saved.crossed.size() <= Crossings::most_kept && std::ranges::is_sorted(saved.crossed, std::less_equal<>{}), "order of crossings");
    const auto read = [&](std::size_t i) {
        CrossedCell cell;
        std::copy_n(&saved.crossed_records[i * crossed_cell_size], crossed_cell_size, reinterpret_cast<double*>(&cell));
        require(ensemble_state::sound_floats(cell, sizeof(CrossedCell) / sizeof(float)) && cell.variance >= 0.0F && cell.variance <= 1.0F &&
                    cell.squares >= 0.0F && cell.stake >= 0.0F && cell.wagered >= 0.0F,
                "a crossing's numbers");
        return cell;
    };
    Memory& memory = fresh.crossings.memory();
    for (std::size_t i = 0; i < saved.crossed.size(); ++i) {
        require(saved.crossed[i] < column_limit, "a crossing's code");
        const CrossedCell cell = read(i);
        Crossings::at(memory.state(), memory.slot_for(Feature::column(saved.crossed[i], 1.0))) = cell;
    }
    fresh.crossings.bias() = read(saved.crossed.size());
    ensemble = std::move(fresh);
}

}  // namespace thresher
