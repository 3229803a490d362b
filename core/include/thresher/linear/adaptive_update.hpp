// The step of AdaptiveWinnow, whose every example moves every attribute it has: four attributes at a time, or eight where registers hold so many.
//
// The same as AdaptiveStep and TwoSinhLink for one after the other (linear/update.hpp), to the last bit: lanes don't touch each
// other, and roots, quotients and 2 sinh are the same in all of them. Where a lane leaves the common way (a gradient that
// underflows, a dual that has to be stopped) all that were taken together go one by one.
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
    void operator()(const Row& row, bool bias, std::uint64_t& overflows) const {
        by_registers([&]<bool Wide>() __attribute__((always_inline)) { move_all<Wide>(row, bias, overflows); });
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

    template <bool Wide>
    [[gnu::always_inline]] void move_all(const Row& row, bool bias, std::uint64_t& overflows) const {
        Part part;
        for (std::size_t i = 0; i < row.size; ++i) {
            if (stands_for_others(row.slots[i])) continue;
            part.take(cells_.dual_at(row.slots[i]), row.value(i));
            if (part.size == Part::most) move<Wide>(part, overflows);
        }
        if (bias) part.take(cells_.dual_at(bias_slot), 1.0);
        move<Wide>(part, overflows);
    }

    template <bool Wide>
    [[gnu::always_inline]] void move(Part& part, std::uint64_t& overflows) const {
        std::array<double, 8> nobody{0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};  // fills up the last four
        const std::size_t size = part.size;
        while (part.size % 4 != 0) part.take(&nobody[1], 1.0);
        if (work_out<Wide>(part))
            write(part);
        else
            for (std::size_t i = 0; i < size; ++i) move_one(part.dual[i], part.x[i], overflows);
        part.size = 0;
    }

    // Whether all of them go the common way.
    template <bool Wide>
    [[gnu::always_inline]] bool work_out(Part& part) const {
        std::size_t i = 0;
        Eight wide_common = Eight{} + 1.0;
        if constexpr (Wide) {
            for (; i + 8 <= part.size; i += 8) {
                const std::array<double*, 8> dual{part.dual[i],     part.dual[i + 1], part.dual[i + 2], part.dual[i + 3],
                                                  part.dual[i + 4], part.dual[i + 5], part.dual[i + 6], part.dual[i + 7]};
                const auto column = [&](std::size_t at, Eight& to) __attribute__((always_inline)) {
                    to = Eight{dual[0][at], dual[1][at], dual[2][at], dual[3][at], dual[4][at], dual[5][at], dual[6][at], dual[7][at]};
                };
                Eight z, squares;
                column(0, z);
                column(step_.squares, squares);
                work_out(part, i, z, squares, wide_common);
            }
        }
        Four common = Four{} + 1.0;
        for (; i < part.size; i += 4) {
            const std::array<double*, 4> dual{part.dual[i], part.dual[i + 1], part.dual[i + 2], part.dual[i + 3]};
            const std::size_t at = step_.squares;
            Four z{*dual[0], *dual[1], *dual[2], *dual[3]}, squares{dual[0][at], dual[1][at], dual[2][at], dual[3][at]};
            work_out(part, i, z, squares, common);
        }
        i = 0;
        if constexpr (Wide)
            for (; i + 8 <= part.size; i += 8) weigh_all(part, i, wide_common);
        for (; i < part.size; i += 4) weigh_all(part, i, common);
        double least = 1.0;
        for (std::size_t k = 0; k < 8; ++k) least = std::min({least, wide_common[k], common[k % 4]});
        return least != 0.0;
    }

    // `common` becomes 0 where a lane leaves the common way.
    template <class Numbers>
    [[gnu::always_inline]] void work_out(Part& part, std::size_t from, Numbers& z, Numbers& squares, Numbers& common) const {
        constexpr double least = std::numeric_limits<double>::min();
        Numbers x, none;
        set_to_zero(none);
        load(&part.x[from], x);
        const Numbers g = x * step_.gradient;
        squares += g * g;
        Numbers length = squares;
        root(length);
        z += g * step_.rate / length;
        const auto stay = [&](const Numbers& chosen) __attribute__((always_inline)) {
            common = chosen;
            keep_apart(common);
        };
        stay(squares >= least ? common : none);
        stay(squares <= size_limit * size_limit ? common : none);
        stay(z >= low_ ? common : none);
        stay(z <= high_ ? common : none);
        stay(g != 0.0 ? common : none);
        store(squares, &part.squares[from]);
        store(z, &part.z[from]);
    }

    template <class Numbers>
    [[gnu::always_inline]] void weigh_all(Part& part, std::size_t from, Numbers& common) const {
        constexpr double least = std::numeric_limits<double>::min();
        Numbers z, weight, none;
        set_to_zero(none);
        load(&part.z[from], z);
        weight = z;
        two_sinh(weight);
        store(weight, &part.weight[from]);
        Numbers size = weight, if_small = z == 0.0 ? common : none;
        keep_apart(if_small);
        drop_sign(size);
        common = size >= least ? common : if_small;
        keep_apart(common);
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
