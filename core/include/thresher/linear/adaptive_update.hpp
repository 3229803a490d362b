// The step of AdaptiveWinnow, whose every example moves every attribute it has: four attributes at a time.
//
// The same as AdaptiveStep and TwoSinhLink for one after the other (linear/update.hpp), to the last bit: lanes don't touch each
// other, and roots, quotients and 2 sinh are the same in all of them. Where a lane leaves the common way (a gradient that
// underflows, a dual that has to be stopped) its four go one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "thresher/linear/link.hpp"
#include "thresher/linear/range.hpp"
#include "thresher/linear/update.hpp"
#include "thresher/numeric/hyperbolic.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

class AdaptiveUpdate {
public:
    // The cells have weights beside their duals.
    AdaptiveUpdate(const State::Cells& cells, const Range& range, const AdaptiveStep& step)
        : cells_(cells), range_(range), step_(step), low_(std::max(range.low, range.guard_low)), high_(std::min(range.high, range.guard_high)) {}

    // Moves the attributes of the row, and the bias if there is one. `overflows` counts those that were stopped.
    THRESHER_CLONED void operator()(const Row& row, bool bias, std::uint64_t& overflows) const {
        Part part;
        for (std::size_t i = 0; i < row.size; ++i) {
            if (stands_for_others(row.slots[i])) continue;
            part.take(cells_.dual_at(row.slots[i]), row.value(i));
            if (part.size == Part::most) move(part, overflows);
        }
        if (bias) part.take(cells_.dual_at(bias_slot), 1.0);
        move(part, overflows);
    }

private:
    // Some attributes of a row. What becomes of them is worked out in passes, so that few numbers wait for each other, and
    // written in the end.
    struct Part {
        static constexpr std::size_t most = 64;
        std::size_t size = 0;
        std::array<double*, most> dual;
        std::array<double, most> x, z, squares, weight;

        [[gnu::always_inline]] void take(double* record, double value) {
            dual[size] = record;
            x[size++] = value;
        }
    };

    [[gnu::always_inline]] void move(Part& part, std::uint64_t& overflows) const {
        std::array<double, 8> nobody{0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};  // fills up the last four
        const std::size_t size = part.size;
        while (part.size % 4 != 0) part.take(&nobody[1], 1.0);
        if (work_out(part))
            write(part);
        else
            for (std::size_t i = 0; i < size; ++i) move_one(part.dual[i], part.x[i], overflows);
        part.size = 0;
    }

    // Whether all of them go the common way.
    [[gnu::always_inline]] bool work_out(Part& part) const {
        constexpr double least = std::numeric_limits<double>::min();
        const std::size_t at = step_.squares;
        FourLanes common = FourLanes{-1, -1, -1, -1};
        for (std::size_t i = 0; i < part.size; i += 4) {
            const std::array<double*, 4> dual{part.dual[i], part.dual[i + 1], part.dual[i + 2], part.dual[i + 3]};
            Four x;
            load(&part.x[i], x);
            const Four g = x * step_.gradient;
            const Four sum = Four{dual[0][at], dual[1][at], dual[2][at], dual[3][at]} + g * g;
            Four length = sum;
            root(length);
            const Four z = Four{*dual[0], *dual[1], *dual[2], *dual[3]} + g * step_.rate / length;
            common &= (sum >= least) & (sum <= size_limit * size_limit) & (z >= low_) & (z <= high_) & (g != 0.0);
            store(sum, &part.squares[i]);
            store(z, &part.z[i]);
        }
        for (std::size_t i = 0; i < part.size; i += 4) {
            Four z, weight;
            load(&part.z[i], z);
            weight = z;
            two_sinh(weight);
            common &= (weight >= least) | (weight <= -least) | (z == 0.0);
            store(weight, &part.weight[i]);
        }
        return (common[0] & common[1] & common[2] & common[3]) != 0;
    }

    [[gnu::always_inline]] void write(const Part& part) const {
        for (std::size_t i = 0; i < part.size; ++i) {
            double* const dual = part.dual[i];
            dual[-1] = part.weight[i];
            dual[0] = part.z[i];
            dual[step_.squares] = part.squares[i];
        }
    }

    [[gnu::noinline]] void move_one(double* dual, double x, std::uint64_t& overflows) const {
        step_(dual, x, dual[-1], range_, overflows);
        dual[-1] = weigh(TwoSinhLink{}, dual, overflows);
    }

    const State::Cells cells_;
    const Range& range_;
    const AdaptiveStep step_;
    double low_;
    double high_;
};

}  // namespace thresher
