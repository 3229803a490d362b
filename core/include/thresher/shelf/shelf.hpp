// Very many small learners of one kind by key: those used last in memory, the others in a file.
//
// A key that never learned is the prototype, which may have learned before: what new keys begin with. Rows carry the number of their
// event; those below `events` were learned before and are skipped, so what is replayed counts once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "thresher/classes/two_labels.hpp"
#include "thresher/numeric/sha256.hpp"
#include "thresher/shelf/keyed_rows.hpp"
#include "thresher/shelf/packed_learner.hpp"
#include "thresher/shelf/shelf_file.hpp"

namespace thresher {

// What came of a batch of rows.
struct ShelfCounts {
    std::uint64_t rows = 0;      // in the batch
    std::uint64_t had = 0;       // learned before
    std::uint64_t examples = 0;  // learned now
    std::uint64_t mistakes = 0;
};

template <BinaryLearner L>
class Shelf {
public:
    using Two = TwoLabels<L>;

    explicit Shelf(Two prototype) : prototype_(std::move(prototype)), blank_(prototype_) { blank_.learner.renew(); }

    std::size_t size() const { return entries_.size(); }
    std::uint64_t events() const { return events_; }
    void set_events(std::uint64_t events) { events_ = events; }
    const Two& prototype() const { return prototype_; }
    ShelfFile* file() { return file_.get(); }
    const ShelfFile* file() const { return file_.get(); }
    std::size_t live() const { return live_; }

    // Bytes that learners in memory take, and what it takes to know where the others are.
    std::size_t memory() const {
        return used_ + entries_.size() * (sizeof(Node) + node_overhead) + keys_bytes_ + entries_.bucket_count() * sizeof(void*);
    }

    // At most so many bytes of learners in memory; 0: no bound.
    void set_budget(std::size_t bytes) {
        budget_ = bytes;
        make_room(nullptr);
    }

    void attach(std::unique_ptr<ShelfFile> file, std::string_view head) {
        file_ = std::move(file);
        file_->open(head, [&](std::string_view key, ShelfFile::Place place) {
            Entry& entry = entry_of(key);
            kept_bytes_ += place.length + key.size();
            if (!entry.place.none()) kept_bytes_ -= entry.place.length + key.size();
            entry.place = place;
        });
    }

    // Whether a row can be refused for its values.
    bool can_refuse() const {
        const Intake& intake = prototype_.learner.intake();
        return intake.values != ValueRange::any || intake.attributes || !intake.idle();
    }

    // Throws where a row would be refused for its values; nothing changes.
    void check(std::string_view packed) {
        for (ByteReader in(packed); !in.empty();) {
            const KeyedRow row = take_row(in, instance_);
            try {
                prepare(prototype_.learner, instance_, scratch_);
            } catch (const InputError& error) {
                throw_at(row, error.what());
            }
        }
    }

    // Learns rows in their order, up to event `last`; they were checked before. `answers`: what was said of each row that was not skipped, no_class of others.
    ShelfCounts learn(std::string_view packed, std::uint64_t last, std::vector<Class>* answers) {
        if (failed_) throw InputError("an example was refused half way: open the shelf again, as it was committed last");
        ShelfCounts counts;
        ByteReader in(packed);
        try {
            while (!in.empty()) {
                const KeyedRow row = take_row(in, instance_);
                ++counts.rows;
                Class answer = no_class;
                if (row.event < events_)
                    ++counts.had;
                else
                    answer = learn_row(row, counts);
                if (answers != nullptr) answers->push_back(answer);
            }
        } catch (...) {
            failed_ = true;
            throw;
        }
        events_ = std::max(events_, last);
        return counts;
    }

    // score, known examples and answer of each row; nothing changes but who is in memory.
    template <class Give>
    void predict(std::string_view packed, Give give) {
        ByteReader in(packed);
        while (!in.empty()) {
            const KeyedRow row = take_row(in, instance_);
            Entry* const entry = find(row.key);
            const Two& two = entry == nullptr ? prototype_ : *load(*entry);
            const double said = score(two.learner, instance_, scratch_);
            give(said, entry == nullptr ? 0 : two.learner.counts().examples, two.answer(instance_, scratch_), two);
        }
    }

