// One quasi-additive learner: link x loss x rate x range over one state.
//
//     predict   positive iff the score >= 0
//     learn     predict, then let the loss decide how much to move and the rate how far
//
// What takes a const learner can't learn.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "thresher/data/intake.hpp"
#include "thresher/data/label.hpp"
#include "thresher/data/scratch.hpp"
#include "thresher/linear/averaging.hpp"
#include "thresher/linear/calibration.hpp"
#include "thresher/linear/config.hpp"
#include "thresher/linear/manner.hpp"
#include "thresher/linear/move_row.hpp"
#include "thresher/linear/normalised.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/linear/step.hpp"
#include "thresher/state/columns.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class LinearLearner {
public:
    using Scratch = thresher::Scratch;
    static constexpr const char* kind = "linear";
    static constexpr bool fetches_next = false;
    static constexpr bool scores_when_learning = false;  // leaves the score of an example it learned in its scratch
    static constexpr bool can_be_moved = true;           // by others than its own loss

    LinearLearner(Intake intake, const MemoryPolicy& memory, LinearConfig config) : intake_(std::move(intake)), memory_(memory) {
        std::vector<double> initial{config.initial_dual};
        columns_.push_back(Column::dual);
        const auto extra = [&](Column column, double value) {
            columns_.push_back(column);
            initial.push_back(value);
            return initial.size() - 1;
        };
        if (std::holds_alternative<HalvesLink>(config.link)) extra(Column::negative_half, config.initial_dual);
        if (std::holds_alternative<AdaptiveRate>(config.rate)) second_ = extra(Column::squares, 0.0);
        if (std::holds_alternative<SecondOrderRate>(config.rate)) second_ = extra(Column::variance, 1.0);
        if (config.averaging == Averaging::averaged) history_ = extra(Column::history, 0.0);
        if (auto* link = std::get_if<PerAttributeLink>(&config.link)) link->column = extra(Column::link, 0.0);
        if (memory.counts()) memory_.state().count_occurrences_in(extra(Column::occurrences, 0.0));
        if (intake_.attributes || config.averaging == Averaging::voted) seen_ = extra(Column::seen, 0.0);
        set_guards(config);
        check_initial(config.range, initial[0]);
        memory_.state().begin(initial, evaluate(config.link, initial.data()), place_of_weights(config));
        memory_.must_map(config.averaging == Averaging::voted);
        shared_config_ = std::make_shared<const LinearConfig>(std::move(config));
        begin_normalised();
        mistake_driven_ = learns_from_mistakes_alone(this->config());
        plainly_averaged_ = is_plainly_averaged(this->config());
    }

    const Intake& intake() const { return intake_; }
    const LinearConfig& config() const { return *shared_config_; }
    const Link& link() const { return config().link; }
    const Range& range() const { return config().range; }
    const Counts& counts() const { return counts_; }
    Counts& counts() { return counts_; }
    const Memory<State>& memory() const { return memory_; }
    Memory<State>& memory() { return memory_; }
    Slope& slope() { return slope_; }
    const Slope& slope() const { return slope_; }
    std::optional<Normalised>& normalised() { return normalised_; }
    const std::optional<Normalised>& normalised() const { return normalised_; }
    VoteChain& votes() { return votes_; }
    const VoteChain& votes() const { return votes_; }
    double expected_mistakes() const { return expected_mistakes_; }
    void restore_expected_mistakes(double value) { expected_mistakes_ = value; }
    const std::vector<Column>& columns() const { return columns_; }
    double bias() const { return config().bias ? weight_of(bias_slot) : 0.0; }
    // On the heap, but for what copies share.
    std::size_t bytes() const { return memory_.bytes() + votes_.bytes() + columns_.capacity() * sizeof(Column); }

    bool is_mistake_driven() const { return mistake_driven_; }
    bool needs_every_vector() const { return config().averaging == Averaging::voted; }
    bool changes_with_every_example() const { return config().averaging != Averaging::none; }
    bool can_fail_half_way() const { return intake_.attributes.has_value() || std::holds_alternative<CustomLink>(config().link); }
    bool calls_python() const { return std::holds_alternative<CustomLink>(config().link); }
    bool has_logits() const { return thresher::has_logits(config()); }

    // What one attribute adds to the score per unit of value. (A voted predictor is not linear: its averaged weight.)
    double weight_of(Slot slot) const {
        const State& state = memory_.state();
        if (config().averaging == Averaging::averaged)
            return slot == silent_slot ? 0.0 : (time() + 1.0) * state.weight(slot) - state.dual(slot)[history_];
        return factor() * state.weight(slot);
    }

    // Whether nothing was ever learned or set, and going back to that.
    bool is_new() const { return counts_.examples == 0 && memory_.names().mapped() == 0 && memory_.state().direct_size() == 0; }
    void renew() {
        memory_.reset();
        counts_ = {};
        slope_ = {};
        votes_ = {};
        expected_mistakes_ = 0.0;
        begin_normalised();
    }

    // A name that takes one of n places, so that it is never given up again.
    void keep(Slot slot) { memory_.state().dual(slot)[seen_] = 1.0; }

    // Where the weights of a row to come stand: those of direct columns.
    NumberColumn direct() const { return memory_.state().direct_weights(); }
    [[gnu::always_inline]] static void prefetch(const NumberColumn& direct, std::span<const Slot> slots) { direct.prefetch(slots); }

    double score(const Row& row, Scratch&) const { return score_of(row); }

    bool predict(const Row& row, Scratch&) const {
        if (mistake_driven_) return Score(memory_.state(), row, offsets(), config().nonnegative).at_least(0.0);
        if (plainly_averaged_) return AveragedAnswer(memory_.state(), row, history_, config().bias, time()).all();
        Score score = lazy_score(row);
        return decide(score);
    }

    std::optional<double> probability(double score) const {
        if (config().calibrated) return slope_.probability(score);
        if (has_logits()) return sigmoid(score);
        if (const auto* loss = std::get_if<RandomisedLoss>(&config().loss)) return loss->probability(score);
        return std::nullopt;
    }

    // The loop's body. `admit` makes room for attributes not yet known and gives the row anew.
    template <class Admit>
    Outcome learn(const Row& row, Label label, double weight, Admit admit, Scratch&) {
        if (mistake_driven_) return learn_from_mistake(row, label, weight, admit);
        if (plainly_averaged_) return learn_averaged(row, label, weight, admit);
        return learn_in_general(row, label, weight, admit);
    }

    // What moving asks of it.
    bool can_move() const { return can_be_ordered(config()); }

    // A step towards the label as if this had been the loss, whatever was predicted: for those who decide by the scores of
    // several learners (classes/multiclass.hpp). Whether the learner changed.
    template <class Admit>
    bool move(const Row& row, Label label, double loss, double weight, Admit admit, Scratch&) {
        ++counts_.examples;
        const bool updated = update(admit, row, label, loss, weight, 0.0);
        if (updated) ++(label == Label::positive ? counts_.promotions : counts_.demotions);
        return updated;
    }

    // Its loss of how far the right class is ahead.
    double loss_of_gap(double gap, bool right) const {
        Score score(gap);
        return std::visit([&](const auto& loss) { return loss(score, right, Label::positive); }, config().loss);
    }

