// What a learner has learned: for every attribute its weight and its dual, in columns by slot.
//
// Weights stand apart from duals because predicting reads weights alone. A slot's dual is a short record: z first,
// then whatever the choice of rate, range and link needs. What an example changes is written by linear/update.hpp and
// linear/normalised.hpp for linear learners and by bayes/naive_bayes.hpp for counts; restoring and merging write whole records.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "thresher/numeric/huge_pages.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

class State {
public:
    State() = default;

    // `initial` is the whole dual record of an attribute nobody has seen, `weight` what the link makes of it.
    void begin(std::vector<double> initial, double weight) {
        initial_ = std::move(initial);
        initial_weight_ = weight;
        reset();
    }

    void reset() {
        direct_ = {};
        mapped_ = {};
        grow_mapped(first_free_slot & ~mapped_bit);
        mapped_.weight[silent_slot & ~mapped_bit] = 0.0;
    }

    std::size_t stride() const { return initial_.size(); }
    std::span<const double> initial() const { return initial_; }
    double initial_weight() const { return initial_weight_; }

    const double& weight(Slot slot) const { return block(slot).weight[slot & ~mapped_bit]; }
    double& weight(Slot slot) { return block(slot).weight[slot & ~mapped_bit]; }
    const double* dual(Slot slot) const { return &block(slot).dual[(slot & ~mapped_bit) * stride()]; }
    double* dual(Slot slot) { return &block(slot).dual[(slot & ~mapped_bit) * stride()]; }

    // Weight and dual record of a slot, by pointers that stay put while an update runs.
    struct Cells {
        double* weight[2];
        double* dual[2];
        std::size_t stride;

        double& weight_at(Slot slot) const { return weight[slot >> 31][slot & ~mapped_bit]; }
        double* dual_at(Slot slot) const { return dual[slot >> 31] + (slot & ~mapped_bit) * stride; }
    };
    Cells cells() { return {{direct_.weight.data(), mapped_.weight.data()}, {direct_.dual.data(), mapped_.dual.data()}, stride()}; }

    // How often an attribute was learned from, where that is counted: a column of its record.
    void count_occurrences_in(std::size_t column) { occurrences_ = column; }
    double occurrences(Slot slot) const { return dual(slot)[occurrences_]; }
    double& occurrences(Slot slot) { return dual(slot)[occurrences_]; }

    // How far an attribute is from one never seen: who is nearest is the first to be forgotten.
    double distance(Slot slot) const { return std::fabs(weight(slot) - initial_weight_); }

    std::size_t bytes() const { return (direct_size() + mapped_size()) * (1 + stride()) * sizeof(double); }

    const double* direct_weights() const { return direct_.weight.data(); }
    const double* mapped_weights() const { return mapped_.weight.data(); }
    std::size_t direct_size() const { return direct_.weight.size(); }
    std::size_t mapped_size() const { return mapped_.weight.size(); }
    void grow_direct(std::size_t size) { grow(direct_, size); }
    void grow_mapped(std::size_t size) { grow(mapped_, size); }
    void truncate_mapped(std::size_t size) {
        mapped_.weight.resize(size);
        mapped_.dual.resize(size * stride());
    }

    bool pristine(Slot slot) const {
        const double* record = dual(slot);
        for (std::size_t i = 0; i < stride(); ++i)
            if (record[i] != initial_[i]) return false;
        return true;
    }

    void copy_slot(Slot from, Slot to) {
        weight(to) = weight(from);
        std::copy_n(dual(from), stride(), dual(to));
    }

private:
    struct Block {
        PagedVector<double> weight;
        PagedVector<double> dual;
    };

    const Block& block(Slot slot) const { return (slot & mapped_bit) ? mapped_ : direct_; }
    Block& block(Slot slot) { return (slot & mapped_bit) ? mapped_ : direct_; }

    void grow(Block& block, std::size_t size) {
        const std::size_t old = block.weight.size();
        if (size <= old) return;
        block.weight.resize(size, initial_weight_);
        block.dual.resize(size * stride(), initial_[0]);
        if (stride() == 1) return;
        for (std::size_t at = old * stride(); at < block.dual.size(); at += stride())
            std::copy(initial_.begin(), initial_.end(), block.dual.begin() + static_cast<std::ptrdiff_t>(at));
    }

    std::vector<double> initial_;
    double initial_weight_ = 0.0;
    std::size_t occurrences_ = 0;
    Block direct_;  // columns below the extent, slot = column
    Block mapped_;
};

}  // namespace thresher
