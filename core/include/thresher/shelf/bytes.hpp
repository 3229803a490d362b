// Numbers and texts as bytes, one after the other, and back: what is read from a damaged piece is refused, never read over its end.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "thresher/errors.hpp"

namespace thresher {

class ByteWriter {
public:
    explicit ByteWriter(std::string& into) : into_(into) {}

    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        into_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    void put_bytes(std::string_view bytes) { into_.append(bytes); }
    void put_text(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        put_bytes(text);
    }
    template <class T>
    void put_all(const std::vector<T>& values) {
        put_span(std::span<const T>(values));
    }
    template <class T>
    void put_span(std::span<const T> values) {
        put(static_cast<std::uint32_t>(values.size()));
        if (!values.empty()) into_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }

    // Room for so many bytes, written by whoever asked, who then says where they end.
    char* room(std::size_t size) {
        const std::size_t before = into_.size();
        into_.resize(before + size);
        return into_.data() + before;
    }
    void end_at(const char* end) { into_.resize(static_cast<std::size_t>(end - into_.data())); }

private:
    std::string& into_;
};

class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : left_(bytes) {}

    bool empty() const { return left_.empty(); }
    std::string_view bytes(std::size_t size) {
        if (size > left_.size()) throw InputError("the bytes end too early");
        const std::string_view found = left_.substr(0, size);
        left_.remove_prefix(size);
        return found;
    }
    template <class T>
    T take() {
        T value;
        std::memcpy(&value, bytes(sizeof(T)).data(), sizeof(T));
        return value;
    }
    std::string_view text() { return bytes(take<std::uint32_t>()); }
    std::string_view rest() const { return left_; }
    template <class T>
    void take_all(std::vector<T>& into) {
        const auto size = take<std::uint32_t>();
        const std::string_view found = bytes(size * sizeof(T));
        into.resize(size);
        if (size > 0) std::memcpy(static_cast<void*>(into.data()), found.data(), found.size());
    }

private:
    std::string_view left_;
};

}  // namespace thresher
