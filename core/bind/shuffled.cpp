// Rows in random order as Python sees them.
#include "shuffled.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "arrays.hpp"
#include "block.hpp"
#include "thresher/errors.hpp"
#include "thresher/shuffle/shuffled_rows.hpp"

namespace thresher::bind {

namespace {

// `labels`: in place of the block's own.
void add(ShuffledRows& self, const NativeBlock& block, std::uint32_t source, const std::optional<std::vector<double>>& labels) {
    const std::size_t rows = block.examples().rows();
    if (labels && labels->size() != rows) throw InputError("as many labels as rows");
    nb::gil_scoped_release release;
    for (std::size_t row = 0; row < rows; ++row) self.add(block.read(), row, source, labels ? &(*labels)[row] : nullptr);
}

// The next block and, row by row, which source it was read from; None behind the last.
nb::object next(ShuffledRows& self, std::size_t bytes) {
    auto read = std::make_unique<ReadBlock>();
    std::vector<std::uint32_t> sources;
    bool there = false;
    {
        nb::gil_scoped_release release;
        there = self.next(*read, bytes, sources);
    }
    if (!there) return nb::none();
    return nb::make_tuple(std::make_unique<NativeBlock>(std::move(read), nullptr), std::move(sources));
}

}  // namespace

void bind_shuffled(nb::module_& module) {
    nb::class_<ShuffledRows>(module, "NativeShuffledRows")
        .def(nb::init<std::uint64_t, std::size_t, std::string>(), nb::arg("seed"), nb::arg("memory"), nb::arg("folder"))
        .def_prop_ro("rows", &ShuffledRows::rows)
        .def_prop_ro("spilled", &ShuffledRows::spilled)
        .def("add", &add, nb::arg("block"), nb::arg("source"), nb::arg("labels").none() = nb::none(),
             nb::sig("def add(self, block: NativeBlock, source: int, labels: list[float] | None = None) -> None"))
        .def("begin", &ShuffledRows::begin, nb::call_guard<nb::gil_scoped_release>())
        .def("skip", &ShuffledRows::skip, nb::arg("rows"), nb::call_guard<nb::gil_scoped_release>())
        .def("next", &next, nb::arg("bytes"), nb::sig("def next(self, bytes: int) -> tuple[NativeBlock, list[int]] | None"));
}

}  // namespace thresher::bind
