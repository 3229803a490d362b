// From the scores of experts to one probability.
//
//     votes      f_k = score over its running mean size; t_k = f_k / sqrt(1 + f_k^2), a vote in (-1, 1)
//     majority   v = sum of weights * t_k; a wrong expert's weight is multiplied by e^-.5, all share a thousandth
//     mixer      logistic mixing of the votes and v (mixer.hpp)
//     answer     p = sum of W_j p_j over the mixer, the majority and every expert by itself, W by Bayes' rule on log loss with a
//                fixed share (theory F): its log loss is at most that of any of them, plus ln(1/prior) and the price of sharing
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "thresher/auto/mixer.hpp"

namespace thresher {

template <std::size_t Experts>
class Master {
public:
    static constexpr std::size_t members = Experts + 2;       // mixer, majority, experts
    static constexpr std::size_t mixer_inputs = Experts + 2;  // experts, majority, constant
    static constexpr double share = .001;                     // of the answer's weights, on every trial; less where a label is rare
    static constexpr double experts_part = .1;                // of the prior

    using Scores = std::array<double, Experts>;

    // All that changes, as numbers: what a file keeps.
    struct Memory {
        std::array<double, Experts> size{}, heard{};  // running sum of |score| and of trials
        std::array<double, Experts> slope{};          // the factor that makes a vote a logit
        std::array<double, Experts> majority{};       // weights
        std::array<double, members> belief{};         // weights of the answer
        std::array<double, members> log_loss{};       // but for the last trials:
        std::array<double, members> given{};          // what was given to their labels, multiplied up
        std::array<double, Experts> mistakes{};
        double answer_log_loss = 0.0, answer_given = 1.0, trials = 0.0;
        double weighted = 0.0;  // trials of another weight than 1: no theorem speaks of those
    };

    Master() {
        memory_.given.fill(1.0);
        restart();
    }

    // The log loss so far of a member, and of the answer. A logarithm is dear, so products are kept and taken the logarithm of
    // now and then.
    double log_loss(std::size_t member) const { return memory_.log_loss[member] - std::log(memory_.given[member]); }
    double log_loss() const { return memory_.answer_log_loss - std::log(memory_.answer_given); }

    static double prior(std::size_t member) { return member < 2 ? (1.0 - experts_part) / 2.0 : experts_part / static_cast<double>(Experts); }

    // How often an example of that importance counts, for trust.
    static double times(double weight) { return std::min(weight, 10.0); }

    // Trust begins anew; the accounts of losses go on.
    void restart() {
        for (std::size_t k = 0; k < Experts; ++k) memory_.majority[k] = 1.0 / static_cast<double>(Experts);
        for (std::size_t j = 0; j < members; ++j) memory_.belief[j] = prior(j);
        memory_.size = memory_.heard = {};
        memory_.slope.fill(1.0);
        typename Mixer<mixer_inputs>::Inputs weights{}, variances{};
        weights.fill(1.0 / static_cast<double>(Experts));
        variances.fill(3.0 / static_cast<double>(Experts));
        weights[Experts] = 2.0;
        variances[Experts] = 3.0;
        weights[Experts + 1] = 0.0;
        mixer_.begin(weights, variances);
    }

    // An expert that will say nothing more.
    void silence(std::size_t expert) { memory_.size[expert] = memory_.heard[expert] = 0.0; }

    // What learn() needs to know of the example that was answered.
    struct Scratch {
        std::array<double, Experts> votes{};
        typename Mixer<mixer_inputs>::Inputs inputs{};
        std::array<double, members> stated{};
        double mixed = 0.0;
    };

