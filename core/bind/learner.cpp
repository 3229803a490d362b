// The learner as Python sees it: argument checks, the lock, the GIL. No arithmetic.
#include "learner.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "arrays.hpp"
#include "csr.hpp"
#include "example.hpp"
#include "native_learner.hpp"
#include "thresher/loop/batch.hpp"
#include "thresher/state/largest.hpp"
#include "thresher/state/merge.hpp"
#include "thresher/state/snapshot.hpp"

namespace thresher::bind {

namespace {

Label read_label(nb::handle y) {
    if (y.ptr() == Py_True) return Label::positive;
    if (y.ptr() == Py_False) return Label::negative;
    const double value = PyUnicode_Check(y.ptr()) ? NAN : PyFloat_AsDouble(y.ptr());
    if (PyErr_Occurred() != nullptr) PyErr_Clear();
    else if (value == 1.0) return Label::positive;
    else if (value == 0.0 || value == -1.0) return Label::negative;
    throw InputError("the label " + nb::cast<std::string>(nb::repr(y)) +
                     " is none of 1, True (positive), 0, -1, False (negative); for other labels make the learner with "
                     "labels=(negative, positive)");
}

void check_weight(double weight) {
    if (!(weight >= 0.0 && weight <= 1e100))
        throw InputError("the importance weight " + std::to_string(weight) + " is not a number from 0 to 1e100");
}

// Bit 0: predicted positive; bit 1: updated; bit 2: the label is positive.
int learn_one(NativeLearner& self, nb::handle x, nb::handle y, double weight) {
    NativeLearner::Use use(self);
    nb::object keep;
    const Label label = read_label(y);
    check_weight(weight);
    self.require_open();
    const Outcome outcome = self.learner_.learn(read_example(x, self.scratch_, keep), label, weight);
    return static_cast<int>(outcome.predicted) | static_cast<int>(outcome.updated) << 1 | static_cast<int>(label == Label::positive) << 2;
}

bool predict_one(const NativeLearner& self, nb::handle x) {
    NativeLearner::Use use(self);
    nb::object keep;
    return self.learner_.predict(read_example(x, self.scratch_, keep));
}

double score_one(const NativeLearner& self, nb::handle x) {
    NativeLearner::Use use(self);
    nb::object keep;
    return self.learner_.score(read_example(x, self.scratch_, keep));
}

// (attribute, weight, value) for each attribute as the algorithm sees it, transformed.
nb::list explain_one(const NativeLearner& self, nb::handle x) {
    NativeLearner::Use use(self);
    nb::object keep;
    const Instance instance = self.learner_.prepare(read_example(x, self.scratch_, keep));
    const Row row = self.learner_.resolve(instance);
    nb::list parts;
    for (std::size_t i = 0; i < row.size; ++i) {
        const Feature& feature = instance[i];
        nb::object key = feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code));
        parts.append(nb::make_tuple(key, self.learner_.weight_of(row.slots[i]), row.value(i)));
    }
    return parts;
}

Array<bool> learn_many(NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values,
                      std::uint64_t columns, std::optional<nb::sequence> names, Vector<std::int8_t> labels,
                      std::optional<Vector<double>> weights) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    const std::size_t rows = starts.size() == 0 ? 0 : starts.size() - 1;
    if (labels.size() != rows)
        throw InputError(std::to_string(rows) + " examples but " + std::to_string(labels.size()) + " labels");
    std::span<const double> importance;
    if (weights) {
        importance = span_of(*weights);
        if (importance.size() != rows)
            throw InputError(std::to_string(rows) + " examples but " + std::to_string(importance.size()) + " importance weights");
        for (std::size_t row = 0; row < rows; ++row) {
            if (!(importance[row] >= 0.0 && importance[row] <= 1e100))
                throw InputError(at_row(row) + "the importance weight " + std::to_string(importance[row]) + " is not a number from 0 to 1e100");
        }
    }
    Result<bool> predictions(rows);
    NativeLearner::Use use(self);
    self.require_open();
    with_matrix(arrays, [&](const auto& matrix) { learn_rows(self.learner_, matrix, span_of(labels), importance, predictions.span()); });
    return predictions.release();
}

