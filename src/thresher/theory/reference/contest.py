"""More classes than all could learn every example: those who compete for it are asked, and learn."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from .auto.learner import Auto
from .auto.numbers import MOST_TIMES, clamp
from .base import Example, Values
from .class_links import Attribute, ClassLinks, Link, Totals, log_softmax, softmax
from .multiclass import OneVsRest

ALL_COMPETE, MOST_COMPETING = 32, 12
FEW_CLASSES, FEWER_COMPETING = 256, 8
LEAST_LOG, MIXING_RATE, MORE_RATE, MOST_GRADIENT, MOST_WEIGHT = -25.0, 0.1, 0.05, 5.0, 4.0
SIZES = 8


@dataclass
class Moved:
    """Weights of a mixture, and their gradients' squares."""

    weight: list[float]
    squares: list[float]

    def move(self, gradients: Sequence[float], times: float, rate: float, least: float) -> None:
        """By the rate over the root of the sum of squares."""
        for k, given in enumerate(gradients):
            gradient = clamp(given * times, -MOST_GRADIENT, MOST_GRADIENT)
            self.squares[k] += gradient * gradient
            self.weight[k] = clamp(self.weight[k] + rate * gradient / math.sqrt(self.squares[k]), least, MOST_WEIGHT)


class Contest(OneVsRest):
    """Auto for each class. Up to 32 classes every member learns every example; then a contest begins.

    compete   the best by the links' linear score and the best by their naive Bayes score in turn, twelve in all; of
              more than 256 classes eight
    ask       z_c = w_1 s_c + w_2 ln softmax(linear)_c + w_3 ln softmax(bayes)_c over these, s_c what c's member says;
              w is one for all, and something more or less for classes of one size, floor(log2(1 + examples)), at most 7;
              another class has the least of these z, less what its linear score is short of the least of theirs
    answer    the largest z; probabilities are softmax(z) over all classes
    learn     the right class's member and those who competed; but for the right one and its first rival only by the
              attributes they know. w by the logarithmic loss, rate .1 / sqrt(sum of squares), .05 for those of a size

    Parameters
    ----------
    make : callable
        Gives a fresh Auto for a class.
    abstain_below : float, default 0.0
        It gives no answer where the best class is ahead by less.
    class_weights : mapping of Hashable to float or str or None, optional
        As of every Multiclass.
    """

    def __init__(
        self,
        make: Callable[[], Auto] = Auto,
        *,
        abstain_below: float = 0.0,
        class_weights: Mapping[Hashable, float] | str | None = None,
    ) -> None:
        super().__init__(make, abstain_below=abstain_below, class_weights=class_weights)
        self.links: ClassLinks | None = None
        self.mixture = Moved([1.0, 0.3, 0.3], [1e-3] * 3)
        self.more = [Moved([0.0] * 3, [1.0] * 3) for _ in range(SIZES)]

    def scores(self, x: Example) -> dict[Hashable, float]:
        """z in a contest; before it each member's score."""
        if self.links is None:
            return super().scores(x)
        values, linear = _values(x), self.links.linear(_values(x))
        competing = self._competing(values)
        mixed = dict(zip(competing, self._mix(competing, self._inputs(x, competing)), strict=True))
        last = min(linear[c] for c in competing)
        least = min(mixed.values())
        return {c: mixed.get(c, least - max(last - linear[c], 0.0)) for c in linear}

    def _competing(self, x: Values) -> list[Hashable]:
        assert self.links is not None
        by_linear, by_bayes = (best_of(scores) for scores in (self.links.linear(x), self.links.bayes(x)))
        in_turn = [c for pair in zip(by_linear, by_bayes, strict=True) for c in pair]
        return list(dict.fromkeys(in_turn))[: most_competing(len(self.links.totals))]

    def _inputs(self, x: Example, competing: Sequence[Hashable]) -> list[list[float]]:
        """What members say, and logarithms of the links' shares."""
        assert self.links is not None
        linear, bayes = self.links.linear(_values(x)), self.links.bayes(_values(x))
        return [
            [self.members[c].score(x) for c in competing],
            log_softmax([linear[c] for c in competing], LEAST_LOG),
            log_softmax([bayes[c] for c in competing], LEAST_LOG),
        ]

    def _size(self, c: Hashable) -> int:
        """Of a class: floor(log2(1 + examples)), at most 7."""
        assert self.links is not None
        return min(math.frexp(1.0 + self.links.totals[c].examples)[1] - 1, SIZES - 1)

    def _mix(self, competing: Sequence[Hashable], inputs: list[list[float]]) -> list[float]:
        mixed = []
        for c, said in zip(competing, zip(*inputs, strict=True), strict=True):
            w = [a + b for a, b in zip(self.mixture.weight, self.more[self._size(c)].weight, strict=True)]
            mixed.append(w[0] * said[0] + w[1] * said[1] + w[2] * said[2])
        return mixed

    def _newcomer(self) -> Auto:
        member = self.make()
        if not isinstance(member, Auto):
            raise TypeError("only Auto's members compete.")
        if self.links is not None:
            member.know(self.links.met_again)
        return member

    def _teach(self, x: Example, y: Hashable, right: bool, weight: float) -> None:
        if self.links is not None:
            self._teach_contest(x, y, weight)
            return
        super()._teach(x, y, right, weight)
        if len(self.members) > ALL_COMPETE:
            self.begin()

    def _teach_contest(self, x: Example, y: Hashable, weight: float) -> None:
        assert self.links is not None
        competing = self._competing(_values(x))
        self.links.totals.setdefault(y, Totals())
        inputs = self._inputs(x, competing)
        moved = [*competing] if y in competing else [*competing, y]
        rival = next(c for c in moved if c != y)
        for c in moved:
            member = self._auto(c)
            (member.learn if c in (y, rival) else member.learn_known)(x, c == y, weight)
        if y in competing:
            self._move(competing, inputs, competing.index(y), weight)
        self.links.learn(_values(x), y, weight, moved)
        for c in moved:
            self._auto(c).know(self.links.met_again)

    def _move(self, competing: Sequence[Hashable], inputs: list[list[float]], right: int, weight: float) -> None:
        shares = softmax(self._mix(competing, inputs))
        gradients = [said[right] for said in inputs]
        more = [[0.0] * 3 for _ in range(SIZES)]
        for j, (c, share) in enumerate(zip(competing, shares, strict=True)):
            for k, said in enumerate(inputs):
                gradients[k] -= share * said[j]
                more[self._size(c)][k] += ((1.0 if j == right else 0.0) - share) * said[j]
        times = min(weight, MOST_TIMES)
        self.mixture.move(gradients, times, MIXING_RATE, 0.0)
        for own, moved in zip(self.more, more, strict=True):
            own.move(moved, times, MORE_RATE, -MOST_WEIGHT)

    def begin(self) -> None:
        """A class is linked with the attributes that its member counted in its examples since it last began anew."""
        self.links = ClassLinks()
        for c in self.members:
            bank = self._auto(c).bank
            self.links.totals[c] = Totals(bank.examples[True], bank.totals[True])
            self.links.met_again = max(self.links.met_again, bank.met_again)
            self.links.learned = max(self.links.learned, bank.learned)
            for i, values in bank.values.items():
                attribute = self.links.attributes.setdefault(i, Attribute())
                if values.seen > attribute.values.seen:
                    attribute.values = type(values)(**vars(values))
                if bank.known[i].positives > 0:
                    attribute.links.setdefault(c, Link()).add(bank.known[i].positives)
        self.links.make_room()

    def _auto(self, label: Hashable) -> Auto:
        member = self.members[label]
        assert isinstance(member, Auto)
        return member


def _values(x: Example) -> Values:
    return {i: float(value) for i, value in x.items() if value != 0}


def most_competing(classes: int) -> int:
    """So many compete at most, of so many classes."""
    return FEWER_COMPETING if classes > FEW_CLASSES else MOST_COMPETING


def best_of(scores: Mapping[Hashable, float]) -> list[Hashable]:
    """Those of the largest scores, of equal ones those seen first."""
    return sorted(scores, key=lambda c: -scores[c])[: most_competing(len(scores))]
