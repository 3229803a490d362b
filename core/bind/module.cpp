// The doorway: what Python may call. No arithmetic here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include "arrow.hpp"
#include "block.hpp"
#include "example.hpp"
#include "learner.hpp"
#include "pending.hpp"
#include "saved_arrays.hpp"
#include "service_log.hpp"
#include "shelf.hpp"
#include "shuffled.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/hash.hpp"
#include "told_answers.hpp"
#include "words.hpp"

namespace nb = nanobind;

namespace {

// Our exceptions are Python classes (thresher/errors.py), so that people can read and catch them there.
void raise(const char* name, const char* message) {
    nb::object type = nb::module_::import_("thresher.errors").attr(name);
    PyErr_SetString(type.ptr(), message);
}

void translate(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const thresher::InputError& caught) {
        raise("InputError", caught.what());
    } catch (const thresher::ParameterError& caught) {
        raise("ParameterError", caught.what());
    }
}

}  // namespace

NB_MODULE(_ext, module) {
    nb::register_exception_translator(translate);
    nb::set_leak_warnings(false);  // a learner in a global variable outlives the interpreter: no fault of the user's
    thresher::bind::bind_example(module);
    thresher::bind::bind_rows(module);
    thresher::bind::bind_block(module);
    thresher::bind::bind_arrow(module);
    thresher::bind::bind_tally(module);
    thresher::bind::bind_learner(module);
    thresher::bind::bind_told_answers(module);
    thresher::bind::bind_pending(module);
    thresher::bind::bind_saved_arrays(module);
    thresher::bind::bind_service_log(module);
    thresher::bind::bind_shelf(module);
    thresher::bind::bind_shuffled(module);
    thresher::bind::bind_words(module);
    module.def("vw_hash", &thresher::vw_hash, nb::arg("name"), nb::arg("seed") = 0);
    module.def("vw_index", &thresher::vw_index, nb::arg("name"));
    module.def("murmur3", &thresher::murmur3, nb::arg("bytes"), nb::arg("seed") = 0);
    module.def("coin", &thresher::coin, nb::arg("seed"), nb::arg("count"), nb::arg("salt") = 0);
}
