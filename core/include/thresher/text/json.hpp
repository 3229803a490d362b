// JSON lines (RFC 8259, one object a line): members -> the row's writer.
//
//     object  -> '{' [string ':' value {',' string ':' value}] '}'
//     value   -> string | number | true | false | null | NaN | object | list
//
// NaN is no JSON, but what Python's and pandas' writers make of a missing value: it is read as null. What JSON leaves open is
// refused: a name given twice in one object, Infinity, halves of surrogate pairs.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/writer.hpp"
#include "thresher/text/json_string.hpp"
#include "thresher/text/read_block.hpp"

namespace thresher {

// One a thread: it remembers what columns and categories are called.
class JsonParser {
public:
    explicit JsonParser(std::shared_ptr<const RowRule> rule) : rule_(std::move(rule)), writer_(*rule_) {}

    // Reads every line of the text. Returns how many there were.
    std::uint64_t operator()(ReadBlock& read) {
        Block& block = read.block;
        block.clear();
        writer_.open({block.list(), block.arena(), true, read.is_early()});
        if (read.skipped > 0) return refuse_long_row(read);
        all_utf8_ = is_utf8(read.text.view());
        const std::uint64_t lines = each_line(read.text, [&](const Line& line) { read_line(line, block); });
        block.set_column_counts(writer_.counts());
        return lines;
    }

private:
    static constexpr unsigned deepest_value = 500;
    static constexpr std::size_t most_digits = 4300;

    struct JsonNumber {
        const char* end;
        double value;
        bool whole;
    };

    void read_line(const Line& line, Block& block) {
        end_ = line.end;
        const char* at = skip(line.begin);
        if (at == end_) return;
        block.begin_row();
        writer_.begin();
        member_ = nullptr;
        try {
            if (!all_utf8_) check_utf8(line);
            read_whole(at);
            member_ = nullptr;
            block.end_row(writer_.end(), line.place);
        } catch (CellRefusal& refusal) {
            refuse(block, line, {member_ == nullptr ? line.begin : member_, std::move(refusal.message), std::move(refusal.hint)});
        } catch (BadLine& bad) {
            refuse(block, line, std::move(bad));
        }
    }

    static void check_utf8(const Line& line) {
        const std::string_view text(line.begin, static_cast<std::size_t>(line.end - line.begin));
        if (!is_utf8(text)) throw not_utf8(text);
    }

    void refuse(Block& block, const Line& line, BadLine bad) {
        writer_.give_up();
        const char* const first = skip(line.begin);
        // An array, or an object that goes on in the next line.
        if (bad.hint.empty() && (bad.at >= end_ || *first == '[')) bad.hint = "write one object a line (jq -c '.[]' takes an array apart)";
        const bool bytes = bad.hint == "save the file as UTF-8";
        const std::size_t column = bytes ? static_cast<std::size_t>(bad.at - line.begin) + 1 : character_column(line.begin, bad.at);
        block.give_up({0, line.place, column, std::move(bad.message), std::move(bad.hint)});
    }

    void read_whole(const char* at) {
        if (*at != '{') {
            const char* const behind = skip(skip_value(at, 1));
            if (behind != end_) refuse_rest(behind);
            throw BadLine{at, "the line is not an object", "write one object a line: {\"label\": 1, \"age\": 35}"};
        }
        at = skip(read_object(at, "", 1));
        if (at != end_) refuse_rest(at);
    }

    // From '{' to behind '}'. Names of members stand behind the prefix.
    const char* read_object(const char* at, const std::string& prefix, unsigned depth) {
        const std::uint64_t object = ++objects_;
        at = skip(at + 1);
        if (at < end_ && *at == '}') return at + 1;
        for (;;) {
            if (at >= end_ || *at != '"') throw BadLine{at, "not JSON: expecting property name enclosed in double quotes", ""};
            const char* const key = at;
            JsonString name = strings_.read(at, end_);
            if (name.text.empty()) throw BadLine{key, "a member has an empty name", "every member needs a name"};
            const RowWriter::Column column = prefix.empty() ? writer_.column(name.text) : writer_.column(full_name(prefix, name.text));
            if (!writer_.first_in(column, object, depth > 1))
                throw BadLine{key, "the name " + shown(name.text) + " is given twice in one object", "rename one of the two"};
            at = name.end;
            if (at >= end_ || *at != ':') at = skip(at);
            if (at >= end_ || *at != ':') throw BadLine{at, "not JSON: expecting ':' delimiter", ""};
            member_ = key;
            at = skip(read_value(skip(at + 1), column, depth));
            if (at < end_ && *at == '}') return at + 1;
            if (at >= end_ || *at != ',') throw BadLine{at, "not JSON: expecting ',' delimiter", ""};
            at = skip(at + 1);
        }
    }

