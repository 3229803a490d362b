// Many examples in one call: a loop over learn, never anything else, with all input checked before the first step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "thresher/check.hpp"
#include "thresher/learner.hpp"
#include "thresher/matrix.hpp"

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
        const double* weight = learner_.memory().state().direct_weights();
        const std::size_t end = matrix_.end(row);
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

// `each(row, value)` gets what `straight` or `general` made of every row, in order.
template <class Index, class Straight, class General, class Each>
void for_rows(RowReader<Index>& reader, std::size_t rows, Straight straight, General general, Each each) {
    reader.prefetch(0);
    for (std::size_t row = 0; row < rows; ++row) {
        reader.prefetch(row + 1);
        if (reader.straight(row)) each(row, straight(reader.row(row), row));
        else each(row, general(reader.instance(row), row));
    }
}

// Learns from every row in turn. `predictions` gets what was predicted before each label. `weights` may be empty.
template <class Index>
void learn_rows(Learner& learner, const Matrix<Index>& matrix, std::span<const std::int8_t> labels,
                std::span<const double> weights, std::span<bool> predictions) {
    const bool columns_are_slots = matrix.names.empty() && !learner.config().memory.bits && learner.config().transformer.idle();
    const Shape shape = check(matrix, [&] {
        if (columns_are_slots) learner.memory().expect_columns(matrix.columns, 2 * matrix.indices.size());
    });
    RowReader<Index> reader(learner, matrix, shape);
    reader.check_all(learner.counts().examples);
    // A user's link may fail half-way: then the learner is put back as it was.
    std::optional<Learner> before;
    if (std::holds_alternative<CustomLink>(learner.config().link)) before = learner;
    const auto weight = [&](std::size_t row) { return weights.empty() ? 1.0 : weights[row]; };
    const auto label = [&](std::size_t row) { return label_of(labels[row] > 0); };
    try {
        for_rows(
            reader, matrix.rows(),
            [&](const Row& x, std::size_t row) {
                if (weight(row) == 0.0) return learner.predict(x);
                return learner.learn(x, label(row), weight(row), [&] { return x; }).predicted;
            },
            [&](const Instance& x, std::size_t row) { return learner.learn(x, label(row), weight(row)).predicted; },
            [&](std::size_t row, bool predicted) { predictions[row] = predicted; });
    } catch (...) {
        if (before) learner = std::move(*before);
        throw;
    }
}

template <class Index>
void predict_rows(const Learner& learner, const Matrix<Index>& matrix, std::span<bool> predictions) {
    const Shape shape = check(matrix);
    RowReader<Index> reader(learner, matrix, shape);
    reader.check_all(learner.counts().examples);
    for_rows(
        reader, matrix.rows(), [&](const Row& x, std::size_t) { return learner.predict(x); },
        [&](const Instance& x, std::size_t) { return learner.predict(x); },
        [&](std::size_t row, bool predicted) { predictions[row] = predicted; });
}

template <class Index>
void score_rows(const Learner& learner, const Matrix<Index>& matrix, std::span<double> scores) {
    const Shape shape = check(matrix);
    RowReader<Index> reader(learner, matrix, shape);
    reader.check_all(learner.counts().examples);
    for_rows(
        reader, matrix.rows(), [&](const Row& x, std::size_t) { return learner.score(x); },
        [&](const Instance& x, std::size_t) { return learner.score(x); },
        [&](std::size_t row, double score) { scores[row] = score; });
}

}  // namespace thresher
