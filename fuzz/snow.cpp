// SNoW, and which of its ids were labels.
#include "thresher/text/snow.hpp"

#include <optional>
#include <set>

#include "check.hpp"
#include "thresher/text/snow_labels.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

// Numbers of a line without their strengths.
std::vector<std::string> bare_ids(std::string_view line) {
    std::vector<std::string> ids;
    std::string number;
    bool strength = false;
    for (const char letter : std::string(line) + ' ') {
        if (letter >= '0' && letter <= '9' && !strength) {
            number += letter;
            continue;
        }
        if (!number.empty() && letter != '(') ids.push_back(number);
        if (!number.empty() && letter == '(') ids.emplace_back();  // it has a strength
        number.clear();
        if (letter == '(') strength = true;
        if (letter == ')') strength = false;
    }
    return ids;
}

std::string without_zeros(const std::string& digits) {
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string::npos ? (digits.empty() ? "" : "0") : digits.substr(first);
}

// The first row that has an id of before, or its own, behind its first one.
std::optional<std::size_t> plainly_found(const Block& block, std::string_view text) {
    std::set<std::string> labels;
    for (std::size_t row = 0; row < block.rows(); ++row) {
        if (!std::isnan(block.labels()[row])) labels.insert(std::to_string(static_cast<std::uint64_t>(block.labels()[row])));
        Instance instance;
        block.read(row, instance);
        const std::vector<std::string> ids = bare_ids(text.substr(block.place(row).begin, block.place(row).end - block.place(row).begin));
        for (const Feature& feature : instance)
            for (std::size_t i = 1; i < ids.size(); ++i)
                if (without_zeros(ids[i]) == std::to_string(feature.code) && labels.contains(std::to_string(feature.code))) return row;
    }
    return std::nullopt;
}

void check_labels(std::string_view bytes) {
    Text text;
    Block block;
    text.assign(bytes);
    parse(SnowParser{}, text, block);
    SnowLabels labels;
    const auto found = labels.look(block, [&](std::size_t row) {
        const Place& place = block.place(row);
        return text.view().substr(place.begin, place.end - place.begin);
    });
    const std::optional<std::size_t> plainly = plainly_found(block, text.view());
    require(found.has_value() == plainly.has_value() && (!found || found->row == *plainly), "a label among attributes is found");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const Example& example : check_parser(SnowParser{}, bytes).examples) {
        const auto label = std::bit_cast<double>(example.label);
        require(std::isnan(label) || (label >= 0.0 && label == std::floor(label)), "a label is an id");
        for (const Attribute& attribute : example.attributes) require(!attribute.named, "SNoW has no names");
    }
    check_labels(bytes);
    const SnowIds one{{1, 2, 7}, std::nullopt, false, false}, several{{1, 2, 7}, std::nullopt, false, true};
    require_reads_all(check_parser(SnowParser(several), bytes), check_parser(SnowParser(one), bytes));
    return 0;
}
