// Cells that nobody wrote are new ones, however they came to be there; eight of them at a time are what each is alone.
#define THRESHER_NO_CLONES  // sixteen numbers at a time are tried on any processor, whatever its registers hold
#include "thresher/auto/cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "check.hpp"
#include "thresher/auto/bank.hpp"
#include "thresher/auto/lesson.hpp"
#include "thresher/auto/turned_values.hpp"
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

// Cells of all kinds: new, always 1, of real values, of one value so far.
Cell some_cell(std::mt19937& random) {
    std::uniform_real_distribution<float> real(.1F, 3.0F);
    const auto kind = random() % 4;
    if (kind == 0) return Cell::beginning(1.0F);
    Cell cell = Cell::beginning(1.0F);
    std::array<float, bank_experts> weights;
    for (float& weight : weights) weight = real(random) - 1.5F;
    cell.weight = weights;
    const unsigned values = kind == 1 ? 1 : 2 + random() % 60;
    for (unsigned i = 0; i < values; ++i) values::remember(cell, kind == 2 ? 1.0 : static_cast<double>(real(random)) * (i % 50 == 49 ? 1e6 : 1.0));
    cell.positives = static_cast<float>(random() % 9);
    cell.negatives = static_cast<float>(random() % 9);
    return cell;
}

template <std::size_t Count>
std::array<Cell*, Count> places_of(std::array<Cell, Count>& cells) {
    std::array<Cell*, Count> places;
    for (std::size_t k = 0; k < Count; ++k) places[k] = &cells[k];
    return places;
}

template <std::size_t Count>
void cells_turned_and_back_are_the_same() {
    using Turned = TurnedCells<Count>;
    std::mt19937 random(1);
    std::array<Cell, Count> cells;
    for (Cell& cell : cells) cell = some_cell(random);
    const std::array<Cell, Count> before = cells;
    const auto all = places_of(cells);
    Cell* const* const places = all.data();
    for (const std::size_t at : {Turned::values_at, Turned::first_at, Turned::third_at, Turned::counted_at, Turned::coin_at}) {
        TurnedFour<Count> four;
        four.load(places, at);
        for (std::size_t k = 0; k < Count; ++k) {
            std::array<float, 4> own;
            std::memcpy(own.data(), reinterpret_cast<const char*>(&cells[k]) + at, sizeof own);
            CHECK(own[0] == four.a[k] && own[1] == four.b[k] && own[2] == four.c[k] && own[3] == four.d[k]);
        }
        four.store(places, at);
    }
    CHECK(cells == before);
    for (const std::size_t at : {Turned::begin_at, Turned::weights_at, Turned::moves_at}) {
        TurnedEight<Count> eight;
        eight.load(places, at);
        TurnedFour<Count> first, last, other_first, other_last;
        eight.get_first(first);
        eight.get_last(last);
        other_first.load(places, at);
        other_last.load(places, at + 4 * sizeof(float));
        for (std::size_t k = 0; k < Count; ++k) {
            CHECK(first.a[k] == other_first.a[k] && first.b[k] == other_first.b[k] && first.c[k] == other_first.c[k] &&
                  first.d[k] == other_first.d[k]);
            CHECK(last.a[k] == other_last.a[k] && last.b[k] == other_last.b[k] && last.c[k] == other_last.c[k] && last.d[k] == other_last.d[k]);
        }
        TurnedEight<Count> back;
        back.set(first, last);
        back.store(places, at);
    }
    CHECK(cells == before);
}

// A row that is scored and learned with registers of either kind.
template <std::size_t Most>
void learn_with(std::vector<Cell>& cells, const std::vector<double>& x, bool usual, const BankScores& scores, bool positive, double share,
                double& again) {
    BankScratch scratch;
    scratch.resize(cells.size());
    std::ranges::fill(scratch.places, &scratch.nobody);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        scratch.places[i] = &cells[i];
        scratch.scaled[i] = static_cast<float>(x[i]);
        scratch.share[i] = static_cast<float>(x[i]) * .5F;
        scratch.sifted[i] = static_cast<float>(x[i]) * .7F;
    }
    for (EightAre& are : scratch.kinds) are.usual = usual;
    scratch.lengths = {.3, .4, .5};
    Cell bias = Cell::beginning(1.0F);
    std::vector<Slot> slots(cells.size());
    const Row row{slots.data(), usual ? nullptr : x.data(), cells.size(), false, true};
    const Lesson lesson(scratch, bias, scores, positive, 1.0, 1.0, share);
    again = 0.0;
    std::size_t eight = 0;
    for (; Most == 16 && eight + 1 < scratch.kinds.size(); eight += 2) again += lesson.teach<16>(cells.data(), row, eight, scratch);
    for (; eight < scratch.kinds.size(); ++eight) again += lesson.teach<8>(cells.data(), row, eight, scratch);
    lesson.finish<Most == 16>(scratch);
}

