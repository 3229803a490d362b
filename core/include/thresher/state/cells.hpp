// What a learner has learned where every attribute has one cell of some struct, by slot.
#pragma once

#include <cstddef>
#include <type_traits>

#include "thresher/numeric/huge_pages.hpp"
#include "thresher/numeric/zeroed_vector.hpp"
#include "thresher/state/names.hpp"

namespace thresher {

// A cell as it is made is that of an attribute nobody has seen. One that is then nothing but zero bytes says so: `new_is_zero`.
template <class Cell>
class CellState {
public:
    CellState() { reset(); }

    void reset() {
        direct_ = {};
        mapped_ = {};
        grow_mapped(first_free_slot & ~mapped_bit);
    }

    const Cell& operator[](Slot slot) const { return part(slot).cells[slot & ~mapped_bit]; }
    Cell& operator[](Slot slot) { return part(slot).cells[slot & ~mapped_bit]; }

    // How often an attribute was learned from, where that is counted: a column of its own.
    void count_occurrences() {
        counting_ = true;
        for (Part* part : {&direct_, &mapped_}) part->occurrences.resize(part->cells.size(), 0.0);
    }
    bool counts_occurrences() const { return counting_; }
    double occurrences(Slot slot) const { return part(slot).occurrences[slot & ~mapped_bit]; }
    double& occurrences(Slot slot) { return part(slot).occurrences[slot & ~mapped_bit]; }

    // Cells have no one number to tell how far they are from new: whoever must go, goes by its name.
    double distance(Slot) const { return 0.0; }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Part* part : {&direct_, &mapped_}) sum += part->cells.capacity() * sizeof(Cell) + part->occurrences.capacity() * sizeof(double);
        return sum;
    }
    [[gnu::always_inline]] Cell& direct(Slot slot) { return direct_.cells[slot]; }
    const Cell* direct_cells() const { return direct_.cells.data(); }
    std::size_t direct_size() const { return direct_.cells.size(); }
    std::size_t mapped_size() const { return mapped_.cells.size(); }
    void grow_direct(std::size_t size) { grow(direct_, size); }
    void grow_mapped(std::size_t size) { grow(mapped_, size); }
    void truncate_mapped(std::size_t size) { resize(mapped_, size); }

    bool pristine(Slot slot) const { return (*this)[slot] == Cell{} && (!counting_ || occurrences(slot) == 0.0); }

    void copy_slot(Slot from, Slot to) {
        (*this)[to] = (*this)[from];
        if (counting_) occurrences(to) = occurrences(from);
    }

private:
    static constexpr bool new_is_zero = requires { requires Cell::new_is_zero; };

    struct Part {
        std::conditional_t<new_is_zero, ZeroedVector<Cell>, PagedVector<Cell>> cells;
        PagedVector<double> occurrences;  // empty unless they are counted
    };

    const Part& part(Slot slot) const { return (slot & mapped_bit) ? mapped_ : direct_; }
    Part& part(Slot slot) { return (slot & mapped_bit) ? mapped_ : direct_; }

    void grow(Part& part, std::size_t size) {
        if (size > part.cells.size()) resize(part, size);
    }
    void resize(Part& part, std::size_t size) {
        part.cells.resize(size);
        if (counting_) part.occurrences.resize(size, 0.0);
    }

    bool counting_ = false;
    Part direct_;  // columns below the extent, slot = column
    Part mapped_;
};

}  // namespace thresher
