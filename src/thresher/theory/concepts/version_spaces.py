"""Learners that keep the concepts of a class still consistent: CON, also at random, halving (C2), optimal (J7a).

An example that no concept explains is refused, and changes nothing.
"""

import random

from ...errors import InputError
from ...parameters import whole
from ...protocols import Features
from .classes import Code, ConceptClass
from .dimension import Splits
from .set_learners import SetLearner
from .targets import Target


class _VersionSpace(SetLearner):
    """The concepts that are still consistent."""

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

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = Consistent(Disjunctions(["a", "b", "c"], 1))
    >>> learner.learn_one({"a"}, False).mistake, learner.hypothesis
    (True, Disjunction(literals=('b',), negated=()))
    """

    def _predict(self, bits: int) -> bool:
        return self._class.answer(self._left[0], bits)


class RandomConsistent(_VersionSpace):
    """CON as the notes have it: predicts with a concept drawn at random from the consistent ones. E M <= H_|C| - 1.

    A concept is kept until an example contradicts it. One that was drawn uniformly and survived is uniform among the
    survivors, so on a stream that does not depend on the coins this is, in expectation, drawing anew on every trial.

    Parameters
    ----------
    concepts : ConceptClass
        The class that holds the target.
    seed : int, default 0
        Of the coins.

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = RandomConsistent(Disjunctions(3, 1), seed=1)
    >>> for i in range(2):
    ...     outcome = learner.learn_one({i}, False)
    >>> round(learner.expected_mistakes, 3), learner.mistakes <= 2
    (0.833, True)
    """

    def __init__(self, concepts: ConceptClass, seed: int = 0) -> None:
        super().__init__(concepts)
        self._coins = random.Random(whole("seed", seed))
        self._chosen = self._coins.choice(self._left)
        self._expected_mistakes = 0.0

    @property
    def expected_mistakes(self) -> float:
        """The mean of the mistakes over the coins, for a stream that does not depend on them."""
        return self._expected_mistakes

    @property
    def hypothesis(self) -> Target:
        """The concept that predicts."""
        return self._class.concept(self._chosen)

    def _predict(self, bits: int) -> bool:
        return self._class.answer(self._chosen, bits)

    def _update(self, bits: int, label: bool) -> bool:
        before = self.left
        changed = super()._update(bits, label)
        self._expected_mistakes += (before - self.left) / before
        if self._predict(bits) != label:
            self._chosen = self._coins.choice(self._left)
        return changed


class Halving(_VersionSpace):
    """Predicts 1 iff strictly more than half of the consistent concepts say 1. M <= floor(lg |C|).

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = Halving(Disjunctions(16, 1))
    >>> for bit in range(4):
    ...     outcome = learner.learn_one({i for i in range(16) if i >> bit & 1}, bit % 2)
    >>> learner.left, learner.mistakes <= 4
    (1, True)
    """

    def _predict(self, bits: int) -> bool:
        return 2 * sum(self._class.answer(code, bits) for code in self._left) > len(self._left)


class StandardOptimal(_VersionSpace):
    """Littlestone's standard optimal algorithm: predicts the label that would leave the class of larger dimension.

    M <= Ldim(C), and no deterministic learner can promise less. Of two labels that leave as much it predicts 0.

    Parameters
    ----------
    concepts : ConceptClass
        The class that holds the target; small, as every instance of it is enumerated.

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = StandardOptimal(Disjunctions(8, 1))
    >>> outcomes = [learner.learn_one({i}, i == 7) for i in range(8)]
    >>> learner.dimension, learner.mistakes <= 3
    (0, True)
    """

    def __init__(self, concepts: ConceptClass) -> None:
        super().__init__(concepts)
        self._splits = Splits(concepts)
        self._alive = self._splits.everything

    @property
    def dimension(self) -> int:
        """Littlestone's dimension of the concepts that are still consistent: what it can still get wrong."""
        return self._splits.dimension(self._alive)

    def _predict(self, bits: int) -> bool:
        yes = self._splits.answering(bits)
        return self._splits.dimension(self._alive & yes) > self._splits.dimension(self._alive & ~yes)

    def _update(self, bits: int, label: bool) -> bool:
        changed = super()._update(bits, label)
        yes = self._splits.answering(bits)
        self._alive &= yes if label else ~yes
        return changed
