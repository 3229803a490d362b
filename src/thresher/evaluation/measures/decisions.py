"""What comes of answering positive from a threshold on: precision, recall, alerts and cost, at every threshold.

An alert is an example whose probability (or score, where there are no probabilities) is at least the threshold, a hit
an alert that is positive.

    precision = hits / alerts        recall = hits / positives        base rate = positives / examples
    average precision = sum over thresholds, from the highest on, of (recall - recall of the one before) * precision
    cost = fp * false positives + fn * false negatives
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from ...errors import InputError
from ...parameters import real
from ..run_in_words import shown
from .costs import Costs
from .decision import Decision
from .grids import PROBABILITIES, SCORES
from .ranks import Counted, Ranks
from .scores import Reals, checked_probabilities, checked_scores

PROBABILITY, SCORE = "probability", "score"
SHOWN_THRESHOLDS = (0.9, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
SHOWN_SHARES = (0.001, 0.01, 0.05, 0.1)
MOST_POINTS = 200


@dataclass(frozen=True, eq=False, repr=False)
class Decisions:
    """Alerts and hits at every threshold, from the highest on.

    Attributes
    ----------
    thresholds : array of float
        Descending.
    alerts, hits : array of float
        At each of them: how many examples, or the sum of their importance weights.
    exact : bool
        False where there were more than 65,536 examples. They are then counted in buckets of 1/2048 of the log odds,
        with round thresholds (.001, .002, ...) among their ends. What is said at the end of a bucket is exact; the
        average precision is that of examples which are tied in a bucket, the true one is within
        `average_precision_error`.
    by : {"probability", "score"}
        What the thresholds are about.
    weighted : bool
        Whether examples count by their weights, and not once each.

    Examples
    --------
    >>> found = Decisions.of([True, False, True, False], [0.9, 0.6, 0.3, 0.1])
    >>> found.base_rate, round(found.average_precision, 4)
    (0.5, 0.8333)
    >>> found.at(0.3).recall, found.at(0.5).precision, found.top(1).precision
    (1.0, 0.5, 1.0)
    """

    thresholds: Reals
    alerts: Reals
    hits: Reals
    exact: bool = True
    by: str = PROBABILITY
    weighted: bool = False

    @classmethod
    def of(cls, labels: Any, stated: Any, weights: Any = None, *, by: str = PROBABILITY) -> Self:
        """Of labels, true for the positive ones, and what was stated of each, with weights or each once.

        Parameters
        ----------
        labels : sequence of bool
            Whether each example is positive.
        stated : sequence of float
            The probability that each was given.
        weights : sequence of float, optional
            How much each counts. Default: once.
        by : {"probability", "score"}
            What was stated.
        """
        positive = np.asarray(labels, dtype=bool)
        rows = len(positive)
        numbers = checked_probabilities(stated, rows) if by == PROBABILITY else checked_scores(stated, rows)
        ranks = Ranks(PROBABILITIES if by == PROBABILITY else SCORES, weighted=weights is not None)
        ranks.add(numbers, positive, None if weights is None else np.asarray(weights, dtype=np.float64))
        return cls.from_counted(ranks.counted(), by)

    @classmethod
    def from_counted(cls, counted: Counted, by: str = PROBABILITY) -> Self:
        """Of what was counted at each number."""
        numbers, (negatives, positives), exact = counted
        hits = np.cumsum(positives[::-1], dtype=np.float64)
        alerts = np.cumsum((negatives + positives)[::-1], dtype=np.float64)
        if not len(numbers) or not alerts[-1]:
            raise InputError("no probability was stated yet, so there is nothing to decide.")
        return cls(numbers[::-1].copy(), alerts, hits, exact, by, positives.dtype.kind == "f")

    @property
    def examples(self) -> float:
        """All examples."""
        return float(self.alerts[-1])

    @property
    def positives(self) -> float:
        """The positive ones."""
        return float(self.hits[-1])

    @property
    def base_rate(self) -> float:
        """The share of positives."""
        return self.positives / self.examples

    @cached_property
    def average_precision(self) -> float | None:
        """The mean precision at the positives, from the highest on; None without any positive."""
        if not self.positives:
            return None
        found = np.diff(self.hits, prepend=0.0)
        at = np.flatnonzero(found)
        return math.fsum((found[at] * self.hits[at] / self.alerts[at]).tolist()) / self.positives

    @cached_property
    def average_precision_error(self) -> float:
        """How far from it the true one may be: 0 unless examples were counted in buckets.

        In each bucket positives may come first or last. The precision at the i-th of them is then a concave function
        f(i) that increases, whose mean is at most f(last) and at least half of f(first) + f(last); of weighted ones the
        first may be as good as 0.
        """
        if self.exact or self.average_precision is None:
            return 0.0
        found = np.diff(self.hits, prepend=0.0)
        false = self.alerts - self.hits
        false_before = np.concatenate([[0.0], false[:-1]])
        at = np.flatnonzero(found)
        one = self.hits - found + (not self.weighted)  # at the first of a bucket
        with np.errstate(invalid="ignore"):
            best = self.hits / (self.hits + false_before)
            worst = (np.nan_to_num(one / (one + false)) + self.hits / self.alerts) / 2
        high, low = (float((found[at] * part[at]).sum()) / self.positives for part in (best, worst))
        return max(high - self.average_precision, self.average_precision - low, 0.0)

    def at(self, threshold: float) -> Decision:
        """What comes of answering positive from a threshold on."""
        place = int(np.searchsorted(-self.thresholds, -threshold, side="right"))
        alerts, hits = (float(part[place - 1]) if place else 0.0 for part in (self.alerts, self.hits))
        return Decision(float(threshold), alerts, hits, self.examples, self.positives)

    def top(self, k: float) -> Decision:
        """What comes of taking the highest ones.

        Parameters
        ----------
        k : int or float
            How many; or, as a fraction below 1, which share of the examples. Of those that are tied at the border the
            same share is positive.
        """
        share = isinstance(k, float) and 0 < k < 1
        wanted = float(k) * self.examples if share else real("k", k, above=0.0)
        wanted = min(wanted, self.examples)
        place = int(np.searchsorted(self.alerts, wanted))
        before = (float(self.alerts[place - 1]), float(self.hits[place - 1])) if place else (0.0, 0.0)
        part = (wanted - before[0]) / (float(self.alerts[place]) - before[0])
        hits = before[1] + part * (float(self.hits[place]) - before[1])
        return Decision(float(self.thresholds[place]), wanted, hits, self.examples, self.positives)

    def best_for(self, costs: Costs) -> Decision:
        """The threshold at which mistakes cost least in this run; of several the highest."""
        false, missed = self.alerts - self.hits, self.positives - self.hits
        spent = costs.false_positive * false + costs.false_negative * missed
        nobody = self.at(1.0 if self.by == PROBABILITY and self.thresholds[0] < 1.0 else math.inf)
        place = int(np.argmin(spent))
        if nobody.alerts == 0 and nobody.cost(costs) <= spent[place]:
            return nobody
        return self.at(float(self.thresholds[place]))

    def curve(self, most: int = MOST_POINTS) -> list[Decision]:
        """From the highest threshold to the lowest: all, or some that are spread evenly over recall and alerts."""
        places = np.arange(len(self.thresholds))
        if len(places) > most:
            shares = np.linspace(0, 1, most // 2)
            by_hits = np.searchsorted(self.hits, shares * self.positives)
            by_alerts = np.searchsorted(self.alerts, shares * self.examples)
            places = np.unique(np.minimum(np.concatenate([by_hits, by_alerts]), len(places) - 1))
        rows = zip(*(part[places].tolist() for part in (self.thresholds, self.alerts, self.hits)), strict=True)
        return [Decision(at, alerts, hits, self.examples, self.positives) for at, alerts, hits in rows]

    def table(self) -> list[Decision]:
        """Round thresholds, from the highest at which there are alerts to the first at which all is found."""
        if self.by != PROBABILITY:
            return []
        rows = [self.at(threshold) for threshold in SHOWN_THRESHOLDS]
        done = next((i for i, row in enumerate(rows) if row.hits == self.positives), len(rows))
        return [row for row in rows[: done + 1] if row.alerts]

    def tops(self) -> dict[float, Decision]:
        """The highest ones, by their share of all examples: those shares that are an example at least."""
        return {share: self.top(share) for share in SHOWN_SHARES if share * self.examples >= 1}

    def measures(self) -> dict[str, float]:
        """Average precision, and its error where there is one."""
        if self.average_precision is None:
            return {}
        error = {} if self.exact else {"average_precision_error": self.average_precision_error}
        return {"average_precision": self.average_precision} | error

    def to_plain(self, costs: Costs | None = None) -> Mapping[str, Any]:
        """As JSON holds it: the curve thinned, round thresholds, shares of the highest ones."""
        plain: dict[str, Any] = {
            "by": self.by,
            "exact": self.exact,
            "examples": self.examples,
            "positives": self.positives,
            "base_rate": self.base_rate,
            **self.measures(),
            "thresholds": [row.to_plain() for row in self.table()],
            "top": [{"share": share} | row.to_plain() for share, row in self.tops().items()],
            "curve": [row.to_plain() for row in self.curve()],
        }
        return plain | ({} if costs is None else {"cost": self._cost_to_plain(costs)})

    def _cost_to_plain(self, costs: Costs) -> dict[str, Any]:
        plain: dict[str, Any] = dict(zip(("fp", "fn"), costs, strict=True))
        for name, one in (("at_stated_costs", self.at(costs.threshold)), ("cheapest", self.best_for(costs))):
            told = one.to_plain() | {
                "cost": one.cost(costs),
                "cost_per_thousand": 1000 * one.cost(costs) / self.examples,
            }
            plain[name] = told | {"threshold": None if math.isinf(one.threshold) else one.threshold}
        return plain

    def __repr__(self) -> str:
        counts = {"examples": f"{self.examples:,.6g}", "base rate": f"{self.base_rate:.4g}"}
        measured = {name.replace("_", " "): f"{value:.4g}" for name, value in self.measures().items()}
        return shown("Decisions", counts | measured | {"by": self.by})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decisions):
            return NotImplemented
        same = all(np.array_equal(getattr(self, one), getattr(other, one)) for one in ("thresholds", "alerts", "hits"))
        return same and (self.exact, self.by, self.weighted) == (other.exact, other.by, other.weighted)

    __hash__ = None  # type: ignore[assignment]  # arrays can be compared, not hashed
