// Attributes and their state together: who has a slot, who may have one, and who has to give it back.
//
// State grows with what updates have touched. An attribute whose whole record is at its initial value is
// indistinguishable from one never seen, so it may be dropped at any time without changing a prediction.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "thresher/data/example.hpp"
#include "thresher/state/frequencies.hpp"
#include "thresher/state/names.hpp"
#include "thresher/state/row.hpp"

namespace thresher {

struct MemoryPolicy {
    enum class WhenFull { ignore, forget };

    std::uint64_t join_after = 0;     // an attribute takes part after so many learned occurrences
    double join_share = 0.0;          // or while it is among the most frequent, which make up this share of all occurrences
    std::optional<std::size_t> most;  // no more attributes than these
    WhenFull when_full = WhenFull::ignore;

    // Counting and capping look at every attribute one by one, so they do without direct columns.
    bool watches() const { return counts() || most.has_value(); }

    bool counts() const { return join_after > 0 || join_share > 0.0; }
};

// One example's slots and values: working space that a resolved row borrows.
struct RowScratch {
    std::vector<Slot> slots;
    std::vector<double> values;
};

// What a slot holds: `State`, or `CellState` of some cell.
template <class Store>
concept SlotStore = requires(Store store, const Store known, Slot slot, std::size_t size) {
    store.reset();
    store.grow_direct(size);
    store.grow_mapped(size);
    store.truncate_mapped(size);
    store.copy_slot(slot, slot);
    { store.occurrences(slot) } -> std::same_as<double&>;
    { known.pristine(slot) } -> std::same_as<bool>;
    { known.distance(slot) } -> std::same_as<double>;
    { known.direct_size() } -> std::same_as<std::size_t>;
    { known.bytes() } -> std::same_as<std::size_t>;
};

template <SlotStore Store>
class Memory {
public:
    explicit Memory(const MemoryPolicy& policy) : policy_(policy), mapped_only_(policy.watches()), frequencies_(policy.join_share) {}

    const MemoryPolicy& policy() const { return policy_; }
    const Names& names() const { return names_; }
    const Store& state() const { return state_; }
    Store& state() { return state_; }

    void must_map(bool yes) { mapped_only_ = mapped_only_ || yes; }

    // Forgets everything: as new.
    void reset() {
        names_ = Names();
        state_.reset();
        frequencies_.clear();
    }

    // How often attributes occurred, from their own counts: after these were read or merged.
    void recount() {
        if (policy_.join_share <= 0.0) return;
        frequencies_.clear();
        each_mapped([&](const Feature&, Slot slot) { frequencies_.add(state_.occurrences(slot)); });
    }

    // Direct columns for a matrix that is already in the caller's memory: `worth` bounds what they may cost.
    void expect_columns(std::uint64_t columns, std::uint64_t worth) {
        const std::uint64_t wanted = std::min(columns, worth);
        if (!mapped_only_ && wanted > names_.extent() && wanted < mapped_bit) grow_extent(wanted);
    }

    // Room for so many names, with so many bytes, which are added next.
    void expect_names(std::size_t names, std::size_t bytes) {
        names_.expect(names, bytes);
        state_.grow_mapped((first_free_slot & ~mapped_bit) + names);
    }

    Row resolve(std::span<const Feature> instance, RowScratch& scratch) const {
        const std::size_t size = instance.size();
        scratch.slots.resize(size);
        scratch.values.resize(size);
        for (const Feature& feature : instance) names_.prefetch(feature);
        Slot* const slots = scratch.slots.data();
        double* const values = scratch.values.data();
        const bool late = policy_.counts();
        bool ones = true, complete = true;
        Slot any = 0;
        for (std::size_t i = 0; i < size; ++i) {
            Slot slot = names_.find(instance[i]);
            if (late && !joined(slot)) slot = silent_slot;
            any |= slot;
            complete &= slot != pristine_slot;
            slots[i] = slot;
            values[i] = instance[i].value;
            ones &= values[i] == 1.0;
        }
        return {slots, ones ? nullptr : values, size, (any & mapped_bit) != 0, complete};
    }

