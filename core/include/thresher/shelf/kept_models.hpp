// Models by key: those used last in memory, the others in a file. What was committed is there again, whatever ends the process.
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

#include "thresher/numeric/sha256.hpp"
#include "thresher/shelf/keyed_rows.hpp"
#include "thresher/shelf/recently_used.hpp"
#include "thresher/shelf/shelf_file.hpp"
#include "thresher/state/saved_attributes.hpp"

namespace thresher {

// `Model`: as in keyed_model.hpp. Under the empty key lies what belongs to no key and is no key's digest.
template <class Model>
class KeptModels {
public:
    // A lead is no longer than this, so that a model which becomes the better one is soon believed.
    static constexpr std::int32_t longest_lead = 8;

    struct Live {
        explicit Live(const Model& like) : model(like) {}
        explicit Live(Model&& begun) : model(std::move(begun)) {}

        Model model;
        std::int32_t lead = 0;  // mistakes by which the shared model is behind this one
    };
    struct Entry {
        std::unique_ptr<Live> live;
        ShelfFile::Place place = {};
        Entry* newer = nullptr;
        Entry* older = nullptr;
        const std::string* key = nullptr;
        std::size_t bytes = 0;  // of the live one
        bool dirty = false;
    };

    // `blank`: what a saved model is read into.
    KeptModels(Model blank, bool with_leads) : blank_(std::move(blank)), with_leads_(with_leads) {}

    std::size_t size() const { return entries_.size() - entries_.count(std::string_view()); }
    std::size_t live() const { return live_; }
    ShelfFile* file() { return file_.get(); }

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

    template <class Give>
    void each_key(Give give) const {
        for (const auto& [key, entry] : entries_)
            if (!key.empty()) give(std::string_view(key));
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
    Live* load(Entry& entry) {
        if (entry.live) {
            used_last_.use(entry);
            return entry.live.get();
        }
        if (entry.place.none()) return nullptr;
        const std::string_view packed = file_->read(*entry.key, entry.place, space_);
        auto fresh = std::make_unique<Live>(blank_);
        try {
            unpack_live(packed, *fresh);
        } catch (const InputError& error) {
            throw InputError(file_->path() + ": the record of key '" + *entry.key + "' is damaged: " + error.what());
        }
        entry.live = std::move(fresh);
        link(entry);
        make_room(&entry);
        return entry.live.get();
    }

    // Of a key that has none yet.
    Live& begin(Entry& entry, Model model) {
        entry.live = std::make_unique<Live>(std::move(model));
        link(entry);
        return *entry.live;
    }

    void put(std::string_view key, Model model) {
        Entry& entry = entry_of(key);
        if (entry.live) unlink(entry);
        begin(entry, std::move(model));
        changed(entry);
    }

    void changed(Entry& entry) {
        touch(entry);
        make_room(&entry);
    }

    // Everything up to here is kept, with a note. Throws where it can't be written.
    void commit(std::string_view note) {
        for (std::size_t i = 0; i < dirty_.size(); ++i) {
            fetch_those_behind(i);
            write(*dirty_[i]);
        }
        dirty_.clear();
        file_->commit(note);
        if (file_->size() > 2 * kept_bytes_ + entries_.size() * 40 + least_file) compact();
    }

    // Writes the file anew, with the newest record of each key alone.
    void compact() {
        std::vector<Entry*> all = sorted();
        std::vector<ShelfFile::Place> places;
        file_->rewrite([&](auto write) {
            for (const Entry* entry : all) places.push_back(write(*entry->key, file_->read(*entry->key, entry->place, space_)));
        });
        for (std::size_t i = 0; i < all.size(); ++i) all[i]->place = places[i];
    }

    // give(bucket, fingerprint of its keys and their states), by bucket; what all keys share is not among them.
    template <class Give>
    void digests(Give give) {
        std::vector<Entry*> all = sorted();
        std::erase_if(all, [](const Entry* entry) { return entry->key->empty(); });
        std::ranges::stable_sort(all, {}, [](const Entry* entry) { return bucket_of(*entry->key); });
        std::string payload;
        for (std::size_t i = 0; i < all.size();) {
            Sha256 sum;
            const std::uint32_t bucket = bucket_of(*all[i]->key);
            for (; i < all.size() && bucket_of(*all[i]->key) == bucket; ++i) {
                bytes_in_order(*all[i], payload);
                sum.add_text(*all[i]->key);
                sum.add_text(payload);
            }
            give(bucket, sum.digest());
        }
    }
    // Of the model that all keys share, where there is one.
    std::optional<std::string> shared_digest() {
        const Entry* const entry = find({});
        if (entry == nullptr) return std::nullopt;
        std::string payload;
        bytes_in_order(*entry, payload);
        Sha256 sum;
        sum.add_text(payload);
        return sum.digest();
    }

private:
    struct KeyHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view key) const { return hash_bytes(key, Ends(key), table_seed()); }
    };
    using Node = std::pair<const std::string, Entry>;
    static constexpr std::size_t node_overhead = 2 * sizeof(void*) + 16, least_file = std::size_t{1} << 20;