    std::string_view full_name(const std::string& prefix, std::string_view name) {
        name_.assign(prefix);
        name_.append(name);
        return name_;
    }

    const char* read_value(const char* at, RowWriter::Column column, unsigned depth) {
        if (at >= end_) throw BadLine{at, "not JSON: expecting value", ""};
        if (*at == '"') {
            const JsonString text = strings_.read(at, end_);
            writer_.text(column, text.text);
            return text.end;
        }
        if (number_detail::is_digit(*at) || *at == '-') {
            const JsonNumber number = read_json_number(at);
            if (std::isinf(number.value) && writer_.role(column) == Role::none)
                throw cell_refusals::too_large_in(writer_.name(column), std::string(at, number.end));
            if (writer_.role(column) == Role::none)
                writer_.number(column, number.value);
            else
                writer_.number(column, number.value, text_of(at, number));
            return number.end;
        }
        if (*at == '{') return read_inner(at, column, depth);
        if (*at == '[') return read_list(at, column, depth);
        if (*at == 't' || *at == 'f') {
            const char* const stop = word_end(at, *at == 't' ? "true" : "false");
            writer_.truth(column, *at == 't');
            return stop;
        }
        const char* const stop = missing_end(at);
        writer_.missing(column);
        return stop;
    }

    const char* read_inner(const char* at, RowWriter::Column column, unsigned depth) {
        if (!writer_.enter_object(column)) return skip_value(at, depth);
        if (depth == deepest_object) throw CellRefusal{"objects stand within objects more than 8 deep", "", ""};
        const std::string name(writer_.name(column));
        return read_object(at, depth == 1 && name == "features" ? std::string() : name + ".", depth + 1);
    }

    const char* read_list(const char* at, RowWriter::Column column, unsigned depth) {
        if (!writer_.begin_list(column)) return skip_value(at, depth);
        at = skip(at + 1);
        if (at < end_ && *at == ']') return at + 1;
        for (;;) {
            at = skip(read_item(at, column));
            if (at < end_ && *at == ']') break;
            if (at >= end_ || *at != ',') throw BadLine{at, "not JSON: expecting ',' delimiter", ""};
            at = skip(at + 1);
        }
        writer_.end_list(column);
        return at + 1;
    }

    const char* read_item(const char* at, RowWriter::Column column) {
        if (at >= end_) throw BadLine{at, "not JSON: expecting value", ""};
        if (*at == '"') {
            const JsonString text = strings_.read(at, end_);
            writer_.item(column, text.text);
            return text.end;
        }
        if (*at == '{') writer_.refuse_item(column, "an object");
        if (*at == '[') writer_.refuse_item(column, "a list");
        if (number_detail::is_digit(*at) || *at == '-') {
            const JsonNumber number = read_json_number(at);
            writer_.item(column, number.value, text_of(at, number));
            return number.end;
        }
        if (*at == 't' || *at == 'f') {
            const char* const stop = word_end(at, *at == 't' ? "true" : "false");
            writer_.item_truth(column, *at == 't');
            return stop;
        }
        return missing_end(at);
    }

    // Over a value of which nothing is wanted.
    const char* skip_value(const char* at, unsigned depth) {
        if (at >= end_) throw BadLine{at, "not JSON: expecting value", ""};
        if (depth > deepest_value) throw BadLine{at, "lists or objects stand within each other too deeply", ""};
        if (*at == '"') return strings_.read(at, end_).end;
        if (number_detail::is_digit(*at) || *at == '-') return read_json_number(at).end;
        if (*at == '[' || *at == '{') return skip_members(at, depth);
        if (*at == 't' || *at == 'f') return word_end(at, *at == 't' ? "true" : "false");
        return missing_end(at);
    }