    // The row that this instance was resolved to, with a slot for every attribute as far as the policy allows.
    Row admit(std::span<const Feature> instance, const Row& row, RowScratch& scratch, std::uint64_t& refused) {
        if (row.complete || policy_.counts()) return row;  // late joiners get their slots when they are counted
        if (policy_.most || (!mapped_only_ && grow_extent_for(instance))) {
            give_slots(instance, refused);
            return resolve(instance, scratch);
        }
        for (std::size_t i = 0; i < instance.size(); ++i)
            if (scratch.slots[i] == pristine_slot) scratch.slots[i] = add(instance[i]);
        return {scratch.slots.data(), row.values, row.size, true, true};
    }

    // One more learned occurrence for every attribute of the instance.
    void count(const Instance& instance, std::uint64_t& refused) {
        if (!policy_.counts()) return;
        give_slots(instance, refused);
        for (const Feature& feature : instance) {
            const Slot slot = names_.find(feature);
            if (slot == pristine_slot) continue;
            double& occurrences = state_.occurrences(slot);
            if (policy_.join_share > 0.0)
                frequencies_.raise(std::exchange(occurrences, occurrences + 1.0));
            else
                occurrences = std::min(occurrences + 1.0, static_cast<double>(policy_.join_after));
        }
    }

    Slot slot_for(const Feature& feature) {
        const Slot known = names_.find(feature);
        return known != pristine_slot ? known : add(feature);
    }

    // Calls f(feature, slot) for every attribute whose record is not at its initial value.
    template <class F>
    void each_known(F f) const {
        for (std::size_t i = 0; i < state_.direct_size(); ++i)
            if (const Slot slot = static_cast<Slot>(i); !state_.pristine(slot)) f(Feature::column(i, 1.0), slot);
        for (std::size_t i = 0; i < names_.mapped(); ++i)
            if (const Slot slot = first_free_slot + static_cast<Slot>(i); !state_.pristine(slot)) f(names_.feature(slot), slot);
    }

    // Calls f(feature, slot) for every attribute that has a slot and is no direct column, moved or not.
    template <class F>
    void each_mapped(F f) const {
        for (std::size_t i = 0; i < names_.mapped(); ++i) {
            const Slot slot = first_free_slot + static_cast<Slot>(i);
            f(names_.feature(slot), slot);
        }
    }

    // Drops what is at its initial value. Returns how many attributes are left that are not direct columns.
    std::size_t compact() {
        keep_if([&](Slot slot, const Feature&) { return !state_.pristine(slot); });
        return names_.mapped();
    }

    std::size_t bytes() const { return state_.bytes() + names_.bytes(); }

private:
    static constexpr std::uint64_t columns_per_known = 16;

    bool joined(Slot slot) const { return slot != pristine_slot && state_.occurrences(slot) >= needed(); }

    double needed() const { return policy_.join_share > 0.0 ? frequencies_.needed() : static_cast<double>(policy_.join_after); }

    Slot add(const Feature& feature) {
        const Slot slot = names_.add(feature);
        state_.grow_mapped((slot & ~mapped_bit) + std::size_t{1});
        return slot;
    }

    std::vector<Feature> newcomers_of(std::span<const Feature> instance) const {
        std::vector<Feature> unknown;
        for (const Feature& feature : instance)
            if (names_.find(feature) == pristine_slot) unknown.push_back(feature);
        return unknown;
    }

    bool fit(const std::vector<Feature>& newcomers) const { return !policy_.most || names_.mapped() + newcomers.size() <= *policy_.most; }

