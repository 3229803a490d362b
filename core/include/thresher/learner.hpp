// One quasi-additive learner: link x loss x rate x range over one state.
//
//     predict   positive iff the score >= 0
//     learn     predict, then let the loss decide how much to move and the rate how far
//
// What takes a const learner can't learn. The scratch space is the exception: it is the learner's own, so a learner
// serves one call at a time (the doorway holds the lock).
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "thresher/linear/aggressive.hpp"
#include "thresher/linear/averaging.hpp"
#include "thresher/linear/calibration.hpp"
#include "thresher/linear/config.hpp"
#include "thresher/auto/ensemble.hpp"
#include "thresher/data/example.hpp"
#include "thresher/data/label.hpp"
#include "thresher/state/memory.hpp"
#include "thresher/bayes/naive_bayes.hpp"
#include "thresher/linear/normalised.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/linear/update.hpp"

namespace thresher {

class Learner {
public:
    explicit Learner(Config config) : config_(std::move(config)), memory_(config_.memory) {
        std::vector<double> initial{config_.initial_dual};
        columns_.push_back(Column::dual);
        const auto extra = [&](Column column, double value) {
            columns_.push_back(column);
            initial.push_back(value);
            return initial.size() - 1;
        };
        if (std::holds_alternative<HalvesLink>(config_.link) || counts_attributes()) extra(Column::negative_half, config_.initial_dual);
        if (std::holds_alternative<AdaptiveRate>(config_.rate)) second_ = extra(Column::squares, 0.0);
        if (std::holds_alternative<SecondOrderRate>(config_.rate)) second_ = extra(Column::variance, 1.0);
        if (config_.averaging == Averaging::averaged) history_ = extra(Column::history, 0.0);
        if (auto* link = std::get_if<PerAttributeLink>(&config_.link)) link->column = extra(Column::link, 0.0);
        if (config_.ensemble) {
            ensemble_.emplace();
            initial = Bank::initial();
        }
        if (config_.memory.join_after > 0) memory_.count_in(extra(Column::occurrences, 0.0));
        if (config_.attributes || config_.averaging == Averaging::voted) seen_ = extra(Column::seen, 0.0);
        set_guards();
        check_initial(initial);
        memory_.state().begin(initial, evaluate(config_.link, initial.data()));
        memory_.must_map(config_.averaging == Averaging::voted);
        if (const auto* link = std::get_if<NormalisedLink>(&config_.link))
            normalised_.emplace(link->p, config_.radius.value_or(1.0));
        if (const auto* link = std::get_if<LogCountsLink>(&config_.link)) naive_bayes_.emplace(*link, config_.memory);
        mistake_driven_ = learns_from_mistakes_alone();
    }

    const Config& config() const { return config_; }
    const Counts& counts() const { return counts_; }
    Counts& counts() { return counts_; }
    const Memory& memory() const { return memory_; }
    Memory& memory() { return memory_; }
    Slope& slope() { return slope_; }
    const Slope& slope() const { return slope_; }
    std::optional<Normalised>& normalised() { return normalised_; }
    const std::optional<Normalised>& normalised() const { return normalised_; }
    std::optional<NaiveBayes>& naive_bayes() { return naive_bayes_; }
    const std::optional<NaiveBayes>& naive_bayes() const { return naive_bayes_; }
    std::optional<Ensemble>& ensemble() { return ensemble_; }
    const std::optional<Ensemble>& ensemble() const { return ensemble_; }
    VoteChain& votes() { return votes_; }
    const VoteChain& votes() const { return votes_; }
    double expected_mistakes() const { return expected_mistakes_; }
    void restore_expected_mistakes(double value) { expected_mistakes_ = value; }
    const std::vector<Column>& columns() const { return columns_; }
    double bias() const { return naive_bayes_ ? naive_bayes_->prior() : config_.bias || ensemble_ ? weight_of(bias_slot) : 0.0; }

    // What one attribute adds to the score per unit of value. (A voted predictor is not linear: its averaged weight.)
    double weight_of(Slot slot) const {
        const State& state = memory_.state();
        if (config_.averaging == Averaging::averaged)
            return slot == silent_slot ? 0.0 : (time() + 1.0) * state.weight(slot) - state.dual(slot)[history_];
        if (naive_bayes_) return naive_bayes_->weight_of(state, slot);
        if (ensemble_) return ensemble_->weight_of(state, slot);
        return factor() * state.weight(slot);
    }

