// What the next row needs of memory is asked for while this one is worked on.
#pragma once

#include <cstddef>

#include "thresher/state/row.hpp"

namespace thresher {

// A line of the cache that the next row needs. While there is much to do before that row, into the second level: the few places in which the
// first level notes what it waits for are left to this row. Where rows are only scored, that comes too late.
[[gnu::always_inline]] inline void fetch(const void* line, bool learns) {
    if (learns)
        __builtin_prefetch(line, 0, 2);
    else
        __builtin_prefetch(line);
}

// Eight of the row to come, or as many as there are.
template <std::size_t Count, class Fetch>
[[gnu::always_inline]] inline void fetch_next(const Row& row, std::size_t begin, std::size_t size, Fetch fetch) {
    const Slot* const next = row.next + begin;
    if (size == Count && begin + Count <= row.next_size) [[likely]] {
        for (std::size_t k = 0; k < Count; ++k) fetch(next[k]);
        return;
    }
    for (std::size_t k = 0; k < size && begin + k < row.next_size; ++k) fetch(next[k]);
}

// Values of the row after the next, as many as a line of the cache holds: they lie one behind the other, but between visits to cells all over
// memory the processor does not notice.
[[gnu::always_inline]] inline void fetch_values(const Row& row, std::size_t begin) {
    if (row.values != nullptr && row.next_size > 0) __builtin_prefetch(row.values + row.size + row.next_size + begin);
}

}  // namespace thresher
