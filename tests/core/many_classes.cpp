// What is found quickly among a thousand classes is what a slow search finds: the largest scores, an attribute's link, a name that is not there.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "thresher/classes/class_links.hpp"
#include "thresher/classes/largest_scores.hpp"
#include "thresher/state/names.hpp"

using namespace thresher;

namespace {

std::vector<Class> slowly(const std::vector<double>& scores, std::size_t count) {
    std::vector<Class> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](Class a, Class b) { return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)]; });
    order.resize(std::min(count, order.size()));
    return order;
}

void the_largest_scores_are_those_of_a_sort() {
    std::mt19937_64 random(1);
    std::vector<Class> order;
    for (const std::size_t size : {0, 1, 5, 12, 13, 31, 32, 33, 47, 48, 100, 1019})
        for (const std::uint64_t values : {1, 2, 5, 1000000})  // few: most are equal, and the first by number go before
            for (const std::size_t count : {1, 12, 16})
                for (int times = 0; times < 20; ++times) {
                    std::vector<double> scores(size);
                    for (double& score : scores) score = static_cast<double>(random() % values) - static_cast<double>(values / 2);
                    if (times % 3 == 1) std::ranges::sort(scores);
                    if (times % 3 == 2) std::ranges::sort(scores, std::greater());
                    largest_scores(scores, count, order);
                    CHECK(order == slowly(scores, count));
                }
}

void a_link_is_where_its_class_is_in_order() {
    std::mt19937_64 random(2);
    for (std::size_t size = 0; size <= 70; ++size) {
        std::vector<ClassLink> links(size);
        std::uint32_t number = 0;
        for (ClassLink& link : links) link.number = number += 1 + static_cast<std::uint32_t>(random() % 3);
        for (Class wanted = 0; wanted <= static_cast<Class>(number) + 2; ++wanted) {
            const auto place = std::ranges::lower_bound(links, static_cast<std::uint32_t>(wanted), {}, &ClassLink::number);
            const bool there = place != links.end() && place->number == static_cast<std::uint32_t>(wanted);
            CHECK(ClassLinks::place_of(links, wanted) == static_cast<std::size_t>(place - links.begin()));
            CHECK(ClassLinks::is_at(links, ClassLinks::place_of(links, wanted), wanted) == there);
        }
    }
}

// Through every size of the table, small ones that tell by a few bits who is not there and large ones that do not.
void names_are_found_and_others_are_not() {
    Names names;
    const auto name = [](std::size_t i) { return "a name of its own " + std::to_string(i); };
    for (std::size_t i = 0; i < 20000; ++i) {
        const std::string text = name(i);
        CHECK(names.find(Feature::of(text, 1.0)) == pristine_slot);
        names.add(Feature::of(text, 1.0));
        names.add(Feature::column(7 * i, 1.0));
        if ((i & (i + 1)) != 0 && i % 997 != 0) continue;
        for (std::size_t k = 0; k <= i; ++k) {
            CHECK(names.find(Feature::of(name(k), 1.0)) == first_free_slot + static_cast<Slot>(2 * k));
            CHECK(names.find(Feature::column(7 * k, 1.0)) == first_free_slot + static_cast<Slot>(2 * k) + 1);
            CHECK(names.find(Feature::column(7 * k + 1, 1.0)) == pristine_slot);
        }
    }
    names.clear();
    CHECK(names.find(Feature::of(name(1), 1.0)) == pristine_slot);
}

}  // namespace

int main() {
    return thresher::test::run({
        {"the largest scores are those of a sort", the_largest_scores_are_those_of_a_sort},
        {"a link is where its class is in order", a_link_is_where_its_class_is_in_order},
        {"names are found and others are not", names_are_found_and_others_are_not},
    });
}
