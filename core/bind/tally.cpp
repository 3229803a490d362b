// Labels beside answers, and labels as they are written, as Python sees them.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "block.hpp"
#include "thresher/data/label_table.hpp"
#include "thresher/errors.hpp"
#include "thresher/loop/tally.hpp"

namespace thresher::bind {

namespace {

void add(Tally& self, Vector<Class> numbers, Vector<Class> answers) {
    if (numbers.size() != answers.size()) throw InputError("as many answers as labels");
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers.data()[i] < 0 || answers.data()[i] < no_class) throw InputError("labels have numbers from 0 on, answers from -1 on");
    for (std::size_t i = 0; i < numbers.size(); ++i) self.add(numbers.data()[i], answers.data()[i]);
}

// (label, answer, count) of each pair: no arrays, so that a short run need not wait for numpy.
std::vector<std::tuple<Class, Class, std::uint64_t>> pairs(const Tally& self) {
    std::vector<std::tuple<Class, Class, std::uint64_t>> found;
    for (const Confusion::Pair& pair : self.confusion().pairs()) found.emplace_back(pair.label, pair.answer, pair.count);
    return found;
}

// -1 where a row has no label, -2 where it is none of the table's.
Array<Class> codes(const LabelTable& self, const NativeBlock& block, std::size_t first, std::size_t last) {
    if (first > last || last > block.examples().rows()) throw InputError("the block has no such rows");
    Result<Class> numbers(last - first);
    self.read(block.examples(), first, numbers.span());
    return numbers.release();
}

}  // namespace

void bind_tally(nb::module_& module) {
    nb::class_<LabelRuns>(module, "NativeLabelRuns")
        .def_prop_ro("runs", &LabelRuns::runs)
        .def_prop_ro("mistakes", &LabelRuns::mistakes)
        .def_prop_ro("mistakes_behind", &LabelRuns::mistakes_behind)
        .def_prop_ro("regimes", [](const LabelRuns& self) { return self.regimes().size(); })
        .def_prop_ro("mistakes_at_regimes", [](const LabelRuns& self) { return self.regimes().mistakes_at_first(); })
        .def("regime_rows", [](const LabelRuns& self) { return self.regimes().own_rows(); })
        .def_prop_ro("long_runs", &LabelRuns::long_runs)
        .def("long_rows", &LabelRuns::long_rows);
    nb::class_<Tally>(module, "NativeTally")
        .def(nb::init<std::uint64_t, std::size_t, Class>(), nb::arg("width"), nb::arg("most"), nb::arg("before") = 0)
        .def("add", &add, nb::arg("numbers"), nb::arg("answers"))
        .def_prop_ro("examples", &Tally::examples)
        .def_prop_ro("mistakes", &Tally::mistakes)
        .def_prop_ro("abstained", &Tally::abstained)
        .def_prop_ro("unchanged", &Tally::unchanged)
        .def_prop_ro("order", &Tally::order, nb::rv_policy::copy)
        .def_prop_ro("part_order", &Tally::part_order, nb::rv_policy::copy)
        .def("begin_part", &Tally::begin_part)
        .def_prop_ro("width", &Tally::width)
        .def_prop_ro("filled", &Tally::filled)
        .def("bins", &Tally::bins)
        .def("pairs", &pairs);
    nb::class_<LabelTable>(module, "NativeLabelTable")
        .def(nb::init<>())
        .def(
            "set", [](LabelTable& self, std::string_view written, Class number) { self.set(written, number); }, nb::arg("written"), nb::arg("number"))
        .def(
            "set", [](LabelTable& self, double written, Class number) { self.set(written, number); }, nb::arg("written"), nb::arg("number"))
        .def("codes", &codes, nb::arg("block"), nb::arg("first"), nb::arg("last"))
        .def("__len__", &LabelTable::size);
}

}  // namespace thresher::bind
