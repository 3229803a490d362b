// What a learner has learned: for every attribute its weight and its dual, by slot.
//
// A slot's dual is a short record: z first, then whatever the choice of rate, range and link needs. What an example changes is
// written by linear/update.hpp, linear/adaptive_update.hpp and linear/normalised.hpp for linear learners and by
// bayes/naive_bayes.hpp for counts; restoring and merging write whole records.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "thresher/numeric/huge_pages.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

// Where weights stand. Memory is asked for by the cache line, so what is used together lies together.
enum class WeightPlace {
    apart,    // predicting reads weights alone, and most examples change nothing
    beside,   // before the record: nearly every example changes the record too
    is_dual,  // the link is the identity: z is the weight
};

// One number of every direct column, or of every mapped slot: so many numbers from one to the next.
struct NumberColumn {
    const double* first;
    std::size_t stride;
    const double& operator[](std::size_t i) const { return first[i * stride]; }

    // Asks for the numbers of these, and for all that goes with each: it may lie across two cache lines. Numbers side by side are found
    // without multiplying, which costs as much as asking.
    [[gnu::always_inline]] void prefetch(std::span<const Slot> slots) const {
        if (stride == 1) {
#pragma GCC unroll 4
            for (const Slot slot : slots) __builtin_prefetch(first + slot);
            return;
        }
        const std::size_t last = stride > 2 ? stride - 1 : 0;
        for (const Slot slot : slots) {
            __builtin_prefetch(first + slot * stride);
            if (last != 0) __builtin_prefetch(first + slot * stride + last);
        }
    }
};

class State {
public:
    State() = default;

    // `initial` is the whole dual record of an attribute nobody has seen, `weight` what the link makes of it.
    void begin(std::vector<double> initial, double weight, WeightPlace place = WeightPlace::apart) {
        initial_ = std::move(initial);
        initial_weight_ = weight;
        place_ = place;
        reset();
    }

    void reset() {
        direct_ = {};
        mapped_ = {};
        grow_mapped(first_free_slot & ~mapped_bit);
        weight(silent_slot) = 0.0;
    }

    std::size_t stride() const { return initial_.size(); }
    std::span<const double> initial() const { return initial_; }
    double initial_weight() const { return initial_weight_; }

    const double& weight(Slot slot) const { return weights_of(block(slot))[slot & ~mapped_bit]; }
    double& weight(Slot slot) { return first_weight(block(slot))[(slot & ~mapped_bit) * weight_stride()]; }
    const double* dual(Slot slot) const { return &block(slot).records[(slot & ~mapped_bit) * pitch() + before()]; }
    double* dual(Slot slot) { return &block(slot).records[(slot & ~mapped_bit) * pitch() + before()]; }

    // Weight and dual record of a slot, by pointers that stay put while an update runs.
    struct Cells {
        double* weight[2];
        double* dual[2];
        std::size_t weight_stride;
        std::size_t dual_stride;
        std::size_t size;  // of a record

        double& weight_at(Slot slot) const { return weight[slot >> 31][(slot & ~mapped_bit) * weight_stride]; }
        double* dual_at(Slot slot) const { return dual[slot >> 31] + (slot & ~mapped_bit) * dual_stride; }
    };
    Cells cells() {
        return {{first_weight(direct_), first_weight(mapped_)},
                {direct_.records.data() + before(), mapped_.records.data() + before()},
                weight_stride(),
                pitch(),
                stride()};
    }

    // How often an attribute was learned from, where that is counted: a column of its record.
    void count_occurrences_in(std::size_t column) { occurrences_ = column; }
    double occurrences(Slot slot) const { return dual(slot)[occurrences_]; }
    double& occurrences(Slot slot) { return dual(slot)[occurrences_]; }

    // How far an attribute is from one never seen: who is nearest is the first to be forgotten.
    double distance(Slot slot) const { return std::fabs(weight(slot) - initial_weight_); }

    std::size_t bytes() const {
        std::size_t numbers = initial_.capacity();
        for (const Block* block : {&direct_, &mapped_}) numbers += block->weights.capacity() + block->records.capacity();
        return numbers * sizeof(double);
    }

    WeightPlace weight_place() const { return place_; }
    NumberColumn direct_weights() const { return weights_of(direct_); }
    NumberColumn mapped_weights() const { return weights_of(mapped_); }
    NumberColumn direct_column(std::size_t column) const { return column_of(direct_, column); }
    NumberColumn mapped_column(std::size_t column) const { return column_of(mapped_, column); }
    std::size_t direct_size() const { return direct_.size; }
    std::size_t mapped_size() const { return mapped_.size; }
    void grow_direct(std::size_t size) { grow(direct_, size); }
    void grow_mapped(std::size_t size) { grow(mapped_, size); }
    void truncate_mapped(std::size_t size) {
        mapped_.size = size;
        if (place_ == WeightPlace::apart) mapped_.weights.resize(size);
        mapped_.records.resize(size * pitch());
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
        std::size_t size = 0;
        PagedVector<double> weights;  // where they stand apart
        PagedVector<double> records;
    };

    // Numbers before a record, and from one record to the next.
    std::size_t before() const { return place_ == WeightPlace::beside ? 1 : 0; }
    std::size_t pitch() const { return stride() + before(); }
    std::size_t weight_stride() const { return place_ == WeightPlace::apart ? 1 : pitch(); }

    const Block& block(Slot slot) const { return (slot & mapped_bit) ? mapped_ : direct_; }
    Block& block(Slot slot) { return (slot & mapped_bit) ? mapped_ : direct_; }

    double* first_weight(Block& block) const { return place_ == WeightPlace::apart ? block.weights.data() : block.records.data(); }
    NumberColumn weights_of(const Block& block) const {
        return {place_ == WeightPlace::apart ? block.weights.data() : block.records.data(), weight_stride()};
    }

    NumberColumn column_of(const Block& block, std::size_t column) const {
        return {block.records.empty() ? nullptr : block.records.data() + before() + column, pitch()};
    }

    void grow(Block& block, std::size_t size) {
        const std::size_t old = block.size;
        if (size <= old) return;
        block.size = size;
        if (place_ == WeightPlace::apart) block.weights.resize(size, initial_weight_);
        block.records.resize(size * pitch(), initial_[0]);
        if (is_one_number()) return;
        for (double* at = block.records.data() + old * pitch(); at != block.records.data() + size * pitch(); at += pitch()) {
            if (place_ == WeightPlace::beside) at[0] = initial_weight_;
            std::ranges::copy(initial_, at + before());
        }
    }

    // Whether all that is kept of an attribute nobody has seen is the same number, to the bit.
    bool is_one_number() const {
        const auto same = [&](double number) { return std::bit_cast<std::uint64_t>(number) == std::bit_cast<std::uint64_t>(initial_[0]); };
        return std::ranges::all_of(initial_, same) && (place_ != WeightPlace::beside || same(initial_weight_));
    }

    std::vector<double> initial_;
    double initial_weight_ = 0.0;
    WeightPlace place_ = WeightPlace::apart;
    std::size_t occurrences_ = 0;
    Block direct_;  // columns below the extent, slot = column
    Block mapped_;
};

}  // namespace thresher
