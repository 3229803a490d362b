// Crossings of an Auto as bytes, and back. They are most of what it is, and most of them moved once or twice: numbers of a cell that follow
// from others are not written.
//
//     ways of whole cells (a byte each), ways of bets, numbers, zeros, codes of whole cells and then of bets; before each how many.
//     Then how many have no cell, and of the examples that met them: attributes, numbers, worths, places of each attribute in 64 of them
//
// A way says how many of a cell's numbers are written, of one order; the last is all of them. It is the shortest that gives the cell back to
// the last bit. What way it is can't be foretold, so a cell is written and read without a branch: all its numbers, over which the next go.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

#include "thresher/auto/saved_auto.hpp"
#include "thresher/shelf/bytes.hpp"

namespace thresher {

namespace packed_crossings {

inline constexpr std::size_t ways = 4;
inline constexpr std::size_t spare = 64;  // zeros behind the numbers: whoever reads the last cell reads into them

inline bool same(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }

inline float weight_kept(const Coin& coin) {
    const float weight = weight_of(coin, weight_limit);
    return coin.wagered == 0.0F ? 0.0F : weight;
}

// After one round at most, of a coordinate that begins with this stake.
inline Coin after_one_round(float bet, float stake) { return {bet, std::fabs(bet), larger(stake, std::fabs(bet)), 0.0F}; }
inline bool had_one_round(const Coin& coin, float stake) {
    const Coin once = after_one_round(coin.bets, stake);
    return same(coin.wagered, once.wagered) & same(coin.stake, once.stake) & same(coin.won, once.won);
}

// Where a cell's numbers stand one after the other.
inline void put_number(char* to, std::size_t i, float number) { std::memcpy(to + i * sizeof number, &number, sizeof number); }
inline float number_at(const char* at, std::size_t i) {
    float number;
    std::memcpy(&number, at + i * sizeof number, sizeof number);
    return number;
}
inline bool sound(const Coin& coin) { return (coin.stake >= 0.0F) & (coin.wagered >= 0.0F); }

struct WrittenBet {
    using Cell = Bet;
    // After one round; having won nothing; any coin; and a weight that does not follow from it.
    static constexpr std::array<std::size_t, ways> sizes{1, 3, 4, 5};

    static std::size_t way_of(const Bet& bet) {
        const bool follows = same(bet.weight, weight_kept(bet.coin)), nothing = follows & same(bet.coin.won, 0.0F);
        return 3U - follows - nothing - (nothing & had_one_round(bet.coin, 0.0F));
    }
    static void put(const Bet& bet, char* to) {
        std::memcpy(to, &bet.coin, sizeof bet.coin);
        put_number(to, 4, bet.weight);
    }
    static Bet cell(const char* at, std::size_t way) {
        const float bets = number_at(at, 0);
        const Coin once = after_one_round(bets, 0.0F);
        const Coin coin{bets, way == 0 ? once.wagered : number_at(at, 1), way == 0 ? once.stake : number_at(at, 2),
                        way < 2 ? 0.0F : number_at(at, 3)};
        const float follows = weight_kept(coin);
        return {way == 3 ? number_at(at, 4) : follows, coin};
    }
    static bool sound(const Bet& bet) { return packed_crossings::sound(bet.coin); }
};

struct WrittenWhole {
    using Cell = CrossedCell;
    // A pair, which has no part in arow_knots, after one round; any pair; any cell; and weights that do not follow.
    static constexpr std::array<std::size_t, ways> sizes{4, 10, 12, 15};
    static constexpr float cautious_stake = CrossedCell{}.cautious_coin.stake;

