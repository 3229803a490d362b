// The first line of a CSV file: the names of its columns, and by what they are parted.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/cell_text.hpp"

namespace thresher {

struct CsvHeader {
    static constexpr std::size_t most_columns = 1 << 20;

    std::vector<std::string> names;
    char separator = ',';
};

// The one of , ; tab | that a line has most of outside quotes; the first in doubt.
inline char most_frequent_separator(std::string_view line) {
    constexpr std::string_view usual = ",;\t|";
    std::size_t counts[usual.size()] = {};
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"') {
            const std::size_t closed = line.find('"', at + 1);
            if (closed == std::string_view::npos) continue;
            at = closed;
            continue;
        }
        const std::size_t which = usual.find(line[at]);
        if (which != std::string_view::npos) ++counts[which];
    }
    return usual[static_cast<std::size_t>(std::max_element(counts, counts + usual.size()) - counts)];
}

namespace header_detail {

inline void check_line(std::string_view line) {
    if (line.starts_with("\xff\xfe") || line.starts_with("\xfe\xff")) throw InputError("line 1: the file is UTF-16. Save it as UTF-8.");
    if (line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
        throw InputError("line 1 is empty. A CSV file begins with a line of names of columns.");
}

// One cell of a record; `at` moves behind it, to its separator or the end.
inline std::string read_cell(std::string_view record, std::size_t& at, char separator) {
    std::string cell;
    if (at < record.size() && record[at] == '"') {
        for (++at;; ++at) {
            if (at >= record.size()) throw InputError("line 1, the names of the columns: a quote is opened and never closed.");
            if (record[at] == '"') {
                if (at + 1 >= record.size() || record[at + 1] != '"') break;
                ++at;
            }
            cell += record[at];
        }
        ++at;
        while (at < record.size() && (record[at] == ' ' || record[at] == '\t') && record[at] != separator) ++at;
        if (at < record.size() && record[at] != separator && record[at] != '\r')
            throw InputError(
                "line 1, the names of the columns: text stands behind the quote that closes a cell. Write a quote in a quoted cell twice.");
    }
    for (; at < record.size() && record[at] != separator; ++at) {
        if (record[at] == '\r')
            throw InputError("line 1, the names of the columns: a carriage return stands inside the line. End lines with a line feed (dos2unix).");
        cell += record[at];
    }
    return cell;
}

}  // namespace header_detail

// Of the record that the first row is, with its line end.
inline CsvHeader read_header(std::string_view record, char separator) {
    header_detail::check_line(record);
    if (!is_utf8(record)) throw InputError("line 1, the names of the columns: the line is not UTF-8. Save the file as UTF-8.");
    if (record.find('\0') != std::string_view::npos)
        throw InputError("line 1, the names of the columns: a NUL byte stands in the line. Is the file damaged, or no text?");
    while (!record.empty() && (record.back() == '\n' || record.back() == '\r')) record.remove_suffix(1);
    CsvHeader header;
    header.separator = separator;
    for (std::size_t at = 0;; ++at) {
        if (header.names.size() >= CsvHeader::most_columns) throw InputError("line 1 names more than 1048576 columns. Is it a CSV file?");
        const std::string cell = header_detail::read_cell(record, at, separator);
        header.names.emplace_back(trimmed(cell));
        if (at >= record.size()) return header;
    }
}

}  // namespace thresher
