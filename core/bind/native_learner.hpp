// A learner that Python holds: the engine, of two labels or of many, and the lock around it.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "config.hpp"
#include "one_at_a_time.hpp"
#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/two_labels.hpp"

namespace thresher::bind {

namespace nb = nanobind;

using Engine = std::variant<TwoLabels<LinearLearner>, TwoLabels<NaiveBayesLearner>, TwoLabels<AutoLearner>,  //
                            Multiclass<LinearLearner>, Multiclass<NaiveBayesLearner>, Multiclass<AutoLearner>>;

template <class E>
inline constexpr bool has_many_classes = std::is_same_v<std::remove_cvref_t<E>, Multiclass<typename std::remove_cvref_t<E>::Member>>;

class NativeLearner : public OneAtATime<Rank::learner> {
public:
    NativeLearner(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes);
    explicit NativeLearner(Engine engine) : engine_(std::move(engine)) {}
    NativeLearner(const NativeLearner& other) : OneAtATime(), engine_((static_cast<void>(Use(other)), other.engine_)) {}

    bool many() const { return engine_.index() >= 3; }
    std::size_t classes() const {
        return std::visit([](const auto& engine) { return engine.size(); }, engine_);
    }
    std::size_t scores_per_row() const { return many() ? classes() : 1; }

    Engine engine_;
    Instance instance_;             // an example on its way in
    AutoLearner::Scratch scratch_;  // of the largest kind: it serves all
};

using UseLearner = NativeLearner::Use;

[[noreturn]] void refuse_many();
[[noreturn]] void refuse_two();

// f(engine) of the learner of two labels, or of the one of many classes; the other is refused.
template <class Self, class F>
auto with_two(Self& self, F f) {
    using Result = std::invoke_result_t<F, decltype(std::get<0>(self.engine_))>;
    return std::visit(
        [&](auto& engine) -> Result {
            if constexpr (has_many_classes<decltype(engine)>)
                refuse_many();
            else
                return f(engine);
        },
        self.engine_);
}
template <class Self, class F>
auto with_many(Self& self, F f) {
    using Result = std::invoke_result_t<F, decltype(std::get<3>(self.engine_))>;
    return std::visit(
        [&](auto& engine) -> Result {
            if constexpr (!has_many_classes<decltype(engine)>)
                refuse_two();
            else
                return f(engine);
        },
        self.engine_);
}

// One example by class number.
Verdict learn_instance(NativeLearner& learner, const Instance& x, Class number, double weight);
Class answer_instance(NativeLearner& learner, const Instance& x);

// The rest of bind_learner: what a learner does with blocks, what it has of classes, and what it knows.
void bind_learner_blocks(nb::class_<NativeLearner>& learner);
void bind_learner_classes(nb::class_<NativeLearner>& learner);
void bind_learner_state(nb::class_<NativeLearner>& learner);
void bind_learner_insight(nb::class_<NativeLearner>& learner);

}  // namespace thresher::bind
