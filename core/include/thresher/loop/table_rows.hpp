// Learning from a table of numbers where it lies: each name is looked up once, and a row is the slots of all columns beside its
// cells, a few rows turned at a time. Twelve bytes a cell of a matrix are neither written nor read again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "thresher/classes/two_labels.hpp"
#include "thresher/learner.hpp"
#include "thresher/loop/batch.hpp"
#include "thresher/rows/arrow/number_table.hpp"

namespace thresher {

class TableRows {
public:
    // Whether a row as it lies is what the learner would make of it, and is never refused.
    template <BinaryLearner L>
    static bool suit(const L& learner) {
        const Intake& intake = learner.intake();
        return intake.idle() && !intake.attributes && intake.values == ValueRange::any && !learner.memory().policy().watches() &&
               !learner.needs_every_vector() && !learner.calls_python();
    }

    explicit TableRows(const arrow::NumberTable& table) : names_(table.names), known_(table.names.size(), pristine_slot), slots_(known_) {
        values_.resize(known_.size());
        columns_.resize(known_.size());
    }

    // The rows [first, first + count) of a part, at most as many as a tile has, are next.
    void load(const arrow::NumberTable::Part& part, std::size_t first, std::size_t count) { tile_.load(part.columns, first, count); }

    // One of them, in place of an instance; good until the next one is made.
    struct One {
        TableRows& rows;
        std::size_t row;
    };
    One at(std::size_t row) { return {*this, row}; }

    template <BinaryLearner L>
    Row resolve(const L& learner, std::size_t row) {
        if (!asked_) look_up(learner);
        const double* const cells = tile_.row(row);
        full_ = tile_.full();
        if (full_) return {known_.data(), cells, known_.size(), true, unknown_ == 0};
        std::size_t size = 0;
        bool complete = true;
        for (std::size_t j = 0; j < known_.size(); ++j) {
            slots_[size] = known_[j];
            values_[size] = cells[j];
            columns_[size] = static_cast<std::uint32_t>(j);
            size += cells[j] != 0.0;
        }
        for (std::size_t i = 0; i < size && unknown_ > 0; ++i) complete &= slots_[i] != pristine_slot;
        return {slots_.data(), values_.data(), size, true, complete};
    }

    // The row that was resolved last, with a slot for every attribute.
    template <BinaryLearner L>
    Row admit(L& learner, const Row& row, std::size_t) {
        for (std::size_t i = 0; i < row.size && !row.complete; ++i) {
            const std::size_t column = full_ ? i : columns_[i];
            if (known_[column] == pristine_slot) {
                known_[column] = learner.memory().slot_for(names_[column]);
                --unknown_;
            }
            slots_[i] = known_[column];
        }
        return {full_ ? known_.data() : slots_.data(), row.values, row.size, true, true};
    }

private:
    template <BinaryLearner L>
    void look_up(const L& learner) {
        asked_ = true;
        for (std::size_t j = 0; j < known_.size(); ++j) {
            known_[j] = learner.memory().names().find(names_[j]);
            unknown_ += known_[j] == pristine_slot;
        }
    }

    const Instance& names_;
    arrow::NumberTile tile_;
    std::vector<Slot> known_;  // by column
    bool asked_ = false;
    std::size_t unknown_ = 0;  // columns without a slot of their own
    bool full_ = false;        // the row that was resolved last has all columns
    std::vector<Slot> slots_;  // of a row that lacks some
    std::vector<double> values_;
    std::vector<std::uint32_t> columns_;
};

// Learns from every row in turn, as from a matrix of them. False, with nothing learned, if the learner has to look at each row.
template <BinaryLearner L>
bool learn_table(TwoLabels<L>& two, const arrow::NumberTable& table, std::span<const Class> numbers, std::span<const double> weights,
                 std::span<Class> answers, typename L::Scratch& scratch) {
    if (!TableRows::suit(two.learner)) return false;
    check_numbers(two, numbers);
    TableRows rows(table);
    std::size_t row = 0;
    for (const arrow::NumberTable::Part& part : table.parts)
        for (std::size_t first = 0; first < part.rows; first += arrow::NumberTile::rows) {
            const std::size_t count = std::min(arrow::NumberTile::rows, part.rows - first);
            rows.load(part, first, count);
            for (std::size_t i = 0; i < count; ++i, ++row)
                answers[row] = two.learn(rows.at(i), numbers[row], weights.empty() ? 1.0 : weights[row], scratch).answer;
        }
    return true;
}

}  // namespace thresher
