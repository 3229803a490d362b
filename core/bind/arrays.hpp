// numpy's arrays in and out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <span>
#include <vector>

namespace thresher::bind {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
    return {array.data(), array.size()};
}

template <class T>
nb::object numpy(std::vector<T> values) {
    auto* owned = new std::vector<T>(std::move(values));
    nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(Array<T>(owned->data(), {owned->size()}, owner));
}

// One byte each, so that threads and spans can have it; handed out as bool.
template <class T>
struct Result {
    std::unique_ptr<T[]> data;
    std::size_t size;

    explicit Result(std::size_t size) : data(new T[size]()), size(size) {}
    std::span<T> span() { return {data.get(), size}; }
    Array<T> release() {
        T* raw = data.release();
        nb::capsule owner(raw, [](void* p) noexcept { delete[] static_cast<T*>(p); });
        return Array<T>(raw, {size}, owner);
    }
};

}  // namespace thresher::bind
