// Where in its line an attribute stands that a learner refuses.
//
// Examples carry no positions, because good ones never need them: the line is cut shorter until the learner no longer
// minds, and the last word that was cut off is the one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thresher/learner.hpp"
#include "thresher/text/line_parsers.hpp"

namespace thresher {

// Whether the learner would refuse the example that this text is.
template <BinaryLearner L>
bool refuses(const L& learner, const LineParser& parser, const std::string& line) {
    Text text;
    text.assign(line);
    Block block;
    std::visit([&](const auto& parse_line) { parse(parse_line, text, block); }, parser);
    if (block.rows() != 1) return false;
    Instance instance;
    block.read(0, instance);
    if (!learner.intake().bits) Canonicaliser{}(instance, Repeats::add_up);
    try {
        Scratch scratch;
        prepare(learner, instance, scratch);
    } catch (const InputError&) {
        return true;
    }
    return false;
}

// The column, from 1, of the word that the learner refuses; of the first word if it is none in particular.
template <BinaryLearner L>
std::size_t locate_refusal(const L& learner, const LineParser& parser, std::string_view line) {
    const char* const ending = std::holds_alternative<SnowParser>(parser) ? ":" : "";
    std::vector<std::size_t> begins, ends;  // of words
    for (std::size_t at = 0; at < line.size(); ++at) {
        const bool word = static_cast<unsigned char>(line[at]) > ' ';
        if (word && (at == 0 || static_cast<unsigned char>(line[at - 1]) <= ' ')) begins.push_back(at);
        if (word && (at + 1 == line.size() || static_cast<unsigned char>(line[at + 1]) <= ' ')) ends.push_back(at + 1);
    }
    std::size_t fine = 0, refused = ends.size();  // so many words are fine, so many are refused
    while (refused > fine + 1) {
        const std::size_t middle = fine + (refused - fine) / 2;
        std::string start(line.substr(0, ends[middle - 1]));
        if (*ending != '\0' && start.back() == ',') start.pop_back();
        if (*ending == '\0' || start.back() != ':') start += ending;
        (refuses(learner, parser, start) ? refused : fine) = middle;
    }
    return refused == 0 || refused > begins.size() ? 1 : begins[refused - 1] + 1;
}

}  // namespace thresher
