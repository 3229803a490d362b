// A stretch of a file: its text, its place, and the examples in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>

#include "thresher/data/block.hpp"
#include "thresher/text/csv_header.hpp"
#include "thresher/text/line.hpp"

namespace thresher {

struct ReadBlock {
    Text text;
    Block block;
    std::uint64_t lines = 0;  // how many lines the text has
    std::uint64_t lines_before = 0;
    std::uint64_t offset = 0;                 // of the text in the file
    std::uint64_t skipped = 0;                // bytes behind the text that are too much of a line to be kept
    std::size_t first = 0;                    // tables: where the rows begin in the text
    std::shared_ptr<const CsvHeader> header;  // CSV

    std::uint64_t size() const { return text.size() + skipped; }
    std::string_view line_of(const Place& place) const { return text.view().substr(place.begin, place.end - place.begin); }
    std::uint64_t line_number(const Place& place) const { return lines_before + place.line; }
    // Whether the file has only begun: then columns are looked at more closely.
    bool is_early() const { return offset < std::uint64_t{4} << 20; }
};

// Bytes of a line of a table that is kept; what is longer is no line, and must not fill the memory.
inline constexpr std::size_t longest_row = std::size_t{64} << 20;

// The row that is no row because it is too long. Returns how many lines it has.
inline std::uint64_t refuse_long_row(ReadBlock& read) {
    const std::string_view text = read.text.view();
    read.block.begin_row();
    read.block.give_up({0, {1, 0, text.size()}, 1, "the line is longer than " + std::to_string(longest_row) + " bytes", ""});
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

// Where in its line a byte stands, counted in characters from 1.
inline std::size_t character_column(const char* line, const char* at) {
    std::size_t column = 1;
    for (; line < at; ++line) column += (static_cast<unsigned char>(*line) & 0xc0U) != 0x80U;
    return column;
}

// The first byte of a text that is no UTF-8, as a trouble.
inline BadLine not_utf8(std::string_view text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = utf8_character(bytes + at, text.size() - at);
        if (length == 0) break;
        at += length;
    }
    static constexpr char hex[] = "0123456789abcdef";
    const unsigned byte = bytes[at];
    return {text.data() + at, std::string("the byte 0x") + hex[byte >> 4] + hex[byte & 15] + " is not UTF-8", "save the file as UTF-8"};
}

}  // namespace thresher
