"""Irrelevant attributes: what ever more of them cost Winnow and the Perceptron, the logarithm and the line."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from ..growth_fits import Fits, fit

if TYPE_CHECKING:
    from .streams import Block

TITLE = "Irrelevant attributes: the logarithm and the line"
QUESTION = (
    "How many mistakes do Winnow, tracking Winnow, Balanced Winnow, the Perceptron and the p-norm Perceptron make "
    "when few attributes matter and the number of the others grows, on dense and on sparse instances?"
)
LITERALS = 2
ACTIVE = 8
KINDS = {
    "dense": "instances of fair coins",
    "sparse": f"instances of {ACTIVE} active attributes",
}


@dataclass(frozen=True)
class Setting:
    """The numbers n of attributes, the seeds, and how many trials there are for n attributes."""

    sizes: list[int]
    seeds: int
    least_trials: int
    trials_per_attribute: int = 8

    def trials(self, kind: str, n: int) -> int:
        return max(self.least_trials, self.trials_per_attribute * n) if kind == "dense" else self.least_trials


SETTINGS: dict[Size, Setting] = {
    "quick": Setting([16, 64, 256, 1024], seeds=2, least_trials=2000),
    "full": Setting([2**i for i in range(4, 15)], seeds=3, least_trials=20_000),
}


@dataclass(frozen=True)
class Count:
    """The mistakes of a learner on one stream, and their bound."""

    kind: str
    learner: str
    n: int
    seed: int
    trials: int
    mistakes: int
    bound: float


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Every learner on every stream; the stream of a seed is the same for all of them."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for kind in KINDS:
        for n in setting.sizes:
            tell(f"{kind} instances, n = {n}")
            for i in range(setting.seeds):
                counts += _count(setting, kind, n, 1000 * seed + i)
    fits = {(kind, learner): _fit(counts, kind, learner) for kind in KINDS for learner in _learners(counts)}
    return Findings(
        QUESTION,
        _choices(setting),
        [*_sentences(counts, fits), _within(counts)],
        [_figure(counts, kind, fits) for kind in KINDS],
        [_summary(counts, fits), _every_count(counts)],
    )


def _blocks(setting: Setting, kind: str, n: int, seed: int) -> Iterator["Block"]:
    from .streams import fair_coins, sparse_instances

    trials = setting.trials(kind, n)
    if kind == "dense":
        return fair_coins(n, LITERALS, trials, seed)
    return sparse_instances(n, LITERALS, ACTIVE, trials, seed)


def _count(setting: Setting, kind: str, n: int, seed: int) -> Iterator[Count]:
    from .learners import contestants
    from .streams import most_active

    entered = contestants(n, LITERALS, n if kind == "dense" else ACTIVE)
    most = done = 0
    for block in _blocks(setting, kind, n, seed):
        most = max(most, most_active(block))
        for contestant in entered:
            if contestant.slow or done < setting.least_trials:
                contestant.learner.learn_many(*block)
        done += block[0].rows
    for name, learner, bound, _ in entered:
        yield Count(kind, name, n, seed, learner.examples, learner.mistakes, bound(most))


def _learners(counts: list[Count]) -> list[str]:
    return list(dict.fromkeys(count.learner for count in counts))


def _of(counts: list[Count], kind: str, learner: str, n: int | None = None) -> list[Count]:
    return [c for c in counts if c.kind == kind and c.learner == learner and (n is None or c.n == n)]


def _fit(counts: list[Count], kind: str, learner: str) -> Fits:
    own = _of(counts, kind, learner)
    return fit([c.n for c in own], [c.mistakes for c in own])


def _choices(setting: Setting) -> list[str]:
    return [
        f"The concept is a disjunction of {LITERALS} attributes that does not change; half of the examples are "
        "positive and have exactly one literal on, negative ones have none.",
        f"Dense: the other attributes are fair coins. The Perceptron has {setting.trials_per_attribute} n trials (at "
        f"least {setting.least_trials:,}), after which it still makes some mistakes; the others have "
        f"{setting.least_trials:,}, by which time they make hardly any.",
        f"Sparse: {ACTIVE} attributes are active in every instance, {setting.least_trials:,} trials.",
        "Winnow: promotion 2, threshold n (C4). Tracking Winnow: promotion 2, floor 1/(50 lambda) (A13), lambda n "
        f"where instances are dense and {ACTIVE} where they are sparse.",
        "Balanced Winnow, the Perceptron and the p-norm Perceptron learn the threshold as the weight of an attribute "
        "that is always 1, which their bounds count; Balanced Winnow has E7's rate, 1/(2k + 1) for k literals.",
        "E6 takes the largest length of an instance that was seen; all other bounds are known beforehand.",
        "A count is said not to grow with n where the better of the two lines rises by less than 15% of the mean.",
    ]


def _sentences(counts: list[Count], fits: dict[tuple[str, str], Fits]) -> Iterator[str]:
    sizes = sorted({c.n for c in counts})
    for (kind, learner), found in fits.items():
        least, most = (median(c.mistakes for c in _of(counts, kind, learner, n)) for n in (sizes[0], sizes[-1]))
        counted = f"{least:g} mistakes at n = {sizes[0]}, {most:g} at n = {sizes[-1]}"
        shares = f"R^2 {found.in_logarithm.explained:.3f} for a + b ln n, {found.in_number.explained:.3f} for a + b n"
        grows = {
            "none": "do not grow with n",
            "logarithm": f"grow with ln n, by {found.in_logarithm.slope * 0.6931:.3g} for each doubling",
            "line": f"grow with n, by {found.in_number.slope:.3g} for each attribute",
        }[found.growth]
        if found.growth != "none" and found.rise < 0:
            grows = "fall as n grows"
        yield f"{kind.capitalize()} instances: the mistakes of {learner} {grows} ({counted}; {shares})."


def _within(counts: list[Count]) -> str:
    nearest = max(counts, key=lambda c: c.mistakes / c.bound)
    over = sum(c.mistakes > c.bound for c in counts)
    return (
        f"{over or 'None'} of the {len(counts)} counts {'is' if over == 1 else 'are'} above the bound; the nearest to "
        f"its bound is {nearest.learner} on {nearest.kind} instances at n = {nearest.n}, at "
        f"{nearest.mistakes / nearest.bound:.0%} of it."
    )


def _figure(counts: list[Count], kind: str, fits: dict[tuple[str, str], Fits]) -> Figure:
    sizes = sorted({c.n for c in counts})
    series = []
    for learner in _learners(counts):
        of = [[c.mistakes for c in _of(counts, kind, learner, n)] for n in sizes]
        x: list[float] = [float(n) for n in sizes]
        series.append(Series(learner, x, [median(counted) for counted in of]))
        spread = Series("", x, [max(counted) for counted in of], "band", like=learner)
        spread.lower = [min(counted) for counted in of]
        series.append(spread)
        bounds: list[float | None] = [max(c.bound for c in _of(counts, kind, learner, n)) for n in sizes]
        series.append(Series("", x, bounds, role="upper bound", like=learner))
    return Figure(
        f"irrelevant_{kind}",
        f"Mistakes and the number of attributes: {KINDS[kind]}",
        "attributes n",
        "mistakes",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds, least to largest as a band; dashed, in the same colour, the bound.",
    )


def _summary(counts: list[Count], fits: dict[tuple[str, str], Fits]) -> Table:
    rows: list[list[Cell]] = []
    for (kind, learner), found in fits.items():
        log, line = found.in_logarithm, found.in_number
        row: list[Cell] = [kind, learner, found.growth, log.at_zero, log.slope, log.explained]
        rows.append([*row, line.at_zero, line.slope, line.explained])
    columns = ["instances", "learner", "growth", "a of a + b ln n", "b of a + b ln n", "R^2 of a + b ln n"]
    return Table("fits", [*columns, "a of a + b n", "b of a + b n", "R^2 of a + b n"], rows)


def _every_count(counts: list[Count]) -> Table:
    columns = ["instances", "learner", "n", "seed", "trials", "mistakes", "bound"]
    return Table("counts", columns, [[c.kind, c.learner, c.n, c.seed, c.trials, c.mistakes, c.bound] for c in counts])
