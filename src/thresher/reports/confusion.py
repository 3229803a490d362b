"""Labels beside answers: what was said (across) for each label (down) if they are few, else the largest confusions."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..evaluation import Run, Tally
from ..mistakes import is_mistake
from .markup import Markup, element, join
from .tables import table
from .wording import NOTHING, count, percent, plain, short

MOST_CLASSES = 12
MOST_CONFUSIONS = 20
MOST_ROWS = 40  # classes in the table of all


def confusion_cards(run: Run, tallies: Sequence[tuple[str, Tally]]) -> Markup:
    """For each tally the table of labels and answers."""
    return join([_card(title, tally, run) for title, tally in tallies])


def baseline(run: Run) -> str:
    """What a learner that always gives the most frequent label would come to."""
    seen = _seen(run.progress)
    if not seen:
        return ""
    name, most = max(seen.items(), key=lambda pair: (pair[1], str(pair[0])))
    return f"always {short(plain(run.shown(name)), 14)}: {percent(1 - most / seen.total())}"


def label_name(run: Run, label: Any, longest: int = 16) -> str:
    """A label as it is written in the data, shortened."""
    return short(plain(run.shown(label)), longest)


def _card(title: str, tally: Tally, run: Run) -> Markup:
    seen = _seen(tally)
    said = {answer for _, answer in tally.confusion if answer is not None}
    names = sorted({*seen, *said}, key=lambda name: (-seen[name], str(name)))
    if run.positive is not None and len(run.labels) == 2:
        names = [*run.labels, *(name for name in names if name not in run.labels)]
    few = len(names) <= MOST_CLASSES
    grids = [_matrix(names, tally, run)] if few else [_confusions(tally, run), _each(names, tally, run)]
    note = f"{count(tally.mistakes)} of {count(tally.examples)} wrong, {percent(tally.error)}"
    note += f"; no answer to {count(tally.abstained)}" if tally.abstained else ""
    return element("div", element("h4", title), *grids, element("p", note, class_="note"), class_="card")


def _matrix(names: Sequence[Any], tally: Tally, run: Run) -> Markup:
    columns = [*names, None] if tally.abstained else [*names]
    heads = ["label", *("no answer" if name is None else f"said {label_name(run, name)}" for name in columns), "in all"]
    rows = []
    for name in names:
        counts = [tally.confusion.get((name, said), 0) for said in columns]
        total = sum(counts)
        cells = [_cell(n, total, right=said == name) for n, said in zip(counts, columns, strict=True)]
        sign = " (positive)" if run.positive is not None and name == run.positive else ""
        head = element("th", label_name(run, name) + sign, scope="row", title=plain(run.shown(name)))
        rows.append(element("tr", head, *cells, element("td", count(total))))
    top = element("thead", element("tr", *(element("th", head, scope="col") for head in heads)))
    return element("div", element("table", top, element("tbody", *rows), class_="confusion"), class_="scroll")


def _confusions(tally: Tally, run: Run) -> Markup:
    wrong = [(n, label, said) for (label, said), n in tally.confusion.items() if is_mistake(said, label)]
    wrong.sort(key=lambda cell: (-cell[0], str(cell[1]), str(cell[2])))
    seen = _seen(tally)
    rows = [
        [label_name(run, label), label_name(run, said), count(n), percent(n / seen[label])]
        for n, label, said in wrong[:MOST_CONFUSIONS]
    ]
    return table(["label", "was taken for", "times", "of its examples"], rows)


def _each(names: Sequence[Any], tally: Tally, run: Run) -> Markup:
    seen = _seen(tally)
    rows = [[label_name(run, name), count(seen[name]), _error(name, seen, tally)] for name in names[:MOST_ROWS]]
    more = len(names) - MOST_ROWS
    note = (
        element("p", f"{count(more)} classes with fewer examples are not shown.", class_="note") if more > 0 else None
    )
    return element("div", table(["label", "examples", "error"], rows), note)


def _error(name: Any, seen: Counter[Any], tally: Tally) -> str:
    right = tally.confusion.get((name, name), 0) + tally.confusion.get((name, None), 0)
    return percent(1 - right / seen[name]) if seen[name] else NOTHING


def _cell(part: int, total: int, *, right: bool) -> Markup:
    share = percent(part / total) if total else NOTHING
    return element("td", count(part), element("small", share), class_="right" if right else "wrong" if part else None)


def _seen(tally: Tally) -> Counter[Any]:
    seen: Counter[Any] = Counter()
    for (label, _), n in tally.confusion.items():
        seen[label] += n
    return seen
