// Cells -> attributes: what a reader of rows calls, cell by cell, whatever it reads them from.
//
//     RowWriter writer(rule);
//     writer.open({list, arena, roomy, look});        a block of rows: attributes go to the list, their names live in the arena
//     const auto age = writer.column("age");          once a table, or whenever a name comes
//     writer.begin();                                 a row
//     writer.number(age, 35);                         its cells
//     const Block::Head head = writer.end();          or writer.give_up()
//
// Throws CellRefusal on a cell that can't be understood.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/column_counts.hpp"
#include "thresher/rows/cell_attributes.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/cell_text.hpp"
#include "thresher/rows/dates.hpp"
#include "thresher/rows/known_columns.hpp"
#include "thresher/rows/row_head.hpp"
#include "thresher/rows/row_sink.hpp"
#include "thresher/rows/rule.hpp"

namespace thresher {

inline constexpr unsigned deepest_object = 8;  // objects within objects

class RowWriter {
public:
    using Column = KnownColumn::Number;

    explicit RowWriter(const RowRule& rule) : rule_(&rule), columns_(rule), head_(rule), cells_(rule) {}

    void open(const RowSink& sink) {
        columns_.open(sink.arena);
        head_.open(sink);
        cells_.open(sink);
        roomy_ = sink.roomy;
    }

    // The number of a column, by its name.
    Column column(std::string_view name) { return columns_.number(name); }
    // Changes when numbers of columns lose their meaning; only `open` does that.
    std::uint64_t epoch() const { return columns_.epoch(); }
    std::string_view name(Column column) const { return columns_[column].name; }
    Role role(Column column) const { return columns_[column].role; }

    void begin() {
        cells_.begin();
        head_.begin();
        columns_.begin_row();
    }

    void missing(Column column) {
        Known& known = columns_.use(column);
        known.counts.add(&CellCounts::missing);
    }

    [[gnu::always_inline]] void number(Column column, double value) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) [[likely]]
            return cells_.add_number(known, value);
        other_number(known, value, {});
    }
    // A number of which it matters how it is written, if it turns out to be a category.
    [[gnu::always_inline]] void number(Column column, double value, std::string_view as_text) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) [[likely]]
            return cells_.add_number(known, value);
        other_number(known, value, as_text);
    }

    // A number that is a category whatever its role: a code of an enumeration.
    void code(Column column, std::string_view as_text) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) return cells_.add_category(known, as_text);
        text_in(known, as_text);
    }

    void truth(Column column, bool value) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) return cells_.add_truth(known, value);
        if (known.role == Role::label) {
            known.counts.add(&CellCounts::truths);
            return head_.set_label_truth(value);
        }
        if (known.role == Role::weight) throw cell_refusals::bad_weight(known.name, value ? "True" : "False");
        if (known.role == Role::date) throw cell_refusals::no_date(known.name, value ? "True" : "False");
        text_in(known, value ? "true" : "false");
    }

    [[gnu::always_inline]] void text(Column column, std::string_view cell) { text_in(columns_.use(column), trimmed(cell)); }

    void moment(Column column, const Moment& moment) {
        Known& known = columns_.use(column);
        if (known.role == Role::ignore) return;
        if (known.role == Role::aside) return head_.put_aside(known.name, written(moment));
        if (known.role != Role::none && known.role != Role::date) throw cell_refusals::neither(known.name, "a date");
        cells_.add_moment(known, moment);
    }

    // A column by its number, as dicts may have them.
    void indexed(std::uint64_t index, double value) { cells_.add_indexed(index, value); }

    // Whether this is the first member of that name in an object; `object` is any number that no other object of the row has.
    bool first_in(Column column, std::uint64_t object, bool inner) { return columns_.first_in(column, object, inner); }

    // Whether the members of an object are looked at: not where it is left out.
    bool enter_object(Column column) {
        Known& known = columns_.use(column);
        if (known.role == Role::ignore) return false;
        if (known.is_single()) throw cell_refusals::neither(known.name, "an object");
        known.counts.add(&CellCounts::other);
        return true;
    }

    // Lists: begin, items, end.
    bool begin_list(Column column) {
        Known& known = columns_.use(column);
        if (known.role == Role::ignore) return false;
        if (known.is_single() || known.role == Role::date) throw cell_refusals::neither(known.name, "a list");
        cells_.begin_list(known);
        return true;
    }
    void item(Column column, std::string_view cell) { cells_.add_item(columns_[column], trimmed(cell)); }
    void item(Column column, double value, std::string_view as_text) {
        Known& known = columns_[column];
        if (std::isnan(value)) return;
        if (known.role == Role::none) throw cell_refusals::no_text_in_list(known.name, as_text.empty() ? shown_number(value) : std::string(as_text));
        cell_refusals::check_size(known.name, value, as_text);
        item(column, as_text.empty() ? written(value) : std::string(as_text));
    }
    void item_truth(Column column, bool value) {
        if (columns_[column].role == Role::none) throw cell_refusals::no_text_in_list(columns_[column].name, value ? "True" : "False");
        item(column, value ? "true" : "false");
    }
    [[noreturn]] void refuse_item(Column column, std::string_view what) {
        throw cell_refusals::no_text_in_list(columns_[column].name, std::string(what));
    }
    void end_list(Column column) { cells_.end_list(columns_[column]); }

    // What nothing else fits.
    [[noreturn]] void refuse(Column column, std::string_view kind) { throw cell_refusals::neither(columns_[column].name, std::string(kind)); }

    Block::Head end() {
        cells_.end(columns_.may_repeat());
        return head_.end();
    }
    void give_up() {
        cells_.give_up();
        columns_.give_up_row();
    }

    // Of the columns that rows had since `open`.
    std::vector<ColumnCounts> counts() const { return columns_.counts(); }

