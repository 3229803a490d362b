// A learner that Python holds: the engine, of two labels or of many, and the lock around it.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <utility>
#include <variant>

#include "config.hpp"
#include "one_at_a_time.hpp"
#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/two_labels.hpp"

namespace thresher::bind {

namespace nb = nanobind;

using Machine = Multiclass<Learner>;
using Engine = std::variant<TwoLabels, Machine>;

class NativeLearner : public OneAtATime<Rank::learner> {
public:
    NativeLearner(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes);
    explicit NativeLearner(Engine engine) : engine_(std::move(engine)) {}
    NativeLearner(const NativeLearner& other) : OneAtATime(), engine_((static_cast<void>(Use(other)), other.engine_)) {}

    bool many() const { return std::holds_alternative<Machine>(engine_); }

    // The one it is asked for; of the other kind it is refused.
    const TwoLabels& two() const;
    TwoLabels& two() { return const_cast<TwoLabels&>(std::as_const(*this).two()); }
    const Machine& machine() const;
    Machine& machine() { return const_cast<Machine&>(std::as_const(*this).machine()); }

    // Whom an example must suit before it is learned: the learner, or what every class begins as.
    const Learner& first() const {
        const auto* two = std::get_if<TwoLabels>(&engine_);
        return two != nullptr ? two->learner : std::get<Machine>(engine_).prototype();
    }

    std::size_t classes() const {
        return std::visit([](const auto& engine) { return engine.size(); }, engine_);
    }
    std::size_t scores_per_row() const { return many() ? classes() : 1; }

    Engine engine_;
    mutable Instance scratch_;
};

using UseLearner = NativeLearner::Use;

// One example by class number.
Verdict learn_instance(Engine& engine, const Instance& x, Class number, double weight);
Class answer_instance(const Engine& engine, const Instance& x);

// The rest is in bind_learner: what a learner does with blocks; what one of many classes has.
void bind_learner_blocks(nb::class_<NativeLearner>& learner);
void bind_learner_classes(nb::class_<NativeLearner>& learner);
void bind_learner_state(nb::class_<NativeLearner>& learner);

}  // namespace thresher::bind
