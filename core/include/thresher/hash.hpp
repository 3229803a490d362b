// The hashes: one for tables (seeded per process, so that hostile names can't pile up), one for coins (stable), and
// the 32-bit MurmurHash3 by which Vowpal Wabbit turns names into indices.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace thresher {

inline std::uint64_t load_up_to_8(const char* bytes, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    return word;
}

inline std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
    constexpr std::uint64_t k1 = 0x9e3779b97f4a7c15ULL, k2 = 0xd6e8feb86659fd93ULL;
    std::uint64_t hash = seed ^ (bytes.size() * k1);
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left > 8; at += 8, left -= 8) hash = fold_product(hash ^ load_up_to_8(at, 8), k1);
    return fold_product(hash ^ load_up_to_8(at, left), k2) ^ hash;
}

inline std::uint64_t hash_number(std::uint64_t number, std::uint64_t seed) {
    return fold_product(number ^ seed, 0x9e3779b97f4a7c15ULL);
}

// Drawn once: tables live and die with the process, so their order is nobody's business.
inline std::uint64_t table_seed() {
    static const std::uint64_t seed = [] {
        std::random_device device;
        return (static_cast<std::uint64_t>(device()) << 32) | device() | 1U;
    }();
    return seed;
}

inline std::uint64_t mix(std::uint64_t x) {  // splitmix64's finaliser
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// A number in [0, 1) that depends on the seed and on how many examples were learned, and on nothing else: predicting
// consumes no randomness, and a saved learner goes on with the same coins.
inline double coin(std::uint64_t seed, std::uint64_t count, std::uint64_t salt = 0) {
    return static_cast<double>(mix(mix(mix(seed) ^ count) ^ salt) >> 11) * 0x1.0p-53;
}

// MurmurHash3_x86_32, by Austin Appleby's published description.
inline std::uint32_t murmur3(std::string_view bytes, std::uint32_t seed) {
    constexpr std::uint32_t c1 = 0xcc9e2d51U, c2 = 0x1b873593U;
    const auto scramble = [](std::uint32_t word) { return std::rotl(word * c1, 15) * c2; };
    std::uint32_t hash = seed;
    std::size_t at = 0;
    for (; at + 4 <= bytes.size(); at += 4) {
        std::uint32_t word;
        std::memcpy(&word, bytes.data() + at, 4);
        hash = std::rotl(hash ^ scramble(word), 13) * 5U + 0xe6546b64U;
    }
    if (at < bytes.size()) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + at, bytes.size() - at);
        hash ^= scramble(word);
    }
    hash ^= static_cast<std::uint32_t>(bytes.size());
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bU;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35U;
    return hash ^ (hash >> 16);
}

// Vowpal Wabbit's default (--hash strings): a name of digits alone is the number itself, any other name is hashed; the
// seed is the hash of the namespace (0 for the anonymous one).
inline std::uint32_t vw_hash(std::string_view name, std::uint32_t seed) {
    std::uint32_t number = 0;
    for (char c : name) {
        if (c < '0' || c > '9') return murmur3(name, seed);
        number = number * 10U + static_cast<std::uint32_t>(c - '0');
    }
    return number + seed;
}

}  // namespace thresher
