// A learner's attributes as plain arrays in one canonical order, and back: what saving and comparing work on.
//
// Attributes at their initial value are left out, columns come before names, both sorted: the same learner gives the same arrays,
// however its memory is laid out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/errors.hpp"
#include "thresher/numeric/utf8.hpp"
#include "thresher/state/memory.hpp"

namespace thresher {

inline void require_saved(bool holds, const char* what) {
    if (!holds) throw InputError(std::string("the saved state does not fit together: ") + what);
}

inline bool increasing_to(const std::vector<std::uint64_t>& ends, std::size_t last) {
    return std::ranges::is_sorted(ends) && (ends.empty() ? last == 0 : ends.back() == last);
}

struct SavedAttributes {
    std::vector<std::uint64_t> numbers;    // columns
    std::string names;                     // the names' bytes, one after the other
    std::vector<std::uint64_t> name_ends;  // where each name ends

    std::size_t size() const { return numbers.size() + name_ends.size(); }

    Feature feature(std::size_t i) const {
        if (i < numbers.size()) return Feature::column(numbers[i], 1.0);
        const std::size_t name = i - numbers.size();
        const std::size_t begin = name == 0 ? 0 : name_ends[name - 1];
        return Feature::of(std::string_view(names).substr(begin, name_ends[name] - begin), 1.0);
    }

    // Throws unless the arrays fit each other: a file may be hostile even where its checksum is right.
    void check(const MemoryPolicy& policy) const {
        require_saved(std::ranges::is_sorted(numbers, std::less_equal<>{}) || numbers.size() < 2, "order of columns");
        require_saved(numbers.empty() || numbers.back() < column_limit, "a column is too large");
        require_saved(increasing_to(name_ends, names.size()), "ends of names");
        for (std::size_t i = numbers.size(); i < size(); ++i) {
            require_saved(is_utf8(feature(i).text()), "a name is not UTF-8");
            require_saved(i == numbers.size() || feature(i - 1).text() < feature(i).text(), "order of names");
        }
        require_saved(!policy.most || size() <= *policy.most, "too many attributes");
    }
};

// The attributes that are not as new, and their slots in the same order.
struct TakenAttributes {
    SavedAttributes attributes;
    std::vector<Slot> slots;
};

template <class Store>
TakenAttributes take_attributes(const Memory<Store>& memory) {
    struct Entry {
        Feature feature;
        Slot slot;
    };
    std::vector<Entry> entries;
    entries.reserve(memory.names().mapped());
    memory.each_known([&](const Feature& feature, Slot slot) { entries.push_back({feature, slot}); });
    std::ranges::sort(entries, comes_before, &Entry::feature);
    TakenAttributes taken;
    taken.slots.reserve(entries.size() + 1);  // and the bias
    taken.attributes.names.reserve(memory.names().text_bytes());
    taken.attributes.name_ends.reserve(entries.size());
    for (const Entry& entry : entries) {
        taken.slots.push_back(entry.slot);
        if (entry.feature.named()) {
            taken.attributes.names += entry.feature.text();
            taken.attributes.name_ends.push_back(taken.attributes.names.size());
        } else {
            taken.attributes.numbers.push_back(entry.feature.code);
        }
    }
    return taken;
}

// Slots for all of them in a memory that is as new, in the same order.
template <class Store>
std::vector<Slot> restore_attributes(Memory<Store>& memory, const SavedAttributes& saved) {
    memory.reset();
    if (!saved.numbers.empty()) memory.expect_columns(saved.numbers.back() + 1, 16 * saved.numbers.size());
    if (!saved.name_ends.empty()) memory.expect_names(saved.name_ends.size(), saved.names.size());
    std::vector<Slot> slots;
    slots.reserve(saved.size() + 1);  // and the bias
    for (std::size_t i = 0; i < saved.size(); ++i) slots.push_back(memory.slot_for(saved.feature(i)));
    return slots;
}

}  // namespace thresher
