"""Auto's ten linear experts, one after the other: what each says and how each moves."""

from dataclasses import dataclass

from ..base import BIAS, Coordinate, sign_of
from ..base import Values as Example
from .knowledge import Knowledge
from .numbers import (
    MOST_TIMES,
    Confidence,
    clamp,
    inverse_root,
    least_stake,
    limited,
    log_of_ratio,
    logistic,
    on_grid,
    product,
    root,
    single,
)
from .values import Values, View

LINEAR = (
    "gradient",
    "confident",
    "steady",
    "remembered",
    "sifting",
    "adaptive",
    "betting",
    "winnowing",
    "recalled",
    "counting",
)
GRADIENT_RATE, WINNOW_RATE, WINNOW_MARGIN, WINNOW_DUAL_LIMIT = 0.05, 0.3, 0.3, 4.0
STEADY_RATE_RARE, STEADY_SLOWER = 2.0, 1.75
SMOOTHING = 0.5
LEAST_SHORTFALL = 0.1
LEAST_LOG_RATIO = single(1e-30)  # instead of 0, which means that nothing was counted


UNSEEN, UNKNOWN = Values(), Knowledge()  # of an attribute that never was; only looked at


@dataclass
class Lengths:
    """1 / the length of an example in each view."""

    scaled: float
    share: float
    sifted: float

    def of(self, expert: str) -> float:
        """What an expert multiplies its sum by."""
        if expert in ("betting", "winnowing"):
            return self.share
        if expert in ("sifting", "adaptive"):
            return self.sifted
        return self.scaled if expert == "steady" else 1.0


