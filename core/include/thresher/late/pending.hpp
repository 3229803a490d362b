// Instances that wait for their labels, kept sparse and compact.
//
// A record takes four bytes an attribute, and eight more where values are not all 1. Columns below 2^31 stand for
// themselves; names and larger columns get a number from a table. Records lie in chunks: one whose records are all gone
// is given back, and when most of what the chunks hold is gone, the rest moves together. Numbers only ever grow, so an
// instance is found by looking where it would be if none were missing, and else by halving.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/data/label.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

class Pending {
public:
    using Number = std::uint64_t;

    Pending() { names_.set_extent(mapped_bit); }
    Pending(Pending&&) = default;
    Pending& operator=(Pending&&) = default;

    std::size_t size() const { return alive_; }
    bool empty() const { return alive_ == 0; }

    // Bytes in use: records, places and names.
    std::size_t bytes() const { return held_ + entries_.capacity() * sizeof(Entry) + names_.bytes(); }

    // The smallest number that waits.
    Number oldest() const {
        if (empty()) throw InputError("no instance waits");
        return entries_[front_].number;
    }

    bool has(Number number) const { return find(number) != nullptr; }

    // Numbers must grow. `said` is kept beside the instance: what was predicted for it.
    void put(Number number, const Instance& instance, Class said) {
        if (!entries_.empty() && number <= entries_.back().number) throw InputError("numbers of instances must grow");
        const bool ones = std::ranges::all_of(instance, [](const Feature& feature) { return feature.value == 1.0; });
        const Head head{static_cast<std::uint32_t>(instance.size() & 0x7fffffff), ones, said};
        char* place = take(size_of(head));
        std::memcpy(place, &head, sizeof head);
        char* codes = place + sizeof head;
        for (const Feature& feature : instance) {
            const Slot code = code_of(feature);
            std::memcpy(codes, &code, sizeof code);
            codes += sizeof code;
        }
        if (!ones)
            for (const Feature& feature : instance) {
                std::memcpy(codes, &feature.value, sizeof feature.value);
                codes += sizeof feature.value;
            }
        entries_.push_back({number, static_cast<std::uint32_t>(chunks_.size() - 1), static_cast<std::uint32_t>(place - chunks_.back().bytes.get())});
        ++alive_;
    }

    // The instance of a number that waits, and what was said. Names live until something is put or dropped.
    Class read(Number number, Instance& instance) const {
        const Entry* entry = find(number);
        if (entry == nullptr) throw InputError("no instance of that number waits");
        return read(*entry, instance);
    }

    void drop(Number number) {
        Entry* entry = const_cast<Entry*>(find(number));
        if (entry == nullptr) return;
        release(*entry);
        entry->chunk = gone;
        --alive_;
        while (front_ < entries_.size() && entries_[front_].chunk == gone) ++front_;
        tidy();
    }

    // f(number, instance, said) for each that waits, oldest first.
    template <class F>
    void each(F f) const {
        Instance instance;
        for (std::size_t i = front_; i < entries_.size(); ++i) {
            if (entries_[i].chunk == gone) continue;
            const Class said = read(entries_[i], instance);
            f(entries_[i].number, static_cast<const Instance&>(instance), said);
        }
    }

    template <class F>
    void each_number(F f) const {
        for (std::size_t i = front_; i < entries_.size(); ++i)
            if (entries_[i].chunk != gone) f(entries_[i].number);
    }

private:
    static constexpr std::uint32_t gone = 0xffffffff;
    static constexpr std::size_t chunk_size = std::size_t{1} << 20;
    static constexpr std::size_t few = 1024;

    struct Head {
        std::uint32_t count : 31;
        std::uint32_t ones : 1;
        Class said;
    };
    struct Entry {
        Number number;
        std::uint32_t chunk;
        std::uint32_t offset;
    };
    struct Chunk {
        std::unique_ptr<char[]> bytes;
        std::size_t size;
        std::size_t used = 0;
        std::size_t alive = 0;
    };

