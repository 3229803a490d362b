// Layout 1 of Auto's saved state: cells were kept as doubles, each the bits of two single-precision numbers.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "thresher/auto/saved_auto.hpp"

namespace thresher {

struct SavedAuto1 {
    SavedAttributes attributes;
    std::vector<double> records;  // 16 doubles a cell, one more where occurrences are counted
    std::vector<double> numbers;
    std::vector<double> history;
    std::vector<std::uint64_t> crossed;
    std::vector<double> crossed_records;  // 8 doubles a cell
};

// The same as the layout of today; throws where it can't be.
inline SavedAuto from_old_layout(SavedAuto1 old, bool counting) {
    constexpr std::size_t cell_doubles = 16, identity_at = 13, crossed_doubles = 8;
    static_assert(cell_floats_before == 2 * identity_at);
    const std::size_t stride = cell_doubles + (counting ? 1 : 0), size = old.attributes.size() + 1;
    require_saved(old.records.size() == size * stride && old.crossed_records.size() == (old.crossed.size() + 1) * crossed_doubles, "number of duals");
    SavedAuto saved;
    saved.cells.resize(size * cell_floats_before);
    for (std::size_t i = 0; i < size; ++i) {
        const double* record = &old.records[i * stride];
        std::memcpy(&saved.cells[i * cell_floats_before], record, cell_floats_before * sizeof(float));
        const double identity = record[identity_at];
        require_saved(identity >= 0.0 && identity < 0x1p52 && identity == std::floor(identity), "an attribute's numbers");
        saved.identities.push_back(static_cast<std::uint64_t>(identity));
        if (counting) saved.occurrences.push_back(record[cell_doubles]);
    }
    saved.crossed_cells.resize((old.crossed.size() + 1) * crossed_floats);
    for (std::size_t i = 0; i <= old.crossed.size(); ++i)
        std::memcpy(&saved.crossed_cells[i * crossed_floats], &old.crossed_records[i * crossed_doubles], crossed_floats * sizeof(float));
    saved.attributes = std::move(old.attributes);
    saved.numbers = std::move(old.numbers);
    saved.history = std::move(old.history);
    saved.crossed = std::move(old.crossed);
    return saved;
}

}  // namespace thresher
