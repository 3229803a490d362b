// Blocks, learned from or checked: argument checks, the lock, the GIL. No arithmetic.
#include "thresher/loop/teach_block.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "arrays.hpp"
#include "block.hpp"
#include "native_learner.hpp"
#include "thresher/text/refusal.hpp"

namespace thresher::bind {

namespace {

// Learns from a block from row `first` on, task by task:
// (row where it stopped, why, predictions, scores or None, probabilities or None).
nb::tuple learn_block(NativeLearner& self, const NativeBlock& block, std::size_t first, Vector<std::int8_t> tasks, std::uint64_t seen, bool scored) {
    if (tasks.size() > block.examples().rows() || first > tasks.size()) throw InputError("more tasks than the block has rows");
    Result<bool> predictions(tasks.size());
    Result<double> scores(scored ? tasks.size() : 0), probabilities(scored ? tasks.size() : 0);
    const std::span<const Task> wanted(reinterpret_cast<const Task*>(tasks.data()), tasks.size());
    Halt halt;
    {
        NativeLearner::Use use(self);
        nb::gil_scoped_release release;
        halt = thresher::learn_block(self.learner_, block.examples(), first, wanted, seen, {predictions.span(), scores.span(), probabilities.span()});
    }
    const bool probable = scored && self.learner_.probability(0.0).has_value();
    return nb::make_tuple(halt.row, halt.refusal, predictions.release(), scored ? nb::cast(scores.release()) : nb::none(),
                          probable ? nb::cast(probabilities.release()) : nb::none());
}

// Teaches rows [first, last) of a block and tallies them. Returns (row where it stopped, why, whether for its label, last
// prediction, unlabelled, attributes, sum of weights, weighted sum of labels).
nb::tuple teach_block(NativeLearner& self, const NativeBlock& block, std::size_t first, std::size_t last, double positive,
                      double negative, double also_negative, std::uint64_t seen, Tally& tally) {
    if (first > last || last > block.examples().rows()) throw InputError("the block has no such rows");
    Taught taught;
    {
        NativeLearner::Use use(self);
        nb::gil_scoped_release release;
        taught = thresher::teach_block(self.learner_, block.examples(), first, last, {positive, negative, also_negative}, seen, tally);
    }
    return nb::make_tuple(taught.halt.row, taught.halt.refusal, taught.bad_label, taught.last_prediction, taught.unlabelled,
                          taught.features, taught.weight_sum, taught.label_sum);
}

// The first row in [first, rows) that the learner would refuse, and why.
nb::tuple check_block(const NativeLearner& self, const NativeBlock& block, std::size_t first, std::size_t rows) {
    NativeLearner::Use use(self);
    const Halt halt = thresher::check_block(self.learner_, block.examples(), first, std::min(rows, block.examples().rows()));
    return nb::make_tuple(halt.row, halt.refusal);
}

// The column in its line of what the learner refuses in a row.
std::size_t locate(const NativeLearner& self, const NativeBlock& block, std::size_t row, const std::string& format,
                   std::uint64_t first_column, std::optional<unsigned> bits) {
    const std::string_view line = block.read().line_of(block.place(row));
    NativeLearner::Use use(self);
    return locate_refusal(self.learner_, make_parser(format, first_column, bits), line);
}

}  // namespace

void bind_lessons(nb::class_<NativeLearner>& learner) {
    learner
        .def("learn_block", &learn_block, nb::arg("block"), nb::arg("first"), nb::arg("tasks"), nb::arg("seen"), nb::arg("scored"))
        .def("teach_block", &teach_block, nb::arg("block"), nb::arg("first"), nb::arg("last"), nb::arg("positive"),
             nb::arg("negative"), nb::arg("also_negative"), nb::arg("seen"), nb::arg("tally"))
        .def("check_block", &check_block, nb::arg("block"), nb::arg("first"), nb::arg("rows"))
        .def("locate", &locate, nb::arg("block"), nb::arg("row"), nb::arg("format"), nb::arg("first_column"), nb::arg("bits").none());
}

}  // namespace thresher::bind
