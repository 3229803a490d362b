#include "cells.hpp"

#include <datetime.h>
#include <nanobind/stl/string.h>

#include <cmath>

#include "thresher/errors.hpp"

namespace thresher::bind {

namespace {

std::string kind_of(nb::handle value) { return nb::cast<std::string>(nb::handle(value.type()).attr("__name__")); }

bool is_kind(nb::handle value, const char* name) { return std::strcmp(Py_TYPE(value.ptr())->tp_name, name) == 0; }

// pandas' NA and NaT, which can't be asked whether they are themselves.
bool is_missing_mark(nb::handle value) {
    const std::string_view name = Py_TYPE(value.ptr())->tp_name;
    return name.ends_with("NAType") || name.ends_with("NaTType");
}

// A scalar of numpy's, an array without dimensions included.
bool is_numpy_scalar(nb::handle value) { return nb::hasattr(value, "dtype") && nb::hasattr(value, "item") && nb::hasattr(value, "ndim"); }

// pandas' span of time, a month for instance: it stands for the moment at which it begins.
bool is_period(nb::handle value) { return std::string_view(Py_TYPE(value.ptr())->tp_name).ends_with("Period") && nb::hasattr(value, "start_time"); }

// pandas' range of values, which is what its bins are: it stands for its text.
bool is_interval(nb::handle value) {
    return std::string_view(Py_TYPE(value.ptr())->tp_name).ends_with("Interval") && nb::hasattr(value, "left") && nb::hasattr(value, "closed");
}

bool is_enumeration(nb::handle value) {
    const std::string_view meta = Py_TYPE(Py_TYPE(value.ptr()))->tp_name;
    return meta == "EnumType" || meta == "EnumMeta";
}

double number_of(nb::handle value) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
        const bool usual = PyErr_ExceptionMatches(PyExc_TypeError) != 0 || PyErr_ExceptionMatches(PyExc_ValueError) != 0;
        const bool large = PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
        if (!usual && !large) throw nb::python_error();  // the value's own trouble
        PyErr_Clear();
        if (large) return HUGE_VAL;
        throw nb::type_error("not a number");
    }
    return number;
}

std::string text_of_whole(nb::handle value) {
    const nb::object whole = nb::steal(PyNumber_Index(value.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const nb::object text = nb::steal(PyObject_Str(whole.ptr()));
    if (!text.is_valid()) {  // more digits than Python writes
        PyErr_Clear();
        return "a whole number with too many digits";
    }
    return nb::cast<std::string>(text);
}

// Seconds that a date's clock is ahead of UTC.
std::int64_t ahead_of_utc(nb::handle date) {
    const nb::object offset = date.attr("utcoffset")();
    if (offset.is_none()) return 0;
    return static_cast<std::int64_t>(PyDateTime_DELTA_GET_DAYS(offset.ptr())) * seconds_of_day + PyDateTime_DELTA_GET_SECONDS(offset.ptr());
}

Moment moment_of(nb::handle value) {
    PyObject* const raw = value.ptr();
    Moment moment;
    moment.seconds =
        days_of(PyDateTime_GET_YEAR(raw), static_cast<unsigned>(PyDateTime_GET_MONTH(raw)), static_cast<unsigned>(PyDateTime_GET_DAY(raw))) *
        seconds_of_day;
    if (!PyDateTime_Check(raw)) return moment;
    moment.seconds += PyDateTime_DATE_GET_HOUR(raw) * 3600 + PyDateTime_DATE_GET_MINUTE(raw) * 60 + PyDateTime_DATE_GET_SECOND(raw);
    moment.nanoseconds = static_cast<std::uint32_t>(PyDateTime_DATE_GET_MICROSECOND(raw)) * 1000;
    if (nb::hasattr(value, "nanosecond")) moment.nanoseconds += nb::cast<std::uint32_t>(value.attr("nanosecond"));  // pandas
    moment.seconds -= ahead_of_utc(value);
    return moment;
}

// numpy's datetime64, counted in nanoseconds if that is its unit, else in microseconds.
bool moment_of_numpy(nb::handle value, Moment& moment) {
    const bool fine = nb::cast<std::string>(nb::object(value.attr("dtype").attr("str"))).ends_with("[ns]");
    const nb::object counted = fine ? nb::borrow(value) : value.attr("astype")("datetime64[us]");
    const auto count = nb::cast<std::int64_t>(nb::object(counted.attr("astype")("int64").attr("item")()));
    if (count == std::numeric_limits<std::int64_t>::min()) return false;  // NaT
    const std::int64_t units = fine ? 1'000'000'000 : 1'000'000;
    std::int64_t rest = count % units;
    moment.seconds = count / units;
    if (rest < 0) rest += units, --moment.seconds;
    moment.nanoseconds = static_cast<std::uint32_t>(fine ? rest : rest * 1000);
    return true;
}

std::string edge_of(nb::handle value) {
    if (PyFloat_Check(value.ptr()) && nb::cast<bool>(nb::object(value.attr("is_integer")())))
        return text_of_whole(nb::object(value.attr("__int__")()));
    return nb::cast<std::string>(nb::str(value));
}

// What could be given in place of something that is neither a number nor a text.
const char* way_out_of(std::string_view kind) {
    if (kind.ends_with("imedelta")) return " (give its seconds: .total_seconds())";
    if (kind == "bytes" || kind == "bytearray") return " (give its text: .decode())";
    return " (give its text: str(...))";
}

bool is_plain_number(nb::handle value) { return PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()); }  // bool too

// What is a number to Python, without a look at what it does.
bool may_be_number(nb::handle value) {
    const PyNumberMethods* const methods = Py_TYPE(value.ptr())->tp_as_number;
    return methods != nullptr && (methods->nb_float != nullptr || methods->nb_index != nullptr) && PyUnicode_Check(value.ptr()) == 0;
}

}  // namespace

