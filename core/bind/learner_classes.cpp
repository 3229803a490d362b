// Two labels or many, as Python sees it: which is positive, members, counts, and how two become many. No arithmetic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "arrays.hpp"
#include "native_learner.hpp"
#include "thresher/classes/saved_contest.hpp"
#include "thresher/classes/widening.hpp"

namespace thresher::bind {

namespace {

MulticlassConfig read_classes(const nb::dict& from) {
    const auto scheme = nb::cast<std::string>(from["scheme"]);
    if (scheme != "one-vs-rest" && scheme != "constraint") throw ParameterError("no scheme of classes is called '" + scheme + "'");
    return {.scheme = scheme == "constraint" ? Scheme::constraint : Scheme::one_vs_rest,
            .abstain_below = nb::cast<double>(from["abstain_below"]),
            .balanced = nb::cast<bool>(from["balanced"]),
            .softmax = nb::cast<bool>(from["softmax"]),
            .informed = nb::cast<bool>(from["informed"])};
}

Engine make_engine(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes) {
    return std::visit(
        [&](auto learner) -> Engine {
            using L = decltype(learner);
            if (!classes) return TwoLabels<L>{std::move(learner)};
            return Multiclass<L>(std::move(learner), read_classes(*classes));
        },
        read_learner(description, std::move(function)));
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
    if (const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_)) return arrays_of(confusion_of(*two));
    if (!self.many()) return nb::none();
    return with_many(self, [](const auto& machine) { return nb::object(arrays_of(machine.confusion().pairs())); });
}

void restore_counts(NativeLearner& self, Vector<Class> labels, Vector<Class> answers, Vector<std::uint64_t> counts, std::uint64_t updates) {
    if (labels.size() != answers.size() || labels.size() != counts.size()) throw InputError("the saved confusion does not fit together");
    std::vector<Confusion::Pair> pairs;
    for (std::size_t i = 0; i < labels.size(); ++i) pairs.push_back({labels.data()[i], answers.data()[i], counts.data()[i]});
    UseLearner use(self);
    with_many(self, [&](auto& machine) { machine.restore_counts(pairs, updates); });
}

nb::dict counts(const NativeLearner& self) {
    UseLearner use(self);
    nb::dict answer;
    const auto fill = [&](std::uint64_t abstained, std::uint64_t updates, const Counts& counts) {
        for (const auto& [name, count] : Counts::names) answer[name] = counts.*count;
        answer["abstained"] = abstained;
        answer["updates"] = updates;
    };
    std::visit(
        [&](const auto& engine) {
            if constexpr (has_many_classes<decltype(engine)>) {
                Counts sums = engine.member_counts();
                sums.examples = engine.confusion().examples();
                sums.mistakes = engine.confusion().mistakes();
                fill(engine.confusion().abstained(), engine.updates(), sums);
            } else {
                fill(0, engine.learner.counts().updates(), engine.learner.counts());
            }
        },
        self.engine_);
    return answer;
}

std::uint64_t examples(const NativeLearner& self) {
    UseLearner use(self);
    return std::visit(
        [](const auto& engine) {
            if constexpr (has_many_classes<decltype(engine)>)
                return engine.confusion().examples();
            else
                return engine.learner.counts().examples;
        },
        self.engine_);
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
    return with_many(self, [&](const auto& machine) {
        return new NativeLearner(TwoLabels<std::remove_cvref_t<decltype(machine.first())>>{learner_of(machine, number)});
    });
}

void set_member(NativeLearner& self, Class number, const NativeLearner& native) {
    const NativeLearner copy(native);
    UseLearner use(self);
    with_many(self, [&](auto& machine) {
        using L = typename std::remove_cvref_t<decltype(machine)>::Member;
        const auto* two = std::get_if<TwoLabels<L>>(&copy.engine_);
        if (two == nullptr) throw InputError("a member is a learner of two labels, of the same kind as the others");
        learner_of(machine, number) = two->learner;
    });
}

// The arrays of a contest; None where every class learns every example.
nb::object contest(const NativeLearner& self) {
    UseLearner use(self);
    const auto* many = std::get_if<Multiclass<AutoLearner>>(&self.engine_);
    if (many == nullptr || !many->contest()) return nb::none();
    SavedContest saved = take_contest(*many->contest());
    nb::dict arrays;
    arrays["numbers"] = numpy(std::move(saved.attributes.numbers));
    arrays["names"] = numpy(std::vector<std::uint8_t>(saved.attributes.names.begin(), saved.attributes.names.end()));
    arrays["name_ends"] = numpy(std::move(saved.attributes.name_ends));
    arrays["values"] = numpy(std::move(saved.values));
    arrays["link_ends"] = numpy(std::move(saved.link_ends));
    arrays["link_classes"] = numpy(std::move(saved.classes));
    arrays["links"] = numpy(std::move(saved.links));
    arrays["totals"] = numpy(std::move(saved.totals));
    arrays["mixture"] = numpy(std::move(saved.numbers));
    return arrays;
}

template <class T>
std::vector<T> list_of(const nb::dict& arrays, const char* key) {
    if (!arrays.contains(key)) throw InputError(std::string("the saved state lacks ") + key);
    const auto array = nb::cast<Vector<T>>(arrays[key]);
    return {array.data(), array.data() + array.size()};
}

// Goes on with a saved contest; without one, with what members tell, where there are enough classes.
void restore_contest(NativeLearner& self, const std::optional<nb::dict>& arrays) {
    UseLearner use(self);
    auto* many = std::get_if<Multiclass<AutoLearner>>(&self.engine_);
    if (many == nullptr && arrays) throw InputError("only Auto's classes compete");
    if (many == nullptr) return;
    many->begin_contest_if_due();
    if (!arrays) return;
    if (!many->contest()) throw InputError("the saved state does not fit together: so few classes need no contest");
    SavedContest saved;
    const auto names = list_of<std::uint8_t>(*arrays, "names");
    saved.attributes = {list_of<std::uint64_t>(*arrays, "numbers"), std::string(names.begin(), names.end()),
                        list_of<std::uint64_t>(*arrays, "name_ends")};
    saved.values = list_of<float>(*arrays, "values");
    saved.link_ends = list_of<std::uint64_t>(*arrays, "link_ends");
    saved.classes = list_of<std::uint32_t>(*arrays, "link_classes");
    saved.links = list_of<float>(*arrays, "links");
    saved.totals = list_of<double>(*arrays, "totals");
    saved.numbers = list_of<double>(*arrays, "mixture");
    many->contest() = contest_of(saved, many->size());
}

void widen(NativeLearner& self, bool informed) {
    UseLearner use(self);
    const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_);
    if (two == nullptr) throw ParameterError("only Auto with two labels goes from two to many");
    self.engine_ = thresher::widen(*two, informed);
}

