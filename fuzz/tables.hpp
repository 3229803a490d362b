// Tables that come in one piece, in stretches, and through workers are the same rows.
//
// Of the input the first byte says the roles of columns, the second the stretch; the rest is the text.
#pragma once

#include <set>

#include "check.hpp"
#include "thresher/text/reading.hpp"

namespace thresher::fuzz {

// What was read, or why nothing could be.
struct TableOutcome {
    Outcome rows;
    std::string refusal;

    bool operator==(const TableOutcome&) const = default;
};

inline std::shared_ptr<const RowRule> rule_of(unsigned kind) {
    RowRoles roles;
    if (kind & 1) roles.label = "label";
    if (kind & 2) roles.text = {"text"};
    if ((kind & 6) == 6) roles.text.push_back("a");
    if (kind & 8) roles.categories = {"b"};
    if (kind & 16) roles.dates = {"c"};
    if (kind & 32) roles.ignore = {"d", "e.f"};
    if (kind & 64) roles.tag = "id", roles.aside = {"g"};
    if (kind & 128) roles.weight = "w", roles.missing = {"?", "-1"};
    return std::make_shared<const RowRule>(std::move(roles));
}

// Everything that must be true of a block of a table.
inline void check_rows(const Block& block) {
    Instance instance;
    for (std::size_t row = 0; row < block.rows(); ++row) {
        block.read(row, instance);
        std::set<std::string_view> names;
        for (const Feature& feature : instance) {
            require(feature.named() && names.insert(feature.text()).second, "an attribute of a row is there once");
            const Feature again = Feature::of(feature.text(), feature.value);
            require(again.code == feature.code && again.ends == feature.ends, "an attribute knows its hash");
        }
        require(is_plainly_utf8(block.label_text(row)) && is_plainly_utf8(block.tag(row)), "labels and tags are UTF-8");
    }
    for (const Trouble& trouble : block.troubles()) require(is_plainly_utf8(trouble.message), "a message is UTF-8");
}

class TableFile {
public:
    TableFile(Cutting::Kind kind, std::string_view text) : kind_(kind), text_(text) {}

    // Stretch by stretch in this thread alone.
    template <class Parser>
    TableOutcome in_stretches(Parser parser, std::size_t stretch) const {
        int ends[2], never[2];
        require(pipe(ends) == 0 && pipe(never) == 0, "there are pipes");
        write_all(ends[1]);
        TableOutcome all;
        try {
            LineSource source(ends[0], never[0], cutting(stretch));
            ReadBlock block;
            std::uint64_t offset = 0;
            while (source.read(block)) {
                require(block.offset == offset, "blocks come in order");
                block.lines = parser(block);
                take(block, all.rows);
                offset += block.size();
            }
            require(offset == text_.size(), "every byte is read");
        } catch (const InputError& error) {
            all = {{}, error.what()};
        }
        for (const int end : {ends[0], never[0], never[1]}) close(end);
        return all;
    }

    TableOutcome by_workers(const std::function<Parser()>& make, std::size_t stretch) const {
        int ends[2];
        require(pipe(ends) == 0, "there is a pipe");
        write_all(ends[1]);
        TableOutcome all;
        try {
            Reader reader(ends[0], make, 3, 4, cutting(stretch), 0);
            std::unique_ptr<ReadBlock> block;
            for (;;) {
                const Reader::Answer answer = reader.next(block, std::chrono::seconds(20));
                require(answer != Reader::Answer::not_yet, "a block comes in time");
                if (answer == Reader::Answer::end) break;
                take(*block, all.rows);
                reader.give_back(std::move(block));
            }
        } catch (const InputError& error) {
            all = {{}, error.what()};
        }
        close(ends[0]);
        return all;
    }

private:
    Cutting cutting(std::size_t stretch) const {
        Cutting cutting;
        cutting.kind = kind_;
        cutting.stretch = stretch;
        return cutting;
    }

    void write_all(int into) const {
        require(::write(into, text_.data(), text_.size()) == static_cast<ssize_t>(text_.size()), "the pipe takes what is written");
        close(into);
    }

    static void take(const ReadBlock& block, Outcome& all) {
        check_rows(block.block);
        all.append(outcome_of(block.block, block.text.view(), block.lines), block.offset);
    }

    Cutting::Kind kind_;
    std::string_view text_;
};

// One piece, stretches, workers: all the same.
template <class P>
void check_table(Cutting::Kind kind, const std::uint8_t* data, std::size_t size) {
    if (size < 2) return;
    const auto rule = rule_of(data[0]);
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, std::min<std::size_t>(size - 2, 1 << 15));
    const TableFile file(kind, text);
    const TableOutcome whole = file.in_stretches(P(rule), 1 << 16);
    require(file.in_stretches(P(rule), 1 + data[1] % 96) == whole, "cuts make no difference");
    if (size % 32 == 0)  // threads take many times as long
        require(file.by_workers([&]() -> Parser { return P(rule); }, 1 + data[1] % 96) == whole, "workers make no difference");
}

}  // namespace thresher::fuzz
