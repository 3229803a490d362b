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
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/numeric/processor_clones.hpp"

namespace thresher {

template <std::size_t Experts>
class Master {
public:
    static constexpr std::size_t members = Experts + 2;       // mixer, majority, experts
    static constexpr std::size_t mixer_inputs = Experts + 2;  // experts, majority, constant
    static constexpr double share = .001;       // of the answer's weights, on every trial; less where a label is rare, and most of it to the mixer
    static constexpr double experts_part = .1;  // of the prior

    using Scores = Lanes<Experts>;

    // All that changes, as numbers: what a file keeps.
    struct Memory {
        Lanes<Experts> size, heard;  // running sum of |score| and of trials
        Lanes<Experts> slope;        // the factor that makes a vote a logit
        Lanes<Experts> majority;     // weights
        Lanes<members> belief;       // weights of the answer
        Lanes<members> log_loss;     // but for the last trials:
        Lanes<members> given;        // what was given to their labels, multiplied up
        Lanes<Experts> mistakes;
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
        memory_.majority = even_shares();
        memory_.belief = priors();
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

    // The running mean size of an expert's scores; 1 if it said nothing yet.
    double mean_size(std::size_t expert) const {
        const double size = memory_.size[expert], heard = memory_.heard[expert];
        return size <= 1e-9 * heard ? 1.0 : size / heard;
    }

    // An expert that will say nothing more.
    void silence(std::size_t expert) { memory_.size[expert] = memory_.heard[expert] = 0.0; }

    // What learn() needs to know of the example that was answered.
    struct Scratch {
        Lanes<Experts> votes;
        typename Mixer<mixer_inputs>::Inputs inputs;
        Lanes<members> stated;
        double chance = .5;  // what the answer gives to a positive label
        double given = .5;   // what it had given to the label that came
        typename Mixer<mixer_inputs>::Step step;
    };

    // The logit of the answer. `pace`: of the labels (label_shares.hpp).
    double answer(const Scores& scores, double pace, Scratch& scratch) const {
        state(scores, pace, scratch);
        return logit(scratch);
    }
    static double logit(const Scratch& scratch) { return log_of_ratio(scratch.chance, 1.0 - scratch.chance); }

    // Which sign that logit has, without the logarithm: 1, 0 or -1.
    int side(const Scores& scores, double pace, Scratch& scratch) const {
        state(scores, pace, scratch);
        return side(scratch);
    }
    static int side(const Scratch& scratch) {
        const double p = scratch.chance, other = 1.0 - p;
        return (p > other) - (p < other);
    }

    // What an expert by itself gave to a label.
    static double stated(const Scratch& scratch, std::size_t expert, bool positive) {
        const double p = scratch.stated[expert + 2];
        return positive ? p : 1.0 - p;
    }

    // What one example asks of the master, part by part. Each part waits for divisions and roots of the one before, so whoever has something else
    // to do for the example does it in between.
    class Turn {
    public:
        static constexpr std::size_t parts = 7, answered = 3;

        // `begin`: the part to begin with, `answered` if the example was answered into `scratch` before.
        Turn(Master& master, const Scores& scores, bool positive, double weight, double pace, std::size_t begin, Scratch& scratch)
            : master_(master), scores_(scores), positive_(positive), weight_(weight), pace_(pace), begin_(begin), scratch_(scratch) {}

        template <bool Wide>
        THRESHER_LANES void part(std::size_t number) const {
            if (number < begin_) return;
            switch (number) {
                case 0: return master_.vote<Wide>(scores_, scratch_);
                case 1: return master_.mix(scratch_);
                case 2: return master_.state<Wide>(pace_, scratch_);
                case 3: return master_.believe(positive_, weight_, pace_, scratch_);
                case 4: return master_.follow(scores_, positive_, weight_, scratch_);
                case 5:
                    return master_.mixer_.template look<Wide>(scratch_.inputs, scratch_.stated[0], positive_, times(weight_), pace_, scratch_.step);
                default: return master_.mixer_.template learn<Wide>(scratch_.step);
            }
        }

    private:
        Master& master_;
        const Scores& scores_;
        bool positive_;
        double weight_, pace_;
        std::size_t begin_;
        Scratch& scratch_;
    };

