"""Tables: learners side by side, labels beside predictions, measures, and what a run was given."""

from collections.abc import Iterable, Sequence

from ..evaluation import Run, Tally
from .chart import look
from .markup import Markup, element, join
from .series import by_mistakes
from .wording import NOTHING, count, duration, measure, number, percent, plain, short, short_count, size

MOST_SOURCES = 12

MEASURES = {
    "log_loss": ("log loss", "mean of -ln of the probability given to the label; smaller is better"),
    "brier": ("Brier score", "mean square of probability minus label; smaller is better"),
    "calibration_error": (
        "calibration error",
        "how far shares of positives are from what was stated, on average; smaller is better",
    ),
    "auc": ("AUC", "how often a positive example scores above a negative one; 0.5 is chance"),
    "average_precision": (
        "average precision",
        "mean precision at the positives, from the highest probability on; examples drawn at random have the base rate",
    ),
    "average_precision_error": ("average precision, at most off by", "examples were counted in fine buckets"),
    "auc_error": ("AUC, at most off by", "scores were counted in fine buckets"),
    "weighted_average_precision": ("average precision, weighted", "every example counts by its importance weight"),
    "weighted_base_rate": ("base rate, weighted", "every example counts by its importance weight"),
    "cost": ("cost per example", "of mistakes, at the threshold that follows from what they cost"),
    "kappa_no_change": ("kappa, no change", "0: no better than repeating the last label; 1: no mistakes"),
    "kappa": ("kappa", "0: no better than chance with the same counts; 1: no mistakes"),
}


MOST_LABELS = 12


def comparison(runs: Sequence[Run], names: Sequence[str]) -> Markup:
    """The runs, fewest mistakes first, each with the colour it has in the charts and a link to its section."""
    highest = max((run.error for run in runs if run.progress.answered), default=0.0)
    tallies = [(word, kind) for word, kind in (("held out", "held_out"), ("test", "test")) if _any(runs, kind)]
    measured = [(key, MEASURES[key][0]) for key in ("average_precision", "cost") if _measured(runs, key)]
    heads = ["learner", "mistakes", "error", "", "updates", *(word for _, word in measured)]
    heads += [*(f"error, {word}" for word, _ in tallies), "examples/s"]
    rows = []
    for i in by_mistakes(runs):
        run = runs[i]
        cells = [
            _key(i, names[i]),
            count(run.mistakes),
            _error(run.progress),
            _share_bar(run.error / highest if highest and run.progress.answered else 0.0, i),
            count(run.updates),
            *(measure(run.progress.measures.get(key)) for key, _ in measured),
            *(_error(getattr(run, kind)) for _, kind in tallies),
            short_count(run.examples / run.seconds) if run.seconds > 0 else NOTHING,
        ]
        rows.append(cells)
    return table(heads, rows, class_="comparison")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, class_: str = "") -> Markup:
    """A table whose first column names the row and whose others hold numbers."""
    top = element("thead", element("tr", *(element("th", head, scope="col") for head in heads))) if any(heads) else None
    body = [
        element("tr", element("th", row[0], scope="row"), *(element("td", cell) for cell in row[1:])) for row in rows
    ]
    grid = element("table", top, element("tbody", *body), class_=class_ or None)
    return element("div", grid, class_="scroll")


def measures(tallies: Sequence[tuple[str, Tally]]) -> Markup:
    """Every measure that any of the tallies has: one row for each, one column for each tally."""
    keys = list(
        dict.fromkeys(key for _, tally in tallies for key, value in tally.measures.items() if _told(key, value))
    )
    rows: list[list[str]] = [
        ["labelled examples", *(count(tally.examples) for _, tally in tallies)],
        ["error", *(percent(tally.error) for _, tally in tallies)],
    ]
    if any(tally.base_rate is not None for _, tally in tallies):
        shares = [NOTHING if tally.base_rate is None else percent(tally.base_rate) for _, tally in tallies]
        rows.append([element("span", "base rate", title="the share of positives"), *shares])
    for key in keys:
        words, meaning = MEASURES.get(key, (plain(key).replace("_", " "), None))
        rows.append([element("span", words, title=meaning), *(measure(t.measures.get(key)) for _, t in tallies)])
    return table(["", *(title for title, _ in tallies)], rows)


