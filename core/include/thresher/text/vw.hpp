// Vowpal Wabbit's text format:   [label [importance]] ['tag] |namespace[:weight] feature[:value] ... |...
//
//     line       -> head namespaces
//     head       -> numbers and at most one tag: the last word, if it begins with ' or touches the bar
//     namespace  -> '|' [name[':' weight]] features          no name: a blank behind the bar
//     feature    -> name | name ':' number | name ':' text | ':' number
//
// With bits, attributes are VW's indices: hash(feature, hash(namespace)) below 2^bits, digits standing for themselves.
// Without, they keep their names, namespace^feature, and digits in the nameless namespace are columns.
// Where an example may have several labels they are written label,label,... in place of one.
#pragma once

#include <optional>

#include "thresher/numeric/hash.hpp"
#include "thresher/numeric/utf8.hpp"
#include "thresher/text/line.hpp"
#include "thresher/text/scan.hpp"
#include "thresher/text/several_labels.hpp"

namespace thresher {

class VwParser {
public:
    explicit VwParser(std::optional<unsigned> bits, bool several = false)
        : hashed_(bits.has_value()), several_(several), mask_(bits ? (std::uint64_t{1} << *bits) - 1 : 0) {}

    void operator()(const Line& line, Block& block) const {
        const char* const end = line.end;
        const auto* bar = static_cast<const char*>(std::memchr(line.begin, '|', static_cast<std::size_t>(end - line.begin)));
        if (bar == nullptr) throw BadLine{end, "the line has no '|'", "a line in VW's format looks like this: 1 | price:.23 sqft:.25"};
        const Block::Head head = read_head(line.begin, bar);
        for (const char* at = bar; at < end;) {
            Namespace space = read_namespace(at + 1, end);
            at = read_features(space.end, end, space, block);
        }
        block.end(head, line.place);
    }

private:
    struct Namespace {
        std::string_view name;
        double weight = 1.0;
        std::uint32_t seed = 0;
        std::uint64_t nameless = 0;  // features without a name so far: each is called by its number
        const char* end = nullptr;
    };

    Block::Head read_head(const char* at, const char* bar) const {
        Block::Head head;
        if (bar - at == 2 && at[0] == '1' && at[1] == ' ') {  // by far the most usual ones
            head.label = 1.0;
            return head;
        }
        if (bar - at == 3 && at[0] == '-' && at[1] == '1' && at[2] == ' ') {
            head.label = -1.0;
            return head;
        }
        const char* words[4];
        const char* ends[4];
        std::size_t count = 0;
        for (at = skip_blanks(at, bar); at != bar; at = skip_blanks(at, bar)) {
            if (count == 4) throw BadLine{at, "more than a label, an importance weight and a tag before the '|'", ""};
            words[count] = at;
            while (at != bar && !is_blank(*at)) ++at;
            ends[count++] = at;
        }
        if (count > 0 && (*words[count - 1] == '\'' || ends[count - 1] == bar)) {
            --count;
            const char* tag = words[count] + (*words[count] == '\'');
            head.tag = {tag, static_cast<std::size_t>(ends[count] - tag)};
        }
        if (count > 3) throw BadLine{words[3], "more than a label, an importance weight and a tag before the '|'", ""};
        if (count > 0) read_label(words[0], ends[0], head);
        if (count > 1) head.weight = expect_weight(read_word(words[1], ends[1], "an importance weight"), words[1]);
        if (count > 2 && read_word(words[2], ends[2], "an initial prediction") != 0.0)
            throw BadLine{words[2], "an initial prediction, which Thresher has none of", "give the label and the importance weight alone"};
        return head;
    }

    void read_label(const char* at, const char* end, Block::Head& head) const {
        if (several_ && std::memchr(at, ',', static_cast<std::size_t>(end - at)) != nullptr) {
            if (read_labels(at, end, head) != end) throw BadLine{at, "labels were expected, not " + quote(at, end), ""};
            return;
        }
        head.label = read_word(at, end, "a label");
    }

    static double read_word(const char* at, const char* end, const char* what) {
        const Number number = expect_number(at, end, what);
        if (number.end != end)
            throw BadLine{at, std::string(what) + " was expected, not " + quote(at, end), "a tag begins with ' or touches the '|'"};
        return number.value;
    }

    static bool ends_name(char c) { return c == ' ' || c == ':' || c == '|' || c == '\t'; }

    Namespace read_namespace(const char* at, const char* end) const {
        Namespace space;
        const char* stop = at;
        while (stop != end && !ends_name(*stop)) ++stop;
        space.name = {at, static_cast<std::size_t>(stop - at)};
        if (space.name.size() > longest_namespace) throw BadLine{at, "the name of the namespace is longer than 255 bytes", ""};
        if (!space.name.empty()) space.seed = vw_hash(space.name, 0);
        if (stop != end && *stop == ':') {
            if (space.name.empty()) throw BadLine{stop, "a weight for a namespace without a name", ""};
            const Number weight = expect_number(stop + 1, end, "a number, the namespace's weight,");
            space.weight = weight.value;
            stop = weight.end;
            expect_end(stop, end);
        }
        space.end = stop;
        return space;
    }

    // Up to the next bar or the end.
    const char* read_features(const char* at, const char* end, Namespace& space, Block& block) const {
        at = skip_blanks(at, end);
        if (space.weight == 1.0) at = scan(at, end, space, block);
        for (;;) {
            while (is_blank(*at) && at != end) ++at;
            if (at >= end || *at == '|') return at;
            at = read_feature(at, end, space, block);
        }
    }

