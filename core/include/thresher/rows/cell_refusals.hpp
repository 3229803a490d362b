// The sentences by which cells are refused.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "thresher/data/example.hpp"
#include "thresher/rows/cell_text.hpp"
#include "thresher/rows/refusal.hpp"

namespace thresher::cell_refusals {

// Of anything that has a value: a column, or an attribute that is a number.
inline CellRefusal too_large(const std::string& where, const std::string& value, std::string_view column = {}) {
    return {where + " has the value " + value + "; values are finite numbers of at most 1e+150 in size",
            "leave the cell empty where a value is missing, or declare the column a category: categories=", std::string(column)};
}
inline CellRefusal too_large_in(std::string_view column, const std::string& value) { return too_large("column " + shown(column), value, column); }

inline void check_size(std::string_view column, double value, std::string_view as_text) {
    if (std::fabs(value) <= size_limit) return;
    throw too_large_in(column, as_text.empty() ? shown_number(value) : std::string(as_text));
}

inline CellRefusal bad_weight(std::string_view column, const std::string& what) {
    return {"column " + shown(column) + ": the importance weight " + what + " is not a number from 0 to 1e+100",
            "write 1 for a row that counts as usual, 0 for one that does not count", std::string(column)};
}

inline CellRefusal no_date(std::string_view column, const std::string& what) {
    return {"column " + shown(column) + " holds " + what + ", which is no date",
            "dates are written as ISO 8601 has them: 2024-11-30, 2024-11-30T13:45:00 or 2024-11-30 13:45:00+02:00", std::string(column)};
}

// What is neither a number nor a text.
inline CellRefusal neither(std::string_view column, const std::string& kind) {
    return {"column " + shown(column) + " holds " + kind + ", not a number or a text", "", std::string(column)};
}

inline CellRefusal no_text_in_list(std::string_view column, const std::string& what) {
    return {"the list " + shown(column) + " holds " + what + "; a list holds texts",
            "give numbers a name each, {\"first\": 0.5, \"second\": 2}, or declare the column a category: categories=", std::string(column)};
}

inline CellRefusal column_twice(std::string_view column) {
    return {"the column " + shown(column) + " is given twice", "rename one of the two", std::string(column)};
}

inline CellRefusal attribute_twice(const Feature& feature) {
    return {"the attribute " + (feature.named() ? shown(feature.text()) : std::to_string(feature.code)) + " is given twice",
            "rename one of its columns, or leave it out: ignore=", ""};
}

}  // namespace thresher::cell_refusals
