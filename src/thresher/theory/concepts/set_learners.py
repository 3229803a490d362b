"""Learners over declared boolean attributes that keep a set of candidates: exact, slow, a measure of quicker ones.

Elimination crosses out literals (C1); MajorityOver weighs the concepts of a class, and so bears noise (B10, F). Those
that keep the concepts still consistent are in `version_spaces.py`.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence

from ...errors import InputError
from ...parameters import real, yes_or_no
from ...protocols import Attribute, Features, Label, Outcome
from .answers import positive
from .booleans import Booleans
from .classes import ConceptClass
from .targets import Conjunction, Target


class SetLearner(ABC):
    """A learner whose state is a set of candidates. Examples have weight 1, or 0: then nothing is learned."""

    tells_changes = True  # an outcome's `updated` can be trusted

    def __init__(self) -> None:
        self._examples = 0
        self._mistakes = 0
        self._updates = 0

    @property
    def examples(self) -> int:
        """How many examples were learned from."""
        return self._examples

    @property
    def mistakes(self) -> int:
        """How many of them were predicted wrongly."""
        return self._mistakes

    @property
    def updates(self) -> int:
        """How many of them changed the learner."""
        return self._updates

    def predict_one(self, x: Features) -> bool:
        """The answer for one example."""
        return self._predict(self._read(x))

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Predicts, then learns the label."""
        if weight not in (0, 1):
            raise InputError(
                f"an importance weight of {weight!r} has no meaning for {type(self).__name__}; an example counts (1) "
                "or does not (0)."
            )
        bits, label = self._read(x), positive(y)
        prediction = self._predict(bits)
        updated = False
        if weight:
            updated = self._update(bits, label)
            self._examples += 1
            self._mistakes += prediction != label
            self._updates += updated
        return Outcome(prediction, label, prediction != label, updated)

    @abstractmethod
    def _read(self, x: Features) -> int:
        """The bits of an instance."""

    @abstractmethod
    def _predict(self, bits: int) -> bool:
        """The answer; changes nothing."""

    @abstractmethod
    def _update(self, bits: int, label: bool) -> bool:
        """Learns the label, and says whether that changed anything."""


class Elimination(SetLearner):
    """Begins with the conjunction of all literals; a positive example crosses out those that are false.

    Without noise it errs on positive examples only, and M <= n (n + 1 with negations).

    Parameters
    ----------
    attributes : int or sequence of Attribute
        n for the columns 0 .. n - 1, or a list of attributes.
    negations : bool, default False
        Whether literals may be negated.

    Notes
    -----
    A negative example that it calls positive contradicts every conjunction it could still become; it stays as it is.

    Examples
    --------
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


class MajorityOver(SetLearner):
    """Every concept votes with weight b^(its mistakes); predicts 1 iff those for 1 have at least half of the weight.

    With m the mistakes of the best concept and N = |C|:
        mistakes           M   <= (ln N + m ln(1/b)) / ln(2/(1 + b))
        expected_mistakes  E M <= (ln N + m ln(1/b)) / (1 - b),  where 1 is predicted with the probability of its share

    Parameters
    ----------
    concepts : ConceptClass
        The class of concepts that vote.
    penalty : float, default 0.5
        The factor of a wrong concept's weight: b, above 0 and below 1.

    Examples
    --------
    >>> from thresher.theory.concepts import Disjunctions
    >>> learner = MajorityOver(Disjunctions(["a", "b"], 1), penalty=0.5)
    >>> learner.learn_one({"a"}, False).mistake, learner.share_one({"a"}) == 1 / 3, learner.best_mistakes
    (True, True, 0)
    """

    def __init__(self, concepts: ConceptClass, penalty: float = 0.5) -> None:
        super().__init__()
        self.penalty = real("penalty", penalty, above=0, below=1)
        self._class = concepts
        self._codes = list(concepts.codes())
        self._wrong = [0] * len(self._codes)
        self._expected_mistakes = 0.0

    @property
    def expected_mistakes(self) -> float:
        """What the randomised learner would have made on average: its weights are the same."""
        return self._expected_mistakes

    @property
    def best_mistakes(self) -> int:
        """Mistakes of the best concept so far."""
        return min(self._wrong)

    @property
    def hypothesis(self) -> Target:
        """The first of the best concepts so far."""
        return self._class.concept(self._codes[self._wrong.index(self.best_mistakes)])

    def share_one(self, x: Features) -> float:
        """The share of the weight that says 1."""
        return self._share(self._read(x))

    def _read(self, x: Features) -> int:
        return self._class.read(x)

    def _share(self, bits: int) -> float:
        # Weights are relative to the best concept's, so that they never all vanish. Concepts with as many mistakes
        # are counted together: whole numbers keep a tie a tie.
        voters = Counter(self._wrong)
        yes = Counter(
            wrong for code, wrong in zip(self._codes, self._wrong, strict=True) if self._class.answer(code, bits)
        )
        least = min(voters)
        weights = {wrong: self.penalty ** (wrong - least) for wrong in sorted(voters)}
        total = sum(voters[wrong] * weight for wrong, weight in weights.items())
        return sum(yes[wrong] * weight for wrong, weight in weights.items()) / total

    def _predict(self, bits: int) -> bool:
        return self._share(bits) >= 0.5

    def _update(self, bits: int, label: bool) -> bool:
        share = self._share(bits)
        self._expected_mistakes += 1 - share if label else share
        wrong = [self._class.answer(code, bits) != label for code in self._codes]
        self._wrong = [m + w for m, w in zip(self._wrong, wrong, strict=True)]
        return any(wrong) and not all(wrong)
