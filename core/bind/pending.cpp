// Pending instances as Python sees them: argument checks, locks, the GIL. No arithmetic.
#include "pending.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "arrays.hpp"
#include "csr.hpp"
#include "example.hpp"
#include "native_pending.hpp"
#include "thresher/classes/multiclass_batch.hpp"
#include "thresher/late/learn_late.hpp"

namespace thresher::bind {

namespace {

using Number = Pending::Number;

// Keeps an instance under a number; the learner is asked what it says of it.
Class ask_one(NativePending& self, NativeLearner& learner, Number number, nb::handle x) {
    UsePending waiting(self);
    UseLearner use(learner);
    nb::object keep;
    const Instance& instance = read_example(x, learner.instance_, keep);
    const Class said = answer_instance(learner, instance);
    self.pending.put(number, instance, said);
    return said;
}

// Keeps an instance for which somebody else has spoken.
void put(NativePending& self, Number number, nb::handle x, Class said) {
    if (said < no_class) throw InputError("what was said is a class number, or -1");
    UsePending waiting(self);
    nb::object keep;
    Instance scratch;
    self.pending.put(number, read_example(x, scratch, keep), said);
}

// The rows of a matrix under numbers from `first` on: what the learner says of each.
Array<Class> ask_many(NativePending& self, NativeLearner& learner, Number first, Vector<std::int64_t> starts, nb::object indices,
                      Vector<double> values, std::uint64_t columns, std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Result<Class> said(starts.size() == 0 ? 0 : starts.size() - 1);
    UsePending waiting(self);
    UseLearner use(learner);
    with_matrix(arrays, [&](const auto& matrix) {
        std::visit([&](const auto& engine) { predict_rows(engine, matrix, said.span(), learner.scratch_); }, learner.engine_);
        put_rows(self.pending, matrix, first, said.span());
    });
    return said.release();
}

// Learns the labels of instances, in the order given, and lets go of them: (flags of thresher::LateFlag, what was said, what was
// predicted, the last instance that changed the learner).
nb::tuple learn(NativePending& self, NativeLearner& learner, Vector<Number> numbers, Vector<Class> classes, Vector<double> weights,
                bool skip_overtaken, Number last) {
    if (classes.size() != numbers.size() || weights.size() != numbers.size()) throw InputError("as many classes and weights as numbers are needed");
    Result<std::uint8_t> flags(numbers.size());
    Result<Class> said(numbers.size()), predicted(numbers.size());
    {
        UsePending waiting(self);
        UseLearner use(learner);
        nb::gil_scoped_release release;
        const bool always_changes = std::visit([](const auto& engine) { return engine.first().changes_with_every_example(); }, learner.engine_);
        last = learn_late(self.pending, {span_of(numbers), span_of(classes), span_of(weights)}, skip_overtaken, always_changes, last,
                          {flags.span(), said.span(), predicted.span()},
                          [&](const Instance& x, Class number, double weight) { return learn_instance(learner, x, number, weight); });
    }
    return nb::make_tuple(flags.release(), said.release(), predicted.release(), last);
}

// Learns one label, as `learn` does: (flags, the last instance that changed the learner).
nb::tuple learn_one(NativePending& self, NativeLearner& learner, Number number, Class label, double weight, bool skip_overtaken, Number last) {
    UsePending waiting(self);
    UseLearner use(learner);
    const std::uint8_t flags = learn_number(self, learner, number, label, weight, skip_overtaken, last);
    return nb::make_tuple(flags, last);
}

PreparedExample example(const NativePending& self, Number number) {
    UsePending waiting(self);
    Instance instance;
    self.pending.read(number, instance);
    return PreparedExample(instance);
}

Class said(const NativePending& self, Number number) {
    UsePending waiting(self);
    Instance instance;
    return self.pending.read(number, instance);
}

nb::object numbers(const NativePending& self) {
    UsePending waiting(self);
    std::vector<Number> found;
    found.reserve(self.pending.size());
    self.pending.each_number([&](Number number) { found.push_back(number); });
    return numpy(std::move(found));
}

nb::dict snapshot(const NativePending& self) {
    UsePending waiting(self);
    PendingArrays taken = take_pending(self.pending);
    nb::dict arrays;
    arrays["numbers"] = numpy(std::move(taken.numbers));
    arrays["said"] = numpy(std::move(taken.said));
    arrays["ends"] = numpy(std::move(taken.ends));
    arrays["attributes"] = numpy(std::move(taken.attributes));
    arrays["values"] = numpy(std::move(taken.values));
    arrays["names"] = numpy(std::move(taken.names));
    arrays["name_ends"] = numpy(std::move(taken.name_ends));
    return arrays;
}

template <class T>
Vector<T> array(const nb::dict& arrays, const char* name) {
    return nb::cast<Vector<T>>(arrays[name]);
}

void restore(NativePending& self, const nb::dict& arrays) {
    // Held by name: an array that had to be converted lives only as long as this.
    const auto numbers = array<Number>(arrays, "numbers");
    const auto said = array<Class>(arrays, "said");
    const auto ends = array<std::uint64_t>(arrays, "ends");
    const auto attributes = array<std::int64_t>(arrays, "attributes");
    const auto values = array<double>(arrays, "values");
    const auto names = array<std::uint8_t>(arrays, "names");
    const auto name_ends = array<std::uint64_t>(arrays, "name_ends");
    Pending restored =
        restore_pending({span_of(numbers), span_of(said), span_of(ends), span_of(attributes), span_of(values), span_of(names), span_of(name_ends)});
    UsePending waiting(self);
    self.pending = std::move(restored);
}

}  // namespace

std::uint8_t learn_number(NativePending& self, NativeLearner& learner, Number number, Class label, double weight, bool skip_overtaken, Number& last) {
    std::uint8_t flags = 0;
    Class said = no_class, predicted = no_class;
    const bool always_changes = std::visit([](const auto& engine) { return engine.first().changes_with_every_example(); }, learner.engine_);
    last = learn_late(self.pending, {{&number, 1}, {&label, 1}, {&weight, 1}}, skip_overtaken, always_changes, last,
                      {{&flags, 1}, {&said, 1}, {&predicted, 1}},
                      [&](const Instance& x, Class own, double importance) { return learn_instance(learner, x, own, importance); });
    return flags;
}

void bind_pending(nb::module_& module) {
    nb::class_<NativePending> pending(module, "NativePending");
    bind_pending_asked(pending);
    pending.def(nb::init<>())
        .def("ask_one", &ask_one, nb::arg("learner"), nb::arg("number"), nb::arg("x"))
        .def("ask_many", &ask_many, nb::arg("learner"), nb::arg("first"), nb::arg("starts"), nb::arg("indices"), nb::arg("values"),
             nb::arg("columns"), nb::arg("names").none())
        .def("learn_one", &learn_one, nb::arg("learner"), nb::arg("number"), nb::arg("label"), nb::arg("weight"), nb::arg("skip_overtaken"),
             nb::arg("last"))
        .def("put", &put, nb::arg("number"), nb::arg("x"), nb::arg("said"))
        .def("learn", &learn, nb::arg("learner"), nb::arg("numbers"), nb::arg("classes"), nb::arg("weights"), nb::arg("skip_overtaken"),
             nb::arg("last"))
        .def("example", &example, nb::arg("number"))
        .def("said", &said, nb::arg("number"))
        .def(
            "has",
            [](const NativePending& self, Number number) {
                UsePending waiting(self);
                return self.pending.has(number);
            },
            nb::arg("number"))
        .def(
            "drop",
            [](NativePending& self, Number number) {
                UsePending waiting(self);
                self.pending.drop(number);
            },
            nb::arg("number"))
        .def("numbers", &numbers)
        .def("snapshot", &snapshot)
        .def("restore", &restore, nb::arg("arrays"))
        .def("__len__",
             [](const NativePending& self) {
                 UsePending waiting(self);
                 return self.pending.size();
             })
        .def_prop_ro("oldest",
                     [](const NativePending& self) {
                         UsePending waiting(self);
                         return self.pending.oldest();
                     })
        .def_prop_ro("bytes", [](const NativePending& self) {
            UsePending waiting(self);
            return self.pending.bytes();
        });
}

}  // namespace thresher::bind