    bool is_mistake_driven() const { return mistake_driven_; }

    std::size_t bytes() const { return memory_.bytes() + (ensemble_ ? ensemble_->crossings.memory().bytes() : 0); }

    // Whether nothing was ever learned or set, and going back to that.
    bool is_new() const {
        const State& state = memory_.state();
        return counts_.examples == 0 && memory_.names().mapped() == 0 && state.direct_size() == 0;
    }
    void renew() {
        memory_.reset();
        counts_ = {};
        if (ensemble_) ensemble_.emplace();
    }

    // An ensemble as it would be had every label been the other one.
    void mirror() {
        if (!ensemble_) throw ParameterError("only an ensemble can be mirrored");
        ensemble_->mirror();
        std::swap(counts_.promotions, counts_.demotions);
    }

    // Throws unless the example can be learned from. The result is the example as the algorithm sees it.
    const Instance& prepare(const Instance& given) const { return prepare(given, counts_.examples); }

    const Instance& prepare(const Instance& given, std::uint64_t count) const {
        const Instance* seen = &given;
        if (!config_.transformer.idle() || config_.memory.bits) {
            prepared_ = given;
            if (config_.memory.bits) hash_names(prepared_);
            transformer_ = transformer_ ? std::move(transformer_) : config_.transformer;
            (*transformer_)(prepared_, count);
            seen = &prepared_;
        }
        if (config_.unit_interval || config_.attributes)
            for (const Feature& feature : *seen) check(feature);
        if (config_.attributes && seen->size() > *config_.attributes) refuse_too_many();
        return *seen;
    }

    void check(const Feature& feature) const {
        if (config_.unit_interval) check_value(feature);
        if (config_.attributes && !feature.named() && feature.code >= *config_.attributes)
            throw InputError(describe(feature) + ": the learner was made for n = " + std::to_string(*config_.attributes) +
                             " attributes, columns 0 to n - 1");
    }

    void check_value(const Feature& feature) const {
        if (counts_attributes() && feature.value < 0.0)
            throw InputError(describe(feature) + " has the value " + std::to_string(feature.value) +
                             "; naive Bayes counts, and a count is not negative (shift the values, or use a signed learner "
                             "such as AdaptiveWinnow, Arow or Perceptron)");
        if (!(feature.value >= 0.0 && feature.value <= config_.largest_value))
            throw InputError(describe(feature) + " has the value " + std::to_string(feature.value) +
                             "; this learner needs values from 0 to 1 (scale them, or use a signed learner such as "
                             "BalancedWinnow, Perceptron or AdaptiveWinnow)");
    }

    bool is_new_name(const Feature& feature) const {
        return feature.named() && memory_.names().find(feature) == pristine_slot;
    }

    void refuse_more_names(std::size_t strangers) const {
        if (config_.attributes && memory_.names().mapped() + strangers > *config_.attributes) refuse_too_many();
    }

    double score(const Instance& given) const { return score(resolve(prepare(given))); }
    bool predict(const Instance& given) const { return predict(resolve(prepare(given))); }

    Outcome learn(const Instance& given, Label label, double weight) { return learn_prepared(prepare(given), label, weight); }

    Outcome learn_prepared(const Instance& instance, Label label, double weight) {
        if (weight == 0.0) return {predict(resolve(instance)), false};
        if (config_.attributes) register_names(instance);
        const Row row = resolve(instance);
        const Outcome outcome = learn(row, label, weight, [&] { return memory_.admit(instance, row, counts_.refused); });
        memory_.count(instance, counts_.refused);
        return outcome;
    }

    // A step towards the label as if this had been the loss, whatever was predicted: for those who decide by the scores of
    // several learners (multiclass.hpp). Whether the learner changed.
    bool move_prepared(const Instance& instance, Label label, double loss, double weight) {
        if (config_.attributes) register_names(instance);
        const Row row = resolve(instance);
        const bool updated = move(row, label, loss, weight, [&] { return memory_.admit(instance, row, counts_.refused); });
        memory_.count(instance, counts_.refused);
        return updated;
    }

