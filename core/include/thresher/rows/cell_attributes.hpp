// The attributes that cells become: numbers, truths, categories, words, dates and lists of texts.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "thresher/data/example.hpp"
#include "thresher/rows/categories.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/cell_text.hpp"
#include "thresher/rows/dates.hpp"
#include "thresher/rows/known_columns.hpp"
#include "thresher/rows/row_attributes.hpp"
#include "thresher/rows/row_names.hpp"
#include "thresher/rows/row_sink.hpp"
#include "thresher/rows/rule.hpp"
#include "thresher/text/words.hpp"

namespace thresher {

// Texts are trimmed.
class CellAttributes {
public:
    explicit CellAttributes(const RowRule& rule) : rule_(&rule), split_(rule.roles().words) {}

    void open(const RowSink& sink) {
        row_.open(sink.list, sink.arena);
        arena_ = &sink.arena;
        roomy_ = sink.roomy;
        looks_ = sink.look ? most_looked_at + 1 : 0;
        categories_.clear();
    }

    void begin() {
        row_.begin();
        if (looks_ > 0) --looks_;
    }
    void end(bool columns_may_repeat) {
        row_.end(rule_->roles().text.empty() ? "text" : std::string_view(rule_->roles().text.front()), columns_may_repeat);
    }
    void give_up() { row_.give_up(); }

    [[gnu::always_inline]] void add_number(KnownColumn& known, double value) {
        if (!(std::fabs(value) <= size_limit)) [[unlikely]] {
            if (std::isnan(value)) {
                known.counts.add(&CellCounts::missing);
                return;
            }
            cell_refusals::check_size(known.name, value, {});
        }
        if (rule_->has_missing_numbers() && rule_->is_missing(value)) [[unlikely]] {
            known.counts.add(&CellCounts::missing);
            return;
        }
        count_number(known, value);
        if (value != 0.0) row_.add(known.attribute(value));
    }
    // For labels too, which are no attributes.
    [[gnu::always_inline]] void count_number(KnownColumn& known, double value) {
        known.counts.add(&CellCounts::numbers);
        if (looks_ > 0) [[unlikely]]
            known.counts.look_at(value);
    }
    [[gnu::always_inline]] void add_number_in(KnownColumn& known, std::string_view text, double value) {
        if (looks_ > 0) [[unlikely]]
            known.counts.look_at_number(text);
        add_number(known, value);
    }
    void add_indexed(std::uint64_t index, double value) {
        if (std::isnan(value) || value == 0.0 || rule_->is_missing(value)) return;
        const Feature feature = Feature::column(index, value);
        if (!(std::fabs(value) <= size_limit)) throw cell_refusals::too_large(describe(feature), shown_number(value));
        row_.add(feature);
    }

    void add_truth(KnownColumn& known, bool value) {
        known.counts.add(&CellCounts::truths);
        if (value) row_.add(known.attribute(1.0));
    }

    // In a column without a role: whatever the text means.
    [[gnu::always_inline]] void add_text(KnownColumn& known, std::string_view text) {
        if (!text.empty() && may_begin_number(text.front())) {
            const WholeNumber number = whole_number(text, roomy_);
            if (number.kind == WholeNumber::Kind::number && !rule_->has_missing_numbers()) return add_number_in(known, text, number.value);
        }
        add_plain_text(known, text);
    }

    void add_category(KnownColumn& known, std::string_view text) {
        if (rule_->is_missing(text)) {
            known.counts.add(&CellCounts::missing);
            return;
        }
        known.counts.add(&CellCounts::categories);
        const std::uint64_t hash = Categories::hash(text, known.number);
        if (looks_ > 0) known.counts.look_at(hash, text.size());
        if (const Categories::Entry* entry = categories_.find(hash, text, known.number)) return row_.add(entry->feature);
        const Feature feature = row_.add(known.name, '=', text);
        if (text.size() <= Categories::longest)
            categories_.add({hash, feature.text().substr(known.name.size() + 1), known.number, {Meaning::Kind::category}, feature});
    }

    void add_words(KnownColumn& known, std::string_view text) {
        if (text.empty()) {  // a mail that says "none" says something
            known.counts.add(&CellCounts::missing);
            return;
        }
        if (looks_ > 0) known.counts.look_at(Categories::hash(text, known.number), text.size());
        split_.clear();
        split_.add(text);
        take_words(known);
    }

