// The hashes: one for tables (seeded per process, so that hostile names can't pile up), one for coins (stable), and
// the 32-bit MurmurHash3 by which Vowpal Wabbit turns names into indices.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

namespace thresher {

template <class Word>
Word load(const char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

// A text's ends in two words. Together with the length they are the whole text if it has at most sixteen bytes. Lengths
// from 4 to 16 take the same four loads (as in wyhash), because names differ in length and a branch on it would be
// mispredicted half the time.
struct Ends {
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    [[gnu::always_inline]] explicit Ends(std::string_view bytes) {
        const char* at = bytes.data();
        const std::size_t size = bytes.size();
        const auto four = [&](std::size_t from) { return static_cast<std::uint64_t>(load<std::uint32_t>(at + from)); };
        if (size > whole) {
            first = load<std::uint64_t>(at);
            last = load<std::uint64_t>(at + size - 8);
        } else if (size >= 4) {
            const std::size_t step = size / 8 * 4;
            first = four(0) << 32 | four(step);
            last = four(size - 4) << 32 | four(size - 4 - step);
        } else if (size > 0) {
            const auto byte = [&](std::size_t from) { return static_cast<std::uint64_t>(static_cast<unsigned char>(at[from])); };
            first = byte(0) << 16 | byte(size / 2) << 8 | byte(size - 1);
        }
    }
    Ends() = default;
    static Ends of(std::uint64_t number) {
        Ends ends;
        ends.first = number;
        return ends;
    }
    bool operator==(const Ends&) const = default;
    static constexpr std::size_t whole = 16;
};

inline std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

[[gnu::always_inline]] inline std::uint64_t hash_bytes(std::string_view bytes, const Ends& ends, std::uint64_t seed) {
    constexpr std::uint64_t k1 = 0x9e3779b97f4a7c15ULL, k2 = 0xd6e8feb86659fd93ULL;
    std::uint64_t hash = seed ^ (bytes.size() * k1);
    for (std::size_t at = 8; at + 8 < bytes.size(); at += 8) hash = fold_product(hash ^ load<std::uint64_t>(bytes.data() + at), k1);
    hash = fold_product(hash ^ ends.first, ends.last ^ k2 ^ seed);
    return fold_product(hash, k1);
}

inline std::uint64_t hash_number(std::uint64_t number, std::uint64_t seed) { return fold_product(number ^ seed, 0x9e3779b97f4a7c15ULL); }

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

// The index of an attribute as people write it: namespace^feature, each part hashed with the hash of the one before it.
inline std::uint32_t vw_index(std::string_view name) {
    std::uint32_t seed = 0;
    for (std::size_t end = name.find('^'); end != std::string_view::npos; end = name.find('^')) {
        seed = vw_hash(name.substr(0, end), seed);
        name.remove_prefix(end + 1);
    }
    return vw_hash(name, seed);
}

}  // namespace thresher
