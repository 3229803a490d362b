// numpy's arrays in and out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <span>
#include <vector>

#include "thresher/rows/attributes.hpp"

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

template <class T>
nb::object numpy(PagedBuffer<T>& buffer, std::size_t size) {
    struct Held {
        T* data;
        std::size_t capacity;
    };
    auto* held = new Held{nullptr, buffer.capacity()};
    nb::capsule owner(held, [](void* pointer) noexcept {
        auto* done = static_cast<Held*>(pointer);
        PagedBuffer<T>::free(done->data, done->capacity);
        delete done;
    });
    held->data = buffer.release();
    return nb::cast(Array<T>(held->data, {size}, owner));
}

// Starts, indices, values, and the names of the columns.
inline nb::tuple numpy(SparseRows& rows, nb::object names) {
    rows.expect(1);  // an empty array has a place too
    const std::size_t size = rows.size();
    return nb::make_tuple(numpy(std::move(rows.starts)), numpy(rows.indices, size), numpy(rows.values, size), names);
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
