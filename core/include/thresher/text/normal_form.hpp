// Unicode's normal form C of a few characters: a letter with an accent is one character, however it was written (UAX 15).
#pragma once

#include <utility>
#include <vector>

#include "thresher/text/unicode.hpp"

namespace thresher {

class NormalForm {
public:
    // Writes UTF-8 in normal form over itself, from `begin` to the end of the text.
    void operator()(std::string& text, std::size_t begin) {
        read(text, begin);
        if (is_normal()) return;
        put_marks_in_order();
        compose();
        text.resize(begin);
        for (const char32_t code : codes_) append_character(text, code);
    }

private:
    // Hangul's syllables are arithmetic: a leading consonant, a vowel, perhaps a tail.
    static constexpr char32_t syllables = 0xac00, leads = 0x1100, vowels = 0x1161, tails = 0x11a7;
    static constexpr char32_t lead_count = 19, vowel_count = 21, tail_count = 28;

    static unsigned combining(char32_t code) { return unicode_record(code).combining; }

    void read(const std::string& text, std::size_t begin) {
        given_.clear();
        const char* const end = text.data() + text.size();
        for (const char* at = text.data() + begin; at < end;) {
            const Character next = read_character(at, end);
            given_.push_back(next.code);
            at += next.size;
        }
    }

    bool is_normal() const {
        unsigned before = 0;
        for (const char32_t code : given_) {
            const UnicodeRecord& record = unicode_record(code);
            if ((record.flags & is_unsettled) != 0 || (record.combining != 0 && record.combining < before)) return false;
            before = record.combining;
        }
        return true;
    }

    void put_marks_in_order() {
        codes_.clear();
        for (const char32_t code : given_) decompose(code);
        const auto is_starter = [](char32_t code) { return combining(code) == 0; };
        for (auto at = codes_.begin(); at != codes_.end();) {
            const auto first = std::find_if_not(at, codes_.end(), is_starter);
            at = std::find_if(first, codes_.end(), is_starter);
            std::stable_sort(first, at, [](char32_t one, char32_t two) { return combining(one) < combining(two); });
        }
    }

    void decompose(char32_t code) {
        const char32_t syllable = code - syllables;
        if (code >= syllables && syllable < lead_count * vowel_count * tail_count) {
            codes_.push_back(leads + syllable / (vowel_count * tail_count));
            codes_.push_back(vowels + syllable % (vowel_count * tail_count) / tail_count);
            if (syllable % tail_count != 0) codes_.push_back(tails + syllable % tail_count);
            return;
        }
        const auto* found = std::lower_bound(std::begin(decompositions), std::end(decompositions), code,
                                             [](const Decomposition& entry, char32_t wanted) { return entry.whole < wanted; });
        if (found == std::end(decompositions) || found->whole != code) return codes_.push_back(code);
        const char32_t* parts = decomposed_characters + found->begin;
        codes_.insert(codes_.end(), parts, parts + found->size);
    }

    // What two characters make; 0 if nothing.
    static char32_t composed(char32_t first, char32_t second) {
        if (first - leads < lead_count && second - vowels < vowel_count)
            return syllables + ((first - leads) * vowel_count + second - vowels) * tail_count;
        const char32_t syllable = first - syllables;
        if (syllable < lead_count * vowel_count * tail_count && syllable % tail_count == 0 && second > tails && second - tails < tail_count)
            return first + second - tails;
        const auto before = [](const Composition& entry, const std::pair<char32_t, char32_t>& wanted) {
            return std::pair(entry.first, entry.second) < wanted;
        };
        const auto* found = std::lower_bound(std::begin(compositions), std::end(compositions), std::pair(first, second), before);
        return found != std::end(compositions) && found->first == first && found->second == second ? found->whole : 0;
    }

    // Each character joins the last starter if they compose and nothing between them is in the way.
    void compose() {
        std::size_t starter = codes_.size(), kept = 0;
        unsigned between = 0;  // the class of what was last kept behind the starter
        for (const char32_t code : codes_) {
            const unsigned own = combining(code);
            const bool reaches = starter < kept && (starter + 1 == kept || between < own);
            if (const char32_t whole = reaches ? composed(codes_[starter], code) : 0; whole != 0) {
                codes_[starter] = whole;
                continue;
            }
            if (own == 0) starter = kept;
            between = own;
            codes_[kept++] = code;
        }
        codes_.resize(kept);
    }

    std::vector<char32_t> given_, codes_;
};

}  // namespace thresher
