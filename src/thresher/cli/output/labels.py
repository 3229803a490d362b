"""Labels and answers in words and as JSON: how often each label was seen, missed, and taken for which other."""

from collections import Counter
from typing import Any

from ...data import must_be_told
from ...evaluation import Run, Tally
from ...mistakes import is_mistake
from .answers import in_words
from .words import some

MOST_LABELS = 12  # of a whole table
MOST_CONFUSIONS = 12
WIDEST = 12  # letters of a label


def label_lines(run: Run) -> list[str]:
    """Of two labels the two kinds of mistakes; of more a table if they are few, else the largest confusions."""
    tally, names = run.progress, _names(run, run.progress)
    if run.positive is not None and len(run.labels) == 2:
        return [_of_two(run)] if tally.examples else []
    if len(names) == 1 and not tally.abstained:
        also = ", which is positive" if names[0] == run.positive else ""
        return [f"one label alone: {_short(run.shown(names[0]))}{also}"]
    abstained = f"; no answer to {tally.abstained:,}" if tally.abstained else ""
    head = f"{some(len(names), 'label')}{abstained}"
    if len(names) > MOST_LABELS:
        wrong = ", ".join(_taken_for(*one) for one in largest(tally, MOST_CONFUSIONS)) or "none"
        return [f"{head}; most often wrong: {wrong}"]
    return [f"{head}; labels down, answers across", *_table(names, tally)] if names else []


def plain_labels(run: Run) -> dict[str, Any]:
    """For JSON: the labels, what was said of each, and of two which is positive and the two kinds of mistakes."""
    tally = run.progress
    seen, said, right = Counter[Any](), Counter[Any](), Counter[Any]()
    for (label, answer), count in tally.confusion.items():
        seen[label] += count
        said[answer] += count
        right[label] += count * (label == answer)
    kinds = ("positives", "negatives", "false_positives", "false_negatives") if run.positive is not None else ()
    return {
        "labels": [run.shown(label) for label in run.labels],
        "positive": run.shown(run.positive),
        **{kind: getattr(tally, kind) for kind in kinds},
        "classes": [
            {"class": run.shown(name), "examples": seen[name], "said": said[name], "right": right[name]}
            for name in _names(run, tally)
        ],
        "abstained": tally.abstained,
        "confusion": [
            [run.shown(label), run.shown(answer), count]
            for (label, answer), count in sorted(tally.confusion.items(), key=lambda one: (-one[1], str(one[0])))
        ],
    }


def largest(tally: Tally, most: int | None = None) -> list[tuple[Any, Any, int]]:
    """(label, answer, how often) of the wrong answers, the most frequent first."""
    wrong = [(label, said, n) for (label, said), n in tally.confusion.items() if is_mistake(said, label)]
    return sorted(wrong, key=lambda one: (-one[2], str(one[0]), str(one[1])))[:most]


def _of_two(run: Run) -> str:
    negative, positive = (_short(run.shown(label)) for label in run.labels)
    tally = run.progress
    why = f" (the greater name; the other one: --positive {negative})" if _by_order(run) else ""
    return (
        f"positive: {positive}{why}; "
        f"{some(tally.false_positives, 'false positive')} ({negative} taken for {positive}), "
        f"{some(tally.false_negatives, 'false negative')} ({positive} taken for {negative})"
    )


def _by_order(run: Run) -> bool:
    """Whether nothing but the order of their names says which of two labels is positive."""
    told = run.parameters
    nobody_said = told.get("labels", ()) is None and told.get("positive", ()) is None
    return nobody_said and must_be_told(run.labels)


def _names(run: Run, tally: Tally) -> list[Any]:
    """The labels in their order, then those that were never learned."""
    others = {name for pair in tally.confusion for name in pair if name is not None} - set(run.labels)
    return [*run.labels, *sorted(others, key=str)]


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


def _taken_for(label: Any, said: Any, count: int) -> str:
    return f"{_short(label)} as {_short(said)} ({count:,})"


def _short(name: Any) -> str:
    text = in_words(name)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
