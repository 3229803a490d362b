"""Streams whose right answer is known: irrelevant attributes, shifts of three kinds, noise.

Four are disjunctions, which multiplicative learners are made for; the last two are not.
"""

import random
from collections.abc import Callable

import numpy as np

from thresher.theory.concepts.planting import Planted
from thresher.theory.concepts.schedules import Schedule, drifting, exchange
from thresher.theory.concepts.targets import Disjunction, LinearThreshold

from .examples import Examples

ROWS = 20_000
Make = Callable[[int], Planted]


def _irrelevant(rows: int) -> Planted:
    return Planted(exchange(rows, literals=50, shifts=0), attributes=100_000, active=50, seed=1)


def _abrupt(rows: int) -> Planted:
    return Planted(exchange(rows, literals=10, shifts=4, share=1.0), attributes=1000, active=30, seed=2)


def _gradual(rows: int) -> Planted:
    start, end = Disjunction(range(10)), Disjunction(range(10, 20))
    return Planted(drifting(start, end, rows, steps=40), attributes=1000, active=30, separation=0.02, seed=3)


def _recurring(rows: int) -> Planted:
    concepts = [Disjunction(range(first, first + 10)) for first in (0, 10, 20)]
    starts = range(0, rows, max(1, rows // 9))
    segments = [(first, concepts[i % 3]) for i, first in enumerate(starts)]
    return Planted(Schedule(segments, rows), attributes=1000, active=30, seed=4)


def _noisy(rows: int) -> Planted:
    return Planted(exchange(rows, literals=10, shifts=0), attributes=1000, active=30, flips=0.1, seed=5)


def _signed(rows: int, shifts: int, seed: int) -> Planted:
    """Weights of both signs over forty of a hundred attributes, values of both signs: the Perceptron's ground."""
    rng = random.Random(seed)
    targets = [LinearThreshold({i: rng.uniform(-1, 1) for i in range(40)}, 0.0) for _ in range(shifts + 1)]
    starts = [rows * i // (shifts + 1) for i in range(shifts + 1)]
    schedule = Schedule(zip(starts, targets, strict=True), rows)
    return Planted(schedule, attributes=100, instances="signed", separation=0.05, flips=0.05, seed=seed)


GENERATED: dict[str, Make] = {
    "gen-irrelevant": _irrelevant,
    "gen-abrupt": _abrupt,
    "gen-gradual": _gradual,
    "gen-recurring": _recurring,
    "gen-noise": _noisy,
    "gen-signed": lambda rows: _signed(rows, shifts=0, seed=6),
    "gen-signed-abrupt": lambda rows: _signed(rows, shifts=3, seed=7),
}
SHIFTING = ("gen-abrupt", "gen-gradual", "gen-recurring", "gen-signed-abrupt")


def generate(name: str, rows: int = ROWS) -> Examples:
    """One of them in memory."""
    pairs = list(GENERATED[name](rows))
    columns: dict[object, int] = {}
    dicts = [{columns.setdefault(a, len(columns)): value for a, value in x.items()} for x, _ in pairs]
    return Examples.from_rows(dicts, np.array([y for _, y in pairs], dtype=np.int32), 2)