void mirror(NativeLearner& self) {
    UseLearner use(self);
    auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_);
    if (two == nullptr) throw ParameterError("only Auto with two labels can be mirrored");
    two->learner.mirror();
}

}  // namespace

NativeLearner::NativeLearner(const nb::dict& description, nb::object function, const std::optional<nb::dict>& classes)
    : engine_(make_engine(description, std::move(function), classes)) {}

void refuse_many() { throw InputError("this is about two labels, and the learner has many: ask the member of one class"); }
void refuse_two() { throw InputError("this is about many classes, and the learner has two labels"); }

void bind_learner_classes(nb::class_<NativeLearner>& learner) {
    learner
        .def_prop_ro("many",
                     [](const NativeLearner& self) {
                         UseLearner use(self);
                         return self.many();
                     })
        .def_prop_ro("classes",
                     [](const NativeLearner& self) {
                         UseLearner use(self);
                         return self.classes();
                     })
        .def_prop_rw(
            "positive",
            [](const NativeLearner& self) {
                UseLearner use(self);
                return with_two(self, [](const auto& two) { return two.positive; });
            },
            [](NativeLearner& self, Class number) {
                UseLearner use(self);
                if (number != 0 && number != 1) throw InputError("of two labels the positive one has the number 0 or 1");
                with_two(self, [&](auto& two) { two.positive = number; });
            })
        .def(
            "set_class_weights",
            [](NativeLearner& self, std::vector<double> weights) {
                ClassWeights by_number(std::move(weights));
                UseLearner use(self);
                std::visit([&](auto& engine) { engine.class_weights = std::move(by_number); }, self.engine_);
            },
            nb::arg("weights"))
        .def("mirror", &mirror)
        .def("widen", &widen, nb::arg("informed") = true)
        .def("add_class",
             [](NativeLearner& self) {
                 UseLearner use(self);
                 return with_many(self, [](auto& machine) {
                     machine.add_class();
                     return static_cast<Class>(machine.size()) - 1;
                 });
             })
        .def("member", &member, nb::arg("number"), nb::rv_policy::take_ownership)
        .def("set_member", &set_member, nb::arg("number"), nb::arg("native"))
        .def("contest", &contest)
        .def("restore_contest", &restore_contest, nb::arg("arrays").none() = nb::none())
        .def("counts", &counts)
        .def_prop_ro("examples", &examples)
        .def("confusion", &confusion)
        .def("restore_counts", &restore_counts, nb::arg("labels"), nb::arg("answers"), nb::arg("counts"), nb::arg("updates"));
}

}  // namespace thresher::bind
