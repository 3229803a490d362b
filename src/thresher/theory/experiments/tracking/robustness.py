"""Wrong parameters: tracking Winnow at promotions and floors that are too small or too large by a factor."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import numpy as np

from ....errors import ParameterError
from ....learners import TrackingWinnow
from ...bounds import tracking_winnow_mistakes
from ...concepts import Planted
from ..experiment import Cell, Figure, Findings, Series, Size, Table, Tell
from .streams import joined, replaced, stretches

QUESTION = "How much do wrong values of delta (the promotion) and lambda (the floor) cost?"
STREAMS = {
    "disjunctions": ("disjunction", 0.0),
    "noisy disjunctions": ("disjunction", 0.05),
    "thresholds": ("threshold", 0.0),
}


@dataclass(frozen=True)
class Setting:
    factors: list[float]
    attributes: int
    active: int
    shifts: int
    every: int
    seeds: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting([1 / 16, 1 / 4, 1, 4, 16], attributes=100, active=12, shifts=2, every=400, seeds=2),
    "full": Setting([2.0**i for i in range(-4, 5)], attributes=1000, active=20, shifts=5, every=2000, seeds=3),
}


@dataclass(frozen=True)
class Count:
    """The mistakes at delta times `step` and lambda times `room`, on one stream; the bound where A4 has one."""

    stream: str
    step: float
    room: float
    seed: int
    mistakes: int
    bound: float | None


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Every pair of factors on every stream."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    for name in STREAMS:
        tell(f"wrong parameters: {name}")
        for i in range(setting.seeds):
            counts += _count(setting, name, 1000 * seed + i)
    grids = {name: Grid(setting.factors, counts, name) for name in STREAMS}
    return Findings(
        QUESTION,
        _choices(setting),
        [*(sentence for grid in grids.values() for sentence in _sentences(grid)), _altogether(list(grids.values()))],
        [*(_figure_of_steps(grid) for grid in grids.values()), _figure_of_rooms(list(grids.values()))],
        [_table(grids), _every_count(counts)],
    )


def _count(setting: Setting, name: str, seed: int) -> Iterator[Count]:
    kind, flips = STREAMS[name]
    schedule = replaced(kind, setting.shifts, setting.every)
    planted = Planted(schedule, attributes=setting.attributes, active=setting.active, flips=flips, seed=seed)
    parts = stretches(planted)
    examples, labels = joined([part.plain for part in parts]), np.concatenate([part.labels for part in parts])
    instances, answers = zip(*planted, strict=True)
    noise = sum(planted.sequence.noise(instances, answers, planted.guaranteed))
    for step in setting.factors:
        for room in setting.factors:
            promotion = 1 + step * planted.guaranteed
            floor = planted.guaranteed / (50 * setting.active * room)
            learner = TrackingWinnow(promotion=promotion, floor=floor)
            learner.learn_many(examples, labels)
            yield Count(name, step, room, seed, learner.mistakes, _bound(setting, planted, promotion, floor, noise))


def _bound(setting: Setting, planted: Planted, promotion: float, floor: float, noise: float) -> float | None:
    """A4, which takes any parameters but those with which it says nothing."""
    try:
        return tracking_winnow_mistakes(
            promotion=promotion,
            floor=floor,
            separation=planted.guaranteed,
            norm=setting.active,
            total_rise=planted.sequence.total_rise,
            noise=noise,
        )
    except ParameterError:
        return None


class Grid:
    """Median mistakes at every pair of factors, relative to those at the right parameters."""

    def __init__(self, factors: list[float], counts: list[Count], name: str) -> None:
        self.name = name
        self.factors = factors
        of: dict[tuple[float, float], list[int]] = {}
        for count in counts:
            if count.stream == name:
                of.setdefault((count.step, count.room), []).append(count.mistakes)
        self.mistakes = {pair: float(median(values)) for pair, values in of.items()}
        self.promised = {(c.step, c.room) for c in counts if c.stream == name and c.bound is not None}
        self.right = self.mistakes[1, 1]

    def ratio(self, step: float, room: float) -> float:
        return self.mistakes[step, room] / self.right

    def worst(self, within: float) -> tuple[float, tuple[float, float]]:
        """The largest ratio where neither factor is beyond `within`, and where that is."""
        near = [pair for pair in self.mistakes if all(1 / within <= factor <= within for factor in pair)]
        return max((self.ratio(*pair), pair) for pair in near)

    def best(self) -> tuple[float, tuple[float, float]]:
        return min((self.ratio(*pair), pair) for pair in self.mistakes)


def _choices(setting: Setting) -> list[str]:
    return [
        "Wrong parameters: the promotion is 1 + f delta and the floor delta/(50 g lambda), f and g from 1/16 to 16; "
        f"the right ones are f = g = 1. {setting.active} of {setting.attributes} attributes are on; the concept is "
        f"replaced {setting.shifts} times, every {setting.every:,} trials. Noisy: 5% of the labels are turned over.",
    ]


def _sentences(grid: Grid) -> Iterator[str]:
    least, most = grid.factors[0], grid.factors[-1]
    listed = "; ".join(
        f"within a factor of {within:g} at most {ratio:.2f} times (delta x {step:g}, lambda x {room:g})"
        for within in (2.0, 4.0, 16.0)
        if within in grid.factors
        for ratio, (step, room) in [grid.worst(within)]
    )
    ratio, (step, room) = grid.best()
    yield (
        f"Wrong parameters, {grid.name} ({grid.right:,.0f} mistakes at the right ones): {listed}. The best of the grid "
        f"is delta x {step:g}, lambda x {room:g} with {ratio:.2f} times."
    )
    unpromised = [grid.ratio(*pair) for pair in grid.mistakes if pair not in grid.promised]
    beyond = (
        f", and where it promises nothing, {min(unpromised):.2f} to {max(unpromised):.2f} times" if unpromised else ""
    )
    yield (
        f"Wrong parameters, {grid.name}: delta alone, {grid.ratio(least, 1):.2f} times at 1/16 and "
        f"{grid.ratio(most, 1):.2f} at 16; lambda alone, {grid.ratio(1, least):.2f} times at 1/16 and "
        f"{grid.ratio(1, most):.2f} at 16. A4 promises something at {len(grid.promised)} of the {len(grid.mistakes)} "
        f"pairs{beyond}."
    )


def _altogether(grids: list[Grid]) -> str:
    least, most = grids[0].factors[0], grids[0].factors[-1]
    rooms = grids[0].factors
    small, large = ([grid.ratio(step, room) for grid in grids for room in rooms] for step in (least, most))
    alone = [grid.ratio(1, room) for grid in grids for room in rooms]
    return (
        f"Wrong parameters, all streams: 1/16 of the right delta costs {min(small):.2f} to {max(small):.2f} times the "
        f"mistakes, whatever lambda is taken; 16 times the right delta {min(large):.2f} to {max(large):.2f} times; a "
        f"wrong lambda at the right delta {min(alone):.2f} to {max(alone):.2f} times over the whole range."
    )


def _figure_of_steps(grid: Grid) -> Figure:
    rooms = [room for room in grid.factors if room in (1 / 16, 1 / 4, 1, 4, 16)]
    return Figure(
        f"wrong_delta_{grid.name.replace(' ', '_')}",
        f"Wrong delta and wrong lambda: {grid.name}",
        "delta taken, as a multiple of the right one (promotion 1 + delta)",
        "mistakes, relative to the right parameters",
        [
            Series(f"lambda x {room:g}", grid.factors, [grid.ratio(step, room) for step in grid.factors])
            for room in rooms
        ],
        x_log=True,
        y_log=True,
        marks=[(1.0, "right")],
        caption="Medians over the seeds; a line for each wrong lambda (floor delta/(50 lambda)).",
    )


def _figure_of_rooms(grids: list[Grid]) -> Figure:
    return Figure(
        "wrong_lambda",
        "Wrong lambda alone",
        "lambda taken, as a multiple of the right one (floor delta/(50 lambda))",
        "mistakes, relative to the right parameters",
        [Series(g.name, g.factors, [g.ratio(1, room) for room in g.factors]) for g in grids],
        x_log=True,
        marks=[(1.0, "right")],
        caption="Medians over the seeds, at the right promotion.",
    )


def _table(grids: dict[str, Grid]) -> Table:
    """The heat map as numbers: a row for each factor of delta, a column for each factor of lambda."""
    factors = next(iter(grids.values())).factors
    rows: list[list[Cell]] = [
        [grid.name, step, *(grid.ratio(step, room) for room in factors)] for grid in grids.values() for step in factors
    ]
    return Table("wrong_parameters", ["stream", "delta x", *(f"lambda x {room:g}" for room in factors)], rows)


def _every_count(counts: list[Count]) -> Table:
    rows: list[list[Cell]] = [[c.stream, c.step, c.room, c.seed, c.mistakes, c.bound] for c in counts]
    return Table("wrong_parameters_counts", ["stream", "delta x", "lambda x", "seed", "mistakes", "bound"], rows)
