// Arrow's C data interface: how pyarrow, pandas, polars, DuckDB and others hand over columns without copying them.
//
// The three structures are laid out as the specification gives them (https://arrow.apache.org/docs/format/CDataInterface.html and
// CStreamInterface.html). Whoever holds one lets go of it by its own `release`; a structure without one is empty.
#pragma once

#include <cstdint>
#include <utility>

namespace thresher::arrow {

struct Schema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    Schema** children;
    Schema* dictionary;
    void (*release)(Schema*);
    void* private_data;
};

struct Array {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    Array** children;
    Array* dictionary;
    void (*release)(Array*);
    void* private_data;
};

struct Stream {
    int (*get_schema)(Stream*, Schema* out);
    int (*get_next)(Stream*, Array* out);
    const char* (*get_last_error)(Stream*);
    void (*release)(Stream*);
    void* private_data;
};

// One of the three, let go of in the end.
template <class T>
class Owned {
public:
    Owned() = default;
    // Takes over what stands there, which is empty afterwards.
    explicit Owned(T* from) : held_(*from) { from->release = nullptr; }
    Owned(Owned&& other) noexcept : held_(std::exchange(other.held_, T{})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(held_, other.held_);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (held_.release != nullptr) held_.release(&held_);
    }

    T* get() { return &held_; }
    const T& operator*() const { return held_; }
    const T* operator->() const { return &held_; }
    bool empty() const { return held_.release == nullptr; }

private:
    T held_{};
};

}  // namespace thresher::arrow
