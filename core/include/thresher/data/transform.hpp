// Transformations of instances, applied in the order given before anything else sees the example.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/numeric/rounded_sum.hpp"
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

    // |x|_p of the values value(0), value(1), ...
    template <class Value>
    double length(std::size_t size, const Value& value) const {
        if (p == 2.0) {
            const double squares = rounded_sum(size, [&](std::size_t i) { return value(i) * value(i); });
            if (squares > 1e-190 && squares < 1e190) return std::sqrt(squares);
        }
        double largest = 0.0;
        for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::fabs(value(i)));
        if (largest == 0.0) return 0.0;
        // Where powers would leave the doubles, the length is taken in units near the largest value.
        const double power = std::pow(largest, p);
        const int shift = power > 1e-200 && power < 1e200 ? 0 : std::ilogb(largest);
        ExactSum sum;
        for (std::size_t i = 0; i < size; ++i) {
            const double magnitude = std::ldexp(std::fabs(value(i)), -shift);
            sum.add(p == 2.0 ? magnitude * magnitude : std::pow(magnitude, p));
        }
        const double norm = p == 2.0 ? std::sqrt(sum.rounded()) : std::pow(sum.rounded(), 1.0 / p);
        return std::ldexp(norm, shift);
    }

    // The same of a row that needs no instance: `values` may be null, all of them 1. False where a value would vanish: an
    // instance does without it.
    bool scale(const double* values, std::size_t size, std::vector<double>& scaled) const {
        scaled.resize(size);
        if (size == 0) return true;
        if (values == nullptr) {
            std::ranges::fill(scaled, 1.0 / length(size, [](std::size_t) { return 1.0; }));
            return true;
        }
        const double divisor = length(size, [values](std::size_t i) { return values[i]; });
        double* const to = scaled.data();
        bool vanishes = false;
        for (std::size_t i = 0; i < size; ++i) {
            to[i] = values[i] / divisor;
            vanishes |= to[i] == 0.0;
        }
        return !vanishes;
    }
};

// Beside every attribute every two of them: a&b has the product of their values (SNoW's -g).
struct Conjunctions {};

using Transform = std::variant<Complement, Duplicate, SignMap, Lift, LiftAtRandom, UnitLength, Conjunctions>;

// Working space of transformations: what is in it is good until the next example.
struct TransformScratch {
    std::vector<double> dense;
    std::vector<char> names;  // of conjunctions; where it is moved to, they go with it
    Canonicaliser canonical;
};

class Transformer {
public:
    std::vector<Transform> stages;

    bool idle() const { return stages.empty(); }

    // The one stage there is, if it changes values alone and each row by itself.
    const UnitLength* only_scales() const { return stages.size() == 1 ? std::get_if<UnitLength>(&stages[0]) : nullptr; }

    // The instance must be canonical. `count` is the number of examples learned, for the coins.
    void operator()(Instance& instance, std::uint64_t count, TransformScratch& scratch) const {
        for (const Transform& stage : stages) std::visit([&](const auto& what) { apply(what, instance, count, scratch); }, stage);
        std::erase_if(instance, [](const Feature& feature) { return feature.value == 0.0; });
    }

private:
    static const std::vector<double>& spread(const Instance& instance, std::uint64_t n, std::vector<double>& dense) {
        dense.assign(n, 0.0);
        for (const Feature& feature : instance) {
            if (feature.named() || feature.code >= n)
                throw InputError(describe(feature) + " is outside the " + std::to_string(n) +
                                 " declared columns; a transformation that negates absent attributes needs columns 0 to n - 1");
            dense[feature.code] = feature.value;
        }
        return dense;
    }

    static void apply(const Complement& what, Instance& instance, std::uint64_t, TransformScratch& scratch) {
        const std::vector<double>& dense = spread(instance, what.n, scratch.dense);
        instance.clear();
        for (std::uint64_t i = 0; i < what.n; ++i) {
            instance.push_back(Feature::column(i, dense[i]));
            instance.push_back(Feature::column(what.n + i, 1.0 - dense[i]));
        }
    }