    template <class Admit>
    bool move(const Row& row, Label label, double loss, double weight, Admit admit) {
        ++counts_.examples;
        const bool updated = update(admit, row, label, loss, weight, 0.0);
        if (updated) ++(label == Label::positive ? counts_.promotions : counts_.demotions);
        return updated;
    }

    double score(const Row& row) const {
        switch (config_.averaging) {
            case Averaging::averaged: return averaged_score(memory_.state(), row, history_, config_.bias, time());
            case Averaging::voted: return votes_.score(memory_.state(), row, config_.bias);
            case Averaging::none: break;
        }
        if (naive_bayes_) return naive_bayes_->score(memory_.state(), row);
        if (ensemble_) return ensemble_->score(memory_.state(), row);
        return factor() * rounded_score(memory_.state(), row, offsets());
    }

    bool predict(const Row& row) const {
        if (mistake_driven_) return Score(memory_.state(), row, offsets(), config_.nonnegative).at_least(0.0);
        Score score = lazy_score(row);
        return decide(score);
    }

    std::optional<double> probability(double score) const {
        if (config_.calibrated) return slope_.probability(score);
        if (std::holds_alternative<LogisticLoss>(config_.loss) || naive_bayes_ || ensemble_) return sigmoid(score);
        if (const auto* loss = std::get_if<RandomisedLoss>(&config_.loss)) return loss->probability(score);
        return std::nullopt;
    }

    Row resolve(const Instance& instance) const { return memory_.resolve(instance); }

    // The loop's body. `admit` makes room for attributes not yet known and gives the row anew.
    template <class Admit>
    Outcome learn(const Row& row, Label label, double weight, Admit admit) {
        if (mistake_driven_) return learn_from_mistake(row, label, weight, admit);
        return ensemble_ ? learn_together(row, label, weight, admit) : learn_in_general(row, label, weight, admit);
    }

    Offsets offsets() const { return {config_.bias ? memory_.state().weight(bias_slot) : 0.0, 0.0 - config_.threshold}; }

private:
    // Most examples are predicted rightly and change nothing: what they pass through is kept short.
    template <class Admit>
    Outcome learn_from_mistake(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        Score score(memory_.state(), row, offsets(), config_.nonnegative);
        const bool predicted = score.at_least(0.0);
        ++counts_.examples;
        if (predicted == positive) return {predicted, false};
        ++counts_.mistakes;
        const bool updated = update(admit, row, label, 1.0, weight, 0.0);
        if (updated) ++(positive ? counts_.promotions : counts_.demotions);
        return {predicted, updated};
    }

    template <class Admit>
    Outcome learn_in_general(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        Score score = config_.averaging == Averaging::none ? lazy_score(row) : Score(this->score(row));
        const bool predicted = decide(score);
        if (config_.calibrated) slope_.learn(score.value(), positive);
        if (const auto* loss = std::get_if<RandomisedLoss>(&config_.loss))
            expected_mistakes_ += std::fabs((positive ? 1.0 : 0.0) - loss->probability(score.value()));

        // An averaged or voted predictor answers for all vectors, but learns from the last one's mistakes.
        std::optional<Score> current;
        if (config_.averaging != Averaging::none) current.emplace(memory_.state(), row, offsets(), false);
        Score& learns_from = current ? *current : score;
        const bool decided = current ? current->at_least(0.0) : predicted;

        const double loss = loss_of(learns_from, decided, label);
        ++counts_.examples;
        counts_.mistakes += predicted != positive;
        bool updated = false;
        if (loss > 0.0) {
            const double value = needs_value() ? learns_from.value() : 0.0;
            updated = update(admit, row, label, loss, weight, value);
        }
        if (updated) ++(positive ? counts_.promotions : counts_.demotions);
        else if (config_.averaging == Averaging::voted) votes_.survive();
        return {predicted, updated};
    }

    // Every learner of the ensemble learns from every example.
    template <class Admit>
    Outcome learn_together(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        const bool predicted = ensemble_->learn(memory_.state(), memory_.names(), row, label, weight, admit);
        ++counts_.examples;
        counts_.mistakes += predicted != positive;
        ++(positive ? counts_.promotions : counts_.demotions);
        return {predicted, true};
    }

    // w_i = factor * weight column.
    double factor() const { return normalised_ ? normalised_->factor() : 1.0; }

