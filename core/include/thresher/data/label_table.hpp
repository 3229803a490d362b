// Labels as they are written in a file, numbers or texts, and the class numbers they stand for.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "thresher/data/block.hpp"
#include "thresher/data/label.hpp"
#include "thresher/errors.hpp"

namespace thresher {

class LabelTable {
public:
    static constexpr Class not_there = -2;

    void set(double written, Class number) {
        if (std::isnan(written)) throw InputError("no label is written as a number that is none");
        if (number < 0) throw InputError("a label has a number from 0 on");
        const double key = written + 0.0;  // -0 is 0
        if (!known_.contains(key) && first_.size() < few) first_.push_back({key, number});
        known_[key] = number;
        for (Entry& entry : first_)
            if (entry.written == key) entry.number = number;
        if (number > largest_) largest_ = number;
    }

    void set(std::string_view written, Class number) {
        if (number < 0) throw InputError("a label has a number from 0 on");
        texts_.insert_or_assign(std::string(written), number);
        if (number > largest_) largest_ = number;
    }

    std::size_t size() const { return known_.size() + texts_.size(); }
    Class largest() const { return largest_; }  // no_class where there is none

    // The number that a label stands for; no_class where nothing is written.
    Class operator()(double written) const {
        for (const Entry& entry : first_)
            if (entry.written == written) return entry.number;
        if (std::isnan(written)) return no_class;
        const auto found = known_.find(written + 0.0);
        return found == known_.end() ? not_there : found->second;
    }

    Class operator()(std::string_view written) const {
        const auto found = texts_.find(written);
        return found == texts_.end() ? not_there : found->second;
    }

    // Of the rows from `first` on, as many as there is room for.
    void read(const Block& block, std::size_t first, std::span<Class> numbers) const {
        const double* const written = block.labels().data() + first;
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = (*this)(written[i]);
        if (block.has_label_texts()) read_texts(block, first, numbers);
    }

private:
    static constexpr std::size_t few = 4;  // looked at one by one before the table is asked

    // Labels are few, and the same text lies in the same place while a block repeats it.
    void read_texts(const Block& block, std::size_t first, std::span<Class> numbers) const {
        const char* last = nullptr;
        Class number = no_class;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::string_view text = block.label_text(first + i);
            if (text.empty()) continue;
            if (text.data() != last) number = (*this)(text);
            last = text.data();
            numbers[i] = number;
        }
    }

    struct Entry {
        double written;
        Class number;
    };

    std::vector<Entry> first_;
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };

    std::unordered_map<double, Class> known_;
    std::unordered_map<std::string, Class, TextHash, std::equal_to<>> texts_;
    Class largest_ = no_class;
};

}  // namespace thresher