    const Two* get(std::string_view key) {
        Entry* const entry = find(key);
        return entry == nullptr ? nullptr : load(*entry);
    }

    void put(std::string_view key, Two two) {
        Entry& entry = entry_of(key);
        if (entry.live) unlink(entry);
        entry.live = std::make_unique<Two>(std::move(two));
        link(entry);
        touch(entry);
        make_room(&entry);
    }

    template <class Give>
    void each_key(Give give) const {
        for (const auto& [key, entry] : entries_) give(std::string_view(key));
    }

    // Everything up to here is kept, with a note. Throws where it can't be written.
    void commit(std::string_view note) {
        if (failed_) throw InputError("an example was refused half way: nothing is committed");
        for (Entry* entry : dirty_) write(*entry);
        dirty_.clear();
        file_->commit(note);
        if (file_->size() > 2 * kept_bytes_ + entries_.size() * 40 + least_file) compact();
    }

    // Writes the file anew, with the newest record of each key alone.
    void compact() {
        std::vector<Entry*> all = sorted();
        std::vector<ShelfFile::Place> places;
        file_->rewrite([&](auto write) {
            std::string payload;
            for (const Entry* entry : all) {
                file_->read(*entry->key, entry->place, payload);
                places.push_back(write(*entry->key, payload));
            }
        });
        for (std::size_t i = 0; i < all.size(); ++i) all[i]->place = places[i];
    }

