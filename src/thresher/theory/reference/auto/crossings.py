"""Auto's four experts for few attributes: values, bins of real values, pairs, and some threes and fours."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from ..base import Coordinate, sign_of
from ..base import Values as Example
from .credit import Credit
from .numbers import Coin, Confidence, clamp, inverse_root, least_stake, logistic, on_grid, product, root, single
from .values import Values
from .worth import Worth

CROSSED = ("bending", "pairing", "bold", "wary")
KNOTS = 16
MOST_KNOWN, FEW_ACTIVE, MOST_PAIRED, MOST_KEPT = 1024, 12, 64, 2**17
MOST_CHOSEN, MOST_REFINED, MOST_BEFORE_GROWN = 8, 6, MOST_KEPT // 2
LEAST_DEVIATION = 1e-6  # for its mean: less is the rounding of the mean
FIRST_STAKE = single(0.1)
BOLD_DUAL_LIMIT = 5.0

# (attribute, None): it is there.  (attribute, k): near knot k.  ((..), (..)): a pair, and so on.
# (attribute, grid, k): the k-th part of its range on another grid.
Part: TypeAlias = tuple[Coordinate, int | None] | tuple[Coordinate, str, int]
Key: TypeAlias = Part | frozenset[Part]
Worths: TypeAlias = dict[Coordinate, Worth]


@dataclass
class Crossing:
    """What the experts know of one value, bin or pair."""

    bending: Confidence = field(default_factory=Confidence)
    pairing: Coin = field(default_factory=Coin)
    bold: float = 0.0
    dual: float = 0.0
    squares: float = 0.0
    wary: Coin = field(default_factory=lambda: Coin(stake=FIRST_STAKE))

    def move_boldly(self, g: float) -> None:
        """z += g / sqrt(sum of squares), |z| <= 5;  w = 2z + z^3/3."""
        if g == 0:
            return
        self.squares = single(self.squares + single(g * g))
        z = clamp(single(self.dual + single(g / root(self.squares))), -BOLD_DUAL_LIMIT, BOLD_DUAL_LIMIT)
        self.dual, self.bold = z, single(2 * z + single(product(z, z, z) / 3))


@dataclass
class Crossed:
    """An example in values, bins and pairs; each with how much of it is there. grown: threes, fours, finer pairs."""

    plain: dict[Key, float]
    pairs: dict[Key, float]
    grown: dict[Key, float] = field(default_factory=dict)

    @property
    def with_grown(self) -> dict[Key, float]:
        """All there is."""
        return {**self.everything, **self.grown}

    @property
    def everything(self) -> dict[Key, float]:
        """Values, bins and pairs."""
        return {**self.plain, **self.pairs}

    def worthy(self, worths: Worths, pace: float) -> dict[Key, float]:
        """The same, each times the worths of its two attributes, or of its one twice."""
        return {key: v * worth_of(key, worths, pace) for key, v in self.everything.items()}


def cross(x: Example, known: dict[Coordinate, Values], worths: Worths, pace: float, grows: bool) -> Crossed:
    """An attribute that never varied is there or not. A real value lies between two knots and is at both in part.

    z = deviation from the mean;   place = 16 (1 + 1.25 z / (1 + |z|)) / 2, between knots 0 and 16
    Two attributes that are there together are a pair, a real value by which eighth of the places it is in. grows: there
    are few attributes in all, so some threes, fours and finer pairs are made too.
    """
    plain: dict[Key, float] = {}
    parts: list[Part] = []
    places: dict[Coordinate, float] = {}
    for i, value in x.items():
        values = known.get(i)
        if values is None:
            continue
        deviation = math.sqrt(values.spread / values.seen)
        if not deviation > LEAST_DEVIATION * abs(values.mean):
            plain[i, None] = 1.0
            parts.append((i, None))
            continue
        z = (values.in_unit(value) - values.mean) / deviation
        place = clamp((z / (1 + abs(z)) * 1.25 + 1) / 2 * KNOTS, 0.0, KNOTS - 1e-9)
        knot, places[i] = int(place), place
        plain[i, knot] = 1.0 - (place - knot)
        if place > knot:
            plain[i, knot + 1] = place - knot
        parts.append((i, knot // 2))
    if len(parts) > MOST_PAIRED:
        return Crossed(plain, {})
    pairs: dict[Key, float] = {frozenset(pair): 1.0 for pair in combinations(parts, 2)}
    grown = [*grow(parts, worths), *refine(places, surest(parts, worths, pace))] if grows else []
    return Crossed(plain, pairs, dict.fromkeys(grown, 1.0))


def grow(parts: list[Part], worths: Worths) -> Iterable[Key]:
    """All threes of the eight attributes whose crossings saved most so far; all fours too where there are no more.

    Where several saved as much as the ninth, they are left out: the order of attributes can't show.
    """
    if len(parts) <= MOST_CHOSEN:
        return [frozenset(group) for size in (3, 4) for group in combinations(parts, size)]
    ninth = sorted((worths[part[0]].gain for part in parts), reverse=True)[MOST_CHOSEN]
    return [frozenset(three) for three in combinations([part for part in parts if worths[part[0]].gain > ninth], 3)]


def surest(parts: list[Part], worths: Worths, pace: float) -> set[Coordinate]:
    """All attributes if there are six or fewer; else those of full worth, and none if these are more."""
    found = {part[0] for part in parts if len(parts) <= MOST_REFINED or worths[part[0]].value(pace) == 1}
    return found if len(found) <= MOST_REFINED else set()


def refine(places: dict[Coordinate, float], chosen: set[Coordinate]) -> Iterable[Key]:
    """All pairs of real values of chosen attributes on finer grids.

    Three are of eighths, half an eighth further along one of the two or both; two of sixteenths, one half a sixteenth
    further along both.
    """

    def parts(i: Coordinate) -> tuple[Part, Part, Part, Part]:
        knot = int(places[i])
        half_on = places[i] - knot >= 0.5
        return (i, knot // 2), (i, "eighths", (knot + 1) // 2), (i, "sixteenths", knot), (i, "half on", knot + half_on)

    for i, j in combinations([i for i in places if i in chosen], 2):
        first, second = parts(i), parts(j)
        for one, other in ((1, 1), (1, 0), (0, 1), (2, 2), (3, 3)):
            yield frozenset((first[one], second[other]))


class Crossings:
    """bending   AROW, r = .1, on values and bins over their length
    pairing   coin betting, on values, bins, pairs, threes, fours and finer pairs over their length
    bold      logistic loss, rate 1/sqrt(sum of squares), link 2z + z^3/3, on values, bins and pairs
    wary      coin betting whose stakes begin at .1, on the same, each times the worth of its attributes
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """All is forgotten."""
        self.known: dict[Key, Crossing] = {}
        self.bias = Crossing()

    def scores(self, crossed: Crossed, worths: Worths, pace: float) -> dict[str, float]:
        """What each expert says."""
        worthy = crossed.worthy(worths, pace)
        plain = [(self.known.get(key, UNKNOWN), v) for key, v in crossed.plain.items()]
        everything = [(self.known.get(key, UNKNOWN), v) for key, v in crossed.everything.items()]
        grown = [(self.known.get(key, UNKNOWN), v) for key, v in crossed.with_grown.items()]
        one, all_, with_grown = length(crossed.plain), length(crossed.everything), self._length_with_grown(crossed)
        return {
            "bending": sum(on_grid(k.bending.weight * v) for k, v in plain) * one + self.bias.bending.weight,
            "pairing": sum(on_grid(k.pairing.weight * v) for k, v in grown) * with_grown + self.bias.pairing.weight,
            "bold": sum(on_grid(k.bold * v) for k, v in everything) * all_ + self.bias.bold,
            "wary": sum(on_grid(self.known.get(key, UNKNOWN).wary.weight * v) for key, v in worthy.items())
            * length(worthy)
            + self.bias.wary.weight,
        }

    def learn(
        self, crossed: Crossed, worths: Worths, scores: dict[str, float], positive: bool, weight: float, pace: float
    ) -> None:
        """Moves all by the example whose scores these are, and the worth of its attributes. pace: of the labels."""
        y = sign_of(positive)
        losses = {name: logistic(y, scores[name], pace) for name in ("pairing", "bold", "wary")}
        slopes = {name: loss * (weight * y) for name, loss in losses.items()}
        by = {name: single(slope) for name, slope in slopes.items()}
        one, all_, with_grown = length(crossed.plain), length(crossed.everything), self._length_with_grown(crossed)
        least = least_stake(pace)
        worthy = crossed.worthy(worths, pace)
        by_worth = length(worthy)
        values = {i: worth.value(pace) for i, worth in worths.items()}
        for i, credit in self._credit(crossed, worthy).settled(values).items():
            worths[i].add(slopes["wary"], losses["wary"], weight, credit * by_worth, values[i])
        self._let_in(crossed.everything, MOST_KEPT)
        self._let_in(crossed.grown, MOST_BEFORE_GROWN)
        plain = [(self.known[key], v * one) for key, v in crossed.plain.items() if key in self.known]
        everything = [
            (self.known[key], v * all_, worthy[key] * by_worth)
            for key, v in crossed.everything.items()
            if key in self.known
        ]
        self._bend([(cell.bending, v) for cell, v in plain], y, scores["bending"], weight)
        for cell, v, worth in [*everything, (self.bias, 1.0, 1.0)]:
            cell.wary.toss(product(by["wary"], single(worth)), product(least, single(abs(worth))))
            cell.move_boldly(product(by["bold"], single(v)))
        bets = [(self.known[key], v * with_grown) for key, v in crossed.with_grown.items() if key in self.known]
        for cell, v in [*bets, (self.bias, 1.0)]:
            cell.pairing.toss(product(by["pairing"], single(v)), product(least, single(abs(v))))

    def _credit(self, crossed: Crossed, worthy: dict[Key, float]) -> Credit[Coordinate]:
        """What crossings add to the sum of `wary`, by their attributes."""
        credit: Credit[Coordinate] = Credit()
        for key, v in crossed.everything.items():
            weight = self.known.get(key, UNKNOWN).wary.weight
            credit.add(attributes_of(key), on_grid(weight * worthy[key]), on_grid(weight * v))
        return credit

    def _length_with_grown(self, crossed: Crossed) -> float:
        """Of threes and fours only those count that moved before."""
        moved = {key: v for key, v in crossed.grown.items() if self.known.get(key, UNKNOWN) != UNKNOWN}
        return length({**crossed.everything, **moved})

    def _let_in(self, keys: Iterable[Key], most: int) -> None:
        """Newcomers of an example are all let in or, once there are too many, none."""
        newcomers = [key for key in keys if key not in self.known]
        if len(self.known) + len(newcomers) <= most:
            self.known.update((key, Crossing()) for key in newcomers)

    def _bend(self, cells: list[tuple[Confidence, float]], y: float, score: float, weight: float) -> None:
        """AROW, as the bank's; only the bias's variance comes first in the sum."""
        if y * score >= 1:
            return
        spread = sum((on_grid(cell.variance * v * v) for cell, v in cells), self.bias.bending.variance)
        shrink = 1.0 / (spread + 0.1)
        step = single(min((1.0 - y * score) * shrink * weight, 1e3) * y)
        if step == 0:
            return
        for cell, v in [*cells, (self.bias.bending, 1.0)]:
            if single(v) != 0:
                cell.move(single(v), step, single(shrink))


UNKNOWN = Crossing()  # only looked at


def attributes_of(key: Key) -> set[Coordinate]:
    """One, or the two of a pair."""
    return {part[0] for part in key} if isinstance(key, frozenset) else {key[0]}


def worth_of(key: Key, worths: Worths, pace: float) -> float:
    """The product of two worths."""
    found = [worths[i].value(pace) for i in attributes_of(key)]
    return single(found[0] * found[-1])


def length(x: dict[Key, float]) -> float:
    """1 / its length."""
    return inverse_root(sum(on_grid(v * v) for v in x.values()))
