// How often attributes occurred, all together: from which count on they make up a share of all occurrences.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>

namespace thresher {

class Frequencies {
public:
    explicit Frequencies(double share) : share_(share) {}

    void clear() { *this = Frequencies(share_); }

    // One attribute that occurred so often, and once more; 0: a new one.
    void raise(double count) {
        const auto before = static_cast<std::uint64_t>(count), after = before + 1;
        if (before >= needed_)
            frequent_ += 1.0;
        else if (after >= needed_)
            frequent_ += static_cast<double>(after);
        all_ += 1.0;
        if (before > 0 && --attributes_[before] == 0) attributes_.erase(before);
        ++attributes_[after];
        settle();
    }

    // One attribute with all its occurrences: for states that were read or merged.
    void add(double count) {
        const auto times = static_cast<std::uint64_t>(count);
        if (times == 0) return;
        ++attributes_[times];
        all_ += count;
        if (times >= needed_) frequent_ += count;
        settle();
    }

    // The largest count such that the attributes that have it, or more, make up the share; at least 1.
    double needed() const { return static_cast<double>(needed_); }

private:
    // A count is the last that leaves enough where the next one would leave too little.
    void settle() {
        auto at = attributes_.lower_bound(needed_);
        while (at == attributes_.end() || (frequent_ < share_ * all_ && at != attributes_.begin())) {
            --at;
            frequent_ += occurrences(at);
        }
        for (; std::next(at) != attributes_.end() && frequent_ - occurrences(at) >= share_ * all_; ++at) frequent_ -= occurrences(at);
        needed_ = at->first;
    }

    using Histogram = std::map<std::uint64_t, std::uint64_t>;
    static double occurrences(Histogram::const_iterator at) { return static_cast<double>(at->first) * static_cast<double>(at->second); }

    double share_;
    Histogram attributes_;  // count -> how many attributes have it
    std::uint64_t needed_ = 1;
    double all_ = 0.0;       // occurrences
    double frequent_ = 0.0;  // those of attributes counted at least `needed_` times
};

}  // namespace thresher