private:
    void begin_normalised() {
        if (const auto* link = std::get_if<NormalisedLink>(&config().link)) normalised_.emplace(link->p, config().radius.value_or(1.0));
    }

    Offsets offsets() const { return {config().bias ? memory_.state().weight(bias_slot) : 0.0, 0.0 - config().threshold}; }

    double score_of(const Row& row) const {
        switch (config().averaging) {
            case Averaging::averaged: return averaged_score(memory_.state(), row, history_, config().bias, time());
            case Averaging::voted: return votes_.score(memory_.state(), row, config().bias);
            case Averaging::none: break;
        }
        return factor() * rounded_score(memory_.state(), row, offsets());
    }

    // Most examples are predicted rightly and change nothing: what they pass through is kept short.
    template <class Admit>
    Outcome learn_from_mistake(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        Score score(memory_.state(), row, offsets(), config().nonnegative);
        const bool predicted = score.at_least(0.0);
        ++counts_.examples;
        if (predicted == positive) return {predicted, false};
        ++counts_.mistakes;
        const bool updated = update(admit, row, label, 1.0, weight, 0.0);
        if (updated) ++(positive ? counts_.promotions : counts_.demotions);
        return {predicted, updated};
    }

    // All past vectors answer, the last one learns.
    template <class Admit>
    Outcome learn_averaged(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        const AveragedAnswer answer(memory_.state(), row, history_, config().bias, time());
        ++counts_.examples;
        counts_.mistakes += answer.all() != positive;
        if (answer.current() == positive) return {answer.all(), false};
        const bool updated = update(admit, row, label, 1.0, weight, 0.0);
        if (updated) ++(positive ? counts_.promotions : counts_.demotions);
        return {answer.all(), updated};
    }

    template <class Admit>
    Outcome learn_in_general(const Row& row, Label label, double weight, Admit admit) {
        const bool positive = label == Label::positive;
        Score score = config().averaging == Averaging::none ? lazy_score(row) : Score(score_of(row));
        const bool predicted = decide(score);
        if (config().calibrated) slope_.learn(score.value(), positive);
        if (const auto* loss = std::get_if<RandomisedLoss>(&config().loss))
            expected_mistakes_ += std::fabs((positive ? 1.0 : 0.0) - loss->probability(score.value()));

        // An averaged or voted predictor answers for all vectors, but learns from the last one's mistakes.
        std::optional<Score> current;
        if (config().averaging != Averaging::none) current.emplace(memory_.state(), row, offsets(), false);
        Score& learns_from = current ? *current : score;
        const bool decided = current ? current->at_least(0.0) : predicted;

        const double loss = loss_of(learns_from, decided, label);
        ++counts_.examples;
        counts_.mistakes += predicted != positive;
        bool updated = false;
        if (loss > 0.0) {
            const double value = needs_value(config().rate) ? learns_from.value() : 0.0;
            updated = update(admit, row, label, loss, weight, value);
        }
        if (updated)
            ++(positive ? counts_.promotions : counts_.demotions);
        else if (config().averaging == Averaging::voted)
            votes_.survive();
        return {predicted, updated};
    }

    // w_i = factor * weight column.
    double factor() const { return normalised_ ? normalised_->factor() : 1.0; }

    double time() const { return static_cast<double>(counts_.examples); }

    Score lazy_score(const Row& row) const {
        if (always_needs_value(config())) return Score(score_of(row));
        return Score(memory_.state(), row, offsets(), config().nonnegative);
    }

    bool decide(Score& score) const {
        if (const auto* loss = std::get_if<RandomisedLoss>(&config().loss))
            return coin(config().seed, counts_.examples) < loss->probability(score.value());
        return score.at_least(0.0);
    }

    double loss_of(Score& score, bool decided, Label label) const {
        if (const auto* alma = std::get_if<AlmaRate>(&config().rate))
            return InclusiveMarginLoss{alma->margin_at(static_cast<double>(counts_.updates() + 1))}(score, decided, label);
        return std::visit([&](const auto& loss) { return loss(score, decided, label); }, config().loss);
    }

    template <class Admit>
    bool update(Admit admit, Row row, Label label, double loss, double weight, double score) {
        // What can't move is found out before any attribute is admitted.
        const std::optional<double> step = step_of(config(), memory_.state(), row, {label, loss, weight, score, counts_.updates() + 1});
        if (!step) return false;
        row = admit();
        State& state = memory_.state();
        if (normalised_) {
            normalised_->update(state, row, *step, config().bias, counts_.overflows);
            return true;
        }
        std::optional<History> history;
        if (config().averaging == Averaging::averaged) history = History{history_, time()};
        move_row(state, config(), row, {*step, label, weight, score, second_, history}, counts_.overflows);
        if (config().discard && config().discard->is_due(counts_.updates() + 1)) discard_small(memory_, link(), *config().discard);
        if (config().averaging == Averaging::voted) {
            // Past vectors remember attributes even where the present one is back at 0.
            for (std::size_t i = 0; i < row.size; ++i) state.dual(row.slots[i])[seen_] = 1.0;
            votes_.extend(row, *step);
        }
        return true;
    }

    Intake intake_;
    std::shared_ptr<const LinearConfig> shared_config_;  // what copies have in common
    Memory<State> memory_;
    Counts counts_;
    Slope slope_;
    VoteChain votes_;
    std::optional<Normalised> normalised_;
    bool mistake_driven_ = false;
    bool plainly_averaged_ = false;
    std::size_t second_ = 0;  // the rate's own column: squares or variance
    std::size_t history_ = 0;
    std::size_t seen_ = 0;
    std::vector<Column> columns_;
    double expected_mistakes_ = 0.0;
};

}  // namespace thresher