std::string name_of(nb::handle key) {
    if (PyUnicode_Check(key.ptr())) return std::string(utf8_of(key, "the attribute name"));
    if (PyBool_Check(key.ptr()) || PyIndex_Check(key.ptr()) == 0)
        throw InputError("the attribute " + nb::cast<std::string>(nb::repr(key)) + " is a " + kind_of(key) +
                         "; attributes are names (str) or columns (whole numbers)");
    return text_of_whole(key);
}

std::uint64_t index_of(nb::handle key) {
    const nb::object whole = nb::steal(PyNumber_Index(key.ptr()));
    if (!whole.is_valid()) throw nb::python_error();
    const unsigned long long column = PyLong_AsUnsignedLongLong(whole.ptr());
    if ((column == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) || column >= column_limit) {
        PyErr_Clear();
        throw InputError("column " + nb::cast<std::string>(nb::repr(whole)) + " is out of range; columns go from 0 to 2^62 - 1");
    }
    return column;
}

std::string_view utf8_of(nb::handle text, const char* what) {
    Py_ssize_t length = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (bytes == nullptr) {
        PyErr_Clear();
        throw InputError(std::string(what) + " " + nb::cast<std::string>(nb::repr(text)) + " is not valid Unicode (a lone surrogate)");
    }
    if (length > 0x7fffffff) throw InputError(std::string(what) + " is longer than 2 GB");
    return {bytes, static_cast<std::size_t>(length)};
}

std::string text_of_interval(nb::handle interval) {
    const std::string closed = nb::cast<std::string>(nb::object(interval.attr("closed")));
    const bool left = closed == "left" || closed == "both", right = closed == "right" || closed == "both";
    std::string text(1, left ? '[' : '(');
    text += edge_of(nb::object(interval.attr("left")));
    text += ", ";
    text += edge_of(nb::object(interval.attr("right")));
    text += right ? ']' : ')';
    return text;
}

void CellReader::members(nb::handle dict, const std::string& prefix, unsigned depth) {
    PyObject *key = nullptr, *value = nullptr;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict.ptr(), &at, &key, &value)) member(key, nb::borrow(value), prefix, depth);  // reading it may run anybody's code
}

void CellReader::member(nb::handle key, const nb::object& value, const std::string& prefix, unsigned depth) {
    const bool numbered = PyUnicode_Check(key.ptr()) == 0 && !PyBool_Check(key.ptr()) && PyIndex_Check(key.ptr()) != 0;
    if (numbered && prefix.empty() && (value.is_none() || (may_be_number(value) && !is_missing_mark(value)))) {
        const std::uint64_t column = index_of(key);
        if (!value.is_none()) writer_.indexed(column, number_of(value));
        return;
    }
    const std::string name = prefix + name_of(key);
    cell(writer_.column(name), value, name, depth);
}

void CellReader::cell(RowWriter::Column column, nb::handle value, const std::string& name, unsigned depth) {
    PyObject* const raw = value.ptr();
    if (PyUnicode_CheckExact(raw)) return writer_.text(column, utf8_of(value, "the text"));
    if (PyFloat_CheckExact(raw)) return writer_.number(column, PyFloat_AS_DOUBLE(raw));
    if (PyBool_Check(raw)) return writer_.truth(column, raw == Py_True);
    if (raw == Py_None) return writer_.missing(column);
    if (PyLong_CheckExact(raw)) {
        if (writer_.role(column) == Role::none) return writer_.number(column, number_of(value));
        return writer_.number(column, number_of(value), text_of_whole(value));
    }
    other_cell(column, value, name, depth);
}

