// One row as bytes: its place in the order, where it was read, its label, weight, tag, attributes and text.
//
// For a file of this process alone: numbers are as this machine has them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "thresher/text/read_block.hpp"

namespace thresher {

// What stands before every packed row.
struct PackedHead {
    std::uint64_t key;     // rows are ordered by it
    std::uint64_t number;  // of the row in its stream; where keys are the same
    std::uint64_t size;    // bytes in all, these included
    std::uint64_t line;
    double label;
    double weight;
    std::uint64_t text;  // bytes of it, and so on
    std::uint32_t tag;
    std::uint32_t label_text;
    std::uint32_t attributes;
    std::uint32_t source;
    bool plain;     // columns below 2^31 alone
    bool ones;      // and all their values are 1
    bool distinct;  // each attribute is there once
};

// Bytes that grow without being cleared first.
class PackedBytes {
public:
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    char* data() { return bytes_.data(); }

    void put(const void* from, std::size_t size) {
        if (size_ + size > bytes_.size()) bytes_.resize((size_ + size) * 2);
        if (size > 0) std::memcpy(bytes_.data() + size_, from, size);
        size_ += size;
    }
    template <class T>
    void put(const T& value) {
        put(&value, sizeof(T));
    }

private:
    std::vector<char> bytes_;
    std::size_t size_ = 0;
};

// Where a row comes from and where it goes.
struct RowOrigin {
    std::uint64_t key;
    std::uint64_t number;
    std::uint32_t source;
};

inline void pack_columns(const Block& block, std::size_t row, PackedBytes& into) {
    const auto first = static_cast<std::size_t>(block.starts()[row]), size = static_cast<std::size_t>(block.starts()[row + 1]) - first;
    into.put(block.indices() + first, size * sizeof(std::int32_t));
    if (!block.ones()) into.put(block.values() + first, size * sizeof(double));
}

inline void pack_features(const Instance& instance, PackedBytes& into) {
    constexpr std::uint32_t column = 0xffffffffU;
    for (const Feature& feature : instance) {
        into.put(feature.named() ? feature.length : column);
        if (feature.named())
            into.put(feature.name, feature.length);
        else
            into.put(feature.code);
        into.put(feature.value);
    }
}

// `label`: in place of the block's own, where that is kept elsewhere.
inline void pack(const ReadBlock& read, std::size_t row, const RowOrigin& origin, const double* label, Instance& scratch, PackedBytes& into) {
    const Block& block = read.block;
    const std::string_view text = read.line_of(block.place(row));
    const std::string_view tag = block.tag(row), label_text = label == nullptr ? block.label_text(row) : std::string_view();
    const auto attributes = static_cast<std::uint32_t>(block.starts()[row + 1] - block.starts()[row]);
    PackedHead head{};
    head.key = origin.key;
    head.number = origin.number;
    head.source = origin.source;
    head.line = read.line_number(block.place(row));
    head.label = label == nullptr ? block.labels()[row] : *label;
    head.weight = block.weights().empty() ? 1.0 : block.weights()[row];
    head.text = text.size();
    head.tag = static_cast<std::uint32_t>(tag.size());
    head.label_text = static_cast<std::uint32_t>(label_text.size());
    head.attributes = attributes;
    head.plain = block.plain();
    head.ones = block.plain() && block.ones();
    head.distinct = block.distinct() && !block.plain();
    into.clear();
    into.put(head);
    into.put(text.data(), text.size());
    into.put(tag.data(), tag.size());
    into.put(label_text.data(), label_text.size());
    if (head.plain) {
        pack_columns(block, row, into);
    } else {
        block.read(row, scratch);
        pack_features(scratch, into);
    }
    head.size = into.size();
    std::memcpy(into.data(), &head, sizeof(head));
}

// Reads a packed row piece by piece.
class PackedRow {
public:
    explicit PackedRow(const char* at) : at_(at) { std::memcpy(&head, at, sizeof(head)); }

    PackedHead head;

    // Goes to the end of a block. Texts go into its arena: the packed row may be gone when the block is read.
    // `distinct`: all rows of the block have each of their attributes once.
    void unpack(ReadBlock& into, std::size_t text_begin, bool distinct) const {
        Block& block = into.block;
        const char* at = at_ + sizeof(head);
        const auto keep = [&](std::size_t size) {
            char* const place = block.arena().take(size);
            if (size > 0) std::memcpy(place, at, size);
            at += size;
            return std::string_view(place, size);
        };
        std::memcpy(into.text.data() + text_begin, at, head.text);
        at += head.text;
        Block::Head row;
        row.label = head.label;
        row.weight = head.weight;
        row.tag = keep(head.tag);
        row.label_text = keep(head.label_text);
        const Place place{head.line, text_begin, text_begin + head.text};
        if (distinct) {
            block.begin_row();
            add_features(at, keep, [&list = block.list()](const Feature& feature) { list.push_back(feature); });
            block.end_row(row, place);
            return;
        }
        block.begin(head.attributes);
        if (head.plain)
            add_columns(at, block);
        else
            add_features(at, keep, [&](const Feature& feature) {
                if (feature.named())
                    block.add_name(feature.text(), feature.value);
                else
                    block.add_column(feature.code, feature.value);
            });
        block.end(row, place);
    }

private:
    template <class T>
    static T take(const char*& at) {
        T value;
        std::memcpy(&value, at, sizeof(T));
        at += sizeof(T);
        return value;
    }

    void add_columns(const char* at, Block& block) const {
        const char* value = at + std::size_t{head.attributes} * sizeof(std::int32_t);
        for (std::uint32_t i = 0; i < head.attributes; ++i) {
            const auto column = static_cast<std::uint64_t>(take<std::int32_t>(at));
            block.add_column(column, head.ones ? 1.0 : take<double>(value));
        }
    }

    template <class Keep, class Give>
    void add_features(const char*& at, const Keep& keep, const Give& give) const {
        for (std::uint32_t i = 0; i < head.attributes; ++i) {
            const auto length = take<std::uint32_t>(at);
            if (length == 0xffffffffU) {
                const auto column = take<std::uint64_t>(at);
                give(Feature::column(column, take<double>(at)));
            } else {
                const std::string_view name = keep(length);
                give(Feature::of(name, take<double>(at)));
            }
        }
    }

    const char* at_;
};

}  // namespace thresher
