"""How long OD3 should wait: its mistakes against its horizon, with what D8 promises."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from ....late import OD3, Delayed
from ...bounds import od3_mistakes
from ..experiment import Cell, Figure, Series, Table
from .arrivals import arrivals
from .orders import run_late
from .streams import Stream

KINDS = ("uniform", "heavy-tailed")


class Waited(NamedTuple):
    """OD3 with one horizon; late: mu, the labels that come after it."""

    kind: str
    longest: int
    horizon: int
    seed: int
    late: int
    mistakes: int
    bound: float


def wait(stream: Stream, longest: int, horizons: Sequence[int], seed: int) -> Iterator[Waited]:
    """Every horizon on the same stream, with the same delays."""
    for kind in KINDS:
        made = arrivals(kind, longest, stream.trials, seed)
        for horizon in horizons:
            mistakes = run_late(Delayed(stream.learner(), OD3(horizon)), stream, made)
            late = made.late(horizon)
            bound = od3_mistakes(
                mistakes=stream.worst,
                late=late,
                horizon=horizon,
                longest_delay=made.longest,
                drift=stream.drift or 0.0,
            )
            yield Waited(kind, longest, horizon, seed, late, mistakes, bound)


def figure(waited: Sequence[Waited]) -> Figure:
    series = []
    for kind in KINDS:
        own = _medians(waited, kind)
        x = [float(horizon) for horizon in own]
        series.append(Series(f"{kind} delays", x, [*own.values()]))
        bounds = {w.horizon: w.bound for w in waited if w.kind == kind}
        series.append(Series("", x, [*bounds.values()], role="upper bound", like=f"{kind} delays"))
    return Figure(
        "horizons",
        f"OD3, 3 shifts, delays up to {waited[0].longest:,}: how long to wait for a label",
        "horizon of OD3 (trials)",
        "mistakes",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds; the bound of the last one.",
    )


def table(waited: Sequence[Waited]) -> Table:
    rows: list[list[Cell]] = [[*w] for w in waited]
    return Table("horizons_of_od3", [*Waited._fields], rows)


def sentences(waited: Sequence[Waited]) -> Iterator[str]:
    """The best horizon of each kind, beside the longest delay."""
    for kind in KINDS:
        own = _medians(waited, kind)
        best, last = min(own, key=lambda horizon: own[horizon]), max(own)
        given_up = median(w.late for w in waited if (w.kind, w.horizon) == (kind, best))
        yield (
            f"OD3, {kind} delays up to {waited[0].longest:,}: the best horizon is {best:,}, with {own[best]:,.0f} "
            f"mistakes although {given_up:,.0f} labels come too late for it; with the horizon {last:,} there are "
            f"{own[last]:,.0f}."
        )


def _medians(waited: Sequence[Waited], kind: str) -> dict[int, float]:
    horizons = sorted({w.horizon for w in waited if w.kind == kind})
    return {h: float(median(w.mistakes for w in waited if (w.kind, w.horizon) == (kind, h))) for h in horizons}
