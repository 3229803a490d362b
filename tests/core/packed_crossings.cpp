// Crossings packed and unpacked have the same bits, and what follows from other numbers is not written: by the arithmetic of one cell.
#include "thresher/shelf/packed_crossings.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

using namespace thresher;

namespace {

bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

// One that was given some rounds, or numbers that no rounds give.
Coin some_coin(float least, float& weight, std::mt19937_64& random) {
    const auto some = [&] { return static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-52 - 1.0); };
    Coin coin{0.0F, 0.0F, least, 0.0F};
    weight = 0.0F;
    for (auto rounds = random() % 4; rounds > 0; --rounds) toss(weight, coin, some(), random() % 3 == 0 ? std::fabs(some()) : 0.0F, weight_limit);
    switch (random() % 16) {
        case 0: weight = some(); break;
        case 1: coin = {some(), std::fabs(some()), std::fabs(some()), some()}; break;
        case 2: coin.won = -0.0F; break;
        case 3: weight = -weight; break;
        case 4: coin = {some() * 1e30F, std::fabs(some()) * 1e30F, 1e30F, 1e30F}; break;  // what follows is no number, or the most there may be
        case 5: coin = {1.0F, 0.0F, 1e-30F, 0.0F}; break;
        default: break;
    }
    return coin;
}

CrossedCell some_cell(std::mt19937_64& random) {
    CrossedCell cell;
    cell.bet.coin = some_coin(0.0F, cell.bet.weight, random);
    cell.cautious_coin = some_coin(packed_crossings::WrittenWhole::cautious_stake, cell.cautious, random);
    if (random() % 3 == 0) cell.arow = 0.25F * static_cast<float>(random() % 9);
    if (random() % 3 == 0) cell.variance = 0.125F * static_cast<float>(random() % 8);
    cell.dual = static_cast<float>(random() % 1000) * 0.01F - 5.0F;
    cell.adagrad = CrossedCell::linked(cell.dual);
    if (random() % 16 == 0) cell.adagrad = 0.75F;
    cell.squares = static_cast<float>(random() % 100);
    return cell;
}

// So many numbers of a coin do not follow.
std::size_t own_numbers(const Coin& coin, float least) {
    const float size = std::fabs(coin.bets);
    return 1 + !same(coin.wagered, size) + !same(coin.stake, larger(least, size)) + !same(coin.won, 0.0F);
}
bool follows(float weight, const Coin& coin) { return same(weight, coin.wagered == 0.0F ? 0.0F : weight_of(coin, weight_limit)); }
std::size_t own_numbers(const Bet& bet) { return own_numbers(bet.coin, 0.0F) + !follows(bet.weight, bet.coin); }
std::size_t own_numbers(const CrossedCell& cell) {
    const bool all_follow =
        follows(cell.bet.weight, cell.bet.coin) && follows(cell.cautious, cell.cautious_coin) && same(cell.adagrad, CrossedCell::linked(cell.dual));
    const bool in_knots = !same(cell.arow, 0.0F) || !same(cell.variance, 1.0F);
    return 2 + own_numbers(cell.bet.coin, 0.0F) + own_numbers(cell.cautious_coin, packed_crossings::WrittenWhole::cautious_stake) +
           (in_knots ? 2 : 0) + (all_follow ? 0 : 3);
}

std::string packed(const CrossedMemory& memory) {
    std::string bytes;
    ByteWriter out(bytes);
    put(out, memory);
    return bytes;
}
CrossedMemory unpacked(std::string_view bytes) {
    CrossedMemory memory;
    ByteReader in(bytes);
    take(in, memory);
    CHECK(in.empty());
    return memory;
}

