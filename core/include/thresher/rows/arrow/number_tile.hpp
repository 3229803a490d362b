// Columns of numbers, many rows at a time, turned so that the cells of a row stand together.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "thresher/data/example.hpp"
#include "thresher/rows/arrow/column.hpp"
#include "thresher/rows/arrow/numbers.hpp"

namespace thresher::arrow {

// A column of numbers on its way into a matrix.
struct NumberColumn {
    std::int32_t attribute;
    const Column* column;
    std::size_t first = 0;  // where in the column the first row stands

    double operator()(std::size_t row) const { return column->valid(first + row) ? plain_number(*column, first + row) : 0.0; }
};

class NumberTile {
public:
    static constexpr std::size_t rows = 128;

    void prepare(std::size_t width) {
        width_ = width;
        cells_.resize(rows * width_);
    }

    // Cells that are missing become 0, which is absent. False if a number is too large, or infinite.
    bool load(const std::vector<NumberColumn>& columns, std::size_t first, std::size_t count) {
        prepare(columns.size());
        Facts facts;
        for (std::size_t j = 0; j < width_; ++j) {
            const NumberColumn &one = columns[j], &next = columns[std::min(j + 1, width_ - 1)];
            if (j + 1 < width_ && is_double(*one.column) && is_double(*next.column)) {
                load_two(one.column->bytes(one.first + first), next.column->bytes(next.first + first), j, count, facts);
                ++j;
            } else {
                load_column(*one.column, j, one.first + first, count, facts);
            }
        }
        full_ = facts.full;
        return facts.fine;
    }
    const double* row(std::size_t i) const { return cells_.data() + i * width_; }
    bool full() const { return full_; }  // no cell is 0

private:
    struct Facts {
        bool fine = true, full = true;
    };

    template <class Read>
    [[gnu::always_inline]] void each(std::size_t j, std::size_t count, Facts& facts, Read read) {
        double* into = cells_.data() + j;
        const std::size_t step = width_;
        bool fine = true, full = true;
        for (std::size_t i = 0; i < count; ++i, into += step) {
            const double value = read(i);
            fine &= !(std::fabs(value) > size_limit);
            full &= std::fabs(value) > 0.0;
            *into = value == value ? value : 0.0;
        }
        facts.fine &= fine;
        facts.full &= full;
    }

    template <class T>
    void each_of(const Column& column, std::size_t j, std::size_t first, std::size_t count, Facts& facts) {
        const char* const cells = column.bytes(first);
        each(j, count, facts, [cells](std::size_t i) { return static_cast<double>(thresher::load<T>(cells + i * sizeof(T))); });
    }

    static bool is_double(const Column& column) { return !column.has_gaps() && column.type().kind == Kind::real && column.type().width == 8; }

    // Columns j and j + 1, of doubles: two rows of both at a time.
    void load_two(const char* one, const char* next, std::size_t j, std::size_t count, Facts& facts) {
        double* into = cells_.data() + j;
        std::size_t i = 0;
#if defined(__SSE2__)
        const __m128d limit = _mm_set1_pd(size_limit), sign = _mm_set1_pd(-0.0), zero = _mm_setzero_pd();
        __m128d large = zero, absent = zero;
        for (; i + 2 <= count; i += 2, into += 2 * width_) {
            const __m128d a = _mm_loadu_pd(reinterpret_cast<const double*>(one + i * 8)),
                          b = _mm_loadu_pd(reinterpret_cast<const double*>(next + i * 8));
            for (const auto& [cells, place] : {std::pair(_mm_unpacklo_pd(a, b), into), std::pair(_mm_unpackhi_pd(a, b), into + width_)}) {
                const __m128d value = _mm_and_pd(cells, _mm_cmpord_pd(cells, cells));  // NaN becomes 0
                large = _mm_or_pd(large, _mm_cmpgt_pd(_mm_andnot_pd(sign, value), limit));
                absent = _mm_or_pd(absent, _mm_cmpeq_pd(value, zero));
                _mm_storeu_pd(place, value);
            }
        }
        facts.fine &= _mm_movemask_pd(large) == 0;
        facts.full &= _mm_movemask_pd(absent) == 0;
#endif
        for (; i < count; ++i, into += width_)
            for (std::size_t k = 0; k < 2; ++k) {
                const auto value = thresher::load<double>((k == 0 ? one : next) + i * 8);
                facts.fine &= !(std::fabs(value) > size_limit);
                facts.full &= std::fabs(value) > 0.0;
                into[k] = value == value ? value : 0.0;
            }
    }

    void load_column(const Column& column, std::size_t j, std::size_t first, std::size_t count, Facts& facts) {
        const auto [kind, width] = std::pair(column.type().kind, column.type().width);
        if (column.has_gaps() || kind == Kind::truth || width < 4)
            return each(j, count, facts, [&](std::size_t i) { return column.valid(first + i) ? plain_number(column, first + i) : 0.0; });
        if (kind == Kind::real) return width == 8 ? each_of<double>(column, j, first, count, facts) : each_of<float>(column, j, first, count, facts);
        if (kind == Kind::whole)
            return width == 8 ? each_of<std::int64_t>(column, j, first, count, facts) : each_of<std::int32_t>(column, j, first, count, facts);
        return width == 8 ? each_of<std::uint64_t>(column, j, first, count, facts) : each_of<std::uint32_t>(column, j, first, count, facts);
    }

    std::size_t width_ = 0;
    bool full_ = false;
    std::vector<double> cells_;
};

}  // namespace thresher::arrow
