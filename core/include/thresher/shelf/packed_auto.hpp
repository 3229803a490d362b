// An Auto as bytes, and back. Its hundreds of crossings go out and come in as they lie in memory, which is most of the work; what is in
// order whatever the memory is made for fingerprints alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/auto/saved_auto.hpp"
#include "thresher/shelf/packed_learner.hpp"

namespace thresher {

namespace packed_auto {

inline void put(ByteWriter& out, const CrossedMemory& memory) {
    constexpr std::uint64_t nobody = column_limit;
    const std::size_t whole = memory.whole_cells().size(), bets = memory.bets().size();
    std::vector<std::uint64_t> codes(whole + bets, nobody);
    memory.each([&](std::uint64_t code, Slot slot) {
        codes[CrossedMemory::is_whole(slot) ? (slot & ~mapped_bit) - CrossedMemory::nobodys : whole + slot] = code;
    });
    out.put_span(memory.whole_cells());
    if (memory.size() == codes.size()) {
        out.put_span(memory.bets());
    } else {  // bets that became whole cells have left holes
        std::vector<Bet> left;
        for (std::size_t i = 0; i < bets; ++i)
            if (codes[whole + i] != nobody) left.push_back(memory.bets()[i]);
        std::erase(codes, nobody);
        out.put_all(left);
    }
    out.put_all(codes);
}

inline bool sound(const Bet& bet) {
    return std::isfinite(bet.weight) && std::isfinite(bet.coin.bets) && std::isfinite(bet.coin.won) && bet.coin.stake >= 0.0F &&
           std::isfinite(bet.coin.stake) && bet.coin.wagered >= 0.0F && std::isfinite(bet.coin.wagered);
}

inline void take(ByteReader& in, CrossedMemory& memory) {
    std::vector<CrossedCell> whole;
    std::vector<Bet> bets;
    std::vector<std::uint64_t> codes;
    in.take_all(whole);
    in.take_all(bets);
    in.take_all(codes);
    require_saved(codes.size() == whole.size() + bets.size() && codes.size() <= Crossings::most_kept, "number of crossings");
    require_saved(std::ranges::all_of(codes, [](std::uint64_t code) { return code < column_limit; }), "a crossing's code");
    for (const CrossedCell& cell : whole) saved_auto::check_crossed(cell);
    require_saved(std::ranges::all_of(bets, sound), "a crossing's numbers");
    memory.restore(codes, whole, bets);
}

}  // namespace packed_auto

inline void pack(const AutoLearner& learner, std::string& into) {
    ByteWriter out(into);
    packed_learner::put(out, learner.counts(), Slope());
    SavedAuto saved = take_attributes_of(learner);
    take_numbers(learner.ensemble(), saved);
    packed_learner::put(out, saved.attributes);
    out.put_all(saved.cells);
    out.put_all(saved.identities);
    out.put_all(saved.occurrences);
    out.put_all(saved.numbers);
    out.put_all(saved.history);
    const Crossings& crossings = learner.ensemble().crossings;
    out.put(crossings.bias());
    packed_auto::put(out, crossings.memory());
}

inline void unpack(std::string_view bytes, AutoLearner& learner) {
    ByteReader in(bytes);
    Counts counts;
    Slope none;
    packed_learner::take(in, counts, none);
    SavedAuto saved;
    packed_learner::take(in, saved.attributes);
    in.take_all(saved.cells);
    in.take_all(saved.identities);
    in.take_all(saved.occurrences);
    in.take_all(saved.numbers);
    in.take_all(saved.history);
    const auto bias = floats_of(in.take<CrossedCell>());
    saved.crossed_cells.assign(bias.begin(), bias.end());
    restore_auto(learner, saved);
    packed_auto::take(in, learner.ensemble().crossings.memory());
    require_saved(in.empty(), "length");
    learner.counts() = counts;
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
