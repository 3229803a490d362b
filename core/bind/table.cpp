#include "table.hpp"

#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "thresher/rows/arrow/table.hpp"

namespace thresher::bind {

// Python's own exception, which has a place for the hint.
void NativeTable::raise(const std::string& message, const std::string& hint, const char* field) {
    const nb::object type = nb::module_::import_("thresher.errors").attr("InputError");
    const nb::object error = type(message, nb::arg("field") = field, nb::arg("hint") = hint);
    PyErr_SetObject(type.ptr(), error.ptr());
    throw nb::python_error();
}

// In a frame nobody asks for labels, weights and tags: their columns are left out.
RowRule NativeTable::rule_of_frames(const NativeRows& rows) {
    RowRoles roles = rows.rule()->roles();
    for (std::string* name : {&roles.label, &roles.weight, &roles.tag}) {
        if (!name->empty()) roles.ignore.push_back(*name);
        name->clear();
    }
    return RowRule(std::move(roles));
}

// Numbers stay where they are until somebody asks for a matrix; whoever makes it finds the one that is too large.
void NativeTable::read() {
    numbers_ = frame_->numbers(maker_);
    if (numbers_) {
        nb::gil_scoped_release release;
        if (!numbers_->is_computable()) numbers_.reset();
    }
    if (!numbers_) frame_->add_to(maker_);
    rows_ = numbers_ ? numbers_->rows() : maker_.rows().rows();
}

nb::object NativeTable::arrays() {
    if (arrays_.is_valid()) return arrays_;
    with_refusals([&] {
        if (numbers_) frame_->add_to(maker_);
    });
    numbers_.reset();
    arrays_ = arrays_of(maker_);
    return arrays_;
}

nb::tuple arrays_of(MatrixMaker& maker) {
    nb::list names;
    for (std::size_t i = 0; i < maker.attributes().size(); ++i) {
        const Feature& feature = maker.attributes()[i];
        names.append(feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code)));
    }
    return numpy(maker.rows(), names);
}

}  // namespace thresher::bind
