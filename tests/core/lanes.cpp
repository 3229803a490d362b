// What works on several numbers at a time says of each of them what it says of one.
#include "thresher/numeric/lanes.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"
#include "thresher/linear/adaptive_update.hpp"
#include "thresher/numeric/grid.hpp"
#include "thresher/numeric/hyperbolic.hpp"
#include "thresher/numeric/logarithm.hpp"
#include "thresher/numeric/rounded_sum.hpp"

using namespace thresher;

namespace {

double any_scale(std::mt19937_64& random, int least, int most) {
    const double size = std::uniform_real_distribution<double>(0.5, 1.0)(random);
    return std::ldexp(size, std::uniform_int_distribution<int>(least, most)(random));
}

void four_logarithms_are_those_of_each() {
    std::mt19937_64 random(1);
    for (int round = 0; round < 500; ++round) {
        Four above, below;
        for (int i = 0; i < 4; ++i) {
            above[i] = any_scale(random, -300, 300);
            below[i] = i == 0 ? above[i] : any_scale(random, -300, 300);
        }
        Four logarithm = above;
        log_of_ratio(logarithm, below);
        for (int i = 0; i < 4; ++i) {
            CHECK(logarithm[i] == log_of_ratio(above[i], below[i]));
            const long double truth = std::log(static_cast<long double>(above[i]) / below[i]);
            CHECK(std::fabs(logarithm[i] - truth) <= 1e-15L * std::fabs(truth));
        }
    }
}

void two_sinh_is_odd_and_near_the_librarys() {
    std::mt19937_64 random(2);
    for (int round = 0; round < 2000; ++round) {
        const double z = any_scale(random, -60, 8);
        CHECK(two_sinh(-z) == -two_sinh(z));
        CHECK(std::fabs(two_sinh(z) / (2.0 * std::sinh(z)) - 1.0) < 1e-15);
    }
    CHECK(two_sinh(0.0) == 0.0);
    CHECK(two_sinh(1e9) == two_sinh(700.0));
}

void a_rounded_sum_is_the_exact_one() {
    std::mt19937_64 random(3);
    for (int round = 0; round < 1000; ++round) {
        std::vector<double> terms(random() % 40);
        for (double& term : terms) term = (random() % 2 == 0 ? 1.0 : -1.0) * any_scale(random, -40, 40);
        if (terms.size() > 3) terms[1] = -terms[2];
        if (terms.size() > 4 && round % 3 == 0) terms[3] = -terms[0] - terms[4];
        CHECK(rounded_sum(terms.size(), [&](std::size_t i) { return terms[i]; }) == exact_sum(terms));
    }
}

// A row of direct columns and the state of a learner that has seen some of them.
struct Example {
    State state;
    std::vector<Slot> slots;
    std::vector<double> values;

