// An example for any member of a learner of many classes.
#pragma once

#include <cstddef>

#include "thresher/learner.hpp"

namespace thresher {

// One example for any member, prepared: they are of one kind, so what one made of it is good for all.
template <BinaryLearner L>
struct PreparedInstance {
    const Instance& instance;
    typename L::Scratch& scratch;

    double score(const L& member, std::size_t) const { return member.score(resolve(member, instance, scratch), scratch); }
    bool learn(L& member, std::size_t, Label label, double weight) const { return learn_prepared(member, instance, label, weight, scratch).updated; }
    // From the places that it has in the member.
    bool learn(L& member, const Row& row, RowScratch& places, Label label, double weight) const {
        if (weight == 0.0) return score_only(member, row);
        const auto admit = [&] { return member.memory().admit(instance, row, places, member.counts().refused); };
        return member.learn(row, label, weight, admit, scratch).updated;
    }
    // By the attributes alone that the member learned from before: a column may have its place and not be met yet.
    bool learn_known(L& member, Row row, RowScratch& places, Label label, double weight) const {
        for (Slot& slot : places.slots)
            if ((slot & mapped_bit) == 0 && member.memory().state().pristine(slot)) slot = pristine_slot;
        row.complete = false;
        row.mapped = true;
        return weight == 0.0 ? score_only(member, row) : member.learn(row, label, weight, AdmitNobody{row}, scratch).updated;
    }
    PreparedInstance prepared() const { return *this; }
    bool move(L& member, std::size_t, Label label, double loss, double weight) const
        requires L::can_be_moved
    {
        return move_prepared(member, instance, label, loss, weight, scratch);
    }
    double score_before_label() const {
        if constexpr (L::scores_when_learning)
            return L::score_before_label(scratch);
        else
            return 0.0;
    }

private:
    bool score_only(const L& member, const Row& row) const {
        member.score(row, scratch);
        return false;
    }
};

}  // namespace thresher
