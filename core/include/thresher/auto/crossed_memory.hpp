// Where the cells of crossings are: found by code, laid out small, because very many learners keep hundreds of them each.
//
// Most crossings are of three or four attributes, which bet and do nothing else: they have a fifth of a cell. One that was taken for such a
// one and moves as pairs do gets a whole cell then; that happens after a model was read from a file, which does not say what is what.
//
// Crossings that one example alone has met have no cell at all while they are not too many (met_once.hpp).
//
// Codes lie beside the cells, in the same order, and the table has four bytes a place: part of the hash, and where code and cell are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "thresher/auto/crossed_cell.hpp"
#include "thresher/auto/met_once.hpp"
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
        table_ = std::vector<Entry>();
        mask_ = used_ = 0;
        whole_ = {PagedVector<CrossedCell>(nobodys), PagedVector<std::uint64_t>(nobodys, nobody)};
        bets_ = {};
        once_ = {};
    }

    std::size_t size() const { return used_ + once_.size(); }
    std::size_t cells() const { return used_; }
    std::size_t bytes() const { return table_.capacity() * sizeof(Entry) + whole_.bytes() + bets_.bytes() + once_.bytes(); }

    // As pairs see it; `made` is where the cell lies of one that only bet so far.
    [[gnu::always_inline]] const CrossedCell& cell(Slot slot, CrossedCell& made) const {
        if (is_whole(slot)) [[likely]]
            return whole_.cells[slot & ~mapped_bit];
        made = MetOnce::is_one(slot) ? once_.cell(slot) : CrossedCell{.bet = bets_.cells[slot]};
        return made;
    }
    CrossedCell& whole(Slot slot) { return whole_.cells[slot & ~mapped_bit]; }
    // What one that bets bets.
    float weight(Slot slot) const {
        if (MetOnce::is_one(slot)) [[unlikely]]
            return once_.bet(slot).weight;
        return is_whole(slot) ? whole_.cells[slot & ~mapped_bit].bet.weight : bets_.cells[slot].weight;
    }
    Bet& bet(Slot slot) { return is_whole(slot) ? whole_.cells[slot & ~mapped_bit].bet : bets_.cells[slot]; }
    bool pristine(Slot slot) const {
        if (MetOnce::is_one(slot)) [[unlikely]]
            return once_.cell(slot) == CrossedCell{};
        return is_whole(slot) ? whole_.cells[slot & ~mapped_bit] == CrossedCell{} : bets_.cells[slot] == Bet{};
    }

    [[gnu::always_inline]] void prefetch(Slot slot) const {
        if (is_whole(slot))
            __builtin_prefetch(&whole_.cells[slot & ~mapped_bit]);
        else if (!MetOnce::is_one(slot))
            __builtin_prefetch(&bets_.cells[slot]);
    }

    Row resolve(std::span<const Feature> instance, RowScratch& scratch) const {
        const std::size_t size = instance.size();
        scratch.slots.resize(size);
        scratch.values.resize(size);
        if (!table_.empty())
            for (const Feature& feature : instance) __builtin_prefetch(&table_[hash_of(feature.code) & mask_]);
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
        const Slot slot = as_bet ? bets_.add(code) : mapped_bit | whole_.add(code);
        place(code, slot);
        ++used_;
        return slot;
    }

    // A whole cell for one that only bet so far. The place of its bet stays empty until the state is saved and read again.
    Slot widen(std::uint64_t code, Slot slot) {
        std::size_t at = hash_of(code) & mask_;
        while (slot_at(table_[at]) != slot) at = (at + 1) & mask_;
        const Slot wide = mapped_bit | whole_.add(code);
        table_[at] = entry(hash_of(code), wide);
        whole(wide).bet = std::exchange(bets_.cells[slot], {});
        bets_.codes[slot] = nobody;
        return wide;
    }

    void put(std::uint64_t code, const CrossedCell& cell) {
        CrossedCell only;
        only.bet = cell.bet;
        const Slot slot = add(code, cell == only);
        if (is_whole(slot))
            whole(slot) = cell;
        else
            bets_.cells[slot] = cell.bet;
    }

    // Those without cells. Who was met a second time gets one: by its code, and the slot that stands for it.
    const MetOnce& once() const { return once_; }
    MetOnce& once() { return once_; }
    Slot give_cell(std::uint64_t code, Slot slot) {
        if (const Slot known = find(code); known != pristine_slot) return known;  // attributes of one name met in it twice
        return take_over(code, slot);
    }
    // An example is kept in place of its new crossings while there are few. Once there are many all have cells.
    bool is_small() const { return used_ < most_small; }
    void tidy() {
        if (!once_.empty() && (!is_small() || once_.full() || once_.is_sparse())) give_cells();
    }

    // Calls f(code, slot) for every crossing, in no order.
    template <class F>
    void each(F f) const {
        each_with_cell(f);
        once_.each([&](std::uint64_t code, Slot slot) {
            if (find(code) == pristine_slot) f(code, slot);
        });
    }
    template <class F>
    void each_with_cell(F f) const {
        for (std::size_t i = nobodys; i < whole_.cells.size(); ++i) f(whole_.codes[i], mapped_bit | static_cast<Slot>(i));
        for (std::size_t i = 0; i < bets_.cells.size(); ++i)
            if (bets_.codes[i] != nobody) f(bets_.codes[i], static_cast<Slot>(i));
    }

    Slot find(std::uint64_t code) const {
        if (table_.empty()) return pristine_slot;
        const std::uint64_t hash = hash_of(code);
        for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
            const Entry found = table_[at];
            if (found == free) return pristine_slot;
            if (found >> place_bits != hash >> hash_shift) continue;
            const Slot slot = slot_at(found);
            if (code_of(slot) == code) return slot;
        }
    }

    // As they lie, for whoever saves them at one go. The code of a bet that became a whole cell is `nobody`.
    static constexpr std::uint64_t nobody = column_limit;
    std::span<const CrossedCell> whole_cells() const { return std::span(whole_.cells).subspan(nobodys); }
    std::span<const std::uint64_t> whole_codes() const { return std::span(whole_.codes).subspan(nobodys); }
    std::span<const Bet> bets() const { return bets_.cells; }
    std::span<const std::uint64_t> bet_codes() const { return bets_.codes; }

    // Makes room for so many, whose codes all differ: give_whole(cells, codes) and give_bets(bets, codes) fill it. What was there is gone.
    template <class GiveWhole, class GiveBets>
    void restore(std::size_t whole, std::size_t bets, GiveWhole give_whole, GiveBets give_bets) {
        reset();
        whole_.resize(nobodys + whole);
        bets_.resize(bets);
        give_whole(std::span(whole_.cells).subspan(nobodys), std::span(whole_.codes).subspan(nobodys));
        give_bets(std::span(bets_.cells), std::span(bets_.codes));
        used_ = whole + bets;
        make_table(room_for(used_));
    }

