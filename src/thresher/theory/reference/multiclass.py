"""Many classes, one member each: one against the rest, and the constraint scheme (C13, Kesler's construction)."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from math import inf

from .base import Example, Reference
from .quasi_additive import QuasiAdditive, loss_at


class Multiclass(ABC):
    """The class of the largest score; of equal scores the one seen first; None where there is no answer.

    There is no answer before the first label, and where the best score is less than `abstain_below` ahead of the
    second.

    Parameters
    ----------
    make : callable
        Gives a fresh learner for a class.
    abstain_below : float, default 0.0
        It gives no answer where the best class is ahead by less.
    class_weights : mapping of Hashable to float or str or None, optional
        Class -> weight, or "balanced": N / (k n_c), with N examples of k classes so far, n_c of this class; 1 for the
        first of a class.
    """

    def __init__(
        self,
        make: Callable[[], Reference],
        *,
        abstain_below: float = 0.0,
        class_weights: Mapping[Hashable, float] | str | None = None,
    ) -> None:
        self.make = make
        self.abstain_below = abstain_below
        self.class_weights = class_weights
        self.members: dict[Hashable, Reference] = {}
        self.confusion: Counter[tuple[Hashable, Hashable | None]] = Counter()

    @property
    def examples(self) -> int:
        return self.confusion.total()

    @property
    def abstained(self) -> int:
        return sum(count for (_, said), count in self.confusion.items() if said is None)

    @property
    def mistakes(self) -> int:
        return sum(count for (label, said), count in self.confusion.items() if said is not None and said != label)

    def scores(self, x: Example) -> dict[Hashable, float]:
        """Each member's score."""
        return {label: member.score(x) for label, member in self.members.items()}

    def predict(self, x: Example) -> Hashable | None:
        return self._answer(self.scores(x))

    def learn(self, x: Example, y: Hashable, weight: float = 1.0) -> Hashable | None:
        """Predict, learn, count; return the prediction made before the label."""
        scores = self.scores(x)
        said = self._answer(scores)
        if weight == 0:
            return said
        if y not in self.members:
            self.members[y] = self._newcomer()
        self._teach(x, y, _first(scores) == y, weight * self._class_weight(y))
        self.confusion[y, said] += 1
        return said

    @abstractmethod
    def _teach(self, x: Example, y: Hashable, right: bool, weight: float) -> None:
        """Learn an example whose class has a member; right: that class had the largest score."""

    def _newcomer(self) -> Reference:
        return self.make()

    def _answer(self, scores: Mapping[Hashable, float]) -> Hashable | None:
        ranked = sorted(scores.values(), reverse=True)
        ahead = ranked[0] - ranked[1] if len(ranked) > 1 else inf
        return _first(scores) if ahead >= self.abstain_below else None

    def _class_weight(self, y: Hashable) -> float:
        if self.class_weights is None:
            return 1.0
        if not isinstance(self.class_weights, str):
            return self.class_weights.get(y, 1.0)
        seen: Counter[Hashable] = Counter()
        for (label, _), count in self.confusion.items():
            seen[label] += count
        return self.examples / (len(seen) * seen[y]) if seen[y] else 1.0


class OneVsRest(Multiclass):
    """Every member learns every example: positive iff it is of its class."""

    def _teach(self, x: Example, y: Hashable, right: bool, weight: float) -> None:
        for label, member in self.members.items():
            member.learn(x, label == y, weight)


class Constraint(Multiclass):
    """The right class's member is promoted and its best rival's demoted; the others are untouched.

    With gap = s_right - s_rival and the members' own loss:
    mistake 1 iff the prediction was wrong;  margin 1 iff wrong or gap < margin;  logistic 1 / (1 + exp(gap)).
    """

    def _teach(self, x: Example, y: Hashable, right: bool, weight: float) -> None:
        scores = self.scores(x)
        rival = _first({label: score for label, score in scores.items() if label != y})
        if rival is None:
            return
        loss = self._loss(scores[y] - scores[rival], right)
        if loss > 0:
            self._move(y, x, True, loss, weight)
            self._move(rival, x, False, loss, weight)

    def _loss(self, gap: float, right: bool) -> float:
        member = self._member(next(iter(self.members)))
        if member.loss != "logistic" and not right:
            return 1.0
        return 0.0 if member.loss == "mistake" else loss_at(member.loss, member.margin, gap, True)

    def _move(self, label: Hashable, x: Example, y: bool, loss: float, weight: float) -> None:
        """A step as if the member's loss had been this one."""
        member = self._member(label)
        member.__dict__["_loss"] = lambda x, y: loss
        member._step(member._values(x), y, weight)
        del member.__dict__["_loss"]

    def _member(self, label: Hashable) -> QuasiAdditive:
        member = self.members[label]
        if not isinstance(member, QuasiAdditive):
            raise TypeError("the constraint scheme is for quasi-additive members.")
        return member


def _first(scores: Mapping[Hashable, float]) -> Hashable | None:
    """The class of the largest score, the first of equals."""
    return max(scores, key=scores.__getitem__, default=None)
