// Where rows of CSV end: at a line's end outside of quoted cells.
//
// A quote opens a cell only where the cell begins; inside, two quotes are one, and a single one closes. So whether a quote
// counts depends on what stands before it, and the walk carries its state from one piece of the file to the next. A quote that
// is not closed within the longest cell is given up: its row ends with the line in which the cell became too long.
#pragma once

#include <cstring>
#include <string_view>

#include "thresher/numeric/posix.hpp"

namespace thresher {

inline constexpr std::size_t longest_quoted_cell = std::size_t{4} << 20;  // bytes between the quotes: more than a mail has

class CsvQuotes {
public:
    explicit CsvQuotes(char separator) : separator_(separator) {}

    // Goes on over the next bytes. Returns how many of them belong to rows that have ended; 0 if none ended here. `cell_begins`: a
    // cell begins with the first byte, whatever stood before.
    std::size_t walk(const char* at, std::size_t size, bool cell_begins = false) {
        const char* const begin = at;
        const char* const end = at + size;
        const char* cut = nullptr;
        if (cell_begins) before_ = '\n';
        while (at != end) {
            if (state_ == State::quoted)
                at = inside(at, end);
            else if (state_ == State::perhaps_closed)
                at = behind_quote(at);
            else if (state_ == State::given_up)
                at = given_up(at, end, cut);
            else
                at = outside(begin, at, end, cut);
        }
        if (size > 0) before_ = end[-1];
        return cut == nullptr ? 0 : static_cast<std::size_t>(cut - begin);
    }

    bool open() const { return state_ == State::quoted; }
    void restart() {
        state_ = State::outside;
        before_ = '\n';
    }

private:
    enum class State { outside, quoted, perhaps_closed, given_up };

    static const char* find(char c, const char* at, const char* end) {
        return static_cast<const char*>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
    }

    const char* outside(const char* begin, const char* at, const char* end, const char*& cut) {
        const char* const quote = find('"', at, end);
        const char* const stop = quote == nullptr ? end : quote;
        if (const char* const line_end = posix::last_of(at, '\n', static_cast<std::size_t>(stop - at))) cut = line_end + 1;
        if (quote == nullptr) return end;
        const char before = quote == begin ? before_ : quote[-1];
        if (before == separator_ || before == '\n') {
            state_ = State::quoted;
            inside_ = 0;
        }
        return quote + 1;
    }

    const char* inside(const char* at, const char* end) {
        const std::size_t room = longest_quoted_cell - inside_;
        const char* const stop = static_cast<std::size_t>(end - at) > room ? at + room : end;
        const char* const quote = stop == at ? nullptr : find('"', at, stop);
        if (quote != nullptr) {
            inside_ += static_cast<std::size_t>(quote + 1 - at);
            state_ = State::perhaps_closed;
            return quote + 1;
        }
        inside_ += static_cast<std::size_t>(stop - at);
        if (inside_ >= longest_quoted_cell) state_ = State::given_up;
        return stop;
    }

    const char* behind_quote(const char* at) {
        if (*at == '"') {
            ++inside_;
            state_ = inside_ >= longest_quoted_cell ? State::given_up : State::quoted;
            return at + 1;
        }
        state_ = State::outside;
        return at;
    }

    const char* given_up(const char* at, const char* end, const char*& cut) {
        const char* const line_end = find('\n', at, end);
        if (line_end == nullptr) return end;
        state_ = State::outside;
        cut = line_end + 1;
        return line_end + 1;
    }

    char separator_;
    State state_ = State::outside;
    char before_ = '\n';
    std::size_t inside_ = 0;  // bytes of the open cell so far
};

}  // namespace thresher
