// A learner of many classes as bytes, and back: how many classes, what each of them learned, and what was counted of all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/saved_contest.hpp"
#include "thresher/shelf/packed_auto.hpp"
#include "thresher/shelf/packed_learner.hpp"

namespace thresher {

namespace packed_classes {

template <class L>
void put_member(ByteWriter& out, const L& member, bool in_order, std::string& own) {
    own.clear();
    if (in_order)
        pack_in_order(member, own);
    else
        pack(member, own);
    out.put_text(own);
}

inline void put(ByteWriter& out, const SavedContest& contest) {
    packed_learner::put(out, contest.attributes);
    out.put_all(contest.values);
    out.put_all(contest.link_ends);
    out.put_all(contest.classes);
    out.put_all(contest.links);
    out.put_all(contest.totals);
    out.put_all(contest.numbers);
}

inline SavedContest take_contest(ByteReader& in) {
    SavedContest contest;
    packed_learner::take(in, contest.attributes);
    in.take_all(contest.values);
    in.take_all(contest.link_ends);
    in.take_all(contest.classes);
    in.take_all(contest.links);
    in.take_all(contest.totals);
    in.take_all(contest.numbers);
    return contest;
}

inline std::vector<Confusion::Pair> take_pairs(ByteReader& in) {
    const auto count = in.take<std::uint32_t>();
    std::vector<Confusion::Pair> pairs;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto label = in.take<Class>(), answer = in.take<Class>();
        pairs.push_back({label, answer, in.take<std::uint64_t>()});
    }
    return pairs;
}

}  // namespace packed_classes

// In order: the same state gives the same bytes, for fingerprints.
template <BinaryLearner L>
void pack(const Multiclass<L>& machine, std::string& into, bool in_order = false) {
    ByteWriter out(into);
    std::string own;
    out.put(static_cast<std::uint32_t>(machine.size()));
    for (std::size_t i = 0; i < machine.size(); ++i) packed_classes::put_member(out, machine.member(i), in_order, own);
    if (machine.background()) packed_classes::put_member(out, *machine.background(), in_order, own);
    out.put(machine.updates());
    const std::vector<Confusion::Pair> pairs = machine.confusion().pairs();
    out.put(static_cast<std::uint32_t>(pairs.size()));
    for (const Confusion::Pair& pair : pairs) {
        out.put(pair.label);
        out.put(pair.answer);
        out.put(pair.count);
    }
    if (machine.contest()) packed_classes::put(out, take_contest(*machine.contest()));
}

// Into a machine that has no classes yet.
template <BinaryLearner L>
void unpack(std::string_view bytes, Multiclass<L>& machine) {
    ByteReader in(bytes);
    const auto classes = in.take<std::uint32_t>();
    for (std::uint32_t i = 0; i < classes; ++i) {  // as they come: no more are made than there are
        L fresh = machine.prototype();
        unpack(in.text(), fresh);
        machine.add_class();
        machine.member(i) = std::move(fresh);
    }
    if (machine.background()) {
        L fresh = machine.prototype();
        unpack(in.text(), fresh);
        machine.background() = std::move(fresh);
    }
    const auto updates = in.take<std::uint64_t>();
    const std::vector<Confusion::Pair> pairs = packed_classes::take_pairs(in);
    machine.begin_contest_if_due();
    if (machine.contest()) machine.contest() = contest_of(packed_classes::take_contest(in), machine.size());
    machine.restore_counts(pairs, updates);
    require_saved(in.empty(), "length");
}

}  // namespace thresher
