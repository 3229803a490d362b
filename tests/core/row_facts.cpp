// What is found of a row in wide registers is what its numbers say one by one, wherever the odd one stands.
#include "thresher/data/row_facts.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "check.hpp"

using namespace thresher;

namespace {

constexpr std::size_t longest = 40;
constexpr double infinity = std::numeric_limits<double>::infinity();

void one_odd_value_is_seen_at_every_place() {
    for (const double odd : {0.0, -0.0, 0.5, -0.5, 2.0, std::nextafter(1.0, 2.0), size_limit, -size_limit, std::nextafter(size_limit, infinity),
                             -std::nextafter(size_limit, infinity), infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::denorm_min()})
        for (std::size_t size = 1; size <= longest; ++size)
            for (std::size_t place = 0; place < size; ++place) {
                std::vector<double> values(size, 1.0);
                CHECK(all_ones(values.data(), size));
                values[place] = odd;
                CHECK(!all_ones(values.data(), size));
                const ValueFacts facts = ValueFacts::of(values.data(), size);
                CHECK(facts.computable() == (std::fabs(odd) <= size_limit));
                if (!facts.computable()) continue;
                CHECK(facts.in_unit() == (odd >= 0.0 && odd <= 1.0));
                CHECK(facts.nonzero() == (odd != 0.0));
            }
}

template <class Index>
void see_every_step() {
    std::mt19937_64 random(1);
    for (std::size_t size = 0; size <= longest; ++size)
        for (std::size_t place = 0; place <= size; ++place)
            for (const Index step : {-1, 0, 1}) {
                std::vector<Index> columns(size);
                for (std::size_t i = 0; i < size; ++i)
                    columns[i] = i == 0 ? -3 : columns[i - 1] + (i == place ? step : static_cast<Index>(1 + random() % 9));
                CHECK(increase(columns.data(), size) == (place == 0 || place >= size || step > 0));
            }
}

void one_step_that_is_none_is_seen_at_every_place() {
    see_every_step<std::int32_t>();
    see_every_step<std::int64_t>();
}

}  // namespace

int main() {
    return test::run({{"one odd value", one_odd_value_is_seen_at_every_place}, {"one step", one_step_that_is_none_is_seen_at_every_place}});
}
