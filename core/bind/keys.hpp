// An attribute as Python calls it: a name, or the number of a column.
#pragma once

#include <nanobind/nanobind.h>

#include "thresher/data/example.hpp"

namespace thresher::bind {

namespace nb = nanobind;

inline nb::object key_of(const Feature& feature) {
    return feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code));
}

}  // namespace thresher::bind
