// What a learner of two labels is, and what is the same for all of them: an example is prepared (data/intake.hpp), its attributes
// found in the memory, and then the learner sees a row of slots.
//
// The three kinds: linear (linear/linear_learner.hpp), naive Bayes (bayes/naive_bayes_learner.hpp), Auto (auto/auto_learner.hpp).
// Whoever holds one of any kind visits it once per call; everything below is compiled for each kind.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "thresher/auto/auto_learner.hpp"
#include "thresher/bayes/naive_bayes_learner.hpp"
#include "thresher/data/example.hpp"
#include "thresher/data/intake.hpp"
#include "thresher/data/label.hpp"
#include "thresher/data/scratch.hpp"
#include "thresher/linear/linear_learner.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

// Gives the row anew, with a slot for every attribute that may have one: what `learn` calls before it changes anything.
struct AdmitNobody {
    const Row& row;
    Row operator()() const { return row; }
};

template <class L>
concept BinaryLearner = std::copyable<L> && std::derived_from<typename L::Scratch, Scratch> &&
                        requires(L learner, const L known, const Row& row, typename L::Scratch& scratch, Label label, double number, Slot slot,
                                 std::span<const Slot> slots) {
                            // What it takes and what it knows.
                            { known.intake() } -> std::same_as<const Intake&>;
                            { known.counts() } -> std::same_as<const Counts&>;
                            { known.memory().names() } -> std::same_as<const Names&>;
                            { known.weight_of(slot) } -> std::same_as<double>;
                            { known.bias() } -> std::same_as<double>;
                            // Answering and learning.
                            { known.score(row, scratch) } -> std::same_as<double>;
                            { known.predict(row, scratch) } -> std::same_as<bool>;
                            { known.probability(number) } -> std::same_as<std::optional<double>>;
                            { learner.learn(row, label, number, AdmitNobody{row}, scratch) } -> std::same_as<Outcome>;
                            learner.keep(slot);
                            L::prefetch(known.direct(), slots);
                            // What it is like.
                            { L::kind } -> std::convertible_to<const char*>;
                            { L::scores_when_learning } -> std::convertible_to<bool>;
                            { L::fetches_next } -> std::convertible_to<bool>;  // the cells of the row to come, while it works on this one
                            { L::can_be_moved } -> std::convertible_to<bool>;
                            { known.is_mistake_driven() } -> std::same_as<bool>;
                            { known.needs_every_vector() } -> std::same_as<bool>;
                            { known.changes_with_every_example() } -> std::same_as<bool>;
                            { known.can_fail_half_way() } -> std::same_as<bool>;
                            { known.calls_python() } -> std::same_as<bool>;
                            { known.has_logits() } -> std::same_as<bool>;
                            { known.can_move() } -> std::same_as<bool>;
                            { known.is_new() } -> std::same_as<bool>;
                            learner.renew();
                        };

static_assert(BinaryLearner<LinearLearner> && BinaryLearner<NaiveBayesLearner> && BinaryLearner<AutoLearner>);

using Learner = std::variant<LinearLearner, NaiveBayesLearner, AutoLearner>;

// Throws unless the example can be learned from. The result is the example as the algorithm sees it.
template <BinaryLearner L>
const Instance& prepare(const L& learner, const Instance& given, Scratch& scratch) {
    return learner.intake().prepare(given, learner.counts().examples, scratch.intake);
}

template <BinaryLearner L>
Row resolve(const L& learner, const Instance& prepared, Scratch& scratch) {
    return learner.memory().resolve(prepared, scratch.row);
}

template <BinaryLearner L>
double score(const L& learner, const Row& row, typename L::Scratch& scratch) {
    return learner.score(row, scratch);
}
template <BinaryLearner L>
double score(const L& learner, const Instance& given, typename L::Scratch& scratch) {
    return learner.score(resolve(learner, prepare(learner, given, scratch), scratch), scratch);
}

template <BinaryLearner L>
bool predict(const L& learner, const Row& row, typename L::Scratch& scratch) {
    return learner.predict(row, scratch);
}
template <BinaryLearner L>
bool predict(const L& learner, const Instance& given, typename L::Scratch& scratch) {
    return learner.predict(resolve(learner, prepare(learner, given, scratch), scratch), scratch);
}

template <BinaryLearner L>
bool is_new_name(const L& learner, const Feature& feature) {
    return feature.named() && learner.memory().names().find(feature) == pristine_slot;
}

// A learner made for n attributes remembers every name it learned from, to refuse the (n + 1)st.
template <BinaryLearner L>
void register_names(L& learner, const Instance& prepared) {
    if (!learner.intake().attributes) return;
    std::size_t newcomers = 0;
    for (const Feature& feature : prepared) newcomers += is_new_name(learner, feature);
    learner.intake().refuse_more_names(learner.memory().names().mapped() + newcomers);
    if (newcomers == 0) return;
    for (const Feature& feature : prepared)
        if (feature.named()) learner.keep(learner.memory().slot_for(feature));
}

// Calls step(row, admit) for a prepared example, and counts its attributes.
template <BinaryLearner L, class Step>
auto with_row(L& learner, const Instance& prepared, Scratch& scratch, Step step) {
    register_names(learner, prepared);
    const Row row = resolve(learner, prepared, scratch);
    const auto result = step(row, [&] { return learner.memory().admit(prepared, row, scratch.row, learner.counts().refused); });
    learner.memory().count(prepared, learner.counts().refused);
    return result;
}

// Learns from one example; of weight 0 it is answered only.
template <BinaryLearner L>
Outcome learn_prepared(L& learner, const Instance& prepared, Label label, double weight, typename L::Scratch& scratch) {
    if (weight == 0.0) return {learner.predict(resolve(learner, prepared, scratch), scratch), false};
    return with_row(learner, prepared, scratch, [&](const Row& row, auto admit) { return learner.learn(row, label, weight, admit, scratch); });
}
template <BinaryLearner L>
Outcome learn(L& learner, const Instance& given, Label label, double weight, typename L::Scratch& scratch) {
    return learn_prepared(learner, prepare(learner, given, scratch), label, weight, scratch);
}
// Of a row whose columns are slots: there is nobody to admit.
template <BinaryLearner L>
Outcome learn(L& learner, const Row& row, Label label, double weight, typename L::Scratch& scratch) {
    if (weight == 0.0) return {learner.predict(row, scratch), false};
    return learner.learn(row, label, weight, AdmitNobody{row}, scratch);
}

// A step that somebody else orders. Whether the learner changed.
template <BinaryLearner L>
bool move_prepared(L& learner, const Instance& prepared, Label label, double loss, double weight, typename L::Scratch& scratch) {
    return with_row(learner, prepared, scratch, [&](const Row& row, auto admit) { return learner.move(row, label, loss, weight, admit, scratch); });
}

}  // namespace thresher
