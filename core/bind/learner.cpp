// The learner as Python sees it, of two labels or of many: argument checks, the lock, the GIL. No arithmetic.
#include "learner.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arrays.hpp"
#include "csr.hpp"
#include "example.hpp"
#include "native_learner.hpp"
#include "stated.hpp"
#include "table.hpp"
#include "thresher/classes/multiclass_batch.hpp"
#include "thresher/loop/batch.hpp"
#include "thresher/loop/table_rows.hpp"
#include "thresher/numeric/shown_number.hpp"

namespace thresher::bind {

namespace {

void check_weight(double weight, const std::string& where) {
    if (!(weight >= 0.0 && weight <= 1e100))
        throw InputError(where + "the importance weight " + shown_number(weight) + " is not a number from 0 to 1e100");
}

template <BinaryLearner L>
std::vector<double> scores_of(const TwoLabels<L>& two, const Instance& x, typename L::Scratch& scratch) {
    return {score(two.learner, x, scratch)};
}
template <BinaryLearner L>
std::vector<double> scores_of(const Multiclass<L>& machine, const Instance& x, typename L::Scratch& scratch) {
    std::vector<double> scores;
    machine.score(machine.prepare(x, scratch), scores);
    return scores;
}

// 2 * (answer + 1) + updated.
Class learn_one(NativeLearner& self, nb::handle x, Class number, double weight) {
    UseLearner use(self);
    nb::object keep;
    check_weight(weight, "");
    const auto [answer, updated] = learn_instance(self, read_example(x, self.instance_, keep), number, weight);
    return 2 * (answer + 1) + updated;
}

Class predict_one(NativeLearner& self, nb::handle x) {
    UseLearner use(self);
    nb::object keep;
    return answer_instance(self, read_example(x, self.instance_, keep));
}

// The positive one's of two labels; one a class of many.
std::vector<double> scores_one(NativeLearner& self, nb::handle x) {
    UseLearner use(self);
    nb::object keep;
    const Instance& instance = read_example(x, self.instance_, keep);
    return std::visit([&](const auto& engine) { return scores_of(engine, instance, self.scratch_); }, self.engine_);
}

// Of one row's scores, one a class, for two labels too; false where there are none.
bool probabilities_of(const NativeLearner& self, std::span<const double> scores, std::span<double> into) {
    return std::visit(
        [&](const auto& engine) {
            if (!engine.states_probabilities()) return false;
            if constexpr (has_many_classes<decltype(engine)>)
                engine.probabilities(scores, into);
            else
                engine.probabilities(scores[0], into);
            return true;
        },
        self.engine_);
}

// Of scores, row by row. None where there are none.
std::optional<Array<double>> probabilities(const NativeLearner& self, Vector<double> scores, std::size_t rows) {
    UseLearner use(self);
    const std::size_t classes = self.classes(), width = self.scores_per_row();
    if (scores.size() != rows * width) throw InputError("as many scores as rows and classes");
    Result<double> shares(rows * classes);
    if (!std::visit([](const auto& engine) { return engine.states_probabilities(); }, self.engine_)) return std::nullopt;
    for (std::size_t row = 0; row < rows; ++row)
        probabilities_of(self, span_of(scores).subspan(row * width, width), shares.span().subspan(row * classes, classes));
    return shares.release();
}

std::size_t rows_of(const Vector<std::int64_t>& starts) { return starts.size() == 0 ? 0 : starts.size() - 1; }

// Importance weights, checked; none if none are given.
std::span<const double> importance_of(const std::optional<Vector<double>>& weights, std::size_t rows) {
    if (!weights) return {};
    const std::span<const double> importance = span_of(*weights);
    if (importance.size() != rows)
        throw InputError(std::to_string(rows) + " examples but " + std::to_string(importance.size()) + " importance weights");
    for (std::size_t row = 0; row < rows; ++row)
        if (!(importance[row] >= 0.0 && importance[row] <= 1e100)) check_weight(importance[row], at_row(row));
    return importance;
}

void check_labels(std::size_t rows, std::size_t labels) {
    if (labels != rows) throw InputError(std::to_string(rows) + " examples but " + std::to_string(labels) + " labels");
}

// None if a matrix has to be made first.
std::optional<Array<Class>> learn_table(NativeLearner& self, const NativeTable& table, Vector<Class> numbers, std::optional<Vector<double>> weights) {
    if (!table.numbers()) return std::nullopt;
    check_labels(table.rows(), numbers.size());
    const std::span<const double> importance = importance_of(weights, table.rows());
    Result<Class> answers(table.rows());
    UseLearner use(self);
    const auto learn = [&](auto& engine) {
        if constexpr (has_many_classes<decltype(engine)>) {
            return false;
        } else {
            nb::gil_scoped_release release;
            return thresher::learn_table(engine, *table.numbers(), span_of(numbers), importance, answers.span(), self.scratch_);
        }
    };
    if (!std::visit(learn, self.engine_)) return std::nullopt;
    return answers.release();
}

Array<Class> learn_many(NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values, std::uint64_t columns,
                        std::optional<nb::sequence> names, Vector<Class> numbers, std::optional<Vector<double>> weights) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    const std::size_t rows = rows_of(starts);
    check_labels(rows, numbers.size());
    const std::span<const double> importance = importance_of(weights, rows);
    Result<Class> answers(rows);
    UseLearner use(self);
    with_matrix(arrays, [&](const auto& matrix) {
        std::visit([&](auto& engine) { learn_rows(engine, matrix, span_of(numbers), importance, answers.span(), self.scratch_); }, self.engine_);
    });
    return answers.release();
}

Array<Class> predict_many(NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values, std::uint64_t columns,
                          std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Result<Class> answers(rows_of(starts));
    UseLearner use(self);
    with_matrix(arrays, [&](const auto& matrix) {
        std::visit([&](const auto& engine) { predict_rows(engine, matrix, answers.span(), self.scratch_); }, self.engine_);
    });
    return answers.release();
}

Array<double> score_many(NativeLearner& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values, std::uint64_t columns,
                         std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    UseLearner use(self);
    Result<double> scores(rows_of(starts) * self.scores_per_row());
    with_matrix(arrays, [&](const auto& matrix) {
        std::visit([&](const auto& engine) { score_rows(engine, matrix, scores.span(), self.scratch_); }, self.engine_);
    });
    return scores.release();
}

}  // namespace