Array<bool> predict_many(const NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values,
                        std::uint64_t columns, std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Result<bool> predictions(starts.size() == 0 ? 0 : starts.size() - 1);
    NativeLearner::Use use(self);
    with_matrix(arrays, [&](const auto& matrix) { predict_rows(self.learner_, matrix, predictions.span()); });
    return predictions.release();
}

Array<double> score_many(const NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values,
                      std::uint64_t columns, std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Result<double> scores(starts.size() == 0 ? 0 : starts.size() - 1);
    NativeLearner::Use use(self);
    with_matrix(arrays, [&](const auto& matrix) { score_rows(self.learner_, matrix, scores.span()); });
    return scores.release();
}

nb::list largest(const NativeLearner& self, std::size_t count) {
    NativeLearner::Use use(self);
    nb::list answer;
    for (const Weighed& one : largest_weights(self.learner_, count)) {
        const Feature& feature = one.feature;
        nb::object key = feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code));
        answer.append(nb::make_tuple(key, one.weight));
    }
    return answer;
}

nb::dict counts_of(const Learner& learner) {
    const Counts& counts = learner.counts();
    nb::dict answer;
    answer["examples"] = counts.examples;
    answer["mistakes"] = counts.mistakes;
    answer["promotions"] = counts.promotions;
    answer["demotions"] = counts.demotions;
    answer["overflows"] = counts.overflows;
    answer["refused"] = counts.refused;
    return answer;
}

nb::dict counts(const NativeLearner& self) {
    NativeLearner::Use use(self);
    return counts_of(self.learner_);
}

// The numbers of a learner beside its attributes; `set_scalars` puts them back.
nb::dict scalars_of(const Learner& learner) {
    nb::dict answer = counts_of(learner);
    answer["expected_mistakes"] = learner.expected_mistakes();
    answer["log_slope"] = learner.slope().log_slope;
    answer["slope_squares"] = learner.slope().squares;
    answer["scale"] = learner.normalised() ? learner.normalised()->scale() : 1.0;
    answer["power_sum"] = learner.normalised() ? learner.normalised()->power_sum() : 0.0;
    if (!learner.naive_bayes()) return answer;
    const NaiveBayes::Totals& totals = learner.naive_bayes()->totals();
    for (const auto& [name, total] : NaiveBayes::Totals::names) answer[name] = totals.*total;
    return answer;
}

nb::dict scalars(const NativeLearner& self) {
    NativeLearner::Use use(self);
    return scalars_of(self.learner_);
}

void set_scalars(NativeLearner& self, const nb::dict& from) {
    NativeLearner::Use use(self);
    const auto whole = [&](const char* key) { return nb::cast<std::uint64_t>(from[key]); };
    const auto real = [&](const char* key) { return nb::cast<double>(from[key]); };
    self.learner_.counts() = {whole("examples"), whole("mistakes"), whole("promotions"), whole("demotions"), whole("overflows"), whole("refused")};
    self.learner_.restore_expected_mistakes(real("expected_mistakes"));
    self.learner_.slope().log_slope = real("log_slope");
    self.learner_.slope().squares = real("slope_squares");
    const Counts& counts = self.learner_.counts();
    if (counts.mistakes > counts.examples || counts.updates() > counts.examples || !std::isfinite(self.learner_.expected_mistakes()) ||
        !(std::fabs(real("log_slope")) <= 300.0) || !(real("slope_squares") >= 0.0) || !std::isfinite(real("slope_squares")) ||
        !(real("scale") > 1e-300 && real("scale") < 1e300) || !(real("power_sum") >= 0.0 && real("power_sum") < 1e300))
        throw InputError("the saved counts can't be those of a learner");
    if (self.learner_.normalised()) self.learner_.normalised()->restore(real("scale"), real("power_sum"));
    if (!self.learner_.naive_bayes()) return;
    NaiveBayes::Totals totals;
    for (const auto& [name, total] : NaiveBayes::Totals::names) totals.*total = real(name);
    if (!totals.possible()) throw InputError("the saved totals can't be those of a learner");
    self.learner_.naive_bayes()->restore(totals);
}

