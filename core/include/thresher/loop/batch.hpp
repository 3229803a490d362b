// Many examples in one call: a loop over learn, never anything else, with all input checked before the first step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "thresher/loop/check_ahead.hpp"
#include "thresher/data/check.hpp"
#include "thresher/learner.hpp"
#include "thresher/data/matrix.hpp"

namespace thresher {

// Rows of a matrix as the learner takes them: straight from the matrix where a row's columns are slots, through an
// instance where names, transformations, repeats or large columns want a look at each attribute.
template <class Index>
class RowReader {
public:
    RowReader(const Learner& learner, const Matrix<Index>& matrix, const Shape& shape)
        : learner_(learner), matrix_(matrix), shape_(shape) {
        const Config& config = learner.config();
        straight_ = std::is_same_v<Index, std::int32_t> && matrix.names.empty() && shape.sorted && shape.nonzero &&
                    config.transformer.idle() && !config.memory.bits && !config.memory.watches() &&
                    config.averaging != Averaging::voted;
    }

    // Whether this row needs no instance: its columns are direct slots.
    bool straight(std::size_t row) const {
        if (!straight_) return false;
        const std::size_t begin = matrix_.begin(row), end = matrix_.end(row);
        return begin == end || static_cast<std::uint64_t>(matrix_.indices[end - 1]) < learner_.memory().names().extent();
    }

    Row row(std::size_t row) const {
        const std::size_t begin = matrix_.begin(row);
        return {reinterpret_cast<const Slot*>(matrix_.indices.data() + begin),
                shape_.ones ? nullptr : matrix_.values.data() + begin, matrix_.end(row) - begin, false, true};
    }

    const Instance& instance(std::size_t row) {
        read_row(matrix_, row, canonical_, instance_);
        return instance_;
    }

    // The weights of a row to come: by the time it is its turn, they are in the cache.
    [[gnu::always_inline]] void prefetch(std::size_t row) const {
        if (row >= matrix_.rows() || !straight(row)) return;
        const std::size_t end = matrix_.end(row);
        if (learner_.ensemble()) {
            for (std::size_t i = matrix_.begin(row); i < end; ++i) Ensemble::prefetch(learner_.memory().state(), static_cast<Slot>(matrix_.indices[i]));
            return;
        }
        const double* weight = learner_.memory().state().direct_weights();
        for (std::size_t i = matrix_.begin(row); i < end; ++i)
            __builtin_prefetch(weight + static_cast<std::size_t>(matrix_.indices[i]));
    }

    // Every row the learner would refuse is refused here, before anything is learned.
    void check_all(std::uint64_t first_count) {
        const Config& config = learner_.config();
        const bool plain = straight_ && (!config.unit_interval || shape_.in_unit) &&
                           (!config.attributes || matrix_.columns <= *config.attributes);
        if (plain) return;
        if (config.transformer.idle() && !config.memory.bits && !config.attributes && !config.unit_interval) return;
        check_names();
        for (std::size_t row = 0; row < matrix_.rows(); ++row) {
            try {
                learner_.prepare(instance(row), first_count + row);
            } catch (const InputError& error) {
                throw InputError(at_row(row) + error.what());
            }
        }
    }

private:
    // A learner made for n attributes counts the names of the whole batch at once.
    void check_names() const {
        std::vector<bool> active(matrix_.names.size(), false);
        if (active.empty()) return;
        for (const Index index : matrix_.indices) active[static_cast<std::size_t>(index)] = true;
        std::size_t strangers = 0;
        for (std::size_t i = 0; i < active.size(); ++i) strangers += active[i] && learner_.is_new_name(matrix_.names[i]);
        learner_.refuse_more_names(strangers);
    }

    const Learner& learner_;
    const Matrix<Index>& matrix_;
    const Shape& shape_;
    bool straight_;
    Canonicaliser canonical_;
    Instance instance_;
};

// `each(row, value)` gets what `straight` or `general` made of every row from `first` on, in order.
template <class Index, class Straight, class General, class Each>
void for_rows(RowReader<Index>& reader, std::size_t first, std::size_t rows, Straight straight, General general, Each each) {
    reader.prefetch(first);
    for (std::size_t row = first; row < rows; ++row) {
        reader.prefetch(row + 1);
        if (reader.straight(row)) each(row, straight(reader.row(row), row));
        else each(row, general(reader.instance(row), row));
    }
}

// Learns from every row in turn. `predictions` gets what was predicted before each label. `weights` may be empty. Should
// anything fail, the learner is as it was.
template <class Index>
class BatchLearning {
public:
    BatchLearning(Learner& learner, const Matrix<Index>& matrix, std::span<const std::int8_t> labels,
                  std::span<const double> weights, std::span<bool> predictions)
        : learner_(learner), matrix_(matrix), labels_(labels), weights_(weights), predictions_(predictions) {}

