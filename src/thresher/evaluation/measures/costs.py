"""What the two kinds of mistakes cost, and the threshold that follows from it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from ...errors import ParameterError
from ...parameters import real

MOST = 1e100
NAMES = ("fp", "fn")


class Costs(NamedTuple):
    """What it costs to take a negative example for a positive one, and the other way round.

    Attributes
    ----------
    false_positive : float
        Of an alert that was none.
    false_negative : float
        Of a positive that was missed.

    Examples
    --------
    >>> costs = Costs.read({"fp": 1, "fn": 49})
    >>> costs.threshold, costs
    (0.02, Costs(false_positive=1.0, false_negative=49.0))
    """

    false_positive: float
    false_negative: float

    @classmethod
    def read(cls, given: Any) -> Self:
        """Of (fp, fn), or a mapping with both."""
        if isinstance(given, Mapping) and set(given) == set(NAMES):
            given = [given[name] for name in NAMES]
        if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
            raise ParameterError(
                f"cost must be what a false positive and a false negative cost, (1, 50) for instance; got {given!r}.",
                field="cost",
            )
        fp, fn = (
            real(f"cost of {name}", one, at_least=0, at_most=MOST) for name, one in zip(NAMES, given, strict=True)
        )
        if not fp + fn:
            raise ParameterError("cost: one kind of mistake at least must cost something.", field="cost")
        return cls(fp, fn)

    @property
    def threshold(self) -> float:
        """The probability from which on an alert is the cheaper answer, if probabilities are right: fp / (fp + fn).

        An alert at probability p costs fp (1 - p) on average, none costs fn p.
        """
        return self.false_positive / (self.false_positive + self.false_negative)

    def of(self, false_positives: float, false_negatives: float) -> float:
        """What so many mistakes of either kind cost together."""
        return self.false_positive * false_positives + self.false_negative * false_negatives
