// Naive Bayes (multinomial) on line: what all attributes share, beside the two counts that each has in its dual record.
//
//     score = sum_i x_i ln((c1_i + a) / (c0_i + a)) + |x|_1 ln((T0 + aV) / (T1 + aV)) + ln((N1 + 1) / (N0 + 1))
//
// c_i are an attribute's counts, T their sums, V the attributes counted so far, N the examples, 1 the positive side and 0
// the negative one. The weight column holds the first logarithm, which changes with its own attribute alone.
//
// With a half life every count fades from example to example: c = scale * what is kept. The logarithms of all attributes
// then change with the scale, and are taken when they are asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "thresher/bayes/log_counts.hpp"
#include "thresher/data/label.hpp"
#include "thresher/linear/row_sums.hpp"
#include "thresher/linear/score.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/numeric/sum.hpp"
#include "thresher/state/memory.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

class NaiveBayes {
public:
    // In units of the scale, like the counts; what a saved model keeps.
    struct Totals {
        double positive_counts = 0.0;
        double negative_counts = 0.0;
        double positive_examples = 0.0;
        double negative_examples = 0.0;
        double attributes = 0.0;
        double scale = 1.0;

        using Total = double Totals::*;
        static const std::array<Total, 4> sums;
        static const std::array<std::pair<const char*, Total>, 6> names;

        bool possible() const {
            for (const Total sum : sums)
                if (!(this->*sum >= 0.0 && this->*sum <= most)) return false;
            return attributes >= 0.0 && attributes <= 0x1p62 && scale >= least_scale && scale < 2.0;
        }
    };

    // A memory that forgets gives an attribute up without a word, so V is also held to what the memory has room for.
    NaiveBayes(const LogCountsLink& link, const MemoryPolicy& memory)
        : link_(link), room_(memory.most ? static_cast<double>(*memory.most) : 0x1p62) {}

    const Totals& totals() const { return totals_; }
    void restore(const Totals& totals) {
        totals_ = totals;
        totals_.attributes = std::min(totals.attributes, room_);
        settle();
    }

    bool fades() const { return link_.fade < 1.0; }
    double prior() const { return prior_; }

    // The attributes that have been counted.
    static std::size_t known(const Memory<State>& memory) {
        std::size_t count = 0;
        memory.each_known([&](const Feature&, Slot slot) { count += counted(memory.state().dual(slot)); });
        return count;
    }

    double weight_of(const State& state, Slot slot) const { return slot == silent_slot ? 0.0 : log_odds(state, slot) + per_unit_; }

    double score(const State& state, const Row& row) const {
        const Offsets offsets{prior_, per_unit_ * sum_of_values(row)};
        if (!fades()) return rounded_score(state, row, offsets);
        ExactSum sum;
        for (std::size_t i = 0; i < row.size; ++i)
            if (row.slots[i] != silent_slot) sum.add(log_odds(state, row.slots[i]) * row.value(i));
        for (const double offset : offsets) sum.add(offset);
        return sum.rounded();
    }

    // Adds weight * x to the counts of the label's side.
    void update(State& state, const Row& row, Label label, double weight, std::uint64_t& overflows) {
        if (fades()) fade(state);
        const bool positive = label == Label::positive;
        const double step = weight / totals_.scale;
        double& total = positive ? totals_.positive_counts : totals_.negative_counts;
        double& examples = positive ? totals_.positive_examples : totals_.negative_examples;
        total = at_most(total_with(total, row, step), most, overflows);
        count(state.cells(), row, positive ? 0 : 1, step, overflows);
        examples = at_most(examples + step, most, overflows);
        settle();
    }

private:
    static constexpr double most = 1e200;           // of a total
    static constexpr double least_scale = 0x1p-64;  // below it, what is kept is taken to a new scale,
    static constexpr double least_count = 0x1p-30;  // and counts that have faded to less are given up

    static bool counted(const double* record) { return record[0] != 0.0 || record[1] != 0.0; }

    static double at_most(double value, double limit, std::uint64_t& overflows) {
        overflows += value > limit;
        return std::min(value, limit);
    }

    double log_odds(const State& state, Slot slot) const {
        if (!fades()) return state.weight(slot);
        const double* record = state.dual(slot);
        const double now[2] = {totals_.scale * record[0], totals_.scale * record[1]};
        return link_(now);
    }

    // A side's total with this row counted, rounded once.
    static double total_with(double total, const Row& row, double step) {
        if (row.values == nullptr) {
            double ones = static_cast<double>(row.size);
            if (row.mapped)
                for (std::size_t i = 0; i < row.size; ++i) ones -= stands_for_others(row.slots[i]);
            return std::fma(ones, step, total);
        }
        const std::array<double, 1> more{total};
        return rounded_sum(row.size, [&](std::size_t i) { return stands_for_others(row.slots[i]) ? 0.0 : step * row.values[i]; }, more);
    }

    // Counts the attributes of a row on one side, and takes their logarithms anew, four or eight at a time.
    void count(const State::Cells& cells, const Row& row, std::size_t side, double step, std::uint64_t& overflows) {
        by_registers([&]<bool Wide>() __attribute__((always_inline)) { count_with<Wide>(cells, row, side, step, overflows); });
    }

