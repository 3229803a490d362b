// Answers beside labels of many classes, counted in pairs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "thresher/errors.hpp"

namespace thresher {

// A class is its place in the order of first appearance.
using Class = std::int64_t;
inline constexpr Class no_class = -1;  // no answer: nothing is known yet, or the learner abstains

// What classes were answered, pair by pair; only pairs that occurred take room.
class Confusion {
public:
    struct Pair {
        Class label;
        Class answer;
        std::uint64_t count;
    };

    void add(Class label, Class answer) { put(label, answer, 1); }

    std::uint64_t examples() const { return examples_; }
    std::uint64_t mistakes() const { return mistakes_; }  // an answer, and not the label
    std::uint64_t abstained() const { return abstained_; }

    // Sorted by label, then by answer.
    std::vector<Pair> pairs() const {
        std::vector<Pair> found;
        for (const auto& [key, count] : counts_) found.push_back({static_cast<Class>(key >> 32), static_cast<Class>(key & 0xffffffff) - 1, count});
        std::ranges::sort(found, [](const Pair& a, const Pair& b) { return a.label != b.label ? a.label < b.label : a.answer < b.answer; });
        return found;
    }

    // Pairs from a file, which may be anything.
    void restore(const std::vector<Pair>& pairs, Class classes) {
        *this = {};
        for (const Pair& pair : pairs) {
            const bool fits = pair.label >= 0 && pair.label < classes && pair.answer >= no_class && pair.answer < classes && pair.count > 0 &&
                              pair.count <= most - std::min(most, examples_);
            if (!fits || counts_.contains(key_of(pair.label, pair.answer))) throw InputError("the saved confusion is none of these classes");
            put(pair.label, pair.answer, pair.count);
        }
    }

    std::size_t bytes() const { return counts_.size() * (sizeof(std::uint64_t) * 2 + sizeof(void*) * 2); }

private:
    static constexpr std::uint64_t most = std::uint64_t{1} << 62;

    static std::uint64_t key_of(Class label, Class answer) {
        return static_cast<std::uint64_t>(label) << 32 | static_cast<std::uint64_t>(answer + 1);
    }

    void put(Class label, Class answer, std::uint64_t count) {
        counts_[key_of(label, answer)] += count;
        examples_ += count;
        if (answer == no_class) abstained_ += count;
        else if (answer != label) mistakes_ += count;
    }

    std::unordered_map<std::uint64_t, std::uint64_t> counts_;
    std::uint64_t examples_ = 0, mistakes_ = 0, abstained_ = 0;
};

}  // namespace thresher
