// The same work as one pass of tracking Winnow over binary rows, with nothing around it: no checks, no duals, no exact
// sums. What a C++ programmer would write for this one case, as a yardstick.
#include <cstdint>

extern "C" std::int64_t bare_tracking_winnow(const std::int64_t* starts, const std::int32_t* indices, const std::int8_t* labels,
                                             std::int64_t rows, double* w, double promotion, double floor) {
    std::int64_t mistakes = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t begin = starts[row], end = starts[row + 1];
        if (row + 1 < rows)
            for (std::int64_t i = end; i < starts[row + 2]; ++i) __builtin_prefetch(w + indices[i]);
        double a = 0, b = 0, c = 0, d = 0;
        std::int64_t i = begin;
        for (; i + 4 <= end; i += 4) {
            a += w[indices[i]];
            b += w[indices[i + 1]];
            c += w[indices[i + 2]];
            d += w[indices[i + 3]];
        }
        for (; i < end; ++i) a += w[indices[i]];
        const bool positive = (a + b) + (c + d) >= 1.0;
        if (positive == (labels[row] > 0)) continue;
        ++mistakes;
        const double factor = labels[row] > 0 ? promotion : 1.0 / promotion;
        for (i = begin; i < end; ++i) {
            const double next = w[indices[i]] * factor;
            w[indices[i]] = next < floor ? floor : next;
        }
    }
    return mistakes;
}
