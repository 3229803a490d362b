// Columns that Python lends: arrays of Arrow, memory of numpy, or objects.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cells.hpp"
#include "thresher/rows/arrow/table.hpp"
#include "thresher/rows/matrix_maker.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// What a capsule of the Arrow C data interface holds, taken out of it.
template <class T>
arrow::Owned<T> taken(nb::handle capsule, const char* name) {
    auto* held = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
    if (held == nullptr) throw nb::python_error();
    if (held->release == nullptr) throw InputError("the Arrow data was read before; it can be read once");
    return arrow::Owned<T>(held);
}

// One array of Arrow, or of numpy in the same form, with what keeps it alive. From Python:
//     ("array", schema, array)                             capsules
//     ("values", format, length, values, validity)         numpy; the format as Arrow writes it, validity as bits or None
//     ("codes", format, length, values, validity, column)  numbers of the values of another column
//     ("texts", length, offsets, bytes)                    64-bit offsets
class LentArray {
public:
    explicit LentArray(const nb::tuple& given);
    LentArray(const LentArray&) = delete;
    LentArray& operator=(const LentArray&) = delete;
    ~LentArray();

    arrow::Type type;
    const arrow::Array& array() const { return owned_.empty() ? lent_ : *owned_; }

private:
    void lend_texts(const nb::tuple& given);
    void lend_values(const nb::tuple& given);
    const void* lent(nb::handle array, std::size_t bytes);

    arrow::Array lent_{};
    const void* buffers_[3] = {};
    arrow::Owned<arrow::Array> owned_;
    std::unique_ptr<LentArray> dictionary_;
    std::vector<Py_buffer> views_;
};

// The cells of a column of a frame that holds no objects, for one writer.
class LentCells {
public:
    LentCells(RowWriter& writer, arrow::Type type, const std::string& name, std::optional<std::uint64_t> index, const arrow::Column& column)
        : cells_(writer, type, name), index_(arrow::is_plain_number(type) ? index : std::nullopt), column_(&column) {}

    void write(RowWriter& writer, std::size_t i) {
        if (!index_) return cells_.write(writer, *column_, i);
        if (column_->valid(i)) writer.indexed(*index_, arrow::plain_number(*column_, i));
    }

private:
    arrow::Cells cells_;
    std::optional<std::uint64_t> index_;  // of a column of numbers that is a number
    const arrow::Column* column_;
};

// A column of a frame by its name, which is a text or a number: a LentArray, or ("objects", array).
class FrameColumn {
public:
    FrameColumn(MatrixMaker& maker, nb::handle name, const nb::tuple& given, std::size_t rows);
    FrameColumn(const FrameColumn&) = delete;
    FrameColumn& operator=(const FrameColumn&) = delete;
    ~FrameColumn();

    bool holds_objects() const { return array_ == nullptr; }
    bool read() const { return holds_objects() || array_->type.kind != arrow::Kind::foreign; }
    bool spills_names() const { return holds_objects() ? name_ == "features" : arrow::spills_names(array_->type); }
    // Its numbers go straight into the matrix.
    std::optional<arrow::NumberColumn> straight(MatrixMaker& maker) const;
    void write(RowWriter& writer, CellReader& reader, std::size_t i);
    // The same for any writer, of a column that holds no objects.
    LentCells cells(RowWriter& writer) const { return {writer, array_->type, name_, index_, *column_}; }

private:
    nb::object key_;
    std::string name_;
    std::optional<std::uint64_t> index_;  // of a column that is a number
    std::unique_ptr<LentArray> array_;
    std::optional<arrow::Column> column_;
    std::optional<LentCells> cells_;
    Py_buffer objects_{};
};

}  // namespace thresher::bind
