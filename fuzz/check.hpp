// What must be true of every block, whatever the text was; and blocks as plain data, to be compared.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/text/line.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace thresher::fuzz {

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fuzz: not so: %s\n", what);
    std::abort();
}

struct Attribute {
    bool named;
    std::uint64_t column;
    std::string name;
    std::uint64_t value;  // its bits

    auto operator<=>(const Attribute&) const = default;
};

struct Example {
    std::uint64_t line;
    std::size_t begin, end;
    std::uint64_t label, weight;  // their bits
    std::string tag, label_text;
    std::uint64_t features;
    std::vector<Attribute> attributes;  // in order: what a plain block has sorted, a list has as it was written

    bool operator==(const Example&) const = default;
};

struct Refused {
    std::size_t row;
    std::uint64_t line;
    std::size_t begin, end;
    std::size_t column;
    std::string message, hint;

    bool operator==(const Refused&) const = default;
};

struct Outcome {
    std::vector<Example> examples;
    std::vector<Refused> refused;
    std::uint64_t lines = 0;

    bool operator==(const Outcome&) const = default;

    // Goes on with what stands behind: so many bytes came before it.
    void append(Outcome next, std::size_t offset) {
        const std::size_t rows = examples.size();
        for (Example& example : next.examples) {
            example.line += lines, example.begin += offset, example.end += offset;
            examples.push_back(std::move(example));
        }
        for (Refused& bad : next.refused) {
            bad.row += rows, bad.line += lines, bad.begin += offset, bad.end += offset;
            refused.push_back(std::move(bad));
        }
        lines += next.lines;
    }
};

// UTF-8 by its meaning: the shortest form of a code point that is no surrogate.
inline bool is_plainly_utf8(std::string_view text) {
    static constexpr std::uint32_t shortest[] = {0, 0, 0x80, 0x800, 0x10000};
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
        if (length == 0 || length > text.size() - at) return false;
        std::uint32_t point = length == 1 ? first : first & (0xffU >> (length + 1));
        for (std::size_t i = 1; i < length; ++i) {
            const auto next = static_cast<unsigned char>(text[at + i]);
            if (next >> 6 != 2) return false;
            point = point << 6 | (next & 0x3fU);
        }
        if (point < shortest[length] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return false;
        at += length;
    }
    return true;
}

inline void check_place(const Place& place, std::string_view text, std::uint64_t lines) {
    require(place.line >= 1 && place.line <= lines, "a line's number is one of the text's");
    require(place.begin < place.end && place.end <= text.size(), "a line is a piece of the text");
    require(place.begin == 0 || text[place.begin - 1] == '\n', "a line begins behind another's end");
    require(place.end == text.size() || text[place.end - 1] == '\n', "a line ends with its end");
}

inline void check_plain_row(const Block& block, std::size_t row) {
    const auto begin = static_cast<std::size_t>(block.starts()[row]), end = static_cast<std::size_t>(block.starts()[row + 1]);
    bool increase = true;
    for (std::size_t i = begin; i < end; ++i) {
        require(block.indices()[i] >= 0, "a column is not negative");
        require(static_cast<std::uint64_t>(block.indices()[i]) <= Block::small_limit, "a column of a plain block is small");
        require(static_cast<std::uint64_t>(block.indices()[i]) < block.columns(), "a column is below the number of columns");
        if (i == begin) continue;
        require(block.indices()[i - 1] <= block.indices()[i], "a plain row is sorted");
        increase = increase && block.indices()[i - 1] < block.indices()[i];
    }
    require(block.regular(row) == increase, "a row is regular if its columns increase");
}

inline void check_feature(const Feature& feature, const Block& block) {
    require(std::isfinite(feature.value) && std::fabs(feature.value) <= size_limit, "a value is at most 1e150 in size");
    require(feature.value != 0.0, "a value is not 0");
    if (block.plain() && block.ones()) require(feature.value == 1.0, "ones are ones");
    if (block.plain() && block.in_unit()) require(feature.value >= 0.0 && feature.value <= 1.0, "a value is in [0, 1]");
    if (feature.named())
        require(is_plainly_utf8(feature.text()), "a name is UTF-8");
    else
        require(feature.code < column_limit, "a column is below 2^62");
}

