// Crossings of an Auto as bytes, and back. They are most of what it is, and most of them moved once or twice: numbers of a cell that follow
// from others are not written.
//
//     bits of whole cells (a byte each), bits of bets, numbers, zeros, codes of whole cells and then of bets; before each how many.
//     Then how many have no cell, and of the examples that met them: attributes, numbers, worths, places of each attribute in 64 of them
//
// A cell's numbers stand in an order of their own: first those that are always written, then those of which a bit says that they are, because
// they do not follow to the last bit. Which these are can't be foretold, so a cell is written and read without a branch: all its numbers, over
// which the next go. What follows by a division is worked out for four cells at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

#include "thresher/auto/saved_auto.hpp"
#include "thresher/numeric/lanes.hpp"
#include "thresher/numeric/processor_clones.hpp"
#include "thresher/shelf/bytes.hpp"

#ifdef THRESHER_WIDE
#include <immintrin.h>
#endif

namespace thresher {

namespace packed_crossings {

inline constexpr std::size_t spare = 64;  // zeros behind the numbers: whoever reads the last cell reads into them
inline constexpr std::size_t block = 4;
inline constexpr std::size_t example_bytes = offsetof(MetOnce::Example, worths);  // where its worths begin follows from the others

// Numbers of four cells, lane by lane with the arithmetic of one. Those that lie side by side in each, as four by four:
template <class Cell>
THRESHER_LANES void turn(const Cell* cells, std::size_t offset, FourFloats& first, FourFloats& second, FourFloats& third, FourFloats& fourth) {
    std::array<FourFloats, block> rows;
    for (std::size_t i = 0; i < block; ++i) std::memcpy(&rows[i], reinterpret_cast<const char*>(cells + i) + offset, sizeof rows[i]);
    const FourFloats low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5), low_behind = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5),
                     high = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7),
                     high_behind = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    first = __builtin_shufflevector(low, low_behind, 0, 1, 4, 5), second = __builtin_shufflevector(low, low_behind, 2, 3, 6, 7);
    third = __builtin_shufflevector(high, high_behind, 0, 1, 4, 5), fourth = __builtin_shufflevector(high, high_behind, 2, 3, 6, 7);
}

// This bit where two differ, to the last bit.
THRESHER_LANES FourNarrowLanes bit_where_differ(const FourFloats& a, const FourFloats& b, unsigned bit) {
    return ((FourNarrowLanes)a != (FourNarrowLanes)b) & static_cast<int>(bit);
}
THRESHER_LANES FourNarrowLanes bit_where_differ(const FourFloats& a, float b, unsigned bit) { return bit_where_differ(a, FourFloats{} + b, bit); }

struct FourCoins {
    // A bit for each number that does not follow from `bets`, as after one round at most of a coordinate that began with this stake.
    static constexpr unsigned bit_of_wagered = 1, bit_of_stake = 2, bit_of_won = 4, of_all = 7;

    FourFloats bets, wagered, stake, won;

    THRESHER_LANES void look(float least, FourNarrowLanes& bits) const {
        constexpr int all_but_sign = 0x7fffffff;
        const FourFloats size = (FourFloats)((FourNarrowLanes)bets & all_but_sign), once = least > size ? FourFloats{} + least : size;
        bits =
            bit_where_differ(wagered, size, bit_of_wagered) | bit_where_differ(stake, once, bit_of_stake) | bit_where_differ(won, 0.0F, bit_of_won);
    }
    // The weight that follows: as weight_of has it, and 0 before the first round.
    THRESHER_LANES void weigh(FourFloats& weight) const {
        weight = bets / (stake * (wagered + stake)) * (stake + won);
        weight = weight > -weight_limit ? weight : FourFloats{} - weight_limit;
        weight = weight < weight_limit ? weight : FourFloats{} + weight_limit;
        weight = wagered == 0.0F ? FourFloats{} : weight;
    }
    THRESHER_LANES FourNarrowLanes unsound() const { return ~((stake >= 0.0F) & (wagered >= 0.0F)); }
};

// Where a cell's numbers stand one after the other.
inline void put_number(char* to, std::size_t i, float number) { std::memcpy(to + i * sizeof number, &number, sizeof number); }
inline float number_at(const char* at, std::size_t i) {
    float number;
    std::memcpy(&number, at + i * sizeof number, sizeof number);
    return number;
}
// The number that stands there, or what it follows to be.
inline float number_at(const char* at, std::size_t i, unsigned is_there, float follows) {
    const std::uint32_t mask = 0U - (is_there & 1), number = std::bit_cast<std::uint32_t>(number_at(at, i));
    return std::bit_cast<float>((number & mask) | (std::bit_cast<std::uint32_t>(follows) & ~mask));
}

