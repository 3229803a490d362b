// Two labels or many, as Python sees it: which is positive, members, counts, and how two become many. No arithmetic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <vector>

#include "arrays.hpp"
#include "native_learner.hpp"
#include "thresher/classes/widening.hpp"

namespace thresher::bind {

namespace {

MulticlassConfig read_classes(const nb::dict& from) {
    const auto scheme = nb::cast<std::string>(from["scheme"]);
    if (scheme != "one-vs-rest" && scheme != "constraint") throw ParameterError("no scheme of classes is called '" + scheme + "'");
    return {scheme == "constraint" ? Scheme::constraint : Scheme::one_vs_rest, nb::cast<double>(from["abstain_below"]),
            nb::cast<bool>(from["balanced"]), nb::cast<bool>(from["informed"])};
}

Engine make_engine(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes) {
    Learner learner(read_config(description, std::move(function)));
    if (!classes) return TwoLabels{std::move(learner)};
    return Machine(std::move(learner), read_classes(*classes));
}

nb::tuple arrays_of(const std::vector<Confusion::Pair>& pairs) {
    std::vector<Class> labels, answers;
    std::vector<std::uint64_t> counts;
    for (const Confusion::Pair& pair : pairs) {
        labels.push_back(pair.label);
        answers.push_back(pair.answer);
        counts.push_back(pair.count);
    }
    return nb::make_tuple(numpy(std::move(labels)), numpy(std::move(answers)), numpy(std::move(counts)));
}

// (labels, answers, counts) of all pairs that occurred; None where two labels' engine does not know.
nb::object confusion(const NativeLearner& self) {
    UseLearner use(self);
    if (self.many()) return arrays_of(self.machine().confusion().pairs());
    const auto pairs = confusion_of(self.two());
    return pairs ? nb::object(arrays_of(*pairs)) : nb::none();
}

void restore_counts(NativeLearner& self, Vector<Class> labels, Vector<Class> answers, Vector<std::uint64_t> counts, std::uint64_t updates) {
    if (labels.size() != answers.size() || labels.size() != counts.size()) throw InputError("the saved confusion does not fit together");
    std::vector<Confusion::Pair> pairs;
    for (std::size_t i = 0; i < labels.size(); ++i) pairs.push_back({labels.data()[i], answers.data()[i], counts.data()[i]});
    UseLearner use(self);
    self.machine().restore_counts(pairs, updates);
}

nb::dict counts(const NativeLearner& self) {
    UseLearner use(self);
    nb::dict answer;
    const auto fill = [&](std::uint64_t abstained, std::uint64_t updates, const Counts& counts) {
        for (const auto& [name, count] : Counts::names) answer[name] = counts.*count;
        answer["abstained"] = abstained;
        answer["updates"] = updates;
    };
    if (!self.many()) {
        const Counts& own = self.two().learner.counts();
        fill(0, own.updates(), own);
        return answer;
    }
    const Machine& machine = self.machine();
    Counts sums = machine.member_counts();
    sums.examples = machine.confusion().examples();
    sums.mistakes = machine.confusion().mistakes();
    fill(machine.confusion().abstained(), machine.updates(), sums);
    return answer;
}

// The learner of a class, or for -1 the one that new classes begin as.
template <class AnyMachine>
auto& learner_of(AnyMachine& machine, Class number) {
    if (number >= 0 && number < static_cast<Class>(machine.size())) return machine.member(static_cast<std::size_t>(number));
    if (number != no_class || !machine.background()) throw InputError("there is no such class");
    return *machine.background();
}

NativeLearner* member(const NativeLearner& self, Class number) {
    UseLearner use(self);
    return new NativeLearner(TwoLabels{learner_of(self.machine(), number)});
}

void set_member(NativeLearner& self, Class number, const NativeLearner& native) {
    const NativeLearner copy(native);
    UseLearner use(self);
    learner_of(self.machine(), number) = copy.two().learner;
}

void widen(NativeLearner& self, bool informed) {
    UseLearner use(self);
    self.engine_ = thresher::widen(self.two(), informed);
}

}  // namespace

NativeLearner::NativeLearner(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes)
    : engine_(make_engine(description, std::move(function), classes)) {}

const TwoLabels& NativeLearner::two() const {
    if (const auto* two = std::get_if<TwoLabels>(&engine_)) return *two;
    throw InputError("this is about two labels, and the learner has many: ask the member of one class");
}

const Machine& NativeLearner::machine() const {
    if (const auto* machine = std::get_if<Machine>(&engine_)) return *machine;
    throw InputError("this is about many classes, and the learner has two labels");
}

void bind_learner_classes(nb::class_<NativeLearner>& learner) {
    learner
        .def_prop_ro("many", [](const NativeLearner& self) {
            UseLearner use(self);
            return self.many();
        })
        .def_prop_ro("classes", [](const NativeLearner& self) {
            UseLearner use(self);
            return self.classes();
        })
        .def_prop_rw("positive",
            [](const NativeLearner& self) {
                UseLearner use(self);
                return self.two().positive;
            },
            [](NativeLearner& self, Class number) {
                UseLearner use(self);
                if (number != 0 && number != 1) throw InputError("of two labels the positive one has the number 0 or 1");
                self.two().positive = number;
            })
        .def("mirror", [](NativeLearner& self) {
            UseLearner use(self);
            self.two().learner.mirror();
        })
        .def("widen", &widen, nb::arg("informed") = true)
        .def("add_class", [](NativeLearner& self) {
            UseLearner use(self);
            self.machine().add_class();
            return static_cast<Class>(self.machine().size()) - 1;
        })
        .def("member", &member, nb::arg("number"), nb::rv_policy::take_ownership)
        .def("set_member", &set_member, nb::arg("number"), nb::arg("native"))
        .def("counts", &counts)
        .def("confusion", &confusion)
        .def("restore_counts", &restore_counts, nb::arg("labels"), nb::arg("answers"), nb::arg("counts"), nb::arg("updates"));
}

}  // namespace thresher::bind
