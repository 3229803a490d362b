// Rows in random order as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

namespace thresher::bind {

void bind_shuffled(nanobind::module_& module);

}  // namespace thresher::bind
