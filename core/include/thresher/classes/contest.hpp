// Which of many classes compete for an example, and what becomes of what their members say.
//
// Links (class_links.hpp) name the classes that come into question: the best by one of their two scores and the best by the other, in turn.
// Only these are asked and learn, and the right one. What a member says, s_m, is mixed with the links' two scores: over those who compete
//
//     z_c = w_1 s_m + w_2 ln softmax(linear) + w_3 ln softmax(bayes),   shares of 1: softmax(z)
//
// w is one for all classes, moved by the logarithmic loss, rate .1/sqrt(sum of squares). A class that does not compete has the least z of
// those who do, less what its linear score is short of theirs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "thresher/classes/class_links.hpp"
#include "thresher/classes/largest_scores.hpp"
#include "thresher/classes/softmax.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/state/memory.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

// One example as each of several members has it.
struct RowsOfMembers {
    std::vector<RowScratch> scratch;
    std::vector<Row> rows;
};

class Contest {
public:
    static constexpr std::size_t all_compete = 32;     // so many classes need no contest
    static constexpr std::size_t most_competing = 12;  // before the right one is known

    struct Scratch {
        ClassLinks::Scratch links;
        std::vector<Class> by_linear, by_bayes;
        std::vector<Class> competing;       // the best first
        std::vector<Class> moved;           // those, and the right one
        RowsOfMembers rows;                 // of these
        std::vector<double> said;           // by their members
        std::vector<double> linear, bayes;  // logarithms of shares
    };

    struct Weights {
        std::array<double, 3> weight{1.0, .3, .3}, squares{1e-3, 1e-3, 1e-3};
    };

    ClassLinks links;
    Weights weights;

    // Names those who compete for the example.
    void begin(std::span<const Feature> x, Scratch& scratch) const {
        links.score(x, scratch.links);
        std::vector<Class>&by_linear = scratch.by_linear, &by_bayes = scratch.by_bayes;
        largest_scores(scratch.links.linear, most_competing, by_linear);
        largest_scores(scratch.links.bayes, most_competing, by_bayes);
        auto& competing = scratch.competing;
        competing.clear();
        const auto add = [&](Class c) {
            if (competing.size() < by_linear.size() && std::ranges::find(competing, c) == competing.end()) competing.push_back(c);
        };
        for (std::size_t i = 0; i < by_linear.size(); ++i) {
            add(by_linear[i]);
            add(by_bayes[i]);
        }
        logs_of(scratch.links.linear, competing, scratch.linear);
        logs_of(scratch.links.bayes, competing, scratch.bayes);
        scratch.said.assign(competing.size(), 0.0);
    }

    // Of all classes, from what members said into `scratch`: logarithms of their shares, but for what is the same for all.
    void scores(const Scratch& scratch, std::vector<double>& scores) const {
        scores.resize(scratch.links.linear.size());
        if (scratch.competing.empty()) {
            std::ranges::fill(scores, 0.0);
            return;
        }
        const std::vector<double> mixed = mix(scratch);
        const double least = *std::ranges::min_element(mixed);
        double last = scratch.links.linear[static_cast<std::size_t>(scratch.competing[0])];
        for (const Class c : scratch.competing) last = std::min(last, scratch.links.linear[static_cast<std::size_t>(c)]);
        rank_below(least, last, scratch.links.linear, scores);
        for (std::size_t j = 0; j < mixed.size(); ++j) scores[static_cast<std::size_t>(scratch.competing[j])] = mixed[j];
    }

    // Learns the example from what was said into `scratch`; `moved`: those who competed, and the right one.
    void learn(std::span<const Feature> x, Class right, double weight, std::span<const Class> moved, Scratch& scratch) {
        const auto found = std::ranges::find(scratch.competing, right);
        if (found != scratch.competing.end()) move(static_cast<std::size_t>(found - scratch.competing.begin()), weight, scratch);
        links.learn(x, right, weight, moved, scratch.links);
    }

private:
    static constexpr double least_log = -25.0, rate = .1, most_gradient = 5.0, most_weight = 4.0;

    // Of those who do not compete, by what they are short of the last one who does.
    THRESHER_CLONED static void rank_below(double least, double last, std::span<const double> linear, std::span<double> scores) {
        for (std::size_t c = 0; c < scores.size(); ++c) {
            const double shortfall = last - linear[c];
            scores[c] = least - (shortfall < 0.0 ? 0.0 : shortfall);
        }
    }

    static void logs_of(const std::vector<double>& scores, std::span<const Class> of, std::vector<double>& logs) {
        logs.clear();
        for (const Class c : of) logs.push_back(scores[static_cast<std::size_t>(c)]);
        log_softmax(logs, least_log);
    }

    std::vector<double> mix(const Scratch& scratch) const {
        std::vector<double> mixed(scratch.competing.size());
        for (std::size_t j = 0; j < mixed.size(); ++j)
            mixed[j] = weights.weight[0] * scratch.said[j] + weights.weight[1] * scratch.linear[j] + weights.weight[2] * scratch.bayes[j];
        return mixed;
    }

    void move(std::size_t right, double weight, const Scratch& scratch) {
        std::vector<double> shares = mix(scratch);
        softmax(shares);
        const std::array<const std::vector<double>*, 3> inputs{&scratch.said, &scratch.linear, &scratch.bayes};
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            double gradient = (*inputs[k])[right];
            for (std::size_t j = 0; j < shares.size(); ++j) gradient -= shares[j] * (*inputs[k])[j];
            gradient = std::clamp(gradient * std::min(weight, ClassLinks::most_times), -most_gradient, most_gradient);
            weights.squares[k] += gradient * gradient;
            weights.weight[k] = std::clamp(weights.weight[k] + rate * gradient / std::sqrt(weights.squares[k]), 0.0, most_weight);
        }
    }
};

}  // namespace thresher
