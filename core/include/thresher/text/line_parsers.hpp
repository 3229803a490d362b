// The formats of one example a line that need nothing but the line.
#pragma once

#include <variant>

#include "thresher/text/snow.hpp"
#include "thresher/text/svmlight.hpp"
#include "thresher/text/vw.hpp"

namespace thresher {

using LineParser = std::variant<SvmlightParser, VwParser, SnowParser>;

}  // namespace thresher
