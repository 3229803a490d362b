// A learner over one block: predict, and learn where there is a label, row by row, up to the first row it refuses.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/learner.hpp"
#include "thresher/loop/tally.hpp"

namespace thresher {

// What a row of a block is to the learner. A label it can't take is found by the caller.
enum class Task : std::int8_t { learn_negative = -1, predict = 0, learn_positive = 1 };

// Where a learner stopped in a block, and why: at the end, or at a row it refuses.
struct Halt {
    std::size_t row;
    std::string refusal;  // empty at the end
};

class Lesson {
public:
    // `seen`: how many attributes were read before this block; columns get direct places as far as that is worth it.
    Lesson(const Block& block, const Learner& learner, std::uint64_t seen) : block_(block), learner_(learner) {
        const Config& config = learner.config();
        direct_ = block.plain() && config.transformer.idle() && !config.memory.watches() && !config.attributes &&
                  config.averaging != Averaging::voted && (!config.unit_interval || block.in_unit()) &&
                  (!config.memory.bits || block.columns() <= std::uint64_t{1} << *config.memory.bits);
        worth_ = 2 * (seen + block.size());
    }

    // Room for the block's columns, where they can be their own slots.
    void expect(Learner& learner) const {
        if (direct_) learner.memory().expect_columns(block_.columns(), worth_);
    }

    // Calls learn(row, instance or slots) for `first` and those behind it; `rows` stands for the last.
    template <class Each>
    Halt run(std::size_t first, std::size_t rows, Each each) {
        prefetch(first);
        for (std::size_t row = first; row < rows; ++row) {
            if (row + 1 < rows) prefetch(row + 1);
            if (direct(row)) {
                each(row, slots(row));
                continue;
            }
            try {
                each(row, instance(row));
            } catch (const InputError& error) {
                return {row, error.what()};
            }
        }
        return {rows, {}};
    }

private:
    bool direct(std::size_t row) const {
        if (!direct_ || !block_.regular(row)) return false;
        const std::size_t begin = start(row), end = start(row + 1);
        return begin == end || static_cast<std::uint64_t>(block_.indices()[end - 1]) < learner_.memory().names().extent();
    }

    Row slots(std::size_t row) const {
        const std::size_t begin = start(row);
        const double* values = block_.values();
        return {reinterpret_cast<const Slot*>(block_.indices() + begin), values == nullptr ? nullptr : values + begin,
                start(row + 1) - begin, false, true};
    }

    const Instance& instance(std::size_t row) {
        block_.read(row, instance_);
        // Under hashing a repeat may be two names in one place: the learner knows what that means.
        if (!learner_.config().memory.bits) canonical_(instance_, Repeats::add_up);
        for (const Feature& feature : instance_)
            if (!(std::fabs(feature.value) <= size_limit)) throw InputError(describe(feature) + ": its values add up to more than 1e150");
        return instance_;
    }

    [[gnu::always_inline]] void prefetch(std::size_t row) const {
        if (!direct_ || row >= block_.rows()) return;
        const State& state = learner_.memory().state();
        const double* weight = state.direct_weights();
        const std::size_t end = start(row + 1);
        if (start(row) == end || static_cast<std::size_t>(block_.indices()[end - 1]) >= state.direct_size()) return;
        if (learner_.ensemble()) {
            for (std::size_t i = start(row); i < end; ++i) Ensemble::prefetch(state, static_cast<Slot>(block_.indices()[i]));
            return;
        }
        for (std::size_t i = start(row); i < end; ++i) __builtin_prefetch(weight + block_.indices()[i]);
    }

    std::size_t start(std::size_t row) const { return static_cast<std::size_t>(block_.starts()[row]); }

    const Block& block_;
    const Learner& learner_;
    bool direct_ = false;
    std::uint64_t worth_ = 0;
    Canonicaliser canonical_;
    Instance instance_;
};

// Predictions (and scores, where asked for) are what the learner said before it saw the label.
struct Answers {
    std::span<bool> predictions;
    std::span<double> scores;         // empty: not asked for
    std::span<double> probabilities;  // of the positive answer; left alone where the learner has none
};

inline Outcome learn_one(Learner& learner, const Row& x, Label label, double weight) {
    return learner.learn(x, label, weight, [&] { return x; });  // its columns are slots: there is nobody to admit
}
inline Outcome learn_one(Learner& learner, const Instance& x, Label label, double weight) { return learner.learn(x, label, weight); }

inline Halt learn_block(Learner& learner, const Block& block, std::size_t first, std::span<const Task> tasks, std::uint64_t seen, Answers answers) {
    Lesson lesson(block, learner, seen);
    lesson.expect(learner);
    const auto weight = [&](std::size_t row) { return block.weights().empty() ? 1.0 : block.weights()[row]; };
    return lesson.run(first, tasks.size(), [&](std::size_t row, const auto& x) {
        if (!answers.scores.empty()) {
            answers.scores[row] = learner.score(x);
            if (const auto probability = learner.probability(answers.scores[row])) answers.probabilities[row] = *probability;
        }
        const bool idle = tasks[row] == Task::predict || weight(row) == 0.0;
        const Label label = label_of(tasks[row] == Task::learn_positive);
        answers.predictions[row] = idle ? learner.predict(x) : learn_one(learner, x, label, weight(row)).predicted;
    });
}

// Which numbers mean yes and no.
struct LabelRule {
    double positive, negative, also_negative;

    bool understands(double label) const {
        return label == positive || label == negative || label == also_negative || std::isnan(label);
    }
};

// What came of teaching some rows, counted.
struct Taught {
    Halt halt;
    bool bad_label = false;  // it stopped there because of the label
    bool last_prediction = false;
    std::uint64_t unlabelled = 0;
    std::uint64_t features = 0;
    double weight_sum = 0.0;
    double label_sum = 0.0;
};

// Predicts and learns the rows from `first` to before `last`, with the labels as they are written, and tallies.
inline Taught teach_block(Learner& learner, const Block& block, std::size_t first, std::size_t last, const LabelRule& rule, std::uint64_t seen, Tally& tally) {
    Taught taught;
    const std::vector<double>& labels = block.labels();
    const auto weight = [&](std::size_t row) { return block.weights().empty() ? 1.0 : block.weights()[row]; };
    std::size_t stop = first;
    while (stop < last && rule.understands(labels[stop])) ++stop;

    Lesson lesson(block, learner, seen);
    lesson.expect(learner);
    taught.halt = lesson.run(first, stop, [&](std::size_t row, const auto& x) {
        if (std::isnan(labels[row]) || weight(row) == 0.0) {
            taught.last_prediction = learner.predict(x);
            return;
        }
        const bool positive = labels[row] == rule.positive;
        taught.last_prediction = learn_one(learner, x, label_of(positive), weight(row)).predicted;
        tally.add(positive, taught.last_prediction);
    });
    taught.bad_label = taught.halt.refusal.empty() && stop < last;
    for (std::size_t row = first; row < taught.halt.row; ++row) {
        taught.features += block.row_features(row);
        taught.weight_sum += weight(row);
        if (std::isnan(labels[row])) ++taught.unlabelled;
        else taught.label_sum += labels[row] * weight(row);
    }
    return taught;
}

// The first row from `first` on that the learner would refuse; the number of rows if it takes them all.
inline Halt check_block(const Learner& learner, const Block& block, std::size_t first, std::size_t rows) {
    return Lesson(block, learner, 0).run(first, rows, [&](std::size_t, const auto& x) {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Instance>) learner.prepare(x);
    });
}

}  // namespace thresher
