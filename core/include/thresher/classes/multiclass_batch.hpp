// Many examples of many classes in one call, from a matrix or a block: the same, bit for bit, as one after the other.
//
// One against the rest, members know nothing of each other, so each takes a stretch of rows in turn while its weights are
// in the cache. Under the constraint scheme everybody's scores decide who moves, so it goes row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "thresher/classes/member_rows.hpp"
#include "thresher/classes/multiclass.hpp"
#include "thresher/loop/batch.hpp"
#include "thresher/loop/learn_block.hpp"

namespace thresher {

// So many classes there are once these labels have been learned; throws where one is none of them.
template <BinaryLearner L>
std::size_t classes_after(const Multiclass<L>& machine, std::span<const Class> labels, std::span<const double> weights) {
    auto known = static_cast<Class>(machine.size());
    for (std::size_t row = 0; row < labels.size(); ++row) {
        if (labels[row] < no_class || labels[row] > known) throw InputError(at_row(row) + "no class has the number " + std::to_string(labels[row]));
        if (labels[row] == known && (weights.empty() || weights[row] != 0.0)) ++known;
    }
    return static_cast<std::size_t>(known);
}

// What rows from `first` on are learned as.
struct RowLabels {
    std::size_t first;
    std::span<const Class> labels;
    std::span<const double> weights;  // empty: all 1

    std::size_t last() const { return first + labels.size(); }
    Class label(std::size_t row) const { return labels[row - first]; }
    double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row - first]; }
    bool learned(std::size_t row) const { return label(row) != no_class && weight(row) != 0.0; }
};

// Learns from rows in turn. A label is a class, none (the row is answered, not learned), or the next that is not known yet.
template <BinaryLearner L, class Source>
class MulticlassLearning {
public:
    using Machine = Multiclass<L>;

    // `worth`: what direct columns may cost, for all members together; 0: none are to be had.
    MulticlassLearning(Machine& machine, const Source& source, bool checked, const RowLabels& labels, std::uint64_t worth, const Answers& answers,
                       typename L::Scratch& scratch)
        : machine_(machine),
          source_(source),
          checked_(checked),
          labels_(labels),
          worth_(worth),
          answers_(answers),
          scratch_(scratch),
          width_(classes_after(machine, labels.labels, labels.weights)),
          guarded_(!checked && machine.prototype().can_fail_half_way()) {
        rows_.emplace(machine, source, checked, scratch);
    }

    // Up to the first row that is refused.
    Halt run() {
        expect_columns(0);
        for (std::size_t row = labels_.first; row < labels_.last();) {
            const std::size_t end = std::min(row + rows_in_stretch, labels_.last());
            Halt halt = guarded_ ? learn_guarded(row, end) : learn_rows(row, end);
            if (!halt.refusal.empty()) return halt;
            row = end;
        }
        return {labels_.last(), {}};
    }

private:
    void expect_columns(std::size_t first) {
        if (worth_ == 0 || machine_.contest()) return;
        for (std::size_t i = first; i < machine_.size(); ++i) machine_.member(i).memory().expect_columns(source_.columns(), worth_ / machine_.size());
    }

    // At most a stretch of rows, of members that may fail half-way: should one, it is done again row by row, up to the one.
    Halt learn_guarded(std::size_t begin, std::size_t end) {
        Machine before = machine_;
        try {
            return learn_rows(begin, end);
        } catch (...) {
            machine_ = std::move(before);
            rows_.emplace(machine_, source_, checked_, scratch_);
        }
        std::size_t row = begin;
        try {
            for (; row < end; ++row)
                whole_or_nothing(machine_, [&] {
                    rows_->at(row, machine_.counted());
                    learn_one(row);
                });
        } catch (const InputError& error) {
            return {row, error.what()};
        }
        return {end, {}};
    }

