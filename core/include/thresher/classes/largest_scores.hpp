// The classes of the largest scores, of very many: most are told by one comparison, eight at a time, that they are not among them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "thresher/data/label.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/processor_clones.hpp"

namespace thresher {

class LargestScores {
public:
    static constexpr std::size_t groups = 16;

    // A score that at least so many of them reach, for at most `groups`: every sixteenth score is of one group, and so many groups have a
    // largest one that reaches it.
    THRESHER_CLONED static double reached_by(std::size_t count, std::span<const double> scores) {
        std::array<Four, groups / 4> most;
        for (std::size_t k = 0; k < most.size(); ++k) load(&scores[4 * k], most[k]);
        for (std::size_t i = groups; i + groups <= scores.size(); i += groups)
            for (std::size_t k = 0; k < most.size(); ++k) {
                Four next;
                load(&scores[i + 4 * k], next);
                most[k] = next > most[k] ? next : most[k];
            }
        std::array<double, groups> all;
        for (std::size_t k = 0; k < most.size(); ++k) store(most[k], &all[4 * k]);
        std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(count) - 1, std::greater());
        return all[count - 1];
    }

    // So many from the first on are below, eight at a time.
    THRESHER_CLONED static std::size_t all_below(double level, std::span<const double> scores) {
        std::size_t i = 0;
        for (; i + 8 <= scores.size(); i += 8) {
            Four low, high;
            load(&scores[i], low);
            load(&scores[i + 4], high);
            const FourLanes reach = (low >= level) | (high >= level);
            if ((reach[0] | reach[1] | reach[2] | reach[3]) != 0) break;
        }
        while (i < scores.size() && scores[i] < level) ++i;
        return i;
    }
};

// The first so many by score, of equals by number; `count` is at most LargestScores::groups.
inline void largest_scores(std::span<const double> scores, std::size_t count, std::vector<Class>& order) {
    order.clear();
    count = std::min(count, scores.size());
    if (count == 0) return;
    const auto enter = [&](std::size_t c) {
        if (order.size() == count) {
            if (!(scores[c] > scores[static_cast<std::size_t>(order.back())])) return;
            order.pop_back();
        }
        std::size_t place = order.size();
        order.push_back(static_cast<Class>(c));
        for (; place > 0 && scores[static_cast<std::size_t>(order[place - 1])] < scores[c]; --place) order[place] = order[place - 1];
        order[place] = static_cast<Class>(c);
    };
    const bool many = scores.size() >= 2 * LargestScores::groups;
    const double level = many ? LargestScores::reached_by(count, scores) : 0.0;
    for (std::size_t c = 0; c < scores.size(); ++c) {
        if (many) c += LargestScores::all_below(level, scores.subspan(c));
        if (c < scores.size()) enter(c);
    }
}

}  // namespace thresher
