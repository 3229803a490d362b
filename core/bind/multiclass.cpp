// Many classes as Python sees them: argument checks, the lock, the GIL. No arithmetic.
#include "multiclass.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "arrays.hpp"
#include "csr.hpp"
#include "example.hpp"
#include "native_learner.hpp"
#include "thresher/classes/multiclass.hpp"
#include "thresher/classes/batch.hpp"

namespace thresher::bind {

namespace {

using Machine = Multiclass<Learner>;
using Use = NativeLearner::Use;

class NativeMulticlass {
public:
    NativeMulticlass(const NativeLearner& prototype, const std::string& scheme, double abstain_below, bool balanced, bool informed)
        : prototype_(prototype),
          machine_(Use(prototype)->learner_,
                   {scheme == "constraint" ? Scheme::constraint : Scheme::one_vs_rest, abstain_below, balanced, informed}) {}
    NativeMulticlass(const NativeMulticlass& other)
        : prototype_(other.prototype_), machine_((static_cast<void>(Use(other.prototype_)), other.machine_)) {}

    NativeLearner prototype_;  // never taught: its lock is the lock of all members
    Machine machine_;
};

// Does what may fail half-way, and puts everything back if it does.
template <class F>
auto whole_or_nothing(NativeMulticlass& self, F f) {
    std::optional<Machine> before;
    if (is_fragile(self.machine_.prototype())) before = self.machine_;
    try {
        return f();
    } catch (...) {
        if (before) self.machine_ = std::move(*before);
        throw;
    }
}

const Instance& prepared(const NativeMulticlass& self, nb::handle x, nb::object& keep) {
    return self.machine_.prepare(read_example(x, self.prototype_.scratch_, keep));
}

// 2 * (answer + 1) + updated.
Class learn_one(NativeMulticlass& self, nb::handle x, Class label, double weight) {
    Use use(self.prototype_);
    nb::object keep;
    const PreparedInstance example{prepared(self, x, keep)};
    return whole_or_nothing(self, [&] {
        const auto [answer, updated] = self.machine_.learn(example, label, weight);
        return 2 * (answer + 1) + updated;
    });
}

std::vector<double> scores_one(const NativeMulticlass& self, nb::handle x) {
    Use use(self.prototype_);
    nb::object keep;
    std::vector<double> scores;
    self.machine_.score(PreparedInstance{prepared(self, x, keep)}, scores);
    return scores;
}

Class predict_one(const NativeMulticlass& self, nb::handle x) { return self.machine_.answer(scores_one(self, x)); }

// Of scores, row by row; None if members have no probabilities.
std::optional<Array<double>> probabilities(const NativeMulticlass& self, Vector<double> scores) {
    Use use(self.prototype_);
    const std::size_t classes = self.machine_.size();
    Result<double> shares(scores.size());
    if (!self.machine_.probabilities({}, {})) return std::nullopt;
    for (std::size_t at = 0; classes > 0 && at + classes <= scores.size(); at += classes)
        self.machine_.probabilities(span_of(scores).subspan(at, classes), shares.span().subspan(at, classes));
    return shares.release();
}

// The answers to scores, row by row.
Array<Class> answers(const NativeMulticlass& self, Vector<double> scores, std::size_t rows) {
    Use use(self.prototype_);
    const std::size_t classes = self.machine_.size();
    if (scores.size() != rows * classes) throw InputError("as many scores as rows and classes");
    Result<Class> found(rows);
    for (std::size_t row = 0; row < rows; ++row) found.span()[row] = self.machine_.answer(span_of(scores).subspan(row * classes, classes));
    return found.release();
}

Array<Class> learn_many(NativeMulticlass& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values, std::uint64_t columns,
                        std::optional<nb::sequence> names, Vector<Class> labels, std::optional<Vector<double>> weights) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    const std::size_t rows = starts.size() == 0 ? 0 : starts.size() - 1;
    if (labels.size() != rows) throw InputError(std::to_string(rows) + " examples but " + std::to_string(labels.size()) + " labels");
    if (weights && weights->size() != rows)
        throw InputError(std::to_string(rows) + " examples but " + std::to_string(weights->size()) + " importance weights");
    const std::span<const double> importance = weights ? span_of(*weights) : std::span<const double>();
    Result<Class> found(rows);
    Use use(self.prototype_);
    with_matrix(arrays, [&](const auto& matrix) {
        whole_or_nothing(self, [&] { learn_rows(self.machine_, matrix, span_of(labels), importance, found.span()); });
    });
    return found.release();
}

Array<double> score_many(const NativeMulticlass& self, Vector<std::int64_t> starts, nb::object indices, Vector<double> values,
                         std::uint64_t columns, std::optional<nb::sequence> names) {
    const Arrays arrays = read_arrays(starts, indices, values, columns, names);
    Use use(self.prototype_);
    Result<double> scores((starts.size() == 0 ? 0 : starts.size() - 1) * self.machine_.size());
    with_matrix(arrays, [&](const auto& matrix) { score_rows(self.machine_, matrix, scores.span()); });
    return scores.release();
}

// The learner of a class, or for -1 the one that new classes begin as.
template <class Self>
auto& learner_of(Self& self, Class which) {
    if (which >= 0 && which < static_cast<Class>(self.machine_.size())) return self.machine_.member(static_cast<std::size_t>(which));
    if (which != no_class || !self.machine_.background()) throw InputError("there is no such class");
    return *self.machine_.background();
}

NativeLearner* member(const NativeMulticlass& self, Class which) {
    auto copy = std::make_unique<NativeLearner>(self.prototype_);
    Use use(self.prototype_);
    copy->learner_ = learner_of(self, which);
    return copy.release();
}

void set_member(NativeMulticlass& self, Class which, const NativeLearner& learner) {
    Learner copy = Use(learner)->learner_;
    Use use(self.prototype_);
    learner_of(self, which) = std::move(copy);
}

nb::dict counts(const NativeMulticlass& self) {
    Use use(self.prototype_);
    const Confusion& confusion = self.machine_.confusion();
    nb::dict answer;
    answer["examples"] = confusion.examples();
    answer["mistakes"] = confusion.mistakes();
    answer["abstained"] = confusion.abstained();
    answer["updates"] = self.machine_.updates();
    return answer;
}

// (labels, answers, counts) of all pairs that occurred.
nb::tuple confusion(const NativeMulticlass& self) {
    Use use(self.prototype_);
    std::vector<Class> labels, answers;
    std::vector<std::uint64_t> counts;
    for (const Confusion::Pair& pair : self.machine_.confusion().pairs()) {
        labels.push_back(pair.label);
        answers.push_back(pair.answer);
        counts.push_back(pair.count);
    }
    return nb::make_tuple(numpy(std::move(labels)), numpy(std::move(answers)), numpy(std::move(counts)));
}

void restore_counts(NativeMulticlass& self, Vector<Class> labels, Vector<Class> answers, Vector<std::uint64_t> counts, std::uint64_t updates) {
    if (labels.size() != answers.size() || labels.size() != counts.size()) throw InputError("the saved confusion does not fit together");
    std::vector<Confusion::Pair> pairs;
    for (std::size_t i = 0; i < labels.size(); ++i) pairs.push_back({labels.data()[i], answers.data()[i], counts.data()[i]});
    Use use(self.prototype_);
    self.machine_.restore_counts(pairs, updates);
}

}  // namespace