    // At most a stretch of rows. What is found out before a row is learned halts it; what comes later is thrown.
    Halt learn_rows(std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end;) {
            const std::size_t stop = machine_.config().scheme == Scheme::one_vs_rest && !machine_.contest() ? before_new_class(row, end) : row;
            if (stop > row + 1) {
                Halt halt = learn_stretch(row, stop);
                if (!halt.refusal.empty()) return halt;
                row = stop;
                continue;
            }
            try {
                rows_->at(row, machine_.counted());
            } catch (const InputError& error) {
                return {row, error.what()};
            }
            learn_one(row);
            ++row;
        }
        return {end, {}};
    }

    // A new class joins between two stretches.
    std::size_t before_new_class(std::size_t begin, std::size_t end) const {
        std::size_t row = begin;
        while (row < end && labels_.label(row) < static_cast<Class>(machine_.size())) ++row;
        return row;
    }

    void learn_one(std::size_t row) {
        const std::size_t before = machine_.size();
        const auto x = rows_->again(row);
        const bool told = machine_.contest() && labels_.learned(row);  // what it scored it tells afterwards
        if (tells() && !told) {
            machine_.score(x, scores_);
            write_scores(row, scores_, {});
        }
        answers_.classes[row - labels_.first] = machine_.learn(x, labels_.label(row), labels_.weight(row)).answer;
        if (tells() && told) write_scores(row, machine_.last_scores(), {});
        expect_columns(before);
    }

    Halt learn_stretch(std::size_t begin, std::size_t end) {
        const std::size_t classes = machine_.size();
        importance_.clear();
        Halt halt{end, {}};
        try {
            for (halt.row = begin; halt.row < end; ++halt.row) {
                rows_->at(halt.row, machine_.counted());
                importance_.push_back(labels_.learned(halt.row) ? machine_.weigh(labels_.label(halt.row), labels_.weight(halt.row)) : 0.0);
            }
        } catch (const InputError& error) {
            halt.refusal = error.what();
        }
        end = halt.row;
        scores_.resize((end - begin) * classes);
        shares_.resize(own_shares() ? scores_.size() : 0);
        updated_.assign(end - begin, false);
        for (std::size_t i = 0; i < classes; ++i) teach_member(i, begin, end);
        if (machine_.background())
            for (std::size_t row = begin; row < end; ++row)
                if (labels_.learned(row)) rows_->again(row).learn(*machine_.background(), classes, Label::negative, importance_[row - begin]);
        for (std::size_t row = begin; row < end; ++row) {
            const auto scores = std::span<const double>(scores_).subspan((row - begin) * classes, classes);
            const Class answer = answers_.classes[row - labels_.first] = machine_.answer(scores);
            if (tells()) write_scores(row, scores, std::span<double>(shares_).subspan(own_shares() ? (row - begin) * classes : 0));
            if (labels_.learned(row)) machine_.record(labels_.label(row), answer, updated_[row - begin]);
        }
        return halt;
    }

    void teach_member(std::size_t i, std::size_t begin, std::size_t end) {
        L& member = machine_.member(i);
        const std::size_t classes = machine_.size();
        const bool stated = own_shares();
        for (std::size_t row = begin; row < end; ++row) {
            if (row + 1 < end) rows_->prefetch(i, row + 1);
            const auto x = rows_->again(row);
            const std::size_t at = (row - begin) * classes + i;
            const bool learned = labels_.learned(row), scored = learned && L::scores_when_learning;
            if (!scored) scores_[at] = x.score(member, i);
            if (stated && !scored) shares_[at] = member.probability(scores_[at]).value_or(0.0);
            if (!learned) continue;
            const bool changed = x.learn(member, i, label_of(labels_.label(row) == static_cast<Class>(i)), importance_[row - begin]);
            if (scored) scores_[at] = x.score_before_label();
            if (stated && scored) shares_[at] = member.probability(scores_[at]).value_or(0.0);
            updated_[row - begin] = updated_[row - begin] || changed;
        }
    }

    // Whether more is wanted than answers.
    bool tells() const { return !answers_.scores.empty() || !answers_.stated.empty(); }

    // Whether probabilities are asked for that members state by themselves, which may change with every example.
    bool own_shares() const {
        return !(answers_.probabilities.empty() && answers_.stated.empty()) && machine_.config().scheme == Scheme::one_vs_rest &&
               machine_.states_probabilities();
    }

    // The probability of the class that is asked for alone: the others are neither shared out nor kept.
    void write_stated(std::size_t row, std::span<const double> scores, std::span<const double> shares) {
        if (shares.empty()) {
            asked_shares_.resize(scores.size());
            machine_.own_shares(scores, asked_shares_);
            shares = asked_shares_;
        }
        answers_.stated[row - labels_.first] = Machine::share_of(answers_.asked[row - labels_.first], shares.first(scores.size()));
    }

    // A class that joins later has no score yet, and no probability. `shares`: what members say by themselves, where that is known.
    void write_scores(std::size_t row, std::span<const double> scores, std::span<const double> shares) {
        if (!answers_.stated.empty()) return write_stated(row, scores, shares);
        const auto written = answers_.scores.subspan((row - labels_.first) * width_, width_);
        const auto probabilities = answers_.probabilities.subspan((row - labels_.first) * width_, width_);
        std::ranges::fill(written, -std::numeric_limits<double>::infinity());
        std::ranges::fill(probabilities, 0.0);
        std::ranges::copy(scores, written.begin());
        if (shares.empty()) {
            machine_.probabilities(scores, probabilities.first(scores.size()));
            return;
        }
        std::copy_n(shares.begin(), scores.size(), probabilities.begin());
        Machine::share_out(probabilities.first(scores.size()));
    }

    Machine& machine_;
    const Source& source_;
    bool checked_;
    RowLabels labels_;
    std::uint64_t worth_;
    Answers answers_;
    typename L::Scratch& scratch_;
    std::size_t width_;  // classes once all is learned
    bool guarded_;
    std::optional<MemberRows<L, Source>> rows_;
    std::vector<double> scores_, shares_, asked_shares_, importance_;
    std::vector<bool> updated_;
};

