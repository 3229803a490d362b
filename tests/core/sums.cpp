// Sums that are rounded once, whatever the order of their terms.
#include "thresher/numeric/sum.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "check.hpp"
#include "thresher/numeric/grid.hpp"

using namespace thresher;

namespace {

double sum_of(const std::vector<double>& terms) {
    ExactSum sum;
    for (const double term : terms) sum.add(term);
    return sum.rounded();
}

void two_sum_loses_nothing() {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    for (int i = 0; i < 1000; ++i) {
        // Whole numbers of 2^-60 below 2^62: their sum is exact in 128 bits.
        const auto a = static_cast<__int128>(value(random) * 0x1p60), b = static_cast<__int128>(value(random) * 0x1p30);
        const TwoSum parts = two_sum(static_cast<double>(a), static_cast<double>(b));
        CHECK(static_cast<__int128>(parts.high) + static_cast<__int128>(parts.low) == static_cast<__int128>(static_cast<double>(a)) + b);
    }
}

void the_order_of_terms_does_not_show() {
    std::mt19937_64 random(2);
    for (int round = 0; round < 50; ++round) {
        std::vector<double> terms;
        for (int i = 0; i < 40; ++i)
            terms.push_back(std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random), static_cast<int>(random() % 200) - 100));
        const double once = sum_of(terms);
        for (int i = 0; i < 10; ++i) {
            std::ranges::shuffle(terms, random);
            CHECK(sum_of(terms) == once);
        }
    }
}

void what_is_large_does_not_swallow_what_is_small() {
    CHECK(sum_of({1e100, 1.0, -1e100}) == 1.0);
    CHECK(sum_of({1.0, 1e-30, -1.0}) == 1e-30);
    CHECK(sum_of({1e150, 1.0, 1e-150, -1e150, -1.0}) == 1e-150);
}

void a_tie_goes_to_the_even_neighbour() {
    const double half = 0x1p-53;
    CHECK(sum_of({1.0, half}) == 1.0);
    CHECK(sum_of({1.0, half, 0x1p-106}) == 1.0 + 0x1p-52);
    CHECK(sum_of({1.0, half, -0x1p-106}) == 1.0);
    CHECK(sum_of({1.0 + 0x1p-52, half}) == 1.0 + 0x1p-51);
}

void nothing_adds_up_to_nothing() {
    CHECK(sum_of({}) == 0.0);
    ExactSum sum;
    sum.add(7.0);
    sum.clear();
    CHECK(sum.rounded() == 0.0);
}

void it_is_the_integer_where_terms_are_integers() {
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> terms;
        __int128 whole = 0;
        for (int i = 0; i < 30; ++i) {
            const double term =
                std::ldexp(static_cast<double>(static_cast<std::int64_t>(random() % 2000001) - 1000000), static_cast<int>(random() % 40));
            terms.push_back(term);
            whole += static_cast<__int128>(term);
        }
        CHECK(sum_of(terms) == static_cast<double>(whole));
    }
}

void terms_on_the_grid_add_up_in_any_order() {
    std::mt19937_64 random(4);
    std::vector<double> terms;
    for (int i = 0; i < 500; ++i) terms.push_back(on_grid(std::uniform_real_distribution<double>(-60, 60)(random)));
    const auto plain = [&] {
        double sum = 0.0;
        for (const double term : terms) sum += term;
        return sum;
    };
    const double once = plain();
    std::ranges::shuffle(terms, random);
    CHECK(plain() == once);
}

}  // namespace

int main() {
    return test::run({{"two_sum loses nothing", two_sum_loses_nothing},
                      {"the order of terms does not show", the_order_of_terms_does_not_show},
                      {"what is large does not swallow what is small", what_is_large_does_not_swallow_what_is_small},
                      {"a tie goes to the even neighbour", a_tie_goes_to_the_even_neighbour},
                      {"nothing adds up to nothing", nothing_adds_up_to_nothing},
                      {"it is the integer where terms are integers", it_is_the_integer_where_terms_are_integers},
                      {"terms on the grid add up in any order", terms_on_the_grid_add_up_in_any_order}});
}