    void packed_of(const Entry& entry, std::string& into) {
        into.clear();
        if (entry.live && (entry.dirty || entry.place.none()))
            pack_live(*entry.live, into);
        else
            into = file_->read(*entry.key, entry.place, space_);
    }

    // Equal for equal states, however they came about.
    void bytes_in_order(const Entry& entry, std::string& into) {
        if constexpr (Model::is_in_order) {
            packed_of(entry, into);
        } else {
            Live read(blank_);
            const Live* live = entry.live.get();
            if (live == nullptr) {
                unpack_live(file_->read(*entry.key, entry.place, space_), read);
                live = &read;
            }
            into.clear();
            if (with_leads_) ByteWriter(into).put(live->lead);
            live->model.pack_in_order_into(into);
        }
    }

    void pack_live(const Live& live, std::string& into) const {
        if (with_leads_) ByteWriter(into).put(live.lead);
        live.model.pack_into(into);
    }
    void unpack_live(std::string_view bytes, Live& live) const {
        ByteReader in(bytes);
        if (with_leads_) live.lead = in.take<std::int32_t>();
        require_saved(live.lead >= -longest_lead && live.lead <= longest_lead, "lead");
        live.model.unpack_from(in.rest());
    }

    void write(Entry& entry) {
        if (!entry.dirty) return;
        const ShelfFile::Place place = file_->append(*entry.key, [&](std::string& into) { pack_live(*entry.live, into); });
        kept_bytes_ += place.length + entry.key->size();
        if (!entry.place.none()) kept_bytes_ -= entry.place.length + entry.key->size();
        entry.place = place;
        entry.dirty = false;
    }

    // Asks for what the next ones consist of: the last step of the next one, the first of whom is that many behind.
    void fetch_those_behind(std::size_t i) const {
        constexpr unsigned steps = Model::steps_to_fetch;
        if (i + steps + 1 < dirty_.size()) __builtin_prefetch(dirty_[i + steps + 1]);
        for (unsigned step = 0; step < steps; ++step)
            if (const std::size_t at = i + steps - step; at < dirty_.size() && dirty_[at]->live) dirty_[at]->live->model.fetch(step);
    }

    // It is to be written, and takes perhaps more room.
    void touch(Entry& entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            dirty_.push_back(&entry);
        }
        const std::size_t now = entry.live->model.bytes();
        used_ += now - entry.bytes;
        entry.bytes = now;
    }

    // Whoever was not used for longest goes to the file; `but` stays.
    void make_room(const Entry* but) {
        if (budget_ == 0 || !file_) return;
        for (Entry* entry = used_last_.oldest(); used_ > budget_ && entry != nullptr && entry != but; entry = used_last_.oldest()) {
            write(*entry);
            unlink(*entry);
            entry->live.reset();
        }
        if (dirty_.size() > 2 * live_ + 1024) std::erase_if(dirty_, [](const Entry* entry) { return !entry->dirty; });
    }

    void link(Entry& entry) {
        entry.bytes = entry.live->model.bytes();
        used_ += entry.bytes;
        ++live_;
        used_last_.add(entry);
    }
    void unlink(Entry& entry) {
        used_ -= entry.bytes;
        --live_;
        used_last_.remove(entry);
    }

    std::vector<Entry*> sorted() {
        std::vector<Entry*> all;
        for (auto& [key, entry] : entries_)
            if (entry.live || !entry.place.none()) all.push_back(&entry);
        std::ranges::sort(all, {}, [](const Entry* entry) { return std::string_view(*entry->key); });
        return all;
    }

    Model blank_;
    bool with_leads_;
    std::unique_ptr<ShelfFile> file_;
    std::unordered_map<std::string, Entry, KeyHash, std::equal_to<>> entries_;
    std::vector<Entry*> dirty_;
    RecentlyUsed<Entry> used_last_;
    std::size_t used_ = 0, live_ = 0, budget_ = 0, keys_bytes_ = 0;
    std::uint64_t kept_bytes_ = 0;  // of the newest record of each key
    std::string space_;             // for what is read
};

}  // namespace thresher
