// Auto's experts and their master: a bank of linear learners, crossings of attributes where there are few, the order of the labels
// themselves, one master over all, and a restart when the concept has changed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "thresher/auto/answer_lines.hpp"
#include "thresher/auto/bank.hpp"
#include "thresher/auto/crossings.hpp"
#include "thresher/auto/drift_alarm.hpp"
#include "thresher/auto/explanation.hpp"
#include "thresher/auto/label_shares.hpp"
#include "thresher/auto/loss_marks.hpp"
#include "thresher/auto/master.hpp"
#include "thresher/auto/rare_alarm.hpp"
#include "thresher/auto/trust_history.hpp"
#include "thresher/data/label.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

// How labels follow on one another: counts by the label before, which fade.
struct LabelSequence {
    std::array<std::array<double, 2>, 2> followed{{{.4, .4}, {.4, .4}}};
    double last = 0.0;

    double score() const {
        const auto& counts = followed[last > 0.0];
        return log_of_ratio(counts[1], counts[0]);
    }

    void learn(bool positive, double weight) {
        auto& counts = followed[last > 0.0];
        counts[positive] += weight;
        const double sum = counts[0] + counts[1];
        if (sum > most)
            for (double& count : counts) count = std::max(count * most / sum, .02);
        last = positive ? 1.0 : 0.0;
    }

    static constexpr double most = 255.0;
};

class Ensemble {
public:
    static constexpr std::size_t label_sequence = bank_experts, first_crossed = bank_experts + 1;
    static constexpr std::size_t experts = first_crossed + crossed_experts;
    static constexpr double heaviest = 1e6;  // a larger importance weight counts as this: its square must fit in single precision
    using Trust = Master<experts>;

    Bank bank;
    Crossings crossings;
    LabelSequence sequence;
    LabelShares shares;
    Trust master;
    DriftAlarm alarm;
    RareAlarm rare_alarm;
    TrustHistory<experts> history;
    LossMarks<experts> marks;
    double mistakes = 0.0, missed = 0.0;  // of the answer; of these on positive examples
    double side = 1.0;                    // -1: labels and answers are turned round
    double looked_at = 0.0;               // so many examples are behind the cells' `contributed`; no file keeps these

    // How things stood when it last began anew; no file keeps it.
    struct LastRestart {
        double trials = 0.0;
        std::array<double, experts> trust{};  // just before
        bool mistakes = false;                // whether the alarm that counts mistakes rang, or else the one for a rare label
    };
    LastRestart last_restart;

    // From now on it is what it would be had every label been the other one.
    void mirror() {
        side = -side;
        missed = mistakes - missed;
    }

    // What learning needs to know of the example that was scored.
    struct Scratch {
        Bank::Scratch bank;
        Crossings::Scratch crossings;
        Trust::Scratch master;
        BankScores linear{};
        CrossedScores crossed{};
        double side = 1.0;

        // The logit of the answer.
        double score() const { return side * Trust::logit(master); }
    };

    // The logit of the answer.
    double score(const Cells& cells, const Row& row, Scratch& scratch) const {
        return side * master.answer(scores(cells, row, false, scratch), shares.pace(), scratch.master);
    }

    // Whether that is at least 0.
    bool predict(const Cells& cells, const Row& row, Scratch& scratch) const {
        return side * master.side(scores(cells, row, false, scratch), shares.pace(), scratch.master) >= 0.0;
    }

    // The answer to the example that was scored, as a sum.
    Explanation explain(const Cells& cells, const Row& row, const Scratch& scratch) const {
        const auto lines = lines_of(master, scratch.master);
        const std::span<const double> slope(lines.slope);
        Explanation parts;
        parts.add_bank(bank, slope.first(bank_experts), cells, row, scratch.bank);
        parts.sequence = slope[label_sequence] * sequence.score();
        if (crosses()) parts.add_crossings(bank, crossings, slope.subspan(first_crossed), cells, row, scratch.crossings);
        parts.constant += lines.constant;
        for (std::size_t k = 0; k < experts; ++k) {
            const double said = k < bank_experts      ? scratch.linear[k]
                                : k == label_sequence ? sequence.score()
                                : crosses()           ? scratch.crossed[k - first_crossed]
                                                      : 0.0;
            parts.experts.push_back(slope[k] * said);
        }
        if (side < 0.0) parts.turn();
        return parts;
    }

