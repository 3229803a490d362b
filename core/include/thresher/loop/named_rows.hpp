// Rows of a matrix whose columns have names: each name is looked up in the learner once for the whole matrix, and a row is the
// slots of its columns beside its values as they lie.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "thresher/data/check.hpp"
#include "thresher/data/matrix.hpp"
#include "thresher/learner.hpp"

namespace thresher {

template <class Index>
class NamedRows {
public:
    // Whether a row as it lies is what the learner would make of it: nothing to transform, to count or to add up.
    template <BinaryLearner L>
    static bool suit(const L& learner, const Matrix<Index>& matrix, const Shape& shape) {
        const Intake& intake = learner.intake();
        if (matrix.names.empty() || shape.repeats || !shape.nonzero || !intake.idle() || intake.attributes) return false;
        return !learner.memory().policy().watches() && !learner.needs_every_vector() && all_differ(matrix);
    }

    NamedRows(const Matrix<Index>& matrix, const Shape& shape) : matrix_(matrix), ones_(shape.ones), known_(matrix.names.size(), unasked) {}

    // One row, in place of an instance; good until the next one is made.
    struct One {
        NamedRows& rows;
        std::size_t row;
    };
    One at(std::size_t row) { return {*this, row}; }

    template <BinaryLearner L>
    Row resolve(const L& learner, std::size_t row) {
        const std::size_t begin = matrix_.begin(row), size = matrix_.end(row) - begin;
        const double* const values = ones_ ? nullptr : matrix_.values.data() + begin;
        // Rows of a table of numbers are all alike.
        if (complete_ && size == slots_.size() && size > 0 &&
            std::memcmp(&matrix_.indices[begin], &matrix_.indices[begin_], size * sizeof(Index)) == 0) {
            begin_ = begin;
            return {slots_.data(), values, size, true, true};
        }
        begin_ = begin;
        slots_.resize(size);
        const Names& names = learner.memory().names();
        bool complete = true;
        for (std::size_t i = 0; i < size; ++i) {
            const auto column = static_cast<std::size_t>(matrix_.indices[begin + i]);
            if (known_[column] == unasked) known_[column] = names.find(matrix_.names[column]);
            slots_[i] = known_[column];
            complete &= slots_[i] != pristine_slot;
        }
        complete_ = complete;
        return {slots_.data(), values, size, true, complete};
    }

    // The row that was resolved last, with a slot for every attribute.
    template <BinaryLearner L>
    Row admit(L& learner, const Row& row, std::size_t number) {
        const std::size_t begin = matrix_.begin(number);
        for (std::size_t i = 0; i < row.size && !row.complete; ++i) {
            if (slots_[i] != pristine_slot) continue;
            const auto column = static_cast<std::size_t>(matrix_.indices[begin + i]);
            slots_[i] = known_[column] = learner.memory().slot_for(matrix_.names[column]);
        }
        complete_ = true;
        return {slots_.data(), row.values, row.size, true, true};
    }

private:
    static constexpr Slot unasked = 0;  // no name has this slot

    // Names alone, each once: columns among them could change their slots while others are admitted.
    static bool all_differ(const Matrix<Index>& matrix) {
        Instance names;
        for (const Feature& name : matrix.names) {
            if (!name.named()) return false;
            names.push_back(name);
            names.back().value = 1.0;
        }
        Canonicaliser{}(names, Repeats::count_once);
        return names.size() == matrix.names.size();
    }

    const Matrix<Index>& matrix_;
    bool ones_;
    std::vector<Slot> known_;  // by column
    std::vector<Slot> slots_;  // of the row that was resolved last
    std::size_t begin_ = 0;    // where it begins
    bool complete_ = false;    // all of its attributes are known
};

template <class X>
concept NamedRow = requires(X x) {
    x.rows;
    x.row;
};

template <BinaryLearner L, NamedRow X>
double score(const L& learner, const X& x, typename L::Scratch& scratch) {
    return learner.score(x.rows.resolve(learner, x.row), scratch);
}

template <BinaryLearner L, NamedRow X>
bool predict(const L& learner, const X& x, typename L::Scratch& scratch) {
    return learner.predict(x.rows.resolve(learner, x.row), scratch);
}

template <BinaryLearner L, NamedRow X>
Outcome learn(L& learner, const X& x, Label label, double weight, typename L::Scratch& scratch) {
    const Row row = x.rows.resolve(learner, x.row);
    if (weight == 0.0) return {learner.predict(row, scratch), false};
    return learner.learn(row, label, weight, [&] { return x.rows.admit(learner, row, x.row); }, scratch);
}

}  // namespace thresher
