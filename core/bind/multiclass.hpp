#pragma once

#include <nanobind/nanobind.h>

namespace thresher::bind {

namespace nb = nanobind;

void bind_multiclass(nb::module_& module);

}  // namespace thresher::bind
