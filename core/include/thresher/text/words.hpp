// The words of a text, and on request pairs of neighbouring ones, runs of characters, and what the text looks like.
//
//     word       ->  letter { letter | mark | connector letter }        at most 100 characters of it, in normal form C
//     letter     ->  a letter or a digit of any script                   in lower case, as Python's str.lower writes it
//     connector  ->  ' | ’ | the two joiners that are not seen           ’ is written '
//
// Everything else stands between words, `_` too, so that the name of a pair, `free_money`, is never that of a word. In
// Python this is tests/data/plain_words.py.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "thresher/text/character_runs.hpp"
#include "thresher/text/normal_form.hpp"
#include "thresher/text/shape.hpp"
#include "thresher/text/tallied_names.hpp"

namespace thresher {

struct WordOptions {
    bool pairs = false;                               // also pairs of neighbouring words
    bool lower = true;                                // in lower case
    bool counts = false;                              // a word's value is how often it occurs, not 1
    unsigned characters_from = 0, characters_to = 0;  // also runs of so many characters; 0: none
    bool shape = false;                               // also what the text looks like
};

// One thread's: it keeps its room from text to text.
class WordSplitter {
public:
    static constexpr std::size_t longest = 100;

    explicit WordSplitter(const WordOptions& options = {}) : options_(options) {}

    // give(name, value) for each attribute of a text, once each: words in the order in which they first occur, then pairs,
    // runs of characters and the text's shape. Names live until the splitter is used again.
    template <class Give>
    void operator()(std::string_view text, Give&& give) {
        clear();
        add(text);
        each(give);
    }

    // Several texts that are one example: clear, add each, then each(give) once. No pair reaches from one to the next.
    void clear() {
        names_.clear();
        order_.clear();
        runs_.clear();
        shape_.clear();
    }

    void add(std::string_view text) {
        begin_ = text.data();
        end_ = begin_ + text.size();
        if (has_runs()) runs_.begin_text();
        for (const char* at = skip_to_word(begin_); at < end_;) at = skip_to_word(read_word(at));
        if (has_runs()) runs_.end_text();
        if (options_.pairs) order_.push_back(no_word);
        if (options_.shape) shape_.add(text);
    }

    template <class Give>
    void each(Give&& give) {
        complete();
        for (std::size_t number = 0; number < names_.size(); ++number) give(names_.name(number), value_of(number));
    }

    // The same as a table, in which names lie one behind the other and are hashed; value_of says what each is worth.
    const TalliedNames& completed() {
        complete();
        return names_;
    }
    double value_of(std::size_t number) const { return options_.counts ? static_cast<double>(names_.times(number)) : 1.0; }

private:
    // What comes behind the words.
    void complete() {
        if (options_.pairs) add_pairs();
        const auto close = [&](std::string_view name) {
            names_.append(name);
            names_.close();
        };
        const auto close_run = [&](std::string_view run) {
            if (run.size() < CharacterRuns::room) {
                names_.close_marked('#', run);
            } else {
                names_.append('#');
                close(run);
            }
        };
        if (has_runs()) runs_.each(options_.characters_from, options_.characters_to, close_run);
        if (options_.shape) shape_.each(close);
    }

    static constexpr std::uint32_t no_word = UINT32_MAX;
    static constexpr char32_t capital_sigma = 0x3a3, final_sigma = 0x3c2, dotted_capital_i = 0x130, dot_above = 0x307;

    // ASCII's letters and digits in lower case and as they are; 0 for everything else.
    static constexpr std::array<std::array<char, 256>, 2> ascii_letters = [] {
        std::array<std::array<char, 256>, 2> table{};
        for (unsigned c = 0; c < 128; ++c) {
            const bool capital = c >= 'A' && c <= 'Z';
            if (!capital && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) continue;
            table[0][c] = static_cast<char>(c);
            table[1][c] = static_cast<char>(capital ? c + 32 : c);
        }
        return table;
    }();
    bool has_runs() const { return options_.characters_to != 0; }
    const std::array<char, 256>& letters() const { return ascii_letters[options_.lower]; }

    // A character as it stands in a word: in lower case if that is wanted. What follows is its dot, if it has one.
    struct Letter {
        char32_t code, dot;
        std::uint8_t flags;
        unsigned size;
    };

