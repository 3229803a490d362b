// Naive Bayes as a learner of two labels: it counts every example, whatever it had predicted.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "thresher/bayes/naive_bayes.hpp"
#include "thresher/data/intake.hpp"
#include "thresher/data/label.hpp"
#include "thresher/data/scratch.hpp"
#include "thresher/linear/calibration.hpp"
#include "thresher/linear/range.hpp"
#include "thresher/state/columns.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class NaiveBayesLearner {
public:
    using Scratch = thresher::Scratch;
    static constexpr const char* kind = "naive_bayes";
    static constexpr bool fetches_next = false;
    static constexpr bool scores_when_learning = false;
    static constexpr bool can_be_moved = false;

    // `calibrated`: probabilities are fitted, because attributes are never as independent as it takes them to be.
    NaiveBayesLearner(Intake intake, const MemoryPolicy& memory, const LogCountsLink& link, bool calibrated)
        : intake_(std::move(intake)), memory_(memory), link_(link), counting_(link, memory), calibrated_(calibrated) {
        std::vector<double> initial{0.0, 0.0};
        columns_ = {Column::dual, Column::negative_half};
        const auto extra = [&](Column column) {
            columns_.push_back(column);
            initial.push_back(0.0);
            return initial.size() - 1;
        };
        if (memory.counts()) memory_.state().count_occurrences_in(extra(Column::occurrences));
        if (intake_.attributes) seen_ = extra(Column::seen);
        range_.guard_low = 0.0;
        range_.guard_high = link.limit();
        memory_.state().begin(initial, link(initial.data()), WeightPlace::beside);
    }

    const Intake& intake() const { return intake_; }
    const LogCountsLink& link() const { return link_; }
    const Range& range() const { return range_; }
    const Counts& counts() const { return counts_; }
    Counts& counts() { return counts_; }
    const Memory<State>& memory() const { return memory_; }
    Memory<State>& memory() { return memory_; }
    Slope& slope() { return slope_; }
    const Slope& slope() const { return slope_; }
    NaiveBayes& counting() { return counting_; }
    const NaiveBayes& counting() const { return counting_; }
    const std::vector<Column>& columns() const { return columns_; }
    double bias() const { return counting_.prior(); }
    std::size_t bytes() const { return memory_.bytes(); }

    bool is_mistake_driven() const { return false; }
    bool needs_every_vector() const { return false; }
    bool changes_with_every_example() const { return false; }
    bool can_fail_half_way() const { return intake_.attributes.has_value(); }
    bool calls_python() const { return false; }
    bool has_logits() const { return false; }
    bool can_move() const { return false; }

    double weight_of(Slot slot) const { return counting_.weight_of(memory_.state(), slot); }

    bool is_new() const { return counts_.examples == 0 && memory_.names().mapped() == 0 && memory_.state().direct_size() == 0; }
    void renew() {
        memory_.reset();
        counts_ = {};
        slope_ = {};
        counting_ = NaiveBayes(link_, memory_.policy());
    }
    void keep(Slot slot) { memory_.state().dual(slot)[seen_] = 1.0; }

    // Where the weights of a row to come stand: those of direct columns.
    NumberColumn direct() const { return memory_.state().direct_weights(); }
    [[gnu::always_inline]] static void prefetch(const NumberColumn& direct, std::span<const Slot> slots) { direct.prefetch(slots); }

    double score(const Row& row, Scratch&) const { return counting_.score(memory_.state(), row); }
    bool predict(const Row& row, Scratch& scratch) const { return score(row, scratch) >= 0.0; }
    std::optional<double> probability(double score) const { return calibrated_ ? slope_.probability(score) : sigmoid(score); }

    template <class Admit>
    Outcome learn(const Row& row, Label label, double weight, Admit admit, Scratch& scratch) {
        const bool positive = label == Label::positive;
        const double value = score(row, scratch);
        const bool predicted = value >= 0.0;
        if (calibrated_) slope_.learn(value, positive);
        ++counts_.examples;
        counts_.mistakes += predicted != positive;
        counting_.update(memory_.state(), admit(), label, weight, counts_.overflows);
        ++(positive ? counts_.promotions : counts_.demotions);
        return {predicted, true};
    }

private:
    Intake intake_;
    Memory<State> memory_;
    LogCountsLink link_;
    NaiveBayes counting_;
    bool calibrated_;
    Range range_;
    Counts counts_;
    Slope slope_;
    std::size_t seen_ = 0;
    std::vector<Column> columns_;
};

}  // namespace thresher
