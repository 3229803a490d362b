// Transformations of instances, applied in the order given before anything else sees the example.
#pragma once

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/numeric/sum.hpp"

namespace thresher {

// x -> (x, 1 - x) over n declared columns; column n + i is the negation of column i (A16, C11).
struct Complement {
    std::uint64_t n;
};

// x -> (x, -x) over n declared columns (E7).
struct Duplicate {
    std::uint64_t n;
};

// x -> 2x - 1 over n declared columns.
struct SignMap {
    std::uint64_t n;
};

// A7: x <= least / 2 becomes 0, x < least becomes least.
struct Lift {
    double least;
};

// A8: a value below `least` becomes least with probability x / least, else 0.
struct LiftAtRandom {
    double least;
    std::uint64_t seed;
};

// x / |x|_p
struct UnitLength {
    double p;
};

using Transform = std::variant<Complement, Duplicate, SignMap, Lift, LiftAtRandom, UnitLength>;

class Transformer {
public:
    std::vector<Transform> stages;

    bool idle() const { return stages.empty(); }

    // The instance must be canonical. `count` is the number of examples learned, for the coins; `dense` is working space.
    void operator()(Instance& instance, std::uint64_t count, std::vector<double>& dense) const {
        for (const Transform& stage : stages) std::visit([&](const auto& what) { apply(what, instance, count, dense); }, stage);
        std::erase_if(instance, [](const Feature& feature) { return feature.value == 0.0; });
    }

private:
    static void spread(const Instance& instance, std::uint64_t n, std::vector<double>& dense) {
        dense.assign(n, 0.0);
        for (const Feature& feature : instance) {
            if (feature.named() || feature.code >= n)
                throw InputError(describe(feature) + " is outside the " + std::to_string(n) +
                                 " declared columns; a transformation that negates absent attributes needs columns 0 to n - 1");
            dense[feature.code] = feature.value;
        }
    }

    static void apply(const Complement& what, Instance& instance, std::uint64_t, std::vector<double>& dense) {
        spread(instance, what.n, dense);
        instance.clear();
        for (std::uint64_t i = 0; i < what.n; ++i) {
            instance.push_back(Feature::column(i, dense[i]));
            instance.push_back(Feature::column(what.n + i, 1.0 - dense[i]));
        }
    }

    static void apply(const Duplicate& what, Instance& instance, std::uint64_t, std::vector<double>& dense) {
        spread(instance, what.n, dense);
        const std::size_t size = instance.size();
        for (std::size_t i = 0; i < size; ++i) instance.push_back(Feature::column(what.n + instance[i].code, -instance[i].value));
    }

    static void apply(const SignMap& what, Instance& instance, std::uint64_t, std::vector<double>& dense) {
        spread(instance, what.n, dense);
        instance.clear();
        for (std::uint64_t i = 0; i < what.n; ++i) instance.push_back(Feature::column(i, 2.0 * dense[i] - 1.0));
    }

    static void apply(const Lift& what, Instance& instance, std::uint64_t, std::vector<double>&) {
        for (Feature& feature : instance)
            if (feature.value < what.least) feature.value = feature.value <= what.least / 2.0 ? 0.0 : what.least;
    }

    static void apply(const LiftAtRandom& what, Instance& instance, std::uint64_t count, std::vector<double>&) {
        for (Feature& feature : instance) {
            if (feature.value >= what.least) continue;
            const std::uint64_t salt = feature.named() ? hash_bytes(feature.text(), feature.ends, 1) : feature.code * 2;
            feature.value = coin(what.seed, count, salt) < feature.value / what.least ? what.least : 0.0;
        }
    }

    static void apply(const UnitLength& what, Instance& instance, std::uint64_t, std::vector<double>&) {
        double largest = 0.0;
        for (const Feature& feature : instance) largest = std::max(largest, std::fabs(feature.value));
        if (largest == 0.0) return;
        // Where powers would leave the doubles, the length is taken in units near the largest value.
        const double power = std::pow(largest, what.p);
        const int shift = power > 1e-200 && power < 1e200 ? 0 : std::ilogb(largest);
        ExactSum sum;
        for (const Feature& feature : instance) {
            const double size = std::ldexp(std::fabs(feature.value), -shift);
            sum.add(what.p == 2.0 ? size * size : std::pow(size, what.p));
        }
        const double norm = what.p == 2.0 ? std::sqrt(sum.rounded()) : std::pow(sum.rounded(), 1.0 / what.p);
        const double length = std::ldexp(norm, shift);
        for (Feature& feature : instance) feature.value /= length;
    }
};

}  // namespace thresher
