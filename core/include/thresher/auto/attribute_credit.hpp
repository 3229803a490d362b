// What each attribute of an example itself adds to the score of coin_betting_cautious by its crossings.
//
// A pair of noise with a column that matters says what that column says: all of it credited to both, noise would pass for useful. So what is said by
// the partners is taken away. As if a pair's weight were the sum of two effects and something of its own, the effects are those that fit best:
//
//     effect of a = (sum of a's pairs - sum of all / (n - 1)) / (n - 2)      n attributes
//     credit of a = what its crossings add, each pair less the effect of the other      each times the worths of both
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "thresher/numeric/grid.hpp"

namespace thresher {

class AttributeCredit {
public:
    void clear(std::size_t attributes) {
        pairs_.assign(attributes, 0.0);
        credit_.assign(attributes, 0.0);
        all_pairs_ = 0.0;
    }

    // Something made of one attribute: what it adds.
    void add_own(std::size_t a, double adds) { credit_[a] += adds; }

    // A pair.   whole: what it would add were both of full worth.
    void add_pair(std::size_t a, std::size_t b, double adds, double whole) {
        credit_[a] += adds;
        credit_[b] += adds;
        pairs_[a] += whole;
        pairs_[b] += whole;
        all_pairs_ += whole;
    }

    // Takes from each what its partners say. With two attributes or fewer nobody can tell whose it is.
    void settle(std::span<const float> worths) {
        if (pairs_.size() <= 2) return;
        const auto attributes = static_cast<double>(pairs_.size());
        const double of_all = all_pairs_ / (attributes - 1.0);
        double said = 0.0;
        for (std::size_t a = 0; a < pairs_.size(); ++a) {
            pairs_[a] = (pairs_[a] - of_all) / (attributes - 2.0);
            said += on_grid(worths[a] * pairs_[a]);
        }
        for (std::size_t a = 0; a < pairs_.size(); ++a) credit_[a] -= worths[a] * (said - on_grid(worths[a] * pairs_[a]));
    }

    double operator[](std::size_t a) const { return credit_[a]; }

private:
    std::vector<double> pairs_;  // of whole worth, added up; then effects
    std::vector<double> credit_;
    double all_pairs_ = 0.0;
};

}  // namespace thresher
