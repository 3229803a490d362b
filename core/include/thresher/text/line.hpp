// Text -> block, line by line. A parser knows one format and nothing of learning.
//
//     parser(line, block)   adds one example to the block, or none (a comment), or throws BadLine
//
// An empty line is not an example. A line that is none goes to the block's troubles, and the next one is read.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/text/number.hpp"

namespace thresher {

// What is wrong with a line, where, and what to do.
struct BadLine {
    const char* at;
    std::string message;
    std::string hint;
};

// Bytes with room on both sides, so that numbers can be loaded many bytes at a time to the very end.
class Text {
public:
    static constexpr std::size_t before = 16, behind = 160, room = before + behind;

    char* data() { return bytes_.data() + before; }
    const char* data() const { return bytes_.data() + before; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return bytes_.size() - room; }
    std::string_view view() const { return {data(), size_}; }

    void reserve(std::size_t capacity) {
        if (capacity > this->capacity()) bytes_.resize(capacity + room);
    }
    void resize(std::size_t size) {
        reserve(size);
        size_ = size;
        std::memset(data() + size_, '\n', behind);
    }
    void assign(std::string_view text) {
        resize(text.size());
        if (!text.empty()) std::memcpy(data(), text.data(), text.size());
    }

private:
    std::vector<char> bytes_ = std::vector<char>(room, '\n');
    std::size_t size_ = 0;
};

struct Line {
    const char* begin;
    const char* end;  // without the line's end
    Place place;

    // Attributes take two bytes at least: themselves and what parts them.
    std::size_t most_attributes() const { return static_cast<std::size_t>(end - begin) / 2 + 2; }
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline const char* skip_blanks(const char* at, const char* end) {
    while (at != end && is_blank(*at)) ++at;
    return at;
}

// The word at `at` for a message: shortened, and what can't be printed shown as a question mark.
inline std::string quote(const char* at, const char* end) {
    constexpr std::ptrdiff_t most = 24;
    std::string word;
    for (; at != end && !is_blank(*at) && std::ssize(word) < most; ++at) word += static_cast<unsigned char>(*at) < 0x20 || *at == 0x7f ? '?' : *at;
    // Not in the middle of a UTF-8 character.
    if (std::ssize(word) == most)
        while (!word.empty() && (static_cast<unsigned char>(word.back()) & 0xc0) == 0x80) word.pop_back();
    return "'" + word + "'";
}

// The number at `at`, of which people would say `what`; it must be finite and at most 1e150 in size.
[[gnu::always_inline]] inline Number expect_number(const char* at, const char* end, const char* what) {
    const Number number = read_number(at, end);
    if (number.fault == Number::Fault::none && std::fabs(number.value) <= size_limit) [[likely]]
        return number;
    const std::string word = quote(at, end);
    if (number.fault == Number::Fault::malformed) throw BadLine{at, std::string(what) + " was expected, not " + word, ""};
    throw BadLine{at, std::string(what) + " can't be " + word,
                  "numbers must be finite and at most 1e150 in size; leave the attribute out if its value is not known"};
}

inline double expect_weight(double weight, const char* at) {
    if (weight >= 0.0 && weight <= 1e100) return weight;
    throw BadLine{at, "the importance weight is not a number from 0 to 1e100", ""};
}

// Calls each(line) for every line of the text. Returns how many there were.
template <class Each>
std::uint64_t each_line(const Text& text, Each each) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    std::uint64_t lines = 0;
    for (const char* at = begin; at != end;) {
        const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
        const char* stop = newline == nullptr ? end : newline;
        const char* next = newline == nullptr ? end : newline + 1;
        ++lines;
        while (stop != at && stop[-1] == '\r') --stop;
        each(Line{at, stop, {lines, static_cast<std::size_t>(at - begin), static_cast<std::size_t>(next - begin)}});
        at = next;
    }
    return lines;
}

// Reads every line of the text. Returns how many lines there were.
template <class Parser>
std::uint64_t parse(const Parser& parser, const Text& text, Block& block) {
    block.clear();
    return each_line(text, [&](const Line& line) {
        if (skip_blanks(line.begin, line.end) == line.end) return;
        block.begin(line.most_attributes());
        try {
            parser(line, block);
        } catch (BadLine& bad) {
            const auto column = static_cast<std::size_t>(bad.at - line.begin) + 1;
            block.give_up({0, line.place, column, std::move(bad.message), std::move(bad.hint)});
        }
    });
}

}  // namespace thresher
