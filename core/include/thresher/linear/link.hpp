// The link f: dual -> weight, coordinate by coordinate. Evaluated on updates only; predicting reads weights.
//
// A link sees an attribute's whole dual record (z first): two read the negative half too, one which link this very
// attribute has. Every link is increasing in z. `limit()` is the |z| from which on a weight could exceed size_limit.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <variant>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/hyperbolic.hpp"

namespace thresher {

struct IdentityLink {
    double operator()(const double* dual) const { return dual[0]; }
    double limit() const { return size_limit; }
};

// base^z. Whole numbers, which is what boolean attributes give, come from a table of pow's own results (of exp's for base
// e); beyond it they are pow's still. Fractions go through exp2, three times as fast and within a few last bits of pow.
class Power {
public:
    explicit Power(double base) : base_(base), log2_(std::log2(base)) {
        for (int k = -reach; k <= reach; ++k) table_[static_cast<std::size_t>(k + reach)] = raise(k);
    }

    [[gnu::always_inline]] double operator()(double z) const {
        if (std::fabs(z) <= reach) {
            const int whole = static_cast<int>(z);
            if (static_cast<double>(whole) == z) return table_[static_cast<std::size_t>(whole + reach)];
        }
        if (base_ != std::numbers::e && std::floor(z) != z) return std::exp2(z * log2_);
        return raise(z);
    }

    double base() const { return base_; }

private:
    double raise(double z) const { return base_ == std::numbers::e ? std::exp(z) : std::pow(base_, z); }

    static constexpr int reach = 64;
    double base_;
    double log2_;
    std::array<double, 2 * reach + 1> table_{};
};

// initial * promotion^z: Winnow. z counts promotions, so boolean attributes keep it whole and powers of two are exact.
struct ExponentialLink {
    double initial;
    Power power;

    double operator()(const double* dual) const { return initial * power(dual[0]); }
    double limit() const { return std::log(size_limit / initial) / std::log(power.base()); }
};

// initial * (promotion^z - promotion^-z): Balanced Winnow while its halves move together.
struct BalancedLink {
    double initial;
    Power power;

    double operator()(const double* dual) const {
        const double z = dual[0], up = power(z);
        return initial * (up - (std::floor(z) == z ? power(-z) : 1.0 / up));
    }
    double limit() const { return std::log(size_limit / initial) / std::log(power.base()); }
};

// initial * (promotion^z+ - promotion^z-): Balanced Winnow whose halves are clamped one by one. dual[1] is z-.
struct HalvesLink {
    double initial;
    Power power;

    double operator()(const double* dual) const { return initial * (power(dual[0]) - power(dual[1])); }
    double limit() const { return std::log(size_limit / initial) / std::log(power.base()); }
};

struct TwoSinhLink {
    double operator()(const double* dual) const { return two_sinh(dual[0]); }
    double limit() const { return std::log(size_limit); }
};

// sgn(z) p |z|^(p-1)
class PNormLink {
public:
    explicit PNormLink(double p) : p_(p) {
        for (int z = 0; z < reach; ++z) table_[static_cast<std::size_t>(z)] = p * std::pow(z, p - 1.0);
    }

    // Small whole numbers, which boolean attributes give at rate 1, come from a table, as in Power.
    double operator()(const double* dual) const {
        const double size = std::fabs(dual[0]);
        if (size < reach) {
            const int whole = static_cast<int>(size);
            if (static_cast<double>(whole) == size) return std::copysign(table_[static_cast<std::size_t>(whole)], dual[0]);
        }
        return std::copysign(p_ * std::pow(size, p_ - 1.0), dual[0]);
    }
    double limit() const { return std::pow(size_limit / p_, 1.0 / (p_ - 1.0)); }

private:
    static constexpr int reach = 64;
    double p_;
    std::array<double, reach> table_{};
};

// sgn(z) |z|^(p-1): the p-norm link up to the common factor that normalised.hpp keeps.
struct NormalisedLink {
    double p;

    double operator()(const double* dual) const { return std::copysign(std::pow(std::fabs(dual[0]), p - 1.0), dual[0]); }
    double limit() const { return std::pow(size_limit, 1.0 / p); }
};

// f_k(z) = (1 + z/k)^k - (1 - z/k)^k: the Perceptron at k = 1 and 2, towards 2 sinh as k grows.
struct InterpolatedLink {
    double k;

    double operator()(const double* dual) const {
        const double step = dual[0] / k;
        return std::pow(1.0 + step, k) - std::pow(1.0 - step, k);
    }
    double limit() const { return k * (std::pow(size_limit, 1.0 / k) - 1.0); }
};

// A fixed threshold is an attribute with this link.
struct ConstantLink {
    double value;

    double operator()(const double*) const { return value; }
    double limit() const { return size_limit; }
};

// The user's own function, given all changed duals at once.
struct CustomLink {
    std::function<void(std::span<const double> duals, std::span<double> weights)> function;

    double operator()(const double* dual) const {
        double weight = 0.0;
        function({dual, 1}, {&weight, 1});
        return weight;
    }
    double limit() const { return size_limit; }
};

using SimpleLink = std::variant<IdentityLink, ExponentialLink, BalancedLink, TwoSinhLink, PNormLink, InterpolatedLink, ConstantLink>;

// Attributes with links of their own: dual[column] is the link's number, 0 the common one.
struct PerAttributeLink {
    std::size_t column;
    std::vector<SimpleLink> links;

    double operator()(const double* dual) const {
        const auto which = static_cast<std::size_t>(dual[column]);
        return std::visit([&](const auto& link) { return link(dual); }, links[which]);
    }
    double limit() const {
        double least = size_limit;
        for (const SimpleLink& link : links) least = std::min(least, std::visit([](const auto& one) { return one.limit(); }, link));
        return least;
    }
};

using Link = std::variant<IdentityLink, ExponentialLink, BalancedLink, HalvesLink, TwoSinhLink, PNormLink, NormalisedLink, InterpolatedLink,
                          ConstantLink, CustomLink, PerAttributeLink>;

inline double evaluate(const Link& link, const double* dual) {
    return std::visit([&](const auto& f) { return f(dual); }, link);
}

}  // namespace thresher
