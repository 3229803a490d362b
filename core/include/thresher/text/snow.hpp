// SNoW:   label, id, id(strength), ... :
//
// The first id is the label, unless it has a strength: then the example has none. One example stands on one line.
#pragma once

#include "thresher/text/line.hpp"

namespace thresher {

struct SnowParser {
    void operator()(const Line& line, Block& block) const {
        const char* const end = line.end;
        Block::Head head;
        const char* at = skip_blanks(line.begin, end);
        bool first = true;
        while (*at != ':' || at == end) {
            const Digits id(at);
            if (id.end == at || at == end) refuse_id(at, end);
            if (id.end - at > 19 || id.value >= column_limit) throw BadLine{at, "the id is 2^62 or more", ""};
            const bool strong = id.end != end && *id.end == '(';
            const Number value = strong ? read_strength(id.end + 1, end) : Number{id.end, 1.0};
            if (first && !strong)
                head.label = static_cast<double>(id.value);
            else
                block.add_column(id.value, value.value);
            at = read_separator(value.end, end);
            first = false;
        }
        if (skip_blanks(at + 1, end) != end)
            throw BadLine{skip_blanks(at + 1, end), "more behind the ':' that ends the example", "write one example on each line"};
        block.end(head, line.place);
    }

private:
    static Number read_strength(const char* at, const char* end) {
        Number number = expect_number(at, end, "a strength");
        if (number.end >= end || *number.end != ')') throw BadLine{number.end, "')' was expected behind the strength", ""};
        ++number.end;
        return number;
    }

    static const char* read_separator(const char* at, const char* end) {
        at = skip_blanks(at, end);
        if (at == end) throw BadLine{at, "the example has no ':' at its end", "SNoW examples end with ':' and stand on one line each"};
        if (*at == ':') return at;
        if (*at != ',') throw BadLine{at, "',' or ':' was expected, not " + quote(at, end), ""};
        return skip_blanks(at + 1, end);
    }

    [[noreturn]] static void refuse_id(const char* at, const char* end) {
        if (at == end) throw BadLine{at, "the example has no ':' at its end", "SNoW examples end with ':' and stand on one line each"};
        throw BadLine{at, "an id (a whole number) was expected, not " + quote(at, end), ""};
    }
};

}  // namespace thresher
