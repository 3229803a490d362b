// Many examples in one call: a loop over learn, never anything else, with all input checked before the first step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "thresher/classes/two_labels.hpp"
#include "thresher/loop/check_while_learning.hpp"
#include "thresher/loop/rows.hpp"
#include "thresher/loop/side_by_side.hpp"

namespace thresher {

// A learner made for n attributes counts the names of the whole batch at once.
template <BinaryLearner L, class Index>
void check_names(const L& learner, const Matrix<Index>& matrix) {
    std::vector<bool> active(matrix.names.size(), false);
    if (active.empty()) return;
    for (const Index index : matrix.indices) active[static_cast<std::size_t>(index)] = true;
    std::size_t newcomers = 0;
    for (std::size_t i = 0; i < active.size(); ++i) newcomers += active[i] && is_new_name(learner, matrix.names[i]);
    learner.intake().refuse_more_names(learner.memory().names().mapped() + newcomers);
}

// Every row the learner would refuse is refused here, before anything is learned. `first_count`: examples learned before.
template <BinaryLearner L, class Index>
void check_all(const L& learner, const MatrixRows<Index>& rows, std::uint64_t first_count, Scratch& scratch) {
    const Intake& intake = learner.intake();
    const RowReader<L, MatrixRows<Index>> reader(learner, rows, false);
    if (reader.straight() || reader.scales()) return;
    if (intake.idle() && !intake.attributes && intake.values == ValueRange::any) return;
    check_names(learner, rows.matrix());
    InstanceReader<MatrixRows<Index>> instance(intake, rows);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        try {
            intake.prepare(instance(row), first_count + row, scratch.intake);
        } catch (const InputError& error) {
            throw InputError(at_row(row) + error.what());
        }
    }
}

// Whether the columns of a matrix can be the learner's slots, if it has room for them.
template <BinaryLearner L, class Index>
bool columns_are_slots(const L& learner, const Matrix<Index>& matrix) {
    return matrix.names.empty() && (learner.intake().idle() || learner.intake().only_scales() != nullptr) && !learner.memory().policy().watches();
}

// Throws unless every number is one of the two classes or none.
template <BinaryLearner L>
void check_numbers(const TwoLabels<L>& two, std::span<const Class> numbers) {
    bool sound = true;
    for (const Class number : numbers) sound &= number >= no_class && number <= 1;
    if (sound) return;
    for (const Class number : numbers) two.check_number(number);
}

// Learns from every row in turn. `answers` gets what was said before each label. `weights` may be empty. Should anything
// fail, the learner is as it was.
template <BinaryLearner L, class Index>
class BatchLearning {
public:
    BatchLearning(TwoLabels<L>& two, const Matrix<Index>& matrix, std::span<const Class> numbers, std::span<const double> weights,
                  std::span<Class> answers, typename L::Scratch& scratch)
        : two_(two), learner_(two.learner), matrix_(matrix), numbers_(numbers), weights_(weights), answers_(answers), scratch_(scratch) {}

    void run() {
        check_numbers(two_, numbers_);
        if (can_learn_while_checking()) return learn_while_checking();
        const Shape shape = check(matrix_, [&] { expect_columns(); });
        // A user's link may fail half-way: then the learner is put back as it was.
        std::optional<L> before;
        if (learner_.calls_python()) before = learner_;
        try {
            learn_from(0, shape);
        } catch (...) {
            if (before) learner_ = std::move(*before);
            throw;
        }
    }

private:
    void expect_columns() {
        if (columns_are_slots(learner_, matrix_)) learner_.memory().expect_columns(matrix_.columns, 2 * matrix_.indices.size());
    }

    bool can_learn_while_checking() const {
        return std::is_same_v<Index, std::int32_t> && !L::fetches_next && columns_are_slots(learner_, matrix_) &&
               matrix_.columns <= 2 * matrix_.indices.size() && !learner_.intake().attributes && !learner_.needs_every_vector() &&
               !learner_.calls_python() && learner_.is_new();
    }

    void learn_while_checking() {
        check_frame(matrix_);
        expect_columns();
        try {
            const auto learn = [&](std::size_t first, std::size_t last, const Shape& shape) {
                learn_rows(MatrixRows<Index>(matrix_, shape), first, last);
            };
            const bool in_unit = learner_.intake().values != ValueRange::any;
            const auto [learned, shape] =
                worth_a_thread(matrix_) ? learn_beside_check(matrix_, in_unit, learn) : learn_after_check(matrix_, in_unit, learn);
            if (learned < matrix_.rows()) learn_from(learned, shape);
        } catch (...) {
            learner_.renew();
            throw;
        }
    }

    void learn_from(std::size_t first, const Shape& shape) {
        const MatrixRows<Index> rows(matrix_, shape);
        check_all(learner_, rows, learner_.counts().examples, scratch_);
        learn_rows(rows, first, matrix_.rows());
    }

    void learn_rows(const MatrixRows<Index>& rows, std::size_t first, std::size_t last) {
        const Halt halt = for_rows(learner_, rows, true, first, last, [&](std::size_t row, const auto& x) {
            answers_[row] = two_.learn(x, numbers_[row], weights_.empty() ? 1.0 : weights_[row], scratch_).answer;
        });
        if (!halt.refusal.empty()) throw InputError(halt.refusal);
    }

    TwoLabels<L>& two_;
    L& learner_;
    const Matrix<Index>& matrix_;
    std::span<const Class> numbers_;
    std::span<const double> weights_;
    std::span<Class> answers_;
    typename L::Scratch& scratch_;
};

template <BinaryLearner L, class Index>
void learn_rows(TwoLabels<L>& two, const Matrix<Index>& matrix, std::span<const Class> numbers, std::span<const double> weights,
                std::span<Class> answers, typename L::Scratch& scratch) {
    BatchLearning<L, Index>(two, matrix, numbers, weights, answers, scratch).run();
}

// Calls each(row, x, scratch) for every row of a matrix that the learner takes, all of which are checked first. Rows are read by
// several cores, none of which changes the learner; a user's link is called by one alone.
template <BinaryLearner L, class Index, class Each>
void for_checked_rows(const L& learner, const Matrix<Index>& matrix, typename L::Scratch& scratch, Each each) {
    const Shape shape = check(matrix);
    const MatrixRows<Index> rows(matrix, shape);
    check_all(learner, rows, learner.counts().examples, scratch);
    const std::size_t cores = learner.calls_python() ? 1 : cores_worth(matrix.indices.size());
    side_by_side(matrix.rows(), cores, [&](std::size_t first, std::size_t last) {
        typename L::Scratch own;
        typename L::Scratch& used = first == 0 ? scratch : own;
        return for_rows(learner, rows, true, first, last, [&](std::size_t row, const auto& x) { each(row, x, used); });
    });
}

template <BinaryLearner L, class Index>
void predict_rows(const TwoLabels<L>& two, const Matrix<Index>& matrix, std::span<Class> answers, typename L::Scratch& scratch) {
    for_checked_rows(two.learner, matrix, scratch, [&](std::size_t row, const auto& x, auto& used) { answers[row] = two.answer(x, used); });
}

template <BinaryLearner L, class Index>
void score_rows(const TwoLabels<L>& two, const Matrix<Index>& matrix, std::span<double> scores, typename L::Scratch& scratch) {
    for_checked_rows(two.learner, matrix, scratch, [&](std::size_t row, const auto& x, auto& used) { scores[row] = score(two.learner, x, used); });
}

}  // namespace thresher
