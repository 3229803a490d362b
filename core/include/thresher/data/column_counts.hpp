// What the cells of each column were, counted: whoever warns of columns need not see the rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thresher {

struct ColumnCounts {
    std::string name;
    std::uint64_t missing = 0, numbers = 0, truths = 0, categories = 0, dates = 0, words = 0, other = 0;
    // Of the first rows of a stream alone.
    std::uint64_t looked_at = 0;        // rows
    std::vector<std::uint64_t> hashes;  // of the different texts in them
    std::uint64_t longest = 0;          // bytes of a text
    bool rising = true;                 // all numbers were whole, and each larger than the one before
    double first = 0.0, last = 0.0;     // numbers
    std::uint64_t numbers_looked_at = 0;
    std::uint64_t padded = 0;  // texts of digits that begin with 0, as codes do: 007
    bool digits = true;        // no text that is a number had anything but digits
};

}  // namespace thresher
