// Crossings that one example alone has met so far: nothing is kept of them but that example.
//
// Of ten real numbers nearly every crossing is met once: hundreds are new in an example, and how it moved them follows from a few of its
// numbers. So these are kept in place of the cells. A crossing that a second example meets gets a cell of its own (crossed_memory.hpp), with
// the very bits that it would have had; so one that has no cell is that of at most one example.
//
// What is asked is which example had all attributes of a crossing where they are now. For each attribute there are words with a bit for each
// of 64 examples, which are asked together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "thresher/auto/crossed_cell.hpp"
#include "thresher/auto/grown_crossings.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

// An attribute that takes part, and in which half of a sixteenth of its range its value is; of one that never varies none.
struct CrossedMember {
    static constexpr std::uint8_t halves = 32, does_not_vary = 64;

    std::uint64_t base = 0;  // what its crossings are made of
    std::uint8_t half = does_not_vary;

    bool varies() const { return half < halves; }
    // What stands for it and its place: by eighths of the range, and on the grids beside.
    std::uint64_t key() const { return varies() ? base + 64 + half / 4 : base; }
    GrownCrossings::FinerKeys finer() const {
        if (!varies()) return {};
        return {true, base + 96 + (half / 2 + 1U) / 2, base + 128 + half / 2, base + 160 + (half + 1U) / 2};
    }
};

class MetOnce {
public:
    static constexpr std::size_t most_attributes = 16, most_examples = 128, in_word = 64;
    static constexpr std::size_t fewest = 32;  // new crossings of an example, or cells are as small
    using Bits = std::uint64_t;

    // What an example did to what it met first.
    struct Example {
        float betting = 0.0F, adagrad = 0.0F, cautious = 0.0F, least_stake = 0.0F;  // as in CrossedSteps
        float grown_all = 0.0F, all = 0.0F;                                         // 1 over its lengths
        double worthy = 0.0;
        std::uint64_t worths = 0;  // where those of its attributes begin

        CrossedSteps steps() const { return {betting, adagrad, cautious, 0.0F, 0.0F, least_stake}; }
    };

    // Of an attribute, for 64 examples.
    struct Column {
        Bits there = 0, varies = 0, chosen = 0, refined = 0;
        std::array<Bits, 5> half{};  // binary digits, the lowest first
    };
    struct Word {
        Bits fours = 0;  // examples that have crossings of four
        std::vector<Column> columns;
    };

    bool empty() const { return examples_.empty(); }
    bool full() const { return examples_.size() == most_examples; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        std::size_t sum = bases_.capacity() * sizeof(std::uint64_t) + examples_.capacity() * sizeof(Example) + worths_.capacity() * sizeof(float) +
                          words_.capacity() * sizeof(Word);
        for (const Word& word : words_) sum += word.columns.capacity() * sizeof(Column);
        return sum;
    }
    // So few are left that cells would take less.
    bool is_sparse() const { return size_ * 32 < bytes(); }

    // A slot that stands for a crossing of an example: of two attributes, or one that only bets.
    static bool is_one(Slot slot) { return (slot & (marked | mapped_bit)) == marked; }
    static bool is_pair(Slot slot) { return (slot & of_pair) != 0; }

    [[gnu::noinline]] Bet bet(Slot slot) const {
        const Example& example = examples_[number_of(slot)];
        Bet made;
        toss(made.weight, made.coin, example.betting * example.grown_all, example.least_stake * example.grown_all, weight_limit);
        return made;
    }
    [[gnu::noinline]] CrossedCell cell(Slot slot) const {
        CrossedCell made;
        if (!is_pair(slot)) {
            made.bet = bet(slot);
            return made;
        }
        const std::size_t number = number_of(slot);
        const Example& example = examples_[number];
        const double worth = worth_of(number, slot >> first_bits & 31) * worth_of(number, slot >> second_bits & 31);
        made.move({0.0F, example.grown_all, example.all, static_cast<float>(worth * example.worthy)}, example.steps());
        return made;
    }

