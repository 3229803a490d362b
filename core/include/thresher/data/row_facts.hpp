// What the values and the columns of a row have in common: read in wide registers, for every number of every matrix is looked at.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "thresher/data/example.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/processor_clones.hpp"

namespace thresher {

// What a stretch of values has in common, found without a branch, two fours at a time.
class ValueFacts {
public:
    THRESHER_CLONED static ValueFacts of(const double* value, std::size_t size) {
        ValueFacts facts;
        Chain<Four> a, b;
        std::size_t i = 0;
        for (; i + 8 <= size; i += 8) {
            Four first, second;
            load(value + i, first);
            load(value + i + 4, second);
            a.add(first);
            b.add(second);
        }
        Chain<double>& all = facts.all_;
        for (; i < size; ++i) all.add(value[i]);
        for (const Chain<Four>* four : {&a, &b})
            for (int lane = 0; lane < 4; ++lane) all.join({four->lowest[lane], four->highest[lane], four->smallest[lane], four->taint[lane]});
        return facts;
    }

    bool computable() const { return all_.taint == 0.0 && all_.highest <= size_limit && all_.lowest >= -size_limit; }
    bool in_unit() const { return all_.lowest >= 0.0 && all_.highest <= 1.0; }
    bool nonzero() const { return all_.smallest > 0.0; }

private:
    template <class Number>
    struct Chain {
        Number lowest{};
        Number highest{};
        Number smallest = Number{} + 1.0;  // in size
        Number taint{};                    // NaN once a value was not finite

        [[gnu::always_inline]] void add(const Number& value) {
            Number size = value;
            drop_sign(size);
            lowest = value < lowest ? value : lowest;
            highest = value > highest ? value : highest;
            smallest = size < smallest ? size : smallest;
            taint += value * 0.0;
        }
        void join(const Chain& other) {
            lowest = std::min(lowest, other.lowest);
            highest = std::max(highest, other.highest);
            smallest = std::min(smallest, other.smallest);
            taint += other.taint;
        }
    };

    Chain<double> all_;
};

// Whether every value is 1.
THRESHER_CLONED inline bool all_ones(const double* value, std::size_t size) {
    FourLanes others{};
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        Four first, second;
        load(value + i, first);
        load(value + i + 4, second);
        others |= (first != 1.0) | (second != 1.0);
    }
    bool ones = (others[0] | others[1] | others[2] | others[3]) == 0;
    for (; i < size; ++i) ones &= value[i] == 1.0;
    return ones;
}

// Whether columns increase strictly.
inline bool increase(const std::int64_t* column, std::size_t size) {
    bool sorted = true;
    for (std::size_t i = 1; i < size; ++i) sorted &= column[i - 1] < column[i];
    return sorted;
}
THRESHER_CLONED inline bool increase(const std::int32_t* column, std::size_t size) {
    EightLanes stands{};
    std::size_t i = 1;
    for (; i + 8 <= size; i += 8) {
        EightLanes one, next;
        std::memcpy(&one, column + i - 1, sizeof one);
        std::memcpy(&next, column + i, sizeof next);
        stands |= one >= next;
    }
    bool sorted = !any(stands);
    for (; i < size; ++i) sorted &= column[i - 1] < column[i];
    return sorted;
}

}  // namespace thresher
