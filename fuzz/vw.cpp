// Vowpal Wabbit's text, with names and with indices; both must tell the same story.
#include <array>

#include "check.hpp"
#include "thresher/text/vw.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

// What the index of an attribute with a name is.
void hash(Example& example, std::uint64_t mask) {
    for (Attribute& attribute : example.attributes) {
        const std::uint64_t index = attribute.named ? vw_index(attribute.name) : attribute.column;
        attribute = {false, index & mask, {}, attribute.value};
    }
    std::sort(example.attributes.begin(), example.attributes.end());
}

void check_indices(const Outcome& names, const Outcome& indices, std::uint64_t mask) {
    auto same = indices.examples.begin();
    for (Example example : names.examples) {
        hash(example, mask);
        while (same != indices.examples.end() && same->line < example.line) ++same;
        require(same != indices.examples.end() && *same == example, "an index is the hash of its name");
    }
    require(indices.examples.size() + indices.refused.size() == names.examples.size() + names.refused.size(),
            "an example with names is an example with indices");
    for (const Example& example : indices.examples)
        for (const Attribute& attribute : example.attributes) require(!attribute.named && attribute.column <= mask, "an index is below 2^bits");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    require(is_utf8(bytes) == is_plainly_utf8(bytes), "UTF-8 is UTF-8");
    const Outcome names = check_parser(VwParser(std::nullopt), bytes);
    const unsigned bits = std::array{18U, 31U, 3U}[size % 3];  // as good as at random, but the same each time
    const Outcome indices = check_parser(VwParser(bits), bytes);
    // A ^ that stands in a name is no border between names.
    if (bytes.find('^') == std::string_view::npos) check_indices(names, indices, (std::uint64_t{1} << bits) - 1);
    require_reads_all(check_parser(VwParser(std::nullopt, true), bytes), names);
    return 0;
}