// Arrays and scalars of one moment.
nb::dict snapshot(const NativeLearner& self) {
    NativeLearner::Use use(self);
    Snapshot taken = take_snapshot(self.learner_);
    nb::dict arrays;
    arrays["scalars"] = scalars_of(self.learner_);
    arrays["numbers"] = numpy(std::move(taken.numbers));
    arrays["names"] = numpy(std::vector<std::uint8_t>(taken.names.begin(), taken.names.end()));
    arrays["name_ends"] = numpy(std::move(taken.name_ends));
    arrays["records"] = numpy(std::move(taken.records));
    arrays["weights"] = numpy(std::move(taken.weights));
    arrays["vote_steps"] = numpy(std::move(taken.vote_steps));
    arrays["vote_survived"] = numpy(std::move(taken.vote_survived));
    arrays["vote_ends"] = numpy(std::move(taken.vote_ends));
    arrays["vote_attributes"] = numpy(std::move(taken.vote_attributes));
    arrays["vote_values"] = numpy(std::move(taken.vote_values));
    if (self.learner_.ensemble()) {
        arrays["ensemble"] = numpy(std::move(taken.ensemble.numbers));
        arrays["chronicle"] = numpy(std::move(taken.ensemble.chronicle));
        arrays["crossed"] = numpy(std::move(taken.ensemble.crossed));
        arrays["crossed_records"] = numpy(std::move(taken.ensemble.crossed_records));
    }
    return arrays;
}

void restore_snapshot(NativeLearner& self, const nb::dict& arrays) {
    const auto copy = [&]<class T>(const char* key, std::vector<T>& into) {
        const auto array = nb::cast<Vector<T>>(arrays[key]);
        into.assign(array.data(), array.data() + array.size());
    };
    Snapshot snapshot;
    std::vector<std::uint8_t> names;
    copy("numbers", snapshot.numbers);
    copy("names", names);
    snapshot.names.assign(names.begin(), names.end());
    copy("name_ends", snapshot.name_ends);
    copy("records", snapshot.records);
    copy("vote_steps", snapshot.vote_steps);
    copy("vote_survived", snapshot.vote_survived);
    copy("vote_ends", snapshot.vote_ends);
    copy("vote_attributes", snapshot.vote_attributes);
    copy("vote_values", snapshot.vote_values);
    if (self.learner_.ensemble()) {
        copy("ensemble", snapshot.ensemble.numbers);
        copy("chronicle", snapshot.ensemble.chronicle);
        copy("crossed", snapshot.ensemble.crossed);
        copy("crossed_records", snapshot.ensemble.crossed_records);
    }
    NativeLearner::Use use(self);
    restore(self.learner_, snapshot);
}

// Sets attributes' first duals and links before anything is learned.
void begin_with(NativeLearner& self, nb::sequence attributes, Vector<double> duals, Vector<double> links) {
    NativeLearner::Use use(self);
    Instance instance;
    read_columns(attributes, instance);
    if (duals.size() != instance.size() || links.size() != instance.size()) throw InputError("as many duals and links as attributes");
    for (std::size_t i = 0; i < instance.size(); ++i)
        set_attribute(self.learner_, instance[i], duals.data()[i], static_cast<std::size_t>(links.data()[i]));
}

