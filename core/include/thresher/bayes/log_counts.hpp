// The weight of an attribute under naive Bayes, from its two counts.
#pragma once

#include "thresher/data/example.hpp"
#include "thresher/numeric/logarithm.hpp"

namespace thresher {

// Naive Bayes: the log odds of an attribute's two smoothed counts. dual[0] counts positive examples, dual[1] negative ones;
// naive_bayes.hpp keeps what goes with all attributes together.
struct LogCountsLink {
    double smoothing;
    bool prior;   // whether the classes' frequencies take part
    double fade;  // what one more example leaves of a count; 1: all of it

    double operator()(const double* dual) const { return log_of_ratio(dual[0] + smoothing, dual[1] + smoothing); }
    double limit() const { return size_limit; }
};

}  // namespace thresher
