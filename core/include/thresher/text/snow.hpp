// SNoW:   label, id, id(strength), ... [; candidate, ...] :
//
// The first id is the label, unless it has a strength: then the example has none. Where the targets are named, each of them is
// a label wherever it stands, and no other id is one. One example stands on one line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "thresher/text/line.hpp"

namespace thresher {

// What is known of a file's ids.
struct SnowIds {
    std::vector<std::uint64_t> targets;  // in order; empty: the first id of a line is its label
    std::optional<std::uint64_t> one;    // the label says whether this target is there: 1 or 0
    bool candidates = false;             // targets behind ';', among which the answer is, are kept beside the example
    bool several = false;                // an example may have several labels, or none

    bool is_target(std::uint64_t id) const { return std::ranges::binary_search(targets, id); }
};

class SnowParser {
public:
    SnowParser() = default;
    explicit SnowParser(SnowIds ids) : ids_(std::move(ids)) {}

    void operator()(const Line& line, Block& block) const {
        const char* const end = line.end;
        Labels labels;
        bool there = false;   // the one target that is asked for
        std::string several;  // all targets
        const char* at = skip_blanks(line.begin, end);
        bool first = true;
        while (at == end || (*at != ':' && *at != ';')) {
            const Digits id = read_id(at, end);
            const bool strong = id.end != end && *id.end == '(';
            const Number value = strong ? read_strength(id.end + 1, end) : Number{id.end, 1.0};
            if (!strong && (ids_.targets.empty() ? first : ids_.is_target(id.value))) {
                labels.add(id.value, at);
                there = there || id.value == ids_.one;
                if (ids_.several) several.append(several.empty() ? "" : ",").append(at, id.end);
            } else {
                block.add_column(id.value, value.value);
            }
            at = read_separator(value.end, end);
            first = false;
        }
        Block::Head head;
        head.label = ids_.one ? double(there) : label_of(labels);
        if (ids_.several && labels.second) head.label_text = kept(several, block);
        std::string_view candidates;
        at = read_candidates(at, end, candidates);
        if (ids_.candidates) head.aside = {&candidates, 1};
        if (skip_blanks(at + 1, end) != end)
            throw BadLine{skip_blanks(at + 1, end), "more behind the ':' that ends the example", "write one example on each line"};
        block.end(head, line.place);
    }

private:
    // The targets of a line: the first, and the first other one.
    struct Labels {
        std::optional<std::uint64_t> first;
        std::optional<std::uint64_t> second;
        const char* where = nullptr;  // the second stands

        void add(std::uint64_t id, const char* at) {
            if (!first) first = id;
            if (*first == id || second) return;
            second = id;
            where = at;
        }
    };

    static std::string_view kept(const std::string& text, Block& block) {
        char* const place = block.arena().take(text.size());
        std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }

    double label_of(const Labels& labels) const {
        if (labels.second && ids_.several) return unlabelled;
        if (labels.second)
            throw BadLine{labels.where,
                          "the targets " + std::to_string(*labels.first) + " and " + std::to_string(*labels.second) + " stand on one line",
                          "an example has one label: name one of them by target=, and whether it is there is the label; or learn all by multilabel="};
        return labels.first ? static_cast<double>(*labels.first) : unlabelled;
    }

    static Digits read_id(const char* at, const char* end) {
        const Digits id(at);
        if (id.end == at || at == end) refuse_id(at, end);
        if (id.end - at > 19 || id.value >= column_limit) throw BadLine{at, "the id is 2^62 or more", ""};
        return id;
    }

    // Behind ';' candidates up to the ':', whose place is returned.
    const char* read_candidates(const char* at, const char* end, std::string_view& candidates) const {
        if (*at != ';') return at;
        if (!ids_.candidates)
            throw BadLine{at, "candidate targets behind ';' say among which the answer is, and learning has no use for them",
                          "leave them out; predictions are made among them"};
        const char* const begin = at + 1;
        at = skip_blanks(begin, end);
        if (at != end && *at == ':') throw BadLine{at, "no candidate stands behind ';'", ""};
        while (at == end || *at != ':') at = read_separator(read_id(at, end).end, end);
        candidates = {begin, static_cast<std::size_t>(at - begin)};
        return at;
    }

    static Number read_strength(const char* at, const char* end) {
        Number number = expect_number(at, end, "a strength");
        if (number.end >= end || *number.end != ')') throw BadLine{number.end, "')' was expected behind the strength", ""};
        ++number.end;
        return number;
    }

    static const char* read_separator(const char* at, const char* end) {
        at = skip_blanks(at, end);
        if (at == end) throw BadLine{at, "the example has no ':' at its end", "SNoW examples end with ':' and stand on one line each"};
        if (*at == ':' || *at == ';') return at;
        if (*at != ',') throw BadLine{at, "',' or ':' was expected, not " + quote(at, end), ""};
        return skip_blanks(at + 1, end);
    }

    [[noreturn]] static void refuse_id(const char* at, const char* end) {
        if (at == end) throw BadLine{at, "the example has no ':' at its end", "SNoW examples end with ':' and stand on one line each"};
        throw BadLine{at, "an id (a whole number) was expected, not " + quote(at, end), ""};
    }

    SnowIds ids_;
};

}  // namespace thresher
