// A file descriptor cut into stretches of whole rows: lines, or what CSV has for them. One thread at a time.
#pragma once

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include <poll.h>
#include <unistd.h>

#include "thresher/errors.hpp"
#include "thresher/numeric/posix.hpp"
#include "thresher/text/csv_quotes.hpp"
#include "thresher/text/read_block.hpp"

namespace thresher {

// Where to begin and where to cut.
struct Cutting {
    enum class Kind { lines, table_lines, csv };
    Kind kind = Kind::lines;
    std::size_t stretch = std::size_t{1} << 20;
    std::uint64_t offset = 0;       // of the first row; the descriptor stands there, but for CSV, whose header is read first
    std::optional<char> separator;  // CSV; else the header says it
    std::size_t longest = longest_row;
    std::string begun;  // the first bytes, of a stream that can't be positioned: somebody had a look at them
};

class LineSource {
public:
    // Reads from `file`, which stays the caller's, until `cancel` becomes readable.
    LineSource(int file, int cancel, const Cutting& cutting)
        : file_(file), cancel_(cancel), cutting_(cutting), quotes_(','), offset_(is_csv() ? 0 : cutting.offset) {
        rest_.assign(cutting.begun);
        fresh_ = !cutting.begun.empty();
    }

    // The next stretch; false at the end.
    bool read(ReadBlock& into) {
        if (is_csv() && !header_) {
            if (!fill(into)) throw InputError("line 1 is empty. A CSV file begins with a line of names of columns.");
            begin_csv(into);
            if (cutting_.offset == 0) return true;
            go_to(cutting_.offset, into);
        }
        return fill(into);
    }

private:
    bool is_csv() const { return cutting_.kind == Cutting::Kind::csv; }

    bool fill(ReadBlock& into) {
        if (ended_ && rest_.size() == 0) return false;
        Text& text = into.text;
        text.reserve(std::max(cutting_.stretch, rest_.size() * 2));
        std::size_t size = rest_.size();
        if (size > 0) std::memcpy(text.data(), rest_.data(), size);
        into.offset = offset_;
        into.skipped = into.first = 0;
        into.header = header_;
        std::size_t walked = fresh_ ? 0 : size;
        std::size_t cut = fresh_ ? last_row_end(text.data(), walked, size) : 0;
        fresh_ = false;
        while (!ended_ && cut == 0) {
            if (size == text.capacity()) {
                if (size >= cutting_.longest) {
                    skip_line(into, size);
                    return true;
                }
                grow(text, size);
            }
            const std::size_t got = read_some(text.data() + size, text.capacity() - size);
            size += got;
            ended_ = got == 0;
            cut = last_row_end(text.data(), walked, size);
        }
        if (ended_) cut = size;
        rest_.assign({text.data() + cut, size - cut});
        text.resize(cut);
        if (offset_ == 0 && !is_csv() && text.view().starts_with(byte_order_mark)) std::memset(text.data(), ' ', 3);
        offset_ += cut;
        return cut > 0;
    }

    static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

    static void grow(Text& text, std::size_t size) {
        Text larger;
        larger.reserve(size * 2);
        std::memcpy(larger.data(), text.data(), size);
        std::swap(text, larger);
    }

    // Behind the last row that ends in what has not been walked over; 0: none does.
    std::size_t last_row_end(const char* text, std::size_t& walked, std::size_t size) {
        const std::size_t from = walked;
        if (!is_csv()) {
            walked = size;
            const char* const found = posix::last_of(text + from, '\n', size - from);
            return found == nullptr ? 0 : static_cast<std::size_t>(found - text) + 1;
        }
        std::size_t begin = from;
        if (offset_ == 0 && !begun_) {  // nothing is walked over before it is known by what cells are parted
            const void* line_end = size == 0 ? nullptr : std::memchr(text, '\n', size);
            if (line_end == nullptr && !ended_) return 0;
            begun_ = true;
            const std::string_view all(text, size);
            begin = all.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
            const std::string_view line =
                all.substr(begin, line_end == nullptr ? size : static_cast<std::size_t>(static_cast<const char*>(line_end) - text) - begin);
            separator_ = cutting_.separator.value_or(most_frequent_separator(line));
            quotes_ = CsvQuotes(separator_);
        }
        walked = size;
        const std::size_t cut = quotes_.walk(text + begin, size - begin);
        return cut == 0 ? 0 : begin + cut;
    }