    // Learns from the example that was answered into `scratch`. Returns what the answer had given to its label.
    double learn(const Scores& scores, bool positive, double weight, double pace, Scratch& scratch) {
        const Turn turn(*this, scores, positive, weight, pace, Turn::answered, scratch);
        by_registers([&]<bool Wide>() __attribute__((always_inline)) {
            for (std::size_t part = Turn::answered; part < Turn::parts; ++part) turn.template part<Wide>(part);
        });
        return scratch.given;
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

    static constexpr double least_product = 1e-200;

    static void account(double& loss, double& product, double right) {
        product *= right;
        if (product >= least_product) return;
        loss -= std::log(product);
        product = 1.0;
    }
    void account() {
        for (std::size_t j = 0; j < members; ++j) account(memory_.log_loss[j], memory_.given[j], 1.0);
    }

    // Bayes' rule for an example that counts so many times; the sum of the weights then.
    double weigh(const Lanes<members>& right, double times) {
        for (std::size_t j = 0; j < members; ++j) memory_.belief[j] *= std::pow(right[j], times);
        Four total{}, belief;
        for (std::size_t j = 0; j < members; j += 4) {
            memory_.belief.get(j, belief);
            total += belief;
        }
        return sum_of(total);
    }

    static const Lanes<Experts>& even_shares() {
        static const Lanes<Experts> shares = [] {
            Lanes<Experts> even;
            even.fill(1.0 / static_cast<double>(Experts));
            return even;
        }();
        return shares;
    }
    static const Lanes<members>& priors() {
        static const Lanes<members> priors = [] {
            Lanes<members> all;
            for (std::size_t j = 0; j < members; ++j) all[j] = prior(j);
            return all;
        }();
        return priors;
    }

    // What each and all say of an example goes into `scratch`.
    void state(const Scores& scores, double pace, Scratch& scratch) const {
        by_registers([&]<bool Wide>() __attribute__((always_inline)) {
            vote<Wide>(scores, scratch);
            mix(scratch);
            state<Wide>(pace, scratch);
        });
    }

    // Scores become votes, and these the inputs of majority and mixer.
    template <bool Wide>
    THRESHER_LANES void vote(const Scores& scores, Scratch& scratch) const {
        auto& votes = scratch.votes;
        auto& inputs = scratch.inputs;
        auto& stated = scratch.stated;
        Four majority{};
        Scores::template for_all<Wide>([&]<class Numbers>(std::size_t k) __attribute__((always_inline)) {
            Numbers score, size, heard, weight, slope;
            scores.get(k, score);
            memory_.size.get(k, size);
            memory_.heard.get(k, heard);
            memory_.majority.get(k, weight);
            memory_.slope.get(k, slope);
            // One that said nothing yet has no size.
            const Numbers one = Numbers{} + 1.0, least = 1e-9 * heard;
            heard = size <= least ? one : heard;
            keep_apart(heard);
            keep_apart(size);
            size = size <= least ? one : size;
            const Numbers vote = score * heard / size;
            // vote / sqrt(1 + vote^2), and 4 times the same of a quarter of it: one division for both.
            const Numbers square = vote * vote;
            Numbers whole = 1.0 + square, quarter = 1.0 + square * .0625;
            root(whole);
            root(quarter);
            const Numbers part = vote / (whole * quarter);
            add_to(majority, weight * (quarter * part));
            votes.set(k, vote);
            inputs.set(k, whole * part);
            stated.set(k + 2, vote * slope);
        });
        for (std::size_t i = Experts; i < inputs.width; ++i) inputs[i] = 0.0;
        inputs[Experts] = sum_of(majority);
        inputs[Experts + 1] = .3;
    }

    // The logits of mixer and majority.
    THRESHER_LANES void mix(Scratch& scratch) const {
        scratch.stated[0] = mixer_(scratch.inputs);
        scratch.stated[1] = 3.0 * scratch.inputs[Experts];
    }

    // Logits become probabilities, and their mean the answer.
    template <bool Wide>
    THRESHER_LANES void state(double pace, Scratch& scratch) const {
        auto& stated = scratch.stated;
        const double least = least_stated * pace;
        Four sums{}, all{};
        Lanes<members>::template for_all<Wide>([&]<class Numbers>(std::size_t j) __attribute__((always_inline)) {
            Numbers p, belief;
            stated.get(j, p);
            memory_.belief.get(j, belief);
            state(p, least);
            stated.set(j, p);
            add_to(sums, belief * p);
            add_to(all, belief);
        });
        scratch.chance = sum_of(sums) / sum_of(all);
    }

    // Logits become probabilities.
    template <class Numbers>
    THRESHER_LANES static void state(Numbers& logit, double least) {
        logit = -logit;
        thresher::clamp(logit, -30.0, 30.0);
        raise_e(logit);
        logit = 1.0 / (1.0 + logit);
        thresher::clamp(logit, least, 1.0 - least);
    }

    // Bayes' rule for the weights of the answer, and the accounts of losses.
    THRESHER_LANES void believe(bool positive, double weight, double pace, Scratch& scratch) {
        const double times = Master::times(weight);
        Lanes<members> right;
        Four all{}, rights{}, total{};
        FourLanes small{};
        for (std::size_t j = 0; j < members; j += 4) {
            Four p, belief, given;
            scratch.stated.get(j, p);
            memory_.belief.get(j, belief);
            memory_.given.get(j, given);
            p = positive ? p : 1.0 - p;
            all += belief;
            rights += belief * p;
            given *= p;
            memory_.given.set(j, given);
            small |= (given < least_product) & (given != 0.0);  // 0: there is no member
            right.set(j, p);
            if (times == 1.0) {
                belief *= p;
                memory_.belief.set(j, belief);
                total += belief;
            }
        }
        if ((small[0] | small[1] | small[2] | small[3]) != 0) account();
        scratch.given = sum_of(rights) / sum_of(all);
        account(memory_.answer_log_loss, memory_.answer_given, scratch.given);
        memory_.trials += 1.0;
        memory_.weighted += weight != 1.0;
        const double sum = times == 1.0 ? sum_of(total) : weigh(right, times), back = share * pace;
        for (std::size_t j = 0; j < members; j += 4) {
            Four belief, prior;
            memory_.belief.get(j, belief);
            priors().get(j, prior);
            belief = (1.0 - back) * belief / sum + back * (pace * prior + (j == 0 ? Four{1.0 - pace, 0.0, 0.0, 0.0} : Four{}));
            memory_.belief.set(j, belief);
        }
    }

    // The weights of the majority, and the sizes and slopes of votes.
    THRESHER_LANES void follow(const Scores& scores, bool positive, double weight, const Scratch& scratch) {
        const double times = Master::times(weight), label = positive ? 1.0 : 0.0;
        Four weights{};
        static const double once = std::exp(-.5);
        const double discount = times == 1.0 ? once : std::exp(-.5 * times);
        for (std::size_t k = 0; k < Experts; k += 4) {
            Four score, vote, p, majority, slope, size, heard, mistakes;
            scores.get(k, score);
            scratch.votes.get(k, vote);
            scratch.stated.get(k + 2, p);
            memory_.majority.get(k, majority);
            memory_.slope.get(k, slope);
            memory_.size.get(k, size);
            memory_.heard.get(k, heard);
            memory_.mistakes.get(k, mistakes);
            const FourLanes yes = score >= 0.0, wrong = positive ? ~yes : yes;
            mistakes += wrong ? THRESHER_ALL(1.0) : Four{};
            majority *= wrong ? THRESHER_ALL(discount) : THRESHER_ALL(1.0);
            weights += majority;
            Four logit = vote * slope;
            clamp(logit, -3.0, 3.0);
            slope *= 1.0 + .02 * (label - p) * logit * times;
            clamp(slope, .05, 20.0);
            size = size * fading + (score < 0.0 ? -score : score);
            heard = heard * fading + 1.0;
            memory_.mistakes.set(k, mistakes);
            memory_.majority.set(k, majority);
            memory_.slope.set(k, slope);
            memory_.size.set(k, size);
            memory_.heard.set(k, heard);
        }
        const double weighed = sum_of(weights);
        for (std::size_t k = 0; k < Experts; k += 4) {
            Four majority, even;
            memory_.majority.get(k, majority);
            even_shares().get(k, even);
            majority = .999 * majority / weighed + .001 * even;
            memory_.majority.set(k, majority);
        }
    }

    Memory memory_;
    Mixer<mixer_inputs> mixer_;
};

}  // namespace thresher