// What is known of a coin beside `bets`: those numbers whose bits are set. Few stores, which are what takes the time: two numbers go by one.
inline std::uint64_t pair_of(float first, float second) {
    return std::bit_cast<std::uint32_t>(first) | std::uint64_t{std::bit_cast<std::uint32_t>(second)} << 32;
}
inline void put_rest(char* to, const Coin& coin, unsigned bits) {
    const std::uint64_t both = pair_of(coin.wagered, coin.stake) >> (32 * (~bits & 1));
    std::memcpy(to, &both, sizeof both);
    put_number(to, (bits & 1) + (bits >> 1 & 1), coin.won);
}
inline Coin take_rest(const char* at, float bets, float least, unsigned bits) {
    const float size = std::fabs(bets);
    return {bets, number_at(at, 0, bits, size), number_at(at, bits & 1, bits >> 1, larger(least, size)),
            number_at(at, (bits & 1) + (bits >> 1 & 1), bits >> 2, 0.0F)};
}

// How many numbers a cell with these bits has: `Always`, and more for each bit.
template <std::size_t Always, std::size_t Bits>
constexpr std::array<std::uint8_t, 256> sizes_of(const std::array<std::uint8_t, Bits>& numbers) {
    std::array<std::uint8_t, 256> sizes{};
    for (std::size_t bits = 0; bits < std::size_t{1} << Bits; ++bits) {
        sizes[bits] = Always;
        for (std::size_t i = 0; i < Bits; ++i) sizes[bits] = static_cast<std::uint8_t>(sizes[bits] + (bits >> i & 1) * numbers[i]);
    }
    return sizes;
}

// Of the numbers of a cell, in their order, a bit for each that is written: the first `Always`, and so many for each bit of the cell.
template <std::size_t Always, std::size_t Bits>
constexpr std::array<std::uint16_t, 256> written_of(const std::array<std::uint8_t, Bits>& numbers) {
    std::array<std::uint16_t, 256> written{};
    for (std::size_t bits = 0; bits < std::size_t{1} << Bits; ++bits) {
        unsigned all = (1U << Always) - 1, at = Always;
        for (std::size_t i = 0; i < Bits; at += numbers[i++])
            if ((bits >> i & 1) != 0) all |= ((1U << numbers[i]) - 1) << at;
        written[bits] = static_cast<std::uint16_t>(all);
    }
    return written;
}

struct WrittenBet {
    using Cell = Bet;
    static constexpr unsigned weighs_otherwise = 8, limit = 16;
    static constexpr std::size_t largest = 5;
    static constexpr std::array<std::uint8_t, 4> numbers{1, 1, 1, 1};
    static constexpr auto sizes = sizes_of<1>(numbers);

    // Of four cells: the bits, what is weighed as it follows, and who can't be.
    struct Four {
        FourNarrowLanes bits, unsound;
        FourFloats weight;

        THRESHER_LANES explicit Four(const Bet* cells) {
            const FourFloats weights{cells[0].weight, cells[1].weight, cells[2].weight, cells[3].weight};
            FourCoins coins;
            turn(cells, offsetof(Bet, coin), coins.bets, coins.wagered, coins.stake, coins.won);
            coins.look(0.0F, bits);
            coins.weigh(weight);
            bits |= bit_where_differ(weights, weight, weighs_otherwise);
            unsound = coins.unsound();
        }
        THRESHER_LANES void weigh(std::size_t i, Bet& bet) const { bet.weight = weight[i]; }
    };

#ifdef THRESHER_WIDE
    // The same in wide registers: the numbers in their order, then those that are written side by side.
    [[gnu::target("arch=x86-64-v4")]] static void put_wide(const Bet& bet, unsigned bits, char* to) {
        static constexpr auto written = written_of<1>(numbers);
        const __m256 lying = _mm256_maskz_loadu_ps(0b11111, reinterpret_cast<const float*>(&bet));
        const __m256 in_order = __builtin_shufflevector(lying, lying, 1, 2, 3, 4, 0, 5, 6, 7);
        _mm256_storeu_ps(reinterpret_cast<float*>(to), _mm256_maskz_compress_ps(static_cast<__mmask8>(written[bits]), in_order));
    }
#endif
    static void put(const Bet& bet, unsigned bits, char* to) {
        put_number(to, 0, bet.coin.bets);
        put_rest(to + sizeof(float), bet.coin, bits);
        if ((bits & weighs_otherwise) != 0) [[unlikely]]
            put_number(to, sizes[bits & FourCoins::of_all], bet.weight);
    }
    static void take(const char* at, unsigned bits, Bet& bet) {
        bet.coin = take_rest(at + sizeof(float), number_at(at, 0), 0.0F, bits);
        bet.weight = number_at(at, sizes[bits & FourCoins::of_all]);
    }
};