    double time() const { return static_cast<double>(counts_.examples); }

    bool counts_attributes() const { return std::holds_alternative<LogCountsLink>(config_.link); }

    bool needs_value() const {
        return std::holds_alternative<AggressiveRate>(config_.rate) ||
               std::holds_alternative<PassiveAggressiveRate>(config_.rate) ||
               std::holds_alternative<SecondOrderRate>(config_.rate);
    }

    bool learns_from_mistakes_alone() const {
        return std::holds_alternative<MistakeLoss>(config_.loss) && !std::holds_alternative<AlmaRate>(config_.rate) &&
               !needs_value() && !always_needs_value();
    }

    bool always_needs_value() const {
        return normalised_ || naive_bayes_ || ensemble_ || std::holds_alternative<LogisticLoss>(config_.loss) || config_.calibrated ||
               config_.averaging != Averaging::none;
    }

    Score lazy_score(const Row& row) const {
        if (always_needs_value()) return Score(score(row));
        return Score(memory_.state(), row, offsets(), config_.nonnegative);
    }

    bool decide(Score& score) const {
        if (const auto* loss = std::get_if<RandomisedLoss>(&config_.loss))
            return coin(config_.seed, counts_.examples) < loss->probability(score.value());
        return score.at_least(0.0);
    }

    double loss_of(Score& score, bool decided, Label label) const {
        if (const auto* alma = std::get_if<AlmaRate>(&config_.rate))
            return InclusiveMarginLoss{alma->margin_at(static_cast<double>(counts_.updates() + 1))}(score, decided, label);
        return std::visit([&](const auto& loss) { return loss(score, decided, label); }, config_.loss);
    }

    template <class Admit>
    bool update(Admit admit, Row row, Label label, double loss, double weight, double score) {
        const double y = sign(label);
        // What can't move is found out before any attribute is admitted.
        const std::optional<double> step = step_of(row, label, loss, weight, score);
        if (!step) return false;
        row = admit();
        State& state = memory_.state();
        if (normalised_) {
            normalised_->update(state, row, *step, config_.bias, counts_.overflows);
            return true;
        }
        if (naive_bayes_) {
            naive_bayes_->update(state, row, label, std::fabs(*step), counts_.overflows);
            return true;
        }
        Updater move(state, config_.range, counts_.overflows, config_.bias);
        if (const auto* rate = std::get_if<AdaptiveRate>(&config_.rate)) {
            move(row, config_.link, AdaptiveStep{rate->rate, *step, second_});
        } else if (const auto* rate = std::get_if<SecondOrderRate>(&config_.rate)) {
            const double beta = 1.0 / (variance_of(row) + rate->r);
            move(row, config_.link, SecondOrderStep{(1.0 - y * score) * beta * weight * y, beta, second_});
        } else if (std::holds_alternative<EliminatingRate>(config_.rate) && label == Label::negative) {
            move(row, config_.link, EliminatingStep{});
        } else if (std::holds_alternative<HalvesLink>(config_.link)) {
            move(row, config_.link, HalvesStep{*step});
        } else if (config_.monitor) {
            move(row, config_.link, MonitoredStep{*step, config_.monitor->above, config_.monitor->least});
        } else {
            std::optional<History> history;
            if (config_.averaging == Averaging::averaged) history = History{history_, time()};
            move(row, config_.link, UniformStep{*step}, history);
            if (config_.averaging == Averaging::voted) {
                // Past vectors remember attributes even where the present one is back at 0.
                for (std::size_t i = 0; i < row.size; ++i) state.dual(row.slots[i])[seen_] = 1.0;
                votes_.extend(row, *step);
            }
        }
        return true;
    }