bool CellReader::moment(RowWriter::Column column, nb::handle value) {
    if (PyDateTimeAPI == nullptr) PyDateTime_IMPORT;
    if (PyDateTimeAPI == nullptr) throw nb::python_error();
    if (!PyDate_Check(value.ptr())) return false;
    writer_.moment(column, moment_of(value));
    return true;
}

void CellReader::other_cell(RowWriter::Column column, nb::handle value, const std::string& name, unsigned depth) {
    PyObject* const raw = value.ptr();
    if (writer_.role(column) == Role::ignore || is_missing_mark(value)) return writer_.missing(column);
    if (is_enumeration(value) && !is_plain_number(value)) {
        const nb::object inner = value.attr("value");
        if (PyUnicode_Check(inner.ptr())) return writer_.text(column, utf8_of(inner, "the text"));
        return writer_.code(column, utf8_of(nb::str(nb::object(value.attr("name"))), "the text"));
    }
    if (PyUnicode_Check(raw)) return writer_.text(column, utf8_of(value, "the text"));
    if (PyFloat_Check(raw)) return writer_.number(column, PyFloat_AsDouble(raw));
    if (PyLong_Check(raw)) return writer_.number(column, number_of(value), text_of_whole(value));
    if (PyDict_Check(raw)) {
        if (!writer_.enter_object(column)) return;
        if (depth == deepest_object) throw CellRefusal{"objects stand within objects more than 8 deep", "", name};
        const nb::object copy = nb::steal(PyDict_Copy(raw));
        if (!copy.is_valid()) throw nb::python_error();
        return members(copy, depth == 1 && name == "features" ? "" : name + ".", depth + 1);
    }
    if (PyList_Check(raw) || PyTuple_Check(raw) || PyAnySet_Check(raw)) return list(column, value);
    if (moment(column, value)) return;
    if (is_numpy_scalar(value)) {
        if (nb::cast<std::int64_t>(nb::object(value.attr("ndim"))) > 0) return list(column, nb::list(value.attr("tolist")()));
        if (std::string_view(nb::cast<std::string>(nb::object(value.attr("dtype").attr("kind")))) == "M") {
            Moment found;
            return moment_of_numpy(value, found) ? writer_.moment(column, found) : writer_.missing(column);
        }
        const nb::object plain = value.attr("item")();
        if (!is_numpy_scalar(plain)) return cell(column, plain, name, depth);
    }
    if (is_kind(value, "decimal.Decimal")) {
        const nb::object text = value.attr("__format__")("f");
        return writer_.number(column, number_of(value), utf8_of(text, "the number"));
    }
    if (nb::isinstance(value, nb::module_::import_("collections.abc").attr("Mapping"))) {
        const nb::object copy = nb::steal(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), raw));
        if (!copy.is_valid()) throw nb::python_error();
        return other_cell(column, copy, name, depth);
    }
    if (is_period(value)) return other_cell(column, nb::object(value.attr("start_time")), name, depth);
    if (is_interval(value)) return writer_.text(column, text_of_interval(value));
    const std::string_view kind = Py_TYPE(raw)->tp_name;
    if (kind == "datetime.timedelta" || kind.ends_with("Timedelta") || !may_be_number(value))
        writer_.refuse(column, kind_of(value) + way_out_of(kind));
    writer_.number(column, number_of(value));
}

void CellReader::list(RowWriter::Column column, nb::handle values) {
    if (!writer_.begin_list(column)) return;
    const nb::object held = nb::steal(PySequence_List(values.ptr()));
    if (!held.is_valid()) throw nb::python_error();
    for (nb::handle value : nb::borrow<nb::list>(held)) {
        PyObject* const raw = value.ptr();
        if (raw == Py_None || is_missing_mark(value)) continue;
        if (PyUnicode_Check(raw))
            writer_.item(column, utf8_of(value, "the text"));
        else if (PyBool_Check(raw))
            writer_.item_truth(column, raw == Py_True);
        else if (PyFloat_Check(raw))
            writer_.item(column, PyFloat_AsDouble(raw), {});
        else if (PyLong_Check(raw))
            writer_.item(column, number_of(value), text_of_whole(value));
        else
            writer_.refuse_item(column, nb::cast<std::string>(nb::repr(value)));
    }
    writer_.end_list(column);
}

}  // namespace thresher::bind
