// Answers beside labels of many classes, counted in pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "thresher/data/label.hpp"
#include "thresher/errors.hpp"

namespace thresher {

// What classes were answered, pair by pair; beyond a few classes only pairs that occurred take room.
class Confusion {
public:
    struct Pair {
        Class label;
        Class answer;
        std::uint64_t count;
    };

    void add(Class label, Class answer) {
        if (label < few && answer < few) [[likely]] {
            ++small_[place_of(label, answer)];
            count(label, answer, 1);
        } else {
            put(label, answer, 1);
        }
    }

    std::uint64_t examples() const { return examples_; }
    std::uint64_t mistakes() const { return mistakes_; }  // an answer, and not the label
    std::uint64_t abstained() const { return abstained_; }

    // Sorted by label, then by answer.
    std::vector<Pair> pairs() const {
        std::vector<Pair> found;
        for (Class label = 0; label < few; ++label)
            for (Class answer = no_class; answer < few; ++answer)
                if (const std::uint64_t count = small_[place_of(label, answer)]; count > 0) found.push_back({label, answer, count});
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
            if (!fits || counted(pair.label, pair.answer) > 0) throw InputError("the saved confusion is none of these classes");
            put(pair.label, pair.answer, pair.count);
        }
    }

    std::uint64_t counted(Class label, Class answer) const {
        if (label < few && answer < few) return small_[place_of(label, answer)];
        const auto found = counts_.find(key_of(label, answer));
        return found == counts_.end() ? 0 : found->second;
    }

    std::size_t bytes() const { return sizeof small_ + counts_.size() * (sizeof(std::uint64_t) * 2 + sizeof(void*) * 2); }

private:
    static constexpr std::uint64_t most = std::uint64_t{1} << 62;

    static constexpr Class few = 8;  // pairs of classes below this have places of their own

    static std::size_t place_of(Class label, Class answer) {
        return static_cast<std::size_t>(label) * (few + 1) + static_cast<std::size_t>(answer + 1);
    }

    static std::uint64_t key_of(Class label, Class answer) {
        return static_cast<std::uint64_t>(label) << 32 | static_cast<std::uint64_t>(answer + 1);
    }

    void put(Class label, Class answer, std::uint64_t times) {
        (label < few && answer < few ? small_[place_of(label, answer)] : counts_[key_of(label, answer)]) += times;
        count(label, answer, times);
    }

    void count(Class label, Class answer, std::uint64_t times) {
        examples_ += times;
        if (answer == no_class)
            abstained_ += times;
        else if (answer != label)
            mistakes_ += times;
    }

    std::array<std::uint64_t, few*(few + 1)> small_{};
    std::unordered_map<std::uint64_t, std::uint64_t> counts_;
    std::uint64_t examples_ = 0, mistakes_ = 0, abstained_ = 0;
};

}  // namespace thresher
