// Attributes of many rows by number: each name once, in order of first appearance, and the rows as a sparse matrix over them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/example.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/huge_pages.hpp"

namespace thresher {

class AttributeTable {
public:
    std::size_t size() const { return features_.size(); }
    const Feature& operator[](std::size_t number) const { return features_[number]; }

    // The number of an attribute; a new one's name is copied.
    std::int32_t number(const Feature& feature) {
        std::size_t at = place_of(feature);
        if (table_[at] != 0) return static_cast<std::int32_t>(table_[at] - 1);
        if (features_.size() * 2 >= table_.size()) {
            grow();
            at = place_of(feature);
        }
        if (features_.size() >= 0x7fffffff) throw InputError("more than 2^31 attributes");
        features_.push_back(feature);
        if (feature.named()) features_.back().name = kept(feature.text());
        table_[at] = static_cast<std::uint32_t>(features_.size());
        return static_cast<std::int32_t>(features_.size() - 1);
    }

    // What a look-up reads first, and then: asked for ahead of many of them.
    [[gnu::always_inline]] void prefetch_place(const Feature& feature) const { __builtin_prefetch(&table_[first_place(feature)]); }
    [[gnu::always_inline]] void prefetch_feature(const Feature& feature) const {
        if (const std::uint32_t number = table_[first_place(feature)]; number != 0) __builtin_prefetch(&features_[number - 1].ends);
    }

private:
    std::size_t first_place(const Feature& feature) const {
        return static_cast<std::size_t>(feature.named() ? feature.code : mix(feature.code)) & (table_.size() - 1);
    }

    std::size_t place_of(const Feature& feature) const {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = first_place(feature);
        while (table_[at] != 0 && !features_[table_[at] - 1].same_attribute(feature)) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        table_.assign(table_.size() * 2, 0);
        for (std::size_t i = 0; i < features_.size(); ++i) table_[place_of(features_[i])] = static_cast<std::uint32_t>(i + 1);
    }

    const char* kept(std::string_view text) {
        char* const place = arena_.take(text.size() + 1);  // an empty name has a place too
        if (!text.empty()) std::memcpy(place, text.data(), text.size());
        return place;
    }

    std::vector<Feature> features_;
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(256, 0);  // 0: free; else number + 1
    Arena arena_;
};

// Memory that grows without being cleared first, on huge pages.
template <class T>
class PagedBuffer {
public:
    PagedBuffer() = default;
    PagedBuffer(const PagedBuffer&) = delete;
    PagedBuffer& operator=(const PagedBuffer&) = delete;
    ~PagedBuffer() { free(data_, capacity_); }

    T* data() { return data_; }
    std::size_t capacity() const { return capacity_; }

    // Room for `count`, of which `used` are there.
    void reserve(std::size_t count, std::size_t used) {
        if (count <= capacity_) return;
        const std::size_t larger = capacity_ == 0 ? count : std::max(count, capacity_ * 2);
        T* const grown = PageAllocator<T>().allocate(larger);
        if (used > 0) std::memcpy(grown, data_, used * sizeof(T));
        free(data_, capacity_);
        data_ = grown;
        capacity_ = larger;
    }

    // Whoever takes the memory frees it.
    T* release() { return std::exchange(data_, nullptr); }
    static void free(T* data, std::size_t capacity) {
        if (data != nullptr) PageAllocator<T>().deallocate(data, capacity);
    }

private:
    T* data_ = nullptr;
    std::size_t capacity_ = 0;
};

// Rows as a sparse matrix over an AttributeTable.
class SparseRows {
public:
    std::vector<std::int64_t> starts{0};
    PagedBuffer<std::int32_t> indices;
    PagedBuffer<double> values;

    std::size_t size() const { return size_; }
    std::size_t rows() const { return starts.size() - 1; }

    void expect_rows(std::size_t count) {
        const std::size_t wanted = starts.size() + count;
        if (wanted > starts.capacity()) starts.reserve(std::max(wanted, starts.capacity() * 2));
    }
    // Room for so many more values.
    void expect(std::size_t count) {
        indices.reserve(size_ + count, size_);
        values.reserve(size_ + count, size_);
    }
    void add(std::int32_t index, double value) {
        indices.data()[size_] = index;
        values.data()[size_++] = value;
    }
    // Those of `count` values that are not 0, or all of them if none is.
    void add_present(const std::int32_t* numbers, const double* cells, std::size_t count, bool full) {
        size_ = put(size_, numbers, cells, count, full);
    }
    // The same at any place; returns the place behind them.
    std::size_t put(std::size_t place, const std::int32_t* numbers, const double* cells, std::size_t count, bool full) {
        if (count == 0) return place;
        std::int32_t* const index = indices.data() + place;
        double* const value = values.data() + place;
        if (full) {
            std::memcpy(index, numbers, count * sizeof(std::int32_t));
            std::memcpy(value, cells, count * sizeof(double));
            return place + count;
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {  // without a branch: what is absent is written over
            index[kept] = numbers[i];
            value[kept] = cells[i];
            kept += cells[i] != 0.0;
        }
        return place + kept;
    }
    // Values that were put at `from` follow those that end at `to`, and are the last.
    void close_gap(std::size_t to, std::size_t from, std::size_t count) {
        std::memmove(indices.data() + to, indices.data() + from, count * sizeof(std::int32_t));
        std::memmove(values.data() + to, values.data() + from, count * sizeof(double));
        size_ = to + count;
    }
    void end_row() { starts.push_back(static_cast<std::int64_t>(size_)); }

    void clear() {
        starts.resize(1);
        size_ = 0;
    }

    // Rows behind these, whose attributes have other numbers there.
    void append(SparseRows& more, const std::vector<std::int32_t>& numbers) {
        expect_rows(more.rows());
        expect(more.size_);
        for (std::size_t row = 1; row < more.starts.size(); ++row) starts.push_back(static_cast<std::int64_t>(size_) + more.starts[row]);
        for (std::size_t i = 0; i < more.size_; ++i) indices.data()[size_ + i] = numbers[static_cast<std::size_t>(more.indices.data()[i])];
        if (more.size_ > 0) std::memcpy(values.data() + size_, more.values.data(), more.size_ * sizeof(double));
        size_ += more.size_;
    }

private:
    std::size_t size_ = 0;
};

}  // namespace thresher
