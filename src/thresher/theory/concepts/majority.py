"""Weighted majority over an enumerated class: slow, tolerant of noise, the measure of quicker learners (B10, F)."""

from collections import Counter

from ...parameters import real
from ...protocols import Features
from .classes import ConceptClass
from .set_learner import SetLearner
from .targets import Target


class MajorityOver(SetLearner):
    """Every concept votes with weight b^(its mistakes); predicts 1 iff those for 1 have at least half of the weight.

    With m the mistakes of the best concept and N = |C|:
        mistakes           M   <= (ln N + m ln(1/b)) / ln(2/(1 + b))
        expected_mistakes  E M <= (ln N + m ln(1/b)) / (1 - b),  where 1 is predicted with the probability of its share

    concepts: the class.   penalty: b, above 0 and below 1.

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
