// The link f: dual -> weight, coordinate by coordinate. Evaluated on updates only; predicting reads weights.
//
// A link sees an attribute's whole dual record (z first): one reads the negative half too, one which link this very
// attribute has. Every link is increasing in z. `limit()` is the |z| from which on a weight could exceed size_limit.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <variant>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/example.hpp"

namespace thresher {

struct IdentityLink {
    double operator()(const double* dual) const { return dual[0]; }
    double limit() const { return size_limit; }
};

// base^z (base e: exp itself). Whole numbers come from a table: with boolean attributes z is one, and a table is faster than pow. It holds
// pow's own results, so nothing depends on which of the two answered.
class Power {
public:
    explicit Power(double base) : base_(base) {
        for (int k = -reach; k <= reach; ++k) table_[static_cast<std::size_t>(k + reach)] = raise(k);
    }

    double operator()(double z) const {
        if (std::fabs(z) <= reach) {
            const int whole = static_cast<int>(z);
            if (static_cast<double>(whole) == z) return table_[static_cast<std::size_t>(whole + reach)];
        }
        return raise(z);
    }

    double base() const { return base_; }

private:
    double raise(double z) const { return base_ == std::numbers::e ? std::exp(z) : std::pow(base_, z); }

    static constexpr int reach = 64;
    double base_;
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

    double operator()(const double* dual) const { return initial * (power(dual[0]) - power(-dual[0])); }
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
    double operator()(const double* dual) const { return 2.0 * std::sinh(dual[0]); }
    double limit() const { return std::log(size_limit); }
};

// sgn(z) p |z|^(p-1)
struct PNormLink {
    double p;

    double operator()(const double* dual) const {
        return std::copysign(p * std::pow(std::fabs(dual[0]), p - 1.0), dual[0]);
    }
    double limit() const { return std::pow(size_limit / p, 1.0 / (p - 1.0)); }
};

// sgn(z) |z|^(p-1): the p-norm link up to the common factor that normalised.hpp keeps.
struct NormalisedLink {
    double p;

    double operator()(const double* dual) const {
        return std::copysign(std::pow(std::fabs(dual[0]), p - 1.0), dual[0]);
    }
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

using SimpleLink = std::variant<IdentityLink, ExponentialLink, BalancedLink, TwoSinhLink, PNormLink, InterpolatedLink,
                                ConstantLink>;

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
        for (const SimpleLink& link : links)
            least = std::min(least, std::visit([](const auto& one) { return one.limit(); }, link));
        return least;
    }
};

using Link = std::variant<IdentityLink, ExponentialLink, BalancedLink, HalvesLink, TwoSinhLink, PNormLink, NormalisedLink,
                          InterpolatedLink, ConstantLink, CustomLink, PerAttributeLink>;

inline double evaluate(const Link& link, const double* dual) {
    return std::visit([&](const auto& f) { return f(dual); }, link);
}

}  // namespace thresher
