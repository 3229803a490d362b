// An answer of Auto as a sum: what each attribute adds by its value, by the range its value is in, and in pairs with others.
//
// Every expert's score is a sum over attributes, and the answer's logit is a sum over experts (Master::lines), so the answer is a sum over
// attributes too. What is left is the constant (biases, the share of positives) and how labels follow on one another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "thresher/auto/bank.hpp"
#include "thresher/auto/crossings.hpp"

namespace thresher {

struct Explanation {
    // The share of an attribute's value lying between two knots.
    struct Range {
        std::size_t attribute;
        double low, high, share;
    };
    // Of two attributes together, those that vary by which eighth they are in; from -infinity to infinity for those that do not.
    struct Together {
        std::size_t first, second;
        double first_low, first_high, second_low, second_high, share;
    };

    std::vector<double> own;  // of each attribute of the row, by its value or its being there
    std::vector<Range> ranges;
    std::vector<Together> pairs;
    std::vector<double> experts;  // the same answer as a sum over experts
    double constant = 0.0, sequence = 0.0;

    // Of each attribute all together; that of a pair half to each.
    std::vector<double> by_attribute() const {
        std::vector<double> all = own;
        for (const Range& range : ranges) all[range.attribute] += range.share;
        for (const Together& pair : pairs) {
            all[pair.first] += pair.share / 2.0;
            all[pair.second] += pair.share / 2.0;
        }
        return all;
    }

    // The bank's part of the row that was scored. slope: what a unit of each expert's score adds to the answer.
    void add_bank(const Bank& bank, std::span<const double> slope, const Cells& cells, const Row& row, const Bank::Scratch& scratch) {
        own.resize(row.size);
        const float offset = bank.offset();
        for (std::size_t i = 0; i < row.size; ++i) own[i] = weighed(bank.parts(cells, row, i, scratch, offset), slope);
        constant += weighed(bank.constant_parts(cells), slope);
    }

    // The same of crossings, in the order in which they were made.
    void add_crossings(const Bank& bank, const Crossings& crossings, std::span<const double> slope, const Cells& cells, const Row& row,
                       const Crossings::Scratch& scratch) {
        constexpr double everything = std::numeric_limits<double>::infinity();
        struct Side {
            std::size_t attribute;
            double low, high;
        };
        std::vector<Side> sides;
        std::size_t next = 0;
        for (std::size_t i = 0; i < row.size; ++i) {
            if (!Crossings::crossed(bank, cells, row.slots[i])) continue;
            const Cell& cell = cells[row.slots[i]];
            const std::size_t own_place = sides.size();
            const auto [varies, knot, part] = Crossings::place_of(cell, row.value(i));
            double share = weighed(crossings.parts(next++, own_place, own_place, scratch), slope);
            if (!varies) {
                own[i] += share;
                sides.push_back({i, -everything, everything});
                continue;
            }
            if (part > 0.0) share += weighed(crossings.parts(next++, own_place, own_place, scratch), slope);
            const auto [low, high] = between(cell, knot, knot + 1);
            ranges.push_back({i, low, high, share});
            const auto [from, to] = between(cell, knot / 2 * 2, knot / 2 * 2 + 2);
            sides.push_back({i, from, to});
        }
        constant += weighed(crossings.constant_parts(), slope);
        if (next == scratch.row.slots.size()) return;  // there are too many for pairs
        const std::size_t first_pair = pairs.size();
        for (std::size_t a = 0; a < sides.size(); ++a)
            for (std::size_t b = a + 1; b < sides.size(); ++b) {
                const double share = weighed(crossings.parts(next++, a, b, scratch), slope);
                pairs.push_back({sides[a].attribute, sides[b].attribute, sides[a].low, sides[a].high, sides[b].low, sides[b].high, share});
            }
        add_grown(crossings, slope, scratch, first_pair, sides.size());
    }

    void turn() {
        for (double& share : own) share = -share;
        for (double& share : experts) share = -share;
        for (Range& range : ranges) range.share = -range.share;
        for (Together& pair : pairs) pair.share = -pair.share;
        constant = -constant;
        sequence = -sequence;
    }

    // What three or four attributes add together goes to their pairs in equal parts, so that each attribute has an equal part.
    void add_grown(const Crossings& crossings, std::span<const double> slope, const Crossings::Scratch& scratch, std::size_t first_pair,
                   std::size_t attributes) {
        const auto& groups = scratch.grown.groups;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const auto& [places, size] = groups[i];
            const double part = weighed(crossings.grown_parts(i, scratch), slope) / static_cast<double>(size * (size - 1) / 2);
            for (std::size_t a = 0; a < size; ++a)
                for (std::size_t b = a + 1; b < size; ++b) {
                    const std::size_t low = std::min(places[a], places[b]), high = std::max(places[a], places[b]);
                    pairs[first_pair + low * (2 * attributes - low - 1) / 2 + (high - low - 1)].share += part;
                }
        }
    }

    template <class Scores>
    static double weighed(const Scores& scores, std::span<const double> slope) {
        double sum = 0.0;
        for (std::size_t k = 0; k < scores.size(); ++k) sum += slope[k] * scores[k];
        return sum;
    }

private:
    // Beyond the first and the last knot there is no end.
    static std::pair<double, double> between(const Cell& cell, std::uint64_t from, std::uint64_t to) {
        constexpr double everything = std::numeric_limits<double>::infinity();
        return {from == 0 ? -everything : Crossings::value_at(cell, from), to >= Crossings::knots ? everything : Crossings::value_at(cell, to)};
    }
};

}  // namespace thresher
