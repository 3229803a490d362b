// Learning from rows while the rest of the matrix is still being checked, for a learner that has learned nothing yet:
// should a bad row turn up, it is as new again, and nothing is lost.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>

#include "thresher/data/check.hpp"
#include "thresher/data/matrix.hpp"
#include "thresher/state/row.hpp"

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

// Learns from plain rows as they are checked; returns how many there were before the first that is not, and what the
// check found. `learn(row, index)` learns from one row, `prefetch(slot)` asks for what it will need of one to come.
template <class Index, class Prefetch, class Learn>
std::pair<std::size_t, Shape> learn_while_checking(const Matrix<Index>& matrix, bool unit_interval, Prefetch prefetch, Learn learn) {
    RunningCheck<Index> check(matrix, unit_interval);
    std::size_t learned = 0;
    for (;;) {
        const bool done = check.done();  // before the progress: what was done by then is in it
        const auto [rows, ones] = check.progress();
        if (rows == learned && done) return {learned, check.result()};
        if (rows == learned) std::this_thread::yield();
        for (; learned < rows; ++learned) {
            const std::size_t begin = matrix.begin(learned), end = matrix.end(learned);
            if (learned + 1 < rows) {
                const std::size_t next_end = matrix.end(learned + 1);
                for (std::size_t i = end; i < next_end; ++i) prefetch(static_cast<Slot>(matrix.indices[i]));
            }
            learn(Row{reinterpret_cast<const Slot*>(matrix.indices.data() + begin), ones ? nullptr : matrix.values.data() + begin, end - begin, false,
                      true},
                  learned);
        }
    }
}

}  // namespace thresher
