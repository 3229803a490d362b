// One example resolved to slots.
#pragma once

#include <cstddef>

#include "thresher/state/names.hpp"

namespace thresher {

// Borrowed: a CSR row's slots are the matrix's own indices.
struct Row {
    const Slot* slots = nullptr;
    const double* values = nullptr;  // null: every value is 1
    std::size_t size = 0;
    bool mapped = false;         // some slot may be mapped
    bool complete = true;        // no slot stands for an attribute not yet known
    const Slot* next = nullptr;  // those of the row to come, if they are direct: fetched while this one is worked on
    std::size_t next_size = 0;

    double value(std::size_t i) const { return values == nullptr ? 1.0 : values[i]; }
};

}  // namespace thresher