class Bank:
    """gradient    logistic loss, rate .05, on scaled values
    confident   AROW, r = 1, on scaled values
    steady      logistic loss, rate (2 - 1.75 pace)/sqrt(sum of squares), on scaled values over their length
    sifting     AROW, r = .1, on sifted values over their length
    adaptive    logistic loss, rate 1/sqrt(sum of squares), on the same
    betting     coin betting, on shares over their length
    winnowing   2 sinh link, rate .3 wherever y s < .3, on the same
    counting    naive Bayes over the attributes present
    remembered  `confident` as it was before the last restart;   recalled: before the one before
    """

    def __init__(self) -> None:
        self.values: dict[Coordinate, Values] = {}
        self.known: dict[Coordinate, Knowledge] = {}
        self.learned = self.since_restart = 0
        self.active = 0  # attributes of all examples
        self.met_again = 0  # attributes learned from more than once
        self._begun_anew: set[Coordinate] = set()  # of these, whose values a restart forgot, and not met since
        self.admits = True  # whether attributes that are new to it take part from now on
        self._begin_counts()

    def _begin_counts(self) -> None:
        self.examples = {True: 0.0, False: 0.0}
        self.totals = {True: 0.0, False: 0.0}

    def restart(self) -> None:
        """What was learned becomes a memory; of values that vary nothing is known any more."""
        self.known = {i: knowledge.renewed() for i, knowledge in self.known.items()}
        varying = {i for i, values in self.values.items() if values.spread > 0}
        self._begun_anew |= {i for i in varying if self.values[i].seen >= 2}
        self.values = {i: values for i, values in self.values.items() if i not in varying}
        self.since_restart = 0
        self._begin_counts()

    def offset(self) -> float:
        """What naive Bayes adds to every log ratio of counts."""
        return single(log_of_ratio(self.totals[False] + 0.5, self.totals[True] + 0.5))

    def views(self, x: Example) -> dict[Coordinate, View]:
        """An example as the experts see it."""
        offset = self.offset()
        views = {}
        for i, value in x.items():
            values, knowledge = self.values.get(i, UNSEEN), self.known.get(i, UNKNOWN)
            scaled = values.scaled(value, self.since_restart)
            views[i] = View(scaled, values.share(value), single(scaled * single(0.25 + abs(knowledge.ratio(offset)))))
        return views

    def unit_view(self, i: Coordinate) -> View:
        """What one unit of an attribute's value is; of the bias, 1."""
        if i is BIAS:
            return View(1.0, 1.0, 1.0)
        values = self.values.get(i)
        if values is None:
            return View(0.0, 0.0, 0.0)
        size = values.size(self.since_restart)
        scaled = values.unit / size if size > 0 else 0.0
        sifted = scaled * (0.25 + abs(self.known[i].ratio(self.offset())))
        return View(scaled, values.unit / values.largest if values.largest > 0 else 0.0, sifted)

    def lengths(self, views: dict[Coordinate, View]) -> Lengths:
        """Their lengths, inverted."""
        return Lengths(
            inverse_root(sum(on_grid(view.scaled * view.scaled) for view in views.values())),
            inverse_root(sum(on_grid(view.share * view.share) for view in views.values())),
            inverse_root(sum(on_grid(view.sifted * view.sifted) for view in views.values())),
        )

    def scores(self, x: Example) -> dict[str, float]:
        """What each expert says."""
        views = self.views(x)
        by = self.lengths(views)
        sums = self.known.get(BIAS, UNKNOWN).contributions(View(1.0, 1.0, 1.0))
        rows = [self.known.get(i, UNKNOWN).contributions(view) for i, view in views.items()]
        scores = {name: sum(on_grid(row[name]) for row in rows) * by.of(name) + bias for name, bias in sums.items()}
        offset = self.offset()
        ratios = [self.known.get(i, UNKNOWN).ratio(offset) for i in x]
        prior = log_of_ratio(self.examples[True] + 1, self.examples[False] + 1)
        scores["counting"] = sum(on_grid(ratio) for ratio in ratios) + prior
        return scores

    def learn(self, x: Example, scores: dict[str, float], positive: bool, weight: float, pace: float) -> None:
        """Moves all experts by the example whose scores these are. pace: of the labels."""
        y = sign_of(positive)
        views = self.views(x)
        by = self.lengths(views)
        if not self.admits:
            x = {i: value for i, value in x.items() if i in self.known}
            views = {i: views[i] for i in x}
        for i in (*x, BIAS):
            self.known.setdefault(i, Knowledge())
        by_gradient = ("gradient", "steady", "adaptive", "betting")
        losses = {name: logistic(y, scores[name], pace) * (weight * y) for name in by_gradient}
        scaled = {i: view.scaled for i, view in views.items()}
        unit = {i: single(view.scaled * single(by.scaled)) for i, view in views.items()}
        share = {i: single(view.share * single(by.share)) for i, view in views.items()}
        sifted = {i: single(view.sifted * single(by.sifted)) for i, view in views.items()}
        confidences = {i: self.known[i] for i in (*x, BIAS)}
        spreads = {
            "confident": ({i: k.confident for i, k in confidences.items()}, scaled, scaled, 1.0, 1.0),
            "sifting": (
                {i: k.sifting for i, k in confidences.items()},
                sifted,
                {i: view.sifted for i, view in views.items()},
                by.sifted,
                0.1,
            ),
        }
        for name, spread in spreads.items():
            move_confident(*spread, y, scores[name], weight)
        self._step_by_gradient(scaled, single(GRADIENT_RATE * losses["gradient"]))
        rate = single(STEADY_RATE_RARE - single(STEADY_SLOWER * single(pace)))
        self._step_steadily(unit, single(losses["steady"]), rate)
        self._step_adaptively(sifted, single(losses["adaptive"]))
        self._bet(share, single(losses["betting"]), least_stake(pace))
        if y * scores["winnowing"] < WINNOW_MARGIN:
            self._winnow(share, single(WINNOW_RATE * min(weight, MOST_TIMES) * y))
        self._count(x, positive, weight)
        self.learned += 1
        self.since_restart += 1
        self.active += len(x)
        self.met_again -= len(self._begun_anew.intersection(x))
        self._begun_anew.difference_update(x)
        for i, value in x.items():
            values = self.values.setdefault(i, Values())
            self.met_again += values.seen == 1
            values.remember(value)

    def _coordinates(self, values: dict[Coordinate, float]) -> list[tuple[Knowledge, float]]:
        """What is known of each attribute of an example, and its value; the bias, of value 1, is the last."""
        return [*((self.known[i], value) for i, value in values.items()), (self.known[BIAS], 1.0)]

    def _step_by_gradient(self, values: dict[Coordinate, float], step: float) -> None:
        for k, v in self._coordinates(values):
            k.gradient = limited(k.gradient + product(step, v))

    def _step_steadily(self, values: dict[Coordinate, float], step: float, rate: float) -> None:
        for k, v in self._coordinates(values):
            g = product(step, v)
            k.unit_squares = single(k.unit_squares + single(g * g))
            if k.unit_squares > 0:
                k.steady = limited(k.steady + product(rate, single(g / root(k.unit_squares))))

    def _step_adaptively(self, values: dict[Coordinate, float], step: float) -> None:
        for k, v in self._coordinates(values):
            g = product(step, v)
            k.squares = single(k.squares + single(g * g))
            if k.squares > 0:
                k.adaptive = limited(k.adaptive + single(g / root(k.squares)))

    def _bet(self, values: dict[Coordinate, float], step: float, least: float) -> None:
        for k, v in self._coordinates(values):
            k.betting.toss(product(step, v), product(least, abs(v)))

    def _winnow(self, values: dict[Coordinate, float], step: float) -> None:
        for k, v in self._coordinates(values):
            k.dual = clamp(single(k.dual + product(step, v)), -WINNOW_DUAL_LIMIT, WINNOW_DUAL_LIMIT)
            k.winnowing = two_sinh(k.dual)

    def _count(self, x: Example, positive: bool, weight: float) -> None:
        """Naive Bayes: ln (positives_i + a s) / (negatives_i + a (1 - s)), s the positives' share of attributes so far.

        Of an attribute counted often it is taken anew at every sixteenth example only.
        """
        share = min((self.totals[True] + 0.5) / (self.totals[True] + self.totals[False] + 1), 1 - 1e-15)
        for i in x:
            k, seen = self.known[i], self.values.get(i, UNSEEN).seen
            if positive:
                k.positives = single(k.positives + single(weight))
            else:
                k.negatives = single(k.negatives + single(weight))
            if single(k.positives + k.negatives) < 16 or int(seen) % 16 == 0:
                ratio = log_of_ratio(k.positives + SMOOTHING * share, k.negatives + SMOOTHING * (1 - share))
                k.log_ratio = single(ratio) or LEAST_LOG_RATIO
        self.examples[positive] += weight
        self.totals[positive] += len(x) * weight


def two_sinh(z: float) -> float:
    """2 sinh z by its series up to z^5, in single precision: it is a seventh too small at the limit, 4."""
    square = single(z * z)
    return product(z, single(2.0 + product(square, single(single(1.0 / 3.0) + single(square / 60.0)))))


def move_confident(
    cells: dict[Coordinate, Confidence],
    x: dict[Coordinate, float],
    whole: dict[Coordinate, float],
    length: float,
    r: float,
    y: float,
    score: float,
    weight: float,
) -> None:
    """AROW: if 1 - y s > .1, beta = 1 / (sum of sigma x^2 + r), alpha = (1 - y s) beta.

    x: the values by which it moves. whole, length: the same before they were multiplied by 1 / length.
    """
    shortfall = 1.0 - y * score
    if shortfall <= LEAST_SHORTFALL:
        return
    spread = sum(on_grid(cells[i].variance * v * v) for i, v in whole.items()) * length * length
    shrink = 1.0 / (spread + cells[BIAS].variance + r)
    step = single(min(shortfall * shrink * weight, 1e3) * y)
    if step == 0:  # the importance weight is next to nothing
        return
    for i, cell in cells.items():
        cell.move(x.get(i, 1.0), step, single(shrink))