struct WrittenWhole {
    using Cell = CrossedCell;
    // Those of the two coins, then whether it has a part in arow_knots, which pairs have not, and whether its weights do not follow.
    static constexpr unsigned from_cautious = 3, in_knots = 64, weighs_otherwise = 128, limit = 256;
    static constexpr std::size_t largest = 15, always = 4;
    static constexpr std::array<std::uint8_t, 8> numbers{1, 1, 1, 1, 1, 1, 2, 3};
    static constexpr auto sizes = sizes_of<always>(numbers);
    static constexpr float cautious_stake = CrossedCell{}.cautious_coin.stake;
    // They are turned as they lie.
    static_assert(offsetof(CrossedCell, bet) == 8 && offsetof(Bet, coin) == 4 && offsetof(CrossedCell, adagrad) == 28 &&
                  offsetof(CrossedCell, cautious) == 40 && offsetof(CrossedCell, cautious_coin) == 44 && sizeof(CrossedCell) == 64);

    struct Four {
        FourNarrowLanes bits, unsound;
        FourFloats weight, adagrad, cautious;

        THRESHER_LANES explicit Four(const CrossedCell* cells) {
            FourFloats arow, variance, weights, adagrads, dual, squares, cautious_weights, spare;
            FourNarrowLanes bits_of_coin;
            FourCoins coins;
            turn(cells, 0, arow, variance, weights, coins.bets);
            bits = bit_where_differ(arow, 0.0F, in_knots) | bit_where_differ(variance, 1.0F, in_knots);
            unsound = ~((variance >= 0.0F) & (variance <= 1.0F));
            turn(cells, 16, coins.wagered, coins.stake, coins.won, adagrads);
            coins.look(0.0F, bits_of_coin);
            coins.weigh(weight);
            bits |= bits_of_coin | bit_where_differ(weights, weight, weighs_otherwise);
            unsound |= coins.unsound();
            turn(cells, 32, dual, squares, cautious_weights, coins.bets);
            adagrad = 2.0F * dual + dual * dual * dual / 3.0F;  // as CrossedCell::linked
            bits |= bit_where_differ(adagrads, adagrad, weighs_otherwise);
            constexpr float most = std::numeric_limits<float>::max();
            unsound |= ~((squares >= 0.0F) & (adagrad >= -most) & (adagrad <= most));
            turn(cells, 48, coins.wagered, coins.stake, coins.won, spare);
            coins.look(cautious_stake, bits_of_coin);
            coins.weigh(cautious);
            bits |= bits_of_coin << static_cast<int>(from_cautious) | bit_where_differ(cautious_weights, cautious, weighs_otherwise);
            unsound |= coins.unsound();
        }
        THRESHER_LANES void weigh(std::size_t i, CrossedCell& cell) const {
            cell.bet.weight = weight[i];
            cell.adagrad = adagrad[i];
            cell.cautious = cautious[i];
        }
    };

#ifdef THRESHER_WIDE
    [[gnu::target("arch=x86-64-v4")]] static void put_wide(const CrossedCell& cell, unsigned bits, char* to) {
        static constexpr auto written = written_of<always>(numbers);
        const __m512 lying = _mm512_loadu_ps(&cell);
        const __m512 in_order = __builtin_shufflevector(lying, lying, 3, 8, 9, 11, 4, 5, 6, 12, 13, 14, 0, 1, 2, 7, 10, 15);
        _mm512_storeu_ps(to, _mm512_maskz_compress_ps(static_cast<__mmask16>(written[bits]), in_order));
    }
#endif
    static void put(const CrossedCell& cell, unsigned bits, char* to) {
        const std::size_t behind_coin = sizes[bits & FourCoins::of_all], behind_coins = sizes[bits & (in_knots - 1)],
                          behind_knots = sizes[bits & (weighs_otherwise - 1)];
        const FourFloats first{cell.bet.coin.bets, cell.dual, cell.squares, cell.cautious_coin.bets};
        std::memcpy(to, &first, sizeof first);
        put_rest(to + always * sizeof(float), cell.bet.coin, bits);
        put_rest(to + behind_coin * sizeof(float), cell.cautious_coin, bits >> from_cautious);
        const std::uint64_t in_knots_too = pair_of(cell.arow, cell.variance);
        std::memcpy(to + behind_coins * sizeof(float), &in_knots_too, sizeof in_knots_too);
        if ((bits & weighs_otherwise) == 0) [[likely]]
            return;
        put_number(to, behind_knots, cell.bet.weight);
        put_number(to, behind_knots + 1, cell.adagrad);
        put_number(to, behind_knots + 2, cell.cautious);
    }
    static void take(const char* at, unsigned bits, CrossedCell& cell) {
        const std::size_t behind_coin = sizes[bits & FourCoins::of_all], behind_coins = sizes[bits & (in_knots - 1)],
                          behind_knots = sizes[bits & (weighs_otherwise - 1)];
        const unsigned in = bits / in_knots;
        cell.arow = number_at(at, behind_coins, in, 0.0F);
        cell.variance = number_at(at, behind_coins + 1, in, 1.0F);
        cell.bet = {number_at(at, behind_knots), take_rest(at + always * sizeof(float), number_at(at, 0), 0.0F, bits)};
        cell.adagrad = number_at(at, behind_knots + 1);
        cell.dual = number_at(at, 1);
        cell.squares = number_at(at, 2);
        cell.cautious = number_at(at, behind_knots + 2);
        cell.cautious_coin = take_rest(at + behind_coin * sizeof(float), number_at(at, 3), cautious_stake, bits >> from_cautious);
    }
};