    // The logit of the answer. `pace`: of the labels (label_shares.hpp).
    double answer(const Scores& scores, double pace, Scratch& scratch) const {
        auto& [votes, inputs, stated, mixed] = scratch;
        const double least = least_stated * pace;
        double vote = 0.0;
        for (std::size_t k = 0; k < Experts; ++k) {
            votes[k] = inputs[k] = 0.0;
            if (scores[k] == 0.0) continue;
            const double mean = memory_.heard[k] > 0.0 ? memory_.size[k] / memory_.heard[k] : 1.0;
            votes[k] = scores[k] / (mean > 1e-9 ? mean : 1.0);  // one that said nothing yet has no size
            vote += memory_.majority[k] * softened(votes[k]);
            inputs[k] = 4.0 * softened(votes[k] / 4.0);
        }
        inputs[Experts] = vote;
        inputs[Experts + 1] = .3;
        mixed = mixer_(inputs);
        stated[0] = probability(mixed, least);
        stated[1] = probability(3.0 * vote, least);
        for (std::size_t k = 0; k < Experts; ++k) stated[k + 2] = votes[k] == 0.0 ? .5 : probability(votes[k] * memory_.slope[k], least);
        double p = 0.0, all = 0.0;
        for (std::size_t j = 0; j < members; ++j) {
            p += memory_.belief[j] * stated[j];
            all += memory_.belief[j];
        }
        p /= all;
        return std::log(p / (1.0 - p));
    }

    // The answer as a sum: logit = constant + sum of slope[k] * scores[k]. Each of the bends on the way from scores to the answer is
    // replaced by the straight line through 0 and the point where it is now, so that nothing is left over.
    struct Lines {
        std::array<double, Experts> slope{};
        double constant = 0.0;
    };

    // Of the example that was answered into `scratch`.
    Lines lines(const Scratch& scratch) const {
        const auto& [votes, inputs, stated, mixed] = scratch;
        double p = 0.0, all = 0.0;
        for (std::size_t j = 0; j < members; ++j) {
            p += memory_.belief[j] * stated[j];
            all += memory_.belief[j];
        }
        p /= all;
        const double out = std::fabs(p - .5) > 1e-9 ? std::log(p / (1.0 - p)) / (p - .5) : 4.0;
        // What a unit of a member's logit adds to the answer's.
        const auto heard = [&](std::size_t j, double logit) {
            return memory_.belief[j] / all * out * (std::fabs(logit) > 1e-9 ? (stated[j] - .5) / logit : .25);
        };
        const auto& weights = mixer_.weights();
        double sum = 0.0;
        for (std::size_t i = 0; i < mixer_inputs; ++i) sum += weights[i] * inputs[i];
        const double by_mixer = heard(0, sum), by_majority = weights[Experts] * by_mixer + 3.0 * heard(1, 3.0 * inputs[Experts]);
        Lines lines;
        for (std::size_t k = 0; k < Experts; ++k) {
            const double mean = memory_.heard[k] > 0.0 ? memory_.size[k] / memory_.heard[k] : 1.0, vote = votes[k], quarter = vote / 4.0;
            const double alone = memory_.slope[k] * heard(k + 2, vote * memory_.slope[k]);
            lines.slope[k] = (alone + by_mixer * weights[k] / std::sqrt(1.0 + quarter * quarter) +
                              by_majority * memory_.majority[k] / std::sqrt(1.0 + vote * vote)) /
                             (mean > 1e-9 ? mean : 1.0);
        }
        lines.constant = by_mixer * weights[Experts + 1] * inputs[Experts + 1];
        return lines;
    }

    // What an expert by itself gave to a label.
    static double stated(const Scratch& scratch, std::size_t expert, bool positive) {
        const double p = scratch.stated[expert + 2];
        return positive ? p : 1.0 - p;
    }

