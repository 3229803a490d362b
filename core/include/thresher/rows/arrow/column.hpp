// A column of Arrow, looked at before it is read: lengths, offsets and numbers of values are checked once, so that no cell can
// point outside. What the interface does not tell, the sizes of most buffers, has to be believed: they fit the length.
//
// Buffers need not be aligned: files are mapped, not decoded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/numeric/hash.hpp"
#include "thresher/rows/arrow/c_data.hpp"
#include "thresher/rows/arrow/type.hpp"

namespace thresher::arrow {

class Column {
public:
    Column(const Type& type, const Array& array, int depth = 0) : type_(&type), offset_(array.offset), length_(array.length) {
        if (type.kind == Kind::foreign) return;  // nobody reads it
        if (depth > 2 * deepest_type + 2) throw Damaged("columns are nested too deeply");
        check_frame(array);
        read_buffers(array);
        read_children(array, depth);
        if (type.dictionary) read_dictionary(array, depth);
    }

    const Type& type() const { return *type_; }
    std::size_t length() const { return static_cast<std::size_t>(length_); }
    const Column& child(std::size_t i) const { return children_[i]; }
    const Column& dictionary() const { return *dictionary_; }

    // Whether some cells may be missing.
    bool has_gaps() const { return validity_ != nullptr; }

    // All below: of one of the `length` cells.

    bool valid(std::size_t i) const {
        if (type_->kind == Kind::nothing) return false;
        if (validity_ == nullptr) return true;
        const std::size_t at = absolute(i);
        return (static_cast<unsigned char>(validity_[at >> 3]) >> (at & 7) & 1) != 0;
    }

    template <class T>
    [[gnu::always_inline]] T fixed(std::size_t i) const {
        return load<T>(values_ + absolute(i) * sizeof(T));
    }

    const char* bytes(std::size_t i) const { return values_ + absolute(i) * type_->width; }

    bool truth(std::size_t i) const {
        const std::size_t at = absolute(i);
        return (static_cast<unsigned char>(values_[at >> 3]) >> (at & 7) & 1) != 0;
    }

    std::int64_t whole(std::size_t i) const {
        switch (type_->width) {
            case 1: return fixed<std::int8_t>(i);
            case 2: return fixed<std::int16_t>(i);
            case 4: return fixed<std::int32_t>(i);
            default: return fixed<std::int64_t>(i);
        }
    }
    std::uint64_t natural(std::size_t i) const {
        switch (type_->width) {
            case 1: return fixed<std::uint8_t>(i);
            case 2: return fixed<std::uint16_t>(i);
            case 4: return fixed<std::uint32_t>(i);
            default: return fixed<std::uint64_t>(i);
        }
    }

    // May be no UTF-8: see `sound`.
    std::string_view text(std::size_t i) const {
        if (type_->kind == Kind::text_view) return viewed(i);
        const auto [begin, end] = span(i);
        return {text_ + begin, static_cast<std::size_t>(end - begin)};
    }
    // Whether all texts are known to be UTF-8.
    bool sound() const { return sound_; }

    struct Span {
        std::int64_t begin, end;
    };

    // The items of a list or map in `child(0)`, or the bytes of a text.
    Span span(std::size_t i) const {
        const std::size_t at = absolute(i);
        if (type_->kind == Kind::fixed_list)
            return {static_cast<std::int64_t>(at * type_->width), static_cast<std::int64_t>((at + 1) * type_->width)};
        if (type_->width == 4) return {load<std::int32_t>(values_ + at * 4), load<std::int32_t>(values_ + at * 4 + 4)};
        return {load<std::int64_t>(values_ + at * 8), load<std::int64_t>(values_ + at * 8 + 8)};
    }

    // Where the members of an object stand in its children.
    std::size_t inner(std::size_t i) const { return absolute(i); }

    // Where in the dictionary the value of a valid cell stands.
    std::size_t code(std::size_t i) const {
        return type_->kind == Kind::whole ? static_cast<std::size_t>(whole(i)) : static_cast<std::size_t>(natural(i));
    }

    // Where in `child(1)` the value of a cell of runs stands.
    std::size_t run(std::size_t i) const {
        const auto wanted = static_cast<std::int64_t>(absolute(i));
        const Column& ends = children_[0];
        std::size_t low = 0, high = ends.length();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            (ends.whole(middle) > wanted ? high : low) = ends.whole(middle) > wanted ? middle : middle + 1;
        }
        return low;
    }

private:
    std::size_t absolute(std::size_t i) const { return static_cast<std::size_t>(offset_) + i; }
    std::size_t end() const { return static_cast<std::size_t>(offset_ + length_); }

    std::int64_t expected_buffers() const {
        switch (type_->kind) {
            case Kind::nothing:
            case Kind::runs: return 0;
            case Kind::fixed_list:
            case Kind::object: return 1;
            case Kind::text:
            case Kind::large_text: return 3;
            default: return 2;
        }
    }

    void check_frame(const Array& array) const {
        if (array.release == nullptr) throw Damaged("a column is empty");
        constexpr std::int64_t most = std::int64_t{1} << 40;
        if (length_ < 0 || offset_ < 0 || length_ > most || offset_ > most) throw Damaged("a column has an impossible length");
        const bool enough = type_->kind == Kind::text_view ? array.n_buffers >= 3
                            : type_->kind == Kind::nothing ? array.n_buffers >= 0  // polars gives one
                                                           : array.n_buffers == expected_buffers();
        if (!enough || (array.n_buffers > 0 && array.buffers == nullptr)) throw Damaged("a column has the wrong number of buffers");
        const auto children = static_cast<std::int64_t>(type_->children.size());
        if (array.n_children != children || (children > 0 && array.children == nullptr)) throw Damaged("a column has the wrong number of members");
        if ((array.dictionary != nullptr) != (type_->dictionary != nullptr)) throw Damaged("a column has no dictionary, or one too many");
    }

