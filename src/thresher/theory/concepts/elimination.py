"""Elimination: conjunctions learned by crossing out literals (C1 III)."""

from collections.abc import Sequence

from ...parameters import yes_or_no
from ...protocols import Attribute, Features
from .booleans import Booleans
from .set_learner import SetLearner
from .targets import Conjunction


class Elimination(SetLearner):
    """Begins with the conjunction of all literals; a positive example crosses out those that are false.

    Without noise it errs on positive examples only, and M <= n (n + 1 with negations).

    attributes: n for the columns 0 .. n - 1, or a list of attributes.   negations: whether literals may be negated.
    A negative example that it calls positive contradicts every conjunction it could still become; it stays as it is.

    >>> learner = Elimination(["a", "b", "c"])
    >>> outcome = learner.learn_one({"a", "c"}, True)
    >>> learner.hypothesis, learner.mistakes
    (Conjunction(literals=('a', 'c'), negated=()), 1)
    """

    def __init__(self, attributes: int | Sequence[Attribute], negations: bool = False) -> None:
        super().__init__()
        self._booleans = Booleans(attributes)
        self._literals = self._booleans.all
        self._negated = self._booleans.all if yes_or_no("negations", negations) else 0

    @property
    def hypothesis(self) -> Conjunction | None:
        """What is left; None while it still holds attributes and their negations, which no instance satisfies."""
        if self._literals & self._negated:
            return None
        return Conjunction(self._booleans.on(self._literals), self._booleans.on(self._negated))

    def _read(self, x: Features) -> int:
        return self._booleans.read(x)

    def _predict(self, bits: int) -> bool:
        return bits & self._literals == self._literals and not bits & self._negated

    def _update(self, bits: int, label: bool) -> bool:
        if not label or self._predict(bits):
            return False
        self._literals &= bits
        self._negated &= ~bits
        return True
