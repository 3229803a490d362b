"""Auto: the learner without settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from ..._core import NativeLearner
from ...choices.links import Identity
from ...choices.losses import Always
from ...data import Labels
from ...errors import ParameterError
from ...protocols import Attribute, Features, Label
from ..base import Learner
from ..choice import Choice, Options, describe
from ..reasons import Explanation
from ..standing import Standing
from ..writing import AUTO
from .losses import standing_since
from .parts import explanation_of
from .trust import Trust, read_trust

CLASSES = {"scheme": "one-vs-rest", "abstain_below": 0.0, "balanced": False, "informed": True, "softmax": False}
"""How classes learn together once there are more than two."""


class Auto(Learner):
    """The learner without settings: fifteen experts, and a master that finds out whom to trust.

    Any real values (it scales them itself), any number of attributes, concepts that drift, shift or come back. Its
    experts are of all the families here: additive, multiplicative, second order, coin betting, naive Bayes, and, while
    there are few attributes, curves and pairs of attributes. Their votes are combined by weighted majority and by
    logistic mixing, and both of these, with every expert by itself, by Bayes' rule with a fixed share. When mistakes
    suddenly become many it starts anew and keeps what it knew as one more expert.

    Parameters
    ----------
    **options
        No parameter is needed; the options of every learner but bias and probabilities are there (it has both).

    Notes
    -----
    Labels are what they are, two or many. Of 0/1, -1/1 and False/True the 1 is positive, of pairs known by name (ham
    and spam) the one that one looks for, else the greater one. A third label makes it many classes, a learner for each
    (C13), and nothing that was learned is lost; labels=(negative, positive) keeps it to two for good. Answers
    only where the best class is far enough ahead: Multiclass(Auto(), abstain_below=...).

    Bound: its log loss is at most that of any of its experts plus (restarts + 1) ln(1/prior) and the price of
    sharing (F4), and on every interval at most that of any of them there plus ln(1/prior) and ln(1/share) (J4);
    `standing(since=...)` shows both. No mistake bound is claimed.

    Examples
    --------
    >>> model = Auto()
    >>> for words, spam in [("free money now", True), ("lunch at noon", False)] * 10:
    ...     outcome = model.learn_one(set(words.split()), spam)
    >>> model.predict_one({"free", "offer"}), model.mistakes < 5
    (True, True)
    >>> for word, language in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 5:
    ...     outcome = model.learn_one({word}, language)
    >>> model.predict_one({"oui"}), model.labels
    ('fr', (False, True, 'de', 'en', 'fr'))
    """

    kind = AUTO

    def __init__(self, **options: Unpack[Options]) -> None:
        for name in ("bias", "probabilities"):
            if options.get(name):
                raise ParameterError(f"Auto has its own {name}: leave {name}= out.")
        self._begin(Choice(link=Identity(), loss=Always(), ensemble=True), options)

    def explain(self, label: Label = None) -> Trust:
        """Which experts it trusts, how each fared by itself, and how trust changed over time.

        Parameters
        ----------
        label : label, optional
            The class whose learner is asked; needed if there are more than two.

        Examples
        --------
        >>> model = Auto()
        >>> outcome = model.learn_one({"free": 1}, True)
        >>> round(sum(model.explain().trust.values()), 6)
        1.0
        """
        one = self._one(label)
        return read_trust(one.trust(), one.counts()["mistakes"])

    def _why(self, x: Features) -> Explanation:
        """Every expert's score is a sum over attributes, and the answer a sum over experts; see docs/explain.md."""
        return explanation_of(self._native.parts(self.example(x)), self.positive)

    def standing(self, label: Label = None, *, since: int = 0) -> Standing:
        """Auto's log loss, its best expert's, and what is promised: from the start (F4), or on an interval (J4).

        The theorems are about runs and intervals whose examples all have importance weight 1: of any other nothing is
        claimed, and this is an InputError.

        Parameters
        ----------
        label : label, optional
            The class whose learner is asked; needed if there are more than two.
        since : int, default 0
            About the examples after the first so many, of those the learner asked had. Losses are remembered at some
            moments only: the interval begins at the last of these that is not later, and `since` of the answer says
            where. It is less than 64 examples too long, or less than 2/7 of what was asked for.

        Examples
        --------
        >>> import random
        >>> model, rng = Auto(), random.Random(1)
        >>> for _ in range(1000):
        ...     x = rng.sample("abcdefgh", 3)
        ...     outcome = model.learn_one(set(x), "a" in x)
        >>> late = model.standing(since=900)
        >>> late.since, late.holds, late.master < model.standing().master
        (896, True, True)
        """
        return standing_since(self._one(label).trust(), since)

    def duals(self) -> dict[Attribute, float]:
        """Refused: there is one z for each of many learners."""
        raise ParameterError("Auto is many learners, each with its own duals: see weights() and explain().")

    # Many classes, as a file keeps them.

    @property
    def prototype(self) -> Learner:
        """What every class begins as."""
        return type(self)(**self.get_params() | {"labels": None, "positive": None, "class_weights": None})

    def class_parameters(self) -> dict[str, Any]:
        """How its classes learn together."""
        weights = self.options["class_weights"]
        return {**CLASSES, "class_weights": weights, "classes": None, "newcomers": "informed"}

    def member_of(self, native: NativeLearner) -> Learner:
        """A learner of two labels around a member."""
        return self._learner_of(native)

    def with_no_classes(
        self, declared: Sequence[Label] | None, class_weights: Mapping[Label, float] | None = None
    ) -> "Auto":
        """A new one of many classes, to which none has come, or which has those that were declared."""
        made = type(self)(**self.get_params() | {"labels": declared, "class_weights": class_weights})
        if declared is None:
            made._attach(NativeLearner(describe(self._choice, self._options), None, CLASSES))
            made._names.set(replace(Labels.many(), fractions=False))  # they are found, as those of every Auto
        return made