    static std::size_t size_of(const Head& head) { return sizeof(Head) + head.count * (sizeof(Slot) + (head.ones ? 0 : sizeof(double))); }

    Slot code_of(const Feature& feature) {
        if (!feature.named() && feature.code < mapped_bit) return static_cast<Slot>(feature.code);
        const Slot known = names_.find(feature);
        return known == pristine_slot ? names_.add(feature) : known;
    }

    char* take(std::size_t size) {
        if (chunks_.empty() || chunks_.back().used + size > chunks_.back().size) {
            const std::size_t room = std::max(size, chunk_size);
            chunks_.push_back({std::make_unique_for_overwrite<char[]>(room), room});
            held_ += room;
        }
        Chunk& chunk = chunks_.back();
        char* place = chunk.bytes.get() + chunk.used;
        chunk.used += size;
        chunk.alive += size;
        alive_bytes_ += size;
        return place;
    }

    void release(const Entry& entry) {
        Head head;
        Chunk& chunk = chunks_[entry.chunk];
        std::memcpy(&head, chunk.bytes.get() + entry.offset, sizeof head);
        chunk.alive -= size_of(head);
        alive_bytes_ -= size_of(head);
        if (chunk.alive == 0 && entry.chunk + 1 < chunks_.size()) {  // the last one is being filled
            held_ -= chunk.size;
            chunk.bytes.reset();
            chunk.size = 0;
        }
    }

    const Entry* find(Number number) const {
        if (front_ >= entries_.size()) return nullptr;
        const Number first = entries_[front_].number;
        if (number < first || number > entries_.back().number) return nullptr;
        const std::size_t guess = front_ + static_cast<std::size_t>(std::min<Number>(number - first, entries_.size() - 1 - front_));
        const Entry* entry = &entries_[guess];
        if (entry->number != number) {  // numbers are missing: it stands further left
            const auto found =
                std::lower_bound(entries_.begin() + static_cast<std::ptrdiff_t>(front_), entries_.begin() + static_cast<std::ptrdiff_t>(guess),
                                 number, [](const Entry& one, Number wanted) { return one.number < wanted; });
            entry = &*found;
            if (entry->number != number) return nullptr;
        }
        return entry->chunk == gone ? nullptr : entry;
    }

    Class read(const Entry& entry, Instance& instance) const {
        const char* place = chunks_[entry.chunk].bytes.get() + entry.offset;
        Head head;
        std::memcpy(&head, place, sizeof head);
        place += sizeof head;
        const char* values = place + head.count * sizeof(Slot);
        instance.resize(head.count);
        for (std::uint32_t i = 0; i < head.count; ++i) {
            Slot code;
            std::memcpy(&code, place + i * sizeof code, sizeof code);
            instance[i] = (code & mapped_bit) == 0 ? Feature::column(code, 1.0) : names_.feature(code);
            if (!head.ones) std::memcpy(&instance[i].value, values + i * sizeof(double), sizeof(double));
        }
        return head.said;
    }

    // Nothing grows with what is gone: neither places, nor chunks, nor names.
    void tidy() {
        const bool places = entries_.size() > few && alive_ * 2 < entries_.size();
        const bool records = held_ > 4 * chunk_size && alive_bytes_ * 3 < held_;
        const bool words = names_.mapped() > few * 64 && alive_bytes_ / sizeof(Slot) < names_.mapped() / 2;
        if (records || words) return move_together();
        if (!places) return;
        std::erase_if(entries_, [](const Entry& entry) { return entry.chunk == gone; });
        front_ = 0;
    }

    void move_together() {
        Pending fresh;
        each([&](Number number, const Instance& instance, Class said) { fresh.put(number, instance, said); });
        *this = std::move(fresh);
    }

    Names names_;
    std::vector<Chunk> chunks_;
    std::vector<Entry> entries_;
    std::size_t front_ = 0;
    std::size_t alive_ = 0;
    std::size_t alive_bytes_ = 0;
    std::size_t held_ = 0;
};

}  // namespace thresher
