// CRC-32 (the one of zlib and PNG), eight bytes at a time.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace thresher {

namespace crc32_tables {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make() {
    Tables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t sum = i;
        for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ ((sum & 1U) != 0 ? 0xedb88320U : 0U);
        tables[0][i] = sum;
    }
    for (std::size_t table = 1; table < 8; ++table)
        for (std::uint32_t i = 0; i < 256; ++i) tables[table][i] = (tables[table - 1][i] >> 8) ^ tables[0][tables[table - 1][i] & 0xffU];
    return tables;
}

inline constexpr Tables all = make();

}  // namespace crc32_tables

// Of these bytes behind those that `before` is of.
inline std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
    const auto& tables = crc32_tables::all;
    std::uint32_t sum = ~before;
    const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) {
        std::uint32_t low, high;
        std::memcpy(&low, at, 4);
        std::memcpy(&high, at + 4, 4);
        low ^= sum;
        sum = tables[7][low & 0xffU] ^ tables[6][(low >> 8) & 0xffU] ^ tables[5][(low >> 16) & 0xffU] ^ tables[4][low >> 24] ^
              tables[3][high & 0xffU] ^ tables[2][(high >> 8) & 0xffU] ^ tables[1][(high >> 16) & 0xffU] ^ tables[0][high >> 24];
    }
    for (; left > 0; ++at, --left) sum = (sum >> 8) ^ tables[0][(sum ^ *at) & 0xffU];
    return ~sum;
}

}  // namespace thresher
