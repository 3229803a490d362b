// What a learner of two labels knows, as Python sees it: weights, scalars, attributes' links. No arithmetic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"
#include "example.hpp"
#include "keys.hpp"
#include "native_learner.hpp"
#include "saved_arrays.hpp"
#include "thresher/state/largest.hpp"
#include "thresher/state/merge.hpp"
#include "thresher/state/saved_records.hpp"

namespace thresher::bind {

namespace {

// (attribute, weight, value) for each attribute as the algorithm sees it, transformed.
nb::list explain_one(NativeLearner& self, nb::handle x) {
    UseLearner use(self);
    nb::object keep;
    const Instance& given = read_example(x, self.instance_, keep);
    return with_two(self, [&](const auto& two) {
        const Instance& instance = prepare(two.learner, given, self.scratch_);
        const Row row = resolve(two.learner, instance, self.scratch_);
        nb::list parts;
        for (std::size_t i = 0; i < row.size; ++i)
            parts.append(nb::make_tuple(key_of(instance[i]), two.learner.weight_of(row.slots[i]), row.value(i)));
        return parts;
    });
}

nb::list largest(const NativeLearner& self, std::size_t count) {
    UseLearner use(self);
    return with_two(self, [&](const auto& two) {
        nb::list answer;
        for (const Weighed& one : largest_weights(two.learner, count)) answer.append(nb::make_tuple(key_of(one.feature), one.weight));
        return answer;
    });
}

nb::dict scalars(const NativeLearner& self) {
    UseLearner use(self);
    return with_two(self, [](const auto& two) { return scalars_of(two.learner); });
}

void set_scalars(NativeLearner& self, const nb::dict& from) {
    UseLearner use(self);
    with_two(self, [&](auto& two) { restore_scalars(two.learner, from); });
}

// Arrays and scalars of one moment.
nb::dict snapshot(const NativeLearner& self) {
    UseLearner use(self);
    return with_two(self, [](const auto& two) { return arrays_of(two.learner); });
}

// Arrays of some layout; of the one that they look like where none is said.
void restore(NativeLearner& self, const nb::dict& arrays, std::optional<int> layout) {
    UseLearner use(self);
    with_two(self, [&](auto& two) { restore_arrays(two.learner, arrays, layout); });
}

// Sets attributes' first duals and links before anything is learned.
void begin_with(NativeLearner& self, nb::sequence attributes, Vector<double> duals, Vector<double> links) {
    UseLearner use(self);
    Instance instance;
    read_columns(attributes, instance);
    if (duals.size() != instance.size() || links.size() != instance.size()) throw InputError("as many duals and links as attributes");
    auto* two = std::get_if<TwoLabels<LinearLearner>>(&self.engine_);
    if (two == nullptr) throw InputError("only linear learners of two labels begin with values of single attributes");
    for (std::size_t i = 0; i < instance.size(); ++i)
        set_attribute(two->learner, instance[i], duals.data()[i], static_cast<std::size_t>(links.data()[i]));
}

std::optional<double> weight_of(NativeLearner& self, nb::handle attribute) {
    UseLearner use(self);
    Instance one;
    read_columns(nb::cast<nb::sequence>(nb::make_tuple(attribute)), one);
    return with_two(self, [&](const auto& two) -> std::optional<double> {
        const Instance& prepared = two.learner.intake().bits ? prepare(two.learner, one, self.scratch_) : one;
        if (prepared.empty()) return std::nullopt;
        return two.learner.weight_of(resolve(two.learner, prepared, self.scratch_).slots[0]);
    });
}

template <BinaryLearner L>
const L* known_by(const TwoLabels<L>& two) {
    return &two.learner;
}
template <BinaryLearner L>
const L* known_by(const Multiclass<L>& machine) {
    return machine.size() == 0 ? nullptr : &machine.member(0);
}

// Some of the names that a learner knows attributes by; none if it knows columns by their numbers, too.
std::vector<std::string> names_alone(const NativeLearner& self, std::size_t most) {
    UseLearner use(self);
    return std::visit(
        [&](const auto& engine) {
            std::vector<std::string> found;
            const auto* const learner = known_by(engine);
            if (learner == nullptr || learner->memory().names().know_columns()) return found;
            const Names& names = learner->memory().names();
            for (std::size_t i = 0; i < std::min(most, names.mapped()); ++i)
                found.emplace_back(names.feature(first_free_slot + static_cast<Slot>(i)).text());
            return found;
        },
        self.engine_);
}

// What each expert of Auto did so far and how much it is trusted; the answer's own losses; the history's lines.
nb::dict trust(const NativeLearner& self) {
    UseLearner use(self);
    const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_);
    if (two == nullptr) throw InputError("only Auto has experts to trust");
    const Ensemble& ensemble = two->learner.ensemble();
    const auto& memory = ensemble.master.memory();
    const auto list = [](const auto& values) { return std::vector<double>(values.begin(), values.end()); };
    nb::dict answer;
    answer["trust"] = list(ensemble.master.trust());
    answer["mistakes"] = list(memory.mistakes);
    std::vector<double> losses;
    for (std::size_t member = 0; member < Ensemble::Trust::members; ++member) losses.push_back(ensemble.master.log_loss(member));
    answer["log_loss"] = std::move(losses);
    answer["answer_log_loss"] = ensemble.master.log_loss();
    answer["trials"] = memory.trials;
    answer["weighted"] = memory.weighted;
    answer["missed"] = ensemble.missed;
    answer["restarts"] = ensemble.alarm.memory().restarts;
    std::vector<std::vector<double>> lines;
    for (const auto& line : ensemble.history.lines()) lines.push_back(line.numbers());
    answer["lines"] = std::move(lines);
    nb::list marks;
    for (const auto& mark : ensemble.marks.marks()) {
        nb::dict one;
        one["trials"] = mark.trials;
        one["restarts"] = mark.restarts;
        one["weighted"] = mark.weighted;
        one["pace"] = mark.pace;
        one["answer_log_loss"] = mark.log_loss;
        one["log_loss"] = list(mark.expert_log_loss);
        marks.append(one);
    }
    answer["marks"] = marks;
    return answer;
}

// Others are copied one by one: a learner may be among its own others.
void merge_all(NativeLearner& self, const std::vector<NativeLearner*>& others, std::vector<double> shares) {
    const merging::How how{std::move(shares)};
    std::vector<NativeLearner> copies;
    copies.reserve(others.size());
    for (const NativeLearner* other : others) copies.emplace_back(*other);
    UseLearner use(self);
    with_two(self, [&](auto& two) {
        using Two = std::remove_cvref_t<decltype(two)>;
        std::vector<const typename Two::Member*> pointers;
        for (const NativeLearner& copy : copies) {
            const auto* other = std::get_if<Two>(&copy.engine_);
            if (other == nullptr) throw InputError("learners of different kinds can't be merged");
            pointers.push_back(&other->learner);
        }
        merge(two.learner, pointers, how);
    });
}

}  // namespace