    // give(bucket, fingerprint of its keys and their states), by bucket.
    template <class Give>
    void digests(Give give) {
        std::vector<Entry*> all = sorted();
        std::ranges::stable_sort(all, {}, [](const Entry* entry) { return bucket_of(*entry->key); });
        std::string payload;
        for (std::size_t i = 0; i < all.size();) {
            Sha256 sum;
            const std::uint32_t bucket = bucket_of(*all[i]->key);
            for (; i < all.size() && bucket_of(*all[i]->key) == bucket; ++i) {
                packed_of(*all[i], payload);
                sum.add_text(*all[i]->key);
                sum.add_text(payload);
            }
            give(bucket, sum.digest());
        }
    }

private:
    struct Entry {
        std::unique_ptr<Two> live;
        ShelfFile::Place place;
        Entry* newer = nullptr;
        Entry* older = nullptr;
        const std::string* key = nullptr;
        std::size_t bytes = 0;  // of the live one
        bool dirty = false;
    };
    struct KeyHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view key) const { return hash_bytes(key, Ends(key), table_seed()); }
    };
    using Node = std::pair<const std::string, Entry>;
    static constexpr std::size_t node_overhead = 2 * sizeof(void*) + 16, least_file = std::size_t{1} << 20;

    [[noreturn]] static void throw_at(const KeyedRow& row, const std::string& why) {
        throw InputError("key '" + std::string(row.key) + "', event " + std::to_string(row.event) + ": " + why);
    }

    Class learn_row(const KeyedRow& row, ShelfCounts& counts) {
        if (row.number == no_class || row.weight == 0.0) {  // nothing is learned: no key begins
            Entry* const known = find(row.key);
            return (known == nullptr ? prototype_ : *load(*known)).answer(instance_, scratch_);
        }
        Entry& entry = entry_of(row.key);
        Two* two = load(entry);
        if (two == nullptr) {
            entry.live = std::make_unique<Two>(prototype_);
            link(entry);
            two = entry.live.get();
        }
        Class answer;
        try {
            answer = two->learn(instance_, row.number, row.weight, scratch_).answer;
        } catch (const InputError& error) {
            throw_at(row, error.what());
        }
        ++counts.examples;
        counts.mistakes += answer != row.number;
        touch(entry);
        make_room(&entry);
        return answer;
    }

    Entry* find(std::string_view key) {
        const auto found = entries_.find(key);
        return found == entries_.end() ? nullptr : &found->second;
    }

    Entry& entry_of(std::string_view key) {
        if (Entry* const known = find(key)) return *known;
        const auto [node, fresh] = entries_.emplace(std::string(key), Entry{});
        node->second.key = &node->first;
        if (key.size() > 15) keys_bytes_ += key.size() + 17;
        return node->second;
    }

    // The learner in memory; null where the key never learned.
    Two* load(Entry& entry) {
        if (entry.live) {
            to_front(entry);
            return entry.live.get();
        }
        if (entry.place.none()) return nullptr;
        file_->read(*entry.key, entry.place, payload_);
        auto fresh = std::make_unique<Two>(blank_);
        try {
            unpack(payload_, fresh->learner);
        } catch (const InputError& error) {
            throw InputError(file_->path() + ": the record of key '" + *entry.key + "' is damaged: " + error.what());
        }
        entry.live = std::move(fresh);
        link(entry);
        make_room(&entry);
        return entry.live.get();
    }

    void packed_of(const Entry& entry, std::string& into) const {
        into.clear();
        if (entry.live && (entry.dirty || entry.place.none()))
            pack(entry.live->learner, into);
        else
            file_->read(*entry.key, entry.place, into);
    }

    void write(Entry& entry) {
        if (!entry.dirty) return;
        payload_.clear();
        pack(entry.live->learner, payload_);
        kept_bytes_ += payload_.size() + entry.key->size();
        if (!entry.place.none()) kept_bytes_ -= entry.place.length + entry.key->size();
        entry.place = file_->append(*entry.key, payload_);
        entry.dirty = false;
    }

    // Changed: it is to be written, and takes perhaps more room.
    void touch(Entry& entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            dirty_.push_back(&entry);
        }
        const std::size_t now = bytes_of(*entry.live);
        used_ += now - entry.bytes;
        entry.bytes = now;
    }

    static std::size_t bytes_of(const Two& two) { return sizeof(Two) + two.bytes() + allocations * 16; }
    static constexpr std::size_t allocations = 8;

    // Whoever was not used for longest goes to the file; `but` stays.
    void make_room(const Entry* but) {
        if (budget_ == 0 || !file_) return;
        while (used_ > budget_ && oldest_ != nullptr && oldest_ != but) {
            Entry& entry = *oldest_;
            write(entry);
            unlink(entry);
            entry.live.reset();
        }
        if (dirty_.size() > 2 * live_ + 1024) std::erase_if(dirty_, [](const Entry* entry) { return !entry->dirty; });
    }

    void link(Entry& entry) {
        entry.bytes = bytes_of(*entry.live);
        used_ += entry.bytes;
        ++live_;
        entry.older = newest_;
        entry.newer = nullptr;
        if (newest_ != nullptr) newest_->newer = &entry;
        newest_ = &entry;
        if (oldest_ == nullptr) oldest_ = &entry;
    }
    void unlink(Entry& entry) {
        used_ -= entry.bytes;
        --live_;
        detach(entry);
    }
    void detach(Entry& entry) {
        (entry.newer != nullptr ? entry.newer->older : newest_) = entry.older;
        (entry.older != nullptr ? entry.older->newer : oldest_) = entry.newer;
        entry.newer = entry.older = nullptr;
    }
    void to_front(Entry& entry) {
        if (newest_ == &entry) return;
        detach(entry);
        entry.older = newest_;
        if (newest_ != nullptr) newest_->newer = &entry;
        newest_ = &entry;
        if (oldest_ == nullptr) oldest_ = &entry;
    }

    std::vector<Entry*> sorted() {
        std::vector<Entry*> all;
        for (auto& [key, entry] : entries_)
            if (entry.live || !entry.place.none()) all.push_back(&entry);
        std::ranges::sort(all, {}, [](const Entry* entry) { return std::string_view(*entry->key); });
        return all;
    }

    Two prototype_, blank_;
    std::unique_ptr<ShelfFile> file_;
    std::unordered_map<std::string, Entry, KeyHash, std::equal_to<>> entries_;
    std::vector<Entry*> dirty_;
    Entry *newest_ = nullptr, *oldest_ = nullptr;
    std::size_t used_ = 0, live_ = 0, budget_ = 0, keys_bytes_ = 0;
    std::uint64_t kept_bytes_ = 0;  // of the newest record of each key
    std::uint64_t events_ = 0;
    bool failed_ = false;
    Instance instance_;
    typename L::Scratch scratch_;
    std::string payload_;
};

}  // namespace thresher
