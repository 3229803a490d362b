// A checksum of long pieces at the speed of memory: eight sums of 64 bits side by side, much as in xxHash, folded to 32. Not against an adversary.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "thresher/numeric/hash.hpp"

namespace thresher {

// Of bytes that follow others whose checksum is `before`.
inline std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0) {
    constexpr std::uint64_t k1 = 0x9e3779b185ebca87ULL, k2 = 0xc2b2ae3d27d4eb4fULL;
    // One multiplication a word, because these are what it takes longest for. Another word always gives another sum.
    const auto taken = [](std::uint64_t sum, std::uint64_t word) { return std::rotl(sum ^ word, 29) * k1; };
    std::array<std::uint64_t, 8> sums;
    for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] = before + lane * k1 + k2;
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= sizeof sums; left -= sizeof sums, at += sizeof sums)
        for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] = taken(sums[lane], load<std::uint64_t>(at + 8 * lane));
    std::uint64_t whole = bytes.size();
    for (const std::uint64_t sum : sums) whole = taken(whole, sum);
    for (; left >= 8; left -= 8, at += 8) whole = taken(whole, load<std::uint64_t>(at));
    for (; left > 0; --left, ++at) whole = taken(whole, static_cast<unsigned char>(*at));
    whole = mix(whole);
    return static_cast<std::uint32_t>(whole ^ whole >> 32);
}

}  // namespace thresher
