// Blocks, learned from or checked: argument checks, the lock, the GIL. No arithmetic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "arrays.hpp"
#include "block.hpp"
#include "native_learner.hpp"
#include "thresher/classes/multiclass_batch.hpp"
#include "thresher/loop/learn_block.hpp"
#include "thresher/numeric/shown_number.hpp"
#include "thresher/text/refusal.hpp"

namespace thresher::bind {

namespace {

template <BinaryLearner L>
std::size_t width_after(const TwoLabels<L>&, std::span<const Class>, std::span<const double>) {
    return 1;
}
template <BinaryLearner L>
std::size_t width_after(const Multiclass<L>& machine, std::span<const Class> numbers, std::span<const double> weights) {
    return classes_after(machine, numbers, weights);
}

// Learns the rows from `first` on by their class numbers: (row where it stopped, why, answers, scores or None, probabilities or
// None, those asked for or None), the last four from `first` on. Scores have one a row for two labels, one a class for many; a class
// that joins inside has none before. `asked`, of many classes: for each row the class whose probability is wanted, in place of scores.
nb::tuple learn_block(NativeLearner& self, const NativeBlock& block, std::size_t first, Vector<Class> numbers, std::optional<Vector<double>> weights,
                      std::uint64_t seen, bool scored, std::optional<Vector<Class>> asked) {
    const std::size_t rows = numbers.size(), all = block.examples().rows();
    if (first > all || rows > all - first) throw InputError("more numbers than the block has rows");
    if (weights && weights->size() != rows) throw InputError("as many weights as numbers are needed");
    if (asked && (scored || asked->size() != rows)) throw InputError("one class is asked for a row, in place of scores");
    std::span<const double> importance(block.examples().weights());
    if (weights)
        importance = span_of(*weights);
    else if (!importance.empty())
        importance = importance.subspan(first, rows);
    for (const double weight : importance)
        if (!(weight >= 0.0 && weight <= 1e100))
            throw InputError("the importance weight " + shown_number(weight) + " is not a number from 0 to 1e100");
    const LabelledRows rows_to_learn{block.examples(), first, span_of(numbers), importance, seen};

    UseLearner use(self);
    if (asked && !self.many()) refuse_two();
    const std::size_t width =
        scored ? std::visit([&](const auto& engine) { return width_after(engine, rows_to_learn.numbers, importance); }, self.engine_) : 0;
    const bool stated = (scored || asked) && std::visit([](const auto& engine) { return engine.states_probabilities(); }, self.engine_);
    Result<Class> answers(rows);
    Result<double> scores(rows * width), probabilities(rows * (self.many() ? width : 2 * width)), of_asked(asked && stated ? rows : 0);
    Halt halt;
    {
        nb::gil_scoped_release release;
        const Answers given{answers.span(), scores.span(), probabilities.span(), asked ? span_of(*asked) : std::span<const Class>(), of_asked.span()};
        halt = std::visit([&](auto& engine) { return learn_labelled(engine, rows_to_learn, given, self.scratch_); }, self.engine_);
    }
    return nb::make_tuple(halt.row, halt.refusal, answers.release(), scored ? nb::cast(scores.release()) : nb::none(),
                          scored && stated ? nb::cast(probabilities.release()) : nb::none(),
                          asked && stated ? nb::cast(of_asked.release()) : nb::none());
}

// Learns rows [first, last) of a block with the labels as they are written, and tallies them: (row where it stopped, why, whether
// for its label, last answer, unlabelled, attributes, sum of weights, weighted sum of labels).
nb::tuple teach_block(NativeLearner& self, const NativeBlock& block, std::size_t first, std::size_t last, const LabelTable& table, std::uint64_t seen,
                      Tally& tally) {
    if (first > last || last > block.examples().rows()) throw InputError("the block has no such rows");
    BlockCounts counts;
    UseLearner use(self);
    if (table.largest() >= static_cast<Class>(self.classes())) throw InputError("the table has a number that is none of the learner's classes");
    std::vector<Class> numbers(last - first);
    table.read(block.examples(), first, numbers);  // while nobody else runs: a label that joins is written into the table
    {
        nb::gil_scoped_release release;
        counts = std::visit([&](auto& engine) { return thresher::teach_block(engine, block.examples(), first, numbers, seen, tally, self.scratch_); },
                            self.engine_);
    }
    return nb::make_tuple(counts.halt.row, counts.halt.refusal, counts.bad_label, counts.last_answer, counts.unlabelled, counts.features,
                          counts.weight_sum, counts.label_sum);
}

// The first row in [first, rows) that the learner would refuse, and why.
nb::tuple check_block(NativeLearner& self, const NativeBlock& block, std::size_t first, std::size_t rows) {
    UseLearner use(self);
    const std::size_t last = std::min(rows, block.examples().rows());
    const Halt halt = std::visit(
        [&](const auto& engine) { return thresher::check_block(engine.first(), block.examples(), first, last, self.scratch_); }, self.engine_);
    return nb::make_tuple(halt.row, halt.refusal);
}

// The column in its line of what the learner refuses in a row.
std::size_t locate(const NativeLearner& self, const NativeBlock& block, std::size_t row, const std::string& format, std::uint64_t first_column,
                   std::optional<unsigned> bits, SnowIds ids) {
    const std::string_view line = block.read().line_of(block.place(row));
    UseLearner use(self);
    const LineParser parser = make_line_parser(format, first_column, bits, std::move(ids));
    return std::visit([&](const auto& engine) { return locate_refusal(engine.first(), parser, line); }, self.engine_);
}

}  // namespace

void bind_learner_blocks(nb::class_<NativeLearner>& learner) {
    learner
        .def("learn_block", &learn_block, nb::arg("block"), nb::arg("first"), nb::arg("numbers"), nb::arg("weights").none(), nb::arg("seen"),
             nb::arg("scored"), nb::arg("asked") = nb::none())
        .def("teach_block", &teach_block, nb::arg("block"), nb::arg("first"), nb::arg("last"), nb::arg("table"), nb::arg("seen"), nb::arg("tally"))
        .def("check_block", &check_block, nb::arg("block"), nb::arg("first"), nb::arg("rows"))
        .def("locate", &locate, nb::arg("block"), nb::arg("row"), nb::arg("format"), nb::arg("first_column"), nb::arg("bits").none(),
             nb::arg("snow_ids"));
}

}  // namespace thresher::bind
