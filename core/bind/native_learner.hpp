// A learner that Python holds: the engine and the lock around it.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "config.hpp"
#include "thresher/learner.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// A learner serves one call at a time. Whoever finds it busy lets go of the GIL while waiting, because the call that is
// under way may need it to finish.
class NativeLearner {
public:
    NativeLearner(const nb::dict& description, nb::object function) : learner_(read_config(description, std::move(function))) {}
    NativeLearner(const NativeLearner& other) : learner_(Use(other)->learner_) {}

    class Use {
    public:
        explicit Use(const NativeLearner& owner) : owner_(owner) {
            if (owner.owner_.load() == std::this_thread::get_id())
                throw std::runtime_error("a learner can't be used from inside one of its own calls (by a link or a value of yours)");
            if (!owner.mutex_.try_lock()) {
                nb::gil_scoped_release release;
                owner.mutex_.lock();
            }
            owner.owner_.store(std::this_thread::get_id());
        }
        ~Use() {
            owner_.owner_.store({});
            owner_.mutex_.unlock();
        }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        const NativeLearner* operator->() const { return &owner_; }

    private:
        const NativeLearner& owner_;
    };

    // Somebody took over what was learned: whatever would be learned from now on would be lost.
    void require_open() const {
        if (closed_) throw std::runtime_error("this learner was handed over and learns no more");
    }

    Learner learner_;
    bool closed_ = false;
    mutable Instance scratch_;

private:
    mutable std::mutex mutex_;
    mutable std::atomic<std::thread::id> owner_{};
};

// What a learner does with blocks; the rest is in bind_learner.
void bind_lessons(nb::class_<NativeLearner>& learner);

}  // namespace thresher::bind
