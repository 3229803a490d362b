#include "example.hpp"

#include <nanobind/stl/string.h>

#include <cmath>

#include "rows.hpp"
#include "thresher/errors.hpp"

namespace thresher::bind {

namespace {

std::string shown(nb::handle value) { return nb::cast<std::string>(nb::repr(value)); }

std::string kind_of(nb::handle value) { return nb::cast<std::string>(nb::handle(value.type()).attr("__name__")); }

[[gnu::noinline]] Feature read_other_attribute(nb::handle key) {
    if (PyUnicode_Check(key.ptr())) {
        Py_ssize_t length = 0;
        const char* text = PyUnicode_AsUTF8AndSize(key.ptr(), &length);
        if (text == nullptr) {
            PyErr_Clear();
            throw InputError("the attribute name " + shown(key) + " is not valid Unicode (a lone surrogate)");
        }
        if (length > 0x7fffffff) throw InputError("an attribute name is longer than 2 GB");
        return Feature::of({text, static_cast<std::size_t>(length)}, 1.0);
    }
    if (PyBool_Check(key.ptr()) || !PyIndex_Check(key.ptr()))
        throw InputError("the attribute " + shown(key) + " is a " + kind_of(key) + "; attributes are names (str) or columns (whole numbers)");
    const nb::object whole = nb::steal(PyNumber_Index(key.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const unsigned long long column = PyLong_AsUnsignedLongLong(whole.ptr());
    if ((column == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) || column >= column_limit) {
        PyErr_Clear();
        throw InputError("column " + shown(whole) + " is out of range; columns go from 0 to 2^62 - 1");
    }
    return Feature::column(column, 1.0);
}

// Most names are short and ASCII: their bytes are where the object is, and no call is needed.
[[gnu::always_inline]] inline void read_attribute(nb::handle key, Feature& feature) {
    if (PyUnicode_CheckExact(key.ptr()) && PyUnicode_IS_COMPACT_ASCII(key.ptr())) {
        const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(key.ptr()));
        if (length <= 0x7fffffff) return feature.set_name({static_cast<const char*>(PyUnicode_DATA(key.ptr())), length});
    }
    feature = read_other_attribute(key);
}

// `missing`: NaN is a value that is missing, not a fault.
[[gnu::noinline]] bool read_other_value(nb::handle value, Feature& feature, bool missing) {
    PyObject* raw = value.ptr();
    if (raw == Py_None) return false;
    feature.value = PyUnicode_Check(raw) ? NAN : PyFloat_AsDouble(raw);
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_TypeError) == 0 && PyErr_ExceptionMatches(PyExc_ValueError) == 0 &&
        PyErr_ExceptionMatches(PyExc_OverflowError) == 0)
        throw nb::python_error();  // the value's own trouble
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
        PyErr_Clear();
        feature.value = HUGE_VAL;
    }
    if (PyUnicode_Check(raw) || PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw InputError(describe(feature) + " has the value " + shown(value) +
                         ", which is not a number; for a category make an attribute of it: {'colour=red': 1}");
    }
    if (std::isnan(feature.value) && missing) return false;
    if (!(std::fabs(feature.value) <= size_limit))
        throw InputError(describe(feature) + " has the value " + shown(value) +
                         "; values must be finite numbers of size at most 1e150 (leave the attribute out if the value is not known)");
    return feature.value != 0.0;
}

// False for what is absent: None and 0.
[[gnu::always_inline]] inline bool read_value(nb::handle value, Feature& feature, bool missing) {
    if (PyFloat_CheckExact(value.ptr())) {
        feature.value = PyFloat_AS_DOUBLE(value.ptr());
        if (std::fabs(feature.value) <= size_limit) return feature.value != 0.0;
    }
    return read_other_value(value, feature, missing);
}

// Whether reading it runs no code but ours, so that nothing can change the dict meanwhile.
[[gnu::always_inline]] inline bool plain_value(PyObject* value) {
    return PyFloat_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) || value == Py_None;
}

