// Sums of many terms in one pass, two lanes at a time: quick ones with the size of all terms, which bounds their error, and
// correctly rounded ones. The latter are taken in doubled precision where that can be proved to round the same way, which is
// nearly always, else by numeric/sum.hpp; which way it went can't be told from the sum.
#pragma once

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>

#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/sum.hpp"

namespace thresher {

// A sum and the size of its terms. `Number` is a double or lanes of them.
template <class Number>
struct QuickChain {
    Number sum{};
    Number magnitude{};

    [[gnu::always_inline]] void add(const Number& term) {
        sum += term;
        magnitude += absolute(term);
    }
    [[gnu::always_inline]] void join(const QuickChain& other) {
        sum += other.sum;
        magnitude += other.magnitude;
    }
    template <class Lanes>
    static QuickChain lane(const QuickChain<Lanes>& of, int i) {
        return {of.sum[i], of.magnitude[i]};
    }
};

// Of terms none of which is negative: the sum is its own size.
template <class Number>
struct PlainChain {
    Number sum{};

    [[gnu::always_inline]] void add(const Number& term) { sum += term; }
    [[gnu::always_inline]] void join(const PlainChain& other) { sum += other.sum; }
    template <class Lanes>
    static PlainChain lane(const PlainChain<Lanes>& of, int i) {
        return {of.sum[i]};
    }
};

// Doubled working precision: the error of every addition is kept and added in the end (Ogita, Rump, Oishi 2005).
template <class Number>
struct DoubledChain {
    Number sum{};
    Number lost{};
    Number magnitude{};

    [[gnu::always_inline]] void add(const Number& term) {
        const auto step = two_sum(sum, term);
        sum = step.high;
        lost += step.low;
        magnitude += absolute(term);
    }
    [[gnu::always_inline]] void join(const DoubledChain& other) {
        const auto step = two_sum(sum, other.sum);
        sum = step.high;
        lost += step.low + other.lost;
        magnitude += other.magnitude;
    }
    template <class Lanes>
    static DoubledChain lane(const DoubledChain<Lanes>& of, int i) {
        return {of.sum[i], of.lost[i], of.magnitude[i]};
    }
};

// The terms term(0), term(1), ... in one chain. Two pairs side by side hide the latency of additions behind that of loads.
template <template <class> class Chain, class Term>
[[gnu::always_inline]] inline Chain<double> sum_terms(std::size_t size, const Term& term) {
    Chain<Two> a, b;
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        a.add(Two{term(i), term(i + 1)});
        b.add(Two{term(i + 2), term(i + 3)});
    }
    a.join(b);
    Chain<double> all = Chain<double>::lane(a, 0);
    all.join(Chain<double>::lane(a, 1));
    for (; i < size; ++i) all.add(term(i));
    return all;
}

// The double nearest to the exact sum of so many terms, and a few more.
template <class Term>
[[gnu::always_inline]] inline double rounded_sum(std::size_t size, const Term& term, std::span<const double> more = {}) {
    DoubledChain<double> chain = sum_terms<DoubledChain>(size, term);
    for (const double one : more) chain.add(one);
    // The lost parts are at most u * magnitude each and there are at most size + 5 of them, summed with as many roundings; eps
    // is 2u, which leaves a factor of four to spare. The second term covers the two additions below.
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const double terms = static_cast<double>(size + more.size() + 6);
    const double error = terms * terms * eps * eps * chain.magnitude + 2.0 * eps * std::fabs(chain.lost);
    const double least = chain.sum + (chain.lost - error), most = chain.sum + (chain.lost + error);
    if (least == most) [[likely]]
        return least;
    ExactSum sum;
    for (std::size_t i = 0; i < size; ++i) sum.add(term(i));
    for (const double one : more) sum.add(one);
    return sum.rounded();
}

}  // namespace thresher