    // Fills in the slots of an example's crossings that have no cell and that one example has met. `pairs` are those of all pairs.
    [[gnu::noinline]] void find(std::span<const CrossedMember> members, const GrownCrossings& grown, Slot* pairs, Slot* slots) const {
        const std::size_t size = members.size();
        if (empty() || size < 2 || size > most_asked) return;
        std::array<std::size_t, most_asked> at;
        for (std::size_t i = 0; i < size; ++i) at[i] = place_of(members[i].base);
        std::array<Asked, most_asked> asked;
        for (std::size_t w = 0; w < words_.size(); ++w) {
            std::size_t met = 0;
            for (std::size_t i = 0; i < size; ++i) met += ask(words_[w], at[i], members[i], asked[i]);
            if (met < 2) continue;
            Slot* pair = pairs;
            for (std::size_t a = 0; a < size; ++a)
                for (std::size_t b = a + 1; b < size; ++b, ++pair)
                    if (const Bits both = asked[a].key & asked[b].key; both != 0 && *pair == pristine_slot && at[a] != at[b]) [[unlikely]]
                        *pair = slot_of_pair(number(w, both), at[a], at[b]);
            const auto fill = [&](std::size_t i, Bits all) {
                if (all != 0 && slots[i] == pristine_slot && differ(at, grown.groups[i])) [[unlikely]]
                    slots[i] = marked | number(w, all);
            };
            for (std::size_t i = 0; i < grown.finer_from; ++i) {
                const auto& places = grown.groups[i].places;
                const Bits three = asked[places[0]].chosen & asked[places[1]].chosen & asked[places[2]].chosen;
                fill(i, grown.groups[i].size == 3 ? three : three & asked[places[3]].chosen & words_[w].fours);
            }
            for (std::size_t i = grown.finer_from; i < grown.groups.size(); i += GrownCrossings::grids) {
                const Asked &one = asked[grown.groups[i].places[0]], &other = asked[grown.groups[i].places[1]];
                fill(i, one.next_eighth & other.next_eighth);
                fill(i + 1, one.next_eighth & other.eighth);
                fill(i + 2, one.eighth & other.next_eighth);
                fill(i + 3, one.sixteenth & other.sixteenth);
                fill(i + 4, one.next_sixteenth & other.next_sixteenth);
            }
        }
    }

    // Whether an example can be kept in place of its new crossings.
    bool takes(std::span<const CrossedMember> members) const {
        if (full() || members.size() > most_attributes) return false;
        std::size_t fresh = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            fresh += place_of(members[i].base) == nowhere;
            for (std::size_t j = 0; j < i; ++j)
                if (members[i].base == members[j].base) return false;  // two of one name would be one here
        }
        return bases_.size() + fresh <= most_attributes;
    }

    // Keeps it. `fresh`: of its crossings no example has met so many before; all others have cells.
    [[gnu::noinline]] void add(Example example, std::span<const CrossedMember> members, std::span<const float> worths, const GrownCrossings& grown,
                               std::size_t fresh) {
        if (examples_.size() % in_word == 0) words_.emplace_back();
        Word& word = words_.back();
        const Bits bit = Bits{1} << examples_.size() % in_word;
        std::array<float, most_attributes> worth_at{};
        std::array<std::size_t, most_attributes> at{};
        for (std::size_t i = 0; i < members.size(); ++i) {
            at[i] = place_of(members[i].base);
            if (at[i] == nowhere) {
                at[i] = bases_.size();
                bases_.push_back(members[i].base);
            }
            if (word.columns.size() <= at[i]) word.columns.resize(bases_.size());
            Column& column = word.columns[at[i]];
            column.there |= bit;
            worth_at[at[i]] = worths[i];
            if (!members[i].varies()) continue;
            column.varies |= bit;
            for (unsigned digit = 0; digit < column.half.size(); ++digit)
                if ((members[i].half >> digit & 1) != 0) column.half[digit] |= bit;
        }
        for (const std::uint32_t place : grown.chosen()) word.columns[at[place]].chosen |= bit;
        for (const std::uint32_t place : grown.refined()) word.columns[at[place]].refined |= bit;
        if (GrownCrossings::has_fours(members.size())) word.fours |= bit;
        example.worths = worths_.size();
        for (std::size_t i = 0; i < word.columns.size(); ++i)
            if ((word.columns[i].there & bit) != 0) worths_.push_back(worth_at[i]);
        examples_.push_back(example);
        size_ += fresh;
    }

    // One of them has a cell now.
    void give_away() { size_ -= size_ > 0; }

    // Calls f(code, slot) for all crossings that its examples had; of some there are cells by now.
    template <class F>
    void each(F f) const {
        GrownCrossings grown;
        std::vector<std::size_t> at;
        std::vector<std::uint64_t> keys;
        std::vector<GrownCrossings::FinerKeys> finer;
        std::vector<std::uint32_t> chosen, refined;
        for (std::size_t k = 0; k < examples_.size(); ++k) {
            at.clear(), keys.clear(), finer.clear(), chosen.clear(), refined.clear();
            const Bits bit = Bits{1} << k % in_word;
            const std::vector<Column>& columns = words_[k / in_word].columns;
            for (std::size_t i = 0; i < columns.size(); ++i) {
                const Column& column = columns[i];
                if ((column.there & bit) == 0) continue;
                CrossedMember member{bases_[i], CrossedMember::does_not_vary};
                if ((column.varies & bit) != 0) {
                    member.half = 0;
                    for (unsigned digit = 0; digit < column.half.size(); ++digit)
                        member.half = static_cast<std::uint8_t>(member.half | ((column.half[digit] & bit) != 0) << digit);
                }
                if ((column.chosen & bit) != 0) chosen.push_back(static_cast<std::uint32_t>(keys.size()));
                if ((column.refined & bit) != 0) refined.push_back(static_cast<std::uint32_t>(keys.size()));
                at.push_back(i);
                keys.push_back(member.key());
                finer.push_back(member.finer());
            }
            for (std::size_t a = 0; a < keys.size(); ++a)
                for (std::size_t b = a + 1; b < keys.size(); ++b) f(GrownCrossings::pair_code(keys[a], keys[b]), slot_of_pair(k, at[a], at[b]));
            grown.make(keys, finer, chosen, refined);
            for (const Feature& feature : grown.instance) f(feature.code, marked | static_cast<Slot>(k));
        }
    }

    // As it lies, for whoever saves it at one go.
    const std::vector<std::uint64_t>& bases() const { return bases_; }
    const std::vector<Example>& examples() const { return examples_; }
    const std::vector<float>& worths() const { return worths_; }
    const std::vector<Word>& words() const { return words_; }

    // All of this, of which where worths begin and who has fours follows from the rest. False where it can't be so; then it is of no use.
    bool restore(std::vector<std::uint64_t> bases, std::vector<Example> examples, std::vector<float> worths, std::vector<Word> words,
                 std::size_t size) {
        bases_ = std::move(bases), examples_ = std::move(examples), worths_ = std::move(worths), words_ = std::move(words), size_ = size;
        return is_possible();
    }

