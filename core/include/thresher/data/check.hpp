// Is it a matrix? Every number is read once, before anything is learned, on two cores where there is much to read.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "thresher/data/matrix.hpp"
#include "thresher/data/row_facts.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/cores.hpp"
#include "thresher/numeric/shown_number.hpp"

namespace thresher {

// What the check found out, and what a loop may therefore skip.
struct Shape {
    bool sorted = true;    // columns increase strictly within every row: no repeats
    bool ones = true;      // every value is 1
    bool in_unit = true;   // every value is in [0, 1]
    bool nonzero = true;   // no value is 0
    bool repeats = false;  // some row of a matrix with names may have a column twice

    void join(const Shape& other) {
        sorted = sorted && other.sorted;
        ones = ones && other.ones;
        in_unit = in_unit && other.in_unit;
        nonzero = nonzero && other.nonzero;
        repeats = repeats || other.repeats;
    }
};

inline std::string at_row(std::size_t row) { return "row " + std::to_string(row) + ": "; }

// Whether a row has a column twice: when each column was last seen.
class LastSeen {
public:
    template <class Index>
    bool repeats(const Matrix<Index>& matrix, std::size_t row) {
        rows_.resize(matrix.names.size(), never);
        bool twice = false;
        for (std::size_t i = matrix.begin(row); i < matrix.end(row); ++i) {
            std::size_t& seen = rows_[static_cast<std::size_t>(matrix.indices[i])];
            twice |= seen == row;
            seen = row;
        }
        return twice;
    }

private:
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> rows_;
};

template <class Index>
void check_frame(const Matrix<Index>& matrix) {
    if (matrix.indices.size() != matrix.values.size())
        throw InputError("the matrix has " + std::to_string(matrix.indices.size()) + " indices but " + std::to_string(matrix.values.size()) +
                         " values");
    const auto size = static_cast<std::int64_t>(matrix.indices.size());
    if (matrix.starts[0] != 0 || matrix.starts.back() != size)
        throw InputError("indptr must go from 0 to the number of values, " + std::to_string(size) + "; it goes from " +
                         std::to_string(matrix.starts[0]) + " to " + std::to_string(matrix.starts.back()));
    for (std::size_t row = 0; row < matrix.rows(); ++row)
        if (matrix.starts[row] > matrix.starts[row + 1])
            throw InputError(at_row(row) + "indptr decreases from " + std::to_string(matrix.starts[row]) + " to " +
                             std::to_string(matrix.starts[row + 1]));
}

template <class Index>
std::string describe_column(const Matrix<Index>& matrix, Index index) {
    return matrix.names.empty() ? "column " + std::to_string(index) : describe(matrix.names[static_cast<std::size_t>(index)]);
}

// Asks memory for what is checked a few rows later: between two stretches that are checked a learner learns, and processors lose
// sight of what was being read.
template <class Index>
[[gnu::always_inline]] inline void ask_ahead(const Matrix<Index>& matrix, std::size_t begin, std::size_t end) {
    constexpr std::size_t ahead = 256, line = 64;
    const std::size_t last = std::min(end + ahead, matrix.indices.size());
    for (std::size_t i = begin + ahead; i < last; i += line / sizeof(double)) __builtin_prefetch(matrix.values.data() + i);
    for (std::size_t i = begin + ahead; i < last; i += line / sizeof(Index)) __builtin_prefetch(matrix.indices.data() + i);
}

template <class Index>
void check_row(const Matrix<Index>& matrix, std::size_t row, Shape& shape, LastSeen& seen) {
    const Index* index = matrix.indices.data();
    const double* value = matrix.values.data();
    const std::size_t begin = matrix.begin(row), end = matrix.end(row);
    if (begin == end) return;
    ask_ahead(matrix, begin, end);
    const bool sorted = increase(index + begin, end - begin);
    const bool in_range = index[begin] >= 0 && static_cast<std::uint64_t>(index[end - 1]) < matrix.columns;
    if (!sorted || !in_range) {
        shape.sorted = shape.sorted && sorted;
        for (std::size_t i = begin; i < end; ++i)
            if (index[i] < 0 || static_cast<std::uint64_t>(index[i]) >= matrix.columns)
                throw InputError(at_row(row) + "column " + std::to_string(index[i]) + " is not one of the " + std::to_string(matrix.columns) +
                                 " columns of the matrix");
        if (!matrix.names.empty() && !shape.repeats) shape.repeats = seen.repeats(matrix, row);
    }
    if (shape.ones && all_ones(value + begin, end - begin)) return;
    shape.ones = false;
    const ValueFacts facts = ValueFacts::of(value + begin, end - begin);
    shape.in_unit = shape.in_unit && facts.in_unit();
    shape.nonzero = shape.nonzero && facts.nonzero();
    if (facts.computable()) return;
    for (std::size_t i = begin; i < end; ++i)
        if (!(std::fabs(value[i]) <= size_limit))
            throw InputError(at_row(row) + describe_column(matrix, index[i]) + " has the value " + shown_number(value[i]) +
                             "; values must be finite numbers of size at most 1e150");
}

// Hands out stretches of rows in order to whoever asks. After an error no more are handed out; all earlier ones were,
// so the error of the lowest row is the first one in the matrix.
template <class Index>
class Checker {
public:
    explicit Checker(const Matrix<Index>& matrix) : matrix_(matrix) {}

    // The part of one thread.
    void work() noexcept {
        Shape shape;
        LastSeen seen;
        std::size_t row = 0;
        try {
            for (std::size_t begin; !failed_ && (begin = next_.fetch_add(stretch)) < matrix_.rows();)
                for (row = begin; row < std::min(begin + stretch, matrix_.rows()); ++row) check_row(matrix_, row, shape, seen);
        } catch (const std::exception& error) {
            failed_ = true;
            const std::scoped_lock lock(mutex_);
            if (row < failed_row_) {
                failed_row_ = row;
                message_ = error.what();
            }
        }
        const std::scoped_lock lock(mutex_);
        shape_.join(shape);
    }

    Shape result() const {
        if (failed_) throw InputError(message_);
        return shape_;
    }

private:
    static constexpr std::size_t stretch = 2048;
    const Matrix<Index>& matrix_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::size_t failed_row_ = std::numeric_limits<std::size_t>::max();
    std::string message_;
    Shape shape_;
};

template <class Index>
bool worth_a_thread(const Matrix<Index>& matrix) {
    return matrix.indices.size() >= 1 << 20 && available_cores() > 1;
}

// Throws on the first row that can't be a row of a matrix. `meanwhile` is done beside the reading.
template <class Index, class Meanwhile>
Shape check(const Matrix<Index>& matrix, Meanwhile meanwhile) {
    check_frame(matrix);
    Checker<Index> checker(matrix);
    {
        std::jthread helper;
        if (worth_a_thread(matrix)) helper = std::jthread([&] { checker.work(); });
        meanwhile();
        checker.work();
    }
    return checker.result();
}

template <class Index>
Shape check(const Matrix<Index>& matrix) {
    return check(matrix, [] {});
}

}  // namespace thresher
