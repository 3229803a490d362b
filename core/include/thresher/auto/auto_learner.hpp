// Auto as a learner of two labels: every one of its experts learns from every example.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "thresher/auto/ensemble.hpp"
#include "thresher/data/intake.hpp"
#include "thresher/data/label.hpp"
#include "thresher/data/scratch.hpp"
#include "thresher/linear/calibration.hpp"
#include "thresher/state/boxed.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class AutoLearner {
public:
    struct Scratch : thresher::Scratch {
        Ensemble::Scratch ensemble;
    };
    static constexpr const char* kind = "auto";
    static constexpr bool fetches_next = true;
    static constexpr bool scores_when_learning = true;
    static constexpr bool can_be_moved = false;

    AutoLearner(Intake intake, const MemoryPolicy& memory) : intake_(std::move(intake)), memory_(memory) {
        if (intake_.attributes) throw ParameterError("Auto is not made for n attributes");
        if (memory.counts()) memory_.state().count_occurrences();
    }

    const Intake& intake() const { return intake_; }
    const Counts& counts() const { return counts_; }
    Counts& counts() { return counts_; }
    const Memory<Cells>& memory() const { return memory_; }
    Memory<Cells>& memory() { return memory_; }
    const Ensemble& ensemble() const { return *ensemble_; }
    Ensemble& ensemble() { return *ensemble_; }
    double bias() const { return weight_of(bias_slot); }
    // On the heap.
    std::size_t bytes() const { return memory_.bytes() + sizeof(Ensemble) + ensemble_->bytes(); }

    bool is_mistake_driven() const { return false; }
    bool needs_every_vector() const { return false; }
    bool changes_with_every_example() const { return false; }
    bool can_fail_half_way() const { return false; }
    bool calls_python() const { return false; }
    bool has_logits() const { return false; }
    bool can_move() const { return false; }

    double weight_of(Slot slot) const { return ensemble_->weight_of(memory_.state(), slot); }

    bool is_new() const { return counts_.examples == 0 && memory_.names().mapped() == 0 && memory_.state().direct_size() == 0; }
    void renew() {
        memory_.reset();
        counts_ = {};
        *ensemble_ = Ensemble();
    }
    void keep(Slot) {}

    // As it would be had every label been the other one.
    void mirror() {
        ensemble_->mirror();
        std::swap(counts_.promotions, counts_.demotions);
    }

    // Where the cells of a row to come stand, those of direct columns; both lines of the cache that one takes.
    const Cell* direct() const { return memory_.state().direct_cells(); }
    [[gnu::always_inline]] static void prefetch(const Cell* direct, std::span<const Slot> slots) {
        for (const Slot slot : slots) {
            const auto* cell = reinterpret_cast<const char*>(direct + slot);
            __builtin_prefetch(cell);
            __builtin_prefetch(cell + sizeof(Cell) / 2);
        }
    }

    double score(const Row& row, Scratch& scratch) const { return ensemble_->score(memory_.state(), row, scratch.ensemble); }
    bool predict(const Row& row, Scratch& scratch) const { return ensemble_->predict(memory_.state(), row, scratch.ensemble); }
    std::optional<double> probability(double score) const { return sigmoid(score); }

    template <class Admit>
    Outcome learn(const Row& row, Label label, double weight, Admit admit, Scratch& scratch) {
        const bool positive = label == Label::positive;
        const bool predicted = ensemble_->learn(memory_.state(), memory_.names(), row, label, weight, admit, scratch.ensemble);
        ++counts_.examples;
        counts_.mistakes += predicted != positive;
        ++(positive ? counts_.promotions : counts_.demotions);
        return {predicted, true};
    }

    // The score of the example last learned from, before its label was seen.
    static double score_before_label(const Scratch& scratch) { return scratch.ensemble.score(); }

private:
    Intake intake_;
    Memory<Cells> memory_;
    Counts counts_;
    Boxed<Ensemble> ensemble_;  // it is large: learners of many kinds share one place
};

}  // namespace thresher
