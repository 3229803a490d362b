// Finds attributes that a row has twice.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "thresher/data/example.hpp"

namespace thresher {

class RepeatFinder {
public:
    void clear(std::size_t expected) { table_.assign(std::bit_ceil(expected * 2 + 2), 0); }

    // The place in the instance of the same attribute if it was added before; else adds this one and returns its own.
    std::size_t add(const Instance& instance, std::size_t i) {
        std::uint32_t& entry = find(instance, instance[i]);
        if (entry == 0) entry = static_cast<std::uint32_t>(i + 1);
        return entry - 1;
    }
    bool has(const Instance& instance, const Feature& feature) { return find(instance, feature) != 0; }

private:
    std::uint32_t& find(const Instance& instance, const Feature& feature) {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = static_cast<std::size_t>(mix(feature.code)) & mask;
        while (table_[at] != 0 && !instance[table_[at] - 1].same_attribute(feature)) at = (at + 1) & mask;
        return table_[at];
    }
    std::vector<std::uint32_t> table_;  // 0: free; else place + 1
};

}  // namespace thresher