// All or nothing. `answers` gets what was said before each label. `weights` may be empty.
template <BinaryLearner L, class Index>
void learn_rows(Multiclass<L>& machine, const Matrix<Index>& matrix, std::span<const Class> labels, std::span<const double> weights,
                std::span<Class> answers, typename L::Scratch& scratch) {
    classes_after(machine, labels, weights);
    const Shape shape = check(matrix);
    const MatrixRows<Index> rows(matrix, shape);
    check_all(machine.prototype(), rows, 0, scratch);
    const std::uint64_t worth = columns_are_slots(machine.prototype(), matrix) ? 2 * matrix.indices.size() : 0;
    whole_or_nothing(machine, [&] {
        MulticlassLearning<L, MatrixRows<Index>>(machine, rows, true, {0, labels, weights}, worth, {answers, {}, {}}, scratch).run();
    });
}

// As the rows of a block are learned by two labels.
template <BinaryLearner L>
Halt learn_labelled(Multiclass<L>& machine, const LabelledRows& rows_to_learn, const Answers& answers, typename L::Scratch& scratch) {
    const BlockRows rows(rows_to_learn.block);
    const std::uint64_t worth = RowReader<L, BlockRows>(machine.prototype(), rows, false).straight() ? rows_to_learn.worth() : 0;
    return MulticlassLearning<L, BlockRows>(machine, rows, false, {rows_to_learn.first, rows_to_learn.numbers, rows_to_learn.weights}, worth, answers,
                                            scratch)
        .run();
}

// The scores of all classes, row by row.
template <BinaryLearner L, class Index>
void score_rows(const Multiclass<L>& machine, const Matrix<Index>& matrix, std::span<double> scores, typename L::Scratch& scratch) {
    const Shape shape = check(matrix);
    const MatrixRows<Index> source(matrix, shape);
    check_all(machine.prototype(), source, 0, scratch);
    const std::size_t classes = machine.size();
    if (machine.contest()) {  // its scratch is the machine's own: by one core
        MemberRows<L, MatrixRows<Index>> rows(machine, source, true, scratch);
        std::vector<double> own;
        for (std::size_t row = 0; row < source.rows(); ++row) {
            machine.score(rows.at(row, machine.counted()), own);
            std::ranges::copy(own, scores.begin() + static_cast<std::ptrdiff_t>(row * classes));
        }
        return;
    }
    const std::size_t cores = machine.prototype().calls_python() ? 1 : cores_worth(matrix.indices.size());
    side_by_side(source.rows(), cores, [&](std::size_t first, std::size_t last) {
        typename L::Scratch own;
        MemberRows<L, MatrixRows<Index>> rows(machine, source, true, first == 0 ? scratch : own);
        for (std::size_t begin = first; begin < last; begin += rows_in_stretch) {
            const std::size_t end = std::min(begin + rows_in_stretch, last);
            for (std::size_t row = begin; row < end; ++row) rows.at(row, machine.counted());
            for (std::size_t i = 0; i < classes; ++i)
                for (std::size_t row = begin; row < end; ++row) {
                    rows.prefetch(i, row + 1);
                    scores[row * classes + i] = rows.again(row).score(machine.member(i), i);
                }
        }
        return Halt{last, {}};
    });
}

template <BinaryLearner L, class Index>
void predict_rows(const Multiclass<L>& machine, const Matrix<Index>& matrix, std::span<Class> answers, typename L::Scratch& scratch) {
    const std::size_t classes = machine.size();
    std::vector<double> scores(matrix.rows() * classes);
    score_rows(machine, matrix, scores, scratch);
    for (std::size_t row = 0; row < answers.size(); ++row)
        answers[row] = machine.answer(std::span<const double>(scores).subspan(row * classes, classes));
}

}  // namespace thresher