void bind_multiclass(nb::module_& module) {
    nb::class_<NativeMulticlass>(module, "NativeMulticlass")
        .def(nb::init<const NativeLearner&, const std::string&, double, bool, bool>(), nb::arg("prototype"), nb::arg("scheme"), nb::arg("abstain_below"),
             nb::arg("balanced"), nb::arg("informed"))
        .def("copy", [](const NativeMulticlass& self) { return new NativeMulticlass(self); }, nb::rv_policy::take_ownership)
        .def("add_class", [](NativeMulticlass& self) {
            Use use(self.prototype_);
            self.machine_.add_class();
        })
        .def("learn_one", &learn_one, nb::arg("x"), nb::arg("label"), nb::arg("weight"))
        .def("predict_one", &predict_one, nb::arg("x"))
        .def("scores_one", &scores_one, nb::arg("x"))
        .def("probabilities", &probabilities, nb::arg("scores"))
        .def("answers", &answers, nb::arg("scores"), nb::arg("rows"))
        .def("learn_many", &learn_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"), nb::arg("names").none(),
             nb::arg("labels"), nb::arg("weights").none())
        .def("score_many", &score_many, nb::arg("starts"), nb::arg("indices"), nb::arg("values"), nb::arg("columns"), nb::arg("names").none())
        .def("member", &member, nb::arg("which"), nb::rv_policy::take_ownership)
        .def("set_member", &set_member, nb::arg("which"), nb::arg("learner"))
        .def("counts", &counts)
        .def("confusion", &confusion)
        .def("restore_counts", &restore_counts, nb::arg("labels"), nb::arg("answers"), nb::arg("counts"), nb::arg("updates"))
        .def("__len__", [](const NativeMulticlass& self) { return self.machine_.size(); })
        .def_prop_ro("memory", [](const NativeMulticlass& self) {
            Use use(self.prototype_);
            return self.machine_.bytes();
        });
}

}  // namespace thresher::bind
