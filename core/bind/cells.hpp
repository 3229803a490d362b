// Python's values as cells of a row.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/rows/writer.hpp"

namespace thresher::bind {

namespace nb = nanobind;

// Writes the cells of a mapping (a dict that nobody else holds) to a writer that has begun a row.
class CellReader {
public:
    explicit CellReader(RowWriter& writer) : writer_(writer) {}

    void operator()(nb::handle dict) { members(dict, "", 1); }

    // One of them.
    void member(nb::handle key, const nb::object& value, const std::string& prefix = "", unsigned depth = 1);

private:
    void members(nb::handle dict, const std::string& prefix, unsigned depth);
    void cell(RowWriter::Column column, nb::handle value, const std::string& name, unsigned depth);
    void other_cell(RowWriter::Column column, nb::handle value, const std::string& name, unsigned depth);
    void list(RowWriter::Column column, nb::handle values);
    bool moment(RowWriter::Column column, nb::handle value);

    RowWriter& writer_;
};

// A key of a row as the name of a column, and as the number of one.
std::string name_of(nb::handle key);
std::uint64_t index_of(nb::handle key);

// An interval of pandas as text, "(0, 30]": a whole number is written as one, for pandas makes 30.0 of 30 where a cell is missing.
std::string text_of_interval(nb::handle interval);

// The bytes of a text; InputError where it is not valid Unicode.
std::string_view utf8_of(nb::handle text, const char* what);

}  // namespace thresher::bind
