// Runs of neighbouring characters, over words and what stands between them: #free, #ee_m, #y!, #:)_.
//
// Punctuation, symbols and marks stay; anything else between words, the ends of the text too, is one `_`. No word or pair
// begins with `#`.
#pragma once

#include <vector>

#include "thresher/text/unicode.hpp"

namespace thresher {

class CharacterRuns {
public:
    void clear() { text_.clear(); }

    // What follows is another text: no run reaches into it.
    void begin_text() {
        text_.push_back(edge);
        text_.push_back(gap);
    }
    void end_text() { add_gap(); }

    void add_word(std::string_view word) { text_.append(word); }

    // A character between words.
    void add_between(char32_t code) {
        const unsigned flags = unicode_record(code).flags;
        if ((flags & (is_sign | is_mark)) == 0 || code == U'_') return add_gap();
        append_character(text_, code == 0x2019 ? U'\'' : code);
    }

    static constexpr std::size_t room = 16;  // so many bytes can be read from where a run begins

    // write(run) for all of so many characters, the shorter ones first.
    template <class Write>
    void each(unsigned from, unsigned to, Write&& write) {
        find_characters();
        for (std::size_t size = from; size <= to; ++size) {
            std::size_t same = 0;  // characters since an edge
            for (std::size_t i = 0; i + 1 < begins_.size(); ++i) {
                same = text_[begins_[i]] == edge ? 0 : same + 1;
                if (same < size) continue;
                const std::size_t begin = begins_[i + 1 - size];
                if (size > 1 || text_[begin] != gap) write(std::string_view(text_).substr(begin, begins_[i + 1] - begin));
            }
        }
    }

private:
    static constexpr char edge = '\0', gap = '_';  // the one is never a text's own character, the other may be

    void add_gap() {
        if (text_.back() != gap) text_.push_back(gap);
    }

    void find_characters() {
        begins_.clear();
        for (std::size_t i = 0; i < text_.size(); ++i)
            if (static_cast<unsigned char>(text_[i]) >> 6 != 2) begins_.push_back(i);
        begins_.push_back(text_.size());
        text_.append(room, edge);
    }

    std::string text_;
    std::vector<std::size_t> begins_;
};

}  // namespace thresher
