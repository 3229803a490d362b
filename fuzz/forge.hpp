// Packed bytes taken apart into their arrays, forged by a list of edits, and put together again with lengths that fit (or do not).
//
// A forged piece gets past the checks of lengths, so that what the numbers themselves may be is tried.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thresher::fuzz {

// One array of packed bytes: so many bytes an element, so many a number. Without a count it is as long as it is.
struct Piece {
    std::size_t element;
    std::size_t number;
    bool counted = true;
    std::size_t size = 0;            // of one without a count
    std::vector<Piece> inside = {};  // of a text that is packed itself
    bool may_lack = false;           // there is none where the bytes end before it
};

inline Piece array(std::size_t element) { return {element, std::min<std::size_t>(element, 8)}; }
inline Piece records(std::size_t element, std::size_t number) { return {element, number}; }
inline Piece fixed(std::size_t size, std::size_t number) { return {number, number, false, size}; }
inline Piece may_lack(Piece piece) {
    piece.may_lack = true;
    return piece;
}
inline Piece packed_inside(std::vector<Piece> inside) { return {1, 1, true, 0, std::move(inside)}; }

struct Part {
    const Piece* piece;
    std::string bytes;
    std::optional<std::uint32_t> lie = {};  // the count that is written, whatever is there
};

inline std::vector<Part> take_apart(std::string_view bytes, const std::vector<Piece>& anatomy) {
    std::vector<Part> parts;
    for (const Piece& piece : anatomy) {
        if (piece.may_lack && bytes.empty()) continue;
        std::size_t size = piece.size;
        if (piece.counted) {
            std::uint32_t count = 0;
            std::memcpy(&count, bytes.data(), std::min(sizeof count, bytes.size()));
            bytes.remove_prefix(std::min(sizeof count, bytes.size()));
            size = count * piece.element;
        }
        size = std::min(size, bytes.size());
        parts.push_back({&piece, std::string(bytes.substr(0, size))});
        bytes.remove_prefix(size);
    }
    return parts;
}

inline std::string put_together(const std::vector<Part>& parts) {
    std::string bytes;
    for (const Part& part : parts) {
        if (part.piece->counted) {
            const std::uint32_t count = part.lie.value_or(static_cast<std::uint32_t>(part.bytes.size() / part.piece->element));
            bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
        }
        bytes += part.bytes;
    }
    return bytes;
}

// What a forger would write: no numbers, infinite, huge, tiny and negative ones, and those just beside a limit.
inline constexpr double odd_numbers[] = {std::numeric_limits<double>::quiet_NaN(),
                                         std::numeric_limits<double>::infinity(),
                                         -std::numeric_limits<double>::infinity(),
                                         -1.0,
                                         0.0,
                                         -0.0,
                                         1.0,
                                         2.0,
                                         0.5,
                                         -0.5,
                                         1e308,
                                         -1e308,
                                         1e300,
                                         1e150,
                                         -1e150,
                                         1e-308,
                                         5e-324,
                                         1e38,
                                         -1e38,
                                         3.4e38,
                                         1e15,
                                         1000.0,
                                         1001.0,
                                         -1000.0,
                                         300.0,
                                         20.0,
                                         0x1p31,
                                         0x1p53,
                                         0x1p62,
                                         0x1p63,
                                         0x1p64,
                                         1e-30,
                                         4.0,
                                         64.0};
inline constexpr std::uint64_t odd_counts[] = {0,
                                               1,
                                               2,
                                               7,
                                               255,
                                               65536,
                                               0x7fffffff,
                                               0x80000000,
                                               0xffffffff,
                                               0x100000000,
                                               (std::uint64_t{1} << 52) - 1,
                                               std::uint64_t{1} << 52,
                                               (std::uint64_t{1} << 62) - 1,
                                               std::uint64_t{1} << 62,
                                               std::uint64_t{1} << 63,
                                               ~std::uint64_t{0}};

// Six bytes of the input.
struct Edit {
    std::uint8_t way, part, inside, value;
    std::uint16_t place;
};

inline std::vector<Edit> edits_in(std::string_view input) {
    std::vector<Edit> edits;
    for (; input.size() >= sizeof(Edit); input.remove_prefix(sizeof(Edit))) std::memcpy(&edits.emplace_back(), input.data(), sizeof(Edit));
    return edits;
}

// Where a number or an element lies; none if there is none.
inline std::optional<std::size_t> place_in(const std::string& bytes, std::size_t width, std::uint16_t place) {
    const std::size_t count = bytes.size() / width;
    if (count == 0) return std::nullopt;
    return place % count * width;
}

