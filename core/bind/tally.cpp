#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "block.hpp"
#include "thresher/errors.hpp"
#include "thresher/loop/tally.hpp"

namespace thresher::bind {

namespace {

// Labels are +1 and -1, predictions true for positive.
void add(Tally& self, Vector<std::int8_t> labels, Vector<bool> predictions) {
    if (labels.size() != predictions.size()) throw InputError("as many predictions as labels");
    for (std::size_t i = 0; i < labels.size(); ++i) self.add(labels.data()[i] > 0, predictions.data()[i]);
}

}  // namespace

void bind_tally(nb::module_& module) {
    nb::class_<Tally>(module, "NativeTally")
        .def(nb::init<std::uint64_t, std::size_t>(), nb::arg("width"), nb::arg("most"))
        .def("add", &add, nb::arg("labels"), nb::arg("predictions"))
        .def_prop_ro("examples", &Tally::examples)
        .def_prop_ro("mistakes", &Tally::mistakes)
        .def_prop_ro("positives", &Tally::positives)
        .def_prop_ro("negatives", &Tally::negatives)
        .def_prop_ro("false_positives", &Tally::false_positives)
        .def_prop_ro("false_negatives", &Tally::false_negatives)
        .def_prop_ro("unchanged", &Tally::unchanged)
        .def_prop_ro("width", &Tally::width)
        .def_prop_ro("filled", &Tally::filled)
        .def("bins", &Tally::bins);
}

}  // namespace thresher::bind