    void run() {
        if (can_learn_while_checking()) return learn_while_checking();
        const Shape shape = check(matrix_, [&] { expect_columns(); });
        // A user's link may fail half-way: then the learner is put back as it was.
        std::optional<Learner> before;
        if (std::holds_alternative<CustomLink>(learner_.config().link)) before = learner_;
        try {
            learn_from(0, shape);
        } catch (...) {
            if (before) learner_ = std::move(*before);
            throw;
        }
    }

private:
    bool columns_are_slots() const {
        const Config& config = learner_.config();
        return matrix_.names.empty() && !config.memory.bits && !config.memory.watches() && config.transformer.idle();
    }

    void expect_columns() {
        if (columns_are_slots()) learner_.memory().expect_columns(matrix_.columns, 2 * matrix_.indices.size());
    }

    bool can_learn_while_checking() const {
        const Config& config = learner_.config();
        return std::is_same_v<Index, std::int32_t> && worth_a_thread(matrix_) && columns_are_slots() &&
               matrix_.columns <= 2 * matrix_.indices.size() && weights_.empty() && !config.attributes &&
               learner_.is_mistake_driven() && learner_.is_new();
    }

    void learn_while_checking() {
        check_frame(matrix_);
        expect_columns();
        try {
            const double* weights = learner_.memory().state().direct_weights();
            const auto [learned, shape] = thresher::learn_while_checking(
                matrix_, learner_.config().unit_interval, weights,
                [&](const Row& x, std::size_t row) { predictions_[row] = learn_straight(x, row); });
            if (learned < matrix_.rows()) learn_from(learned, shape);
        } catch (...) {
            learner_.renew();
            throw;
        }
    }

    void learn_from(std::size_t first, const Shape& shape) {
        RowReader<Index> reader(learner_, matrix_, shape);
        reader.check_all(learner_.counts().examples);
        for_rows(
            reader, first, matrix_.rows(), [&](const Row& x, std::size_t row) { return learn_straight(x, row); },
            [&](const Instance& x, std::size_t row) { return learner_.learn(x, label(row), weight(row)).predicted; },
            [&](std::size_t row, bool predicted) { predictions_[row] = predicted; });
    }

    bool learn_straight(const Row& x, std::size_t row) {
        if (weight(row) == 0.0) return learner_.predict(x);
        return learner_.learn(x, label(row), weight(row), [&] { return x; }).predicted;
    }

    double weight(std::size_t row) const { return weights_.empty() ? 1.0 : weights_[row]; }
    Label label(std::size_t row) const { return label_of(labels_[row] > 0); }

    Learner& learner_;
    const Matrix<Index>& matrix_;
    std::span<const std::int8_t> labels_;
    std::span<const double> weights_;
    std::span<bool> predictions_;
};

template <class Index>
void learn_rows(Learner& learner, const Matrix<Index>& matrix, std::span<const std::int8_t> labels,
                std::span<const double> weights, std::span<bool> predictions) {
    BatchLearning<Index>(learner, matrix, labels, weights, predictions).run();
}

template <class Index>
void predict_rows(const Learner& learner, const Matrix<Index>& matrix, std::span<bool> predictions) {
    const Shape shape = check(matrix);
    RowReader<Index> reader(learner, matrix, shape);
    reader.check_all(learner.counts().examples);
    for_rows(
        reader, 0, matrix.rows(), [&](const Row& x, std::size_t) { return learner.predict(x); },
        [&](const Instance& x, std::size_t) { return learner.predict(x); },
        [&](std::size_t row, bool predicted) { predictions[row] = predicted; });
}

template <class Index>
void score_rows(const Learner& learner, const Matrix<Index>& matrix, std::span<double> scores) {
    const Shape shape = check(matrix);
    RowReader<Index> reader(learner, matrix, shape);
    reader.check_all(learner.counts().examples);
    for_rows(
        reader, 0, matrix.rows(), [&](const Row& x, std::size_t) { return learner.score(x); },
        [&](const Instance& x, std::size_t) { return learner.score(x); },
        [&](std::size_t row, double score) { scores[row] = score; });
}

}  // namespace thresher
