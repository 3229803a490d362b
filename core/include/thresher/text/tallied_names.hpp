// Names in the order in which they first came, each with how often it did.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "thresher/numeric/hash.hpp"

namespace thresher {

class TalliedNames {
public:
    struct Entry {
        Ends ends;
        std::uint32_t size, slot;
        std::uint64_t hash;  // the name's, in every table
        std::size_t begin;
        std::uint64_t times;
    };

    // The next name is written behind those that are there: `append`, then `close`.

    // Where to write, with so many bytes of room; what was written counts once it is `taken`.
    [[gnu::always_inline]] char* room(std::size_t size) {
        if (text_.size() - written_ < size) [[unlikely]]
            make_room(size);
        return text_.data() + written_;
    }
    [[gnu::always_inline]] void take(std::size_t size) { written_ += size; }

    void append(std::string_view part) {
        char* const place = room(part.size());
        if (!part.empty()) std::memcpy(place, part.data(), part.size());
        take(part.size());
    }
    void append(char c) {
        *room(1) = c;
        take(1);
    }
    std::string_view unfinished() const { return {text_.data() + used_, written_ - used_}; }
    void give_up() { written_ = used_; }

    std::string_view name(std::size_t number) const { return {text_.data() + entries_[number].begin, entries_[number].size}; }
    std::uint64_t times(std::size_t number) const { return entries_[number].times; }
    const Entry& entry(std::size_t number) const { return entries_[number]; }
    std::size_t size() const { return entries_.size(); }
    std::string_view all() const { return {text_.data(), used_}; }  // one behind the other

    // Ends the name that was written, and gives its number. If it was there already, what was written is taken back.
    [[gnu::always_inline]] std::uint32_t close(std::uint64_t times = 1) {
        const std::string_view name = unfinished();
        const Ends ends(name);
        return close(hash_bytes(name, ends, seed_), ends, times);
    }

    // One character and what follows it, fewer than sixteen bytes, of which sixteen can be read. Written in whole words: what is
    // read of them right after is then forwarded by the processor, which it is not of pieces.
    [[gnu::always_inline]] void close_marked(char mark, std::string_view rest) {
        char* const place = room(16);
        std::uint64_t first = load<std::uint64_t>(rest.data()), second = load<std::uint64_t>(rest.data() + 7);
        if constexpr (std::endian::native == std::endian::little)
            first = first << 8 | static_cast<unsigned char>(mark);
        else
            first = first >> 8 | static_cast<std::uint64_t>(static_cast<unsigned char>(mark)) << 56;
        std::memcpy(place, &first, 8);
        std::memcpy(place + 8, &second, 8);
        take(1 + rest.size());
        close();
    }

    // A name of another such table, which knows its hash: there is no need to write it if it is there already.
    [[gnu::always_inline]] std::uint32_t add(std::string_view name, const Entry& known) {
        const std::uint32_t found = find(known.hash, known.ends, name);
        if (found != none) return found;
        append(name);
        return close(known.hash, known.ends, 1);
    }
    // Before many are added: what will be looked at is asked for in two steps, so that nobody waits for memory.
    void expect(std::size_t more) {
        while (2 * (entries_.size() + more) > slots_.size()) grow();
    }
    [[gnu::always_inline]] void prefetch_slot(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }
    [[gnu::always_inline]] void prefetch_entry(std::uint64_t hash) const {
        const std::uint32_t number = slots_[hash & (slots_.size() - 1)].number;
        if (number != 0) __builtin_prefetch(&entries_[number - 1].size);
    }

    void clear() {
        for (const Entry& entry : entries_) slots_[entry.slot] = {};  // a long text before must not make short ones slow
        entries_.clear();
        used_ = written_ = 0;
    }

private:
    struct Slot {
        std::uint32_t number = 0;  // of an entry, and 1
        std::uint32_t tag = 0;     // of its hash: most other names are told apart without a look at them
    };
    static constexpr std::uint32_t none = UINT32_MAX;

    static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

    [[gnu::always_inline]] bool same(const Entry& entry, const Ends& ends, std::string_view name) const {
        if (entry.size != name.size() || entry.ends != ends) return false;
        return name.size() <= Ends::whole || std::memcmp(text_.data() + entry.begin, name.data(), name.size()) == 0;
    }

    [[gnu::always_inline]] std::uint32_t find(std::uint64_t hash, const Ends& ends, std::string_view name) const {
        if (slots_.empty()) return none;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash & mask; slots_[at].number != 0; at = (at + 1) & mask)
            if (slots_[at].tag == tag_of(hash) && same(entries_[slots_[at].number - 1], ends, name)) return slots_[at].number - 1;
        return none;
    }

    [[gnu::always_inline]] std::uint32_t close(std::uint64_t hash, const Ends& ends, std::uint64_t times) {
        if (2 * (entries_.size() + 1) > slots_.size()) [[unlikely]]
            grow();
        const std::string_view name = unfinished();
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot& slot = slots_[at];
            if (slot.number == 0) {
                slot = {static_cast<std::uint32_t>(entries_.size() + 1), tag_of(hash)};
                entries_.push_back({ends, static_cast<std::uint32_t>(name.size()), static_cast<std::uint32_t>(at), hash, used_, times});
                used_ = written_;
                return slot.number - 1;
            }
            if (slot.tag == tag_of(hash) && same(entries_[slot.number - 1], ends, name)) {
                entries_[slot.number - 1].times += times;
                give_up();
                return slot.number - 1;
            }
        }
    }

    [[gnu::noinline]] void make_room(std::size_t size) { text_.resize(2 * (written_ + size) + 64); }

    [[gnu::noinline]] void grow() {
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

    std::uint64_t seed_ = table_seed();
    std::vector<char> text_;  // there is more of it than is written
    std::vector<Entry> entries_;
    std::vector<Slot> slots_;  // a power of two
    std::size_t used_ = 0;     // bytes of names: the next one begins there
    std::size_t written_ = 0;  // bytes, with those of the next one so far
};

}  // namespace thresher