    static std::size_t way_of(const CrossedCell& cell) {
        const bool follows = same(cell.bet.weight, weight_kept(cell.bet.coin)) & same(cell.cautious, weight_kept(cell.cautious_coin)) &
                             same(cell.adagrad, CrossedCell::linked(cell.dual));
        const bool pair = follows & same(cell.arow, 0.0F) & same(cell.variance, 1.0F);
        return 3U - follows - pair - (pair & had_one_round(cell.bet.coin, 0.0F) & had_one_round(cell.cautious_coin, cautious_stake));
    }
    static void put(const CrossedCell& cell, char* to) {
        std::size_t i = 0;
        const Coin &coin = cell.bet.coin, &cautious = cell.cautious_coin;
        for (const float number : {coin.bets, cell.dual, cell.squares, cautious.bets, coin.wagered, coin.stake, coin.won, cautious.wagered,
                                   cautious.stake, cautious.won, cell.arow, cell.variance, cell.bet.weight, cell.adagrad, cell.cautious})
            put_number(to, i++, number);
    }
    static CrossedCell cell(const char* at, std::size_t way) {
        const bool once = way == 0, pair = way < 2, all = way == 3;
        const auto coin = [&](float bets, std::size_t rest, float stake) {
            const Coin first = after_one_round(bets, stake);
            return Coin{bets, once ? first.wagered : number_at(at, rest), once ? first.stake : number_at(at, rest + 1),
                        once ? 0.0F : number_at(at, rest + 2)};
        };
        const Coin bet = coin(number_at(at, 0), 4, 0.0F), cautious = coin(number_at(at, 3), 7, cautious_stake);
        const float dual = number_at(at, 1), squares = number_at(at, 2);
        const float bet_weight = weight_kept(bet), adagrad = CrossedCell::linked(dual), cautious_weight = weight_kept(cautious);
        return {.arow = pair ? 0.0F : number_at(at, 10),
                .variance = pair ? 1.0F : number_at(at, 11),
                .bet = {all ? number_at(at, 12) : bet_weight, bet},
                .adagrad = all ? number_at(at, 13) : adagrad,
                .dual = dual,
                .squares = squares,
                .cautious = all ? number_at(at, 14) : cautious_weight,
                .cautious_coin = cautious};
    }
    static bool sound(const CrossedCell& cell) {
        return packed_crossings::sound(cell.bet.coin) & (cell.variance >= 0.0F) & (cell.variance <= 1.0F) & (cell.squares >= 0.0F) &
               (std::fabs(cell.adagrad) <= std::numeric_limits<float>::max());
    }
};

// Bytes of a cell with all its numbers.
template <class Written>
inline constexpr std::size_t largest = Written::sizes[ways - 1] * sizeof(float);

// The ways of cells go to `ways_to`, their numbers to `to`, where there is room for all of them; where that ends. A code that is nobody's
// has no cell.
template <class Written>
char* put_cells(std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes, char* ways_to, char* to) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (codes[i] == CrossedMemory::nobody) [[unlikely]]
            continue;
        const std::size_t way = Written::way_of(cells[i]);
        *ways_to++ = static_cast<char>(way);
        Written::put(cells[i], to);
        to += Written::sizes[way] * sizeof(float);
    }
    return to;
}

inline char* put_codes(std::span<const std::uint64_t> codes, char* to) {
    for (const std::uint64_t code : codes) {
        std::memcpy(to, &code, sizeof code);
        to += code == CrossedMemory::nobody ? 0 : sizeof code;
    }
    return to;
}

inline char* put_count(char* to, std::size_t count) {
    const auto short_count = static_cast<std::uint32_t>(count);
    std::memcpy(to, &short_count, sizeof short_count);
    return to + sizeof short_count;
}

// So many numbers these ways have.
template <class Written>
std::size_t numbers_of(std::string_view ways_of_cells) {
    std::array<std::size_t, 256> sizes{};
    std::ranges::copy(Written::sizes, sizes.begin());
    std::size_t sum = 0, largest = 0;
    for (const char one : ways_of_cells) {
        const auto way = static_cast<unsigned char>(one);
        sum += sizes[way];
        largest = std::max<std::size_t>(largest, way);
    }
    require_saved(largest < ways, "numbers of crossings");
    return sum;
}

// The numbers are those that these ways have. Behind them more than a cell's must be readable.
template <class Written>
const char* take_cells(std::string_view ways_of_cells, const char* at, std::span<typename Written::Cell> to) {
    bool sound = true;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto way = static_cast<unsigned char>(ways_of_cells[i]);
        const typename Written::Cell cell = Written::cell(at, way);
        sound &= Written::sound(cell);
        to[i] = cell;
        at += Written::sizes[way] * sizeof(float);
    }
    require_saved(sound, "a crossing's numbers");
    return at;
}

