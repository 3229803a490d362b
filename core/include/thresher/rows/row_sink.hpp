// Where the attributes of rows go.
#pragma once

#include "thresher/data/block.hpp"
#include "thresher/data/example.hpp"

namespace thresher {

struct RowSink {
    Instance& list;
    Arena& arena;
    bool roomy = false;  // texts of cells may be read past their ends, and live as long as the list
    bool look = false;   // at the first rows more closely (ColumnCounts)
};

}  // namespace thresher
