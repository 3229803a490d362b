// Plain text: a label, a tab and a text in each line; or a text alone, which has no label. There are no quotes and no names of
// columns: everything behind the first tab is the text, and its words are the attributes.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "thresher/numeric/utf8.hpp"
#include "thresher/rows/writer.hpp"
#include "thresher/text/read_block.hpp"

namespace thresher {

class PlainTextParser {
public:
    // Without a column of labels the whole line is the text.
    explicit PlainTextParser(std::shared_ptr<const RowRule> rule) : rule_(std::move(rule)), writer_(*rule_) {}

    std::uint64_t operator()(ReadBlock& read) {
        Block& block = read.block;
        block.clear();
        writer_.open({block.list(), block.arena(), true, read.is_early()});
        if (read.skipped > 0) return refuse_long_row(read);
        const std::uint64_t lines = each_line(read.text, [&](const Line& line) { read_line(line, block); });
        block.set_column_counts(writer_.counts());
        return lines;
    }

private:
    void read_line(const Line& line, Block& block) {
        const std::string_view text(line.begin, static_cast<std::size_t>(line.end - line.begin));
        if (trimmed(text).empty()) return;
        block.begin_row();
        writer_.begin();
        try {
            if (!is_utf8(text)) throw not_utf8(text);
            const std::string& label = rule_->roles().label;
            const std::size_t tab = label.empty() ? std::string_view::npos : text.find('\t');
            if (tab != std::string_view::npos) writer_.text(writer_.column(label), text.substr(0, tab));
            writer_.text(writer_.column(rule_->roles().text.front()), tab == std::string_view::npos ? text : text.substr(tab + 1));
            block.end_row(writer_.end(), line.place);
        } catch (CellRefusal& refusal) {
            refuse(block, line, {line.begin, std::move(refusal.message), std::move(refusal.hint)});
        } catch (BadLine& bad) {
            refuse(block, line, std::move(bad));
        }
    }

    void refuse(Block& block, const Line& line, BadLine bad) {
        writer_.give_up();
        block.give_up({0, line.place, static_cast<std::size_t>(bad.at - line.begin) + 1, std::move(bad.message), std::move(bad.hint)});
    }

    std::shared_ptr<const RowRule> rule_;
    RowWriter writer_;
};

}  // namespace thresher
