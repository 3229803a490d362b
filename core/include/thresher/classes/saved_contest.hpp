// A contest as plain arrays in one order, and back.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "thresher/classes/contest.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

struct SavedContest {
    static constexpr std::size_t values_width = 5, links_width = 3, totals_width = 4, numbers_width = 9;

    SavedAttributes attributes;
    std::vector<float> values;             // five an attribute: unit, mean, spread, largest, seen
    std::vector<std::uint64_t> link_ends;  // of each attribute's links, which are in the order of their classes
    std::vector<std::uint32_t> classes;    // of links
    std::vector<float> links;              // three a link: weight, squares, count
    std::vector<double> totals;            // four a class: examples, attributes, bias, squares
    std::vector<double> numbers;           // learned, known, room; the mixture's weights; their squares
};

inline SavedContest take_contest(const Contest& contest) {
    const ClassLinks& from = contest.links;
    std::vector<std::pair<Feature, std::size_t>> order;
    for (std::size_t i = 0; i < from.attributes(); ++i) order.emplace_back(from.names().feature(first_free_slot + static_cast<Slot>(i)), i);
    std::ranges::sort(order, [](const auto& a, const auto& b) { return comes_before(a.first, b.first); });
    SavedContest saved;
    for (const auto& [feature, i] : order) {
        if (feature.named()) {
            saved.attributes.names += feature.text();
            saved.attributes.name_ends.push_back(saved.attributes.names.size());
        } else {
            saved.attributes.numbers.push_back(feature.code);
        }
        const ClassLinks::Attribute& attribute = from.attribute(i);
        saved.values.insert(saved.values.end(), {attribute.unit, attribute.mean, attribute.spread, attribute.largest, attribute.seen});
        for (const ClassLink& link : attribute.links) {
            saved.classes.push_back(link.number);
            saved.links.insert(saved.links.end(), {link.weight, link.squares, link.count});
        }
        saved.link_ends.push_back(saved.classes.size());
    }
    for (const auto& totals : from.totals())
        saved.totals.insert(saved.totals.end(), {totals.examples, totals.attributes, totals.bias, totals.squares});
    saved.numbers = {from.learned, from.known, from.room};
    for (const auto& three : {contest.weights.weight, contest.weights.squares}) saved.numbers.insert(saved.numbers.end(), three.begin(), three.end());
    return saved;
}

namespace saved_contest {

// What can't be a contest's is refused: a file may be hostile.
inline void check(const SavedContest& saved, std::size_t classes) {
    saved.attributes.check(MemoryPolicy{});
    const auto not_negative = [](auto number) { return number >= 0 && std::isfinite(number); };
    const auto within = [](auto number, double limit) { return std::fabs(static_cast<double>(number)) <= limit; };
    const std::size_t attributes = saved.attributes.size();
    require_saved(saved.values.size() == attributes * SavedContest::values_width && saved.link_ends.size() == attributes, "values of attributes");
    require_saved(increasing_to(saved.link_ends, saved.classes.size()) && saved.links.size() == saved.classes.size() * SavedContest::links_width,
                  "links");
    require_saved(saved.totals.size() == classes * SavedContest::totals_width && saved.numbers.size() == SavedContest::numbers_width,
                  "numbers of a contest");
    require_saved(std::ranges::all_of(saved.numbers, not_negative), "numbers of a contest");
    for (std::size_t k = 0; k < 3; ++k) require_saved(saved.numbers[3 + k] <= 4.0 && saved.numbers[6 + k] > 0.0, "weights of a mixture");
    for (std::size_t i = 0; i < saved.values.size(); i += SavedContest::values_width) {
        const float* one = &saved.values[i];
        require_saved(one[0] > 0.0F && std::isfinite(one[0]) && within(one[1], 1.1e15) && not_negative(one[2]) && one[2] <= 1e38F &&
                          not_negative(one[3]) && one[4] >= 1.0F && std::isfinite(one[4]),
                      "an attribute's values");
    }
    for (std::size_t i = 0; i < saved.links.size(); i += SavedContest::links_width)
        require_saved(within(saved.links[i], 64.0) && not_negative(saved.links[i + 1]) && not_negative(saved.links[i + 2]), "a link's numbers");
    for (std::size_t i = 0; i < saved.totals.size(); i += SavedContest::totals_width)
        require_saved(not_negative(saved.totals[i]) && not_negative(saved.totals[i + 1]) && within(saved.totals[i + 2], 64.0) &&
                          not_negative(saved.totals[i + 3]),
                      "a class's numbers");
}

inline std::vector<ClassLink> links_of(const SavedContest& saved, std::size_t attribute, std::size_t classes) {
    std::vector<ClassLink> links;
    for (std::size_t i = attribute == 0 ? 0 : saved.link_ends[attribute - 1]; i < saved.link_ends[attribute]; ++i) {
        const float* numbers = &saved.links[i * SavedContest::links_width];
        require_saved(saved.classes[i] < classes && (links.empty() || links.back().number < saved.classes[i]), "classes of links");
        ClassLink link{numbers[0], 0.0F, saved.classes[i], numbers[1]};
        ClassLinks::count(link, numbers[2]);
        links.push_back(link);
    }
    return links;
}

}  // namespace saved_contest

inline Contest contest_of(const SavedContest& saved, std::size_t classes) {
    saved_contest::check(saved, classes);
    Contest contest;
    ClassLinks& links = contest.links;
    links.learned = saved.numbers[0];
    links.known = saved.numbers[1];
    links.room = saved.numbers[2];
    std::copy_n(&saved.numbers[3], 3, contest.weights.weight.begin());
    std::copy_n(&saved.numbers[6], 3, contest.weights.squares.begin());
    for (std::size_t i = 0; i < saved.attributes.size(); ++i) {
        const float* values = &saved.values[i * SavedContest::values_width];
        links.at(saved.attributes.feature(i)) = {values[0], values[1], values[2], values[3], values[4], saved_contest::links_of(saved, i, classes)};
    }
    for (std::size_t c = 0; c < classes; ++c) {
        const double* one = &saved.totals[c * SavedContest::totals_width];
        links.totals().push_back({one[0], one[1], 0.0, 0.0, one[2], one[3]});
    }
    links.refresh();
    return contest;
}

}  // namespace thresher
