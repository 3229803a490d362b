"""Writes core/include/thresher/text/unicode_tables.hpp: what words.hpp knows of Unicode.

    python core/tables/make_unicode_tables.py > core/include/thresher/text/unicode_tables.hpp

The tables are those of the Python that runs this: of Unicode 14.0 under Python 3.11, the oldest that Thresher runs on.
They are committed, so that a model splits a text into the same words under every version of Python.
"""

import sys
import unicodedata
from collections.abc import Iterable

BLOCK = 128
EVERY = range(sys.maxunicode + 1)
SYLLABLES = range(0xAC00, 0xAC00 + 11172)  # Hangul: composed by arithmetic, not by a table
VOWELS, TAILS = range(0x1161, 0x1176), range(0x11A8, 0x11C3)

Record = tuple[int, int, int]  # flags, combining class, what is added to make it lower case


def is_cased(character: str) -> bool:
    """Unicode's Cased, but not Case_Ignorable: a capital sigma behind it is a final one."""
    return (character + "Σ").lower()[-1] == "ς"


def is_ignorable(character: str) -> bool:
    """Unicode's Case_Ignorable: a capital sigma looks past it."""
    return not is_cased(character) and ("a" + character + "Σ").lower()[-1] == "ς"


def compositions() -> dict[tuple[int, int], int]:
    """Two characters -> the one that they make in NFC."""
    found = {}
    for code in EVERY:
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and parts[0][0] != "<" and unicodedata.normalize("NFC", chr(code)) == chr(code):
            found[int(parts[0], 16), int(parts[1], 16)] = code
    return found


def decompositions() -> dict[int, str]:
    """A character -> what it is in NFD, where that is something else."""
    parts = {code: unicodedata.normalize("NFD", chr(code)) for code in EVERY if code not in SYLLABLES}
    return {code: text for code, text in parts.items() if text != chr(code)}


def record_of(code: int, seconds: set[int]) -> Record:
    """What one character is. The flags are in the order of `Is` in unicode.hpp."""
    character = chr(code)
    category = unicodedata.category(character)
    settled = unicodedata.normalize("NFC", character) == character and code not in seconds
    flags = [
        character.isalnum(),
        category[0] == "M",
        is_cased(character),
        is_ignorable(character),
        not settled,
        character.isupper() or character.istitle(),
        character.isdecimal(),
        category[0] in "PS",
    ]
    lower = character.lower()
    if len(lower) != 1 and character != "İ":
        raise SystemExit(f"{character!r} has {len(lower)} characters in lower case: words.hpp knows of İ alone")
    shift = ord(lower) - code if len(lower) == 1 else 0
    if shift and not flags[5]:
        raise SystemExit(f"{character!r} has a lower case and is no capital: words.hpp would not look for it")
    return sum(flag << bit for bit, flag in enumerate(flags)), unicodedata.combining(character), shift


def write_array(kind: str, name: str, values: Iterable[object]) -> None:
    """One array, in lines that an editor can show."""
    texts = [str(value) for value in values]
    print(f"inline constexpr {kind} {name}[] = {{")
    line = ""
    for text in texts:
        if len(line) + len(text) > 150:
            print(line)
            line = ""
        line += text + ","
    print(line + "};\n")


def write_records(seconds: set[int]) -> None:
    """Every character's record, by way of the block that it is in."""
    records: dict[Record, int] = {}
    blocks: dict[tuple[int, ...], int] = {}
    first = []
    numbers = [records.setdefault(record_of(code, seconds), len(records)) for code in EVERY]
    for begin in range(0, len(numbers), BLOCK):
        block = tuple(numbers[begin : begin + BLOCK])
        first.append(blocks.setdefault(block, len(blocks)))
    if max(len(records), len(blocks)) > 256:
        raise SystemExit(f"{len(records)} records, {len(blocks)} blocks: a number of one byte is too small")
    write_array("UnicodeRecord", "unicode_records", (f"{{{a},{b},{c}}}" for a, b, c in records))
    write_array("unsigned char", "unicode_blocks", first)
    write_array("unsigned char", "unicode_numbers", (number for block in blocks for number in block))


def main() -> None:
    """Writes the header."""
    composed = compositions()
    decomposed = decompositions()
    print("// clang-format off")
    print(f"// Unicode {unicodedata.unidata_version}, made by core/tables/make_unicode_tables.py. Do not edit.")
    print("#pragma once\n\n#include <cstdint>\n\nnamespace thresher {\n")
    print("struct UnicodeRecord { std::uint8_t flags; std::uint8_t combining; std::int32_t to_lower; };")
    print("struct Composition { char32_t first, second, whole; };")
    print("struct Decomposition { char32_t whole; std::uint16_t begin; std::uint8_t size; };\n")
    print(f'inline constexpr char unicode_version[] = "{unicodedata.unidata_version}";')
    print(f"inline constexpr unsigned unicode_block = {BLOCK};\n")
    write_records({second for _, second in composed} | {*VOWELS, *TAILS})
    write_array("Composition", "compositions", (f"{{{a},{b},{c}}}" for (a, b), c in sorted(composed.items())))
    begins, pool = {}, ""
    for code, text in decomposed.items():
        begins[code] = len(pool)
        pool += text
    parts = (f"{{{code},{begins[code]},{len(text)}}}" for code, text in decomposed.items())
    write_array("Decomposition", "decompositions", parts)
    write_array("char32_t", "decomposed_characters", map(ord, pool))
    print("}  // namespace thresher")


if __name__ == "__main__":
    main()
