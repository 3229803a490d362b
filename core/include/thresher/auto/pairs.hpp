// Two experts at a time: doubles side by side in one register, floats side by side in memory.
#pragma once

#include <cstring>

namespace thresher {

// Two doubles that are worked on together.
typedef double Pair __attribute__((vector_size(16)));
typedef float FloatPair __attribute__((vector_size(8)));

// Two weights that lie side by side.
inline Pair pair_of(const float* first) {
    FloatPair both;
    std::memcpy(&both, first, sizeof both);
    return __builtin_convertvector(both, Pair);
}

inline Pair on_grid(Pair terms) {
    constexpr double shift = 1.5 * 268435456.0;
    const Pair both = {shift, shift};
    return (terms + both) - both;
}

}  // namespace thresher