template <class T>
void write_at(std::string& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, std::min(sizeof value, bytes.size() - at));
}

inline void write_number(std::string& bytes, std::size_t width, std::size_t at, double value) {
    if (width == 4)
        write_at(bytes, at, static_cast<float>(value));
    else
        write_at(bytes, at, value);
}

inline void write_count(std::string& bytes, std::size_t width, std::size_t at, std::uint64_t value) {
    if (width == 1)
        write_at(bytes, at, static_cast<std::uint8_t>(value));
    else if (width == 4)
        write_at(bytes, at, static_cast<std::uint32_t>(value));
    else
        write_at(bytes, at, value);
}

inline double odd_number(const Edit& edit) { return odd_numbers[edit.value % std::size(odd_numbers)]; }
inline std::uint64_t odd_count(const Edit& edit) { return odd_counts[edit.value % std::size(odd_counts)]; }

// The number that is there, somewhat other.
inline void nudge(std::string& bytes, std::size_t width, std::size_t at, std::uint8_t value) {
    if (width == 1) {
        bytes[at] = static_cast<char>(value);
    } else if (width == 4) {
        std::uint32_t bits;
        std::memcpy(&bits, bytes.data() + at, sizeof bits);
        write_at(bytes, at, value < 128 ? bits + value : bits ^ std::uint32_t{1} << (value % 32));
    } else {
        std::uint64_t bits;
        std::memcpy(&bits, bytes.data() + at, sizeof bits);
        write_at(bytes, at, value < 128 ? bits + value : bits ^ std::uint64_t{1} << (value % 64));
    }
}

inline void forge_numbers(const Edit& edit, const Piece& piece, std::string& bytes) {
    const std::optional<std::size_t> number = place_in(bytes, piece.number, edit.place);
    if (!number) return;
    switch (edit.way % 4) {
        case 0: write_number(bytes, piece.number, *number, odd_number(edit)); break;
        case 1: write_count(bytes, piece.number, *number, odd_count(edit)); break;
        case 2: nudge(bytes, piece.number, *number, edit.value); break;
        case 3:
            for (std::size_t at = 0; at + piece.number <= bytes.size(); at += piece.number) write_number(bytes, piece.number, at, odd_number(edit));
            break;
    }
}

inline void forge_elements(const Edit& edit, const Piece& piece, Part& part) {
    std::string& bytes = part.bytes;
    const std::optional<std::size_t> element = place_in(bytes, piece.element, edit.place);
    const std::string one = element ? bytes.substr(*element, piece.element) : std::string(piece.element, static_cast<char>(edit.value));
    switch (edit.way % 6) {
        case 0: bytes.erase(element.value_or(0), piece.element * (1 + edit.value % 4)); break;
        case 1:
            for (int i = 0; i <= edit.value % 4; ++i) bytes.insert(element.value_or(0), one);
            break;
        case 2:
            if (const auto other = place_in(bytes, piece.element, edit.value)) {
                bytes.replace(*element, piece.element, bytes.substr(*other, piece.element));
                bytes.replace(*other, piece.element, one);
            }
            break;
        case 3: part.lie = static_cast<std::uint32_t>(odd_count(edit)); break;
        case 4: part.lie = edit.value; break;
        case 5: bytes.clear(); break;
    }
}

inline void forge(const Edit& edit, std::vector<Part>& parts) {
    Part& part = parts[edit.part % parts.size()];
    if (!part.piece->inside.empty() && edit.way % 16 != 15) {
        std::vector<Part> inner = take_apart(part.bytes, part.piece->inside);
        Edit within = edit;
        within.part = edit.inside;
        forge(within, inner);
        part.bytes = put_together(inner);
    } else if (edit.way % 2 == 0) {
        forge_numbers({static_cast<std::uint8_t>(edit.way / 2), 0, 0, edit.value, edit.place}, *part.piece, part.bytes);
    } else {
        forge_elements({static_cast<std::uint8_t>(edit.way / 2), 0, 0, edit.value, edit.place}, *part.piece, part);
    }
}

// Packed bytes as the edits leave them.
inline std::string forged(std::string bytes, const std::vector<Piece>& anatomy, const std::vector<Edit>& edits) {
    std::vector<Part> parts = take_apart(bytes, anatomy);
    for (const Edit& edit : edits) {
        if (edit.way >= 250) {
            bytes = put_together(parts);
            bytes.resize(edit.way == 250 ? bytes.size() + edit.value : edit.place % (bytes.size() + 1));
            return bytes;
        }
        forge(edit, parts);
    }
    return put_together(parts);
}

}  // namespace thresher::fuzz
