"""Learners that keep the concepts of a class that are consistent with everything so far (C2)."""

from ...errors import InputError
from ...protocols import Features
from .classes import Code, ConceptClass
from .set_learner import SetLearner
from .targets import Target


class _VersionSpace(SetLearner):
    """The concepts that are still consistent. An example that none of them explains is refused, and changes nothing."""

    def __init__(self, concepts: ConceptClass) -> None:
        super().__init__()
        self._class = concepts
        self._left: list[Code] = list(concepts.codes())

    @property
    def left(self) -> int:
        """How many concepts are still consistent."""
        return len(self._left)

    @property
    def hypothesis(self) -> Target:
        """The first concept that is still consistent."""
        return self._class.concept(self._left[0])

    def _read(self, x: Features) -> int:
        return self._class.read(x)

    def _update(self, bits: int, label: bool) -> bool:
        left = [code for code in self._left if self._class.answer(code, bits) == label]
        if not left:
            raise InputError(
                f"no concept of the class is consistent with this example and the {self.examples} before it: there is "
                f"noise, or the target is not in the class. The {self.left} concepts left before it are kept; for "
                "noisy examples use MajorityOver."
            )
        changed = len(left) < len(self._left)
        self._left = left
        return changed


class Consistent(_VersionSpace):
    """CON: predicts with the first concept that is consistent with everything so far. M <= |C| - 1.

    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = Consistent(Disjunctions(["a", "b", "c"], 1))
    >>> learner.learn_one({"a"}, False).mistake, learner.hypothesis
    (True, Disjunction(literals=('b',), negated=()))
    """

    def _predict(self, bits: int) -> bool:
        return self._class.answer(self._left[0], bits)


class Halving(_VersionSpace):
    """Predicts 1 iff strictly more than half of the consistent concepts say 1. M <= floor(lg |C|).

    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = Halving(Disjunctions(16, 1))
    >>> for bit in range(4):
    ...     outcome = learner.learn_one({i for i in range(16) if i >> bit & 1}, bit % 2)
    >>> learner.left, learner.mistakes <= 4
    (1, True)
    """

    def _predict(self, bits: int) -> bool:
        return 2 * sum(self._class.answer(code, bits) for code in self._left) > len(self._left)
