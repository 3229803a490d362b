// svmlight and libsvm:   label [qid:number] index:value ... [# comment]
//
// Where an example may have several labels they stand in front, label,label,...; a line that begins with an attribute has none.
#pragma once

#include "thresher/text/line.hpp"
#include "thresher/text/scan.hpp"
#include "thresher/text/several_labels.hpp"

namespace thresher {

struct SvmlightParser {
    std::uint64_t first_column = 0;  // what the file calls the first column: 0, or 1
    bool several = false;            // an example may have several labels, or none

    void operator()(const Line& line, Block& block) const {
        const char* const end = line.end;
        const char* at = skip_blanks(line.begin, end);
        if (*at == '#') return;
        Block::Head head;
        at = several ? read_any_labels(at, end, head) : read_label(at, end, head);
        at = skip_blanks(at, end);
        if (end - at > 4 && std::memcmp(at, "qid:", 4) == 0) at = read_query(at, end);
        at = skip_blanks(at, end);
        at = scan_usual<false>(at, end, block, [first = first_column](std::uint64_t index) { return index - first; });
        for (;;) {
            while (is_blank(*at) && at != end) ++at;
            if (at >= end || *at == '#') break;
            at = read_attribute(at, end, block);
        }
        block.end(head, line.place);
    }

private:
    static const char* read_label(const char* at, const char* end, Block::Head& head) {
        const Number label = expect_number(at, end, "a label");
        head.label = label.value;
        if (label.end != end && *label.end == ',')
            throw BadLine{label.end, "an example with several labels", "say that an example may have several: multilabel=; or keep one of them"};
        if (label.end != end && *label.end == ':') throw BadLine{at, "the line has no label", "svmlight lines begin with the label: 1 17:1 42:0.5"};
        expect_blank(label.end, end, "the label");
        return label.end;
    }

    static const char* read_any_labels(const char* at, const char* end, Block::Head& head) {
        const Digits index(at);
        if (index.end != at && *index.end == ':') return at;  // an attribute
        at = read_labels(at, end, head);
        expect_blank(at, end, "the labels");
        return at;
    }

    // Queries are for ranking; the number is read over.
    static const char* read_query(const char* at, const char* end) {
        const Digits query(at + 4);
        if (query.end == at + 4) throw BadLine{at + 4, "a whole number was expected behind qid:, not " + quote(at + 4, end), ""};
        expect_blank(query.end, end, "the query");
        return query.end;
    }

    [[gnu::always_inline]] const char* read_attribute(const char* at, const char* end, Block& block) const {
        const Digits index(at);
        if (index.end == at || *index.end != ':' || index.end - at > 19) [[unlikely]]
            refuse_index(at, index.end, end);
        const char* value = index.end + 1;
        if (index.value < first_column) [[unlikely]]
            throw BadLine{at, "column 0 in a file whose columns begin with 1", "leave first_column=1 out if the first column is 0"};
        const std::uint64_t column = index.value - first_column;
        if (index.value >= column_limit) [[unlikely]]
            throw BadLine{at, "the column is 2^62 or more", ""};
        if (*value == '1' && (is_blank(value[1]) || value + 1 == end)) {  // the usual case in binary data
            block.add_column(column);
            return value + 1;
        }
        const Number number = expect_number(value, end, "a number");
        expect_blank(number.end, end, "the value");
        block.add_column(column, number.value);
        return number.end;
    }

    static void expect_blank(const char* at, const char* end, const char* what) {
        if (at >= end || is_blank(*at) || *at == '#') return;
        throw BadLine{at, "a space was expected behind " + std::string(what) + ", not " + quote(at, end), ""};
    }

    [[noreturn, gnu::noinline]] static void refuse_index(const char* at, const char* digits_end, const char* end) {
        if (*at == '-') throw BadLine{at, "a column can't be negative: " + quote(at, end), ""};
        if (digits_end == at)
            throw BadLine{at, "index:value was expected, not " + quote(at, end), "for attributes with names use VW's format, CSV or JSON lines"};
        if (digits_end - at > 19 && *digits_end == ':') throw BadLine{at, "the column is 2^62 or more", ""};
        throw BadLine{digits_end, "':' and a value were expected behind the column", "an attribute is written index:value, 17:1 for instance"};
    }
};

}  // namespace thresher
