// How a contest begins among classes that all learned every example so far, and how members take part in it.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "thresher/auto/auto_learner.hpp"
#include "thresher/classes/contest.hpp"
#include "thresher/classes/prepared_instance.hpp"
#include "thresher/learner.hpp"

namespace thresher {

// Auto's members compete; an attribute that has to be counted or to give way to others needs every member to see every example.
template <BinaryLearner L>
bool can_compete(const L& prototype) {
    return std::is_same_v<L, AutoLearner> && !prototype.memory().policy().watches();
}

// Links of a class are the attributes that its member counted in examples of the class since it last began anew.
template <class Members>
Contest contest_of(const Members& members) {
    Contest contest;
    ClassLinks& links = contest.links;
    for (std::size_t c = 0; c < members.size(); ++c) {
        const AutoLearner& member = members[c];
        const Ensemble& ensemble = member.ensemble();
        const Bank& bank = ensemble.bank;
        const bool turned = ensemble.side < 0.0;
        links.add_class();
        links.known = std::max(links.known, bank.known);
        links.learned = std::max(links.learned, bank.learned);
        member.memory().each_known([&](const Feature& feature, Slot slot) {
            const Cell& cell = member.memory().state()[slot];
            if (!bank.knows_values(cell)) return;
            ClassLinks::Attribute& attribute = links.at(feature);
            if (cell.seen > attribute.seen) attribute = {cell.unit, cell.mean, cell.spread, cell.largest, cell.seen, std::move(attribute.links)};
            const float count = turned ? cell.negatives : cell.positives;
            if (count > 0.0F && bank.is_current(cell)) ClassLinks::count(ClassLinks::link(attribute, static_cast<Class>(c)), count);
        });
        links.totals()[c].examples = turned ? bank.negatives : bank.positives;
        links.totals()[c].attributes = turned ? bank.negative_total : bank.positive_total;
    }
    links.make_room();
    links.refresh();
    return contest;
}

// Whether a member may make cells for attributes that are new to it: of examples of its class, and of those for which it is the first rival.
inline bool may_admit(std::span<const Class> competing, Class number, Class right) {
    if (number == right) return true;
    for (const Class c : competing)
        if (c != right) return c == number;
    return false;
}

// Attributes are counted for all members together: where there are many, none of them crosses any.
template <BinaryLearner L>
void know(const Contest& contest, L& member) {
    if constexpr (std::is_same_v<L, AutoLearner>) member.ensemble().know(contest.links.known);
}

// Every line of the cache that it takes.
template <class T>
[[gnu::always_inline]] inline void fetch_all(const T& one) {
    const auto* const bytes = reinterpret_cast<const char*>(&one);
    for (std::size_t i = 0; i < sizeof(T); i += 64) __builtin_prefetch(bytes + i);
}

// The scores of all classes.
template <BinaryLearner L, class Members>
void score_contest(const Contest& contest, const Members& members, const PreparedInstance<L>& x, Contest::Scratch& scratch,
                   std::vector<double>& scores) {
    contest.begin(x.instance, scratch);
    for (std::size_t j = 0; j < scratch.competing.size(); ++j) {
        const auto i = static_cast<std::size_t>(scratch.competing[j]);
        scratch.said[j] = x.score(members[i], i);
    }
    contest.scores(scratch, scores);
}

// The example in the places that each of several members has for it. Members lie far apart in memory: what is needed of all of them is
// asked for together, so that it comes together.
template <BinaryLearner L, class Members>
void find_rows(const Members& members, std::span<const Class> asked, const Instance& x, RowsOfMembers& rows) {
    const auto each = [&](auto f) {
        for (std::size_t j = 0; j < asked.size(); ++j) f(members[static_cast<std::size_t>(asked[j])], j);
    };
    if (rows.scratch.size() < asked.size()) rows.scratch.resize(asked.size());
    rows.rows.resize(asked.size());
    each([](const L& member, std::size_t) { fetch_all(member); });
    each([&](const L& member, std::size_t) {
        for (const Feature& feature : x) member.memory().names().prefetch(feature);
    });
    each([&](const L& member, std::size_t j) {
        rows.rows[j] = member.memory().resolve(x, rows.scratch[j]);
        for (const Slot slot : rows.scratch[j].slots) fetch_all(member.memory().state()[slot]);
    });
}

// After Contest::begin: those who compete and the right class learn the example; `scores` are those of before.
template <BinaryLearner L, class Members>
void teach_contest(Contest& contest, Members& members, const PreparedInstance<L>& x, Class right, double weight, Contest::Scratch& scratch,
                   std::vector<double>& scores) {
    std::vector<Class>& moved = scratch.moved;
    moved = scratch.competing;
    if (std::ranges::find(moved, right) == moved.end()) moved.push_back(right);
    find_rows<L>(members, moved, x.instance, scratch.rows);
    for (std::size_t j = 0; j < moved.size(); ++j) {
        L& member = members[static_cast<std::size_t>(moved[j])];
        if (j + 1 < moved.size()) fetch_all(std::as_const(members)[static_cast<std::size_t>(moved[j + 1])].ensemble());
        RowScratch& row = scratch.rows.scratch[j];
        if (may_admit(moved, moved[j], right))
            x.learn(member, scratch.rows.rows[j], row, label_of(moved[j] == right), weight);
        else
            x.learn_known(member, scratch.rows.rows[j], row, Label::negative, weight);
        if (j < scratch.said.size()) scratch.said[j] = x.score_before_label();
    }
    contest.scores(scratch, scores);
    scratch.links.linear.resize(members.size(), 0.0);  // that of a class which joined a moment ago
    contest.learn(x.instance, right, weight, moved, scratch);
    for (const Class c : moved) know(contest, members[static_cast<std::size_t>(c)]);
}

}  // namespace thresher