def _told(key: str, value: float) -> bool:
    """What may be off by nothing need not be said."""
    return value != 0.0 or key not in ("auc_error", "average_precision_error")


def settings(run: Run) -> Markup:
    """The learner's parameters, the sources, and how reading went."""
    parameters = [(short(plain(key), 30), _value(value)) for key, value in run.parameters.items()]
    return element(
        "div",
        _list("Parameters", parameters or [("", "none given")]),
        _list("Reading", _reading(run)),
        class_="pair",
    )


def _reading(run: Run) -> list[tuple[str, str]]:
    sources = [plain(source) for source in run.sources[:MOST_SOURCES]]
    if len(run.sources) > MOST_SOURCES:
        sources.append(f"and {count(len(run.sources) - MOST_SOURCES)} others")
    rows = [
        (
            "sources" if len(run.sources) > 1 else "source",
            join(element("div", source) for source in sources) or NOTHING,
        ),
        ("labels", _labels(run)),
        ("examples", count(run.examples)),
        ("without a label", count(run.unlabelled)),
        ("values per example", number(run.features / run.examples) if run.examples else NOTHING),
        ("skipped lines", count(run.skipped)),
        ("passes", count(run.passes)),
        ("time", duration(run.seconds) if run.seconds > 0 else NOTHING),
        ("read", size(run.bytes) if run.bytes > 0 else NOTHING),
        ("stopped", plain(run.stopped) if run.stopped else "at the end of the stream"),
    ]
    if run.weight_sum and run.weight_sum != run.progress.examples:
        rows.insert(4, ("sum of example weights", number(run.weight_sum)))
    return rows


def _labels(run: Run) -> Markup:
    shown = [_value(run.shown(label)) for label in run.labels]
    if run.positive is not None and len(shown) == 2:
        return join([shown[0], " (negative), ", shown[1], " (positive)"])
    few = [part for name in shown[:MOST_LABELS] for part in (name, ", ")][:-1]
    return join([*few, *([f" and {count(len(shown) - MOST_LABELS)} more"] if len(shown) > MOST_LABELS else [])])


def _list(title: str, rows: Iterable[tuple[str, str]]) -> Markup:
    entries = [element("div", element("dt", key), element("dd", value)) for key, value in rows]
    return element("div", element("h4", title), element("dl", *entries))


def _value(value: object) -> Markup:
    if isinstance(value, float):
        return element("code", f"{value:.6g}")
    words = plain(value)
    return element("code", short(words, 44), title=words if short(words, 44) != words else None)


def _key(index: int, name: str) -> Markup:
    link = element("a", short(name, 44), href=f"#run-{index + 1}", title=name)
    return join([swatch(index), link])


def swatch(index: int) -> Markup:
    """A short piece of the index-th line."""
    line = element("path", d="M0 6H26", class_="line")
    return element("svg", line, viewBox="0 0 26 12", class_=f"swatch {look(index)}", aria_hidden="true")


def _share_bar(share: float, index: int) -> Markup:
    bar = element("rect", x=0, y=2, width=max(100 * share, 0.5), height=8, class_="bar")
    return element("svg", bar, viewBox="0 0 100 12", class_=f"share c{index % 7}", aria_hidden="true")


def _error(tally: Tally | None) -> str:
    return NOTHING if tally is None else percent(tally.error)


def _measured(runs: Sequence[Run], key: str) -> bool:
    return any(key in run.progress.measures for run in runs)


def _any(runs: Sequence[Run], kind: str) -> bool:
    return any(getattr(run, kind) is not None for run in runs)