// Bytes of a cell with all its numbers.
template <class Written>
inline constexpr std::size_t largest = Written::largest * sizeof(float);

// Calls each(cells, how many) for four at a time; the last ones are copied, so that they are four too.
template <class Cell, class Each>
THRESHER_LANES void in_fours(std::span<Cell> cells, const Each& each) {
    std::size_t i = 0;
    for (; i + block <= cells.size(); i += block) each(cells.data() + i, i, block);
    if (i == cells.size()) return;
    std::array<std::remove_const_t<Cell>, block> last{};
    std::copy(cells.begin() + static_cast<std::ptrdiff_t>(i), cells.end(), last.begin());
    each(last.data(), i, cells.size() - i);
    if constexpr (!std::is_const_v<Cell>) std::copy_n(last.begin(), cells.size() - i, cells.begin() + static_cast<std::ptrdiff_t>(i));
}

// put(cell, its bits, to) of all cells that have one; their bits go to `bits_to`.
template <class Written, class Put>
THRESHER_LANES char* put_cells_by(const Put& put, std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes, char* bits_to,
                                  char* to) {
    constexpr std::size_t most = 32;
    std::array<FourNarrowLanes, most / block> looked;
    // All bits of some cells, then all numbers: the bits take long to come, but those of several fours come together.
    for (std::size_t from = 0; from < cells.size(); from += most) {
        const auto some = cells.subspan(from, std::min(most, cells.size() - from));
        in_fours(some,
                 [&](const typename Written::Cell* four, std::size_t at, std::size_t) { looked[at / block] = typename Written::Four(four).bits; });
        for (std::size_t i = 0; i < some.size(); ++i) {
            // What comes after the next ones is asked for: of very many models none lies in the cache.
            if (from + 2 * most + i < cells.size()) __builtin_prefetch(&cells[from + 2 * most + i]);
            if (codes[from + i] == CrossedMemory::nobody) [[unlikely]]
                continue;
            const auto bits = static_cast<unsigned>(looked[i / block][i % block]);
            *bits_to++ = static_cast<char>(bits);
            put(some[i], bits, to);
            to += Written::sizes[bits] * sizeof(float);
        }
    }
    return to;
}

#ifdef THRESHER_WIDE
template <class Written>
[[gnu::target("arch=x86-64-v4")]] char* put_cells_wide(std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes,
                                                       char* bits_to, char* to) {
    return put_cells_by<Written>(Written::put_wide, cells, codes, bits_to, to);
}
#endif

// The bits of cells go to `bits_to`, their numbers to `to`, where there is room for all of them and `spare`; where that ends. A code that is
// nobody's has no cell.
template <class Written>
char* put_cells(std::span<const typename Written::Cell> cells, std::span<const std::uint64_t> codes, char* bits_to, char* to) {
#ifdef THRESHER_WIDE
    if (registers::are_wide()) return put_cells_wide<Written>(cells, codes, bits_to, to);
#endif
    return put_cells_by<Written>(Written::put, cells, codes, bits_to, to);
}

