// Whether numbers that lie one after the other as bytes are all finite.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

namespace thresher {

// None may have the exponent of infinity: one more of it makes the first bit. By bits, so that several are looked at at once.
template <class Number>
bool all_finite(std::string_view bytes) {
    using Bits = std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t>;
    constexpr Bits infinite = std::bit_cast<Bits>(std::numeric_limits<Number>::infinity());
    constexpr Bits first = Bits{1} << (8 * sizeof(Bits) - 1), one_more = first - infinite;
    Bits all = 0;
    for (std::size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits)) {
        Bits number;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        all |= (number & infinite) + one_more;
    }
    return (all & first) == 0;
}

}  // namespace thresher
