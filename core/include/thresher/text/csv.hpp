// CSV (RFC 4180), a block at a time: cells -> the row's writer.
//
// Separators, quotes and line ends are found 64 bytes at a time. A row that can't be understood is a trouble, and reading goes
// on behind it.
#pragma once

#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/writer.hpp"
#include "thresher/text/csv_quotes.hpp"
#include "thresher/text/read_block.hpp"
#include "thresher/text/scan.hpp"

namespace thresher {

// The places of separators, quotes and line ends, one after the other. There is a line end behind every text.
class CsvMarks {
public:
    explicit CsvMarks(char separator) : separator_(separator) {}

    void restart(const char* at) {
        chunk_ = at;
        marks_ = find();
    }
    [[gnu::always_inline]] const char* next() {
        while (marks_ == 0) {
            chunk_ += 64;
            marks_ = find();
        }
        const char* const found = chunk_ + std::countr_zero(marks_);
        marks_ &= marks_ - 1;
        return found;
    }

private:
    [[gnu::always_inline]] std::uint64_t find() const {
        const Chunk chunk(chunk_);
        return chunk.where(separator_) | chunk.where('\n') | chunk.where('"');
    }

    char separator_;
    const char* chunk_ = nullptr;
    std::uint64_t marks_ = 0;
};

// One a thread: it remembers what columns and categories are called.
class CsvParser {
public:
    explicit CsvParser(std::shared_ptr<const RowRule> rule) : rule_(std::move(rule)), writer_(*rule_) {}

    // Reads every row of the text. Returns how many lines there were.
    std::uint64_t operator()(ReadBlock& read) {
        Block& block = read.block;
        block.clear();
        begin_ = read.text.data();
        end_ = begin_ + read.text.size();
        arena_ = &block.arena();
        writer_.open({block.list(), block.arena(), true, read.is_early()});
        if (read.skipped > 0) return refuse_long_row(read);
        adopt(read.header);
        const std::string_view text = read.text.view();
        all_utf8_ = is_utf8(text);
        has_returns_ = text.find('\r') != std::string_view::npos;
        has_nuls_ = text.find('\0') != std::string_view::npos;
        lines_ = static_cast<std::uint64_t>(std::count(begin_, begin_ + read.first, '\n'));
        for (const char* at = begin_ + read.first; at != end_;) at = read_row(at, block);
        block.set_column_counts(writer_.counts());
        return lines_;
    }

private:
    struct Cell {
        std::string_view text;
        const char* end;  // its separator or line end
    };

    void adopt(const std::shared_ptr<const CsvHeader>& header) {
        marked_ = nullptr;
        if (header == header_ && epoch_ == writer_.epoch()) return;
        header_ = header;
        epoch_ = writer_.epoch();
        columns_.clear();
        for (const std::string& name : header->names) columns_.push_back(writer_.column(name));
        marks_ = CsvMarks(header->separator);
    }

    // One row, or a blank line. Returns what is behind it.
    const char* read_row(const char* row, Block& block) {
        const std::uint64_t first_line = ++lines_;
        if (*row == ' ' || *row == '\r' || *row == '\n') {
            const char* blank = row;
            while (blank != end_ && (*blank == ' ' || *blank == '\r')) ++blank;
            if (blank == end_ || *blank == '\n') {
                block.add_empty_line({lines_, place(row), place(blank)});
                return blank == end_ ? end_ : blank + 1;
            }
        }
        block.begin_row();
        writer_.begin();
        const char* cell = row;  // the one that is looked at
        try {
            if (!all_utf8_) check_utf8(row);
            if (has_nuls_) check_nuls(row);
            const char* const end = read_cells(row, cell);
            const Block::Head head = (cell = nullptr, writer_.end());
            const char* const next = end == end_ ? end_ : end + 1;
            block.end_row(head, {first_line, place(row), place(next)});
            return next;
        } catch (CellRefusal& refusal) {
            return refuse(block, row, first_line, {cell == nullptr ? row : cell, std::move(refusal.message), std::move(refusal.hint)});
        } catch (BadLine& bad) {
            return refuse(block, row, first_line, std::move(bad));
        }
    }

