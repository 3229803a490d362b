#include "lent_columns.hpp"

#include <nanobind/stl/string.h>

#include "thresher/errors.hpp"

namespace thresher::bind {

namespace {

template <class T>
T part(const nb::tuple& given, std::size_t i) {
    if (i >= nb::len(given)) throw InputError("a column lacks a part");
    return nb::cast<T>(nb::object(given[i]));
}

arrow::Type type_written(const std::string& format) {
    arrow::Schema schema{};
    schema.format = format.c_str();
    schema.release = [](arrow::Schema*) {};
    return arrow::type_of(schema);
}

}  // namespace

LentArray::LentArray(const nb::tuple& given) {
    const auto kind = part<std::string>(given, 0);
    if (kind == "array") {
        const auto schema = taken<arrow::Schema>(part<nb::object>(given, 1), "arrow_schema");
        owned_ = taken<arrow::Array>(part<nb::object>(given, 2), "arrow_array");
        type = arrow::type_of(*schema);
        return;
    }
    lent_.release = [](arrow::Array*) {};  // numpy frees it
    lent_.buffers = buffers_;
    lent_.null_count = -1;
    lent_.length = part<std::int64_t>(given, kind == "texts" ? 1 : 2);
    if (lent_.length < 0) throw InputError("a column has an impossible length");
    if (kind == "texts")
        lend_texts(given);
    else
        lend_values(given);
}

LentArray::~LentArray() {
    for (Py_buffer& view : views_) PyBuffer_Release(&view);
}

void LentArray::lend_texts(const nb::tuple& given) {
    const auto length = static_cast<std::size_t>(lent_.length);
    type = type_written("U");
    lent_.n_buffers = 3;
    buffers_[1] = lent(part<nb::object>(given, 2), (length + 1) * 8);
    buffers_[2] = lent(part<nb::object>(given, 3), static_cast<std::size_t>(load<std::int64_t>(static_cast<const char*>(buffers_[1]) + length * 8)));
}

void LentArray::lend_values(const nb::tuple& given) {
    const auto length = static_cast<std::size_t>(lent_.length);
    type = type_written(part<std::string>(given, 1));
    lent_.n_buffers = 2;
    const std::size_t bits = (length + 7) / 8;
    buffers_[1] = lent(part<nb::object>(given, 3), type.kind == arrow::Kind::truth ? bits : length * type.width);
    if (const auto validity = part<nb::object>(given, 4); !validity.is_none()) buffers_[0] = lent(validity, bits);
    if (part<std::string>(given, 0) != "codes") return;
    dictionary_ = std::make_unique<LentArray>(part<nb::tuple>(given, 5));
    type.dictionary = std::make_shared<arrow::Type>(dictionary_->type);
    lent_.dictionary = const_cast<arrow::Array*>(&dictionary_->array());
}

// The memory of an array of so many bytes at least, as long as this lives.
const void* LentArray::lent(nb::handle array, std::size_t bytes) {
    Py_buffer view{};
    if (PyObject_GetBuffer(array.ptr(), &view, PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
    views_.push_back(view);
    if (static_cast<std::size_t>(view.len) < bytes) throw InputError("a column is shorter than it says");
    return view.buf;
}

FrameColumn::FrameColumn(MatrixMaker& maker, nb::handle name, const nb::tuple& given, std::size_t rows) : key_(nb::borrow(name)) {
    if (PyUnicode_Check(name.ptr()) == 0) index_ = index_of(name);
    name_ = name_of(name);
    std::size_t length = 0;
    if (part<std::string>(given, 0) == "objects") {
        if (PyObject_GetBuffer(part<nb::object>(given, 1).ptr(), &objects_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) throw nb::python_error();
        if (std::string_view(objects_.format) != "O") throw InputError("a column of objects holds none");
        length = static_cast<std::size_t>(objects_.len) / sizeof(PyObject*);
    } else {
        array_ = std::make_unique<LentArray>(given);
        array_->type.name = name_;
        arrow::Cells(maker.writer(), array_->type, name_);  // a type that nobody reads becomes a foreign one
        column_.emplace(array_->type, array_->array());
        cells_.emplace(cells(maker.writer()));
        length = read() ? column_->length() : rows;
    }
    if (length != rows)
        throw InputError("column " + shown(name_) + " has " + std::to_string(length) + " cells; the frame has " + std::to_string(rows) + " rows");
}

FrameColumn::~FrameColumn() {
    if (objects_.obj != nullptr) PyBuffer_Release(&objects_);
}

std::optional<arrow::NumberColumn> FrameColumn::straight(MatrixMaker& maker) const {
    if (holds_objects() || !arrow::is_plain_number(array_->type)) return std::nullopt;
    if (!index_ && !maker.takes_numbers(name_)) return std::nullopt;
    const Feature feature = index_ ? Feature::column(*index_, 1.0) : Feature::of(name_, 1.0);
    return arrow::NumberColumn{maker.attributes().number(feature), &*column_};
}

void FrameColumn::write(RowWriter& writer, CellReader& reader, std::size_t i) {
    if (!holds_objects()) return cells_->write(writer, i);
    const nb::object value = nb::borrow(static_cast<PyObject**>(objects_.buf)[i]);
    reader.member(key_, value.is_valid() ? value : nb::none());
}

}  // namespace thresher::bind
