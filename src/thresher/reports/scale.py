"""From numbers to places in a drawing, and the round numbers to write beside them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LARGEST = 1e300  # weights beyond are drawn here, so that differences can't overflow
SMALLEST = 1e-290  # weights below are drawn as 0, so that quotients can't underflow
WIDE = 1e6  # the largest weight beside a usual one: beyond, a logarithmic scale shows both


def drawable(value: float | None) -> float | None:
    """The value to draw: None for what is not a number or not finite."""
    if value is None or not math.isfinite(value):
        return None
    return 0.0 if abs(value) < SMALLEST else float(max(-LARGEST, min(LARGEST, value)))


@dataclass(frozen=True)
class Scale:
    """Maps low..high to start..stop; with `unit`, logarithmically on both sides of 0 (linear within the unit)."""

    low: float
    high: float
    start: float
    stop: float
    unit: float | None = None

    def __call__(self, value: float) -> float:
        low, high = self._bent(self.low), self._bent(self.high)
        if not high > low:
            return self.start
        return self.start + (self._bent(value) - low) / (high - low) * (self.stop - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """At most `most` round numbers between low and high (a few more around 0 on a logarithmic scale)."""
        return _round_numbers(self.low, self.high, most) if self.unit is None else self._powers(most)

    def _bent(self, value: float) -> float:
        if self.unit is None:
            return value
        return math.copysign(math.log10(1 + abs(value) / self.unit), value)

    def _powers(self, most: int) -> list[float]:
        assert self.unit is not None
        largest = math.floor(math.log10(max(abs(self.low), abs(self.high), self.unit)))
        smallest = math.ceil(math.log10(self.unit))
        sides = 2 if self.low < 0 < self.high else 1
        step = max(1, math.ceil((largest - smallest + 1) * sides / most))
        sizes = [10.0**power for power in range(largest, smallest - 1, -step)]
        return sorted(v for v in (0.0, *sizes, *(-s for s in sizes)) if self.low <= v <= self.high)


def weight_scale(values: Iterable[float], start: float, stop: float, *, symmetric: bool = False) -> Scale:
    """A scale that holds 0 and every value; logarithmic where the largest is out of all proportion to the others."""
    kept = list(values)
    low, high = min(kept, default=0.0), max(kept, default=0.0)
    low, high = min(low, 0.0), max(high, 0.0)
    if symmetric:
        high = max(high, -low)
        low = -high
    if low == high:
        low, high = (-1.0, 1.0) if symmetric else (0.0, 1.0)
    sizes = sorted(abs(v) for v in kept if v)
    unit = None
    if sizes and sizes[-1] / WIDE > (usual := sizes[len(sizes) // 2]):
        unit = usual / 10
    return Scale(low, high, start, stop, unit)


def error_scale(errors: Sequence[float], start: float, stop: float) -> Scale:
    """From 0 to a round number that none of the errors exceeds."""
    highest = max(errors, default=0.0)
    if highest <= 0:
        return Scale(0.0, 0.1, start, stop)
    step = _round_step(highest / 5)
    return Scale(0.0, min(1.0, math.ceil(highest / step - 1e-9) * step), start, stop)


def _round_numbers(low: float, high: float, most: int) -> list[float]:
    step = _round_step((high - low) / max(1, most - 1))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def _round_step(rough: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below `rough`."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9))