    std::size_t place(const char* at) const { return static_cast<std::size_t>(at - begin_); }

    // All cells of a row; returns its line end. `cell` is where the one stands that is looked at.
    const char* read_cells(const char* row, const char*& cell) {
        const std::size_t width = columns_.size();
        std::size_t count = 0;
        const char* extra = nullptr;  // the first cell too many
        if (marked_ != row) marks_.restart(row);
        for (;;) {
            const char* stop;
            if (*cell == '"') [[unlikely]] {
                const Cell found = read_quoted(cell);
                stop = found.end;
                if (count < width) writer_.text(columns_[count], found.text);
                if (stop < end_) marks_.restart(stop + 1);
            } else {
                do stop = marks_.next();
                while (*stop == '"' && stop < end_);
                if (stop > end_) stop = end_;
                if (has_returns_) [[unlikely]]
                    check_returns(cell, stop);
                if (count < width) [[likely]]
                    writer_.text(columns_[count], {cell, static_cast<std::size_t>(stop - cell)});
            }
            if (count == width) extra = cell;
            ++count;
            if (stop == end_ || *stop == '\n') {
                marked_ = stop + 1;
                if (count != width) refuse_count(row, count, extra, stop);
                return stop;
            }
            cell = stop + 1;
        }
    }

    // The cell whose opening quote stands at `at`. Behind the closing quote there may be blanks.
    Cell read_quoted(const char* at) {
        const char* const begin = at + 1;
        const char* const limit = static_cast<std::size_t>(end_ - begin) > longest_quoted_cell ? begin + longest_quoted_cell : end_;
        bool doubled = false;
        const char* quote = begin;
        for (;; quote += 2) {
            quote = quote >= limit ? nullptr : static_cast<const char*>(std::memchr(quote, '"', static_cast<std::size_t>(limit - quote)));
            if (quote == nullptr) refuse_open_quote(at, limit);
            if (quote + 1 == end_ || quote[1] != '"') break;
            doubled = true;
        }
        const char* stop = quote + 1;
        while (stop < end_ && *stop != header_->separator && *stop != '\n') ++stop;
        lines_ += static_cast<std::uint64_t>(std::count(begin, quote, '\n'));
        const char* behind = stop;
        if (behind == end_ || *behind == '\n')
            while (behind > quote + 1 && behind[-1] == '\r') --behind;
        if (has_returns_) check_returns(quote + 1, behind);
        const char* const rest = skip_blanks(quote + 1, behind);
        if (rest != behind) refuse_text_behind(at, rest);
        return {doubled ? without_doubled(begin, quote) : std::string_view(begin, static_cast<std::size_t>(quote - begin)), stop};
    }

    // What is between the quotes, doubled ones once.
    std::string_view without_doubled(const char* begin, const char* quote) {
        char* const whole = arena_->take(static_cast<std::size_t>(quote - begin) + room);
        char* next = whole;
        for (const char* at = begin; at != quote; ++at) {
            *next++ = *at;
            at += *at == '"';
        }
        std::memset(next, '\n', room);
        return {whole, static_cast<std::size_t>(next - whole)};
    }

    // Carriage returns end lines, and nothing else, outside of quotes.
    void check_returns(const char* cell, const char* stop) const {
        const char* last = stop;
        if (stop == end_ || *stop == '\n')
            while (last > cell && last[-1] == '\r') --last;
        const void* found = last == cell ? nullptr : std::memchr(cell, '\r', static_cast<std::size_t>(last - cell));
        if (found != nullptr)
            throw BadLine{static_cast<const char*>(found), "a carriage return stands inside the line", "end lines with a line feed (dos2unix)"};
    }

    void check_utf8(const char* row) const {
        const std::string_view text(row, static_cast<std::size_t>(end_of_row(row) - row));
        if (!is_utf8(text)) throw not_utf8(text);
    }

