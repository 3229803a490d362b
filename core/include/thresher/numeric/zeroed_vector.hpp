// A vector of plain structs of which zero bytes are a new one: what the system hands out cleared is not written a second time.
//
// Large ones lie on huge pages (huge_pages.hpp), and a place that is never written costs no memory. Everything behind the end is zero.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "thresher/numeric/huge_pages.hpp"

namespace thresher {

template <class T>
class ZeroedVector {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    ZeroedVector() = default;
    ZeroedVector(const ZeroedVector& other) { assign(other); }
    ZeroedVector(ZeroedVector&& other) noexcept { swap(other); }
    ZeroedVector& operator=(ZeroedVector other) noexcept {
        swap(other);
        return *this;
    }
    ~ZeroedVector() { free_zeroed(data_, capacity_ * sizeof(T)); }

    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    [[gnu::always_inline]] const T& operator[](std::size_t i) const { return data_[i]; }
    [[gnu::always_inline]] T& operator[](std::size_t i) { return data_[i]; }

    void resize(std::size_t size) {
        if (size > capacity_) reserve(std::max(size, 2 * size_));
        if (size < size_) std::memset(static_cast<void*>(data_ + size), 0, (size_ - size) * sizeof(T));
        size_ = size;
    }

private:
    void swap(ZeroedVector& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    void assign(const ZeroedVector& other) {
        reserve(other.size_);
        if (other.size_ > 0) std::memcpy(static_cast<void*>(data_), other.data_, other.size_ * sizeof(T));
        size_ = other.size_;
    }

    void reserve(std::size_t capacity) {
        if (capacity == 0) return;
        data_ = static_cast<T*>(grow_zeroed(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace thresher