    Letter read_letter(const char* at) const {
        const Character found = read_character(at, end_);
        const UnicodeRecord& record = unicode_record(found.code);
        if (!options_.lower || (record.flags & is_capital) == 0) return {found.code, 0, record.flags, found.size};
        if (found.code == capital_sigma) return {is_final(at) ? final_sigma : capital_sigma + 32, 0, is_letter, found.size};
        if (found.code == dotted_capital_i) return {U'i', dot_above, is_letter, found.size};
        const auto code = static_cast<char32_t>(static_cast<std::int32_t>(found.code) + record.to_lower);
        return {code, 0, unicode_record(code).flags, found.size};
    }

    // Is a capital sigma the last letter of its word? By Unicode's rule, as str.lower has it: a cased letter stands before
    // it and none behind it, past what is ignorable.
    bool is_final(const char* at) const {
        for (const char* before = at;;) {
            if (before == begin_) return false;
            const Character found = read_character_before(begin_, before);
            const unsigned flags = unicode_record(found.code).flags;
            before -= found.size;
            if ((flags & is_ignorable) != 0) continue;
            if ((flags & is_cased) == 0) return false;
            break;
        }
        for (const char* behind = at + 2; behind < end_;) {
            const Character found = read_character(behind, end_);
            const unsigned flags = unicode_record(found.code).flags;
            behind += found.size;
            if ((flags & is_ignorable) == 0) return (flags & is_cased) == 0;
        }
        return true;
    }

    static bool is_ascii(const char* at) { return static_cast<unsigned char>(*at) < 0x80; }
    bool is_ascii_letter(const char* at) const { return letters()[static_cast<unsigned char>(*at)] != 0; }

    bool begins_word(const char* at) const {
        return at < end_ && (is_ascii(at) ? is_ascii_letter(at) : (unicode_record(read_character(at, end_).code).flags & is_letter) != 0);
    }

    const char* skip_to_word(const char* at) {
        while (at < end_ && !begins_word(at)) {
            if (has_runs()) runs_.add_between(read_letter(at).code);
            at += is_ascii(at) ? 1 : read_character(at, end_).size;
        }
        return at;
    }

    // Reads the word that begins there. Gives where it ends.
    const char* read_word(const char* at) {
        const unsigned size = short_word(at);
        if (size == 0) return read_long_word(at);
        close_word();
        return at + size;
    }

    void close_word() {
        const std::uint32_t number = names_.close();
        if (options_.pairs) order_.push_back(number);
        if (has_runs()) runs_.add_word(names_.name(number));
    }

    // Most words are a few letters and digits of ASCII with something of ASCII behind them: such a one is written without a loop.
    // Gives its bytes; 0 if the word may be another, and nothing is written.
    unsigned short_word(const char* at) {
#if defined(__SSE2__)
        if (end_ - at < 16) return 0;
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // Signed: bytes beyond ASCII are below all of these.
        const auto between = [](__m128i some, char first, char last) {
            return _mm_and_si128(_mm_cmpgt_epi8(some, _mm_set1_epi8(static_cast<char>(first - 1))),
                                 _mm_cmplt_epi8(some, _mm_set1_epi8(static_cast<char>(last + 1))));
        };
        const __m128i capitals = between(bytes, 'A', 'Z');
        const __m128i lowered = _mm_or_si128(bytes, _mm_and_si128(capitals, _mm_set1_epi8(0x20)));
        const __m128i letters = _mm_or_si128(between(lowered, 'a', 'z'), between(bytes, '0', '9'));
        const auto others = static_cast<unsigned>(_mm_movemask_epi8(letters)) ^ 0xffffU;
        if (others == 0) return 0;
        const auto size = static_cast<unsigned>(std::countr_zero(others));
        if (!is_ascii(at + size) || at[size] == '\'') return 0;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(names_.room(16)), options_.lower ? lowered : bytes);
        names_.take(size);
        return size;
#else
        return 0;
#endif
    }

    const char* read_long_word(const char* at) {
        word_.clear();
        length_ = 0;
        unsettled_ = false;
        while (at < end_) {
            at = read_ascii(at);
            if (at == end_) break;
            const unsigned size = is_ascii(at) ? read_apostrophe(at) : read_other(at);
            if (size == 0) break;
            at += size;
        }
        if (unsettled_) normal_form_(word_, 0);
        names_.append(word_);
        close_word();
        return at;
    }