    // The names of the columns, which are the first row.
    void begin_csv(ReadBlock& into) {
        const std::string_view text = into.text.view();
        const std::size_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
        std::size_t end = begin;
        for (CsvQuotes quotes(separator_); end < text.size();) {
            const std::size_t line_end = text.find('\n', end);
            const std::size_t next = line_end == std::string_view::npos ? text.size() : line_end + 1;
            const bool row = quotes.walk(text.data() + end, next - end) != 0;
            end = next;
            if (row) break;
        }
        header_ = std::make_shared<const CsvHeader>(read_header(text.substr(begin, end - begin), separator_));
        into.header = header_;
        into.first = end;
    }

    // To a place behind the header; a stream that can't be positioned is read over.
    void go_to(std::uint64_t offset, ReadBlock& scratch) {
        quotes_.restart();
        if (lseek(file_, static_cast<off_t>(offset), SEEK_SET) >= 0) {
            ended_ = false;
            rest_.resize(0);
        } else {
            const std::string read = std::string(scratch.text.view()) + std::string(rest_.view());  // from the first byte on
            fresh_ = offset <= read.size();
            rest_.assign(fresh_ ? std::string_view(read).substr(static_cast<std::size_t>(offset)) : std::string_view());
            if (!fresh_) read_over(offset - read.size(), scratch.text);
        }
        offset_ = offset;
    }

    void read_over(std::uint64_t bytes, Text& scratch) {
        scratch.reserve(cutting_.stretch);
        while (bytes > 0) {
            const std::size_t got =
                ended_ ? 0 : read_some(scratch.data(), static_cast<std::size_t>(std::min<std::uint64_t>(scratch.capacity(), bytes)));
            if (got == 0) throw InputError("is shorter than when it was read before");
            bytes -= got;
        }
    }

    // A line that is too long: its beginning is kept for the message, the rest is read over.
    void skip_line(ReadBlock& into, std::size_t size) {
        if (cutting_.kind == Cutting::Kind::lines)
            throw InputError("a line is longer than 64 MB; is this a text file with one example on each line?");
        into.text.resize(size);
        Text more;
        more.reserve(std::size_t{1} << 16);
        std::uint64_t skipped = 0;
        rest_.resize(0);
        const void* line_end = nullptr;
        while (line_end == nullptr && !ended_) {
            const std::size_t got = read_some(more.data(), more.capacity());
            ended_ = got == 0;
            line_end = got == 0 ? nullptr : std::memchr(more.data(), '\n', got);
            const std::size_t over = line_end == nullptr ? got : static_cast<std::size_t>(static_cast<const char*>(line_end) - more.data()) + 1;
            skipped += over;
            if (line_end != nullptr) rest_.assign({more.data() + over, got - over});
        }
        fresh_ = true;
        quotes_.restart();
        into.skipped = skipped;
        offset_ += size + skipped;
    }

    std::size_t read_some(char* into, std::size_t room) {
        for (;;) {
            pollfd waits[2] = {{file_, POLLIN, 0}, {cancel_, POLLIN, 0}};
            if (poll(waits, 2, -1) < 0 && errno != EINTR) fail();
            if (waits[1].revents != 0) return 0;
            if (waits[0].revents == 0) continue;
            const ssize_t got = ::read(file_, into, room);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR && errno != EAGAIN) fail();
        }
    }

    [[noreturn]] static void fail() { throw InputError(std::string("reading failed: ") + std::strerror(errno)); }

    int file_;
    int cancel_;
    Cutting cutting_;
    CsvQuotes quotes_;
    std::uint64_t offset_;
    Text rest_;           // behind the last cut
    bool fresh_ = false;  // the rest was not walked over yet
    bool begun_ = false;  // CSV: the separator is known
    char separator_ = ',';
    std::shared_ptr<const CsvHeader> header_;
    bool ended_ = false;
};

}  // namespace thresher
