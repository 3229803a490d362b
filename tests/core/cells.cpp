// Cells that nobody wrote are new ones, however they came to be there; ratios that wait for others come out as they would alone.
#include "thresher/auto/cell.hpp"

#include <cmath>
#include <vector>

#include "check.hpp"
#include "thresher/auto/bank.hpp"
#include "thresher/auto/ratios_in_fours.hpp"
#include "thresher/numeric/zeroed_vector.hpp"

using namespace thresher;

namespace {

constexpr std::size_t beyond_huge_pages = (huge_page * 2) / sizeof(Cell) + 5;

bool all_new(const ZeroedVector<Cell>& cells, std::size_t from) {
    for (std::size_t i = from; i < cells.size(); ++i)
        if (!(cells[i] == Cell{})) return false;
    return true;
}

void what_is_behind_the_end_is_new() {
    ZeroedVector<Cell> cells;
    for (const std::size_t size : {std::size_t{3}, std::size_t{100}, beyond_huge_pages, 2 * beyond_huge_pages}) {
        const std::size_t before = cells.size();
        cells.resize(size);
        CHECK(all_new(cells, before));
        for (std::size_t i = before; i < size; ++i) cells[i] = Cell::beginning(2.0F);
    }
    cells.resize(7);
    cells.resize(beyond_huge_pages);
    CHECK(cells[6] == Cell::beginning(2.0F));
    CHECK(all_new(cells, 7));
}

void copies_stand_apart() {
    ZeroedVector<Cell> cells;
    cells.resize(beyond_huge_pages);
    cells[4] = Cell::beginning(1.0F);
    ZeroedVector<Cell> copy = cells;
    copy[5] = Cell::beginning(1.0F);
    CHECK(copy.size() == cells.size() && copy[4] == cells[4] && cells[5] == Cell{});
    copy.resize(beyond_huge_pages + 1);
    CHECK(copy[beyond_huge_pages] == Cell{});
    const ZeroedVector<Cell> moved = std::move(copy);
    CHECK(moved[5] == Cell::beginning(1.0F));
    cells = ZeroedVector<Cell>();
    CHECK(cells.size() == 0);
}

void a_new_cell_begins_in_any_epoch() {
    Bank bank;
    for (int restarts = 0; restarts < 4; ++restarts) {
        CHECK(!bank.is_current(Cell{}) && !bank.knows_values(Cell{}));
        CHECK(bank.current(Cell{}) == Cell::beginning(1.0F + static_cast<float>(restarts)));
        CHECK(bank.is_current(bank.current(Cell{})));
        bank.restart();
    }
}

void ratios_in_fours_are_those_of_each() {
    for (std::size_t count = 0; count < 12; ++count) {
        std::vector<float> logs(count, 0.0F);
        RatiosInFours ratios;
        for (std::size_t i = 0; i < count; ++i) ratios.add(logs[i], 1.5 + static_cast<double>(i % 5), 2.5);
        ratios.finish();
        for (std::size_t i = 0; i < count; ++i) {
            const auto alone = static_cast<float>(log_of_ratio(1.5 + static_cast<double>(i % 5), 2.5));
            CHECK(logs[i] == (alone != 0.0F ? alone : 1e-30F));
        }
    }
}

}  // namespace

int main() {
    return test::run({{"what is behind the end is new", what_is_behind_the_end_is_new},
                      {"copies stand apart", copies_stand_apart},
                      {"a new cell begins in any epoch", a_new_cell_begins_in_any_epoch},
                      {"ratios in fours are those of each", ratios_in_fours_are_those_of_each}});
}
