// Working space of the bank: what learning needs to know of the example that was scored.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "thresher/auto/cell.hpp"
#include "thresher/auto/turned_cells.hpp"
#include "thresher/auto/turned_values.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/state/cells.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

// One over the length of the example in each view.
struct InverseLengths {
    double scaled, share, sifted;
};

// What scoring found out of eight attributes, or of fewer at the end of a row.
struct EightAre {
    bool known = false;        // each has a cell of its own, begun in this epoch or never
    bool usual = false;        // and all their values, those of this example too, were always 1
    std::uint8_t fresh = 255;  // a bit for each that has yet to begin
};

// What learn() needs to know of the example that was scored, and working space. All is in whole eights: where there are fewer
// attributes, the rest is a cell that nobody looks at.
struct BankScratch {
    std::vector<float> scaled, share, sifted;  // views
    InverseLengths lengths{};
    std::array<Cell, 8> renewed;
    Cell nobody = met_before();
    std::vector<Cell*> places;
    std::vector<EightAre> kinds;
    std::array<double, 16> values{};  // of an eight, or of two
    std::vector<Cell*> due_cells;     // whose logarithms are due, with room for a register more
    std::size_t due = 0;

    // One that is never met for the second time.
    static Cell met_before() {
        Cell cell;
        cell.seen = 2.0F;
        return cell;
    }

    // What is read where there is no attribute.
    static constexpr Cell nothing{};

    void resize(std::size_t attributes) {
        const std::size_t eights = (attributes + 7) / 8;
        for (auto* const views : {&scaled, &share, &sifted}) views->resize(8 * eights);
        kinds.resize(eights);
        places.resize(8 * eights);
        due_cells.resize(8 * eights + 8);
    }
};

// Where the cells of eight attributes are, or of fewer. Whether all of them have something to say.
[[gnu::always_inline]] inline bool find_sources(const Cells& cells, const Row& row, std::size_t begin, std::size_t size, EightSources& sources) {
    const Slot* const slots = row.slots + begin;
    if (size == 8 && !row.mapped) [[likely]] {
        const Cell* const direct = cells.direct_cells();
        for (std::size_t k = 0; k < 8; ++k) sources[k] = direct + slots[k];
        return true;
    }
    bool all_speak = true;
    sources.fill(&BankScratch::nothing);
    for (std::size_t k = 0; k < size; ++k) {
        sources[k] = &cells[slots[k]];
        all_speak = all_speak && slots[k] != silent_slot;
    }
    return all_speak;
}

// The lanes of the first so many of eight.
THRESHER_LANES void first_lanes(std::size_t size, EightLanes& lanes) {
    static constexpr std::array<int, 16> all_then_none{-1, -1, -1, -1, -1, -1, -1, -1};
    std::memcpy(&lanes, &all_then_none[8 - size], sizeof lanes);
}

// The lanes of attributes that have something to say.
THRESHER_LANES void speaking_lanes(const Row& row, std::size_t begin, std::size_t size, EightLanes& lanes) {
    std::array<int, 8> there{};
    for (std::size_t k = 0; k < size; ++k) there[k] = row.slots[begin + k] != silent_slot ? -1 : 0;
    std::memcpy(&lanes, there.data(), sizeof lanes);
}

// Elsewhere there is nothing to see.
THRESHER_LANES void keep_only(const EightLanes& speaks, EightViews& views, EightFloats& ratio) {
    views.scaled = speaks ? views.scaled : EightFloats{};
    views.share = speaks ? views.share : EightFloats{};
    views.sifted = speaks ? views.sifted : EightFloats{};
    ratio = speaks ? ratio : EightFloats{};
}

// Eight values of the row, or sixteen.
template <std::size_t Count>
[[gnu::always_inline]] inline const double* values_of(const Row& row, std::size_t begin, std::size_t size, BankScratch& scratch) {
    if (row.values != nullptr && size == Count) return row.values + begin;
    for (std::size_t k = 0; k < Count; ++k) scratch.values[k] = k < size ? row.value(begin + k) : 1.0;
    return scratch.values.data();
}

}  // namespace thresher
