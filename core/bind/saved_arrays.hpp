// A learner of two labels as numpy's arrays and plain numbers, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "thresher/learner.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// Of what a snapshot holds. 1: Auto's cells were doubles, each the bits of two floats.
inline constexpr int newest_layout = 2;

// The numbers of a learner beside its attributes.
nb::dict scalars_of(const LinearLearner& learner);
nb::dict scalars_of(const NaiveBayesLearner& learner);
nb::dict scalars_of(const AutoLearner& learner);
void restore_scalars(LinearLearner& learner, const nb::dict& from);
void restore_scalars(NaiveBayesLearner& learner, const nb::dict& from);
void restore_scalars(AutoLearner& learner, const nb::dict& from);

// Everything, of the newest layout.
nb::dict arrays_of(const LinearLearner& learner);
nb::dict arrays_of(const NaiveBayesLearner& learner);
nb::dict arrays_of(const AutoLearner& learner);
void restore_arrays(LinearLearner& learner, const nb::dict& arrays, std::optional<int> layout);
void restore_arrays(NaiveBayesLearner& learner, const nb::dict& arrays, std::optional<int> layout);
void restore_arrays(AutoLearner& learner, const nb::dict& arrays, std::optional<int> layout);

// saved_arrays(kind, layout), LAYOUT, KINDS and AUTO: what files need to know.
void bind_saved_arrays(nb::module_& module);

}  // namespace thresher::bind
