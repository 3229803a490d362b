// A CSR matrix of numpy's as the core's, whatever the width of its indices.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <utility>

#include "arrays.hpp"
#include "example.hpp"
#include "thresher/data/matrix.hpp"
#include "thresher/errors.hpp"

namespace thresher::bind {

namespace nb = nanobind;

struct Arrays {
    Vector<std::int64_t> starts;
    nb::object indices;
    Vector<double> values;
    std::uint64_t columns;
    Instance names;
};

template <class F>
void with_matrix(const Arrays& arrays, F f) {
    const auto use = [&](auto index) {
        using Index = decltype(index);
        const auto indices = nb::cast<Vector<Index>>(arrays.indices);
        const Matrix<Index> matrix{span_of(arrays.starts), span_of(indices), span_of(arrays.values), arrays.columns, arrays.names};
        if (matrix.starts.empty()) throw InputError("indptr is empty; it has one entry more than there are rows");
        if (!arrays.names.empty() && arrays.names.size() != arrays.columns)
            throw InputError(std::to_string(arrays.names.size()) + " names for " + std::to_string(arrays.columns) + " columns");
        nb::gil_scoped_release release;
        f(matrix);
    };
    if (nb::isinstance<Vector<std::int32_t>>(arrays.indices))
        use(std::int32_t{});
    else
        use(std::int64_t{});
}

inline Arrays read_arrays(Vector<std::int64_t> starts, nb::object indices, Vector<double> values, std::uint64_t columns,
                          std::optional<nb::sequence> names) {
    if (columns > column_limit) throw InputError("a matrix has at most 2^62 columns");
    Arrays arrays{std::move(starts), std::move(indices), std::move(values), columns, {}};
    if (names) read_columns(*names, arrays.names);
    return arrays;
}

}  // namespace thresher::bind