    // `admit` makes room for the example's attributes. Returns what was predicted; `scratch` knows the score.
    template <class Admit>
    bool learn(Cells& cells, const Names& names, const Row& row, Label label, double weight, Admit admit, Scratch& scratch) {
        const bool positive = (label == Label::positive) == (side > 0.0);
        const Label own = label_of(positive);
        weight = std::min(weight, heaviest);
        const double pace = shares.pace();
        const auto said = scores(cells, row, true, scratch);
        const bool looks = is_looked_at();
        if (looks) {
            master.side(said, pace, scratch.master);
            look(cells, row, scratch);
        }
        const Row full = admit();
        const bool crossing = crosses();
        if (crossing) identify(cells, names, full);
        const typename Trust::Turn turn(master, said, positive, weight, pace, looks ? Trust::Turn::answered : 0, scratch.master);
        bank.learn(cells, full, scratch.linear, own, weight, pace, scratch.bank, turn);
        scratch.side = side;
        const bool predicted = side * Trust::side(scratch.master) >= 0.0, mistake = predicted != (label == Label::positive);
        if (crossing) crossings.learn(cells, full, scratch.crossed, own, weight, pace, scratch.crossings);
        if (crossing && bank.known > Crossings::most_known && bank.active > Crossings::few_active * bank.learned) give_up_crossings();
        sequence.learn(positive, weight);
        mistakes += mistake;
        missed += mistake && label == Label::positive;
        if (history.due(bank.learned)) note();
        watch(mistake, scratch.master.given, positive, part_of_trial(weight), scratch);
        shares.learn(positive, Trust::times(weight));
        if (marks.due(master.memory().trials)) mark(pace);
        return predicted;
    }

    // What a unit of an attribute adds to the answer, roughly: its weights in the linear learners as far as the mixer trusts them.
    double weight_of(const Cells& cells, Slot slot) const {
        const Cell& stored = cells[slot];
        const Cell cell = bank.is_current(stored) ? stored : bank.current(stored);
        const Bank::UnitViews unit = slot == bias_slot ? Bank::UnitViews{1.0, 1.0, 1.0} : bank.unit_views(cell);
        double sum = 0.0;
        for (std::size_t k = 0; k < naive_bayes; ++k) {
            const double value = k == arow_sifted || k == adagrad ? unit.sifted : k == coin_betting || k == winnow ? unit.share : unit.scaled;
            sum += master.mixer().weights()[k] * cell.weight[k] * value / master.mean_size(k);
        }
        return side * sum;
    }

    // There are at least so many attributes, met more than once, even if it did not meet them itself.
    void know(double attributes) {
        bank.known = std::max(bank.known, attributes);
        if (crosses() && bank.known > Crossings::most_known) give_up_crossings();
    }

    bool crosses() const { return !crossings.given_up; }

    // On the heap.
    std::size_t bytes() const { return crossings.memory().bytes() + history.bytes() + marks.bytes(); }

private:
    Trust::Scores scores(const Cells& cells, const Row& row, bool learns, Scratch& scratch) const {
        Trust::Scores all{};
        scratch.linear = bank.score(cells, row, learns, scratch.bank);
        std::copy(scratch.linear.begin(), scratch.linear.end(), all.begin());
        all[label_sequence] = sequence.score();
        if (crosses()) {
            scratch.crossed = crossings.score(bank, cells, row, shares.pace(), scratch.crossings);
            std::copy(scratch.crossed.begin(), scratch.crossed.end(), all.begin() + first_crossed);
        }
        return all;
    }

    // There are too many attributes by now: for good.
    void give_up_crossings() {
        crossings.given_up = true;  // for good
        crossings.restart();
        for (std::size_t k = first_crossed; k < experts; ++k) master.silence(k);
    }

    // The first examples, then one of thirty-two: which ones is a matter of their number alone.
    static constexpr double all_of_first = 1024.0, one_of = 32.0;

    bool is_looked_at() const {
        return bank.learned < all_of_first || (mix(static_cast<std::uint64_t>(bank.learned)) & (static_cast<std::uint64_t>(one_of) - 1)) == 0;
    }