inline void take_codes(ByteReader& in, std::span<std::uint64_t> to) {
    const std::string_view bytes = in.bytes(to.size_bytes());
    if (!to.empty()) std::memcpy(to.data(), bytes.data(), bytes.size());
    std::uint64_t bits = 0;
    for (const std::uint64_t code : to) bits |= code;
    static_assert(std::has_single_bit(column_limit));
    require_saved(bits < column_limit, "a crossing's code");
}

}  // namespace packed_crossings

// Those without cells: the examples that met them.
inline void put(ByteWriter& out, const MetOnce& once) {
    out.put(static_cast<std::uint32_t>(once.size()));
    out.put_all(once.bases());
    out.put_all(once.examples());
    out.put_all(once.worths());
    for (const MetOnce::Word& word : once.words()) out.put_all(word.columns);
}

inline void take(ByteReader& in, MetOnce& once) {
    const std::size_t size = in.take<std::uint32_t>();
    std::vector<std::uint64_t> bases;
    std::vector<MetOnce::Example> examples;
    std::vector<float> worths;
    in.take_all(bases);
    in.take_all(examples);
    in.take_all(worths);
    require_saved(examples.size() <= MetOnce::most_examples, "examples of crossings");
    std::vector<MetOnce::Word> words((examples.size() + MetOnce::in_word - 1) / MetOnce::in_word);
    for (MetOnce::Word& word : words) in.take_all(word.columns);
    require_saved(once.restore(std::move(bases), std::move(examples), std::move(worths), std::move(words), size), "examples of crossings");
}

inline void put(ByteWriter& out, const CrossedMemory& memory) {
    using namespace packed_crossings;
    const std::span<const CrossedCell> whole = memory.whole_cells();
    const std::span<const Bet> bets = memory.bets();
    const std::size_t all = memory.cells(), numbers = whole.size() * largest<WrittenWhole> + bets.size() * largest<WrittenBet>;
    // Where there is room for whatever is written over afterwards.
    char* at = out.room(4 * sizeof(std::uint32_t) + all + numbers + spare + (all + 1) * sizeof(std::uint64_t));
    char* const ways_of_whole = put_count(at, whole.size());
    char* const ways_of_bets = put_count(ways_of_whole + whole.size(), all - whole.size());
    char* const count = ways_of_bets + (all - whole.size());
    char* const begin = count + sizeof(std::uint32_t);
    at = put_cells<WrittenWhole>(whole, memory.whole_codes(), ways_of_whole, begin);
    at = put_cells<WrittenBet>(bets, memory.bet_codes(), ways_of_bets, at);
    put_count(count, static_cast<std::size_t>(at - begin) / sizeof(float));
    std::memset(at, 0, spare);
    at = put_count(at + spare, all);
    out.end_at(put_codes(memory.bet_codes(), put_codes(memory.whole_codes(), at)));
    put(out, memory.once());
}

// What can't be crossings is refused.
inline void take(ByteReader& in, CrossedMemory& memory) {
    using namespace packed_crossings;
    const std::string_view ways_of_whole = in.text(), ways_of_bets = in.text();
    const std::size_t whole = ways_of_whole.size(), bets = ways_of_bets.size();
    require_saved(whole <= Crossings::most_kept && bets <= Crossings::most_kept - whole, "number of crossings");
    const std::size_t numbers = numbers_of<WrittenWhole>(ways_of_whole) + numbers_of<WrittenBet>(ways_of_bets);
    require_saved(in.take<std::uint32_t>() == numbers, "numbers of crossings");
    const char* at = in.bytes(numbers * sizeof(float) + spare).data();
    require_saved(in.take<std::uint32_t>() == whole + bets, "number of crossings");
    // What follows from finite numbers is finite too, or is looked at.
    require_saved(all_finite<float>({at, numbers * sizeof(float)}), "a crossing's numbers");
    memory.restore(
        whole, bets,
        [&](std::span<CrossedCell> cells, std::span<std::uint64_t> codes) {
            at = take_cells<WrittenWhole>(ways_of_whole, at, cells);
            take_codes(in, codes);
        },
        [&](std::span<Bet> cells, std::span<std::uint64_t> codes) {
            take_cells<WrittenBet>(ways_of_bets, at, cells);
            take_codes(in, codes);
        });
    take(in, memory.once());
}

}  // namespace thresher
