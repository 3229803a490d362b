// A learner's description (a dict of plain values, as saved) -> the learner.
#pragma once

#include <nanobind/nanobind.h>

#include "thresher/learner.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// `function` is the user's own link, or None.
Learner read_learner(const nb::dict& description, nb::object function);

}  // namespace thresher::bind
