"""Sparse instances: more and more attributes, never more of them at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from ...concepts import Planted
from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from ..growth_fits import fit
from .learners import Contestant, Problem, alma, log_exponent, tracking_p_norm, tracking_winnow
from .streams import replaced, stretches

QUESTION = "Does the number of attributes matter where few of them are active at a time?"


@dataclass(frozen=True)
class Setting:
    sizes: list[int]
    active: int
    shifts: int
    every: int
    seeds: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting([100, 1000, 10_000], active=12, shifts=2, every=400, seeds=2),
    "full": Setting([100, 316, 1000, 3162, 10_000, 31_623, 100_000], active=20, shifts=5, every=2000, seeds=3),
}


@dataclass(frozen=True)
class Count:
    n: int
    learner: str
    seed: int
    mistakes: int
    bound: float | None
    entry: str


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Shifting disjunctions at ever more attributes."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for n in setting.sizes:
        tell(f"sparse: n = {n}")
        for i in range(setting.seeds):
            counts += _count(setting, n, 1000 * seed + i)
    return Findings(QUESTION, _choices(setting), [*_sentences(counts)], [_figure(counts)], [_table(counts)])


def contestants(problem: Problem) -> list[Contestant]:
    return [
        tracking_winnow(problem, name="tracking Winnow, floor by lambda"),
        tracking_winnow(problem, norm=problem.n, name="tracking Winnow, floor by n"),
        tracking_p_norm(problem, 2, "p = 2"),
        tracking_p_norm(problem, log_exponent(problem.n + 1), "p = 2 ln n"),
        alma(2, "p = 2"),
    ]


def _count(setting: Setting, n: int, seed: int) -> Iterator[Count]:
    schedule = replaced("disjunction", setting.shifts, setting.every)
    planted = Planted(schedule, attributes=n, active=setting.active, seed=seed)
    parts = stretches(planted)
    problem = Problem.of(n, planted.guaranteed, planted.sequence, parts)
    for contestant in contestants(problem):
        mistakes = sum(contestant.mistakes(parts))
        yield Count(n, contestant.name, seed, mistakes, contestant.bound, contestant.entry)


def _choices(setting: Setting) -> list[str]:
    return [
        f"Sparse: {setting.active} attributes are on in every instance whatever their number; disjunctions replaced "
        f"{setting.shifts} times, every {setting.every:,} trials. One tracking Winnow has its floor by lambda, "
        f"1/(50 * {setting.active}), one by the number of attributes, 1/(50 n), as if nothing was known of sparseness.",
    ]


def _learners(counts: list[Count]) -> list[str]:
    return list(dict.fromkeys(c.learner for c in counts))


def _sentences(counts: list[Count]) -> Iterator[str]:
    ends = min(c.n for c in counts), max(c.n for c in counts)
    for name in _learners(counts):
        own = [c for c in counts if c.learner == name]
        least, most = (median(c.mistakes for c in own if c.n == n) for n in ends)
        words = "hardly change"
        if fit([c.n for c in own], [c.mistakes for c in own]).growth != "none":
            words = "rise" if most > least else "fall"
        bounds = [max(c.bound for c in own if c.n == n and c.bound is not None) for n in ends] if own[0].bound else []
        promised = f"; {own[0].entry} goes from {bounds[0]:,.0f} to {bounds[1]:,.0f}" if bounds else ""
        yield (
            f"Sparse instances, {name}: the mistakes {words} from {least:g} at n = {ends[0]:,} to {most:g} at n = "
            f"{ends[1]:,}{promised}."
        )
    yield (
        "Where a few of many attributes are drawn at random, an irrelevant one seldom comes back, which is why counts "
        "may fall as n grows: the bounds are about the worst that can come."
    )


def _figure(counts: list[Count]) -> Figure:
    sizes = sorted({c.n for c in counts})
    x = [float(n) for n in sizes]
    series = []
    for name in _learners(counts):
        own = [c for c in counts if c.learner == name]
        series.append(Series(name, x, [float(median(c.mistakes for c in own if c.n == n)) for n in sizes]))
        if own[0].bound is not None:
            bounds = [max(c.bound or 0.0 for c in own if c.n == n) for n in sizes]
            series.append(Series("", x, [*bounds], role="upper bound", like=name))
    return Figure(
        "sparse_instances",
        "Mistakes on shifting disjunctions and the number of attributes",
        "attributes n",
        "mistakes",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds; dashed, in the same colour, the bound.",
    )


def _table(counts: list[Count]) -> Table:
    rows: list[list[Cell]] = [[c.n, c.learner, c.seed, c.mistakes, c.bound, c.entry] for c in counts]
    return Table("sparse", ["n", "learner", "seed", "mistakes", "bound", "entry"], rows)
