// How texts are split, as Python says it; and a Python text as bytes.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "thresher/text/words.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// From a dict: pairs, lower, counts, shape (bool) and characters (two whole numbers, or None). What is left out is as in
// WordOptions. Refuses what it does not know.
WordOptions read_word_options(nb::dict options);

// The text's UTF-8, in `scratch` where it is not ASCII. Halves of surrogate pairs are three bytes each.
std::string_view bytes_of(nb::handle text, std::string& scratch);

void bind_words(nb::module_& module);

}  // namespace thresher::bind