    void check_nuls(const char* row) const {
        const void* const nul = std::memchr(row, '\0', static_cast<std::size_t>(end_of_row(row) - row));
        if (nul != nullptr) throw BadLine{static_cast<const char*>(nul), "a NUL byte stands in the line", "is the file damaged, or no text?"};
    }

    // Behind the line end of the row that begins here, whether it makes sense or not.
    const char* end_of_row(const char* row) const {
        CsvQuotes quotes(header_->separator);
        for (const char* at = row; at != end_;) {
            const auto* line_end = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end_ - at)));
            const char* const next = line_end == nullptr ? end_ : line_end + 1;
            if (quotes.walk(at, static_cast<std::size_t>(next - at)) != 0) return next;
            at = next;
        }
        return end_;
    }

    // A row as a trouble; returns what is behind it.
    const char* refuse(Block& block, const char* row, std::uint64_t first_line, BadLine bad) {
        writer_.give_up();
        marked_ = nullptr;
        const char* const next = end_of_row(row);
        lines_ =
            first_line - 1 + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::count(row, next, '\n')) + (next == end_ && end_[-1] != '\n'));
        const char* line = row;  // the one of the row's lines in which it stands
        for (const char* at = row; at < bad.at; ++at)
            if (*at == '\n') line = at + 1;
        const auto further_down = static_cast<std::uint64_t>(std::count(row, line, '\n'));
        const bool bytes = bad.hint == "save the file as UTF-8";
        const std::size_t column = bytes ? static_cast<std::size_t>(bad.at - line) + 1 : character_column(line, bad.at);
        block.give_up({0, {first_line + further_down, place(row), place(next)}, column, std::move(bad.message), std::move(bad.hint)});
        return next;
    }

    [[noreturn]] void refuse_count(const char* row, std::size_t count, const char* extra, const char* stop) const {
        const auto lines = std::count(row, stop, '\n');
        std::string hint = "quote cells that hold a separator";
        if (lines > 0) hint = "the row ends " + std::to_string(lines) + " lines further down: is a quote never closed?";
        while (stop > row && stop[-1] == '\r') --stop;
        throw BadLine{
            count > columns_.size() ? extra : stop,
            std::to_string(count) + (count == 1 ? " cell" : " cells") + "; the header names " + std::to_string(columns_.size()) + " columns",
            std::move(hint)};
    }

    [[noreturn]] static void refuse_text_behind(const char* open, const char* rest) {
        const auto lines = std::count(open, rest, '\n');
        std::string hint = "write a quote in a quoted cell twice: \"\"";
        if (lines > 0)
            hint = "the cell begins " + std::to_string(lines) + (lines == 1 ? " line" : " lines") + " further up: is a quote never closed?";
        throw BadLine{rest, "text stands behind the quote that closes the cell", std::move(hint)};
    }

    [[noreturn]] void refuse_open_quote(const char* at, const char* limit) const {
        if (limit == end_) throw BadLine{at, "a quote is opened and never closed", "write a quote in a quoted cell twice: \"\""};
        throw BadLine{at, "a cell is longer than " + std::to_string(longest_quoted_cell) + " bytes",
                      "is a quote never closed? JSON has no such limit"};
    }

    static constexpr std::size_t room = 32;  // behind a text that was put together

    std::shared_ptr<const RowRule> rule_;
    RowWriter writer_;
    std::shared_ptr<const CsvHeader> header_;
    std::vector<RowWriter::Column> columns_;
    std::uint64_t epoch_ = 0;  // of the writer's numbers of columns
    CsvMarks marks_{','};
    const char* marked_ = nullptr;  // from where on they are found
    Arena* arena_ = nullptr;
    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    std::uint64_t lines_ = 0;
    bool all_utf8_ = true;
    bool has_returns_ = false;
    bool has_nuls_ = false;
};

}  // namespace thresher
