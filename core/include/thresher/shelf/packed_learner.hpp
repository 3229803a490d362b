// A learner of two labels as bytes, and back: its counts and what it learned, without what it is.
//
// The same state gives the same bytes, however its memory is laid out. They are read into a learner of the same kind alone.
#pragma once

#include <cmath>
#include <string>

#include "thresher/classes/two_labels.hpp"
#include "thresher/linear/saved_scalars.hpp"
#include "thresher/linear/saved_votes.hpp"
#include "thresher/shelf/bytes.hpp"
#include "thresher/state/saved_records.hpp"

namespace thresher {

namespace packed_learner {

inline void put(ByteWriter& out, const Counts& counts) {
    for (const auto& [name, count] : Counts::names) out.put(counts.*count);
}

inline void take(ByteReader& in, Counts& counts) {
    for (const auto& [name, count] : Counts::names) counts.*count = in.take<std::uint64_t>();
    require_saved(counts.possible(), "counts");
}

inline void put(ByteWriter& out, const Counts& counts, const Slope& slope) {
    put(out, counts);
    out.put(slope.log_slope);
    out.put(slope.squares);
}

inline void take(ByteReader& in, Counts& counts, Slope& slope) {
    take(in, counts);
    slope.log_slope = in.take<double>();
    slope.squares = in.take<double>();
    require_saved(is_possible(counts, slope), "counts");
}

inline void put(ByteWriter& out, const SavedAttributes& attributes) {
    out.put_all(attributes.numbers);
    out.put_text(attributes.names);
    out.put_all(attributes.name_ends);
}

inline void take(ByteReader& in, SavedAttributes& attributes) {
    in.take_all(attributes.numbers);
    attributes.names = in.text();
    in.take_all(attributes.name_ends);
}

template <class L>
SavedRecords take_records(ByteReader& in, const L& learner) {
    SavedRecords saved;
    take(in, saved.attributes);
    in.take_all(saved.records);
    check_records(saved, learner);
    return saved;
}

}  // namespace packed_learner

inline void pack(const LinearLearner& learner, std::string& into) {
    ByteWriter out(into);
    packed_learner::put(out, learner.counts(), learner.slope());
    out.put(learner.expected_mistakes());
    out.put(learner.normalised() ? learner.normalised()->scale() : 1.0);
    out.put(learner.normalised() ? learner.normalised()->power_sum() : 0.0);
    const TakenAttributes taken = take_attributes(learner.memory());
    const State& state = learner.memory().state();
    packed_learner::put(out, taken.attributes);
    out.put(static_cast<std::uint32_t>((taken.slots.size() + 1) * state.stride()));
    const auto record = [&](Slot slot) { out.put_bytes({reinterpret_cast<const char*>(state.dual(slot)), state.stride() * sizeof(double)}); };
    for (const Slot slot : taken.slots) record(slot);
    record(bias_slot);
    if (!learner.needs_every_vector()) return;
    const SavedVotes votes = take_votes(learner.votes(), taken.slots, state.mapped_size());
    out.put_all(votes.steps);
    out.put_all(votes.survived);
    out.put_all(votes.ends);
    out.put_all(votes.attributes);
    out.put_all(votes.values);
}

inline void unpack(std::string_view bytes, LinearLearner& learner) {
    ByteReader in(bytes);
    packed_learner::take(in, learner.counts(), learner.slope());
    const double expected = in.take<double>(), scale = in.take<double>(), power_sum = in.take<double>();
    require_saved(std::isfinite(expected) && is_possible(scale, power_sum), "counts");
    const SavedRecords saved = packed_learner::take_records(in, learner);
    SavedVotes votes;
    if (learner.needs_every_vector()) {
        in.take_all(votes.steps);
        in.take_all(votes.survived);
        in.take_all(votes.ends);
        in.take_all(votes.attributes);
        in.take_all(votes.values);
        votes.check(saved.attributes.size());
    }
    require_saved(in.empty(), "length");
    const std::vector<Slot> slots = restore_records(learner, saved);
    if (learner.needs_every_vector()) restore_votes(learner.votes(), votes, slots);
    learner.restore_expected_mistakes(expected);
    if (learner.normalised()) restore_scale(learner, scale, power_sum);
}

inline void pack(const NaiveBayesLearner& learner, std::string& into) {
    ByteWriter out(into);
    packed_learner::put(out, learner.counts(), learner.slope());
    const NaiveBayes::Totals& totals = learner.counting().totals();
    for (const auto& [name, total] : NaiveBayes::Totals::names) out.put(totals.*total);
    const SavedRecords saved = take_records(learner, take_attributes(learner.memory()));
    packed_learner::put(out, saved.attributes);
    out.put_all(saved.records);
}

inline void unpack(std::string_view bytes, NaiveBayesLearner& learner) {
    ByteReader in(bytes);
    packed_learner::take(in, learner.counts(), learner.slope());
    NaiveBayes::Totals totals;
    for (const auto& [name, total] : NaiveBayes::Totals::names) totals.*total = in.take<double>();
    require_saved(totals.possible(), "totals");
    const SavedRecords saved = packed_learner::take_records(in, learner);
    require_saved(in.empty(), "length");
    restore_records(learner, saved);
    learner.counting().restore(totals);
}

}  // namespace thresher
