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
#include "thresher/rows/categories.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/dates.hpp"
#include "thresher/rows/known_columns.hpp"
#include "thresher/rows/row_attributes.hpp"
#include "thresher/rows/row_head.hpp"
#include "thresher/rows/row_names.hpp"
#include "thresher/rows/row_sink.hpp"
#include "thresher/rows/rule.hpp"

namespace thresher {

inline constexpr unsigned deepest_object = 8;  // objects within objects

class RowWriter {
public:
    using Column = KnownColumn::Number;

    explicit RowWriter(const RowRule& rule) : rule_(&rule), columns_(rule), head_(rule), split_(rule.roles().words) {}

    void open(const RowSink& sink) {
        columns_.open(sink.arena);
        row_.open(sink.list, sink.arena);
        arena_ = &sink.arena;
        roomy_ = sink.roomy;
        looks_ = sink.look ? most_looked_at + 1 : 0;
        categories_.clear();
        head_.open(sink);
    }

    // The number of a column, by its name.
    Column column(std::string_view name) { return columns_.number(name); }
    // Changes when numbers of columns lose their meaning; only `open` does that.
    std::uint64_t epoch() const { return columns_.epoch(); }
    std::string_view name(Column column) const { return columns_[column].name; }
    Role role(Column column) const { return columns_[column].role; }

    void begin() {
        row_.begin();
        head_.begin();
        columns_.begin_row();
        if (looks_ > 0) --looks_;
    }

    void missing(Column column) {
        Known& known = columns_.use(column);
        ++known.counts.missing;
    }