Verdict learn_instance(NativeLearner& learner, const Instance& x, Class number, double weight) {
    return std::visit(
        [&](auto& engine) {
            engine.check_number(number);
            if constexpr (has_many_classes<decltype(engine)>) {
                const auto example = engine.prepare(x, learner.scratch_);
                return whole_or_nothing(engine, [&] { return engine.learn(example, number, weight); });
            } else {
                return engine.learn(x, number, weight, learner.scratch_);
            }
        },
        learner.engine_);
}

Class answer_instance(NativeLearner& learner, const Instance& x) {
    return std::visit(
        [&](const auto& engine) {
            if constexpr (has_many_classes<decltype(engine)>)
                return engine.answer(scores_of(engine, x, learner.scratch_));
            else
                return engine.answer(x, learner.scratch_);
        },
        learner.engine_);
}

void check_instance(NativeLearner& learner, const Instance& x) {
    const bool is_prepared = std::visit(
        [&](const auto& engine) {
            if constexpr (!has_many_classes<decltype(engine)>) {
                if (engine.learner.calls_python()) return false;
                prepare(engine.learner, x, learner.scratch_);
                return true;
            }
            return false;
        },
        learner.engine_);
    if (!is_prepared) answer_instance(learner, x);
}

Stated state_instance(NativeLearner& learner, const Instance& x) {
    Stated stated{no_class, {}, {}};
    std::visit(
        [&](const auto& engine) {
            stated.scores = scores_of(engine, x, learner.scratch_);
            if constexpr (has_many_classes<decltype(engine)>)
                stated.answer = engine.answer(stated.scores);
            else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(engine)>, TwoLabels<LinearLearner>>)
                stated.answer = engine.answer(x, learner.scratch_);  // a sum is compared with 0 before it is rounded
            else
                stated.answer = engine.number(stated.scores.front() >= 0.0);
        },
        learner.engine_);
    stated.probabilities.resize(learner.classes());
    if (!probabilities_of(learner, stated.scores, stated.probabilities)) stated.probabilities.clear();
    return stated;
}

void bind_learner(nb::module_& module) {
    nb::class_<NativeLearner> learner(module, "NativeLearner");
    learner
        .def(nb::init<nb::dict, nb::object, std::optional<nb::dict>>(), nb::arg("description"), nb::arg("function").none(),
             nb::arg("classes").none() = nb::none())
        .def(
            "copy", [](const NativeLearner& self) { return new NativeLearner(self); }, nb::rv_policy::take_ownership)
        .def("learn_one", &learn_one, nb::arg("x"), nb::arg("number"), nb::arg("weight"))
        .def("predict_one", &predict_one, nb::arg("x"))
        .def("scores_one", &scores_one, nb::arg("x"))
        .def("probabilities", &probabilities, nb::arg("scores"), nb::arg("rows"))
        .def("learn_table", &learn_table, nb::arg("table"), nb::arg("numbers"), nb::arg("weights").none())
        .def("learn_many", &learn_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"), nb::arg("names").none(),
             nb::arg("numbers"), nb::arg("weights").none())
        .def("predict_many", &predict_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"), nb::arg("names").none())
        .def("score_many", &score_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"), nb::arg("names").none());
    bind_learner_blocks(learner);
    bind_learner_classes(learner);
    bind_learner_state(learner);
    bind_learner_insight(learner);
    learner
        .def_prop_ro("states_probabilities",
                     [](const NativeLearner& self) {
                         UseLearner use(self);
                         return std::visit([](const auto& engine) { return engine.states_probabilities(); }, self.engine_);
                     })
        .def_prop_ro("memory", [](const NativeLearner& self) {
            UseLearner use(self);
            return sizeof(NativeLearner) + std::visit([](const auto& engine) { return engine.bytes(); }, self.engine_);
        });
}

}  // namespace thresher::bind
