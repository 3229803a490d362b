"""Many classes in words and as JSON: how often each was seen, missed, and taken for which other."""

from collections import Counter
from typing import Any

from ...evaluation.run import Tally

MOST_CLASSES = 12  # of a whole table
MOST_CONFUSIONS = 12
WIDEST = 12  # letters of a class


def class_lines(tally: Tally) -> list[str]:
    """A table of labels and answers if classes are few, else the largest confusions."""
    seen = Counter[Any]()
    for (label, _), count in tally.confusion.items():
        seen[label] += count
    names = sorted(
        {*seen, *(said for _, said in tally.confusion if said is not None)}, key=lambda n: (-seen[n], str(n))
    )
    abstained = f"; no answer to {tally.abstained:,}" if tally.abstained else ""
    head = f"{len(names):,} classes{abstained}"
    if len(names) > MOST_CLASSES:
        return [f"{head}; most often wrong: {', '.join(_in_words(*cell) for cell in largest(tally, MOST_CONFUSIONS))}"]
    return [f"{head}; labels down, answers across", *_table(names, tally)]


def largest(tally: Tally, most: int | None = None) -> list[tuple[Any, Any, int]]:
    """(label, answer, how often) of the wrong answers, the most frequent first."""
    wrong = [(label, said, n) for (label, said), n in tally.confusion.items() if said is not None and said != label]
    return sorted(wrong, key=lambda cell: (-cell[2], str(cell[0]), str(cell[1])))[:most]


def plain_classes(tally: Tally) -> dict[str, Any]:
    """For JSON."""
    seen, said, right = Counter[Any](), Counter[Any](), Counter[Any]()
    for (label, answer), count in tally.confusion.items():
        seen[label] += count
        said[answer] += count
        right[label] += count * (label == answer)
    names = sorted({*seen, *said} - {None}, key=lambda name: (-seen[name], str(name)))
    return {
        "classes": [
            {"class": name, "examples": seen[name], "said": said[name], "right": right[name]} for name in names
        ],
        "abstained": tally.abstained,
        "confusion": [
            [label, answer, count]
            for (label, answer), count in sorted(tally.confusion.items(), key=lambda cell: (-cell[1], str(cell[0])))
        ],
    }


def _table(names: list[Any], tally: Tally) -> list[str]:
    columns = [*names, None] if tally.abstained else names
    heads = ["none" if name is None else _short(name) for name in columns]
    widths = [max(len(head), 6) for head in heads]
    first = max(len(_short(name)) for name in names)
    lines = [" " * (first + 2) + "  ".join(head.rjust(width) for head, width in zip(heads, widths, strict=True))]
    for name in names:
        counts = [tally.confusion.get((name, said), 0) for said in columns]
        cells = [f"{count:,}".rjust(width) for count, width in zip(counts, widths, strict=True)]
        lines.append(f"{_short(name):>{first}}  " + "  ".join(cells))
    return lines


def _in_words(label: Any, said: Any, count: int) -> str:
    return f"{_short(label)} as {_short(said)} ({count:,})"


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
