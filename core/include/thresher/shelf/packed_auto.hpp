// An Auto as bytes, and back: much as it lies in memory. What is in order whatever the memory is made for fingerprints alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/auto/saved_auto.hpp"
#include "thresher/shelf/packed_crossings.hpp"
#include "thresher/shelf/packed_learner.hpp"

namespace thresher {

namespace packed_auto {

// What is kept of an attribute, as it lies in memory.
inline constexpr std::size_t cell_bytes = offsetof(Cell, contributed);

inline void put_cells(ByteWriter& out, const Cells& cells, const std::vector<Slot>& slots) {
    const auto count = static_cast<std::uint32_t>(slots.size());
    out.put(count);
    for (const Slot slot : slots) out.put_bytes({reinterpret_cast<const char*>(&cells[slot]), cell_bytes});
    out.put(cells.counts_occurrences() ? count : 0);
    if (cells.counts_occurrences())
        for (const Slot slot : slots) out.put(cells.occurrences(slot));
}

inline void take_cells(ByteReader& in, Cells& cells, const std::vector<Slot>& slots, double epoch) {
    for (const Slot slot : slots) {
        Cell& cell = cells[slot];
        std::memcpy(static_cast<void*>(&cell), in.bytes(cell_bytes).data(), cell_bytes);
        Cell never;
        never.identity = cell.identity;
        if (cell == never) {  // it never met an example
            require_saved(cell.identity < std::uint64_t{1} << 52, "an attribute's numbers");
            continue;
        }
        saved_auto::check_cell(cell, epoch);
        require_saved(cell.seen > 0.0F || slot == bias_slot, "an attribute's numbers");  // the bias has no values
    }
    const bool counts = cells.counts_occurrences();
    require_saved(in.take<std::uint32_t>() == (counts ? slots.size() : 0), "an attribute's occurrences");
    if (!counts) return;
    for (const Slot slot : slots) saved_auto::check_occurrences(cells.occurrences(slot) = in.take<double>());
}

// Of the mixer's covariance, which is symmetric to the last bit, one half.
inline void put_numbers(ByteWriter& out, const Ensemble& ensemble) {
    const auto run = [&](std::span<const double> numbers) { out.put_bytes({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()}); };
    saved_auto::each_run(ensemble, run, [&](const auto& square) {
        for (std::size_t i = 0; i < square.size(); ++i) run(std::span(square[i].begin() + i, square.size() - i));
    });
    const auto one = [&](double number) { out.put(number); };
    saved_auto::each_since(ensemble, one);
    saved_auto::each_of_late(ensemble, one);
}

// How many that makes.
inline std::size_t count_numbers(const Ensemble& ensemble) {
    std::size_t count = 0;
    const auto one = [&](double) { ++count; };
    const auto run = [&](std::span<const double> numbers) { count += numbers.size(); };
    saved_auto::each_run(ensemble, run, [&](const auto& square) { count += square.size() * (square.size() + 1) / 2; });
    saved_auto::each_since(ensemble, one);
    saved_auto::each_of_late(ensemble, one);
    return count;
}

inline void take_numbers(ByteReader& in, Ensemble& ensemble) {
    static const std::size_t count = count_numbers(ensemble);
    const std::string_view bytes = in.bytes(count * sizeof(double));
    require_saved(all_finite<double>(bytes), "numbers of the experts");
    const char* at = bytes.data();
    const auto run = [&](std::span<double> numbers) {
        std::memcpy(numbers.data(), at, numbers.size_bytes());
        at += numbers.size_bytes();
    };
    saved_auto::each_run(ensemble, run, [&](auto& square) {
        for (std::size_t i = 0; i < square.size(); ++i) {
            run(std::span(square[i].begin() + i, square.size() - i));
            for (std::size_t j = i + 1; j < square.size(); ++j) square[j][i] = square[i][j];
        }
    });
    const auto one = [&](double& number) { run(std::span(&number, 1)); };
    saved_auto::each_since(ensemble, one);
    saved_auto::each_of_late(ensemble, one);
    saved_auto::check(ensemble);
}

inline void put_past(ByteWriter& out, const Ensemble& ensemble) {
    std::vector<double> marks;
    take_marks(ensemble.marks, marks);
    out.put_all(marks);
    const auto& lines = ensemble.history.lines();
    out.put(static_cast<std::uint32_t>(lines.size() * Lines::width));
    if (!lines.empty()) out.put_bytes({reinterpret_cast<const char*>(lines.data()), lines.size() * sizeof lines[0]});
}

inline void take_past(ByteReader& in, Ensemble& ensemble) {
    std::vector<double> numbers;
    in.take_all(numbers);
    const auto& trust = ensemble.master.memory();
    restore_marks(ensemble.marks, saved_auto::finite_rest(numbers, 0), trust.trials, ensemble.alarm.memory().restarts, trust.weighted);
    in.take_all(numbers);
    saved_auto::restore_history(ensemble.history, numbers);
}

}  // namespace packed_auto

// Of very many learners none lies in the cache, and what one consists of lies where others say. So whoever packs many asks for each some time
// before, step by step: for the learner itself, then for what it points to, then for what that points to. Of what is long the beginning: the
// rest is asked for on the way.
inline constexpr unsigned steps_to_fetch = 3;
inline void fetch_to_pack(const AutoLearner& learner, unsigned step) {
    constexpr std::size_t line = 64, beginning = 4096;
    const auto fetch = [](const void* from, std::size_t bytes) {
        for (std::size_t at = 0; at < (bytes < beginning ? bytes : beginning); at += line) __builtin_prefetch(static_cast<const char*>(from) + at);
    };
    const auto fetch_all = [&](const auto& numbers) { fetch(numbers.data(), numbers.size() * sizeof(numbers[0])); };
    const Ensemble& ensemble = learner.ensemble();
    if (step == 0) return fetch(&learner, sizeof learner);
    if (step == 1) return fetch(&ensemble, sizeof ensemble);
    const CrossedMemory& crossed = ensemble.crossings.memory();
    fetch_all(crossed.whole_cells());
    fetch_all(crossed.bets());
    fetch_all(crossed.whole_codes());
    fetch_all(crossed.bet_codes());
    fetch_all(crossed.once().examples());
    fetch_all(crossed.once().worths());
    for (const MetOnce::Word& word : crossed.once().words()) fetch_all(word.columns);
    const Cells& cells = learner.memory().state();
    fetch(&cells[bias_slot], cells.mapped_size() * sizeof(Cell));
}

inline void pack(const AutoLearner& learner, std::string& into) {
    ByteWriter out(into);
    packed_learner::put(out, learner.counts());
    TakenAttributes taken = take_attributes(learner.memory());
    packed_learner::put(out, taken.attributes);
    taken.slots.push_back(bias_slot);
    const Ensemble& ensemble = learner.ensemble();
    packed_auto::put_numbers(out, ensemble);
    packed_auto::put_cells(out, learner.memory().state(), taken.slots);
    packed_auto::put_past(out, ensemble);
    out.put(ensemble.crossings.bias());
    put(out, ensemble.crossings.memory());
}

// Should anything not fit, the learner is of no use any more.
inline void unpack(std::string_view bytes, AutoLearner& learner) {
    if (!learner.is_new()) learner.renew();
    ByteReader in(bytes);
    packed_learner::take(in, learner.counts());
    SavedAttributes attributes;
    packed_learner::take(in, attributes);
    attributes.check(learner.memory().policy());
    Ensemble& ensemble = learner.ensemble();
    packed_auto::take_numbers(in, ensemble);
    require_saved(in.take<std::uint32_t>() == attributes.size() + 1 && in.rest().size() / packed_auto::cell_bytes > attributes.size(),
                  "number of cells");
    std::vector<Slot> slots = restore_attributes(learner.memory(), attributes);
    slots.push_back(bias_slot);
    packed_auto::take_cells(in, learner.memory().state(), slots, ensemble.bank.epoch);
    learner.memory().recount();
    packed_auto::take_past(in, ensemble);
    ensemble.crossings.bias() = in.take<CrossedCell>();
    saved_auto::check_crossed(ensemble.crossings.bias());
    require_saved(ensemble.crossings.bias().spare == 0.0F, "a crossing's numbers");
    take(in, ensemble.crossings.memory());
    require_saved(in.empty(), "length");
}

// The same state gives the same bytes: for fingerprints, never read again.
inline void pack_in_order(const AutoLearner& learner, std::string& into) {
    ByteWriter out(into);
    packed_learner::put(out, learner.counts(), Slope());
    const SavedAuto saved = take_auto(learner);
    packed_learner::put(out, saved.attributes);
    out.put_all(saved.cells);
    out.put_all(saved.identities);
    out.put_all(saved.occurrences);
    out.put_all(saved.numbers);
    out.put_all(saved.history);
    out.put_all(saved.crossed);
    out.put_all(saved.crossed_cells);
}

template <class L>
void pack_in_order(const L& learner, std::string& into) {
    pack(learner, into);
}

}  // namespace thresher
