"""Tiny values in ordinary streams: those that do not matter, and those that do, with and without transformations."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from .treatments import Stream, Treatment, careless, lifted, lifted_at_random, lifted_gently, monitored, nothing
from .values import SEPARATION, TinyValues

QUESTION = "Do tiny values need the transformations that the paper proposes?"
CARELESS = 0.05


@dataclass(frozen=True)
class Setting:
    """smallest: values of zeta where tiny values do not matter.   scales: of relevant values, where they do."""

    smallest: list[float]
    scales: list[float]
    shifts: int
    every: int
    seeds: int

    def streams(self, seed: int) -> Iterator[tuple[str, TinyValues]]:
        for zeta in self.smallest:
            yield "do not matter", TinyValues(100, 20, 4, self.shifts, self.every, zeta, seed=seed)
        for scale in self.scales:
            every = max(self.every, round(200 / scale))
            yield "matter", TinyValues(50, 6, 1, 1, every, scale / 10, scale, seed=seed)


SETTINGS: dict[Size, Setting] = {
    "quick": Setting([1.0, 0.01, 1e-4], [1.0, 0.1, 0.01], shifts=2, every=600, seeds=2),
    "full": Setting([1.0, 0.1, 0.01, 1e-3, 1e-4], [1.0, 0.1, 0.01, 1e-3], shifts=7, every=3000, seeds=3),
}


@dataclass(frozen=True)
class Count:
    """The mistakes of a treatment; `first` and `last`: in the stretch of the first target and of the last."""

    tiny: str
    smallest: float
    treatment: str
    seed: int
    mistakes: int
    first: int
    last: int
    largest_weight: float
    total_rise: float
    bound: float | None
    entry: str


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Every treatment on every stream."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for i in range(setting.seeds):
        for tiny, stream in setting.streams(1000 * seed + i):
            tell(f"tiny values that {tiny}: the smallest is {stream.smallest:g}")
            counts += _count(tiny, stream)
    return Findings(
        QUESTION,
        _choices(setting),
        [*_sentences(counts)],
        [_figure(counts, "do not matter"), _figure(counts, "matter")],
        [_table(counts)],
    )


def treatments(stream: Stream, seed: int) -> list[Treatment]:
    return [
        nothing(stream),
        lifted(stream),
        lifted_gently(stream),
        lifted_at_random(stream, seed),
        monitored(stream),
        careless(stream, CARELESS),
    ]


def _count(tiny: str, stream: TinyValues) -> Iterator[Count]:
    total = stream.total_rise
    known = Stream(SEPARATION, stream.norm, total, stream.largest_total, stream.weight, stream.smallest)
    parts = stream.stretches()
    for name, make, _, bound, entry in treatments(known, stream.seed):
        learner, counts, largest = make(), [0], 0.0
        for examples, labels in parts:
            learner.learn_many(examples, labels)
            counts.append(learner.mistakes)
            largest = max(largest, *learner.largest(1).values())
        first, last = counts[1], counts[-1] - counts[-2]
        yield Count(tiny, stream.smallest, name, stream.seed, counts[-1], first, last, largest, total, bound, entry)


def _choices(setting: Setting) -> list[str]:
    return [
        f"Tiny values: separation {SEPARATION}; irrelevant values are spread evenly over the decades from zeta to 1. "
        f"Where they do not matter, 4 of 100 attributes are relevant with weight 2, replaced {setting.shifts} times; "
        "in positive examples one is at least 3/4, otherwise they are tiny. Where they matter, one attribute of 50 is "
        "relevant, its values are at most s = 10 zeta, its weight is 2/s, and it is replaced once.",
        f"A7's m is delta/nu; it runs at half the separation. lifted to m/20 runs at delta - nu m/2 and twice lambda, "
        "for which A7's argument gives a bound by A4. A8 and A9 have A7's m, A9 acts on weights above 1/m; both run "
        f"at the whole separation. lifted to {CARELESS:g} does not ask what the target's weights are.",
    ]


def _names(counts: list[Count]) -> list[str]:
    return list(dict.fromkeys(c.treatment for c in counts))


def _middle(counts: list[Count], tiny: str, smallest: float, treatment: str) -> float:
    own = [c for c in counts if (c.tiny, c.smallest, c.treatment) == (tiny, smallest, treatment)]
    return float(median(c.mistakes for c in own))


def _sentences(counts: list[Count]) -> Iterator[str]:
    for tiny in ("do not matter", "matter"):
        smallest = sorted({c.smallest for c in counts if c.tiny == tiny})
        least, largest = smallest[0], smallest[-1]
        plain = {zeta: _middle(counts, tiny, zeta, "as they are") for zeta in smallest}
        others = ", ".join(
            f"{name} {_middle(counts, tiny, least, name) / plain[least]:.2f} times"
            for name in _names(counts)
            if name != "as they are"
        )
        weight = max(c.largest_weight for c in counts if (c.tiny, c.treatment) == (tiny, "as they are"))
        yield (
            f"Tiny values that {tiny}: with the values as they are, {plain[largest]:g} mistakes at zeta = {largest:g} "
            f"and {plain[least]:g} at zeta = {least:g}, where the largest weight is {weight:,.3g}; transformed, at "
            f"zeta = {least:g}: {others}."
        )
    least = min(c.smallest for c in counts if c.tiny == "matter")
    own = [c for c in counts if (c.tiny, c.smallest, c.treatment) == ("matter", least, "as they are")]
    first, last = median(c.first for c in own), median(c.last for c in own)
    yield (
        f"A weight of {own[0].largest_weight:,.0f} that a shift makes useless does no visible harm: the first target "
        f"costs {first:,.0f} mistakes, the one after the shift {last:,.0f}."
    )


def _figure(counts: list[Count], tiny: str) -> Figure:
    rises = dict(sorted((c.smallest, c.total_rise) for c in counts if c.tiny == tiny))
    x, series = list(rises), []
    for name in _names(counts):
        series.append(Series(name, x, [_middle(counts, tiny, zeta, name) / rise for zeta, rise in rises.items()]))
        own = [c for c in counts if (c.tiny, c.treatment) == (tiny, name) and c.bound is not None]
        if own:
            bounds = [max(c.bound or 0.0 for c in own if c.smallest == zeta) / rise for zeta, rise in rises.items()]
            series.append(Series("", x, [*bounds], role="upper bound", like=name))
    return Figure(
        f"tiny_values_that_{tiny.replace(' ', '_')}",
        f"Tiny values that {tiny}: as they are, and transformed",
        "smallest value zeta",
        "mistakes for each unit of H(C)",
        series,
        x_log=True,
        y_log=True,
        caption="Medians over the seeds; dashed, in the same colour, the bound where there is one.",
    )


def _table(counts: list[Count]) -> Table:
    columns = ["tiny values", "zeta", "treatment", "seed", "mistakes", "first stretch", "last stretch"]
    rows: list[list[Cell]] = [
        [c.tiny, c.smallest, c.treatment, c.seed, c.mistakes, c.first, c.last, c.largest_weight, c.bound, c.entry]
        for c in counts
    ]
    return Table("tiny_values", [*columns, "largest weight", "bound", "entry"], rows)
