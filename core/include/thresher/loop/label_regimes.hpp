// Stretches in which one label prevails, others among it or not: what is left of a sorted file of which some labels are wrong.
//
// A stretch ends when so many rows more had other labels than had its own, counted from the last row at which they were even; the
// next one begins there, with the label that came most.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "thresher/classes/confusion.hpp"

namespace thresher {

class LabelRegimes {
public:
    static constexpr std::uint64_t evidence = 10;

    void add(Class label, bool wrong) {
        if (count_ == 0) begin(label);
        if (label == label_) {
            count(label, 1);
            if (against_ > 0 && --against_ == 0) newcomer_votes_ = newcomer_rows_ = 0;
            return;
        }
        if (against_++ == 0) wrong_first_ = wrong;
        vote(label);
        if (against_ < evidence || newcomer_votes_ == 0) return;
        begin(newcomer_);
        count(newcomer_, newcomer_rows_);
        mistakes_at_first_ += wrong_first_;
        against_ = newcomer_votes_ = newcomer_rows_ = 0;
    }

    std::uint64_t size() const { return count_; }
    // At the first row of a stretch, other than of the first one.
    std::uint64_t mistakes_at_first() const { return mistakes_at_first_; }
    // (label, rows of it in stretches where it prevails).
    std::vector<std::pair<Class, std::uint64_t>> own_rows() const {
        std::vector<std::pair<Class, std::uint64_t>> found;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i] != 0) found.emplace_back(static_cast<Class>(i), rows_[i]);
        return found;
    }

private:
    void begin(Class label) {
        label_ = label;
        ++count_;
    }
    void count(Class label, std::uint64_t rows) {
        const auto place = static_cast<std::size_t>(label);
        if (place >= rows_.size()) rows_.resize(place + 1, 0);
        rows_[place] += rows;
    }
    // Whom most of the other rows have (Boyer and Moore).
    void vote(Class label) {
        if (newcomer_votes_ == 0) {
            newcomer_ = label;
            newcomer_rows_ = 0;
        }
        newcomer_rows_ += label == newcomer_;
        newcomer_votes_ = label == newcomer_ ? newcomer_votes_ + 1 : newcomer_votes_ - 1;
    }

    Class label_ = no_class, newcomer_ = no_class;
    std::uint64_t count_ = 0, against_ = 0, newcomer_votes_ = 0, newcomer_rows_ = 0, mistakes_at_first_ = 0;
    bool wrong_first_ = false;
    std::vector<std::uint64_t> rows_;
};

}  // namespace thresher
