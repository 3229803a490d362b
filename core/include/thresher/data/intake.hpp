// What comes before learning, the same for every learner: names are hashed, values transformed and checked, and no more than n
// attributes are let in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/data/transform.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/shown_number.hpp"

namespace thresher {

// Working space of `Intake::prepare`.
struct IntakeScratch {
    Instance instance;
    Canonicaliser canonical;
    TransformScratch transform;
};

// Which values a learner takes.
enum class ValueRange { any, unit_interval, not_negative };

struct Intake {
    ValueRange values = ValueRange::any;
    std::optional<unsigned> bits;             // names are hashed to 2^bits columns
    std::optional<std::uint64_t> attributes;  // more than these are refused
    Transformer transformer;

    // Whether examples are learned as they are given, but for a look at their values.
    bool idle() const { return transformer.idle() && !bits; }

    // Whether all that happens to an example is that its values are scaled, whatever they are.
    const UnitLength* only_scales() const { return !bits && !attributes && values == ValueRange::any ? transformer.only_scales() : nullptr; }

    // Throws unless the example can be learned from. The result is the example as the algorithm sees it; `count`: examples learned
    // before it.
    const Instance& prepare(const Instance& given, std::uint64_t count, IntakeScratch& scratch) const {
        const Instance* seen = &given;
        if (!idle()) {
            scratch.instance = given;
            if (bits) hash_names(scratch);
            transformer(scratch.instance, count, scratch.transform);
            seen = &scratch.instance;
        }
        if (values != ValueRange::any || attributes)
            for (const Feature& feature : *seen) check(feature);
        if (attributes && seen->size() > *attributes) refuse_too_many();
        return *seen;
    }

    void refuse_more_names(std::size_t names) const {
        if (attributes && names > *attributes) refuse_too_many();
    }

private:
    double largest() const { return values == ValueRange::unit_interval ? 1.0 : size_limit; }

    void check(const Feature& feature) const {
        if (values != ValueRange::any) check_value(feature);
        if (attributes && !feature.named() && feature.code >= *attributes)
            throw InputError(describe(feature) + ": the learner was made for n = " + std::to_string(*attributes) + " attributes, columns 0 to n - 1");
    }

    void check_value(const Feature& feature) const {
        if (values == ValueRange::not_negative && feature.value < 0.0)
            throw InputError(describe(feature) + " has the value " + shown_number(feature.value) +
                             "; naive Bayes counts, and a count is not negative (shift the values, or use a signed learner "
                             "such as AdaptiveWinnow, Arow or Perceptron)");
        if (!(feature.value >= 0.0 && feature.value <= largest()))
            throw InputError(describe(feature) + " has the value " + shown_number(feature.value) +
                             "; this learner needs values from 0 to 1 (scale them, or use a signed learner such as "
                             "BalancedWinnow, Perceptron or AdaptiveWinnow)");
    }

    void hash_names(IntakeScratch& scratch) const {
        const std::uint64_t mask = (std::uint64_t{1} << *bits) - 1;
        for (Feature& feature : scratch.instance) {
            if (values != ValueRange::any) check_value(feature);  // what is too large by itself; sums are another matter
            feature = Feature::column((feature.named() ? vw_index(feature.text()) : feature.code) & mask, feature.value);
        }
        scratch.canonical(scratch.instance, Repeats::add_up);
        // Two names that fall on one index are one boolean attribute to a learner over [0, 1].
        if (values != ValueRange::any)
            for (Feature& feature : scratch.instance) feature.value = std::min(feature.value, largest());
    }

    [[noreturn]] void refuse_too_many() const {
        throw InputError("more than n = " + std::to_string(*attributes) +
                         " attributes: the learner was made for n, and its bound with it; make it with a larger n");
    }
};

}  // namespace thresher