// False, with nothing read, if some key or value is of a kind whose conversion may run anybody's code.
bool read_plain_dict(PyObject* dict, Instance& instance) {
    // The names lie all over memory: ask for all of them first, then read.
    static thread_local std::vector<std::pair<PyObject*, PyObject*>> items;
    items.clear();
    PyObject *key = nullptr, *value = nullptr;
    Py_ssize_t at = 0;
    bool plain = true;
    while (PyDict_Next(dict, &at, &key, &value)) {
        __builtin_prefetch(key);
        __builtin_prefetch(reinterpret_cast<const char*>(key) + sizeof(PyASCIIObject) + 7);
        plain &= plain_value(value);
        items.emplace_back(key, value);
    }
    if (!plain) return false;
    instance.resize(items.size());
    std::size_t kept = 0;
    for (const auto& [name, number] : items) {
        if (!PyUnicode_CheckExact(name) && !PyLong_CheckExact(name)) return false;
        read_attribute(name, instance[kept]);
        kept += read_value(number, instance[kept], true);
    }
    instance.resize(kept);
    return true;
}

}  // namespace

PreparedExample::PreparedExample(nb::sequence attributes, nb::object values, bool once) {
    const std::size_t size = nb::len(attributes);
    if (!values.is_none() && nb::len(values) != size)
        throw InputError(std::to_string(size) + " attributes but " + std::to_string(nb::len(values)) + " values");
    nb::list keep;  // an attribute made on the fly must live until its name is ours
    for (std::size_t i = 0; i < size; ++i) {
        const nb::object attribute = attributes[i];
        Feature feature = Feature::column(0, 1.0);
        read_attribute(attribute, feature);
        if (values.is_none() || read_value(values[i], feature, false)) instance_.push_back(feature);
        keep.append(attribute);
    }
    own_names();
    settle(once ? Repeats::count_once : Repeats::add_up);
}

PreparedExample::PreparedExample(const Instance& instance) : instance_(instance) {
    own_names();
    settle(Repeats::add_up);
}

PreparedExample::PreparedExample(nb::dict row) {
    Instance scratch;
    nb::object keep;
    instance_ = read_example(row, scratch, keep);
    own_names();
}

void PreparedExample::own_names() {
    std::size_t size = 0;
    for (const Feature& feature : instance_) size += feature.length;
    names_ = std::make_unique_for_overwrite<char[]>(size);
    char* next = names_.get();
    for (Feature& feature : instance_) {
        if (!feature.named()) continue;
        if (feature.length > 0) std::memcpy(next, feature.name, feature.length);
        feature.name = next;
        next += feature.length;
    }
}

void PreparedExample::settle(Repeats repeats) {
    Canonicaliser{}(instance_, repeats);
    for (const Feature& feature : instance_)
        if (!(std::fabs(feature.value) <= size_limit)) throw InputError(describe(feature) + ": its values add up to more than 1e150");
}

nb::list PreparedExample::items() const {
    nb::list items;
    for (const Feature& feature : instance_) {
        nb::object key = feature.named() ? nb::object(nb::str(feature.name, feature.length)) : nb::object(nb::int_(feature.code));
        items.append(nb::make_tuple(key, feature.value));
    }
    return items;
}

const Instance& read_example(nb::handle x, Instance& scratch, nb::object& keep) {
    if (PyDict_Check(x.ptr())) {
        if (read_plain_dict(x.ptr(), scratch)) return scratch;
        NativeRows::Reading reading(rows_without_roles(), x, false);
        keep = nb::cast(PreparedExample(reading.instance()));
        return nb::cast<const PreparedExample&>(keep).instance();
    }
    if (!nb::isinstance<PreparedExample>(x)) throw nb::type_error("a dict or an Example was expected");
    return nb::cast<const PreparedExample&>(x).instance();
}

void read_columns(nb::sequence names, Instance& columns) {
    columns.clear();
    for (nb::handle name : names) {
        columns.push_back(Feature::column(0, 1.0));
        read_attribute(name, columns.back());
    }
}

void bind_example(nb::module_& module) {
    nb::class_<PreparedExample>(module, "PreparedExample")
        .def(nb::init<nb::sequence, nb::object, bool>(), nb::arg("attributes"), nb::arg("values").none(), nb::arg("once"))
        .def(nb::init<nb::dict>(), nb::arg("row"))
        .def("items", &PreparedExample::items)
        .def("__len__", [](const PreparedExample& self) { return self.instance().size(); })
        .def("__repr__", [](const PreparedExample& self) {
            nb::dict shown;
            for (nb::handle item : self.items()) shown[item[0]] = item[1];
            return nb::str("PreparedExample({!r})").format(shown);
        });
}

}  // namespace thresher::bind
