"""The counts of late labels as figures and tables."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from ..experiment import Cell, Figure, Series, Table
from .orders import ORDERS, Count

UNDELAYED = "no delay"


def streams(counts: Sequence[Count]) -> list[tuple[str, str]]:
    """(stream, kind of delay), in the order in which they were measured."""
    return list(dict.fromkeys((c.stream, c.kind) for c in counts if c.order != UNDELAYED))


def of(counts: Iterable[Count], stream: str, kind: str) -> list[Count]:
    return [c for c in counts if (c.stream, c.kind) == (stream, kind)]


def longest_delays(counts: Iterable[Count]) -> list[int]:
    return sorted({c.longest for c in counts})


def middle(counts: Iterable[Count], order: str, longest: int) -> float:
    """The median of the mistakes over the seeds."""
    return float(median(c.mistakes for c in counts if (c.order, c.longest) == (order, longest)))


def without_delay(counts: Iterable[Count], stream: str) -> float:
    return float(median(c.mistakes for c in of(counts, stream, "none")))


def figures(counts: Sequence[Count]) -> Iterator[Figure]:
    """Mistakes against the longest delay, one line an order: for each stream and kind; then once more with bounds."""
    for stream, kind in streams(counts):
        own = of(counts, stream, kind)
        if len(longest_delays(own)) > 1:
            yield _figure(own, without_delay(counts, stream))
    stream, kind = "3 shifts", "uniform"
    yield _with_bounds(of(counts, stream, kind))


def _figure(counts: list[Count], undelayed: float) -> Figure:
    stream, kind = counts[0].stream, counts[0].kind
    x = longest_delays(counts)
    series = list(_lines(counts, x))
    series.append(Series(UNDELAYED, [float(v) for v in x], [undelayed] * len(x), role="reference"))
    trials = max(c.trials for c in counts)
    of_how_many = "of 4 times the longest delay" if stream == "old answers" else f"of {trials:,} trials"
    return Figure(
        _name(stream, kind),
        f"Late labels, {stream}: {f'{kind} delays' if kind != 'held back' else 'every second label held back'}",
        "longest delay (trials)",
        f"mistakes ({of_how_many})",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds. Orders that make the same mistakes everywhere share a line.",
    )


def _with_bounds(counts: list[Count]) -> Figure:
    x = longest_delays(counts)
    series = []
    for order in ORDERS:
        series.append(_line(counts, order, x))
        bounds = [max((c.bound or 0 for c in counts if (c.order, c.longest) == (order, k)), default=0) for k in x]
        if any(bounds):
            series.append(Series("", [float(v) for v in x], [float(b) for b in bounds], role="upper bound", like=order))
    return Figure(
        "bounds",
        f"Late labels beside their bounds, {counts[0].stream}: {counts[0].kind} delays",
        "longest delay (trials)",
        f"mistakes (of {counts[0].trials:,} trials)",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds, and the largest bound of any seed. A bound above the number of trials says "
        "nothing.",
    )


def _lines(counts: list[Count], x: list[int]) -> Iterator[Series]:
    """One for each order; those that would hide one another are one."""
    together: dict[tuple[float, ...], list[str]] = {}
    for order in ORDERS:
        together.setdefault(tuple(middle(counts, order, v) for v in x), []).append(order)
    for mistakes, orders in together.items():
        yield Series(", ".join(orders), [float(v) for v in x], list(mistakes))


def _line(counts: list[Count], order: str, x: list[int]) -> Series:
    return Series(order, [float(v) for v in x], [middle(counts, order, v) for v in x])


def _name(stream: str, kind: str) -> str:
    return f"{stream}_{kind}".replace(" ", "_").replace("-", "_")


def tables(counts: Sequence[Count]) -> list[Table]:
    """Every run; and the medians, an order a column."""
    runs: list[list[Cell]] = [[*c] for c in counts]
    rows: list[list[Cell]] = []
    for stream, kind in streams(counts):
        own = of(counts, stream, kind)
        for longest in longest_delays(own):
            rows.append([stream, kind, longest, *(middle(own, order, longest) for order in ORDERS)])
    return [Table("mistakes", ["stream", "kind", "longest", *ORDERS], rows), Table("runs", [*Count._fields], runs)]
