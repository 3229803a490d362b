// What the numbers of a dual record are.
#pragma once

namespace thresher {

// What an attribute's dual record may hold, z first.
enum class Column { dual, negative_half, squares, variance, history, link, occurrences, seen };

}  // namespace thresher
