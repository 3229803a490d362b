// Several labels of one example: numbers with commas between them, kept as they are written.
#pragma once

#include <cstddef>
#include <string_view>

#include "thresher/text/line.hpp"

namespace thresher {

// The label of the example: a number where there is one, all of them as a text where there are several. Returns where they end.
inline const char* read_labels(const char* at, const char* end, Block::Head& head) {
    const char* const begin = at;
    Number label = expect_number(at, end, "a label");
    head.label = label.value;
    while (label.end != end && *label.end == ',') {
        label = expect_number(label.end + 1, end, "a label");
        head.label = unlabelled;
        head.label_text = {begin, static_cast<std::size_t>(label.end - begin)};
    }
    return label.end;
}

}  // namespace thresher
