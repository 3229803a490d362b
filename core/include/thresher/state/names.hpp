// Which slot an attribute has: names and large columns through tables, small columns directly.
//
// A slot is a place in the state's columns. Columns below `extent` ARE their slot (bit 31 clear), so a CSR row needs no
// look-up at all. Every other attribute is mapped (bit 31 set). The extent grows with the number of attributes known,
// never with the size of an index: one huge index costs one table entry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/hash.hpp"

namespace thresher {

using Slot = std::uint32_t;

inline constexpr Slot mapped_bit = Slot{1} << 31;
inline constexpr Slot pristine_slot = mapped_bit | 0;  // stands for every attribute not yet known: the initial weight
inline constexpr Slot silent_slot = mapped_bit | 1;    // stands for every attribute that has not joined yet: weight 0
inline constexpr Slot bias_slot = mapped_bit | 2;
inline constexpr Slot first_free_slot = mapped_bit | 3;

// Attributes not known or not joined yet have a slot in common, which is never written.
inline bool stands_for_others(Slot slot) { return slot == pristine_slot || slot == silent_slot; }

// Open addressing with linear probing; an entry is half a cache line and holds hash, slot and short names whole, so a
// look-up touches one line.
//
// Of a table neither least nor large a few bits a place, behind the last one, tell of most names that are not there that they are not, without a
// probe: where there is a learner for each of many classes, half of all look-ups are of names that it never met.
class SlotTable {
public:
    struct Entry {
        std::uint64_t hash;
        Slot slot = 0;  // 0: free (no mapped slot is 0)
        std::uint32_t length;
        Ends ends;
    };

    std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }
    bool empty() const { return used_ == 0; }

    // Always inlined, here and below: GCC takes a function that only prefetches for one without effect and drops the call.
    [[gnu::always_inline]] void prefetch(std::uint64_t hash) const {
        if (entries_.empty()) return;
        const void* const there = &entries_[hash & mask_];
        __builtin_prefetch(may_have(hash) ? there : entries_.data() + mask_ + 1);
    }

    // `same(slot)` settles names longer than their ends.
    template <class Same>
    [[gnu::always_inline]] Slot find(std::uint64_t hash, std::uint32_t length, const Ends& ends, Same same) const {
        if (entries_.empty() || !may_have(hash)) return pristine_slot;
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            const Entry& entry = entries_[at];
            if (entry.slot == 0) return pristine_slot;
            if (entry.hash == hash && entry.length == length && entry.ends == ends && (length <= Ends::whole || same(entry.slot))) return entry.slot;
        }
    }

    void insert(std::uint64_t hash, std::uint32_t length, const Ends& ends, Slot slot) {
        if (!fits(used_ + 1, places())) grow(next(places()));
        place({hash, slot, length, ends});
        ++used_;
    }

    void clear() {
        entries_.clear();
        used_ = 0;
    }

    // Room for so many.
    void expect(std::size_t count) {
        std::size_t enough = places();
        while (!fits(count, enough)) enough = next(enough);
        if (enough > places()) grow(enough);
    }