    [[gnu::always_inline]] void number(Column column, double value) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) [[likely]]
            return add_number(known, value);
        other_number(known, value, {});
    }
    // A number of which it matters how it is written, if it turns out to be a category.
    [[gnu::always_inline]] void number(Column column, double value, std::string_view as_text) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) [[likely]]
            return add_number(known, value);
        other_number(known, value, as_text);
    }

    // A number that is a category whatever its role: a code of an enumeration.
    void code(Column column, std::string_view as_text) {
        Known& known = columns_.use(column);
        if (known.role == Role::none) return add_category(known, as_text);
        text_in(known, as_text);
    }

    void truth(Column column, bool value) {
        Known& known = columns_.use(column);
        if (known.role == Role::none || known.role == Role::label) {
            ++known.counts.truths;
            if (known.role == Role::label)
                head_.set_label_truth(value);
            else if (value)
                row_.add(known.attribute(1.0));
            return;
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
        add_moment(known, moment);
    }

    // A column by its number, as dicts may have them.
    void indexed(std::uint64_t index, double value) {
        if (std::isnan(value) || value == 0.0 || rule_->is_missing(value)) return;
        const Feature feature = Feature::column(index, value);
        if (!(std::fabs(value) <= size_limit)) throw cell_refusals::too_large(describe(feature), shown_number(value));
        row_.add(feature);
    }

    // Whether this is the first member of that name in an object; `object` is any number that no other object of the row has.
    bool first_in(Column column, std::uint64_t object, bool inner) { return columns_.first_in(column, object, inner); }

    // Whether the members of an object are looked at: not where it is left out.
    bool enter_object(Column column) {
        Known& known = columns_.use(column);
        if (known.role == Role::ignore) return false;
        if (known.is_single()) throw cell_refusals::neither(known.name, "an object");
        ++known.counts.other;
        return true;
    }

    // Lists: begin, items, end.
    bool begin_list(Column column) {
        Known& known = columns_.use(column);
        if (known.role == Role::ignore) return false;
        if (known.is_single() || known.role == Role::date) throw cell_refusals::neither(known.name, "a list");
        list_begin_ = row_.size();
        if (known.role == Role::text) split_.clear();
        return true;
    }
    void item(Column column, std::string_view cell) {
        Known& known = columns_[column];
        const std::string_view text = trimmed(cell);
        if (known.role == Role::text) return split_.add(text);
        if (rule_->is_missing(text)) return;
        ++known.counts.categories;
        row_.add(known.name, '=', text);
    }
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
    // What a list holds several times counts once. Texts of a list are one text of which words are counted.
    void end_list(Column column) {
        if (columns_[column].role == Role::text) return take_words(columns_[column]);
        row_.merge_repeats(list_begin_);
    }

    // What nothing else fits.
    [[noreturn]] void refuse(Column column, std::string_view kind) { throw cell_refusals::neither(columns_[column].name, std::string(kind)); }

    Block::Head end() {
        row_.end(text_column(), columns_.may_repeat());
        return head_.end();
    }
    void give_up() { row_.give_up(); }

    // Of the columns that rows had since `open`.
    std::vector<ColumnCounts> counts() const { return columns_.counts(); }

private:
    static constexpr std::uint64_t most_looked_at = 1000;

    using Known = KnownColumn;

    std::string_view kept(std::string_view text) { return kept_in(*arena_, text); }

    std::string_view text_column() const { return rule_->roles().text.empty() ? "text" : std::string_view(rule_->roles().text.front()); }

    // Numbers.

    [[gnu::always_inline]] void add_number(Known& known, double value) {
        if (!(std::fabs(value) <= size_limit)) [[unlikely]] {
            if (std::isnan(value)) {
                ++known.counts.missing;
                return;
            }
            cell_refusals::check_size(known.name, value, {});
        }
        if (rule_->has_missing_numbers() && rule_->is_missing(value)) [[unlikely]] {
            ++known.counts.missing;
            return;
        }
        ++known.counts.numbers;
        if (looks_ > 0) [[unlikely]]
            known.counts.look_at(value);
        if (value != 0.0) row_.add(known.attribute(value));
    }

    [[gnu::noinline]] void other_number(Known& known, double value, std::string_view as_text) {
        if (known.role == Role::ignore) return;
        if (std::isnan(value) || rule_->is_missing(value)) {
            ++known.counts.missing;
            return;
        }
        if (known.role == Role::weight) return head_.set_weight(known.name, value, as_text.empty() ? shown_number(value) : std::string(as_text));
        if (known.role == Role::date) throw cell_refusals::no_date(known.name, as_text.empty() ? shown_number(value) : std::string(as_text));
        // Whole numbers as texts may have any number of digits.
        if (known.role == Role::label || as_text.empty() || as_text.find_first_not_of("-0123456789") != std::string_view::npos)
            cell_refusals::check_size(known.name, value, as_text);
        const std::string own = as_text.empty() ? written(value) : std::string();
        const std::string_view text = as_text.empty() ? std::string_view(own) : as_text;
        if (known.role == Role::label) return set_label(known, value, text);
        text_in(known, text);
    }

    // Texts, trimmed.

    [[gnu::always_inline]] void text_in(Known& known, std::string_view text) {
        if (known.role == Role::none) {
            if (!text.empty() && may_begin_number(text.front())) {
                const WholeNumber number = whole_number(text, roomy_);
                if (number.kind == WholeNumber::Kind::number && !rule_->has_missing_numbers()) return add_number(known, number.value);
            }
            return plain_text(known, text);
        }
        other_text(known, text);
    }

    // In a column without a role.
    void plain_text(Known& known, std::string_view text) {
        if (text.empty()) {
            ++known.counts.missing;
            return;
        }
        if (text.size() > Categories::longest) return take(known, text, rule_->meaning(text, roomy_), nullptr);
        const std::uint64_t hash = Categories::hash(text, known.number);
        if (looks_ > 0) known.counts.look_at(hash, text.size());
        if (const Categories::Entry* entry = categories_.find(hash, text, known.number)) {
            if (entry->meaning.kind != Meaning::Kind::category) return take(known, text, entry->meaning, nullptr);
            ++known.counts.categories;
            row_.add(entry->feature);
            return;
        }
        Categories::Entry entry{hash, {}, known.number, rule_->meaning(text, roomy_), {}};
        take(known, text, entry.meaning, &entry);
        if (entry.meaning.kind == Meaning::Kind::number) return;
        if (entry.meaning.kind != Meaning::Kind::category) entry.text = kept(text);
        categories_.add(entry);
    }

    // What a text means; a category's name goes into the entry, if there is one.
    void take(Known& known, std::string_view text, const Meaning& meaning, Categories::Entry* entry) {
        switch (meaning.kind) {
            case Meaning::Kind::missing: ++known.counts.missing; return;
            case Meaning::Kind::number: return add_number(known, meaning.value);
            case Meaning::Kind::truth:
                ++known.counts.truths;
                if (meaning.value != 0.0) row_.add(known.attribute(1.0));
                return;
            case Meaning::Kind::infinite: throw cell_refusals::too_large_in(known.name, shown(text));
            case Meaning::Kind::category: break;
        }
        ++known.counts.categories;
        if (entry == nullptr && looks_ > 0) known.counts.look_at(Categories::hash(text, known.number), text.size());
        const Feature feature = row_.add(known.name, '=', text);
        if (entry == nullptr) return;
        entry->feature = feature;
        entry->text = feature.text().substr(known.name.size() + 1);
    }

    void add_category(Known& known, std::string_view text) {
        if (rule_->is_missing(text)) {
            ++known.counts.missing;
            return;
        }
        ++known.counts.categories;
        const std::uint64_t hash = Categories::hash(text, known.number);
        if (looks_ > 0) known.counts.look_at(hash, text.size());
        if (const Categories::Entry* entry = categories_.find(hash, text, known.number)) return row_.add(entry->feature);
        const Feature feature = row_.add(known.name, '=', text);
        if (text.size() <= Categories::longest)
            categories_.add({hash, feature.text().substr(known.name.size() + 1), known.number, {Meaning::Kind::category}, feature});
    }

    [[gnu::noinline]] void other_text(Known& known, std::string_view text) {
        switch (known.role) {
            case Role::none:
            case Role::category: return add_category(known, text);
            case Role::text:
                if (text.empty()) {  // a mail that says "none" says something
                    ++known.counts.missing;
                    return;
                }
                if (looks_ > 0) known.counts.look_at(Categories::hash(text, known.number), text.size());
                return add_words(known, text);
            case Role::date: return date_text(known, text);
            case Role::label: return label_text(known, text);
            case Role::weight: return head_.set_weight(known.name, text);
            case Role::tag: return head_.set_tag(text);
            case Role::ignore: return;
            case Role::aside: return head_.put_aside(known.name, text);
        }
    }

    void add_words(Known& known, std::string_view text) {
        split_.clear();
        split_.add(text);
        take_words(known);
    }

    void take_words(Known& known) {
        ++known.counts.words;
        if (rule_->words_stand_alone()) return row_.add_words(split_);
        split_.each([&](std::string_view word, double value) { row_.add(known.name, '=', word, value); });
    }

    void date_text(Known& known, std::string_view text) {
        if (rule_->is_missing(text)) {
            ++known.counts.missing;
            return;
        }
        const std::optional<Moment> found = moment_in(text);
        if (!found) throw cell_refusals::no_date(known.name, shown(text));
        add_moment(known, *found);
    }

    void add_moment(Known& known, const Moment& moment) {
        ++known.counts.dates;
        row_.set_may_repeat();
        const DateParts parts(moment);
        std::string name(known.name);
        const auto add = [&](std::string_view part, std::string_view value) { row_.add(known.name, '.', std::string(part) + std::string(value)); };
        if (parts.hour >= 0) add("hour=", std::to_string(parts.hour));
        add("weekday=", weekday_names[parts.weekday]);
        add("month=", month_names[parts.month]);
        if (parts.days != 0.0) row_.add(known.name, '.', "days", parts.days);
    }

    void label_text(Known& known, std::string_view text) {
        const Meaning meaning = rule_->meaning(text, roomy_);
        switch (meaning.kind) {
            case Meaning::Kind::missing: ++known.counts.missing; return;
            case Meaning::Kind::truth: ++known.counts.truths; return head_.set_label_truth(meaning.value != 0.0);
            case Meaning::Kind::infinite: throw cell_refusals::too_large_in(known.name, shown(text));
            case Meaning::Kind::number: return set_label(known, meaning.value, text);
            case Meaning::Kind::category: ++known.counts.categories; return head_.set_label_text(text);
        }
    }

    void set_label(Known& known, double value, std::string_view as_text) {
        ++known.counts.numbers;
        if (looks_ > 0) known.counts.look_at(value);
        head_.set_label_number(value, as_text);
    }

    const RowRule* rule_;
    KnownColumns columns_;
    RowHead head_;
    WordSplitter split_;
    Arena* arena_ = nullptr;
    bool roomy_ = false;

    Categories categories_;

    RowAttributes row_;
    std::size_t list_begin_ = 0;
    std::uint64_t looks_ = 0;
};

}  // namespace thresher
