// A value on the heap: copied as a value is, and where it lies it takes one pointer.
#pragma once

#include <memory>

namespace thresher {

template <class T>
class Boxed {
public:
    Boxed() : held_(std::make_unique<T>()) {}
    Boxed(const Boxed& other) : held_(std::make_unique<T>(*other)) {}
    Boxed(Boxed&& other) : held_(std::make_unique<T>()) { held_.swap(other.held_); }
    Boxed& operator=(const Boxed& other) {
        *held_ = *other;
        return *this;
    }
    Boxed& operator=(Boxed&& other) noexcept {
        held_.swap(other.held_);
        return *this;
    }
    ~Boxed() = default;

    T& operator*() { return *held_; }
    const T& operator*() const { return *held_; }
    T* operator->() { return held_.get(); }
    const T* operator->() const { return held_.get(); }

private:
    std::unique_ptr<T> held_;
};

}  // namespace thresher
