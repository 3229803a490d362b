// Labels that come late: learning from pending instances; and pending instances as plain arrays, to be saved.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "thresher/learner.hpp"
#include "thresher/data/matrix.hpp"
#include "thresher/late/pending.hpp"
#include "thresher/numeric/utf8.hpp"

namespace thresher {

// What became of one label, bit by bit.
struct Late {
    static constexpr std::uint8_t said_positive = 1;      // when the instance was asked about
    static constexpr std::uint8_t predicted_positive = 2;  // when its label came
    static constexpr std::uint8_t updated = 4;
    static constexpr std::uint8_t skipped = 8;  // a later instance had changed the learner already
    static constexpr std::uint8_t unknown = 16;
};

// The rows of a matrix under numbers from `first` on.
template <class Index>
void put_rows(Pending& pending, const Matrix<Index>& matrix, Pending::Number first, std::span<const bool> said) {
    Canonicaliser canonical;
    Instance instance;
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
        read_row(matrix, row, canonical, instance);
        pending.put(first + row, instance, said[row]);
    }
}

// Learns each label with the state of that moment and lets go of its instance. With `skip_overtaken` (D2, OD1) a label is
// passed over if its instance is not later than the last one that changed the learner; that one is returned.
inline Pending::Number learn_late(Learner& learner, Pending& pending, std::span<const Pending::Number> numbers, std::span<const std::int8_t> labels,
                                  std::span<const double> weights, bool skip_overtaken, Pending::Number last, std::span<std::uint8_t> codes) {
    Instance instance;
    const bool restless = learner.config().averaging != Averaging::none;  // answers change with every example
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!pending.has(numbers[i])) {
            codes[i] = Late::unknown;
            continue;
        }
        const bool said = pending.read(numbers[i], instance);
        codes[i] = said ? Late::said_positive : 0;
        if (skip_overtaken && numbers[i] <= last) {
            codes[i] |= Late::skipped;
        } else {
            const bool positive = labels[i] > 0;
            const Outcome outcome = learner.learn(instance, label_of(positive), weights[i]);
            if (outcome.predicted) codes[i] |= Late::predicted_positive;
            if (outcome.updated) codes[i] |= Late::updated;
            if (outcome.updated || outcome.predicted != positive || restless) last = numbers[i];
        }
        pending.drop(numbers[i]);
    }
    return last;
}

// Pending instances as arrays. An attribute is a column, or -1 - the place of its name.
struct Waiting {
    std::vector<Pending::Number> numbers;
    std::vector<std::uint8_t> said;
    std::vector<std::uint64_t> ends;  // of each instance's attributes
    std::vector<std::int64_t> attributes;
    std::vector<double> values;
    std::vector<std::uint8_t> names;  // one after the other
    std::vector<std::uint64_t> name_ends;
};

inline Waiting take_waiting(const Pending& pending) {
    Waiting taken;
    std::unordered_map<std::string, std::int64_t> places;
    pending.each([&](Pending::Number number, const Instance& instance, bool said) {
        taken.numbers.push_back(number);
        taken.said.push_back(said);
        for (const Feature& feature : instance) {
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

struct SavedWaiting {
    std::span<const Pending::Number> numbers;
    std::span<const std::uint8_t> said;
    std::span<const std::uint64_t> ends;
    std::span<const std::int64_t> attributes;
    std::span<const double> values;
    std::span<const std::uint8_t> names;
    std::span<const std::uint64_t> name_ends;
};

// The arrays may come from a file that somebody made up: everything is checked before it is used.
inline Pending restore_waiting(const SavedWaiting& saved) {
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
        pending.put(saved.numbers[i], instance, saved.said[i] != 0);
    }
    return pending;
}

}  // namespace thresher
