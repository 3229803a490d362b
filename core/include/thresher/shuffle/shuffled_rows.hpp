// All rows of a stream in random order, in bounded memory.
//
// Every row gets a key, a hash of the seed and of the row's number, and rows come out in the order of their keys: each order
// is as likely as any other, and it depends on nothing else, neither on the memory nor on how the stream was cut into blocks.
// What does not fit into memory goes to a file, sorted roughly: rows whose keys begin with the same byte lie together, in a
// drawer. Drawers are then read one after the other and sorted in memory; one that is too large is first sorted into drawers by
// its next byte.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "thresher/numeric/hash.hpp"
#include "thresher/shuffle/packed_row.hpp"
#include "thresher/shuffle/spill_file.hpp"

namespace thresher {

// Packed rows in memory, and the order of their keys.
class RowStore {
public:
    explicit RowStore(std::size_t chunk) : chunk_(chunk) {}

    std::size_t bytes() const { return bytes_ + rows_.capacity() * sizeof(Entry); }
    std::size_t rows() const { return rows_.size(); }

    char* add(const PackedHead& head) {
        if (head.size > room_) {
            const std::size_t size = std::max<std::size_t>(head.size, chunk_);
            chunks_.push_back(std::make_unique_for_overwrite<char[]>(size));
            next_ = chunks_.back().get();
            room_ = size;
            bytes_ += size;
        }
        char* const place = next_;
        next_ += head.size;
        room_ -= head.size;
        rows_.push_back({head.key, head.number, head.size, place});
        return place;
    }

    void sort() {
        std::sort(rows_.begin(), rows_.end(), [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.number < b.number; });
    }

    const char* row(std::size_t i) const { return rows_[i].place; }
    std::uint64_t key(std::size_t i) const { return rows_[i].key; }
    std::size_t size(std::size_t i) const { return rows_[i].size; }

    void clear() {
        rows_ = {};
        chunks_.clear();
        next_ = nullptr;
        room_ = bytes_ = 0;
    }

private:
    struct Entry {
        std::uint64_t key, number;
        std::size_t size;
        char* place;
    };

    std::size_t chunk_;
    std::vector<Entry> rows_;
    std::vector<std::unique_ptr<char[]>> chunks_;
    char* next_ = nullptr;
    std::size_t room_ = 0, bytes_ = 0;
};

class ShuffledRows {
public:
    // At most about `memory` bytes of rows are held; the rest is in a file in `folder`.
    ShuffledRows(std::uint64_t seed, std::size_t memory, std::string folder)
        : seed_(mix(seed)), memory_(memory), store_(std::clamp(memory / 64, std::size_t{1} << 10, std::size_t{1} << 20)), file_(std::move(folder)) {}

    std::uint64_t rows() const { return rows_; }
    std::uint64_t spilled() const { return file_.size(); }

    // The next row as it was read. `label`: in place of its own, if there is one.
    void add(const ReadBlock& read, std::size_t row, std::uint32_t source, const double* label) {
        pack(read, row, {mix(seed_ ^ mix(rows_)), rows_, source}, label, scratch_, packed_);
        ++rows_;
        keep(packed_.data());
        if (store_.bytes() > memory_) spill(0);
    }

    // From the first row of the order on. No row can be added any more.
    void begin() {
        if (!drawers_.empty() && !began_) spill(0);
        began_ = true;
        if (drawers_.empty()) {
            store_.sort();
            drawer_ = 1;
        } else {
            store_.clear();
            drawer_ = 0;
        }
        at_ = 0;
    }

    // Goes over so many rows of the order.
    void skip(std::uint64_t rows) {
        while (rows > 0) {
            const std::uint64_t left = store_.rows() - at_;
            if (rows <= left) {
                at_ += rows;
                return;
            }
            rows -= left;
            at_ = store_.rows();
            for (; drawer_ < drawers_.size() && drawers_[drawer_].rows <= rows; ++drawer_) rows -= drawers_[drawer_].rows;
            if (drawer_ >= drawers_.size()) return;
            open_drawer();
        }
    }

