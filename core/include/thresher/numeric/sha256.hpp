// SHA-256 by FIPS 180-4: fingerprints that two processes compare.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace thresher {

class Sha256 {
public:
    void add(std::string_view bytes) {
        size_ += bytes.size();
        while (!bytes.empty()) {
            const std::size_t some = std::min(bytes.size(), block_.size() - held_);
            std::memcpy(block_.data() + held_, bytes.data(), some);
            held_ += some;
            bytes.remove_prefix(some);
            if (held_ == block_.size()) {
                digest_block();
                held_ = 0;
            }
        }
    }
    // A text with its length, so that two texts are not taken for one.
    void add_text(std::string_view bytes) {
        const std::uint64_t size = bytes.size();
        add({reinterpret_cast<const char*>(&size), sizeof size});
        add(bytes);
    }

    // The fingerprint; nothing can be added behind it.
    std::string digest() {
        const std::uint64_t bits = size_ * 8;
        add(std::string_view("\x80", 1));
        while (held_ != 56) add(std::string_view("\0", 1));
        std::array<char, 8> length{};
        for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(bits >> (56 - 8 * i));
        add({length.data(), length.size()});
        std::string found(32, '\0');
        for (std::size_t i = 0; i < 32; ++i) found[i] = static_cast<char>(state_[i / 4] >> (24 - 8 * (i % 4)));
        return found;
    }

private:
    static constexpr std::array<std::uint32_t, 64> constants{
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
        0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
        0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
        0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
        0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
        0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

    void digest_block() {
        std::array<std::uint32_t, 64> w;
        for (std::size_t i = 0; i < 16; ++i) {
            std::uint32_t word = 0;
            for (std::size_t byte = 0; byte < 4; ++byte) word = word << 8 | static_cast<unsigned char>(block_[4 * i + byte]);
            w[i] = word;
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
        }
        auto [a, b, c, d, e, f, g, h] = state_;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
            const std::uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + one;
            d = c;
            c = b;
            b = a;
            a = one + two;
        }
        const std::array<std::uint32_t, 8> more{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < 8; ++i) state_[i] += more[i];
    }

    std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<char, 64> block_{};
    std::size_t held_ = 0;
    std::uint64_t size_ = 0;
};

}  // namespace thresher
