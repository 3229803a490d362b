"""The words of a text as they are defined, one character after the other: what the core is compared with.

Under a Python whose Unicode is not that of the core's tables, texts of characters that both know have the same words.
"""

import re
import unicodedata
from itertools import pairwise

LONGEST = 100
CONNECTORS = "'\u200c\u200d"


def is_letter(character):
    return character.isalnum()


def is_mark(character):
    return unicodedata.category(character)[0] == "M"


def is_sign(character):
    return unicodedata.category(character)[0] in "PS"


def pieces(text):
    """Words, and each character between them, in their order: (is it a word, what it is)."""
    found, word = [], ""
    text = text.replace("\u2019", "'")
    for place, character in enumerate(text):
        following = text[place + 1 : place + 2]
        inside = character in CONNECTORS and following and is_letter(following)
        if is_letter(character) or (word and (is_mark(character) or inside)):
            word += character
            continue
        if word:
            found.append((True, unicodedata.normalize("NFC", word[:LONGEST])))
        found.append((False, character))
        word = ""
    return [*found, (True, unicodedata.normalize("NFC", word[:LONGEST]))] if word else found


def plain_words(text, *, lower=True):
    """The words in their order."""
    return [piece for is_word, piece in pieces(text.lower() if lower else text) if is_word]


def character_runs(text, sizes, *, lower=True):
    """Runs of neighbouring characters, over words and what stands between them."""
    kept = [
        piece if is_word or (piece != "_" and (is_sign(piece) or is_mark(piece))) else "_"
        for is_word, piece in pieces(text.lower() if lower else text)
    ]
    whole = re.sub("_+", "_", "_" + "".join(kept) + "_")
    first, last = sizes
    runs = [whole[begin : begin + size] for size in range(first, last + 1) for begin in range(len(whole) - size + 1)]
    return [f"#{run}" for run in runs if run != "_"]


def looks(text):
    """What the text looks like."""
    seen = [c for c in text if is_letter(c) or is_mark(c) or is_sign(c)]
    if not seen:
        return []
    counts = {
        "length": len(seen),
        "capitals": sum(c.isupper() or c.istitle() for c in text),
        "digits": sum(c.isdecimal() for c in text),
        "signs": sum(map(is_sign, text)),
        "exclamations": sum(c in "!\uff01" for c in text),
        "questions": sum(c in "?\uff1f\u061f" for c in text),
    }
    return [f"_{name}={span(count)}" for name, count in counts.items()]


def span(count):
    """The powers of two that a count is between: 0, 1, 2-3, 4-7, ..."""
    low = 1 << count.bit_length() >> 1
    return f"{low}-{2 * low - 1}" if low > 1 else str(low)


def attributes(text, *, pairs=False, lower=True, characters=None, shape=False):
    """Every attribute of a text, in its order, as often as it occurs."""
    found = plain_words(text, lower=lower)
    joined = ["_".join(pair) for pair in pairwise(found)] if pairs else []
    runs = character_runs(text, characters, lower=lower) if characters else []
    return [*found, *joined, *runs, *(looks(text) if shape else [])]