    void add_date(KnownColumn& known, std::string_view text) {
        if (rule_->is_missing(text)) {
            known.counts.add(&CellCounts::missing);
            return;
        }
        const std::optional<Moment> found = moment_in(text);
        if (!found) throw cell_refusals::no_date(known.name, shown(text));
        add_moment(known, *found);
    }
    void add_moment(KnownColumn& known, const Moment& moment) {
        known.counts.add(&CellCounts::dates);
        row_.set_may_repeat();
        const DateParts parts(moment);
        const auto add = [&](std::string_view part, std::string_view value) { row_.add(known.name, '.', std::string(part) + std::string(value)); };
        if (parts.hour >= 0) add("hour=", std::to_string(parts.hour));
        add("weekday=", weekday_names[parts.weekday]);
        add("month=", month_names[parts.month]);
        if (parts.days != 0.0) row_.add(known.name, '.', "days", parts.days);
    }

    void begin_list(const KnownColumn& known) {
        list_begin_ = row_.size();
        if (known.role == Role::text) split_.clear();
    }
    void add_item(KnownColumn& known, std::string_view text) {
        if (known.role == Role::text) return split_.add(text);
        if (rule_->is_missing(text)) return;
        known.counts.add(&CellCounts::categories);
        row_.add(known.name, '=', text);
    }
    // What a list holds several times counts once. Texts of a list are one text of which words are counted.
    void end_list(KnownColumn& known) {
        if (known.role == Role::text) return take_words(known);
        row_.merge_repeats(list_begin_);
    }

private:
    static constexpr std::uint64_t most_looked_at = 1000;

    void add_plain_text(KnownColumn& known, std::string_view text) {
        if (text.empty()) {
            known.counts.add(&CellCounts::missing);
            return;
        }
        if (text.size() > Categories::longest) return take(known, text, rule_->meaning(text, roomy_), nullptr);
        const std::uint64_t hash = Categories::hash(text, known.number);
        if (looks_ > 0) known.counts.look_at(hash, text.size());
        if (const Categories::Entry* entry = categories_.find(hash, text, known.number)) {
            if (entry->meaning.kind != Meaning::Kind::category) return take(known, text, entry->meaning, nullptr);
            known.counts.add(&CellCounts::categories);
            row_.add(entry->feature);
            return;
        }
        Categories::Entry entry{hash, {}, known.number, rule_->meaning(text, roomy_), {}};
        take(known, text, entry.meaning, &entry);
        if (entry.meaning.kind == Meaning::Kind::number) return;
        if (entry.meaning.kind != Meaning::Kind::category) entry.text = kept_in(*arena_, text);
        categories_.add(entry);
    }

    // What a text means; a category's name goes into the entry, if there is one.
    void take(KnownColumn& known, std::string_view text, const Meaning& meaning, Categories::Entry* entry) {
        switch (meaning.kind) {
            case Meaning::Kind::missing: known.counts.add(&CellCounts::missing); return;
            case Meaning::Kind::number: return add_number_in(known, text, meaning.value);
            case Meaning::Kind::truth: return add_truth(known, meaning.value != 0.0);
            case Meaning::Kind::infinite: throw cell_refusals::too_large_in(known.name, shown(text));
            case Meaning::Kind::category: break;
        }
        known.counts.add(&CellCounts::categories);
        if (entry == nullptr && looks_ > 0) known.counts.look_at(Categories::hash(text, known.number), text.size());
        const Feature feature = row_.add(known.name, '=', text);
        if (entry == nullptr) return;
        entry->feature = feature;
        entry->text = feature.text().substr(known.name.size() + 1);
    }

    void take_words(KnownColumn& known) {
        known.counts.add(&CellCounts::words);
        if (rule_->words_stand_alone()) return row_.add_words(split_);
        split_.each([&](std::string_view word, double value) { row_.add(known.name, '=', word, value); });
    }

    const RowRule* rule_;
    RowAttributes row_;
    Arena* arena_ = nullptr;
    bool roomy_ = false;
    std::uint64_t looks_ = 0;  // so many rows, this one counted, are looked at more closely
    Categories categories_;
    WordSplitter split_;
    std::size_t list_begin_ = 0;
};

}  // namespace thresher
