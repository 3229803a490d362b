// Shelves of learners as Python sees them.
#pragma once

#include <nanobind/nanobind.h>

namespace thresher::bind {

namespace nb = nanobind;

void bind_shelf(nb::module_& module);

}  // namespace thresher::bind
