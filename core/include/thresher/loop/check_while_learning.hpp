// Learning from rows while the rest of the matrix is still to be checked, for a learner that has learned nothing yet: should a
// bad row turn up, it is as new again, and nothing is lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>

#include "thresher/data/check.hpp"
#include "thresher/data/matrix.hpp"

namespace thresher {

// A thread that reads the matrix from the first row to the last and says how far it has got.
template <class Index>
class RunningCheck {
public:
    // The rows that were checked and are plain: columns increasing, no zeros, and in [0, 1] where that is asked for.
    struct Progress {
        std::size_t rows;
        bool ones;  // every value so far is 1
    };

    RunningCheck(const Matrix<Index>& matrix, bool unit_interval) : matrix_(matrix), unit_interval_(unit_interval), thread_([this] { work(); }) {}

    Progress progress() const {
        const std::uint64_t packed = progress_.load(std::memory_order_acquire);
        return {static_cast<std::size_t>(packed >> 1), (packed & 1) != 0};
    }

    bool done() const { return done_.load(std::memory_order_acquire); }

    // Waits for the end; throws what the check found.
    Shape result() {
        thread_.join();
        if (error_) std::rethrow_exception(error_);
        return shape_;
    }

private:
    bool plain() const { return shape_.sorted && shape_.nonzero && (!unit_interval_ || shape_.in_unit); }

    void work() noexcept {
        constexpr std::size_t stretch = 1024;
        try {
            for (std::size_t row = 0; row < matrix_.rows();) {
                const std::size_t end = std::min(row + stretch, matrix_.rows());
                for (; row < end; ++row) check_row(matrix_, row, shape_, seen_);
                if (plain()) progress_.store(end << 1 | static_cast<std::uint64_t>(shape_.ones), std::memory_order_release);
            }
        } catch (...) {
            error_ = std::current_exception();
        }
        done_.store(true, std::memory_order_release);
    }

    const Matrix<Index>& matrix_;
    bool unit_interval_;
    Shape shape_;
    LastSeen seen_;
    std::exception_ptr error_;
    std::atomic<std::uint64_t> progress_{1};
    std::atomic<bool> done_{false};
    std::jthread thread_;  // last: it uses all of the above
};

// Calls learn(first, last, shape) for rows that were checked, as they are, up to the first that is not plain; the rest is
// checked only. Returns how many rows were learned, and what the check found.
template <class Index, class Learn>
std::pair<std::size_t, Shape> learn_beside_check(const Matrix<Index>& matrix, bool unit_interval, Learn learn) {
    RunningCheck<Index> check(matrix, unit_interval);
    std::size_t learned = 0;
    for (;;) {
        const bool done = check.done();  // before the progress: what was done by then is in it
        const auto [rows, ones] = check.progress();
        if (rows == learned && done) return {learned, check.result()};
        if (rows == learned) {
            std::this_thread::yield();
            continue;
        }
        Shape so_far;
        so_far.ones = ones;
        learn(learned, rows, so_far);
        learned = rows;
    }
}

// The same where there is no core or no need for a thread: some rows are checked, then learned while they are in the cache.
template <class Index, class Learn>
std::pair<std::size_t, Shape> learn_after_check(const Matrix<Index>& matrix, bool unit_interval, Learn learn) {
    constexpr std::size_t stretch = 1 << 14;  // values
    Shape shape;
    LastSeen seen;
    std::size_t learned = 0, checked = 0;
    const auto check_up_to = [&](std::size_t end) {
        for (; checked < end; ++checked) check_row(matrix, checked, shape, seen);
    };
    while (learned < matrix.rows()) {
        std::size_t end = learned + 1;
        while (end < matrix.rows() && matrix.end(end) - matrix.begin(learned) <= stretch) ++end;
        check_up_to(end);
        if (!shape.sorted || !shape.nonzero || (unit_interval && !shape.in_unit)) break;
        learn(learned, checked, shape);
        learned = checked;
    }
    check_up_to(matrix.rows());
    return {learned, shape};
}

}  // namespace thresher