    static void apply(const Duplicate& what, Instance& instance, std::uint64_t, TransformScratch& scratch) {
        spread(instance, what.n, scratch.dense);
        const std::size_t size = instance.size();
        for (std::size_t i = 0; i < size; ++i) instance.push_back(Feature::column(what.n + instance[i].code, -instance[i].value));
    }

    static void apply(const SignMap& what, Instance& instance, std::uint64_t, TransformScratch& scratch) {
        const std::vector<double>& dense = spread(instance, what.n, scratch.dense);
        instance.clear();
        for (std::uint64_t i = 0; i < what.n; ++i) instance.push_back(Feature::column(i, 2.0 * dense[i] - 1.0));
    }

    static void apply(const Lift& what, Instance& instance, std::uint64_t, TransformScratch&) {
        for (Feature& feature : instance)
            if (feature.value < what.least) feature.value = feature.value <= what.least / 2.0 ? 0.0 : what.least;
    }

    static void apply(const LiftAtRandom& what, Instance& instance, std::uint64_t count, TransformScratch&) {
        for (Feature& feature : instance) {
            if (feature.value >= what.least) continue;
            const std::uint64_t salt = feature.named() ? hash_bytes(feature.text(), feature.ends, 1) : feature.code * 2;
            feature.value = coin(what.seed, count, salt) < feature.value / what.least ? what.least : 0.0;
        }
    }

    static void apply(const UnitLength& what, Instance& instance, std::uint64_t, TransformScratch&) {
        const double length = what.length(instance.size(), [&](std::size_t i) { return instance[i].value; });
        if (length == 0.0) return;
        for (Feature& feature : instance) feature.value /= length;
    }

    static void apply(const Conjunctions&, Instance& instance, std::uint64_t, TransformScratch& scratch) {
        const std::size_t size = instance.size();
        if (size > most_conjoined)
            throw InputError("an example of " + std::to_string(size) + " attributes has " + std::to_string(size * (size - 1) / 2) +
                             " conjunctions; they are made of at most " + std::to_string(most_conjoined) + " attributes");
        std::ranges::sort(instance, comes_before);  // so that the same two always have the same name
        std::vector<std::string> parts(size);
        std::ranges::transform(instance, parts.begin(), written);
        std::size_t bytes = 0;
        for (const std::string& part : parts) bytes += (size - 1) * part.size();
        scratch.names.clear();
        scratch.names.reserve(bytes + size * size / 2);  // features point into it
        instance.reserve(size + size * size / 2);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = i + 1; j < size; ++j)
                instance.push_back(conjoined(parts[i], parts[j], instance[i].value * instance[j].value, scratch.names));
        scratch.canonical(instance, Repeats::count_once);  // who is called a&b already stays what it is
    }

    static constexpr std::size_t most_conjoined = 1000;

    static Feature conjoined(std::string_view first, std::string_view second, double value, std::vector<char>& names) {
        if (!(std::fabs(value) <= size_limit))
            throw InputError("the conjunction of " + std::string(first) + " and " + std::string(second) + " has a value beyond 1e150 in size");
        const std::size_t begin = names.size();
        names.insert(names.end(), first.begin(), first.end());
        names.push_back('&');
        names.insert(names.end(), second.begin(), second.end());
        return Feature::of({names.data() + begin, names.size() - begin}, value);
    }

    // An attribute within a conjunction, so that no two are written alike: columns are digits, and a name says by a backslash
    // that it is no column, or that an & is its own.
    static std::string written(const Feature& feature) {
        if (!feature.named()) return std::to_string(feature.code);
        std::string text;
        if (std::ranges::all_of(feature.text(), [](char c) { return c >= '0' && c <= '9'; })) text += '\\';
        for (const char c : feature.text()) {
            if (c == '&' || c == '\\') text += '\\';
            text += c;
        }
        return text;
    }
};

}  // namespace thresher
