// What a learner of two labels knows, as Python sees it: weights, counts, arrays to be saved. No arithmetic.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "example.hpp"
#include "native_learner.hpp"
#include "thresher/state/largest.hpp"
#include "thresher/state/merge.hpp"
#include "thresher/state/snapshot.hpp"

namespace thresher::bind {

namespace {

nb::object key_of(const Feature& feature) {
    return feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code));
}

// (attribute, weight, value) for each attribute as the algorithm sees it, transformed.
nb::list explain_one(const NativeLearner& self, nb::handle x) {
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    nb::object keep;
    const Instance instance = learner.prepare(read_example(x, self.scratch_, keep));
    const Row row = learner.resolve(instance);
    nb::list parts;
    for (std::size_t i = 0; i < row.size; ++i) parts.append(nb::make_tuple(key_of(instance[i]), learner.weight_of(row.slots[i]), row.value(i)));
    return parts;
}

nb::list largest(const NativeLearner& self, std::size_t count) {
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    nb::list answer;
    for (const Weighed& one : largest_weights(learner, count)) answer.append(nb::make_tuple(key_of(one.feature), one.weight));
    return answer;
}

// The numbers of a learner beside its attributes; `set_scalars` puts them back.
nb::dict scalars_of(const Learner& learner) {
    nb::dict answer;
    for (const auto& [name, count] : Counts::names) answer[name] = learner.counts().*count;
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
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    return scalars_of(learner);
}

void set_scalars(NativeLearner& self, const nb::dict& from) {
    UseLearner use(self);
    Learner& learner = self.two().learner;
    const auto whole = [&](const char* key) { return nb::cast<std::uint64_t>(from[key]); };
    const auto real = [&](const char* key) { return nb::cast<double>(from[key]); };
    learner.counts() = {whole("examples"), whole("mistakes"), whole("promotions"), whole("demotions"), whole("overflows"), whole("refused")};
    learner.restore_expected_mistakes(real("expected_mistakes"));
    learner.slope().log_slope = real("log_slope");
    learner.slope().squares = real("slope_squares");
    const Counts& counts = learner.counts();
    if (counts.mistakes > counts.examples || counts.updates() > counts.examples || !std::isfinite(learner.expected_mistakes()) ||
        !(std::fabs(real("log_slope")) <= 300.0) || !(real("slope_squares") >= 0.0) || !std::isfinite(real("slope_squares")) ||
        !(real("scale") > 1e-300 && real("scale") < 1e300) || !(real("power_sum") >= 0.0 && real("power_sum") < 1e300))
        throw InputError("the saved counts can't be those of a learner");
    if (learner.normalised()) learner.normalised()->restore(real("scale"), real("power_sum"));
    if (!learner.naive_bayes()) return;
    NaiveBayes::Totals totals;
    for (const auto& [name, total] : NaiveBayes::Totals::names) totals.*total = real(name);
    if (!totals.possible()) throw InputError("the saved totals can't be those of a learner");
    learner.naive_bayes()->restore(totals);
}

// Arrays and scalars of one moment.
nb::dict snapshot(const NativeLearner& self) {
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    Snapshot taken = take_snapshot(learner);
    nb::dict arrays;
    arrays["scalars"] = scalars_of(learner);
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
    if (learner.ensemble()) {
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
    if (arrays.contains("ensemble")) {
        copy("ensemble", snapshot.ensemble.numbers);
        copy("chronicle", snapshot.ensemble.chronicle);
        copy("crossed", snapshot.ensemble.crossed);
        copy("crossed_records", snapshot.ensemble.crossed_records);
    }
    UseLearner use(self);
    Learner& learner = self.two().learner;
    restore(learner, snapshot);
}

// Sets attributes' first duals and links before anything is learned.
void begin_with(NativeLearner& self, nb::sequence attributes, Vector<double> duals, Vector<double> links) {
    UseLearner use(self);
    Learner& learner = self.two().learner;
    Instance instance;
    read_columns(attributes, instance);
    if (duals.size() != instance.size() || links.size() != instance.size()) throw InputError("as many duals and links as attributes");
    for (std::size_t i = 0; i < instance.size(); ++i)
        set_attribute(learner, instance[i], duals.data()[i], static_cast<std::size_t>(links.data()[i]));
}

std::optional<double> weight_of(const NativeLearner& self, nb::handle attribute) {
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    Instance one;
    read_columns(nb::cast<nb::sequence>(nb::make_tuple(attribute)), one);
    const Instance& prepared = learner.config().memory.bits ? learner.prepare(one) : one;
    if (prepared.empty()) return std::nullopt;
    return learner.weight_of(learner.resolve(prepared).slots[0]);
}

// What each expert of an ensemble did so far and how much it is trusted; the answer's own losses; the chronicle's lines.
nb::dict trust(const NativeLearner& self) {
    UseLearner use(self);
    const Learner& learner = self.two().learner;
    if (!learner.ensemble()) throw InputError("only an ensemble has experts to trust");
    const Ensemble& ensemble = *learner.ensemble();
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
    for (const NativeLearner* other : others) {
        UseLearner use(*other);
        copies.push_back(other->two().learner);
    }
    std::vector<const Learner*> pointers;
    for (const Learner& copy : copies) pointers.push_back(&copy);
    UseLearner use(self);
    merge(self.two().learner, pointers);
}

}  // namespace

void bind_learner_state(nb::class_<NativeLearner>& learner) {
    learner.def("explain_one", &explain_one, nb::arg("x"))
        .def("largest", &largest, nb::arg("count"))
        .def("scalars", &scalars)
        .def("set_scalars", &set_scalars, nb::arg("scalars"))
        .def("snapshot", &snapshot)
        .def("restore", &restore_snapshot, nb::arg("arrays"))
        .def("begin_with", &begin_with, nb::arg("attributes"), nb::arg("duals"), nb::arg("links"))
        .def("weight_of", &weight_of, nb::arg("attribute"))
        .def("trust", &trust)
        .def("merge", &merge_all, nb::arg("others"))
        .def("drop_initial", [](NativeLearner& self) {
            UseLearner use(self);
            self.two().learner.memory().compact();
        })
        .def_prop_ro("bias", [](const NativeLearner& self) {
            UseLearner use(self);
            return self.two().learner.bias();
        });
}

}  // namespace thresher::bind
