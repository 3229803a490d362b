// Where the cells of crossings are: found by code, laid out small, because very many learners keep hundreds of them each.
//
// Most crossings are of three or four attributes, which bet and do nothing else: they have a fifth of a cell. One that was taken for such a
// one and moves as pairs do gets a whole cell then; that happens after a model was read from a file, which does not say what is what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "thresher/auto/crossed_cell.hpp"
#include "thresher/data/example.hpp"
#include "thresher/numeric/hash.hpp"
#include "thresher/numeric/huge_pages.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class CrossedMemory {
public:
    // A slot with the bit of mapped slots is a whole cell, `pristine_slot` that of every crossing that has none; others are bets.
    static bool is_whole(Slot slot) { return (slot & mapped_bit) != 0; }

    CrossedMemory() { reset(); }

    // Gives its memory back, which `= {}` would not.
    void reset() {
        entries_ = std::vector<Entry>();
        mask_ = used_ = 0;
        whole_ = PagedVector<CrossedCell>(nobodys);
        bets_ = PagedVector<Bet>();
    }

    std::size_t size() const { return used_; }
    std::size_t bytes() const {
        return entries_.capacity() * sizeof(Entry) + whole_.capacity() * sizeof(CrossedCell) + bets_.capacity() * sizeof(Bet);
    }

    // As pairs see it; `made` is where the cell lies of one that only bet so far.
    [[gnu::always_inline]] const CrossedCell& cell(Slot slot, CrossedCell& made) const {
        if (is_whole(slot)) [[likely]]
            return whole_[slot & ~mapped_bit];
        made = {};
        made.bet = bets_[slot];
        return made;
    }
    CrossedCell& whole(Slot slot) { return whole_[slot & ~mapped_bit]; }
    const Bet& bet(Slot slot) const { return is_whole(slot) ? whole_[slot & ~mapped_bit].bet : bets_[slot]; }
    Bet& bet(Slot slot) { return is_whole(slot) ? whole_[slot & ~mapped_bit].bet : bets_[slot]; }
    bool pristine(Slot slot) const { return is_whole(slot) ? whole_[slot & ~mapped_bit] == CrossedCell{} : bets_[slot] == Bet{}; }

    [[gnu::always_inline]] void prefetch(Slot slot) const {
        if (is_whole(slot))
            __builtin_prefetch(&whole_[slot & ~mapped_bit]);
        else
            __builtin_prefetch(&bets_[slot]);
    }

    Row resolve(std::span<const Feature> instance, RowScratch& scratch) const {
        const std::size_t size = instance.size();
        scratch.slots.resize(size);
        scratch.values.resize(size);
        if (!entries_.empty())
            for (const Feature& feature : instance) __builtin_prefetch(&entries_[place_of(feature.code)]);
        bool ones = true, complete = true;
        for (std::size_t i = 0; i < size; ++i) {
            scratch.slots[i] = find(instance[i].code);
            scratch.values[i] = instance[i].value;
            complete &= scratch.slots[i] != pristine_slot;
            ones &= scratch.values[i] == 1.0;
        }
        return {scratch.slots.data(), ones ? nullptr : scratch.values.data(), size, true, complete};
    }

    // The next slot, for a crossing that `find` does not know.
    Slot add(std::uint64_t code, bool as_bet) {
        if (is_full()) grow();
        const Slot slot = as_bet ? static_cast<Slot>(bets_.size()) : mapped_bit | static_cast<Slot>(whole_.size());
        if (as_bet)
            bets_.emplace_back();
        else
            whole_.emplace_back();
        place({code, slot});
        ++used_;
        return slot;
    }

    // A whole cell for one that only bet so far. The place of its bet stays empty until the state is saved and read again.
    Slot widen(std::uint64_t code, Slot slot) {
        std::size_t at = place_of(code);
        while (entries_[at].code != code || entries_[at].slot != slot) at = (at + 1) & mask_;
        entries_[at].slot = mapped_bit | static_cast<Slot>(whole_.size());
        whole_.emplace_back().bet = std::exchange(bets_[slot], {});
        return entries_[at].slot;
    }

    void put(std::uint64_t code, const CrossedCell& cell) {
        CrossedCell only;
        only.bet = cell.bet;
        const Slot slot = add(code, cell == only);
        if (is_whole(slot))
            whole(slot) = cell;
        else
            bets_[slot] = cell.bet;
    }

    // Calls f(code, slot) for every crossing, in no order.
    template <class F>
    void each(F f) const {
        for (const Entry& entry : entries_)
            if (entry.slot != pristine_slot) f(entry.code, entry.slot);
    }

    Slot find(std::uint64_t code) const {
        if (entries_.empty()) return pristine_slot;
        for (std::size_t at = place_of(code);; at = (at + 1) & mask_) {
            const Entry& entry = entries_[at];
            if (entry.slot == pristine_slot || entry.code == code) return entry.slot;
        }
    }

    // As they lie, for whoever saves and restores them at one go. Behind `nobodys` whole cells come those of crossings.
    static constexpr std::size_t nobodys = 2;
    std::span<const CrossedCell> whole_cells() const { return std::span(whole_).subspan(nobodys); }
    std::span<const Bet> bets() const { return bets_; }

    // Of codes that are all different: whole cells first, then bets. What was there is gone.
    void restore(std::span<const std::uint64_t> codes, std::span<const CrossedCell> whole, std::span<const Bet> bets) {
        reset();
        entries_.resize(room_for(codes.size()));
        mask_ = entries_.size() - 1;
        whole_.reserve(nobodys + whole.size());
        whole_.insert(whole_.end(), whole.begin(), whole.end());
        bets_.assign(bets.begin(), bets.end());
        used_ = codes.size();
        for (std::size_t i = 0; i < codes.size(); ++i)
            place({codes[i], i < whole.size() ? mapped_bit | static_cast<Slot>(nobodys + i) : static_cast<Slot>(i - whole.size())});
    }

private:
    struct Entry {
        std::uint64_t code = 0;
        Slot slot = pristine_slot;  // free
    };
    static constexpr std::size_t least = 16, small = 4096;

    [[gnu::always_inline]] std::size_t place_of(std::uint64_t code) const { return hash_number(code, table_seed()) & mask_; }

    void place(const Entry& entry) {
        std::size_t at = place_of(entry.code);
        while (entries_[at].slot != pristine_slot) at = (at + 1) & mask_;
        entries_[at] = entry;
    }

    // A small table, which lies in the cache, is filled further than a large one.
    static bool fits(std::size_t used, std::size_t places) { return places <= small ? used * 4 <= places * 3 : used * 2 <= places; }
    bool is_full() const { return !fits(used_ + 1, entries_.size()); }
    static std::size_t room_for(std::size_t used) {
        std::size_t places = least;
        while (!fits(used, places)) places *= 2;
        return places;
    }

    void grow() {
        std::vector<Entry> old(std::max(least, entries_.size() * 2));
        old.swap(entries_);
        mask_ = entries_.size() - 1;
        for (const Entry& entry : old)
            if (entry.slot != pristine_slot) place(entry);
    }

    std::vector<Entry> entries_;  // open addressing with linear probing
    std::size_t mask_ = 0, used_ = 0;
    PagedVector<CrossedCell> whole_;
    PagedVector<Bet> bets_;
};

}  // namespace thresher