    static bool is_known(Slot slot) { return slot != silent_slot && slot != pristine_slot; }

    // Adds up the sizes of the shares that attributes have in the answer. Without crossings these need not be told apart.
    void look(Cells& cells, const Row& row, const Scratch& scratch) {
        const double times = bank.learned < all_of_first ? 1.0 : one_of;
        const auto add = [&](std::size_t i, double share) { cells[row.slots[i]].contributed += static_cast<float>(times * std::fabs(share)); };
        looked_at += times;
        if (crosses()) {
            const std::vector<double> shares = explain(cells, row, scratch).by_attribute();
            for (std::size_t i = 0; i < row.size; ++i)
                if (is_known(row.slots[i])) add(i, shares[i]);
            return;
        }
        const auto lines = lines_of(master, scratch.master);
        const std::span<const double> slope = std::span<const double>(lines.slope).first(bank_experts);
        const float offset = bank.offset();
        for (std::size_t i = 0; i < row.size; ++i)
            if (is_known(row.slots[i])) add(i, Explanation::weighed(bank.parts(cells, row, i, scratch.bank, offset), slope));
    }

    // A number for each new attribute that is the same in every process: crossings are made of these.
    static void identify(Cells& cells, const Names& names, const Row& row) {
        if (row.size == 0) return;
        for (std::size_t i = 0; i < row.size; ++i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot || slot == pristine_slot) continue;
            Cell& cell = cells[slot];
            if (cell.seen != 0.0F) continue;
            if ((slot & mapped_bit) == 0) {
                cell.identity = slot;
                continue;
            }
            const Feature feature = names.feature(slot);
            const std::uint64_t number = feature.named() ? stable_hash(feature.text()) : feature.code;
            cell.identity = number & ((std::uint64_t{1} << 52) - 1);
        }
    }

    static std::uint64_t stable_hash(std::string_view text) {
        return mix(std::uint64_t{vw_hash(text, 1)} << 32 | vw_hash(text, 2)) | std::uint64_t{1} << 51;
    }

    void note() {
        std::array<double, experts> wrong;
        std::ranges::copy(master.memory().mistakes, wrong.begin());
        history.write({bank.learned, alarm.memory().restarts, mistakes, master.trust(), wrong});
    }

    // `pace`: of the trial just learned. Rare, so it is kept out of the loop.
    [[gnu::noinline]] void mark(double pace) {
        const auto& memory = master.memory();
        LossMarks<experts>::Mark now{memory.trials, alarm.memory().restarts, memory.weighted, pace, master.log_loss(), {}};
        for (std::size_t k = 0; k < experts; ++k) now.expert_log_loss[k] = master.log_loss(k + 2);
        marks.write(now);
    }

    // How much of a trial an example is for the alarm that counts mistakes. Where one label weighs more, learning itself makes mistakes on the other more
    // frequent: light examples count less than heavy ones.
    double part_of_trial(double weight) const {
        const double mean = (bank.positives + bank.negatives) / bank.since_restart;
        return weight < mean ? std::sqrt(weight / mean) : 1.0;
    }

    // Whether mistakes have become many, or the rare label is told from the other no longer: then all begin anew.
    void watch(bool mistake, double given, bool positive, double part, const Scratch& scratch) {
        const bool memory_wrong = (scratch.linear[arow_before_restart] >= 0.0) != positive, renewed_wrong = (scratch.linear[arow] >= 0.0) != positive;
        const bool many = alarm(mistake, memory_wrong, renewed_wrong, part);
        bool lost = false;
        if (shares.pace() < 1.0)
            lost = rare_alarm(given, shares.of(positive), shares.rarer(positive), Trust::stated(scratch.master, arow_before_restart, positive),
                              Trust::stated(scratch.master, arow, positive));
        else
            rare_alarm.restart(false);
        if (!many && !lost) return;
        alarm.restart();
        rare_alarm.restart(!many);
        note();
        last_restart = {bank.learned, master.trust(), many};
        restart();
    }

    void restart() {
        bank.restart();
        crossings.restart();
        master.restart();
    }
};

}  // namespace thresher
