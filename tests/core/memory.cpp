// Memory: who has a slot, who may have one, and who has to give it back; the same over records and over cells.
#include "thresher/state/memory.hpp"

#include <string>
#include <vector>

#include "check.hpp"
#include "thresher/state/cells.hpp"
#include "thresher/state/state.hpp"

using namespace thresher;

namespace {

struct Number {
    double value = 0.0;
    bool operator==(const Number&) const = default;
};

// One number a slot, whatever it is kept in.
double& number_of(State& state, Slot slot) { return state.dual(slot)[0]; }
double& number_of(CellState<Number>& cells, Slot slot) { return cells[slot].value; }

Memory<State> of_records(const MemoryPolicy& policy) {
    Memory<State> memory(policy);
    memory.state().begin({0.0, 0.0}, 0.0);
    memory.state().count_occurrences_in(1);
    return memory;
}
Memory<CellState<Number>> of_cells(const MemoryPolicy& policy) {
    Memory<CellState<Number>> memory(policy);
    if (policy.join_after > 0) memory.state().count_occurrences();
    return memory;
}

Instance words(const std::vector<std::string>& names) {
    Instance instance;
    for (const std::string& name : names) instance.push_back(Feature::of(name, 1.0));
    return instance;
}

template <class M>
Slot learn(M& memory, const Instance& instance, std::uint64_t& refused) {
    RowScratch scratch;
    const Row row = memory.admit(instance, memory.resolve(instance, scratch), scratch, refused);
    for (std::size_t i = 0; i < row.size; ++i)
        if (row.slots[i] != pristine_slot && row.slots[i] != silent_slot) number_of(memory.state(), row.slots[i]) += 1.0;
    const Slot first = row.size == 0 ? pristine_slot : row.slots[0];
    memory.count(instance, refused);
    return first;
}

template <class Make>
void what_is_not_known_is_pristine_until_it_is_admitted(Make make) {
    auto memory = make(MemoryPolicy{});
    std::uint64_t refused = 0;
    RowScratch scratch;
    const std::vector<std::string> names{"a", "a name that is longer than sixteen bytes"};
    const Instance instance = words(names);
    CHECK(!memory.resolve(instance, scratch).complete);
    CHECK(memory.resolve(instance, scratch).slots[0] == pristine_slot);
    const Slot slot = learn(memory, instance, refused);
    CHECK((slot & mapped_bit) != 0 && slot >= first_free_slot);
    CHECK(memory.resolve(instance, scratch).complete);
    CHECK(memory.resolve(instance, scratch).slots[0] == slot);
    CHECK(number_of(memory.state(), slot) == 1.0 && refused == 0);
}

template <class Make>
void small_columns_are_their_own_slots_and_huge_ones_cost_one_entry(Make make) {
    auto memory = make(MemoryPolicy{});
    std::uint64_t refused = 0;
    const Instance small{Feature::column(7, 1.0)}, huge{Feature::column(std::uint64_t{1} << 60, 1.0)};
    CHECK(learn(memory, small, refused) == 7);
    const std::size_t before = memory.bytes();
    CHECK((learn(memory, huge, refused) & mapped_bit) != 0);
    CHECK(memory.bytes() < before + 100000);
    memory.expect_columns(100000, 200000);
    RowScratch scratch;
    CHECK(memory.resolve(small, scratch).slots[0] == 7 && number_of(memory.state(), 7) == 1.0);
}

template <class Make>
void a_column_that_was_mapped_moves_with_what_it_knows(Make make) {
    auto memory = make(MemoryPolicy{});
    std::uint64_t refused = 0;
    const Instance large{Feature::column(500000, 1.0)};
    CHECK((learn(memory, large, refused) & mapped_bit) != 0);
    memory.expect_columns(1000000, 2000000);
    RowScratch scratch;
    CHECK(memory.resolve(large, scratch).slots[0] == 500000 && number_of(memory.state(), 500000) == 1.0);
}

template <class Make>
void what_is_as_new_can_be_dropped(Make make) {
    auto memory = make(MemoryPolicy{});
    std::uint64_t refused = 0;
    const std::vector<std::string> names{"kept", "back at nothing"};
    const Instance instance = words(names);
    learn(memory, instance, refused);
    RowScratch scratch;
    number_of(memory.state(), memory.resolve(instance, scratch).slots[1]) = 0.0;
    CHECK(memory.compact() == 1);
    const Row row = memory.resolve(instance, scratch);
    CHECK(row.slots[1] == pristine_slot && number_of(memory.state(), row.slots[0]) == 1.0);
}

template <class Make>
void a_full_memory_refuses_and_counts_it(Make make) {
    MemoryPolicy policy;
    policy.most = 2;
    auto memory = make(policy);
    std::uint64_t refused = 0;
    const std::vector<std::string> first{"a", "b"}, second{"a", "c"};
    learn(memory, words(first), refused);
    learn(memory, words(second), refused);
    CHECK(refused == 1 && memory.names().mapped() == 2);
}

template <class Make>
void who_gets_the_last_place_is_no_matter_of_order(Make make) {
    MemoryPolicy policy;
    policy.most = 2;
    for (const std::vector<std::string>& order : {std::vector<std::string>{"z", "m", "a"}, {"a", "z", "m"}}) {
        auto memory = make(policy);
        std::uint64_t refused = 0;
        learn(memory, words(order), refused);
        const std::vector<std::string> sorted{"a", "m", "z"};
        RowScratch scratch;
        const Instance asked = words(sorted);
        const Row row = memory.resolve(asked, scratch);
        CHECK(row.slots[0] != pristine_slot && row.slots[1] != pristine_slot && row.slots[2] == pristine_slot);
    }
}

template <class Make>
void who_joins_late_is_silent_before(Make make) {
    MemoryPolicy policy;
    policy.join_after = 2;
    auto memory = make(policy);
    std::uint64_t refused = 0;
    const std::vector<std::string> names{"a"};
    const Instance instance = words(names);
    RowScratch scratch;
    for (int learned = 0; learned < 2; ++learned) {
        CHECK(memory.resolve(instance, scratch).slots[0] == silent_slot);
        learn(memory, instance, refused);
    }
    CHECK(memory.resolve(instance, scratch).slots[0] != silent_slot);
    learn(memory, instance, refused);
    CHECK(number_of(memory.state(), memory.resolve(instance, scratch).slots[0]) == 1.0);
}

void the_nearest_to_new_is_forgotten_first() {
    MemoryPolicy policy;
    policy.most = 3;
    policy.when_full = MemoryPolicy::WhenFull::forget;
    auto memory = of_records(policy);
    std::uint64_t refused = 0;
    const std::vector<std::string> names{"a", "b", "c"}, fresh{"d"};
    learn(memory, words(names), refused);
    RowScratch scratch;
    const Instance all = words(names);
    const Row row = memory.resolve(all, scratch);
    const std::vector<double> weights{3.0, -0.5, 1.0};
    for (std::size_t i = 0; i < 3; ++i) memory.state().weight(row.slots[i]) = weights[i];
    learn(memory, words(fresh), refused);
    CHECK(memory.resolve(all, scratch).slots[1] == pristine_slot && memory.names().mapped() == 3 && refused == 0);
}

template <class Make>
void all_of(Make make) {
    what_is_not_known_is_pristine_until_it_is_admitted(make);
    small_columns_are_their_own_slots_and_huge_ones_cost_one_entry(make);
    a_column_that_was_mapped_moves_with_what_it_knows(make);
    what_is_as_new_can_be_dropped(make);
    a_full_memory_refuses_and_counts_it(make);
    who_gets_the_last_place_is_no_matter_of_order(make);
    who_joins_late_is_silent_before(make);
}

}  // namespace

int main() {
    return test::run({{"memory over records", [] { all_of(of_records); }},
                      {"memory over cells", [] { all_of(of_cells); }},
                      {"the nearest to new is forgotten first", the_nearest_to_new_is_forgotten_first}});
}
