// Names in the order in which they first came, each with how often it did.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/numeric/hash.hpp"

namespace thresher {

class TalliedNames {
public:
    struct Entry {
        std::size_t begin;
        std::uint32_t size, slot;
        std::uint64_t times;
    };

    // What is written behind the names so far is the next one.
    std::string& text() { return text_; }

    std::string_view name(std::size_t number) const { return {text_.data() + entries_[number].begin, entries_[number].size}; }
    std::uint64_t times(std::size_t number) const { return entries_[number].times; }
    std::size_t size() const { return entries_.size(); }
    std::size_t used() const { return used_; }  // bytes of names: the next one begins there

    // Ends the name that was written, and gives its number. If it was there already, what was written is taken back.
    std::uint32_t close(std::uint64_t times = 1) {
        const std::string_view name{text_.data() + used_, text_.size() - used_};
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t slot = hash(name) & mask;; slot = (slot + 1) & mask) {
            const std::uint32_t there = slots_[slot];
            if (there == 0) {
                slots_[slot] = static_cast<std::uint32_t>(entries_.size() + 1);
                entries_.push_back({used_, static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(slot), times});
                used_ = text_.size();
                return slots_[slot] - 1;
            }
            if (this->name(there - 1) == name) {
                entries_[there - 1].times += times;
                text_.resize(used_);
                return there - 1;
            }
        }
    }

    void clear() {
        for (const Entry& entry : entries_) slots_[entry.slot] = 0;  // a long text before must not make short ones slow
        entries_.clear();
        text_.clear();
        used_ = 0;
    }

private:
    std::uint64_t hash(std::string_view name) const { return hash_bytes(name, Ends(name), seed_); }

    void grow() {
        slots_.assign(slots_.empty() ? 256 : 2 * slots_.size(), 0);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t number = 0; number < entries_.size(); ++number) {
            std::size_t slot = hash(name(number)) & mask;
            while (slots_[slot] != 0) slot = (slot + 1) & mask;
            slots_[slot] = static_cast<std::uint32_t>(number + 1);
            entries_[number].slot = static_cast<std::uint32_t>(slot);
        }
    }

    std::uint64_t seed_ = table_seed();
    std::string text_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> slots_;  // a power of two; 0, or the number of an entry and 1
    std::size_t used_ = 0;
};

}  // namespace thresher