    // Learns from the example that was answered into `scratch`. Returns what the answer had given to its label.
    double learn(const Scores& scores, bool positive, double weight, double pace, const Scratch& scratch) {
        const auto& [votes, inputs, stated, mixed] = scratch;
        double given = 0.0, all = 0.0;
        for (std::size_t j = 0; j < members; ++j) {
            all += memory_.belief[j];
            const double right = positive ? stated[j] : 1.0 - stated[j];
            given += memory_.belief[j] * right;
            account(memory_.log_loss[j], memory_.given[j], right);
        }
        account(memory_.answer_log_loss, memory_.answer_given, given / all);
        memory_.trials += 1.0;
        memory_.weighted += weight != 1.0;
        const double times = Master::times(weight);
        double total = 0.0;
        for (std::size_t j = 0; j < members; ++j) {
            const double right = positive ? stated[j] : 1.0 - stated[j];
            memory_.belief[j] *= times == 1.0 ? right : std::pow(right, times);
            total += memory_.belief[j];
        }
        for (std::size_t j = 0; j < members; ++j) memory_.belief[j] = (1.0 - share * pace) * memory_.belief[j] / total + share * pace * prior(j);

        double weights = 0.0;
        static const double once = std::exp(-.5);
        const double discount = times == 1.0 ? once : std::exp(-.5 * times);
        for (std::size_t k = 0; k < Experts; ++k) {
            const bool wrong = (scores[k] >= 0.0) != positive;
            memory_.mistakes[k] += wrong;
            if (wrong) memory_.majority[k] *= discount;
            weights += memory_.majority[k];
            const double error = (positive ? 1.0 : 0.0) - stated[k + 2];
            const double logit = std::clamp(votes[k] * memory_.slope[k], -3.0, 3.0);
            memory_.slope[k] = std::clamp(memory_.slope[k] * (1.0 + .02 * error * logit * times), .05, 20.0);
            memory_.size[k] = memory_.size[k] * fading + std::fabs(scores[k]);
            memory_.heard[k] = memory_.heard[k] * fading + 1.0;
        }
        for (double& w : memory_.majority) w = .999 * w / weights + .001 / static_cast<double>(Experts);
        mixer_.learn(inputs, mixed, positive, times, pace);
        return given / all;
    }

    // Each expert's part in the answer: by itself, through the majority, through the mixer. They add up to 1.
    std::array<double, Experts> trust() const {
        std::array<double, Experts> parts{}, mixed{};
        double sum = 0.0;
        const auto& weights = mixer_.weights();
        for (std::size_t k = 0; k < Experts; ++k) {
            const double heard = memory_.size[k] > 0.0 ? 1.0 : 0.0;  // one that never spoke has no part
            mixed[k] = heard * (std::fabs(weights[k]) + std::fabs(weights[Experts]) * memory_.majority[k]);
            sum += mixed[k];
        }
        double all = 0.0;
        for (std::size_t k = 0; k < Experts; ++k) {
            parts[k] = sum > 0.0 ? memory_.belief[0] * mixed[k] / sum : 0.0;
            if (memory_.size[k] > 0.0) parts[k] += memory_.belief[k + 2] + memory_.belief[1] * memory_.majority[k];
            all += parts[k];
        }
        for (double& part : parts) part = all > 0.0 ? part / all : 1.0 / static_cast<double>(Experts);
        return parts;
    }

    const Memory& memory() const { return memory_; }
    Memory& memory() { return memory_; }
    const Mixer<mixer_inputs>& mixer() const { return mixer_; }
    Mixer<mixer_inputs>& mixer() { return mixer_; }

private:
    static constexpr double fading = .998;
    static constexpr double least_stated = 1e-4;

    static void account(double& loss, double& product, double right) {
        product *= right;
        if (product > 1e-200) return;
        loss -= std::log(product);
        product = 1.0;
    }

    static double softened(double x) { return x / std::sqrt(1.0 + x * x); }

    static double probability(double logit, double least) {
        return std::clamp(1.0 / (1.0 + std::exp(-std::clamp(logit, -30.0, 30.0))), least, 1.0 - least);
    }

    Memory memory_;
    Mixer<mixer_inputs> mixer_;
};

}  // namespace thresher
