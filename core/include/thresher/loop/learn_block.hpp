// A learner over one block: predict, and learn where there is a label, row by row, up to the first row it refuses.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "thresher/classes/two_labels.hpp"
#include "thresher/data/label_table.hpp"
#include "thresher/loop/batch.hpp"
#include "thresher/loop/rows.hpp"
#include "thresher/loop/tally.hpp"

namespace thresher {

// What is said of rows before their labels are seen. Spans begin with the first row that is learned; empty: not asked for.
struct Answers {
    std::span<Class> classes;
    std::span<double> scores;         // one a row for two labels, one a class for many
    std::span<double> probabilities;  // one a class; left alone where the learner has none
    std::span<const Class> asked{};   // of many classes: whose probability is wanted of each row, in place of scores and probabilities
    std::span<double> stated{};       // these, one a row
};

// Rows of a block to be learned, with what they are learned as.
struct LabelledRows {
    const Block& block;
    std::size_t first;
    std::span<const Class> numbers;   // of the rows from `first` on
    std::span<const double> weights;  // of the same rows; empty: all 1
    std::uint64_t seen;               // attributes read before this block: columns get direct places as far as that is worth it

    std::size_t last() const { return first + numbers.size(); }
    Class number(std::size_t row) const { return numbers[row - first]; }
    double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row - first]; }
    std::uint64_t worth() const { return 2 * (seen + block.size()); }
};

template <BinaryLearner L>
Halt learn_labelled(TwoLabels<L>& two, const LabelledRows& rows_to_learn, const Answers& answers, typename L::Scratch& scratch) {
    check_numbers(two, rows_to_learn.numbers);
    const BlockRows rows(rows_to_learn.block);
    const RowReader<L, BlockRows> reader(two.learner, rows, false);
    if (reader.straight() || reader.scales()) two.learner.memory().expect_columns(rows_to_learn.block.columns(), rows_to_learn.worth());
    return for_rows(two.learner, rows, false, rows_to_learn.first, rows_to_learn.last(), [&](std::size_t row, const auto& x) {
        const std::size_t at = row - rows_to_learn.first;
        if (!answers.scores.empty()) {
            answers.scores[at] = score(two.learner, x, scratch);
            two.probabilities(answers.scores[at], answers.probabilities.subspan(2 * at, 2));
        }
        answers.classes[at] = two.learn(x, rows_to_learn.number(row), rows_to_learn.weight(row), scratch).answer;
    });
}

// What came of learning some rows with the labels as they are written, counted.
struct BlockCounts {
    Halt halt;
    bool bad_label = false;  // it stopped there because of the label
    Class last_answer = no_class;
    std::uint64_t unlabelled = 0;
    std::uint64_t features = 0;
    double weight_sum = 0.0;
    double label_sum = 0.0;
};

// Predicts and learns the rows from `first` on, as many as there are numbers of labels, and tallies.
template <class Engine>
BlockCounts teach_block(Engine& engine, const Block& block, std::size_t first, std::span<const Class> numbers, std::uint64_t seen, Tally& tally,
                        typename Engine::Scratch& scratch) {
    const std::span<const double> labels(block.labels());
    std::vector<Class> answers(numbers.size());
    const auto stop = static_cast<std::size_t>(std::ranges::find(numbers, LabelTable::not_there) - numbers.begin());
    std::span<const double> weights(block.weights());
    if (!weights.empty()) weights = weights.subspan(first, stop);
    const LabelledRows rows_to_learn{block, first, numbers.first(stop), weights, seen};

    BlockCounts counts;
    counts.halt = learn_labelled(engine, rows_to_learn, {answers, {}, {}}, scratch);
    counts.bad_label = counts.halt.refusal.empty() && stop < numbers.size();
    for (std::size_t row = first; row < counts.halt.row; ++row) {
        const Class number = rows_to_learn.number(row), answer = counts.last_answer = answers[row - first];
        const double weight = rows_to_learn.weight(row);
        if (number != no_class && weight != 0.0) tally.add(number, answer);
        counts.features += block.row_features(row);
        counts.weight_sum += weight;
        if (number == no_class)
            ++counts.unlabelled;
        else if (!std::isnan(labels[row]))  // a text counts as 0
            counts.label_sum += labels[row] * weight;
    }
    return counts;
}

// The first row from `first` on that the learner would refuse; the number of rows if it takes them all.
template <BinaryLearner L>
Halt check_block(const L& learner, const Block& block, std::size_t first, std::size_t rows, Scratch& scratch) {
    return for_rows(learner, BlockRows(block), false, first, rows, [&](std::size_t, const auto& x) {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Instance>) prepare(learner, x, scratch);
    });
}

}  // namespace thresher
