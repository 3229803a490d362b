// The words of a text (a stand-in: letters and digits of ASCII, everything else a letter).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace thresher {

struct WordOptions {
    bool pairs = false, lower = true, counts = false;
    unsigned characters_from = 0, characters_to = 0;
    bool shape = false;
};

class WordSplitter {
public:
    explicit WordSplitter(WordOptions options = {}) : options_(options) {}

    template <class F>
    void operator()(std::string_view text, F&& give) {
        std::vector<std::pair<std::string, double>> found;
        std::unordered_map<std::string, std::size_t> seen;
        const auto add = [&](const std::string& word) {
            const auto [at, fresh] = seen.emplace(word, found.size());
            if (fresh)
                found.emplace_back(word, 1.0);
            else if (options_.counts)
                found[at->second].second += 1.0;
        };
        std::vector<std::string> words;
        std::string word;
        const auto is_letter = [](char c) {
            return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
        };
        for (std::size_t i = 0; i <= text.size(); ++i) {
            const bool inside =
                i < text.size() && (is_letter(text[i]) || (text[i] == '\'' && !word.empty() && i + 1 < text.size() && is_letter(text[i + 1])));
            if (inside) {
                word += options_.lower && text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] | 0x20) : text[i];
            } else if (!word.empty()) {
                words.push_back(word);
                word.clear();
            }
        }
        for (const std::string& one : words) add(one);
        if (options_.pairs)
            for (std::size_t i = 1; i < words.size(); ++i) add(words[i - 1] + "_" + words[i]);
        for (const auto& [name, value] : found) give(std::string_view(name), value);
    }

private:
    WordOptions options_;
};

}  // namespace thresher