    void read_buffers(const Array& array) {
        if (type_->kind == Kind::nothing) return;
        const auto buffer = [&](std::int64_t i) { return static_cast<const char*>(array.buffers[i]); };
        if (array.n_buffers > 0) validity_ = buffer(0);
        if (validity_ == nullptr && array.null_count > 0 && array.n_buffers > 0) throw Damaged("a column says that cells are missing, but not which");
        if (array.n_buffers > 1) values_ = buffer(1);
        if (array.n_buffers > 1 && values_ == nullptr && length_ > 0) throw Damaged("a column has no values");
        if (type_->kind == Kind::text_view) return read_views(array);
        if (type_->kind == Kind::text || type_->kind == Kind::large_text) text_ = buffer(2);
        if (length_ == 0) return;
        if (type_->is_text() || type_->kind == Kind::list || type_->kind == Kind::large_list || type_->kind == Kind::map) check_spans();
    }

    // Offsets never decrease, so every one lies between the first and the last.
    void check_spans() {
        const std::int64_t first = span(0).begin, last = span(length() - 1).end;
        bool rising = first >= 0;
        for (std::size_t i = 0; i < length(); ++i) {
            const auto [begin, end] = span(i);
            rising &= begin <= end;
        }
        if (!rising) throw Damaged("the offsets of a column decrease");
        if (!type_->is_text()) return;
        if (text_ == nullptr && last > 0) throw Damaged("a column of texts has no bytes");
        sound_ = last == first || is_ascii({text_ + first, static_cast<std::size_t>(last - first)});
    }

    static bool is_ascii(std::string_view text) {
        std::size_t at = 0;
        std::uint64_t any = 0;
        for (; at + 8 <= text.size(); at += 8) any |= load<std::uint64_t>(text.data() + at);
        for (; at < text.size(); ++at) any |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[at]) & 0x80U);
        return (any & 0x8080808080808080ULL) == 0;
    }

    // The last buffer says how large those before it are; with them every view is checked.
    void read_views(const Array& array) {
        const std::int64_t count = array.n_buffers - 3;
        const char* sizes = static_cast<const char*>(array.buffers[array.n_buffers - 1]);
        if (count > 0 && sizes == nullptr) throw Damaged("a column of texts does not say how long they are");
        buffers_ = array.buffers + 2;
        for (std::size_t i = 0; i < length(); ++i) {
            if (!valid(i)) continue;
            const char* view = values_ + absolute(i) * 16;
            const auto size = load<std::int32_t>(view);
            if (size < 0) throw Damaged("a text has an impossible length");
            if (size <= 12) continue;
            const auto index = load<std::int32_t>(view + 8), begin = load<std::int32_t>(view + 12);
            const bool inside = index >= 0 && index < count && buffers_[index] != nullptr && begin >= 0 &&
                                std::int64_t{begin} + size <= load<std::int64_t>(sizes + std::size_t(index) * 8);
            if (!inside) throw Damaged("a text stands outside of its column");
        }
    }

    std::string_view viewed(std::size_t i) const {
        const char* view = values_ + absolute(i) * 16;
        const auto size = static_cast<std::size_t>(load<std::int32_t>(view));
        if (size <= 12) return {view + 4, size};
        return {static_cast<const char*>(buffers_[load<std::int32_t>(view + 8)]) + load<std::int32_t>(view + 12), size};
    }

    void read_children(const Array& array, int depth) {
        children_.reserve(type_->children.size());
        for (std::size_t i = 0; i < type_->children.size(); ++i) {
            if (array.children[i] == nullptr) throw Damaged("a column lacks a member");
            children_.emplace_back(type_->children[i], *array.children[i], depth + 1);
        }
        const auto must_reach = [&](std::size_t child, std::int64_t size) {
            const Column& reached = children_[child];
            if (reached.type().kind != Kind::foreign && reached.length_ < size) throw Damaged("a member is shorter than its column");
        };
        if (type_->kind == Kind::object)
            for (std::size_t i = 0; i < children_.size(); ++i) must_reach(i, offset_ + length_);
        if ((type_->is_list() || type_->kind == Kind::map) && length_ > 0) must_reach(0, span(length() - 1).end);
        if (type_->kind == Kind::runs) check_runs();
    }

    void check_runs() const {
        const Column& ends = children_[0];
        std::int64_t before = 0;
        for (std::size_t i = 0; i < ends.length(); ++i) {
            if (!ends.valid(i) || ends.whole(i) <= before) throw Damaged("the ends of runs do not increase");
            before = ends.whole(i);
        }
        if (ends.length() != children_[1].length() || (length_ > 0 && before < offset_ + length_)) throw Damaged("runs are too short");
    }

    void read_dictionary(const Array& array, int depth) {
        dictionary_ = std::make_unique<Column>(*type_->dictionary, *array.dictionary, depth + 1);
        const std::size_t size = dictionary_->length();
        for (std::size_t i = 0; i < length(); ++i)
            if (valid(i) && code(i) >= size) throw Damaged("a value is not in its dictionary");
    }

    const Type* type_;
    std::int64_t offset_;
    std::int64_t length_;
    const char* validity_ = nullptr;
    const char* values_ = nullptr;  // or offsets, or views
    const char* text_ = nullptr;
    const void** buffers_ = nullptr;  // of views
    bool sound_ = false;
    std::vector<Column> children_;
    std::unique_ptr<Column> dictionary_;
};

}  // namespace thresher::arrow
