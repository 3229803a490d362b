#include "saved_arrays.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "thresher/auto/experts.hpp"
#include "thresher/auto/old_layout.hpp"
#include "thresher/linear/saved_scalars.hpp"
#include "thresher/linear/saved_votes.hpp"
#include "thresher/state/saved_records.hpp"

namespace thresher::bind {

namespace {

using ArrayNames = std::vector<std::pair<const char*, const char*>>;  // name, dtype

const ArrayNames attribute_names{{"numbers", "uint64"}, {"names", "uint8"}, {"name_ends", "uint64"}};
const ArrayNames record_names{{"records", "float64"},  {"vote_steps", "float64"},     {"vote_survived", "uint64"},
                              {"vote_ends", "uint64"}, {"vote_attributes", "uint64"}, {"vote_values", "float64"}};
const ArrayNames auto_names{{"cells", "float32"},   {"identities", "uint64"}, {"occurrences", "float64"},  {"numbers_of_experts", "float64"},
                            {"history", "float64"}, {"crossed", "uint64"},    {"crossed_cells", "float32"}};
const ArrayNames old_auto_names{{"ensemble", "float64"}, {"chronicle", "float64"}, {"crossed", "uint64"}, {"crossed_records", "float64"}};

void check_layout(const std::string& kind, int layout) {
    if (layout < 1 || layout > newest_layout)
        throw InputError("layout " + std::to_string(layout) + " of a saved learner is not known; " + kind + " has layouts 1 to " +
                         std::to_string(newest_layout));
}

// The arrays that a file of this kind and layout holds: name -> dtype.
nb::dict saved_arrays(const std::string& kind, int layout) {
    check_layout(kind, layout);
    nb::dict answer;
    const auto add = [&](const ArrayNames& names) {
        for (const auto& [name, type] : names) answer[name] = type;
    };
    add(attribute_names);
    const bool cells = kind == AutoLearner::kind && layout > 1;
    add(cells ? auto_names : record_names);
    if (kind == AutoLearner::kind && layout == 1) add(old_auto_names);
    return answer;
}

class ArrayReader {
public:
    explicit ArrayReader(const nb::dict& arrays) : arrays_(arrays) {}

    template <class T>
    void operator()(const char* key, std::vector<T>& into) const {
        if (!arrays_.contains(key)) throw InputError(std::string("the saved state lacks ") + key);
        const auto array = nb::cast<Vector<T>>(arrays_[key]);
        into.assign(array.data(), array.data() + array.size());
    }

    SavedAttributes attributes() const {
        SavedAttributes saved;
        std::vector<std::uint8_t> names;
        (*this)("numbers", saved.numbers);
        (*this)("names", names);
        (*this)("name_ends", saved.name_ends);
        saved.names.assign(names.begin(), names.end());
        return saved;
    }

private:
    const nb::dict& arrays_;
};

void put_attributes(nb::dict& arrays, SavedAttributes saved) {
    arrays["layout"] = newest_layout;
    arrays["numbers"] = numpy(std::move(saved.numbers));
    arrays["names"] = numpy(std::vector<std::uint8_t>(saved.names.begin(), saved.names.end()));
    arrays["name_ends"] = numpy(std::move(saved.name_ends));
}

void put_votes(nb::dict& arrays, SavedVotes votes) {
    arrays["vote_steps"] = numpy(std::move(votes.steps));
    arrays["vote_survived"] = numpy(std::move(votes.survived));
    arrays["vote_ends"] = numpy(std::move(votes.ends));
    arrays["vote_attributes"] = numpy(std::move(votes.attributes));
    arrays["vote_values"] = numpy(std::move(votes.values));
}

SavedVotes read_votes(const ArrayReader& read) {
    SavedVotes votes;
    read("vote_steps", votes.steps);
    read("vote_survived", votes.survived);
    read("vote_ends", votes.ends);
    read("vote_attributes", votes.attributes);
    read("vote_values", votes.values);
    return votes;
}

template <class L>
nb::dict arrays_of_records(const L& learner, SavedVotes votes, const TakenAttributes& taken) {
    SavedRecords saved = take_records(learner, taken);
    nb::dict arrays;
    arrays["scalars"] = scalars_of(learner);
    put_attributes(arrays, std::move(saved.attributes));
    arrays["records"] = numpy(std::move(saved.records));
    arrays["weights"] = numpy(std::move(saved.weights));
    put_votes(arrays, std::move(votes));
    return arrays;
}

// Beside the counts: the same names for every kind, so that a file of any kind looks alike.
nb::dict common_scalars(const Counts& counts, const Slope& slope) {
    nb::dict answer;
    for (const auto& [name, count] : Counts::names) answer[name] = counts.*count;
    answer["expected_mistakes"] = 0.0;
    answer["log_slope"] = slope.log_slope;
    answer["slope_squares"] = slope.squares;
    answer["scale"] = 1.0;
    answer["power_sum"] = 0.0;
    return answer;
}

class ScalarReader {
public:
    explicit ScalarReader(const nb::dict& from) : from_(from) {}
    double real(const char* key) const { return nb::cast<double>(from_[key]); }