    template <bool Wide>
    THRESHER_LANES void count_with(const State::Cells& cells, const Row& row, std::size_t side, double step, std::uint64_t& overflows) {
        constexpr std::size_t most_at_once = 64;
        std::array<double*, most_at_once> weights;
        std::array<double, most_at_once> above, below;
        std::uint64_t newcomers = 0, stopped = 0;
        for (std::size_t first = 0; first < row.size; first += most_at_once) {
            const std::size_t last = std::min(row.size, first + most_at_once);
            std::size_t size = 0;
            for (std::size_t i = first; i < last; ++i) {
                if (stands_for_others(row.slots[i])) continue;
                double* const record = cells.dual_at(row.slots[i]);
                const bool is_new = record[0] + record[1] == 0.0;  // no branch: whether a count is 0 can't be foretold
                const double more = record[side] + step * row.value(i);
                newcomers += static_cast<int>(is_new) & static_cast<int>(more > 0.0);
                stopped += more > size_limit;
                record[side] = std::min(more, size_limit);
                weights[size] = record - 1;  // they stand beside
                above[size] = record[0] + link_.smoothing;
                below[size++] = record[1] + link_.smoothing;
            }
            std::size_t i = 0;
            if constexpr (Wide)
                for (; i + 8 <= size; i += 8) weigh<Eight>(&above[i], &below[i], &weights[i]);
            for (; i + 4 <= size; i += 4) weigh<Four>(&above[i], &below[i], &weights[i]);
            for (; i < size; ++i) *weights[i] = log_of_ratio(above[i], below[i]);
        }
        totals_.attributes = std::min(totals_.attributes + static_cast<double>(newcomers), room_);
        overflows += stopped;
    }

    template <class Numbers>
    THRESHER_LANES static void weigh(const double* above, const double* below, double* const* weights) {
        Numbers ratio, under;
        load(above, ratio);
        load(below, under);
        log_of_ratio(ratio, under);
        for (std::size_t lane = 0; lane < sizeof ratio / sizeof(double); ++lane) *weights[lane] = ratio[lane];
    }

    // The logarithms that every score needs.
    void settle() {
        const double scale = totals_.scale, smoothing = link_.smoothing * totals_.attributes;
        const bool empty = totals_.attributes == 0.0;
        per_unit_ = empty ? 0.0 : log_of_ratio(scale * totals_.negative_counts + smoothing, scale * totals_.positive_counts + smoothing);
        prior_ = link_.prior ? log_of_ratio(scale * totals_.positive_examples + 1.0, scale * totals_.negative_examples + 1.0) : 0.0;
    }

    void fade(State& state) {
        totals_.scale *= link_.fade;
        if (totals_.scale < least_scale) rescale(state);
    }

    // Back to a scale near 1. Powers of two are exact, so only what is given up changes an answer.
    void rescale(State& state) {
        const int exponent = std::ilogb(totals_.scale);
        ExactSum positive, negative;
        totals_.scale = std::ldexp(totals_.scale, -exponent);
        totals_.attributes = 0.0;
        const auto shrink = [&](Slot slot) {
            double* record = state.dual(slot);
            if (!counted(record)) return;
            for (std::size_t side = 0; side < 2; ++side) {
                record[side] = std::ldexp(record[side], exponent);
                if (record[side] < least_count) record[side] = 0.0;
            }
            totals_.attributes += counted(record);
            positive.add(record[0]);
            negative.add(record[1]);
            state.weight(slot) = link_(record);
        };
        for (std::size_t i = 0; i < state.direct_size(); ++i) shrink(static_cast<Slot>(i));
        for (std::size_t i = first_free_slot & ~mapped_bit; i < state.mapped_size(); ++i) shrink(mapped_bit | static_cast<Slot>(i));
        totals_.positive_counts = positive.rounded();
        totals_.negative_counts = negative.rounded();
        totals_.positive_examples = std::ldexp(totals_.positive_examples, exponent);
        totals_.negative_examples = std::ldexp(totals_.negative_examples, exponent);
    }

    LogCountsLink link_;
    double room_;
    Totals totals_;
    double per_unit_ = 0.0;  // what every unit of value adds, whichever attribute it is
    double prior_ = 0.0;
};

inline constexpr std::array<NaiveBayes::Totals::Total, 4> NaiveBayes::Totals::sums{&Totals::positive_counts, &Totals::negative_counts,
                                                                                   &Totals::positive_examples, &Totals::negative_examples};

inline constexpr std::array<std::pair<const char*, NaiveBayes::Totals::Total>, 6> NaiveBayes::Totals::names{{
    {"positive_counts", &Totals::positive_counts},
    {"negative_counts", &Totals::negative_counts},
    {"positive_examples", &Totals::positive_examples},
    {"negative_examples", &Totals::negative_examples},
    {"attributes", &Totals::attributes},
    {"scale", &Totals::scale},
}};

}  // namespace thresher
