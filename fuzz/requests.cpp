// Requests to the label service, of any bytes: lines of questions and labels, and the rows in questions.
#include <charconv>
#include <memory>
#include <optional>

#include "check.hpp"
#include "thresher/text/json.hpp"
#include "thresher/text/plain_row.hpp"
#include "thresher/text/written_json.hpp"
#include "thresher/text/written_label.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

using Attributes = std::vector<std::pair<std::string, double>>;

void require_within(std::string_view part, std::string_view whole) {
    require(part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size(), "a part lies in its line");
}

void check_text(std::string_view text) {
    require(!text.empty() && text.size() <= longest_id, "a text has from one to so many bytes");
    require(is_plainly_utf8(text), "a text is UTF-8");
    for (const char letter : text) require(static_cast<unsigned char>(letter) >= 0x20 && letter != '"' && letter != '\\', "a text is plain");
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

// The row as tables of JSON lines read it; none if they refuse it.
std::optional<Attributes> read_as_table(std::string_view row) {
    static JsonParser parser(std::make_shared<const RowRule>(RowRoles{}));
    static ReadBlock read;
    read.text.assign(row);
    parser(read);
    if (read.block.rows() != 1 || !read.block.troubles().empty()) return std::nullopt;
    Instance instance;
    read.block.read(0, instance);
    Attributes found;
    for (const Feature& feature : instance) found.emplace_back(feature.text(), feature.value);
    return found;
}

// What is written of a value that was read is what was there.
void check_written(const Feature& feature, std::string_view row) {
    const char* const begin = feature.name + feature.length + 2;
    std::string_view number(begin, static_cast<std::size_t>(row.data() + row.size() - begin));
    number = number.substr(0, number.find_first_of(",}"));
    std::string again;
    if (number.find('.') == std::string_view::npos)
        again = std::to_string(static_cast<std::int64_t>(feature.value));
    else
        write_json_number(feature.value, again);
    require(again == number, "a number is written as it was");
}

void check_row(std::string_view row) {
    static PlainRow read;
    static Instance instance;
    if (!read(row, instance)) return;
    require(is_plainly_utf8(row), "a row is UTF-8");
    Attributes found;
    for (const Feature& feature : instance) {
        require_within(feature.text(), row);
        require(feature.length > 0 && feature.value != 0.0 && std::fabs(feature.value) < 1e15, "an attribute has a name and a value");
        require(feature.name[-1] == '"' && feature.name[feature.length] == '"', "a name stands in quotes");
        check_written(feature, row);
        found.emplace_back(feature.text(), feature.value);
    }
    require(read_as_table(row) == found, "a row is what tables have in such a line");
}

void check_question(std::string_view line) {
    WrittenQuestion question;
    if (!read_question(line, question)) return;
    require_within(question.x, line);
    require(question.x.size() >= 2 && question.x.front() == '{' && question.x.back() == '}', "a row stands in braces");
    const std::string x = "\"x\":" + std::string(question.x);
    if (question.id) {
        require_within(*question.id, line);
        check_text(*question.id);
        const std::string id = "\"id\":" + quoted(*question.id);
        require(line == '{' + x + ',' + id + '}' || line == '{' + id + ',' + x + '}', "a question is its parts");
    } else {
        require(line == '{' + x + '}', "a question is its row");
    }
    check_row(question.x);
}

void check_label(std::string_view line) {
    WrittenLabel told;
    if (!read_label(line, told)) return;
    require_within(told.ticket, line);
    require_within(told.label, line);
    check_text(told.ticket);
    require(line == "{\"ticket\":" + quoted(told.ticket) + ",\"label\":" + std::string(told.label) + '}', "a label is its parts");
    if (told.label == "true" || told.label == "false") return;
    if (told.label.front() == '"') {
        require(told.label.size() > 2 && told.label.size() <= longest_label && told.label.back() == '"', "a label stands in quotes");
        check_text(told.label.substr(1, told.label.size() - 2));
        return;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(told.label.data(), told.label.data() + told.label.size(), number);
    require(error == std::errc{} && end == told.label.data() + told.label.size(), "a label is a whole number");
    require(std::to_string(number) == told.label, "a number is written as it was");
}

// Whatever may be an id is read as one, in every place.
void check_as_text(std::string_view text) {
    const bool plain = is_plain_text(text) && is_plainly_utf8(text), fits = plain && !text.empty() && text.size() <= longest_id;
    const std::string first = "{\"id\":" + quoted(text) + ",\"x\":{}}", last = "{\"x\":{},\"id\":" + quoted(text) + '}';
    WrittenQuestion question;
    for (const std::string& line : {first, last}) {
        const bool is_read = read_question(line, question) && question.id == text;
        require(is_read == fits, "an id is any text that fits");
    }
    const std::string told = "{\"ticket\":" + quoted(text) + ",\"label\":1}";
    WrittenLabel label;
    require((read_label(told, label) && label.ticket == text && label.label == "1") == fits, "a ticket is any text that fits");
    const std::string row = "{" + quoted(text) + ":1}";
    PlainRow read;
    Instance instance;
    const bool is_name = read(row, instance) && instance.size() == 1 && instance[0].text() == text;
    require(is_name == (plain && !text.empty()), "a name is any text");
}

void check_number(std::string_view bytes) {
    double number = 0.0;
    if (bytes.size() < sizeof number) return;
    std::memcpy(&number, bytes.data(), sizeof number);
    if (!std::isfinite(number)) return;
    std::string text;
    write_json_number(number, text);
    double again = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), again);
    require(error == std::errc{} && end == text.data() + text.size(), "what is written is a number");
    require(std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(number), "what is written is this number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);  // of its own, so that a byte too far is seen
    for (std::size_t at = 0; at < bytes.size();) {
        const std::string line = bytes.substr(at, bytes.find('\n', at) - at);
        check_question(line);
        check_label(line);
        check_row(line);
        at += line.size() + 1;
    }
    check_as_text(bytes);
    check_number(bytes);
    return 0;
}