    const char* scan(const char* at, const char* end, const Namespace& space, Block& block) const {
        if (hashed_)
            return scan_usual<true>(at, end, block, [mask = mask_, seed = space.seed](std::uint64_t number) { return (number + seed) & mask; });
        if (!space.name.empty()) return at;
        return scan_usual<true>(at, end, block, [](std::uint64_t number) { return number; });
    }

    const char* read_feature(const char* at, const char* end, Namespace& space, Block& block) const {
        const std::uint64_t bytes = load<std::uint64_t>(at);
        const unsigned count = leading_digits(bytes);
        // The usual case: a short number, alone or with a value.
        if (count > 0 && count < 8 && (hashed_ || space.name.empty())) {
            const char* stop = at + count;
            const std::uint64_t number = value_of_digits(bytes, count);
            const std::uint64_t column = hashed_ ? (number + space.seed) & mask_ : number;
            if (is_blank(*stop) || stop >= end) {
                block.add_column(column, space.weight);
                return stop;
            }
            if (*stop == ':' && number_detail::is_digit(stop[1])) {
                const Number value = read_number(stop + 1, end);
                const double product = value.value * space.weight;
                if (value.fault == Number::Fault::none && (value.end >= end || is_blank(*value.end)) && std::fabs(product) <= size_limit) {
                    block.add_column(column, product);
                    return value.end;
                }
            }
        }
        return read_any_feature(at, end, space, block);
    }

    const char* read_any_feature(const char* at, const char* end, Namespace& space, Block& block) const {
        const char* stop = at;
        while (stop != end && !ends_name(*stop)) ++stop;
        const std::string_view name{at, static_cast<std::size_t>(stop - at)};
        if (stop == end || *stop != ':') {
            add(name, space.weight, space, block, at);
            return stop;
        }
        const char* value = stop + 1;
        if (value == end || is_blank(*value)) throw BadLine{value, "a value was expected behind ':'", "leave the ':' out for the value 1"};
        if (is_text(value, end)) return read_text_value(name, value, end, space, block);
        const Number number = expect_number(value, end, "a number");
        expect_end(number.end, end);
        const double product = number.value * space.weight;
        if (!(std::fabs(product) <= size_limit)) throw BadLine{value, "the value times the namespace's weight is larger than 1e150", ""};
        if (name.empty())
            add(std::to_string(space.nameless++), product, space, block, at);
        else
            add(name, product, space, block, at);
        return number.end;
    }

    // A text that can't be a number is part of the name, as in VW: colour:red.
    const char* read_text_value(std::string_view name, const char* value, const char* end, const Namespace& space, Block& block) const {
        const char* stop = value;
        while (stop != end && !is_blank(*stop)) ++stop;
        const std::string_view text{value, static_cast<std::size_t>(stop - value)};
        if (hashed_)
            block.add_column(vw_hash(text, vw_hash(name, space.seed)) & mask_, space.weight);
        else
            add_name({space.name, name, text}, space.weight, block, value);
        return stop;
    }

    static bool is_text(const char* at, const char* end) {
        const char c = *at;
        if ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.') return false;
        const char* stop = at;
        while (stop != end && !ends_name(*stop)) ++stop;
        const auto is = [&](const char* word) {
            return std::strlen(word) == static_cast<std::size_t>(stop - at) && number_detail::starts_with_word(at, stop, word);
        };
        return !is("nan") && !is("inf") && !is("infinity");
    }

    static bool is_number(std::string_view name) {
        for (char c : name)
            if (!number_detail::is_digit(c)) return false;
        return !name.empty();
    }

    void add(std::string_view name, double value, const Namespace& space, Block& block, const char* at) const {
        if (hashed_) return block.add_column(vw_hash(name, space.seed) & mask_, value);
        if (!space.name.empty() || !is_number(name)) return add_name({space.name, name, {}}, value, block, at);
        while (name.size() > 1 && name.front() == '0') name.remove_prefix(1);
        std::uint64_t column = column_limit;
        if (name.size() <= 19) std::from_chars(name.data(), name.data() + name.size(), column);
        if (column >= column_limit) throw BadLine{at, "the column is 2^62 or more", "hash the names: bits=, or give it a namespace"};
        block.add_column(column, value);
    }

    // namespace^feature^text, as far as there are such parts.
    struct Parts {
        std::string_view space, name, text;
    };

    static void add_name(const Parts& parts, double value, Block& block, const char* at) {
        if (parts.space.empty() && parts.text.data() == nullptr) {
            expect_utf8(parts.name, at);
            return block.add_name(parts.name, value);
        }
        const std::size_t space = parts.space.empty() ? 0 : parts.space.size() + 1;
        const std::size_t text = parts.text.data() == nullptr ? 0 : parts.text.size() + 1;
        const std::size_t size = space + parts.name.size() + text;
        char* const whole = block.arena().take(size);
        char* next = whole;
        const auto put = [&](std::string_view piece) { next = static_cast<char*>(std::memcpy(next, piece.data(), piece.size())) + piece.size(); };
        if (space > 0) put(parts.space), *next++ = '^';
        put(parts.name);
        if (text > 0) *next++ = '^', put(parts.text);
        expect_utf8({whole, size}, at);
        block.add_name({whole, size}, value);
    }

    static void expect_utf8(std::string_view name, const char* at) {
        if (!is_utf8(name)) throw BadLine{at, "the name is not UTF-8", "convert the file to UTF-8, or hash the names: bits="};
    }

    static void expect_end(const char* at, const char* end) {
        if (at >= end || is_blank(*at) || *at == '|') return;
        throw BadLine{at, "a space was expected behind the number, not " + quote(at, end), ""};
    }

    static constexpr std::size_t longest_namespace = 255;
    bool hashed_;
    bool several_;
    std::uint64_t mask_;
};

}  // namespace thresher
