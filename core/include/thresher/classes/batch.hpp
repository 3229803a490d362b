// Many examples of many classes in one call: the same, bit for bit, as one after the other.
//
// One against the rest, members know nothing of each other, so each takes a stretch of rows in turn while its weights are
// in the cache. Under the constraint scheme everybody's scores decide who moves, so it goes row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "thresher/loop/batch.hpp"
#include "thresher/classes/multiclass.hpp"

namespace thresher {

// So many rows are learned by one member before it is the next one's turn.
inline constexpr std::size_t rows_in_stretch = 256;

// The rows of a matrix, for each member the quickest way: straight from the matrix where its columns are the member's
// slots, else as an instance that is prepared once and shared by all.
template <class Index>
class RowsForMembers {
public:
    RowsForMembers(const Multiclass<Learner>& machine, const Matrix<Index>& matrix, const Shape& shape)
        : machine_(machine), matrix_(matrix), shape_(shape), common_(machine.prototype(), matrix, shape), prepared_(rows_in_stretch) {
        common_.check_all(0);
        if (machine.background()) background_.emplace(*machine.background(), matrix, shape);
    }

    // One row, as Multiclass::learn takes it.
    struct One {
        RowsForMembers& rows;
        std::size_t row;

        double score(const Learner& member, std::size_t i) const {
            return rows.straight(i, row) ? member.score(rows.common_.row(row)) : prepared().score(member, i);
        }
        bool learn(Learner& member, std::size_t i, Label label, double weight) const {
            if (!rows.straight(i, row)) return prepared().learn(member, i, label, weight);
            const Row x = rows.common_.row(row);
            return weight != 0.0 && member.learn(x, label, weight, [&] { return x; }).updated;
        }
        bool move(Learner& member, std::size_t i, Label label, double loss, double weight) const {
            if (!rows.straight(i, row)) return prepared().move(member, i, label, loss, weight);
            const Row x = rows.common_.row(row);
            return member.move(x, label, loss, weight, [&] { return x; });
        }

    private:
        PreparedInstance prepared() const { return {rows.instance(row)}; }
    };

    // The row, after so many learned examples. It is good until as many rows were asked for as are in a stretch.
    One at(std::size_t row, std::uint64_t count) {
        prepared_[row % rows_in_stretch].count = count;
        prepared_[row % rows_in_stretch].done = false;
        return {*this, row};
    }
    One again(std::size_t row) { return {*this, row}; }

    void prefetch(std::size_t i, std::size_t row) {
        catch_up(i);
        reader(i).prefetch(row);
    }

    std::size_t rows() const { return matrix_.rows(); }

private:
    struct Prepared {
        std::uint64_t count = 0;
        bool done = false;
        Instance instance;
    };

    // A member gets its reader when it is first asked for: it may have joined a moment ago.
    void catch_up(std::size_t i) {
        while (readers_.size() <= i && readers_.size() < machine_.size()) readers_.emplace_back(machine_.member(readers_.size()), matrix_, shape_);
    }

    const RowReader<Index>& reader(std::size_t i) const { return i < readers_.size() ? readers_[i] : *background_; }

    bool straight(std::size_t i, std::size_t row) {
        catch_up(i);
        return reader(i).straight(row);
    }

    const Instance& instance(std::size_t row) {
        Prepared& prepared = prepared_[row % rows_in_stretch];
        if (!prepared.done) prepared.instance = machine_.prepare(common_.instance(row), prepared.count);
        prepared.done = true;
        return prepared.instance;
    }

    const Multiclass<Learner>& machine_;
    const Matrix<Index>& matrix_;
    const Shape& shape_;
    RowReader<Index> common_;
    std::deque<RowReader<Index>> readers_;
    std::optional<RowReader<Index>> background_;
    std::vector<Prepared> prepared_;
};

// Learns from every row in turn. `answers` gets what was said before each label. `weights` may be empty. A label is a class,
// none (the row is answered, not learned), or the next that is not known yet.
template <class Index>
class MulticlassBatch {
public:
    MulticlassBatch(Multiclass<Learner>& machine, const Matrix<Index>& matrix, std::span<const Class> labels, std::span<const double> weights,
                    std::span<Class> answers)
        : machine_(machine), shape_(check(matrix)), labels_(labels), weights_(weights), answers_(answers), matrix_(matrix), rows_(machine, matrix, shape_) {}