template <class T>
bool same_bytes(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

void whatever_the_numbers_are_they_come_back() {
    std::mt19937_64 random(3);
    for (std::size_t size = 0; size < 150; ++size) {
        CrossedMemory memory;
        std::size_t numbers = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const bool as_bet = random() % 2 == 0;
            const Slot slot = memory.add(random() % CrossedMemory::nobody, as_bet);
            if (as_bet)
                memory.bet(slot).coin = some_coin(0.0F, memory.bet(slot).weight, random);
            else
                memory.whole(slot) = some_cell(random);
        }
        for (const CrossedCell& cell : memory.whole_cells()) numbers += own_numbers(cell);
        for (const Bet& bet : memory.bets()) numbers += own_numbers(bet);
        const std::string bytes = packed(memory);
        const CrossedMemory twin = unpacked(bytes);
        CHECK(same_bytes(memory.whole_cells(), twin.whole_cells()) && same_bytes(memory.whole_codes(), twin.whole_codes()));
        CHECK(same_bytes(memory.bets(), twin.bets()) && same_bytes(memory.bet_codes(), twin.bet_codes()));
        CHECK(packed(twin) == bytes);
        const std::size_t besides = packed(unpacked(packed(CrossedMemory()))).size();
        CHECK(bytes.size() == besides + size * (1 + sizeof(std::uint64_t)) + numbers * sizeof(float));
    }
}

void the_empty_place_of_a_widened_bet_is_left_out() {
    std::mt19937_64 random(5);
    CrossedMemory memory;
    std::vector<std::pair<std::uint64_t, Slot>> bets;
    for (std::uint64_t code = 1; code < 80; ++code) {
        const Slot slot = memory.add(code, true);
        memory.bet(slot).coin = some_coin(0.0F, memory.bet(slot).weight, random);
        bets.emplace_back(code, slot);
    }
    for (const auto& [code, slot] : bets)
        if (code % 3 == 0) memory.widen(code, slot);
    const CrossedMemory twin = unpacked(packed(memory));
    CHECK(twin.cells() == memory.cells() && twin.bets().size() == memory.bets().size() - 26);
    for (const auto& [code, slot] : bets) {
        CrossedCell one, other;
        CHECK(memory.cell(memory.find(code), one) == twin.cell(twin.find(code), other));
    }
}

// By the way that any processor has, whatever this one has besides.
template <class Written>
std::string put_plainly(std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes) {
    using namespace packed_crossings;
    std::string bytes(cells.size() * (1 + largest<Written>)+spare, '\0');
    const char* const end = put_cells_by<Written>(Written::put, cells, codes, bytes.data(), bytes.data() + cells.size());
    bytes.resize(static_cast<std::size_t>(end - bytes.data()));
    return bytes;
}
template <class Written>
std::string put_as_here(std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes) {
    using namespace packed_crossings;
    std::string bytes(cells.size() * (1 + largest<Written>)+spare, '\0');
    const char* const end = put_cells<Written>(cells, codes, bytes.data(), bytes.data() + cells.size());
    bytes.resize(static_cast<std::size_t>(end - bytes.data()));
    return bytes;
}

void wide_registers_write_the_same_bytes() {
    std::mt19937_64 random(11);
    for (std::size_t size = 0; size < 200; ++size) {
        std::vector<CrossedCell> whole;
        std::vector<Bet> bets(size);
        for (std::size_t i = 0; i < size; ++i) whole.push_back(some_cell(random));
        for (Bet& bet : bets) bet.coin = some_coin(0.0F, bet.weight, random);
        std::vector<std::uint64_t> codes(size);
        for (std::uint64_t& code : codes) code = random() % 8 == 0 ? CrossedMemory::nobody : random() % CrossedMemory::nobody;
        using namespace packed_crossings;
        CHECK(put_as_here<WrittenWhole>(whole, codes) == put_plainly<WrittenWhole>(whole, codes));
        CHECK(put_as_here<WrittenBet>(bets, codes) == put_plainly<WrittenBet>(bets, codes));
    }
}

void bits_of_nobody_are_refused() {
    std::string bytes;
    ByteWriter out(bytes);
    out.put_text("");
    out.put_text("\x10");  // of a bet
    out.put(std::uint32_t{1});
    out.put_bytes(std::string(1000, '\0'));
    bool refused = false;
    try {
        CrossedMemory memory;
        ByteReader in(bytes);
        take(in, memory);
    } catch (const InputError&) {
        refused = true;
    }
    CHECK(refused);
}

}  // namespace

int main() {
    return thresher::test::run({{"whatever the numbers are, they come back", whatever_the_numbers_are_they_come_back},
                                {"the empty place of a widened bet is left out", the_empty_place_of_a_widened_bet_is_left_out},
                                {"wide registers write the same bytes", wide_registers_write_the_same_bytes},
                                {"bits of nobody are refused", bits_of_nobody_are_refused}});
}
