// Names of a row's attributes, copied or put together where they live as long as their block.
#pragma once

#include <cstring>
#include <string_view>

#include "thresher/data/block.hpp"
#include "thresher/data/example.hpp"

namespace thresher {

inline std::string_view kept_in(Arena& arena, std::string_view text) {
    char* const place = arena.take(text.size() + 1);  // an empty name is somewhere too
    if (!text.empty()) std::memcpy(place, text.data(), text.size());
    return {place, text.size()};
}

inline Feature named_in(Arena& arena, std::string_view column, char between, std::string_view text, double value = 1.0) {
    char* const place = arena.take(column.size() + 1 + text.size());
    std::memcpy(place, column.data(), column.size());
    place[column.size()] = between;
    if (!text.empty()) std::memcpy(place + column.size() + 1, text.data(), text.size());
    return Feature::of({place, column.size() + 1 + text.size()}, value);
}

}  // namespace thresher