    // Letters and digits of ASCII, eight at a time. Gives where they end.
    const char* read_ascii(const char* at) {
        char run[longest + 8];
        const auto& table = letters();
        const std::size_t room = length_ < longest ? longest - length_ : 0;
        const char* const limit = static_cast<std::size_t>(end_ - at) < room ? end_ : at + room;
        std::size_t size = 0;
        bool whole = true;
        while (whole && limit - at >= 8) {
            const EightLetters found(load<std::uint64_t>(at));
            const std::uint64_t letters = options_.lower ? found.lowered : found.given;
            std::memcpy(run + size, &letters, 8);
            size += found.count;
            at += found.count;
            whole = found.count == 8;
        }
        if (whole)
            for (char letter = 0; at != limit && (letter = table[static_cast<unsigned char>(*at)]) != 0; ++at) run[size++] = letter;
        word_.append(run, size);
        length_ += size;
        if (length_ >= longest)
            while (at != end_ && table[static_cast<unsigned char>(*at)] != 0) ++at, ++length_;
        return at;
    }

    // Eight bytes, of which the first `count` are letters or digits of ASCII.
    struct EightLetters {
        std::uint64_t given, lowered;
        unsigned count;

        explicit EightLetters(std::uint64_t bytes) : given(bytes) {
            const std::uint64_t seven = bytes & (ones * 0x7f);
            const std::uint64_t capital = between(seven, 'A', 'Z') & ~bytes & (ones * 0x80);
            lowered = bytes | capital >> 2;
            const std::uint64_t lower = lowered & (ones * 0x7f);
            const std::uint64_t others = ~((between(lower, 'a', 'z') | between(seven, '0', '9')) & ~bytes) & (ones * 0x80);
            count = others == 0 ? 8U : static_cast<unsigned>(std::countr_zero(others)) / 8U;
        }

    private:
        static constexpr std::uint64_t ones = 0x0101010101010101ULL;
        // The highest bit of each byte (all below 128) that is one of these.
        static std::uint64_t between(std::uint64_t bytes, char first, char last) {
            return (bytes + ones * static_cast<unsigned>(0x80 - first)) & ~(bytes + ones * static_cast<unsigned>(0x7f - last));
        }
    };

    unsigned read_apostrophe(const char* at) {
        if (*at != '\'' || !begins_word(at + 1)) return 0;
        append(U'\'');
        return 1;
    }

    // A character beyond ASCII. Gives its bytes; 0 if the word ends before it.
    unsigned read_other(const char* at) {
        const Letter letter = read_letter(at);
        const bool apostrophe = letter.code == 0x2019;
        if (apostrophe || letter.code == 0x200c || letter.code == 0x200d) {
            if (!begins_word(at + letter.size)) return 0;
        } else if ((letter.flags & (is_letter | is_mark)) == 0) {
            return 0;
        }
        append(apostrophe ? U'\'' : letter.code);
        if (letter.dot != 0) append(letter.dot);
        return letter.size;
    }

    void append(char32_t code) {
        if (length_++ >= longest) return;
        const UnicodeRecord& record = unicode_record(code);
        unsettled_ = unsettled_ || record.combining != 0 || (record.flags & is_unsettled) != 0;
        append_character(word_, code);
    }

    void add_pairs() {
        for (std::size_t i = 1; i < order_.size(); ++i) {
            if (order_[i - 1] == no_word || order_[i] == no_word) continue;
            const std::size_t size = names_.entry(order_[i - 1]).size + names_.entry(order_[i]).size + std::size_t{1};
            names_.room(size);  // first: names may move then
            names_.append(names_.name(order_[i - 1]));
            names_.append('_');
            names_.append(names_.name(order_[i]));
            names_.close();
        }
    }

    WordOptions options_;
    TalliedNames names_;
    std::string word_;  // that is read, if it is not a short one
    NormalForm normal_form_;
    CharacterRuns runs_;
    TextShape shape_;
    std::vector<std::uint32_t> order_;  // the words as they come, for pairs
    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    std::size_t length_ = 0;  // characters of the word that is read
    bool unsettled_ = false;  // normal form C may write it otherwise
};

}  // namespace thresher