    // Throws unless they can be a learner's.
    void check(Counts& counts, Slope& slope) const {
        for (const auto& [name, count] : Counts::names) counts.*count = nb::cast<std::uint64_t>(from_[name]);
        slope.log_slope = real("log_slope");
        slope.squares = real("slope_squares");
        if (!is_possible(counts, slope) || !std::isfinite(real("expected_mistakes")) || !is_possible(real("scale"), real("power_sum")))
            throw InputError("the saved counts can't be those of a learner");
    }

private:
    const nb::dict& from_;
};

}  // namespace

nb::dict scalars_of(const LinearLearner& learner) {
    nb::dict answer = common_scalars(learner.counts(), learner.slope());
    answer["expected_mistakes"] = learner.expected_mistakes();
    if (!learner.normalised()) return answer;
    answer["scale"] = learner.normalised()->scale();
    answer["power_sum"] = learner.normalised()->power_sum();
    return answer;
}

nb::dict scalars_of(const NaiveBayesLearner& learner) {
    nb::dict answer = common_scalars(learner.counts(), learner.slope());
    const NaiveBayes::Totals& totals = learner.counting().totals();
    for (const auto& [name, total] : NaiveBayes::Totals::names) answer[name] = totals.*total;
    return answer;
}

nb::dict scalars_of(const AutoLearner& learner) { return common_scalars(learner.counts(), Slope()); }

void restore_scalars(LinearLearner& learner, const nb::dict& from) {
    const ScalarReader read(from);
    read.check(learner.counts(), learner.slope());
    learner.restore_expected_mistakes(read.real("expected_mistakes"));
    if (learner.normalised()) restore_scale(learner, read.real("scale"), read.real("power_sum"));
}

void restore_scalars(NaiveBayesLearner& learner, const nb::dict& from) {
    const ScalarReader read(from);
    read.check(learner.counts(), learner.slope());
    NaiveBayes::Totals totals;
    for (const auto& [name, total] : NaiveBayes::Totals::names) totals.*total = read.real(name);
    if (!totals.possible()) throw InputError("the saved totals can't be those of a learner");
    learner.counting().restore(totals);
}

void restore_scalars(AutoLearner& learner, const nb::dict& from) {
    Slope none;
    ScalarReader(from).check(learner.counts(), none);
}

nb::dict arrays_of(const LinearLearner& learner) {
    const TakenAttributes taken = take_attributes(learner.memory());
    return arrays_of_records(learner, take_votes(learner.votes(), taken.slots, learner.memory().state().mapped_size()), taken);
}

nb::dict arrays_of(const NaiveBayesLearner& learner) {
    const TakenAttributes taken = take_attributes(learner.memory());
    return arrays_of_records(learner, take_votes(VoteChain(), taken.slots, learner.memory().state().mapped_size()), taken);
}

nb::dict arrays_of(const AutoLearner& learner) {
    SavedAuto saved = take_auto(learner);
    nb::dict arrays;
    arrays["scalars"] = scalars_of(learner);
    put_attributes(arrays, std::move(saved.attributes));
    arrays["cells"] = numpy(std::move(saved.cells));
    arrays["identities"] = numpy(std::move(saved.identities));
    arrays["occurrences"] = numpy(std::move(saved.occurrences));
    arrays["weights"] = numpy(std::move(saved.weights));
    arrays["numbers_of_experts"] = numpy(std::move(saved.numbers));
    arrays["history"] = numpy(std::move(saved.history));
    arrays["crossed"] = numpy(std::move(saved.crossed));
    arrays["crossed_cells"] = numpy(std::move(saved.crossed_cells));
    return arrays;
}

void restore_arrays(LinearLearner& learner, const nb::dict& arrays, std::optional<int> layout) {
    if (layout) check_layout(LinearLearner::kind, *layout);
    const ArrayReader read(arrays);
    SavedRecords saved{read.attributes(), {}, {}};
    read("records", saved.records);
    const SavedVotes votes = read_votes(read);
    check_records(saved, learner);
    votes.check(saved.attributes.size());
    const std::vector<Slot> slots = restore_records(learner, saved);
    if (learner.needs_every_vector()) restore_votes(learner.votes(), votes, slots);  // else there are none, whatever a file says
}

void restore_arrays(NaiveBayesLearner& learner, const nb::dict& arrays, std::optional<int> layout) {
    if (layout) check_layout(NaiveBayesLearner::kind, *layout);
    const ArrayReader read(arrays);
    SavedRecords saved{read.attributes(), {}, {}};
    read("records", saved.records);
    read_votes(read).check(saved.attributes.size());
    check_records(saved, learner);
    restore_records(learner, saved);
}

void restore_arrays(AutoLearner& learner, const nb::dict& arrays, std::optional<int> layout) {
    if (layout) check_layout(AutoLearner::kind, *layout);
    const ArrayReader read(arrays);
    if (layout.value_or(arrays.contains("cells") ? newest_layout : 1) == 1) {
        SavedAuto1 old{read.attributes(), {}, {}, {}, {}, {}};
        read("records", old.records);
        read("ensemble", old.numbers);
        read("chronicle", old.history);
        read("crossed", old.crossed);
        read("crossed_records", old.crossed_records);
        return restore_auto(learner, from_old_layout(std::move(old), learner.memory().state().counts_occurrences()));
    }
    SavedAuto saved;
    saved.attributes = read.attributes();
    read("cells", saved.cells);
    read("identities", saved.identities);
    read("occurrences", saved.occurrences);
    read("numbers_of_experts", saved.numbers);
    read("history", saved.history);
    read("crossed", saved.crossed);
    read("crossed_cells", saved.crossed_cells);
    restore_auto(learner, saved);
}

void bind_saved_arrays(nb::module_& module) {
    module.def("saved_arrays", &saved_arrays, nb::arg("kind"), nb::arg("layout"));
    module.attr("LAYOUT") = newest_layout;
    module.attr("KINDS") = nb::make_tuple(LinearLearner::kind, NaiveBayesLearner::kind, AutoLearner::kind);
    nb::dict automatic;
    nb::list shown, algorithms;
    for (const ExpertName& name : expert_names) {
        shown.append(name.shown);
        algorithms.append(name.algorithm);
    }
    automatic["experts"] = nb::tuple(shown);
    automatic["algorithms"] = nb::tuple(algorithms);
    automatic["share"] = Ensemble::Trust::share;
    automatic["experts_part"] = Ensemble::Trust::experts_part;
    module.attr("AUTO") = automatic;
}

}  // namespace thresher::bind
