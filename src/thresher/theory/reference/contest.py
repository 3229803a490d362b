"""More classes than all could learn every example: those who compete for it are asked, and learn."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence

from .auto.learner import Auto
from .auto.numbers import MOST_TIMES, clamp
from .base import Example, Values
from .class_links import Attribute, ClassLinks, Link, Totals, log_softmax, softmax
from .multiclass import OneVsRest

ALL_COMPETE, MOST_COMPETING = 32, 12
LEAST_LOG, MIXING_RATE, MOST_GRADIENT, MOST_WEIGHT = -25.0, 0.1, 5.0, 4.0


class Contest(OneVsRest):
    """Auto for each class. Up to 32 classes every member learns every example; then a contest begins.

    compete   the best by the links' linear score and the best by their naive Bayes score in turn, twelve in all
    ask       z_c = w_1 s_c + w_2 ln softmax(linear)_c + w_3 ln softmax(bayes)_c over these, s_c what c's member says;
              another class has the least of these z, less what its linear score is short of the least of theirs
    answer    the largest z; probabilities are softmax(z) over all classes
    learn     the right class's member and those who competed; but for the right one and its first rival only by the
              attributes they know. w by the logarithmic loss, rate .1 / sqrt(sum of squares)

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
        self.mixture = [1.0, 0.3, 0.3]
        self.squares = [1e-3] * 3

    def scores(self, x: Example) -> dict[Hashable, float]:
        """z in a contest; before it each member's score."""
        if self.links is None:
            return super().scores(x)
        values, linear = _values(x), self.links.linear(_values(x))
        competing = self._competing(values)
        mixed = dict(zip(competing, self._mix(self._inputs(x, competing)), strict=True))
        last = min(linear[c] for c in competing)
        least = min(mixed.values())
        return {c: mixed.get(c, least - max(last - linear[c], 0.0)) for c in linear}

    def _competing(self, x: Values) -> list[Hashable]:
        assert self.links is not None
        by_linear, by_bayes = (best_of(scores) for scores in (self.links.linear(x), self.links.bayes(x)))
        in_turn = [c for pair in zip(by_linear, by_bayes, strict=True) for c in pair]
        return list(dict.fromkeys(in_turn))[:MOST_COMPETING]

    def _inputs(self, x: Example, competing: Sequence[Hashable]) -> list[list[float]]:
        """What members say, and logarithms of the links' shares."""
        assert self.links is not None
        linear, bayes = self.links.linear(_values(x)), self.links.bayes(_values(x))
        return [
            [self.members[c].score(x) for c in competing],
            log_softmax([linear[c] for c in competing], LEAST_LOG),
            log_softmax([bayes[c] for c in competing], LEAST_LOG),
        ]

    def _mix(self, inputs: list[list[float]]) -> list[float]:
        w = self.mixture
        return [w[0] * said + w[1] * linear + w[2] * bayes for said, linear, bayes in zip(*inputs, strict=True)]

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
            self._move(inputs, competing.index(y), weight)
        self.links.learn(_values(x), y, weight, moved)
        for c in moved:
            self._auto(c).know(self.links.met_again)

    def _move(self, inputs: list[list[float]], right: int, weight: float) -> None:
        shares = softmax(self._mix(inputs))
        for k, said in enumerate(inputs):
            gradient = said[right]
            for share, value in zip(shares, said, strict=True):
                gradient -= share * value
            gradient = clamp(gradient * min(weight, MOST_TIMES), -MOST_GRADIENT, MOST_GRADIENT)
            self.squares[k] += gradient * gradient
            step = MIXING_RATE * gradient / math.sqrt(self.squares[k])
            self.mixture[k] = clamp(self.mixture[k] + step, 0.0, MOST_WEIGHT)

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


def best_of(scores: Mapping[Hashable, float]) -> list[Hashable]:
    """The twelve of the largest scores, of equal ones those seen first."""
    return sorted(scores, key=lambda c: -scores[c])[:MOST_COMPETING]
