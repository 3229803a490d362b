// The words of a text, of any bytes: the first byte says which settings.
#include "thresher/text/words.hpp"

#include <set>

#include "check.hpp"

using namespace thresher;
using namespace thresher::fuzz;

namespace {

using Found = std::vector<std::pair<std::string, double>>;

Found found_in(WordSplitter& split, std::string_view text) {
    Found found;
    split(text, [&](std::string_view name, double value) { found.emplace_back(name, value); });
    return found;
}

WordOptions options_of(unsigned bits) {
    WordOptions options;
    options.pairs = (bits & 1) != 0;
    options.lower = (bits & 2) != 0;
    options.counts = (bits & 4) != 0;
    options.shape = (bits & 8) != 0;
    options.characters_from = bits >> 4 & 3;
    options.characters_to = options.characters_from == 0 ? 0 : options.characters_from + (bits >> 6);
    return options;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >> 6 != 2; }));
}

void check_names(const Found& found, const WordOptions& options) {
    std::set<std::string> seen;
    for (const auto& [name, value] : found) {
        require(!name.empty() && is_plainly_utf8(name), "a name is UTF-8, and not empty");
        require(seen.insert(name).second, "an attribute is given once");
        require(value >= 1.0 && value == std::floor(value) && (options.counts || value == 1.0), "a value is a count, or 1");
        if (name[0] == '_') require(options.shape && name.find('=') != std::string::npos, "only shapes begin with _");
        if (name[0] != '#') continue;
        const std::size_t size = characters(name) - 1;
        require(size >= options.characters_from && size <= options.characters_to, "a run has as many characters as it should");
    }
}

// Words as ASCII has them, plainly.
std::vector<std::string> plain_ascii_words(std::string_view text) {
    const auto is_letter = [&](std::size_t i) { return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0; };
    std::vector<std::string> words;
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (is_letter(i) || (!word.empty() && i < text.size() && text[i] == '\'' && is_letter(i + 1))) {
            word.push_back(text[i]);
            continue;
        }
        const std::string kept = word.substr(0, WordSplitter::longest);
        if (!kept.empty() && std::find(words.begin(), words.end(), kept) == words.end()) words.push_back(kept);
        word.clear();
    }
    return words;
}

void check_plain_words(std::string_view text) {
    WordOptions options;
    options.lower = false;
    WordSplitter split(options), again(options);
    const Found found = found_in(split, text);
    for (const auto& [word, value] : found) {
        require(word.find('_') == std::string::npos && word[0] != '#', "a word is no pair, no run and no shape");
        if (characters(word) < WordSplitter::longest) require(found_in(again, word) == Found{{word, 1.0}}, "a word is its own only word");
    }
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 128; })) return;
    const std::vector<std::string> plain = plain_ascii_words(text);
    require(plain.size() == found.size(), "ASCII has the words that it plainly has");
    for (std::size_t i = 0; i < plain.size(); ++i) require(plain[i] == found[i].first, "ASCII's words are in their order");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);  // of its own, so that a byte too far is seen
    const WordOptions options = options_of(data[0]);
    WordSplitter split(options);
    const Found found = found_in(split, text);
    check_names(found, options);
    found_in(split, "Other words, before it: Σ_!");
    require(found_in(split, text) == found, "a text has the same words whatever came before it");
    check_plain_words(text);
    return 0;
}
