// The score of one class of a contest as a sum: so much of what its member says, and what links of each attribute add.
//
// Who wins is a matter of differences, so what an attribute adds for a class is told beside the mean of those who compete. What is left over
// (how many examples the class had, and what is the same for all) is no attribute's.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "thresher/classes/contest.hpp"

namespace thresher {

struct ContestShares {
    double member = 0.0;        // what a unit of its member's score adds
    std::vector<double> links;  // of each attribute of the example
    double score = 0.0;         // all together, and what is no attribute's
};

// Of the example whose scores were taken into `scratch`.
inline ContestShares shares_of(const Contest& contest, Class number, std::span<const double> scores, const Contest::Scratch& scratch) {
    const auto& [weight, squares] = contest.weights;
    const auto& competing = scratch.competing;
    const bool competes = std::ranges::find(competing, number) != competing.end();
    ContestShares shares{competes ? weight[0] : 0.0, {}, scores[static_cast<std::size_t>(number)]};
    const double linear = competes ? weight[1] : 1.0, bayes = competes ? weight[2] : 0.0;  // one that does not compete is ranked by its linear score
    for (std::size_t i = 0; i < scratch.links.slots.size(); ++i) {
        const auto adds = [&](Class c) {
            const ClassLink link = contest.links.link_of(scratch.links.slots[i], c);
            return linear * link.weight * scratch.links.values[i] * scratch.links.length + bayes * link.log_count;
        };
        double mean = 0.0;
        for (const Class c : competing) mean += adds(c) / static_cast<double>(competing.size());
        shares.links.push_back(adds(number) - mean);
    }
    return shares;
}

}  // namespace thresher