    Example(std::mt19937_64& random, std::size_t size, bool hard) {
        state.begin({0.0, 0.0}, 0.0, WeightPlace::beside);
        state.grow_direct(size + 1);
        for (std::size_t i = 0; i < size; ++i) {
            slots.push_back(static_cast<Slot>(i));
            values.push_back(hard ? any_scale(random, -500, 400) : any_scale(random, -3, 3));
            double* const dual = state.dual(slots[i]);
            if (random() % 3 == 0) continue;
            dual[0] = any_scale(random, hard ? -1000 : -5, hard ? 8 : 2);
            dual[1] = any_scale(random, -6, 6);
            state.weight(slots[i]) = two_sinh(dual[0]);
        }
    }
    Row row() const { return {slots.data(), values.data(), slots.size(), false, true}; }
};

void an_adaptive_step_moves_four_as_it_moves_one() {
    std::mt19937_64 random(4);
    Range range;
    range.guard_high = TwoSinhLink{}.limit();
    range.guard_low = -range.guard_high;
    for (int round = 0; round < 400; ++round) {
        const Example before(random, random() % 150, round % 2 == 0);
        Example together = before, alone = before;
        const AdaptiveStep step{round % 5 == 0 ? 1e3 : 0.3, round % 7 == 0 ? -1e-3 : 0.7, 1};
        std::uint64_t overflows = 0, overflows_alone = 0;
        AdaptiveUpdate(together.state.cells(), range, step)(before.row(), true, overflows);
        Updater(alone.state, range, overflows_alone, true)(before.row(), TwoSinhLink{}, step);
        CHECK(overflows == overflows_alone);
        std::vector<Slot> all = before.slots;
        all.push_back(bias_slot);
        for (const Slot slot : all) {
            CHECK(together.state.weight(slot) == alone.state.weight(slot));
            CHECK(together.state.dual(slot)[0] == alone.state.dual(slot)[0]);
            CHECK(together.state.dual(slot)[1] == alone.state.dual(slot)[1]);
        }
    }
}

void eight_terms_at_a_time_are_on_the_grid() {
    std::mt19937_64 random(5);
    for (int round = 0; round < 300; ++round) {
        const double farthest = any_scale(random, -40, 18);  // so that all of them stay below 2^29, as far as doubles add up exactly
        GridSums sums;
        double first = 0.0, last = 0.0;
        const std::size_t times = random() % 200;
        for (std::size_t i = 0; i < times; ++i) {
            Eight terms;
            for (int k = 0; k < 8; ++k) {
                terms[k] = std::uniform_real_distribution<double>(-farthest, farthest)(random);
                (k < 4 ? first : last) += on_grid(terms[k]);
            }
            sums.add(terms);
        }
        CHECK(sums.first(times) == first && sums.last(times) == last);
        CHECK(sums.total(times) == first + last);
    }
}

void eight_numbers_are_what_four_and_four_are() {
    std::mt19937_64 random(6);
    for (int round = 0; round < 500; ++round) {
        Eight x, below;
        for (int i = 0; i < 8; ++i) {
            x[i] = (random() % 2 == 0 ? 1.0 : -1.0) * any_scale(random, -10, 6);
            below[i] = any_scale(random, -30, 30);
        }
        Eight raised = x, kept = x, logarithm = below * 3.0, roots = below;
        raise_e(raised);
        clamp(kept, -.5, .25);
        log_of_ratio(logarithm, below * below);
        root(roots);
        Four sums{}, sums_of_four{};
        add_to(sums, x);
        for (int half = 0; half < 2; ++half) {
            Four own, under;
            for (int i = 0; i < 4; ++i) {
                own[i] = x[4 * half + i];
                under[i] = below[4 * half + i];
            }
            add_to(sums_of_four, own);
            Four e = own, c = own, l = under * 3.0, r = under;
            raise_e(e);
            clamp(c, -.5, .25);
            log_of_ratio(l, under * under);
            root(r);
            for (int i = 0; i < 4; ++i) {
                const int at = 4 * half + i;
                CHECK(raised[at] == e[i] && kept[at] == c[i] && logarithm[at] == l[i] && roots[at] == r[i]);
            }
        }
        for (int i = 0; i < 4; ++i) CHECK(sums[i] == sums_of_four[i]);
    }
}

void each_lane_that_is_meant_has_its_bit() {
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        EightLanes meant;
        unsigned bits = 0;
        for (unsigned i = 0; i < 8; ++i) {
            const bool is = random() % 3 == 0;
            meant[i] = is ? -1 : 0;
            bits |= is ? 1U << i : 0U;
        }
        CHECK(bits_of(meant) == bits);
        CHECK(any(meant) == (bits != 0));
    }
}

}  // namespace

int main() {
    return test::run({{"four logarithms are those of each", four_logarithms_are_those_of_each},
                      {"2 sinh is odd and near the library's", two_sinh_is_odd_and_near_the_librarys},
                      {"a rounded sum is the exact one", a_rounded_sum_is_the_exact_one},
                      {"eight terms at a time are on the grid", eight_terms_at_a_time_are_on_the_grid},
                      {"eight numbers are what four and four are", eight_numbers_are_what_four_and_four_are},
                      {"each lane that is meant has its bit", each_lane_that_is_meant_has_its_bit},
                      {"an adaptive step moves four as it moves one", an_adaptive_step_moves_four_as_it_moves_one}});
}