private:
    // Behind `nobodys` whole cells come those of crossings.
    static constexpr std::size_t nobodys = 2;

    template <class C>
    struct Beside {
        PagedVector<C> cells;
        PagedVector<std::uint64_t> codes;

        std::size_t bytes() const { return cells.capacity() * sizeof(C) + codes.capacity() * sizeof(std::uint64_t); }
        Slot add(std::uint64_t code) {
            cells.emplace_back();
            codes.push_back(code);
            return static_cast<Slot>(cells.size() - 1);
        }
        void resize(std::size_t size) {
            cells.resize(size);
            codes.resize(size);
        }
    };

    // The highest bits of the hash, then the place plus one, then whether it is a whole cell's.
    using Entry = std::uint32_t;
    static constexpr Entry free = 0;
    static constexpr unsigned place_bits = 19, hash_shift = 32 + place_bits;
    static constexpr std::size_t least = 16, small = 4096;

    static Entry entry(std::uint64_t hash, Slot slot) {
        return static_cast<Entry>(hash >> hash_shift << place_bits) | ((slot & ~mapped_bit) + 1) << 1 | static_cast<Entry>(is_whole(slot));
    }
    static Slot slot_at(Entry entry) { return ((entry & ((Entry{1} << place_bits) - 1)) >> 1) - 1 + ((entry & 1) != 0 ? mapped_bit : 0); }
    std::uint64_t code_of(Slot slot) const { return is_whole(slot) ? whole_.codes[slot & ~mapped_bit] : bets_.codes[slot]; }
    [[gnu::always_inline]] static std::uint64_t hash_of(std::uint64_t code) { return hash_number(code, table_seed()); }

    void place(std::uint64_t code, Slot slot) {
        const std::uint64_t hash = hash_of(code);
        std::size_t at = hash & mask_;
        while (table_[at] != free) at = (at + 1) & mask_;
        table_[at] = entry(hash, slot);
    }

    // A small table, which lies in the cache, is filled further than a large one.
    static bool fits(std::size_t used, std::size_t places) { return places <= small ? used * 4 <= places * 3 : used * 2 <= places; }
    bool is_full() const { return !fits(used_ + 1, table_.size()); }
    static std::size_t room_for(std::size_t used) {
        std::size_t places = least;
        while (!fits(used, places)) places *= 2;
        return places;
    }

    void grow() { make_table(std::max(least, table_.size() * 2)); }

    void make_table(std::size_t places) {
        table_.assign(places, free);
        mask_ = places - 1;
        each_with_cell([&](std::uint64_t code, Slot slot) { place(code, slot); });
    }

    static constexpr std::size_t most_small = 8192;

    Slot take_over(std::uint64_t code, Slot slot) {
        const CrossedCell cell = once_.cell(slot);
        const bool as_bet = !MetOnce::is_pair(slot);
        const Slot own = add(code, as_bet);
        if (as_bet)
            bets_.cells[own] = cell.bet;
        else
            whole(own) = cell;
        once_.give_away();
        return own;
    }

    // All that have none. The layout is another then, and nothing else.
    [[gnu::noinline]] void give_cells() {
        const std::size_t all = used_ + once_.size();
        if (!fits(all, table_.size())) make_table(room_for(all));
        once_.each([&](std::uint64_t code, Slot slot) {
            if (find(code) == pristine_slot) take_over(code, slot);
        });
        once_ = {};
    }

    std::vector<Entry> table_;  // open addressing with linear probing
    std::size_t mask_ = 0, used_ = 0;
    Beside<CrossedCell> whole_;
    Beside<Bet> bets_;
    MetOnce once_;
};

}  // namespace thresher
