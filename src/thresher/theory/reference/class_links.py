"""Links between attributes and classes, as SNoW has them: one exists once both were active together."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from .auto.numbers import MOST_TIMES, clamp, limited, log_of_ratio, on_grid, power_of_e, product, root, single
from .auto.values import Values as Seen
from .base import Coordinate, Values

SMOOTHING, HEAVIEST, RATE, MOST_BIAS = 0.05, 1e6, 2.0, 64.0
LEAST_SCORE = -500.0
MORE = 1.125


@dataclass
class Link:
    """Of an attribute and a class: a weight, its gradients' squares, the examples of the class that have the attribute.

    ln (1 + n / a) is naive Bayes' part.
    """

    weight: float = 0.0
    squares: float = 0.0
    count: float = 0.0
    log_count: float = 0.0

    def add(self, weight: float) -> None:
        """One more example."""
        self.count = single(self.count + single(weight))
        self.log_count = single(log_of_ratio(self.count + SMOOTHING, SMOOTHING))

    def move(self, g: float) -> None:
        """w += 2 g / sqrt(sum of squares of g)."""
        if g == 0:
            return
        self.squares = single(self.squares + single(g * g))
        if self.squares > 0:
            self.weight = limited(self.weight + single(single(RATE * g) / root(self.squares)))


@dataclass
class Totals:
    """Of a class: examples, attributes of them, the bias and its gradients' squares."""

    examples: float = 0.0
    attributes: float = 0.0
    bias: float = 0.0
    squares: float = 0.0

    def move(self, g: float) -> None:
        """As a link does."""
        self.squares += g * g
        if self.squares > 0:
            self.bias = clamp(self.bias + RATE * g / math.sqrt(self.squares), -MOST_BIAS, MOST_BIAS)


@dataclass
class Attribute:
    """What is known of its values, and its links."""

    values: Seen = field(default_factory=Seen)
    links: dict[Hashable, Link] = field(default_factory=dict)


class ClassLinks:
    """Two scores for every class, at the price of the links alone.

    linear   s_c = w_c . v / |v| + b_c, moved by softmax over those who compete
    bayes    ln (n_c + 1/2) + sum of ln (1 + n_ac / a) - |x| ln (t_c + a attributes + 1)
    """

    def __init__(self) -> None:
        self.attributes: dict[Coordinate, Attribute] = {}
        self.totals: dict[Hashable, Totals] = {}
        self.learned = 0
        self.met_again = 0
        self.room = 0  # attributes, as naive Bayes counts them

    def views(self, x: Values) -> tuple[dict[Coordinate, float], float]:
        """Scaled values, and 1 / the length of those whose attribute is known."""
        views = {i: self._seen(i).scaled(value, self.learned) for i, value in x.items()}
        squares = sum(on_grid(v * v) for i, v in views.items() if i in self.attributes)
        return views, 1.0 / math.sqrt(squares) if squares > 0 else 1.0

    def linear(self, x: Values) -> dict[Hashable, float]:
        """The linear score of each class."""
        views, length = self.views(x)
        return {
            c: sum(on_grid(link.weight * views[i]) for i, link in self._links(x, c)) * length + totals.bias
            for c, totals in self.totals.items()
        }

    def bayes(self, x: Values) -> dict[Hashable, float]:
        """The naive Bayes score of each class."""
        scores = {}
        for c, totals in self.totals.items():
            spread = log_of_ratio(totals.attributes + SMOOTHING * self.room + 1.0, 1.0)
            prior = log_of_ratio(totals.examples + 0.5, 1.0)
            scores[c] = sum(on_grid(link.log_count) for _, link in self._links(x, c)) + (prior - len(x) * spread)
        return scores

    def learn(self, x: Values, right: Hashable, weight: float, competing: Sequence[Hashable]) -> None:
        """One more example; competing: these move, the right class among them."""
        views, length = self.views(x)
        linear = self.linear(x)
        shares = softmax([linear[c] for c in competing])
        steps = {}
        for c, share in zip(competing, shares, strict=True):
            gradient = ((1.0 if c == right else 0.0) - share) * min(weight, MOST_TIMES)
            steps[c] = single(gradient)
            self.totals[c].move(gradient)
        for i, value in x.items():
            attribute = self.attributes.setdefault(i, Attribute())
            attribute.links.setdefault(right, Link()).add(min(weight, HEAVIEST))
            for c, link in attribute.links.items():
                if c in steps:
                    link.move(product(steps[c], single(views[i] * length)))
            self.met_again += attribute.values.seen == 1
            attribute.values.remember(value)
        self.learned += 1
        self.make_room()
        self.totals[right].examples += min(weight, HEAVIEST)
        self.totals[right].attributes += min(weight, HEAVIEST) * len(x)

    def make_room(self) -> None:
        """Naive Bayes follows the number of attributes in steps of an eighth."""
        if len(self.attributes) >= self.room * MORE:
            self.room = len(self.attributes)

    def _seen(self, i: Coordinate) -> Seen:
        return self.attributes[i].values if i in self.attributes else Seen()

    def _links(self, x: Values, c: Hashable) -> list[tuple[Coordinate, Link]]:
        linked = [(i, self.attributes[i].links) for i in x if i in self.attributes]
        return [(i, links[c]) for i, links in linked if c in links]


def raised(scores: Sequence[float]) -> list[float]:
    """e^(s - the largest), no less than e^-500."""
    best = max(scores)
    return [power_of_e(clamp(score - best, LEAST_SCORE, 0.0)) for score in scores]


def added(values: Sequence[float]) -> float:
    """From the left, as the engine does: the built-in sum of newer Pythons is more exact."""
    total = 0.0
    for value in values:
        total += value
    return total


def softmax(scores: Sequence[float]) -> list[float]:
    """Shares of 1 in proportion to e^s."""
    powers = raised(scores)
    total = added(powers)
    return [power / total for power in powers]


def log_softmax(scores: Sequence[float], least: float) -> list[float]:
    """Their logarithms, none below the least."""
    log_total = log_of_ratio(added(raised(scores)), 1.0)
    return [max((score - max(scores)) - log_total, least) for score in scores]
