// Rows with a key, a label's number and an event's number, as bytes: what travels from whoever reads to whoever learns.
//
// A key belongs to one of 1,024 buckets for good, by a hash that is the same everywhere; buckets belong to partitions, partitions to workers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "thresher/data/example.hpp"
#include "thresher/data/label.hpp"
#include "thresher/shelf/bytes.hpp"

namespace thresher {

inline constexpr std::uint32_t key_buckets = 1024;

// Stable for ever: files are laid out by it.
inline std::uint32_t bucket_of(std::string_view key) { return static_cast<std::uint32_t>(mix(murmur3(key, 0x7468U)) % key_buckets); }

struct KeyedRow {
    std::uint64_t event = 0;  // rows of the stream before it
    std::string_view key;
    Class number = no_class;  // of two labels; of many `named_class`, and the label's name beside it
    double weight = 1.0;
    std::string_view label = {};
};

inline constexpr Class named_class = 0x7fffffff;

inline constexpr std::uint32_t packed_column = 0xffffffffU;

inline void pack_row(const KeyedRow& row, const Instance& instance, std::string& into) {
    ByteWriter out(into);
    out.put(row.event);
    out.put(row.weight);
    out.put(row.number);
    if (row.number == named_class) out.put_text(row.label);
    out.put_text(row.key);
    out.put(static_cast<std::uint32_t>(instance.size()));
    for (const Feature& feature : instance) {
        out.put(feature.value);
        if (feature.named()) {
            out.put_text(feature.text());
        } else {
            out.put(packed_column);
            out.put(feature.code);
        }
    }
}

// Names, key and label live as long as the bytes do.
inline KeyedRow take_row(ByteReader& in, Instance& instance) {
    KeyedRow row;
    row.event = in.take<std::uint64_t>();
    row.weight = in.take<double>();
    row.number = in.take<Class>();
    if (row.number == named_class) row.label = in.text();
    row.key = in.text();
    const auto size = in.take<std::uint32_t>();
    instance.clear();
    for (std::uint32_t i = 0; i < size; ++i) {
        const auto value = in.take<double>();
        const auto length = in.take<std::uint32_t>();
        if (length == packed_column)
            instance.push_back(Feature::column(in.take<std::uint64_t>(), value));
        else
            instance.push_back(Feature::of(in.bytes(length), value));
    }
    return row;
}

}  // namespace thresher
