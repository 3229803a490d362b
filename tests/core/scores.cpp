// Scores: quick where that settles the question, exact where it does not, always as if they had been exact.
#include "thresher/linear/score.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"

using namespace thresher;

namespace {

// A state of direct columns with these weights, and a row over all of them.
struct Example {
    State state;
    std::vector<Slot> slots;
    std::vector<double> values;

    Example(const std::vector<double>& weights, std::vector<double> given) : values(std::move(given)) {
        state.begin({0.0}, 0.0);
        state.grow_direct(weights.size());
        for (std::size_t i = 0; i < weights.size(); ++i) {
            state.weight(static_cast<Slot>(i)) = weights[i];
            slots.push_back(static_cast<Slot>(i));
        }
    }
    Row row() const { return {slots.data(), values.empty() ? nullptr : values.data(), slots.size(), false, true}; }
};

Example drawn(std::mt19937_64& random, std::size_t size, bool ones) {
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    std::vector<double> weights, values;
    for (std::size_t i = 0; i < size; ++i) {
        weights.push_back(std::ldexp(value(random), static_cast<int>(random() % 60) - 30));
        if (!ones) values.push_back(value(random));
    }
    // Half of them nearly cancel: there a quick sum can't tell.
    if (random() % 2 == 0 && size > 1) weights.back() = ones ? -weights[0] : -weights[0] * values[0] / values.back();
    return {weights, values};
}

void a_rounded_score_is_the_exact_one() {
    std::mt19937_64 random(1);
    for (int round = 0; round < 500; ++round) {
        const Example example = drawn(random, random() % 30, round % 2 == 0);
        const Offsets offsets{round % 3 == 0 ? 0.5 : 0.0, -0.25};
        CHECK(rounded_score(example.state, example.row(), offsets) == exact_score(example.state, example.row(), offsets));
    }
}

void a_decision_is_the_one_of_the_exact_score() {
    std::mt19937_64 random(2);
    for (int round = 0; round < 500; ++round) {
        const Example example = drawn(random, random() % 30, round % 2 == 0);
        const Row row = example.row();
        const double exact = exact_score(example.state, row, {0.0, 0.0});
        for (const double level : {0.0, exact, std::nextafter(exact, 1e300), std::nextafter(exact, -1e300)}) {
            CHECK(Score(example.state, row, {0.0, 0.0}, false).at_least(level) == (exact >= level));
            CHECK(Score(example.state, row, {0.0, 0.0}, false).above(level) == (exact > level));
        }
        CHECK(Score(example.state, row, {0.0, 0.0}, false).value() == exact);
    }
}

void weights_that_cancel_leave_the_offsets() {
    const Example example({1e100, 1.0, -1e100}, {});
    CHECK(rounded_score(example.state, example.row(), {0.0, -1.0}) == 0.0);
    CHECK(Score(example.state, example.row(), {0.0, -1.0}, false).at_least(0.0));
    CHECK(!Score(example.state, example.row(), {0.0, -1.0}, false).above(0.0));
}

void an_empty_row_scores_its_offsets() {
    const Example example({}, {});
    CHECK(rounded_score(example.state, example.row(), {0.75, -0.5}) == 0.25);
}

void mapped_and_direct_slots_score_alike() {
    State state;
    state.begin({0.0}, 0.0);
    state.grow_direct(2);
    state.grow_mapped(10);
    state.weight(1) = 0.5;
    state.weight(first_free_slot) = 2.0;
    const std::vector<Slot> slots{1, first_free_slot, silent_slot};
    const std::vector<double> values{3.0, 0.25, 9.0};
    CHECK(rounded_score(state, {slots.data(), values.data(), 3, true, true}, {0.0, 0.0}) == 2.0);
}

}  // namespace

int main() {
    return test::run({{"a rounded score is the exact one", a_rounded_score_is_the_exact_one},
                      {"a decision is the one of the exact score", a_decision_is_the_one_of_the_exact_score},
                      {"weights that cancel leave the offsets", weights_that_cancel_leave_the_offsets},
                      {"an empty row scores its offsets", an_empty_row_scores_its_offsets},
                      {"mapped and direct slots score alike", mapped_and_direct_slots_score_alike}});
}
