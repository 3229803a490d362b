// What the cells of one column were in a block, counted while they are read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "thresher/data/column_counts.hpp"

namespace thresher {

struct CellCounts {
    std::uint64_t missing = 0, numbers = 0, truths = 0, categories = 0, dates = 0, words = 0, other = 0;

    // One more cell of a kind. A column begins a row with `begin_row`, so that what it had in the row can be taken back.
    [[gnu::always_inline]] void add(std::uint64_t CellCounts::* kind) {
        ++(this->*kind);
        last_ = kind;
    }
    [[gnu::always_inline]] void begin_row() { last_ = nullptr; }
    void take_back() {
        if (last_ != nullptr) --(this->*last_);
        last_ = nullptr;
    }

    // At cells of the first rows of a stream.
    [[gnu::noinline]] void look_at(double value) {
        ++plain.looked_at;
        plain.rising = plain.rising && value == std::floor(value) && (plain.numbers_looked_at == 0 || value > plain.last);
        if (plain.numbers_looked_at++ == 0) plain.first = value;
        plain.last = value;
    }
    [[gnu::noinline]] void look_at_number(std::string_view text) {
        const bool digits = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
        plain.digits = plain.digits && digits;
        plain.padded += digits && text.size() > 1 && text.front() == '0';
    }
    [[gnu::noinline]] void look_at(std::uint64_t hash, std::size_t size) {
        ++plain.looked_at;
        plain.longest = std::max<std::uint64_t>(plain.longest, size);
        hashes.insert(hash);
    }

    ColumnCounts of(std::string_view name) const {
        ColumnCounts counts = plain;
        counts.name = name;
        counts.missing = missing;
        counts.numbers = numbers;
        counts.truths = truths;
        counts.categories = categories;
        counts.dates = dates;
        counts.words = words;
        counts.other = other;
        counts.hashes.assign(hashes.begin(), hashes.end());
        return counts;
    }

    ColumnCounts plain;  // what was looked at, but for the hashes
    std::unordered_set<std::uint64_t> hashes;

private:
    std::uint64_t CellCounts::* last_ = nullptr;  // of which kind its cell in this row was
};

}  // namespace thresher
