// Labels that come late: learning from pending instances; and pending instances as plain arrays, to be saved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "thresher/data/matrix.hpp"
#include "thresher/late/pending.hpp"
#include "thresher/numeric/utf8.hpp"

namespace thresher {

// What became of one label, bit by bit.
struct LateFlag {
    static constexpr std::uint8_t updated = 4;
    static constexpr std::uint8_t skipped = 8;  // a later instance had changed the learner already
    static constexpr std::uint8_t unknown = 16;
};

// The rows of a matrix under numbers from `first` on.
template <class Index>
void put_rows(Pending& pending, const Matrix<Index>& matrix, Pending::Number first, std::span<const Class> said) {
    Canonicaliser canonical;
    Instance instance;
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
        read_row(matrix, row, canonical, instance);
        pending.put(first + row, instance, said[row]);
    }
}

// Labels that came, for instances by number.
struct LateLabels {
    std::span<const Pending::Number> numbers;
    std::span<const Class> classes;
    std::span<const double> weights;
};

// What became of each: flags, what was said when it was asked about, what was predicted when its label came.
struct LateResults {
    std::span<std::uint8_t> flags;
    std::span<Class> said;
    std::span<Class> predicted;
};

// Learns each label with the state of that moment and lets go of its instance; `learn(instance, class, weight)` gives a Verdict.
// With `skip_overtaken` (D2, OD1) a label is passed over if its instance is not later than the last one that changed the
// learner; that one is returned. `always_changes`: answers change with every example.
template <class Learn>
Pending::Number learn_late(Pending& pending, const LateLabels& labels, bool skip_overtaken, bool always_changes, Pending::Number last,
                           const LateResults& results, Learn learn) {
    Instance instance;
    for (std::size_t i = 0; i < labels.numbers.size(); ++i) {
        const Pending::Number number = labels.numbers[i];
        results.flags[i] = 0;
        results.said[i] = results.predicted[i] = no_class;
        if (!pending.has(number)) {
            results.flags[i] = LateFlag::unknown;
            continue;
        }
        results.said[i] = pending.read(number, instance);
        if (skip_overtaken && number <= last) {
            results.flags[i] = LateFlag::skipped;
        } else {
            const Verdict verdict = learn(static_cast<const Instance&>(instance), labels.classes[i], labels.weights[i]);
            results.predicted[i] = verdict.answer;
            if (verdict.updated) results.flags[i] = LateFlag::updated;
            if (verdict.updated || verdict.answer != labels.classes[i] || always_changes) last = number;
        }
        pending.drop(number);
    }
    return last;
}

// Pending instances as arrays. An attribute is a column, or -1 - the place of its name.
struct PendingArrays {
    std::vector<Pending::Number> numbers;
    std::vector<Class> said;
    std::vector<std::uint64_t> ends;  // of each instance's attributes
    std::vector<std::int64_t> attributes;
    std::vector<double> values;
    std::vector<std::uint8_t> names;  // one after the other
    std::vector<std::uint64_t> name_ends;
};

// In whatever order its attributes were given, an instance is saved as the same.
inline PendingArrays take_pending(const Pending& pending) {
    PendingArrays taken;
    std::unordered_map<std::string, std::int64_t> places;
    Instance ordered;
    pending.each([&](Pending::Number number, const Instance& instance, Class said) {
        taken.numbers.push_back(number);
        taken.said.push_back(said);
        ordered = instance;
        std::ranges::sort(ordered, comes_before);
        for (const Feature& feature : ordered) {
            std::int64_t attribute = static_cast<std::int64_t>(feature.code);
            if (feature.named()) {
                const auto [found, fresh] = places.try_emplace(std::string(feature.text()), static_cast<std::int64_t>(places.size()));
                if (fresh) {
                    taken.names.insert(taken.names.end(), feature.text().begin(), feature.text().end());
                    taken.name_ends.push_back(taken.names.size());
                }
                attribute = -1 - found->second;
            }
            taken.attributes.push_back(attribute);
            taken.values.push_back(feature.value);
        }
        taken.ends.push_back(taken.attributes.size());
    });
    return taken;
}

struct SavedPending {
    std::span<const Pending::Number> numbers;
    std::span<const Class> said;
    std::span<const std::uint64_t> ends;
    std::span<const std::int64_t> attributes;
    std::span<const double> values;
    std::span<const std::uint8_t> names;
    std::span<const std::uint64_t> name_ends;
};

// The arrays may come from a file that somebody made up: everything is checked before it is used.
inline Pending restore_pending(const SavedPending& saved) {
    const auto damaged = [](const char* what) { return InputError(std::string("the pending instances are damaged: ") + what); };
    if (saved.said.size() != saved.numbers.size() || saved.ends.size() != saved.numbers.size()) throw damaged("their numbers do not fit");
    if (saved.attributes.size() != saved.values.size()) throw damaged("attributes and values do not fit");
    for (std::size_t i = 0; i < saved.name_ends.size(); ++i)
        if (saved.name_ends[i] > saved.names.size() || (i > 0 && saved.name_ends[i] < saved.name_ends[i - 1])) throw damaged("names do not fit");
    const auto name = [&](std::size_t place) {
        if (place >= saved.name_ends.size()) throw damaged("a name is missing");
        const std::uint64_t begin = place == 0 ? 0 : saved.name_ends[place - 1];
        const std::string_view text(reinterpret_cast<const char*>(saved.names.data()) + begin, saved.name_ends[place] - begin);
        if (!is_utf8(text)) throw damaged("a name is no text");
        return text;
    };
    Pending pending;
    Canonicaliser canonical;
    Instance instance;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < saved.numbers.size(); ++i) {
        if (saved.ends[i] < at || saved.ends[i] > saved.attributes.size()) throw damaged("an instance ends outside");
        if (i > 0 && saved.numbers[i] <= saved.numbers[i - 1]) throw damaged("numbers do not grow");
        instance.clear();
        for (; at < saved.ends[i]; ++at) {
            const std::int64_t attribute = saved.attributes[at];
            const double value = saved.values[at];
            if (!(std::fabs(value) <= size_limit) || value == 0.0) throw damaged("a value is out of range");
            if (attribute >= 0 && static_cast<std::uint64_t>(attribute) >= column_limit) throw damaged("a column is out of range");
            instance.push_back(attribute >= 0 ? Feature::column(static_cast<std::uint64_t>(attribute), value)
                                              : Feature::of(name(static_cast<std::size_t>(-1 - attribute)), value));
        }
        const std::size_t size = instance.size();
        canonical(instance, Repeats::add_up);
        if (instance.size() != size) throw damaged("an attribute is repeated");
        if (saved.said[i] < no_class) throw damaged("an answer is no class");
        pending.put(saved.numbers[i], instance, saved.said[i]);
    }
    return pending;
}

}  // namespace thresher