    const char* skip_members(const char* at, unsigned depth) {
        const bool object = *at == '{';
        const char close = object ? '}' : ']';
        at = skip(at + 1);
        if (at < end_ && *at == close) return at + 1;
        for (;;) {
            if (object) {
                if (at >= end_ || *at != '"') throw BadLine{at, "not JSON: expecting property name enclosed in double quotes", ""};
                at = skip(strings_.read(at, end_).end);
                if (at >= end_ || *at != ':') throw BadLine{at, "not JSON: expecting ':' delimiter", ""};
                at = skip(at + 1);
            }
            at = skip(skip_value(at, depth + 1));
            if (at < end_ && *at == close) return at + 1;
            if (at >= end_ || *at != ',') throw BadLine{at, "not JSON: expecting ',' delimiter", ""};
            at = skip(at + 1);
        }
    }

    // As RFC 8259 writes them: what follows is looked at by the caller.
    JsonNumber read_json_number(const char* at) const {
        const char* stop = at + (*at == '-');
        if (stop >= end_ || !number_detail::is_digit(*stop)) {
            if (stop > at && stop < end_ && *stop == 'I') refuse_constant(at, "-Infinity");
            throw BadLine{at, "not JSON: expecting value", ""};
        }
        const char* const digits = stop;
        stop = *stop == '0' ? stop + 1 : Digits(stop).end;
        bool whole = true;
        if (*stop == '.' && number_detail::is_digit(stop[1])) {
            whole = false;
            stop = Digits(stop + 1).end;
        }
        if ((*stop | 0x20) == 'e') {
            const char* const power = stop + 1 + (stop[1] == '-' || stop[1] == '+');
            if (number_detail::is_digit(*power)) {
                whole = false;
                stop = Digits(power).end;
            }
        }
        if (whole && static_cast<std::size_t>(stop - digits) > most_digits) throw BadLine{at, "a whole number has too many digits", ""};
        const Number number = read_number(at, stop);
        return {stop, number.fault == Number::Fault::none ? number.value : *at == '-' ? -HUGE_VAL : HUGE_VAL, whole};
    }

    // A number as the text it is where it counts as one: whole numbers by their digits, others as Python writes them.
    std::string_view text_of(const char* at, const JsonNumber& number) {
        if (!number.whole) {
            number_text_ = std::isinf(number.value) ? std::string(at, number.end) : written(number.value);
            return number_text_;
        }
        if (number.value == 0.0) return "0";
        return {at, static_cast<std::size_t>(number.end - at)};
    }

    const char* missing_end(const char* at) const { return word_end(at, at < end_ && *at == 'N' ? "NaN" : "null"); }

    const char* word_end(const char* at, std::string_view word) const {
        if (begins_with(at, word)) return at + word.size();
        if (begins_with(at, "Infinity")) refuse_constant(at, "Infinity");
        throw BadLine{at, "not JSON: expecting value", ""};
    }

    bool begins_with(const char* at, std::string_view word) const {
        return static_cast<std::size_t>(end_ - at) >= word.size() && std::memcmp(at, word.data(), word.size()) == 0;
    }

    [[noreturn]] static void refuse_constant(const char* at, std::string_view constant) {
        throw BadLine{at, std::string(constant) + " is not JSON; values are finite numbers", "write null where a value is missing"};
    }
    [[noreturn]] static void refuse_rest(const char* at) { throw BadLine{at, "not JSON: more follows the object", "write one object a line"}; }

    [[gnu::always_inline]] const char* skip(const char* at) const {
        while (at < end_ && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
        return at;
    }

    std::shared_ptr<const RowRule> rule_;
    RowWriter writer_;
    JsonStrings strings_;
    std::string name_;
    std::string number_text_;
    const char* end_ = nullptr;     // of the line
    const char* member_ = nullptr;  // that is looked at
    std::uint64_t objects_ = 0;
    bool all_utf8_ = true;
};

}  // namespace thresher