    // The next rows of the order, about so many bytes of them; false behind the last. `sources`: where each was read.
    bool next(ReadBlock& into, std::size_t bytes, std::vector<std::uint32_t>& sources) {
        while (at_ == store_.rows()) {
            if (drawer_ >= drawers_.size()) return false;
            open_drawer();
        }
        std::size_t last = at_, size = 0, text = 0;
        bool distinct = true;
        for (; last < store_.rows() && (last == at_ || size < bytes); ++last) {
            size += store_.size(last);
            const PackedHead head = PackedRow(store_.row(last)).head;
            text += head.text;
            distinct = distinct && head.distinct;
        }
        into.text.resize(text);
        into.block.clear();
        into.lines_before = into.offset = into.skipped = into.lines = 0;
        sources.clear();
        text = 0;
        for (; at_ < last; ++at_) {
            const PackedRow row(store_.row(at_));
            row.unpack(into, text, distinct);
            text += row.head.text;
            sources.push_back(row.head.source);
        }
        return true;
    }

private:
    struct Extent {
        std::uint64_t from;
        std::size_t size;
    };
    // Rows whose keys begin alike, in `level` bytes.
    struct Drawer {
        unsigned level = 1;
        std::size_t bytes = 0;
        std::uint64_t rows = 0;
        std::vector<Extent> extents;
    };
    static constexpr std::size_t fan = 256;
    static constexpr unsigned deepest = 6;

    static std::size_t place_of(std::uint64_t key, unsigned level) { return (key >> (56 - 8 * level)) & 0xffU; }

    void keep(const char* packed) {
        PackedHead head;
        std::memcpy(&head, packed, sizeof(head));
        std::memcpy(store_.add(head), packed, head.size);
    }

    // What is in memory goes into drawers by one byte of the keys; those of the first byte are there for the whole stream.
    void spill(unsigned level) {
        if (level == 0 && drawers_.empty()) drawers_.resize(fan);
        spill_into(std::span(drawers_), level);
    }

    void spill_into(std::span<Drawer> drawers, unsigned level) {
        store_.sort();  // by key: rows of one drawer lie together
        std::vector<char> bytes;
        for (std::size_t i = 0; i < store_.rows();) {
            Drawer& drawer = drawers[place_of(store_.key(i), level)];
            bytes.clear();
            const std::size_t place = place_of(store_.key(i), level);
            for (; i < store_.rows() && place_of(store_.key(i), level) == place; ++i) {
                bytes.insert(bytes.end(), store_.row(i), store_.row(i) + store_.size(i));
                ++drawer.rows;
            }
            drawer.level = level + 1;
            drawer.extents.push_back({file_.size(), bytes.size()});
            drawer.bytes += bytes.size();
            file_.append(bytes.data(), bytes.size());
        }
        store_.clear();
    }

    void open_drawer() {
        store_.clear();
        at_ = 0;
        while (too_large(drawers_[drawer_])) split_drawer();
        for_each_packed(drawers_[drawer_], [&](const char* packed) { keep(packed); });
        store_.sort();
        ++drawer_;
    }

    bool too_large(const Drawer& drawer) const { return drawer.bytes + drawer.rows * 32 > memory_ && drawer.rows > 1 && drawer.level < deepest; }

    // One drawer becomes as many as its rows' next byte has values.
    void split_drawer() {
        const Drawer large = std::move(drawers_[drawer_]);
        std::vector<Drawer> parts(fan);
        for_each_packed(large, [&](const char* packed) {
            keep(packed);
            if (store_.bytes() > memory_) spill_into(parts, large.level);
        });
        spill_into(parts, large.level);
        drawers_.erase(drawers_.begin() + static_cast<std::ptrdiff_t>(drawer_));
        drawers_.insert(drawers_.begin() + static_cast<std::ptrdiff_t>(drawer_), std::make_move_iterator(parts.begin()),
                        std::make_move_iterator(parts.end()));
    }

    template <class F>
    void for_each_packed(const Drawer& drawer, const F& take) {
        std::vector<char> bytes;
        for (const Extent& extent : drawer.extents) {
            bytes.resize(extent.size);
            file_.read(extent.from, bytes.data(), extent.size);
            for (std::size_t at = 0; at < extent.size;) {
                PackedHead head;
                std::memcpy(&head, bytes.data() + at, sizeof(head));
                take(bytes.data() + at);
                at += head.size;
            }
        }
    }

    std::uint64_t seed_;
    std::size_t memory_;
    RowStore store_;
    SpillFile file_;
    std::vector<Drawer> drawers_;  // in the order of the keys
    std::size_t drawer_ = 0;       // the next to be opened
    std::size_t at_ = 0;           // the next row of those in memory
    std::uint64_t rows_ = 0;
    bool began_ = false;
    Instance scratch_;
    PackedBytes packed_;
};

}  // namespace thresher
