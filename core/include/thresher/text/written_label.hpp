// Labels told to the label service as its clients write them, one a line: {"ticket":"mail-17","label":"spam"}.
//
//     told  -> '{"ticket":' text ',"label":' label '}'
//     label -> text | 'true' | 'false' | ['-'] one to `most_digits` digits, the first of which is no 0 unless it is all of them
//
// text as in written_question.hpp, a label's of at most `longest_label` bytes. Whatever else JSON has, a weight for instance, is left to others.
#pragma once

#include <optional>
#include <string_view>

#include "thresher/text/written_question.hpp"

namespace thresher {

struct WrittenLabel {
    std::string_view ticket;
    std::string_view label;  // as it is written
};

inline constexpr std::size_t longest_label = 64;
inline constexpr std::size_t most_digits = 15;

namespace written_label {

inline bool is_whole(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.empty() || text.size() > most_digits || (text.front() == '0' && text.size() > 1)) return false;
    for (const char letter : text)
        if (letter < '0' || letter > '9') return false;
    return true;
}

inline bool is_label(std::string_view text) {
    if (text == "true" || text == "false") return true;
    if (!text.starts_with('"')) return text != "-0" && is_whole(text);
    std::optional<std::string_view> inside;
    return text.size() <= longest_label && written_question::take_text(text, inside) && text.empty();
}

}  // namespace written_label

// Whether it could be read; the parts lie in the line.
inline bool read_label(std::string_view line, WrittenLabel& told) {
    using namespace written_question;
    std::optional<std::string_view> ticket;
    if (!skip(line, R"({"ticket":)") || !take_text(line, ticket) || !skip(line, R"(,"label":)") || !line.ends_with('}')) return false;
    line.remove_suffix(1);
    told = {*ticket, line};
    return written_label::is_label(line);
}

}  // namespace thresher