private:
    static constexpr Slot marked = Slot{1} << 30, of_pair = Slot{1} << 18;
    static constexpr unsigned first_bits = 8, second_bits = 13;
    static constexpr std::size_t nowhere = ~std::size_t{0}, most_asked = 64;

    // Which examples have an attribute where it is now, in several senses: those that made threes and fours of it, finer pairs, and so on.
    struct Asked {
        Bits key, chosen, eighth, next_eighth, sixteenth, next_sixteenth;
    };

    static std::size_t number_of(Slot slot) { return slot & (most_examples - 1); }
    static Slot number(std::size_t word, Bits examples) {
        return static_cast<Slot>(word * in_word + static_cast<std::size_t>(std::countr_zero(examples)));
    }
    static Slot slot_of_pair(std::size_t example, std::size_t one, std::size_t other) {
        return marked | of_pair | static_cast<Slot>(example | one << first_bits | other << second_bits);
    }

    std::size_t place_of(std::uint64_t base) const {
        const auto found = std::ranges::find(bases_, base);
        return found == bases_.end() ? nowhere : static_cast<std::size_t>(found - bases_.begin());
    }

    // Whether no two of a crossing's attributes have one name.
    static bool differ(const std::array<std::size_t, most_asked>& at, const GrownCrossings::Group& group) {
        for (std::size_t i = 0; i < group.size; ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (at[group.places[i]] == at[group.places[j]]) return false;
        return true;
    }

    // Examples whose value is in this eighth (digits from the third on) or sixteenth (from the second on).
    static Bits in_part(const Column& column, unsigned from_digit, unsigned part) {
        if (part >> (column.half.size() - from_digit) != 0) return 0;
        Bits same = column.there & column.varies;
        for (unsigned digit = from_digit; digit < column.half.size(); ++digit)
            same &= (part >> (digit - from_digit) & 1) != 0 ? column.half[digit] : ~column.half[digit];
        return same;
    }

    static bool ask(const Word& word, std::size_t at, const CrossedMember& member, Asked& asked) {
        asked = {};
        if (at >= word.columns.size()) return false;
        const Column& column = word.columns[at];
        if (!member.varies()) {
            asked.key = column.there & ~column.varies;
            asked.chosen = asked.key & column.chosen;
            return asked.key != 0;
        }
        // On a grid half a part further a part is the upper half of one and the lower half of the next.
        const unsigned half = member.half, next_eighth = (half / 2 + 1) / 2, next_sixteenth = (half + 1) / 2;
        const Bits upper = column.half[1], upmost = column.half[0];
        asked.key = in_part(column, 2, half / 4);
        asked.chosen = asked.key & column.chosen;
        asked.eighth = asked.key & column.refined;
        asked.next_eighth = ((in_part(column, 2, next_eighth) & ~upper) | (in_part(column, 2, next_eighth - 1) & upper)) & column.refined;
        asked.sixteenth = in_part(column, 1, half / 2) & column.refined;
        asked.next_sixteenth = ((in_part(column, 1, next_sixteenth) & ~upmost) | (in_part(column, 1, next_sixteenth - 1) & upmost)) & column.refined;
        return (asked.key | asked.next_eighth | asked.sixteenth | asked.next_sixteenth) != 0;
    }

    float worth_of(std::size_t example, std::size_t attribute) const {
        const std::vector<Column>& columns = words_[example / in_word].columns;
        std::size_t before = examples_[example].worths;
        for (std::size_t i = 0; i < attribute; ++i) before += columns[i].there >> example % in_word & 1;
        return worths_[before];
    }

    bool is_possible() {
        bool sound = bases_.size() <= most_attributes && examples_.size() <= most_examples &&
                     words_.size() == (examples_.size() + in_word - 1) / in_word && size_ <= examples_.size() * most_of_one;
        for (std::size_t i = 0; i < bases_.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) sound = sound && bases_[i] != bases_[j];
        if (!sound) return false;
        const auto within = [](double number, double low, double high) { return number >= low && number <= high; };
        for (const Example& one : examples_)
            sound = sound && within(one.betting, -1e9, 1e9) && within(one.adagrad, -1e9, 1e9) && within(one.cautious, -1e9, 1e9) &&
                    within(one.least_stake, 0.0, 1.0) && within(one.grown_all, 0.0, 1e3) && within(one.all, 0.0, 1e3) && within(one.worthy, 0.0, 1e6);
        for (const float worth : worths_) sound = sound && within(worth, 0.0, 1.0);
        std::size_t worths = 0;
        for (std::size_t w = 0; w < words_.size(); ++w) {
            Word& word = words_[w];
            const std::size_t count = std::min(in_word, examples_.size() - w * in_word);
            const Bits used = ~Bits{0} >> (in_word - count);
            sound = sound && word.columns.size() <= bases_.size();
            std::array<std::uint8_t, in_word> members{}, chosen{}, refined{};
            for (const Column& column : word.columns) {
                sound = sound && (column.there & ~used) == 0 && ((column.varies | column.chosen | column.refined) & ~column.there) == 0;
                for (const Bits digits : column.half) sound = sound && (digits & ~column.varies) == 0;
                for (Bits left = column.there & used; left != 0; left &= left - 1) {
                    const auto k = static_cast<unsigned>(std::countr_zero(left));
                    ++members[k];
                    chosen[k] = static_cast<std::uint8_t>(chosen[k] + (column.chosen >> k & 1));
                    refined[k] = static_cast<std::uint8_t>(refined[k] + (column.refined >> k & 1));
                }
            }
            word.fours = 0;
            for (std::size_t k = 0; k < count; ++k) {
                sound = sound && chosen[k] <= GrownCrossings::most_chosen && refined[k] <= GrownCrossings::most_refined;
                if (GrownCrossings::has_fours(members[k])) word.fours |= Bits{1} << k;
                examples_[w * in_word + k].worths = worths;
                worths += members[k];
            }
        }
        return sound && worths == worths_.size();
    }
    static constexpr std::size_t most_of_one = 1024;  // crossings of an example

    std::vector<std::uint64_t> bases_;  // of attributes
    std::vector<Example> examples_;
    std::vector<float> worths_;  // of the attributes of each example, in their order
    std::vector<Word> words_;
    std::size_t size_ = 0;
};

}  // namespace thresher