private:
    using Known = KnownColumn;

    [[gnu::noinline]] void other_number(Known& known, double value, std::string_view as_text) {
        if (known.role == Role::ignore) return;
        if (std::isnan(value) || rule_->is_missing(value)) {
            known.counts.add(&CellCounts::missing);
            return;
        }
        if (known.role == Role::weight) return head_.set_weight(known.name, value, as_text.empty() ? shown_number(value) : std::string(as_text));
        if (known.role == Role::date) throw cell_refusals::no_date(known.name, as_text.empty() ? shown_number(value) : std::string(as_text));
        // Whole numbers as texts may have any number of digits.
        if (known.role == Role::label || as_text.empty() || as_text.find_first_not_of("-0123456789") != std::string_view::npos)
            cell_refusals::check_size(known.name, value, as_text);
        const std::string own = as_text.empty() ? written(value) : std::string();
        const std::string_view text = as_text.empty() ? std::string_view(own) : as_text;
        if (known.role == Role::label) return label_number(known, value, text);
        text_in(known, text);
    }

    [[gnu::always_inline]] void text_in(Known& known, std::string_view text) {
        if (known.role == Role::none) return cells_.add_text(known, text);
        other_text(known, text);
    }

    [[gnu::noinline]] void other_text(Known& known, std::string_view text) {
        switch (known.role) {
            case Role::none:
            case Role::category: return cells_.add_category(known, text);
            case Role::text: return cells_.add_words(known, text);
            case Role::date: return cells_.add_date(known, text);
            case Role::label: return label_text(known, text);
            case Role::weight: return head_.set_weight(known.name, text);
            case Role::tag: return head_.set_tag(text);
            case Role::ignore: return;
            case Role::aside: return head_.put_aside(known.name, text);
        }
    }

    void label_text(Known& known, std::string_view text) {
        const Meaning meaning = rule_->meaning(text, roomy_);
        switch (meaning.kind) {
            case Meaning::Kind::missing: known.counts.add(&CellCounts::missing); return;
            case Meaning::Kind::truth: known.counts.add(&CellCounts::truths); return head_.set_label_truth(meaning.value != 0.0);
            case Meaning::Kind::infinite: throw cell_refusals::too_large_in(known.name, shown(text));
            case Meaning::Kind::number: return label_number(known, meaning.value, text);
            case Meaning::Kind::category: known.counts.add(&CellCounts::categories); return head_.set_label_text(text);
        }
    }
    void label_number(Known& known, double value, std::string_view as_text) {
        cells_.count_number(known, value);
        head_.set_label_number(value, as_text);
    }

    const RowRule* rule_;
    KnownColumns columns_;
    RowHead head_;
    CellAttributes cells_;
    bool roomy_ = false;
};

}  // namespace thresher
