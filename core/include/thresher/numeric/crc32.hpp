// The checksum of zlib, gzip and PNG (CRC-32, reflected 0xEDB88320), eight bytes at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "thresher/numeric/hash.hpp"

namespace thresher {

namespace crc32_detail {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = (rest & 1) != 0 ? rest >> 1 ^ 0xedb88320U : rest >> 1;
        tables[0][byte] = rest;
    }
    for (std::size_t table = 1; table < 8; ++table)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][before & 0xff];
        }
    return tables;
}

inline constexpr Tables tables = make_tables();

}  // namespace crc32_detail

// Of bytes that follow others whose checksum is `before`.
inline std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
    const auto& tables = crc32_detail::tables;
    std::uint32_t sum = ~before;
    std::size_t at = 0;
    for (; bytes.size() - at >= 8; at += 8) {
        const std::uint64_t eight = load<std::uint64_t>(bytes.data() + at) ^ sum;
        sum = 0;
        for (std::size_t byte = 0; byte < 8; ++byte) sum ^= tables[7 - byte][eight >> 8 * byte & 0xff];
    }
    for (; at < bytes.size(); ++at) sum = sum >> 8 ^ tables[0][(sum ^ static_cast<unsigned char>(bytes[at])) & 0xff];
    return ~sum;
}

}  // namespace thresher