    void give_slots(std::span<const Feature> instance, std::uint64_t& refused) {
        std::vector<Feature> newcomers = newcomers_of(instance);
        // Making room may drop attributes of this very instance, so each step counts the newcomers anew.
        if (!fit(newcomers)) {
            compact();
            newcomers = newcomers_of(instance);
        }
        if (!fit(newcomers) && policy_.counts()) {
            keep_if([&](Slot slot, const Feature&) { return joined(slot); });
            newcomers = newcomers_of(instance);
        }
        if (!fit(newcomers) && policy_.when_full == MemoryPolicy::WhenFull::forget) {
            forget(std::max(newcomers.size(), *policy_.most / 4));
            newcomers = newcomers_of(instance);
        }
        if (!fit(newcomers)) std::ranges::sort(newcomers, comes_before);  // who gets the last places is no matter of order
        for (const Feature& feature : newcomers) {
            if (policy_.most && names_.mapped() >= *policy_.most)
                ++refused;
            else
                add(feature);
        }
    }

    // Whether the direct columns grew, so that slots are others than before.
    bool grow_extent_for(std::span<const Feature> instance) {
        std::uint64_t extent = names_.extent();
        for (const Feature& feature : instance) {
            if (feature.named() || feature.code < extent || feature.code >= mapped_bit) continue;
            const std::uint64_t wanted = std::bit_ceil(std::max<std::uint64_t>(feature.code + 1, 64));
            const std::uint64_t allowed = std::max<std::uint64_t>(1 << 16, columns_per_known * names_.mapped() + names_.extent());
            if (wanted <= allowed && wanted < mapped_bit) extent = std::max(extent, wanted);
        }
        if (extent <= names_.extent()) return false;
        grow_extent(extent);
        return true;
    }

    void grow_extent(std::uint64_t extent) {
        state_.grow_direct(extent);
        bool any = false;
        for (std::size_t i = 0; i < names_.mapped(); ++i) {
            const Slot slot = first_free_slot + static_cast<Slot>(i);
            const Feature feature = names_.feature(slot);
            if (feature.named() || feature.code >= extent) continue;
            state_.copy_slot(slot, static_cast<Slot>(feature.code));
            any = true;
        }
        if (any) keep_if([&](Slot, const Feature& feature) { return feature.named() || feature.code >= extent; });
        names_.set_extent(extent);
    }

    // Drops so many attributes, those whose weights differ least from the initial one. Ties go by the attribute itself, never
    // by the order of arrival.
    void forget(std::size_t count) {
        struct Candidate {
            double distance;
            Feature feature;
            Slot slot;
        };
        std::vector<Candidate> candidates;
        for (std::size_t i = 0; i < names_.mapped(); ++i) {
            const Slot slot = first_free_slot + static_cast<Slot>(i);
            candidates.push_back({state_.distance(slot), names_.feature(slot), slot});
        }
        const auto before = [](const Candidate& a, const Candidate& b) {
            return a.distance != b.distance ? a.distance < b.distance : comes_before(a.feature, b.feature);
        };
        std::ranges::sort(candidates, before);
        std::vector<bool> dropped(names_.mapped(), false);
        for (std::size_t i = 0; i < std::min(count, candidates.size()); ++i) dropped[candidates[i].slot - first_free_slot] = true;
        keep_if([&](Slot slot, const Feature&) { return !dropped[slot - first_free_slot]; });
    }

    template <class Keep>
    void keep_if(Keep keep) {
        Names old;
        std::swap(old, names_);
        names_.set_extent(old.extent());
        for (std::size_t i = 0; i < old.mapped(); ++i) {
            const Slot from = first_free_slot + static_cast<Slot>(i);
            const Feature feature = old.feature(from);
            if (keep(from, feature)) state_.copy_slot(from, names_.add(feature));  // never past `from`
        }
        state_.truncate_mapped((first_free_slot & ~mapped_bit) + names_.mapped());
    }

    MemoryPolicy policy_;
    bool mapped_only_;
    Frequencies frequencies_;
    Names names_;
    Store state_;
};

}  // namespace thresher