inline void check_shape(const Block& block) {
    const std::size_t rows = block.rows();
    require(block.labels().size() == rows && block.starts().size() == rows + 1, "as many labels and starts as rows");
    require(block.weights().empty() || block.weights().size() == rows, "as many weights as rows, or none");
    require(block.starts().front() == 0 && block.starts().back() == static_cast<std::int64_t>(block.size()), "starts span the block");
    std::uint64_t features = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        require(block.starts()[row] <= block.starts()[row + 1], "starts do not decrease");
        const double weight = block.weights().empty() ? 1.0 : block.weights()[row];
        require(weight >= 0.0 && weight <= 1e100, "a weight is from 0 to 1e100");
        const double label = block.labels()[row];
        require(std::isnan(label) || std::fabs(label) <= size_limit, "a label is a number or missing");
        const auto size = static_cast<std::uint64_t>(block.starts()[row + 1] - block.starts()[row]);
        require(block.row_features(row) == size, "a row has as many attributes as were written");
        features += size;
    }
    require(features == block.features(), "the features are those of the rows");
}

// The block as data, after a look at everything that must be true of it.
inline Outcome outcome_of(const Block& block, std::string_view text, std::uint64_t lines) {
    check_shape(block);
    Outcome outcome;
    outcome.lines = lines;
    std::uint64_t line = 0;
    Instance instance;
    for (std::size_t row = 0; row < block.rows(); ++row) {
        const Place& place = block.place(row);
        check_place(place, text, lines);
        require(place.line > line, "examples stand in order");
        line = place.line;
        if (block.plain()) check_plain_row(block, row);
        block.read(row, instance);
        Example example{place.line,
                        place.begin,
                        place.end,
                        std::bit_cast<std::uint64_t>(block.labels()[row]),
                        std::bit_cast<std::uint64_t>(block.weights().empty() ? 1.0 : block.weights()[row]),
                        std::string(block.tag(row)),
                        std::string(block.label_text(row)),
                        block.row_features(row),
                        {}};
        for (const Feature& feature : instance) {
            check_feature(feature, block);
            example.attributes.push_back(
                {feature.named(), feature.code * !feature.named(), std::string(feature.text()), std::bit_cast<std::uint64_t>(feature.value)});
        }
        std::sort(example.attributes.begin(), example.attributes.end());
        outcome.examples.push_back(std::move(example));
    }
    line = 0;
    for (const Trouble& trouble : block.troubles()) {
        const Place& place = trouble.place;
        check_place(place, text, lines);
        require(place.line > line, "troubles stand in order");
        line = place.line;
        require(trouble.row <= block.rows(), "a trouble stands between rows");
        require(trouble.row == 0 || block.place(trouble.row - 1).line < line, "the rows before a trouble stand before it");
        require(trouble.row == block.rows() || block.place(trouble.row).line > line, "the rows behind a trouble stand behind it");
        require(trouble.column >= 1 && trouble.column <= place.end - place.begin + 1, "a trouble's column is in its line");
        require(!trouble.message.empty(), "a trouble has a message");
        outcome.refused.push_back({trouble.row, line, place.begin, place.end, trouble.column, trouble.message, trouble.hint});
    }
    return outcome;
}

// A parser with a text and a block that are used again and again.
template <class Parser>
class Machine {
public:
    explicit Machine(Parser parser) : parser_(parser) {}

    Outcome operator()(std::string_view bytes) {
        text_.assign(bytes);
        const std::uint64_t lines = parse(parser_, text_, block_);
        return outcome_of(block_, text_.view(), lines);
    }

private:
    Parser parser_;
    Text text_;
    Block block_;
};

// A tab is a blank like a space, but the quick path knows spaces alone: what comes out must be the same.
inline std::string with_tabs(std::string_view text) {
    std::string tabs(text);
    std::replace(tabs.begin(), tabs.end(), ' ', '\t');
    return tabs;
}

// Every line alone is what it is among others.
template <class Parser>
Outcome parse_line_by_line(Machine<Parser>& machine, std::string_view text) {
    Outcome all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t newline = text.find('\n', at);
        const std::size_t next = newline == std::string_view::npos ? text.size() : newline + 1;
        all.append(machine(text.substr(at, next - at)), at);
        at = next;
    }
    return all;
}

// All that is asked of any parser. Returns what the text is.
template <class Parser>
Outcome check_parser(const Parser& parser, std::string_view bytes) {
    Machine<Parser> machine(parser);
    Outcome outcome = machine(bytes);
    require(machine(with_tabs(bytes)) == outcome, "tabs are spaces");
    require(parse_line_by_line(machine, bytes) == outcome, "lines do not depend on each other, nor blocks on what they held before");
    return outcome;
}

// A reader of several labels a line reads every line that one of one label reads, as that does.
inline void require_reads_all(const Outcome& several, const Outcome& one) {
    auto same = several.examples.begin();
    for (const Example& example : one.examples) {
        while (same != several.examples.end() && same->line < example.line) ++same;
        require(same != several.examples.end() && *same == example, "an example of one label is read as before");
    }
}

}  // namespace thresher::fuzz
