// Correctly rounded sums over a row: of its values, of their squares, of them times a column of the records.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "thresher/numeric/rounded_sum.hpp"
#include "thresher/state/row.hpp"
#include "thresher/state/state.hpp"

namespace thresher {

// |x|_1 of values that are not negative, of those attributes that take part.
inline double sum_of_values(const Row& row) {
    if (row.values == nullptr && !row.mapped) return static_cast<double>(row.size);
    return rounded_sum(row.size, [&](std::size_t i) { return row.slots[i] == silent_slot ? 0.0 : row.value(i); });
}

// The sum of squares of the values; the bias counts as a value of 1.
inline double squared_length(const Row& row, bool bias) {
    const std::array<double, 1> more{bias ? 1.0 : 0.0};
    if (row.values == nullptr) return static_cast<double>(row.size) + more[0];
    return rounded_sum(row.size, [values = row.values](std::size_t i) { return values[i] * values[i]; }, more);
}

// The products of values, or of their squares, with a column of the records, and a few terms more.
template <bool Squared = false>
double rounded_column(const State& state, const Row& row, std::size_t column, std::span<const double> more) {
    const NumberColumn direct = state.direct_column(column);
    if (!row.mapped && row.values == nullptr)
        return rounded_sum(row.size, [direct, slots = row.slots](std::size_t i) { return direct[slots[i]]; }, more);
    const NumberColumn mapped = state.mapped_column(column);
    return rounded_sum(
        row.size,
        [&](std::size_t i) {
            const Slot slot = row.slots[i];
            if (slot == silent_slot) return 0.0;
            const double x = row.value(i);
            return (slot & mapped_bit ? mapped : direct)[slot & ~mapped_bit] * (Squared ? x * x : x);
        },
        more);
}

// The variance of a score under AROW's diagonal covariance, which is in `column` of the records.
inline double variance_of(const State& state, const Row& row, std::size_t column, bool bias) {
    const std::array<double, 1> more{bias ? state.dual(bias_slot)[column] : 0.0};
    return rounded_column<true>(state, row, column, more);
}

}  // namespace thresher
