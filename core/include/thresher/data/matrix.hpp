// A batch: rows in compressed sparse form, borrowed from the caller, with columns that may have names.
#pragma once

#include <cstdint>
#include <span>

#include "thresher/data/example.hpp"

namespace thresher {

template <class Index>
struct Matrix {
    std::span<const std::int64_t> starts;  // rows + 1 of them
    std::span<const Index> indices;
    std::span<const double> values;
    std::uint64_t columns = 0;
    std::span<const Feature> names;  // empty, or one for each column: a name, or a column of another number

    std::size_t rows() const { return starts.size() - 1; }
    std::size_t begin(std::size_t row) const { return static_cast<std::size_t>(starts[row]); }
    std::size_t end(std::size_t row) const { return static_cast<std::size_t>(starts[row + 1]); }
};

// One row as an instance: each attribute once, no zeros.
template <class Index>
void read_row(const Matrix<Index>& matrix, std::size_t row, Canonicaliser& canonical, Instance& instance) {
    instance.clear();
    for (std::size_t i = matrix.begin(row); i < matrix.end(row); ++i) {
        const auto column = static_cast<std::uint64_t>(matrix.indices[i]);
        Feature feature = matrix.names.empty() ? Feature::column(column, 1.0) : matrix.names[column];
        feature.value = matrix.values[i];
        instance.push_back(feature);
    }
    canonical(instance, Repeats::add_up);
}

}  // namespace thresher
