// Entries in the order in which they were used, each of which knows its neighbours.
#pragma once

namespace thresher {

// An entry has `newer` and `older`, which are null while it is not in the list.
template <class Entry>
class RecentlyUsed {
public:
    Entry* oldest() const { return oldest_; }

    void add(Entry& entry) {
        entry.older = newest_;
        entry.newer = nullptr;
        if (newest_ != nullptr) newest_->newer = &entry;
        newest_ = &entry;
        if (oldest_ == nullptr) oldest_ = &entry;
    }
    void remove(Entry& entry) {
        (entry.newer != nullptr ? entry.newer->older : newest_) = entry.older;
        (entry.older != nullptr ? entry.older->newer : oldest_) = entry.newer;
        entry.newer = entry.older = nullptr;
    }
    void use(Entry& entry) {
        if (newest_ == &entry) return;
        remove(entry);
        add(entry);
    }

private:
    Entry *newest_ = nullptr, *oldest_ = nullptr;
};

}  // namespace thresher
