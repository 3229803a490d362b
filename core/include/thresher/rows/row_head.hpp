// What a row has beside its attributes: its label, its weight, its tag, and the texts that are put aside.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/cell_text.hpp"
#include "thresher/rows/row_names.hpp"
#include "thresher/rows/row_sink.hpp"
#include "thresher/rows/rule.hpp"

namespace thresher {

inline constexpr double largest_weight = 1e100;

class RowHead {
public:
    explicit RowHead(const RowRule& rule) : rule_(&rule) {}

    void open(const RowSink& sink) {
        arena_ = &sink.arena;
        roomy_ = sink.roomy;
        last_label_ = {};
    }
    void begin() {
        head_ = {};
        aside_.assign(rule_->roles().aside.size(), {});
        has_weight_ = false;
    }
    Block::Head end() {
        if (!rule_->roles().weight.empty() && !has_weight_) throw cell_refusals::bad_weight(rule_->roles().weight, "None");
        head_.aside = aside_;
        return head_;
    }

    void set_label_truth(bool value) { head_.label = value ? 1.0 : 0.0; }
    // Whole numbers that doubles can't tell apart keep their digits.
    void set_label_number(double value, std::string_view as_text) {
        if (std::fabs(value) >= 0x1p53) return set_label_text(as_text);
        head_.label = value + 0.0;
    }
    void set_label_text(std::string_view text) {
        if (text != last_label_) last_label_ = kept_in(*arena_, text);
        head_.label_text = last_label_;
    }

    void set_weight(std::string_view column, std::string_view text) {
        const WholeNumber number = whole_number(text, roomy_);
        if (number.kind != WholeNumber::Kind::number) throw cell_refusals::bad_weight(column, shown(text));
        set_weight(column, number.value, shown(text));
    }
    void set_weight(std::string_view column, double value, const std::string& as_text) {
        if (!(value >= 0.0 && value <= largest_weight)) throw cell_refusals::bad_weight(column, as_text);
        head_.weight = value;
        has_weight_ = true;
    }

    void set_tag(std::string_view text) { head_.tag = kept_in(*arena_, text); }

    void put_aside(std::string_view column, std::string_view text) {
        const std::vector<std::string>& names = rule_->roles().aside;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == column) aside_[i] = kept_in(*arena_, text);
    }

private:
    const RowRule* rule_;
    Arena* arena_ = nullptr;
    bool roomy_ = false;
    Block::Head head_;
    std::vector<std::string_view> aside_;  // by place in the roles
    std::string_view last_label_;          // in the arena: most rows have the label of another
    bool has_weight_ = false;
};

}  // namespace thresher
