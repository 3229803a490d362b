// Questions to the label service as its clients write them, one a line: {"x":{"free":1,"age":31.5},"id":"mail-17"}.
//
//     question -> '{"x":' row [',"id":' text] '}' | '{"id":' text ',"x":' row '}'
//     text     -> '"' one to `longest_id` bytes of UTF-8, none of them a control, a quote or a backslash '"'
//     row      -> '{' anything with its texts in quotes, without a backslash and without a brace outside them '}'
//
// Whatever else JSON has is not read here, and nothing is said of it: others read it. What a row has inside is left to `PlainRow`.
#pragma once

#include <optional>
#include <string_view>

#include "thresher/numeric/utf8.hpp"
#include "thresher/text/written_json.hpp"

namespace thresher {

struct WrittenQuestion {
    std::string_view x;
    std::optional<std::string_view> id;
};

inline constexpr std::size_t longest_id = 512;

namespace written_question {

inline bool skip(std::string_view& rest, std::string_view what) {
    if (!rest.starts_with(what)) return false;
    rest.remove_prefix(what.size());
    return true;
}

inline bool take_row(std::string_view& rest, std::string_view& row) {
    if (rest.empty() || rest.front() != '{') return false;
    bool quoted = false;
    for (std::size_t at = 1; at < rest.size(); ++at) {
        const char letter = rest[at];
        if (letter == '"')
            quoted = !quoted;
        else if (letter == '\\' || (letter == '{' && !quoted))
            return false;
        else if (letter == '}' && !quoted) {
            row = rest.substr(0, at + 1);
            rest.remove_prefix(at + 1);
            return true;
        }
    }
    return false;
}

inline bool take_text(std::string_view& rest, std::optional<std::string_view>& text) {
    if (rest.empty() || rest.front() != '"') return false;
    const std::size_t end = rest.find('"', 1);
    if (end == std::string_view::npos || end == 1 || end - 1 > longest_id) return false;
    text = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return is_plain_text(*text) && is_utf8(*text);
}

}  // namespace written_question

// Whether it could be read; the parts lie in the line.
inline bool read_question(std::string_view line, WrittenQuestion& question) {
    using namespace written_question;
    question.id.reset();
    if (skip(line, R"({"x":)")) {
        if (!take_row(line, question.x)) return false;
        if (skip(line, R"(,"id":)") && !take_text(line, question.id)) return false;
    } else if (!skip(line, R"({"id":)") || !take_text(line, question.id) || !skip(line, R"(,"x":)") || !take_row(line, question.x)) {
        return false;
    }
    return line == "}";
}

}  // namespace thresher