inline char* put_codes(std::span<const std::uint64_t> codes, char* to) {
    if (!codes.empty()) std::memcpy(to, codes.data(), codes.size_bytes());
    if (std::ranges::find(codes, CrossedMemory::nobody) == codes.end()) return to + codes.size_bytes();
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

// So many numbers cells with these bits have.
template <class Written>
std::size_t numbers_of(std::string_view bits_of_cells) {
    std::size_t sum = 0;
    unsigned all = 0;
    for (const char one : bits_of_cells) {
        const auto bits = static_cast<unsigned char>(one);
        sum += Written::sizes[bits];
        all |= bits;
    }
    require_saved(all < Written::limit, "numbers of crossings");
    return sum;
}

// The numbers are those that these bits have. Behind them more than a cell's must be readable.
template <class Written>
const char* take_cells(std::string_view bits_of_cells, const char* at, std::span<typename Written::Cell> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto bits = static_cast<unsigned char>(bits_of_cells[i]);
        Written::take(at, bits, to[i]);
        at += Written::sizes[bits] * sizeof(float);
    }
    FourNarrowLanes unsound{};
    in_fours(to, [&](typename Written::Cell* four, std::size_t from, std::size_t count) {
        const typename Written::Four now(four);
        unsound |= now.unsound;
        for (std::size_t i = 0; i < count; ++i)
            if ((static_cast<unsigned char>(bits_of_cells[from + i]) & Written::weighs_otherwise) == 0) [[likely]]
                now.weigh(i, four[i]);
    });
    require_saved(!any(unsound), "a crossing's numbers");
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
    out.put(static_cast<std::uint32_t>(once.examples().size()));
    for (const MetOnce::Example& example : once.examples()) out.put_bytes({reinterpret_cast<const char*>(&example), packed_crossings::example_bytes});
    out.put_all(once.worths());
    for (const MetOnce::Word& word : once.words()) out.put_all(word.columns);
}

inline void take(ByteReader& in, MetOnce& once) {
    const std::size_t size = in.take<std::uint32_t>();
    std::vector<std::uint64_t> bases;
    std::vector<MetOnce::Example> examples;
    std::vector<float> worths;
    in.take_all(bases);
    const auto count = in.take<std::uint32_t>();
    require_saved(count <= MetOnce::most_examples, "examples of crossings");
    const std::string_view bytes = in.bytes(count * packed_crossings::example_bytes);
    examples.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(static_cast<void*>(&examples[i]), bytes.data() + i * packed_crossings::example_bytes, packed_crossings::example_bytes);
    in.take_all(worths);
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
    char* const bits_of_whole = put_count(at, whole.size());
    char* const bits_of_bets = put_count(bits_of_whole + whole.size(), all - whole.size());
    char* const count = bits_of_bets + (all - whole.size());
    char* const begin = count + sizeof(std::uint32_t);
    at = put_cells<WrittenWhole>(whole, memory.whole_codes(), bits_of_whole, begin);
    at = put_cells<WrittenBet>(bets, memory.bet_codes(), bits_of_bets, at);
    put_count(count, static_cast<std::size_t>(at - begin) / sizeof(float));
    std::memset(at, 0, spare);
    at = put_count(at + spare, all);
    out.end_at(put_codes(memory.bet_codes(), put_codes(memory.whole_codes(), at)));
    put(out, memory.once());
}

// What can't be crossings is refused.
inline void take(ByteReader& in, CrossedMemory& memory) {
    using namespace packed_crossings;
    const std::string_view bits_of_whole = in.text(), bits_of_bets = in.text();
    const std::size_t whole = bits_of_whole.size(), bets = bits_of_bets.size();
    require_saved(whole <= Crossings::most_kept && bets <= Crossings::most_kept - whole, "number of crossings");
    const std::size_t numbers = numbers_of<WrittenWhole>(bits_of_whole) + numbers_of<WrittenBet>(bits_of_bets);
    require_saved(in.take<std::uint32_t>() == numbers, "numbers of crossings");
    const char* at = in.bytes(numbers * sizeof(float) + spare).data();
    require_saved(in.take<std::uint32_t>() == whole + bets, "number of crossings");
    // What follows from finite numbers is finite too, or is looked at.
    require_saved(all_finite<float>({at, numbers * sizeof(float)}), "a crossing's numbers");
    memory.restore(
        whole, bets,
        [&](std::span<CrossedCell> cells, std::span<std::uint64_t> codes) {
            at = take_cells<WrittenWhole>(bits_of_whole, at, cells);
            take_codes(in, codes);
        },
        [&](std::span<Bet> cells, std::span<std::uint64_t> codes) {
            take_cells<WrittenBet>(bits_of_bets, at, cells);
            take_codes(in, codes);
        });
    take(in, memory.once());
}

}  // namespace thresher
