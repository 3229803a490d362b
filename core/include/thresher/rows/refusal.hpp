// Why a cell, and with it its row, is refused.
#pragma once

#include <cstddef>
#include <string>

namespace thresher {

struct CellRefusal {
    std::string message;
    std::string hint;
    std::string column;  // whose cell it is; empty: none in particular
};

}  // namespace thresher