    // How far the duals move per unit of x, y included; nothing where the step is not a number one can move by.
    std::optional<double> step_of(const Row& row, Label label, double loss, double weight, double score) const {
        const double y = sign(label);
        double step = 0.0;
        if (const auto* rate = std::get_if<ConstantRate>(&config_.rate)) {
            step = rate->rate * loss * weight * y;
        } else if (const auto* rate = std::get_if<EliminatingRate>(&config_.rate)) {
            step = rate->rate * loss * weight * y;
        } else if (const auto* rate = std::get_if<AlmaRate>(&config_.rate)) {
            if (row.size == 0 && !config_.bias) return std::nullopt;
            step = rate->step_at(static_cast<double>(counts_.updates() + 1)) * weight * y;
        } else if (std::holds_alternative<AdaptiveRate>(config_.rate)) {
            step = loss * weight * y;
        } else if (std::holds_alternative<SecondOrderRate>(config_.rate)) {
            step = y;
        } else if (const auto* rate = std::get_if<PassiveAggressiveRate>(&config_.rate)) {
            const double length = squared_length(row, config_.bias);
            if (length == 0.0) return std::nullopt;
            step = rate->step(rate->margin - y * score, length) * weight * y;
        } else if (const auto* rate = std::get_if<AggressiveRate>(&config_.rate)) {
            const TargetStep solve(memory_.state(), row, config_.link, config_.bias);
            step = solve(score, config_.threshold, y * rate->margin) * weight;
        }
        if (!std::isfinite(step)) return std::nullopt;
        return step;
    }

    double variance_of(const Row& row) const {
        ExactSum sum;
        const State& state = memory_.state();
        const auto take = [&](Slot slot, double x) {
            if (slot != silent_slot) sum.add(state.dual(slot)[second_] * (x * x));
        };
        for (std::size_t i = 0; i < row.size; ++i) take(row.slots[i], row.value(i));
        if (config_.bias) take(bias_slot, 1.0);
        return sum.rounded();
    }

    void hash_names(Instance& instance) const {
        const std::uint64_t mask = (std::uint64_t{1} << *config_.memory.bits) - 1;
        for (Feature& feature : instance) {
            if (config_.unit_interval) check_value(feature);  // what is too large by itself; sums are another matter
            feature = Feature::column((feature.named() ? vw_index(feature.text()) : feature.code) & mask, feature.value);
        }
        canonical_(instance, Repeats::add_up);
        // Two names that fall on one index are one boolean attribute to a learner over [0, 1].
        if (config_.unit_interval)
            for (Feature& feature : instance)
                if (feature.value > config_.largest_value) feature.value = config_.largest_value;
    }

    // A learner made for n attributes remembers every name it learned from, to refuse the (n + 1)st.
    void register_names(const Instance& instance) {
        std::size_t strangers = 0;
        for (const Feature& feature : instance) strangers += is_new_name(feature);
        refuse_more_names(strangers);
        if (strangers == 0) return;
        for (const Feature& feature : instance)
            if (feature.named()) memory_.state().dual(memory_.slot_for(feature))[seen_] = 1.0;
    }

    [[noreturn]] void refuse_too_many() const {
        throw InputError("more than n = " + std::to_string(*config_.attributes) +
                         " attributes: the learner was made for n, and its bound with it; make it with a larger n");
    }

    void check_initial(const std::vector<double>& initial) const {
        const Range& range = config_.range;
        if (!(initial[0] >= range.low && initial[0] <= range.high))
            throw ParameterError("the initial dual " + std::to_string(initial[0]) + " lies outside the range");
        if (!(initial[0] >= range.guard_low && initial[0] <= range.guard_high))
            throw ParameterError("the initial dual " + std::to_string(initial[0]) + " gives a weight larger than 1e150");
    }

    void set_guards() {
        const double limit = std::visit([](const auto& link) { return link.limit(); }, config_.link);
        config_.range.guard_high = limit;
        const bool vanishes = std::holds_alternative<ExponentialLink>(config_.link);
        config_.range.guard_low = counts_attributes() ? 0.0 : vanishes ? -size_limit : -limit;
    }

    Config config_;
    Memory memory_;
    Counts counts_;
    Slope slope_;
    VoteChain votes_;
    std::optional<Normalised> normalised_;
    std::optional<NaiveBayes> naive_bayes_;
    std::optional<Ensemble> ensemble_;
    bool mistake_driven_ = false;
    std::size_t second_ = 0;  // the rate's own column: squares or variance
    std::size_t history_ = 0;
    std::size_t seen_ = 0;
    std::vector<Column> columns_;
    double expected_mistakes_ = 0.0;

    mutable Instance prepared_;
    mutable std::optional<Transformer> transformer_;
    mutable Canonicaliser canonical_;
};

}  // namespace thresher