std::optional<double> weight_of(const NativeLearner& self, nb::handle attribute) {
    NativeLearner::Use use(self);
    Instance one;
    read_columns(nb::cast<nb::sequence>(nb::make_tuple(attribute)), one);
    const Instance& prepared = self.learner_.config().memory.bits ? self.learner_.prepare(one) : one;
    if (prepared.empty()) return std::nullopt;
    return self.learner_.weight_of(self.learner_.resolve(prepared).slots[0]);
}

// What each expert of an ensemble did so far and how much it is trusted; the answer's own losses; the chronicle's lines.
nb::dict trust(const NativeLearner& self) {
    NativeLearner::Use use(self);
    if (!self.learner_.ensemble()) throw InputError("only an ensemble has experts to trust");
    const Ensemble& ensemble = *self.learner_.ensemble();
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
    for (const auto& line : ensemble.chronicle.lines()) {
        const auto* numbers = reinterpret_cast<const double*>(&line);
        lines.emplace_back(numbers, numbers + Lines::width);
    }
    answer["lines"] = std::move(lines);
    return answer;
}

void merge_all(NativeLearner& self, const std::vector<NativeLearner*>& others) {
    std::vector<Learner> copies;  // taken one by one: a learner may be among its own others
    for (const NativeLearner* other : others) copies.push_back(NativeLearner::Use(*other)->learner_);
    std::vector<const Learner*> pointers;
    for (const Learner& copy : copies) pointers.push_back(&copy);
    NativeLearner::Use use(self);
    merge(self.learner_, pointers);
}

}  // namespace

void bind_learner(nb::module_& module) {
    nb::class_<NativeLearner> learner(module, "NativeLearner");
    learner
        .def(nb::init<nb::dict, nb::object>(), nb::arg("description"), nb::arg("function").none())
        .def("copy", [](const NativeLearner& self) { return new NativeLearner(self); }, nb::rv_policy::take_ownership)
        .def("learn_one", &learn_one, nb::arg("x"), nb::arg("y").none(), nb::arg("weight"))
        .def("predict_one", &predict_one, nb::arg("x"))
        .def("score_one", &score_one, nb::arg("x"))
        .def("explain_one", &explain_one, nb::arg("x"))
        .def("probability", [](const NativeLearner& self, double score) {
            NativeLearner::Use use(self);
            return self.learner_.probability(score);
        }, nb::arg("score"))
        .def("learn_many", &learn_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"),
             nb::arg("names").none(), nb::arg("labels"), nb::arg("weights").none())
        .def("predict_many", &predict_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"),
             nb::arg("names").none())
        .def("score_many", &score_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"),
             nb::arg("names").none());
    bind_lessons(learner);
    learner
        .def("largest", &largest, nb::arg("count"))
        .def("counts", &counts)
        .def("scalars", &scalars)
        .def("set_scalars", &set_scalars, nb::arg("scalars"))
        .def("snapshot", &snapshot)
        .def("restore", &restore_snapshot, nb::arg("arrays"))
        .def("begin_with", &begin_with, nb::arg("attributes"), nb::arg("duals"), nb::arg("links"))
        .def("weight_of", &weight_of, nb::arg("attribute"))
        .def("trust", &trust)
        .def("close", [](NativeLearner& self, bool closed) {
            NativeLearner::Use use(self);
            self.closed_ = closed;
        }, nb::arg("closed"))
        .def("mirrored", [](const NativeLearner& self) {
            auto copy = std::make_unique<NativeLearner>(self);
            copy->learner_.mirror();
            return copy.release();
        }, nb::rv_policy::take_ownership)
        .def("merge", &merge_all, nb::arg("others"))
        .def("drop_initial", [](NativeLearner& self) {
            NativeLearner::Use use(self);
            self.learner_.memory().compact();
        })
        .def_prop_ro("bias", [](const NativeLearner& self) {
            NativeLearner::Use use(self);
            return self.learner_.bias();
        })
        .def_prop_ro("memory", [](const NativeLearner& self) {
            NativeLearner::Use use(self);
            return self.learner_.bytes();
        });
}

}  // namespace thresher::bind
