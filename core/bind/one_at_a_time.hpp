// One call at a time, from any thread. Whoever finds it busy lets go of the GIL while waiting, because the call that is under
// way may need it to finish.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace thresher::bind {

namespace nb = nanobind;

// In this order: who holds a learner never waits for pending instances, so that no two calls can wait for each other.
enum class Rank { pending, learner };

inline thread_local int held_learners = 0;  // by this thread

template <Rank rank>
class OneAtATime {
public:
    OneAtATime() = default;
    OneAtATime(const OneAtATime&) {}
    OneAtATime& operator=(const OneAtATime&) { return *this; }

    class Use {
    public:
        explicit Use(const OneAtATime& owner) : owner_(owner) {
            if (owner.holder_.load() == std::this_thread::get_id())
                throw std::runtime_error(rank == Rank::learner
                                             ? "a learner can't be used from inside one of its own calls (by a link or a value of yours)"
                                             : "pending instances can't be used from inside one of their own calls");
            if (rank == Rank::pending && held_learners > 0)
                throw std::runtime_error("pending instances can't be used from inside a learner's call (by a link or a value of yours)");
            if (!owner.mutex_.try_lock()) {
                nb::gil_scoped_release release;
                owner.mutex_.lock();
            }
            owner.holder_.store(std::this_thread::get_id());
            if (rank == Rank::learner) ++held_learners;
        }
        ~Use() {
            if (rank == Rank::learner) --held_learners;
            owner_.holder_.store({});
            owner_.mutex_.unlock();
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        const OneAtATime& owner_;
    };

private:
    mutable std::mutex mutex_;
    mutable std::atomic<std::thread::id> holder_{};
};

}  // namespace thresher::bind