void bind_learner_state(nb::class_<NativeLearner>& learner) {
    learner.def("explain_one", &explain_one, nb::arg("x"))
        .def("largest", &largest, nb::arg("count"))
        .def("scalars", &scalars)
        .def("set_scalars", &set_scalars, nb::arg("scalars"))
        .def("snapshot", &snapshot)
        .def("restore", &restore, nb::arg("arrays"), nb::arg("layout").none() = nb::none())
        .def("begin_with", &begin_with, nb::arg("attributes"), nb::arg("duals"), nb::arg("links"))
        .def("weight_of", &weight_of, nb::arg("attribute"))
        .def("names_alone", &names_alone, nb::arg("most"))
        .def("trust", &trust)
        .def("merge", &merge_all, nb::arg("others"), nb::arg("shares"))
        .def("drop_initial",
             [](NativeLearner& self) {
                 UseLearner use(self);
                 with_two(self, [](auto& two) { two.learner.memory().compact(); });
             })
        .def_prop_ro("kind",
                     [](const NativeLearner& self) {
                         UseLearner use(self);
                         return std::visit([](const auto& engine) { return std::remove_cvref_t<decltype(engine)>::Member::kind; }, self.engine_);
                     })
        .def_prop_ro("bias", [](const NativeLearner& self) {
            UseLearner use(self);
            return with_two(self, [](const auto& two) { return two.learner.bias(); });
        });
}

}  // namespace thresher::bind
