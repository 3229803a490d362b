// Tables of Arrow and columns of numpy as Python hands them over.
#pragma once

#include <nanobind/nanobind.h>

namespace thresher::bind {

namespace nb = nanobind;

void bind_arrow(nb::module_& module);

}  // namespace thresher::bind