void sixteen_attributes_learn_what_eight_do() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> real(-2.0, 2.0);
    for (int round = 0; round < 400; ++round) {
        std::vector<Cell> cells(random() % 60);
        std::vector<double> x(cells.size());
        const bool usual = round % 3 == 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            cells[i] = some_cell(random);
            if (random() % 4 == 0) cells[i].seen = 1.0F;
            x[i] = usual ? 1.0 : real(random) * (random() % 20 == 0 ? 1e20 : 1.0);
            if (cells[i].seen == 0.0F) cells[i].unit = values::unit_of(x[i]);
        }
        BankScores scores;
        for (double& score : scores) score = real(random) * (round % 2 == 0 ? 1.0 : 50.0);
        std::vector<Cell> narrow = cells, wide = cells;
        double met = 0.0, met_in_wide = 0.0;
        const bool positive = random() % 2 == 0;
        const double share = std::fabs(real(random)) / 2.0;
        learn_with<8>(narrow, x, usual, scores, positive, share, met);
        learn_with<16>(wide, x, usual, scores, positive, share, met_in_wide);
        CHECK(met == met_in_wide);
        CHECK(cells.empty() || std::memcmp(narrow.data(), wide.data(), narrow.size() * sizeof(Cell)) == 0);
        CHECK(cells.empty() || narrow != cells);
    }
}

void cells_are_of_ones_only_if_all_are() {
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::array<Cell, 8> cells;
        EightSources sources;
        bool ones = true;
        for (std::size_t k = 0; k < 8; ++k) {
            cells[k].begin_usual(2.0F);
            for (unsigned i = random() % 3; i > 0; --i) values::remember(cells[k], 1.0);
            if (random() % 30 == 0) {
                ones = false;
                if (random() % 3 == 0)
                    cells[k] = Cell{};
                else if (random() % 2 == 0)
                    cells[k].begun = 1.0F;
                else
                    values::remember(cells[k], 1.5);
            }
            sources[k] = &cells[k];
        }
        CHECK(values::were_always_one(sources, 2.0F) == ones);
    }
}

void values_of_eight_are_those_of_each() {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> real(-3.0, 3.0);
    for (int round = 0; round < 500; ++round) {
        std::array<Cell, 8> cells;
        std::array<double, 8> x;
        const auto all = places_of(cells);
        Cell* const* const places = all.data();
        for (std::size_t k = 0; k < 8; ++k) {
            cells[k] = some_cell(random);
            x[k] = random() % 3 == 0 ? 1.0 : real(random) * (random() % 20 == 0 ? 1e20 : 1.0);
            if (cells[k].seen == 0.0F) cells[k].unit = values::unit_of(x[k]);
        }
        TurnedCells<8> eight;
        eight.values.load(places, TurnedCells<8>::values_at);
        eight.first.load(places, TurnedCells<8>::first_at);
        EightViews views;
        views.sifted = EightFloats{} + .75F;
        const float learned = static_cast<float>(random() % 70);
        values::see(eight, x.data(), learned, views);
        values::remember(eight, x.data());
        for (std::size_t k = 0; k < 8; ++k) {
            const Cell& cell = cells[k];
            const float value = values::in_unit(cell, x[k]), sign = x[k] > 0.0 ? 1.0F : -1.0F;
            const bool known = cell.seen != 0.0F;
            CHECK(views.scaled[k] == (known ? values::scaled(cell, value, learned) : sign));
            CHECK(views.share[k] == (known ? values::share(cell, value) : sign));
            CHECK(views.sifted[k] == views.scaled[k] * .75F);
            Cell after = cell;
            values::remember(after, x[k]);
            CHECK(after.mean == eight.values.c[k] && after.spread == eight.values.d[k] && after.largest == eight.first.a[k] &&
                  after.seen == eight.first.b[k]);
        }
    }
}

}  // namespace

int main() {
    return test::run({{"what is behind the end is new", what_is_behind_the_end_is_new},
                      {"copies stand apart", copies_stand_apart},
                      {"a new cell begins in any epoch", a_new_cell_begins_in_any_epoch},
                      {"eight cells turned and back are the same", cells_turned_and_back_are_the_same<8>},
                      {"sixteen cells turned and back are the same", cells_turned_and_back_are_the_same<16>},
                      {"sixteen attributes learn what eight do", sixteen_attributes_learn_what_eight_do},
                      {"cells are of ones only if all are", cells_are_of_ones_only_if_all_are},
                      {"values of eight are those of each", values_of_eight_are_those_of_each}});
}
