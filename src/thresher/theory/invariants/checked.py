"""A learner that is checked after every example."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...data import Example
from ...errors import InputError, ParameterError
from ...learners import BIAS, Learner
from ...protocols import Attribute, Features, Label, Outcome
from ..two_labels import check_two_labels
from .choosing import laws_for
from .law import InvariantError, Law, Trial
from .tracking_winnow import Comparator


class Checked:
    """A learner whose every step is checked against what its theory says; the first violation is an InvariantError.

    Parameters
    ----------
    learner : Any
        One of Thresher's, or any object with weights() and counts, and with predict_one and learn_one (or predict and
        learn, as thresher.theory.reference has them). It must not have learned yet.
    comparator : Comparator or None, optional
        Something with at(trial), such as a ConceptSequence, for TrackingWinnow's L7.
    schedule : Comparator or None, optional
        The same for Swin's B3.
    laws : sequence of Law or None, optional
        Which laws to check. Default: those of `laws_for`: the lemmas of TrackingWinnow, Swin, the Perceptron and the
        p-norm learners where they run as their theorems assume, and of every learner what always holds (Always). Of
        learners that are not Thresher's only the latter; give their theory's laws.

    Notes
    -----
    Every attribute of the learner is there; what learns other than by learn_one goes unchecked, and the next learn_one
    says so. All weights are read after every example: this is for finding mistakes, not for speed.

    Examples
    --------
    >>> from thresher import TrackingWinnow
    >>> model = Checked(TrackingWinnow())
    >>> model.learn_one({"free", "now"}, True).mistake, model.mistakes
    (True, 1)
    >>> model.lemmas
    ('counts', 'mistakes', 'no update', 'untouched', 'floor', 'L2', 'L3', 'L4', 'L5', 'L6', "L6'")
    """

    def __init__(
        self,
        learner: Any,
        *,
        comparator: Comparator | None = None,
        schedule: Comparator | None = None,
        laws: Sequence[Law] | None = None,
    ) -> None:
        check_two_labels("checking", learner)
        if laws is not None and (comparator is not None or schedule is not None):
            raise ParameterError("give the comparator or the schedule to the laws themselves.")
        for name in ("weights", "examples", "mistakes", "updates"):
            if not hasattr(learner, name):
                raise ParameterError(f"a learner to be checked needs {name}; {type(learner).__name__} has none.")
        if learner.examples:
            raise ParameterError("the lemmas are about a learner from its first example on; this one has learned.")
        self._learner = learner
        self._laws = tuple(laws_for(learner, comparator, schedule) if laws is None else laws)
        self._weights = self._read_weights()
        self._counts = self._read_counts()
        self._void: str | None = None

    @property
    def examples(self) -> int:
        """Examples learned."""
        return int(self._learner.examples)

    @property
    def mistakes(self) -> int:
        """Predictions that were wrong."""
        return int(self._learner.mistakes)

    @property
    def updates(self) -> int:
        """Updates made."""
        return int(self._learner.updates)

    @property
    def lemmas(self) -> tuple[str, ...]:
        """What is checked, by name."""
        return tuple(lemma for law in self._laws for lemma in law.lemmas)

    @property
    def void(self) -> str | None:
        """Why a theory says nothing any more of this run: a weight that overflowed or vanished, a score of 0."""
        return next((reason for reason in (self._void, *(law.void for law in self._laws)) if reason), None)

    def __getattr__(self, name: str) -> Any:
        if name == "_learner":  # not yet there, while being unpickled
            raise AttributeError(name)
        return getattr(self._learner, name)

    def predict_one(self, x: Features) -> Label:
        """The learner's answer; checks that giving it changed nothing."""
        before = self._fingerprint()
        answer = self._predict(x)
        if self._fingerprint() != before:
            statement = "predict_one changed the state."
            raise InvariantError("prediction is pure", self.examples + 1, statement, "Predicting must never learn.")
        return answer

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> Outcome:
        """Lets the learner learn, then checks every law."""
        if self._read_counts() != self._counts:
            raise InputError("the learner has learned unseen; only learn_one of Checked is checked.")
        if weight != 1 and not all(law.weighted for law in self._laws):
            raise InputError("no lemma covers importance weights; check with laws=[Always()], or without weights.")
        said, names = self.predict_one(x), self._labels()
        outcome = self._learn(x, y, weight)
        check_two_labels("checking", self._learner)
        if outcome.prediction != said and self._labels() == names:  # a label that is new may change names
            statement = f"predict_one said {said!r}, learn_one {outcome.prediction!r}."
            raise InvariantError("one prediction", self.examples, statement, "Both must come before the label.")
        after, counts = self._read_weights(), self._read_counts()
        if weight != 0:
            self._check(x, outcome, after, counts)
        elif (after, counts) != (self._weights, self._counts):
            statement = "an example of weight 0 changed the state."
            raise InvariantError("weight 0", self.examples + 1, statement, "It is predicted, not learned.")
        self._weights, self._counts = after, counts
        return outcome

    def _check(
        self, x: Features, outcome: Outcome, after: Mapping[Attribute, float], counts: tuple[int, int, int]
    ) -> None:
        if getattr(self._learner, "overflows", 0):
            self._void = self._void or f"a weight left the numbers that can be computed with in trial {counts[0]}"
            return
        positive = getattr(self._learner, "positive", self._labels()[-1])
        trial = Trial(
            number=self._counts[0] + 1,
            values=self._values(x),
            positive=outcome.label == positive,
            prediction=outcome.prediction == positive,
            updated=outcome.updated,
            before=self._weights,
            after=after,
            counts_before=self._counts,
            counts_after=counts,
            duals=self._read_duals,
        )
        for law in self._laws:
            law.check(trial)

    # The learner's face: Thresher's own, or the reference's.

    def _predict(self, x: Features) -> Label:
        if hasattr(self._learner, "predict_one"):
            return self._learner.predict_one(x)
        return self._learner.predict(_plain(x))

    def _learn(self, x: Features, y: Label, weight: float) -> Outcome:
        before = self._learner.updates
        if hasattr(self._learner, "learn_one"):
            said = self._learner.learn_one(x, y, weight) if weight != 1 else self._learner.learn_one(x, y)
        else:
            y = y == 1
            said = self._learner.learn(_plain(x), y, weight)
        if isinstance(said, Outcome):
            return said
        return Outcome(said, y, said != y, self._learner.updates != before)

    def _labels(self) -> tuple[Label, ...]:
        return getattr(self._learner, "labels", (False, True))

    def _values(self, x: Features) -> dict[Attribute, float]:
        values: dict[Attribute, float] = {a: v for a, v in _plain(x).items() if v}
        return {**values, BIAS: 1.0} if self._has_bias() else values

    def _has_bias(self) -> bool:
        if isinstance(self._learner, Learner):
            return bool(self._learner.options["bias"])
        return hasattr(self._learner, "bias_weight") and bool(self._learner.bias)

    def _read_weights(self) -> dict[Attribute, float]:
        weights = dict(self._learner.weights())
        if self._has_bias():
            weights[BIAS] = getattr(self._learner, "bias_weight", self._learner.bias)
        return weights

    def _read_duals(self) -> Mapping[Attribute, float] | None:
        return dict(self._learner.duals()) if hasattr(self._learner, "duals") else None

    def _read_counts(self) -> tuple[int, int, int]:
        return self.examples, self.mistakes, self.updates

    def _fingerprint(self) -> Any:
        if hasattr(self._learner, "digest"):
            return self._learner.digest()
        return self._read_weights(), self._read_duals(), self._read_counts()


def _plain(x: Features) -> dict[Attribute, float]:
    return dict(Example(x).items())