private:
    std::size_t places() const { return entries_.empty() ? 0 : mask_ + 1; }

    // How many entries hold the bits of so many places.
    static std::size_t for_bits(std::size_t places) {
        return places > least && places <= filtered ? (places * bits_a_place / 8 + sizeof(Entry) - 1) / sizeof(Entry) : 0;
    }

    // The bit of a name: which byte behind the last place, and which of its bits.
    [[gnu::always_inline]] std::size_t bit_of(std::uint64_t hash) const { return (hash >> 32) & (bits_a_place * mask_ + bits_a_place - 1); }
    [[gnu::always_inline]] bool may_have(std::uint64_t hash) const {
        if (mask_ - least >= filtered - least) return true;  // no bits
        const std::size_t bit = bit_of(hash);
        return (reinterpret_cast<const unsigned char*>(entries_.data() + mask_ + 1)[bit / 8] >> (bit % 8) & 1) != 0;
    }
    void note(std::uint64_t hash) {
        if (mask_ - least >= filtered - least) return;
        const std::size_t bit = bit_of(hash);
        reinterpret_cast<unsigned char*>(entries_.data() + mask_ + 1)[bit / 8] |= static_cast<unsigned char>(1U << (bit % 8));
    }

    void place(const Entry& entry) {
        note(entry.hash);
        std::size_t at = entry.hash & mask_;
        while (entries_[at].slot != 0) at = (at + 1) & mask_;
        entries_[at] = entry;
    }

    // Very many learners know few attributes each: a small table, which lies in the cache, is filled further than a large one.
    static bool fits(std::size_t used, std::size_t places) { return places <= small ? used * 4 <= places * 3 : used * 2 <= places; }
    static std::size_t next(std::size_t places) { return std::max(least, places * 2); }
    static constexpr std::size_t least = 16, small = 1024, filtered = 8192, bits_a_place = 8;

    void grow(std::size_t places) {
        const std::size_t before = this->places();
        std::vector<Entry> old(places + for_bits(places));
        old.swap(entries_);
        mask_ = places - 1;
        for (std::size_t i = 0; i < before; ++i)
            if (old[i].slot != 0) place(old[i]);
    }

    std::vector<Entry> entries_;
    std::size_t mask_ = 0;
    std::size_t used_ = 0;
};

class Names {
public:
    // What a mapped slot stands for.
    struct Owner {
        std::uint64_t column_or_offset;
        std::uint32_t length;
        bool named;
    };

    std::uint64_t extent() const { return extent_; }
    void set_extent(std::uint64_t extent) { extent_ = extent; }
    std::size_t mapped() const { return owners_.size(); }
    std::size_t text_bytes() const { return arena_.size(); }
    bool know_columns() const { return extent_ > 0 || !columns_.empty(); }  // not only names
    std::size_t bytes() const { return names_.bytes() + columns_.bytes() + owners_.capacity() * sizeof(Owner) + arena_.capacity(); }

    [[gnu::always_inline]] Slot find(const Feature& feature) const {
        if (feature.named()) return names_.find(feature.code, feature.length, feature.ends, [&](Slot slot) { return text(slot) == feature.text(); });
        if (feature.code < extent_) return static_cast<Slot>(feature.code);
        return columns_.find(hash_number(feature.code, table_seed()), 0, feature.ends, [](Slot) { return true; });
    }

    [[gnu::always_inline]] void prefetch(const Feature& feature) const {
        if (feature.named())
            names_.prefetch(feature.code);
        else if (feature.code >= extent_)
            columns_.prefetch(hash_number(feature.code, table_seed()));
    }

    // Room for so many names, with so many bytes.
    void expect(std::size_t names, std::size_t bytes) {
        owners_.reserve(names);
        arena_.reserve(bytes);
        names_.expect(names);
    }

    // The next mapped slot, for an attribute that `find` does not know.
    Slot add(const Feature& feature) {
        if (owners_.size() >= mapped_bit - 16) throw InputError("more than 2^31 attributes");
        const Slot slot = first_free_slot + static_cast<Slot>(owners_.size());
        if (feature.named()) {
            owners_.push_back({arena_.size(), feature.length, true});
            arena_.append(feature.text());
            names_.insert(feature.code, feature.length, feature.ends, slot);
        } else {
            owners_.push_back({feature.code, 0, false});
            columns_.insert(hash_number(feature.code, table_seed()), 0, feature.ends, slot);
        }
        return slot;
    }

    // The attribute of a mapped slot; its name lives as long as these names do not change.
    Feature feature(Slot slot) const {
        const Owner& owner = owners_[slot - first_free_slot];
        if (!owner.named) return Feature::column(owner.column_or_offset, 1.0);
        return Feature::of(text(slot), 1.0);
    }

    void clear() {
        names_.clear();
        columns_.clear();
        owners_.clear();
        arena_.clear();
    }

private:
    std::string_view text(Slot slot) const {
        const Owner& owner = owners_[slot - first_free_slot];
        return std::string_view(arena_).substr(owner.column_or_offset, owner.length);
    }

    std::uint64_t extent_ = 0;
    SlotTable names_;
    SlotTable columns_;
    std::vector<Owner> owners_;  // by mapped slot
    std::string arena_;
};

}  // namespace thresher
