#include "rows.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string_view>
#include <vector>

#include "cells.hpp"
#include "thresher/errors.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "words.hpp"

namespace thresher::bind {

namespace {

constexpr std::size_t most_spare = 8;               // writers kept for the next rows
constexpr std::string_view own_names = "features";  // the object whose members have names of their own

template <class T>
void read_into(const nb::dict& config, const char* key, T& into) {
    if (config.contains(key)) into = nb::cast<T>(config[key]);
}

RowRoles roles_of(const nb::dict& config) {
    RowRoles roles;
    read_into(config, "label", roles.label);
    read_into(config, "weight", roles.weight);
    read_into(config, "tag", roles.tag);
    read_into(config, "text", roles.text);
    read_into(config, "categories", roles.categories);
    read_into(config, "dates", roles.dates);
    read_into(config, "ignore", roles.ignore);
    read_into(config, "aside", roles.aside);
    if (config.contains("missing") && !nb::object(config["missing"]).is_none()) read_into(config, "missing", roles.missing);
    if (config.contains("words")) roles.words = read_word_options(nb::cast<nb::dict>(config["words"]));
    return roles;
}

// The members of a row that have this name, nested ones by their path: "a.b" is b of a. Those of `features` at the top have their own names.
void find_members(PyObject* row, std::string_view name, bool is_top, std::vector<PyObject*>& found) {
    const auto at = [&](std::string_view key) { return PyDict_GetItemWithError(row, nb::str(key.data(), key.size()).ptr()); };
    if (PyObject* const value = at(name); value != nullptr) found.push_back(value);
    if (is_top)
        if (PyObject* const inner = at(own_names); inner != nullptr && PyDict_Check(inner)) find_members(inner, name, false, found);
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        if (is_top && name.substr(0, dot) == own_names) continue;
        PyObject* const inner = at(name.substr(0, dot));
        if (inner != nullptr && PyDict_Check(inner)) find_members(inner, name.substr(dot + 1), false, found);
    }
}

// The members of a row that say something of it as a whole.
nb::dict heads_of(const RowRoles& roles, nb::handle row) {
    nb::dict heads;
    std::vector<PyObject*> found;
    for (const std::string* name : {&roles.label, &roles.weight, &roles.tag}) {
        if (name->empty()) continue;
        found.clear();
        find_members(row.ptr(), *name, true, found);
        if (found.size() > 1) throw cell_refusals::column_twice(*name);
        if (!found.empty()) heads[nb::str(name->c_str(), name->size())] = nb::handle(found.front());
    }
    return heads;
}

nb::tuple head(NativeRows& self, nb::dict row) {
    const NativeRows::Reading reading(self, row, true);
    const Block::Head& head = reading.head();
    nb::object label = nb::none();
    if (!head.label_text.empty())
        label = nb::str(head.label_text.data(), head.label_text.size());
    else if (!std::isnan(head.label))
        label = nb::float_(head.label);
    return nb::make_tuple(label, head.weight, nb::str(head.tag.data(), head.tag.size()));
}

}  // namespace

NativeRows::Reading::Reading(NativeRows& rows, nb::handle row, bool head_only) : rows_(rows) {
    if (!rows.spare_.empty()) {
        writer_ = std::move(rows.spare_.back());
        rows.spare_.pop_back();
    } else {
        writer_ = std::make_unique<RowWriter>(*rows.rule_);
    }
    writer_->open({instance_, arena_});
    writer_->begin();
    try {
        const nb::object own = head_only ? nb::object(heads_of(rows.rule_->roles(), row)) : nb::steal(PyDict_Copy(row.ptr()));
        if (!own.is_valid()) throw nb::python_error();
        CellReader{*writer_}(own);
        head_ = writer_->end();
    } catch (const CellRefusal& refusal) {
        throw InputError(refusal.message + (refusal.hint.empty() ? "" : " (" + refusal.hint + ")"));
    }
}

NativeRows::Reading::~Reading() {
    if (writer_ && rows_.spare_.size() < most_spare) rows_.spare_.push_back(std::move(writer_));
}

NativeRows& rows_without_roles() {
    static NativeRows* const rows = new NativeRows(RowRoles{});  // never freed: threads may outlive the module
    return *rows;
}

void bind_rows(nb::module_& module) {
    nb::class_<NativeRows>(module, "NativeRows")
        .def(
            "__init__", [](NativeRows* self, const nb::dict& config) { new (self) NativeRows(roles_of(config)); }, nb::arg("config"))
        .def(
            "example",
            [](NativeRows& self, nb::dict row) {
                NativeRows::Reading reading(self, row, false);
                return PreparedExample(reading.instance());
            },
            nb::arg("row"))
        .def("head", &head, nb::arg("row"), nb::sig("def head(self, row: dict) -> tuple[float | str | None, float, str]"));
    module.def("text_of_interval", &text_of_interval, nb::arg("interval"));
}

}  // namespace thresher::bind
