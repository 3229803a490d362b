// Crossings of three and of four attributes of an example, grown from attributes that proved useful.
//
// There are too many to try all. So of the attributes that take part at most eight are chosen, those whose crossings saved most loss so far
// (attribute_worth.hpp), and all threes of them are made, 56 at most; of an example that has no more than eight, all fours too, 70 at most.
// Where several are equally good at the border none of them is chosen, so the order of attributes can't show.
//
// They are for streams of at most a thousand attributes: among more, three that met once hardly meet again.
//
// Where an example has few attributes, or few that are of full worth, pairs of these, real ones, are grown finer too: eighths are coarse for a curve in a plane. A pair is made
// anew on three grids of eighths that lie half an eighth further along one of the two or both, and on two of sixteenths.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/numeric/hash.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

class GrownCrossings {
public:
    static constexpr std::size_t most_chosen = 8;

    static constexpr std::size_t most_refined = 6;

    // What stands for the part of a real value's range on other grids than that of eighths: one half an eighth further, sixteenths,
    // one half a sixteenth further.
    struct FinerKeys {
        bool varies = false;
        std::uint64_t eighth = 0, sixteenth = 0, other_sixteenth = 0;
    };

    // Some attributes together, by their places among those that take part.
    struct Group {
        std::array<std::uint32_t, 4> places;
        std::size_t size;
    };

    Instance instance;  // a column for each group
    RowScratch row;
    std::vector<Group> groups;
    std::size_t finer_from = 0;  // from here on they are finer pairs, `grids` of each two attributes

    static constexpr std::size_t grids = 5;

    void clear() {
        instance.clear();
        groups.clear();
        chosen_.clear();
        refined_.clear();
        finer_from = 0;
    }

    // By their places: of whom threes and fours were made, and finer pairs.
    std::span<const std::uint32_t> chosen() const { return chosen_; }
    std::span<const std::uint32_t> refined() const { return refined_; }

    // A pair's column.
    static std::uint64_t pair_code(std::uint64_t one, std::uint64_t other) { return code_of(joined(std::min(one, other), std::max(one, other))); }

    // keys: what stands for each attribute and the part of its range.   gains: what their crossings saved so far.
    void grow(std::span<const std::uint64_t> keys, std::span<const float> gains) {
        choose(keys, gains);
        make_grown(keys);
    }

    // Pairs of real values on finer grids, of all attributes if they are few, else of those of full worth if these are.   keys: of the grid of eighths.
    void refine(std::span<const std::uint64_t> keys, std::span<const FinerKeys> finer, std::span<const float> worths) {
        const bool all = keys.size() <= most_refined;
        for (std::uint32_t a = 0; a < keys.size(); ++a)
            if (all || worths[a] == 1.0F) refined_.push_back(a);
        if (refined_.size() > most_refined) refined_.clear();
        make_finer(keys, finer);
    }

    // Those of an example of before, of which it is known who was chosen.
    void make(std::span<const std::uint64_t> keys, std::span<const FinerKeys> finer, std::span<const std::uint32_t> chosen,
              std::span<const std::uint32_t> refined) {
        clear();
        chosen_.assign(chosen.begin(), chosen.end());
        refined_.assign(refined.begin(), refined.end());
        sort_chosen(keys);
        make_grown(keys);
        make_finer(keys, finer);
    }

    // Whether an example of so many attributes has crossings of four.
    static bool has_fours(std::size_t attributes) { return attributes <= most_chosen; }

private:
    static std::uint64_t joined(std::uint64_t key, std::uint64_t next) { return mix(key * 0x9e3779b97f4a7c15ULL + next); }
    static std::uint64_t code_of(std::uint64_t key) { return key & (column_limit - 1); }

    void make_grown(std::span<const std::uint64_t> keys) {
        const bool fours = has_fours(keys.size());
        for (std::size_t a = 0; a < chosen_.size(); ++a)
            for (std::size_t b = a + 1; b < chosen_.size(); ++b)
                for (std::size_t c = b + 1; c < chosen_.size(); ++c) {
                    const std::uint64_t three = joined(joined(keys[chosen_[a]], keys[chosen_[b]]), keys[chosen_[c]]);
                    add(three, {{chosen_[a], chosen_[b], chosen_[c], 0}, 3});
                    for (std::size_t d = c + 1; fours && d < chosen_.size(); ++d)
                        add(joined(three, keys[chosen_[d]]), {{chosen_[a], chosen_[b], chosen_[c], chosen_[d]}, 4});
                }
    }

    void make_finer(std::span<const std::uint64_t> keys, std::span<const FinerKeys> finer) {
        finer_from = groups.size();
        for (std::size_t i = 0; i < refined_.size(); ++i)
            for (std::size_t j = i + 1; j < refined_.size(); ++j) {
                const std::uint32_t a = refined_[i], b = refined_[j];
                if (!finer[a].varies || !finer[b].varies) continue;
                const Group pair{{a, b, 0, 0}, 2};
                add_pair(finer[a].eighth, finer[b].eighth, pair);
                add_pair(finer[a].eighth, keys[b], pair);
                add_pair(keys[a], finer[b].eighth, pair);
                add_pair(finer[a].sixteenth, finer[b].sixteenth, pair);
                add_pair(finer[a].other_sixteenth, finer[b].other_sixteenth, pair);
            }
    }

    void add_pair(std::uint64_t one, std::uint64_t other, const Group& group) { add(joined(std::min(one, other), std::max(one, other)), group); }

    void add(std::uint64_t key, const Group& group) {
        instance.push_back(Feature::column(code_of(key), 1.0));
        groups.push_back(group);
    }

    void choose(std::span<const std::uint64_t> keys, std::span<const float> gains) {
        const bool all = keys.size() <= most_chosen;
        ranked_.assign(gains.begin(), gains.end());
        if (!all) std::ranges::nth_element(ranked_, ranked_.begin() + most_chosen, std::greater<>{});
        for (std::uint32_t a = 0; a < keys.size(); ++a)
            if (all || gains[a] > ranked_[most_chosen]) chosen_.push_back(a);
        sort_chosen(keys);
    }
    void sort_chosen(std::span<const std::uint64_t> keys) {
        std::ranges::sort(chosen_, {}, [&](std::uint32_t a) { return keys[a]; });
    }

    std::vector<std::uint32_t> chosen_, refined_;
    std::vector<float> ranked_;
};

}  // namespace thresher