    void run() {
        check_labels();
        expect_columns(0);
        for (std::size_t row = 0; row < rows_.rows();) {
            const std::size_t end = machine_.config().scheme == Scheme::one_vs_rest ? end_of_stretch(row) : row;
            if (end > row + 1) {
                learn_stretch(row, end);
                row = end;
            } else {
                const std::size_t before = machine_.size();
                answers_[row] = machine_.learn(rows_.at(row, machine_.counted()), labels_[row], weight(row)).answer;
                expect_columns(before);
                ++row;
            }
        }
    }

private:
    // Direct columns for members from `first` on; all together they may cost what the matrix is worth.
    void expect_columns(std::size_t first) {
        const Config& config = machine_.prototype().config();
        if (!matrix_.names.empty() || config.memory.bits || config.memory.watches() || !config.transformer.idle()) return;
        for (std::size_t i = first; i < machine_.size(); ++i)
            machine_.member(i).memory().expect_columns(matrix_.columns, 2 * matrix_.indices.size() / machine_.size());
    }

    void check_labels() const {
        auto known = static_cast<Class>(machine_.size());
        for (std::size_t row = 0; row < labels_.size(); ++row) {
            const Class label = labels_[row];
            if (label < no_class || label > known || (label == known && weight(row) == 0.0)) throw InputError(at_row(row) + "no class has this number");
            if (label == known) ++known;
        }
    }

    // A new class joins between two stretches.
    std::size_t end_of_stretch(std::size_t begin) const {
        std::size_t end = begin;
        while (end < rows_.rows() && end - begin < rows_in_stretch && labels_[end] < static_cast<Class>(machine_.size())) ++end;
        return end;
    }

    void learn_stretch(std::size_t begin, std::size_t end) {
        const std::size_t classes = machine_.size(), size = end - begin;
        scores_.resize(size * classes);
        importance_.assign(size, 0.0);
        updated_.assign(size, false);
        for (std::size_t row = begin; row < end; ++row) {
            rows_.at(row, machine_.counted());
            if (learned(row)) importance_[row - begin] = machine_.weigh(labels_[row], weight(row));
        }
        for (std::size_t i = 0; i < classes; ++i) {
            Learner& member = machine_.member(i);
            for (std::size_t row = begin; row < end; ++row) {
                rows_.prefetch(i, row + 1);
                const auto x = rows_.again(row);
                double& score = scores_[(row - begin) * classes + i];
                const bool told = learned(row) && tells_score(member);
                if (!told) score = x.score(member, i);
                if (!learned(row)) continue;
                const bool changed = x.learn(member, i, label_of(labels_[row] == static_cast<Class>(i)), importance_[row - begin]);
                if (told) score = told_score(member);
                updated_[row - begin] = updated_[row - begin] || changed;
            }
        }
        if (machine_.background())
            for (std::size_t row = begin; row < end; ++row)
                if (learned(row)) rows_.again(row).learn(*machine_.background(), classes, Label::negative, importance_[row - begin]);
        for (std::size_t row = begin; row < end; ++row) {
            answers_[row] = machine_.answer(std::span<const double>(scores_).subspan((row - begin) * classes, classes));
            if (learned(row)) machine_.record(labels_[row], answers_[row], updated_[row - begin]);
        }
    }

    bool learned(std::size_t row) const { return labels_[row] != no_class && weight(row) != 0.0; }
    double weight(std::size_t row) const { return weights_.empty() ? 1.0 : weights_[row]; }

    Multiclass<Learner>& machine_;
    Shape shape_;
    std::span<const Class> labels_;
    std::span<const double> weights_;
    std::span<Class> answers_;
    const Matrix<Index>& matrix_;
    RowsForMembers<Index> rows_;
    std::vector<double> scores_, importance_;
    std::vector<bool> updated_;
};

template <class Index>
void learn_rows(Multiclass<Learner>& machine, const Matrix<Index>& matrix, std::span<const Class> labels, std::span<const double> weights,
                std::span<Class> answers) {
    MulticlassBatch<Index>(machine, matrix, labels, weights, answers).run();
}

// The scores of all classes, row by row.
template <class Index>
void score_rows(const Multiclass<Learner>& machine, const Matrix<Index>& matrix, std::span<double> scores) {
    const Shape shape = check(matrix);
    RowsForMembers<Index> rows(machine, matrix, shape);
    const std::size_t classes = machine.size();
    for (std::size_t begin = 0; begin < rows.rows(); begin += rows_in_stretch) {
        const std::size_t end = std::min(begin + rows_in_stretch, rows.rows());
        for (std::size_t row = begin; row < end; ++row) rows.at(row, machine.counted());
        for (std::size_t i = 0; i < classes; ++i)
            for (std::size_t row = begin; row < end; ++row) {
                rows.prefetch(i, row + 1);
                scores[row * classes + i] = rows.again(row).score(machine.member(i), i);
            }
    }
}

}  // namespace thresher
