#pragma once

#include <nanobind/nanobind.h>

namespace thresher::bind {

namespace nb = nanobind;

void bind_service_log(nb::module_& module);

}  // namespace thresher::bind
