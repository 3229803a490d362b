// Sums whose value does not depend on the order of their terms.
//
// "Correctly rounded" means: the double nearest to the exact real sum, ties to even. The order of the terms cannot
// show in it, so one example gives one score through every door. Terms must be finite and their sum must not overflow
// (values and weights are kept below size_limit, data/example.hpp, which sees to both).
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace thresher {

// high + low == a + b exactly (Knuth). Needs round-to-nearest and a compiler that keeps its hands off.
// Of doubles, or of lanes of them.
template <class Number>
struct TwoSum {
    Number high;
    Number low;
};

template <class Number>
[[gnu::always_inline]] inline TwoSum<Number> two_sum(const Number& a, const Number& b) {
    const Number high = a + b;
    const Number b_seen = high - a;
    const Number a_seen = high - b_seen;
    return {high, (a - a_seen) + (b - b_seen)};
}

// Grows a list of parts that do not overlap and whose exact sum is that of all terms so far (Shewchuk 1997).
class ExactSum {
public:
    void clear() { parts_.clear(); }

    void add(double term) {
        std::size_t kept = 0;
        for (double part : parts_) {
            const TwoSum<double> sum = two_sum(term, part);
            if (sum.low != 0.0) parts_[kept++] = sum.low;
            term = sum.high;
        }
        parts_.resize(kept);
        parts_.push_back(term);
    }

    // The double nearest to the sum of the parts, which are in increasing size.
    double rounded() const {
        if (parts_.empty()) return 0.0;
        std::size_t left = parts_.size();
        double high = parts_[--left];
        double low = 0.0;
        while (left > 0 && low == 0.0) {
            const TwoSum<double> sum = two_sum(high, parts_[--left]);
            high = sum.high;
            low = sum.low;
        }
        // `high` is the sum rounded once. When `low` is exactly half a unit of it, the tie was broken without regard to
        // the parts below: if they push the same way as `low`, the other neighbour is nearer.
        if (left > 0 && low != 0.0 && (low > 0.0) == (parts_[left - 1] > 0.0)) {
            const double doubled = low * 2.0;
            const double neighbour = high + doubled;
            if (neighbour - high == doubled) high = neighbour;
        }
        return high;
    }

private:
    std::vector<double> parts_;
};

inline double exact_sum(std::span<const double> terms) {
    ExactSum sum;
    for (double term : terms) sum.add(term);
    return sum.rounded();
}

}  // namespace thresher
