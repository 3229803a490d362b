// What texts meant a moment ago: within one block a category's name is put together and hashed once.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/rows/rule.hpp"

namespace thresher {

class Categories {
public:
    struct Entry {
        std::uint64_t hash;
        std::string_view text;
        std::uint32_t column;
        Meaning meaning;
        Feature feature;  // of a category
    };

    static constexpr std::size_t longest = 64;  // bytes of a text worth keeping

    void clear() {
        if (!entries_.empty()) table_.assign(table_.size(), 0);
        entries_.clear();
    }

    static std::uint64_t hash(std::string_view text, std::uint32_t column) {
        return hash_bytes(text, Ends(text), table_seed() + column * 0x9e3779b97f4a7c15ULL);
    }

    const Entry* find(std::uint64_t hash, std::string_view text, std::uint32_t column) const {
        const std::size_t mask = table_.size() - 1;
        for (std::size_t at = static_cast<std::size_t>(hash) & mask; table_[at] != 0; at = (at + 1) & mask) {
            const Entry& entry = entries_[table_[at] - 1];
            if (entry.hash == hash && entry.column == column && entry.text == text) return &entry;
        }
        return nullptr;
    }

    void add(const Entry& entry) {
        if (entries_.size() * 2 >= table_.size()) grow();
        entries_.push_back(entry);
        place(entries_.size());
    }

private:
    void place(std::size_t number) {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = static_cast<std::size_t>(entries_[number - 1].hash) & mask;
        while (table_[at] != 0) at = (at + 1) & mask;
        table_[at] = static_cast<std::uint32_t>(number);
    }
    void grow() {
        table_.assign(table_.size() * 2, 0);
        for (std::size_t number = 1; number <= entries_.size(); ++number) place(number);
    }

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(256, 0);  // 0: free; else number of the entry + 1
};

}  // namespace thresher
