// The attributes of the row that is being read, and what becomes of those that are there twice.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/example.hpp"
#include "thresher/rows/cell_refusals.hpp"
#include "thresher/rows/repeats.hpp"
#include "thresher/rows/row_names.hpp"
#include "thresher/text/words.hpp"

namespace thresher {

class RowAttributes {
public:
    void open(Instance& list, Arena& arena) {
        list_ = &list;
        arena_ = &arena;
    }

    void begin() {
        begin_ = list_->size();
        words_.clear();
        may_repeat_ = false;
    }
    // `text_column` is where words come from that have no column in their names.
    void end(std::string_view text_column, bool columns_may_repeat) {
        if (!words_.empty()) tell_words_apart(text_column);
        if (may_repeat_ || columns_may_repeat) refuse_repeats();
    }
    void give_up() { list_->resize(begin_); }

    std::size_t size() const { return list_->size(); }  // of the list, rows before this one counted

    [[gnu::always_inline]] void add(const Feature& feature) { list_->push_back(feature); }
    Feature add(std::string_view column, char between, std::string_view text, double value = 1.0) {
        const Feature feature = named_in(*arena_, column, between, text, value);
        list_->push_back(feature);
        return feature;
    }
    // The words of a text as they are, hashed already; each field goes straight to its place.
    void add_words(WordSplitter& split) {
        const TalliedNames& names = split.completed();
        const std::size_t begin = list_->size(), size = names.size();
        if (size == 0) return;
        const char* const place = kept_in(*arena_, names.all()).data();
        list_->resize(begin + size);
        Feature* const features = list_->data() + begin;
        for (std::size_t i = 0; i < size; ++i) {
            const TalliedNames::Entry& entry = names.entry(i);
            features[i].name = place + entry.begin;
            features[i].length = entry.size;
            features[i].code = entry.hash;
            features[i].ends = entry.ends;
            features[i].value = split.value_of(i);
        }
        words_.emplace_back(begin, begin + size);
    }

    // What was added may be the name of a column too: `end` looks.
    void set_may_repeat() { may_repeat_ = true; }

    // From a place of the list on, each attribute stays once.
    void merge_repeats(std::size_t begin) {
        finder_.clear(list_->size() - begin);
        std::size_t size = begin;
        for (std::size_t i = begin; i < list_->size(); ++i) {
            (*list_)[size] = (*list_)[i];
            size += finder_.add(*list_, size) == size;
        }
        list_->resize(size);
    }

private:
    // Runs of words that others may have as their names: those are told apart by their column.
    void tell_words_apart(std::string_view column) {
        constexpr std::size_t bits = 4096;
        std::uint64_t seen[bits / 64] = {};
        const auto bit = [](const Feature& feature) { return static_cast<std::size_t>(feature.code >> 40) % bits; };
        each_other([&](const Feature& feature) { seen[bit(feature) / 64] |= std::uint64_t{1} << bit(feature) % 64; });
        bool met = words_.size() > 1;
        for (const auto& [begin, end] : words_)
            for (std::size_t i = begin; i < end; ++i) met = met || (seen[bit((*list_)[i]) / 64] >> bit((*list_)[i]) % 64 & 1U) != 0;
        if (!met) return;
        may_repeat_ = true;
        finder_.clear(list_->size() - begin_);
        for_others([&](std::size_t i) { finder_.add(*list_, i); });
        for (const auto& [begin, end] : words_)
            for (std::size_t i = begin; i < end; ++i)
                if (finder_.has(*list_, (*list_)[i])) (*list_)[i] = named_in(*arena_, column, '=', (*list_)[i].text(), (*list_)[i].value);
    }

    template <class F>
    void for_others(F each) const {
        std::size_t at = begin_;
        for (const auto& [begin, end] : words_) {
            for (; at < begin; ++at) each(at);
            at = end;
        }
        for (; at < list_->size(); ++at) each(at);
    }
    template <class F>
    void each_other(F each) const {
        for_others([&](std::size_t i) { each((*list_)[i]); });
    }

    void refuse_repeats() {
        finder_.clear(list_->size() - begin_);
        for (std::size_t i = begin_; i < list_->size(); ++i)
            if (finder_.add(*list_, i) != i) throw cell_refusals::attribute_twice((*list_)[i]);
    }

    Instance* list_ = nullptr;
    Arena* arena_ = nullptr;
    std::size_t begin_ = 0;
    std::vector<std::pair<std::size_t, std::size_t>> words_;  // where in the list words stand that have no column in their names
    bool may_repeat_ = false;
    RepeatFinder finder_;
};

}  // namespace thresher
