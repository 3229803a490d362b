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
        std::uint64_t hash;  // the name's, in every table
    };

    // What is written behind the names so far is the next one.
    std::string& text() { return text_; }

    std::string_view name(std::size_t number) const { return {text_.data() + entries_[number].begin, entries_[number].size}; }
    std::uint64_t times(std::size_t number) const { return entries_[number].times; }
    const Entry& entry(std::size_t number) const { return entries_[number]; }
    std::size_t size() const { return entries_.size(); }
    std::size_t used() const { return used_; }  // bytes of names: the next one begins there

    // Ends the name that was written, and gives its number. If it was there already, what was written is taken back.
    std::uint32_t close(std::uint64_t times = 1) {
        const std::string_view name{text_.data() + used_, text_.size() - used_};
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        const std::uint64_t hash = hash_bytes(name, Ends(name), table_seed());
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot& slot = slots_[at];
            if (slot.number == 0) {
                slot = {static_cast<std::uint32_t>(entries_.size() + 1), tag_of(hash)};
                entries_.push_back({used_, static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(at), times, hash});
                used_ = text_.size();
                return slot.number - 1;
            }
            if (slot.tag == tag_of(hash) && this->name(slot.number - 1) == name) {
                entries_[slot.number - 1].times += times;
                text_.resize(used_);
                return slot.number - 1;
            }
        }
    }

    void clear() {
        for (const Entry& entry : entries_) slots_[entry.slot] = {};  // a long text before must not make short ones slow
        entries_.clear();
        text_.clear();
        used_ = 0;
    }

private:
    struct Slot {
        std::uint32_t number = 0;  // of an entry, and 1
        std::uint32_t tag = 0;     // of its hash: most other names are told apart without a look at them
    };

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    void grow() {
        slots_.assign(slots_.empty() ? 256 : 2 * slots_.size(), {});
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t number = 0; number < entries_.size(); ++number) {
            const std::uint64_t hash = entries_[number].hash;
            std::size_t at = hash & mask;
            while (slots_[at].number != 0) at = (at + 1) & mask;
            slots_[at] = {static_cast<std::uint32_t>(number + 1), tag_of(hash)};
            entries_[number].slot = static_cast<std::uint32_t>(at);
        }
    }

    std::string text_;
    std::vector<Entry> entries_;
    std::vector<Slot> slots_;  // a power of two
    std::size_t used_ = 0;
};

}  // namespace thresher
