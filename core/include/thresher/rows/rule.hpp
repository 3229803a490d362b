// What the columns of a row mean, and what a text in one of them is: the one rule behind every door.
//
// A number is the value of the attribute named after its column; true is 1; false, 0 and what is missing are absent; a
// date is its hour, weekday, month and days since 1970; any other text is a category, the attribute `column=text`, and so is one
// that is written like a number beyond 1e150. Each cell is looked at by itself, so that what a row means does not depend on the
// rows before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "thresher/errors.hpp"
#include "thresher/rows/cell_text.hpp"
#include "thresher/text/words.hpp"

namespace thresher {

enum class Role : std::uint8_t { none, category, text, date, label, weight, tag, ignore, aside };

// Texts by which a lookup needs no copy.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

// What the caller says of the columns; empty names: there is no such column.
struct RowRoles {
    std::string label, weight, tag;
    std::vector<std::string> text, categories, dates, ignore;
    std::vector<std::string> aside;  // no attributes, but their texts are kept beside the row
    std::vector<std::string> missing = {"#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
                                        "<NA>", "N/A",      "NA",  "NULL",    "NaN",      "None", "n/a",  "nan",    "null"};
    WordOptions words;
};

// What a text in a column without a role is.
struct Meaning {
    enum class Kind : std::uint8_t { missing, number, truth, category, infinite };
    Kind kind;
    double value = 0.0;
};

// Never changes once it is made: threads share it.
class RowRule {
public:
    explicit RowRule(RowRoles roles = {}) : roles_(std::move(roles)) {
        give(roles_.label, Role::label);
        give(roles_.weight, Role::weight);
        give(roles_.tag, Role::tag);
        for (const std::string& name : roles_.text) give(name, Role::text);
        for (const std::string& name : roles_.categories) give(name, Role::category);
        for (const std::string& name : roles_.dates) give(name, Role::date);
        for (const std::string& name : roles_.ignore) give(name, Role::ignore);
        for (const std::string& name : roles_.aside) give(name, Role::aside);
        for (const std::string& word : roles_.missing) {
            missing_.insert(std::string(trimmed(word)));
            longest_missing_ = std::max(longest_missing_, word.size());
            const WholeNumber number = whole_number(trimmed(word), false);
            if (number.kind == WholeNumber::Kind::number) missing_numbers_.push_back(number.value);
        }
    }

    const RowRoles& roles() const { return roles_; }
    Role role(std::string_view column) const {
        if (by_name_.empty()) return Role::none;
        const auto found = by_name_.find(column);
        return found == by_name_.end() ? Role::none : found->second;
    }
    // Whether words of the only column of text are attributes by themselves.
    bool words_stand_alone() const { return roles_.text.size() < 2; }

    // Some word for a missing value is a number: then that number is missing however it is written, and where it is no text too.
    bool has_missing_numbers() const { return !missing_numbers_.empty(); }
    bool is_missing(double number) const { return std::ranges::find(missing_numbers_, number) != missing_numbers_.end(); }
    bool is_missing(std::string_view text) const { return text.empty() || (text.size() <= longest_missing_ && missing_.contains(text)); }

    // Of a trimmed text.
    Meaning meaning(std::string_view text, bool roomy) const {
        if (text.empty()) return {Meaning::Kind::missing};
        WholeNumber number;
        if (may_begin_number(text.front())) {
            if (has_missing_numbers() && is_missing(text)) return {Meaning::Kind::missing};
            number = whole_number(text, roomy);
            if (number.kind == WholeNumber::Kind::number) return {Meaning::Kind::number, number.value};
        }
        if (is_missing(text)) return {Meaning::Kind::missing};
        if (const int truth = truth_in(text); truth >= 0) return {Meaning::Kind::truth, static_cast<double>(truth)};
        if (!may_begin_number(text.front())) number = whole_number(text, roomy);
        if (number.kind == WholeNumber::Kind::nan) return {Meaning::Kind::missing};
        if (number.kind == WholeNumber::Kind::infinite) return {Meaning::Kind::infinite};
        return {Meaning::Kind::category};
    }

private:
    void give(const std::string& name, Role role) {
        if (name.empty()) return;
        if (!by_name_.emplace(name, role).second) throw ParameterError("the column " + shown(name) + " is named twice; a column has one role");
    }

    RowRoles roles_;
    std::unordered_map<std::string, Role, TextHash, std::equal_to<>> by_name_;
    std::unordered_set<std::string, TextHash, std::equal_to<>> missing_;
    std::size_t longest_missing_ = 0;
    std::vector<double> missing_numbers_;
};

}  // namespace thresher
