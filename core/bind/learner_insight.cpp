// What Auto tells of itself: why it answered as it did, what its attributes contributed, when it began anew and what changed. No
// arithmetic.
#include <nanobind/stl/vector.h>

#include <utility>

#include "example.hpp"
#include "keys.hpp"
#include "native_learner.hpp"
#include "thresher/auto/changes.hpp"
#include "thresher/auto/contributions.hpp"

namespace thresher::bind {

namespace {

const AutoLearner& auto_of(const NativeLearner& self) {
    const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_);
    if (two == nullptr) throw InputError("only Auto with two labels can be asked this");
    return two->learner;
}

// How often each member began anew: one number of two labels, one a class of many. None has any but Auto.
std::vector<double> restarts(const NativeLearner& self) {
    UseLearner use(self);
    std::vector<double> counts;
    if (const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_)) counts.push_back(two->learner.ensemble().alarm.memory().restarts);
    if (const auto* many = std::get_if<Multiclass<AutoLearner>>(&self.engine_))
        for (std::size_t i = 0; i < many->size(); ++i) counts.push_back(many->member(i).ensemble().alarm.memory().restarts);
    return counts;
}

// (trials, the experts' trust just before, whether mistakes had become many) of the last restart since it was made or loaded; 0 trials: none.
nb::tuple last_restart(const NativeLearner& self) {
    UseLearner use(self);
    const auto& last = auto_of(self).ensemble().last_restart;
    return nb::make_tuple(last.trials, std::vector<double>(last.trust.begin(), last.trust.end()), last.mistakes);
}

// (attribute or None for the bias, weight before, weight now, share of examples since that have it), the largest changes first.
nb::list changes(const NativeLearner& self, std::size_t count) {
    UseLearner use(self);
    nb::list answer;
    for (const Change& one : changes_since_restart(auto_of(self), count))
        answer.append(nb::make_tuple(one.bias ? nb::none() : key_of(one.feature), one.before, one.after, one.share));
    return answer;
}

// The answer to an example as a sum, and what it is a sum of.
nb::dict parts(NativeLearner& self, nb::handle x) {
    UseLearner use(self);
    nb::object keep;
    const Instance& given = read_example(x, self.instance_, keep);
    const AutoLearner& learner = auto_of(self);
    const Instance& instance = prepare(learner, given, self.scratch_);
    const Row row = resolve(learner, instance, self.scratch_);
    nb::dict answer;
    answer["score"] = learner.score(row, self.scratch_);
    const Explanation why = learner.ensemble().explain(learner.memory().state(), row, self.scratch_.ensemble);
    nb::list attributes, ranges, pairs;
    for (std::size_t i = 0; i < row.size; ++i) attributes.append(nb::make_tuple(key_of(instance[i]), row.value(i)));
    for (const auto& one : why.ranges) ranges.append(nb::make_tuple(one.attribute, one.low, one.high, one.share));
    for (const auto& one : why.pairs)
        pairs.append(nb::make_tuple(one.first, one.second, one.first_low, one.first_high, one.second_low, one.second_high, one.share));
    answer["attributes"] = attributes;
    answer["own"] = why.own;
    answer["by_attribute"] = why.by_attribute();
    answer["ranges"] = ranges;
    answer["pairs"] = pairs;
    answer["experts"] = why.experts;
    answer["constant"] = why.constant;
    answer["sequence"] = why.sequence;
    return answer;
}

// (score, what a unit of the member's score adds, [(attribute, value, what its links add), ...]) of a class; None where there is no contest.
nb::object contest_parts(NativeLearner& self, nb::handle x, Class number) {
    UseLearner use(self);
    const auto* many = std::get_if<Multiclass<AutoLearner>>(&self.engine_);
    if (many == nullptr || !many->contest()) return nb::none();
    many->check_number(number);
    if (number < 0 || number >= static_cast<Class>(many->size())) throw InputError("no class has the number " + std::to_string(number));
    nb::object keep;
    const Instance& given = read_example(x, self.instance_, keep);
    const auto prepared = many->prepare(given, self.scratch_);
    const ContestShares shares = many->shares(prepared, number);
    nb::list links;
    for (std::size_t i = 0; i < prepared.instance.size(); ++i)
        links.append(nb::make_tuple(key_of(prepared.instance[i]), prepared.instance[i].value, shares.links[i]));
    return nb::make_tuple(shares.score, shares.member, links);
}

// (examples, [(attribute, sum of the sizes of its shares), ...]), at most `count`, the largest first; of many classes the mean.
nb::tuple contributions(const NativeLearner& self, std::size_t count) {
    UseLearner use(self);
    Contributions all;
    if (const auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_)) all.add(two->learner);
    if (const auto* many = std::get_if<Multiclass<AutoLearner>>(&self.engine_))
        for (std::size_t i = 0; i < many->size(); ++i) all.add(many->member(i));
    const double examples = all.examples();
    nb::list answer;
    for (const auto& [feature, sum] : std::move(all).largest(count)) answer.append(nb::make_tuple(key_of(feature), sum));
    return nb::make_tuple(examples, answer);
}

// What a file kept of the above goes on being added to; only of two labels, and of attributes that are known.
void set_contributions(NativeLearner& self, double examples, nb::sequence attributes, const std::vector<double>& sums) {
    UseLearner use(self);
    auto* two = std::get_if<TwoLabels<AutoLearner>>(&self.engine_);
    Instance instance;
    read_columns(attributes, instance);
    if (two == nullptr || instance.size() != sums.size()) throw InputError("contributions are those of Auto with two labels, one an attribute");
    two->learner.ensemble().looked_at = examples;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const Slot slot = two->learner.memory().names().find(instance[i]);
        if (slot != pristine_slot && slot != silent_slot) two->learner.memory().state()[slot].contributed = static_cast<float>(sums[i]);
    }
}

}  // namespace

void bind_learner_insight(nb::class_<NativeLearner>& learner) {
    learner.def("restarts", &restarts)
        .def("last_restart", &last_restart)
        .def("changes", &changes, nb::arg("count"))
        .def("parts", &parts, nb::arg("x"))
        .def("contest_parts", &contest_parts, nb::arg("x"), nb::arg("number"))
        .def("contributions", &contributions, nb::arg("count"))
        .def("set_contributions", &set_contributions, nb::arg("examples"), nb::arg("attributes"), nb::arg("sums"));
}

}  // namespace thresher::bind
