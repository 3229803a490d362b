"""Auto: the learner with no knobs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from ..._core import AUTO as AUTO_ENGINE
from ..._core import NativeLearner
from ...choices.links import Identity
from ...choices.losses import Always
from ...data import Labels
from ...errors import InputError, ParameterError
from ...protocols import Attribute, Features, Label
from ..base import Learner
from ..choice import Choice, Options, describe
from ..reasons import Explanation
from ..standing import Standing
from ..writing import AUTO
from .parts import explanation_of
from .trust import EXPERTS, Trust, read_trust

SHARE: float = AUTO_ENGINE["share"]
EXPERTS_PART: float = AUTO_ENGINE["experts_part"]
CLASSES = {"scheme": "one-vs-rest", "abstain_below": 0.0, "balanced": False, "informed": True, "softmax": False}
"""How classes learn together once there are more than two."""


class Auto(Learner):
    """The learner with no knobs: fifteen experts, and a master that finds out whom to trust.

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
    sharing (F4); `standing()` shows both. No mistake bound is claimed.

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

    def standing(self, label: Label = None) -> Standing:
        """Auto's log loss, its best expert's, and what theorem F4 allows.

        The theorem is about runs whose examples all have importance weight 1: of any other nothing is claimed, and
        this is an InputError.
        """
        from ...theory.bounds import shared_prior_log_loss

        told = self._one(label).trust()
        if not told["trials"]:
            raise InputError("nothing was learned yet: a standing is that of a run.")
        if told["weighted"]:
            raise InputError(
                f"{int(told['weighted']):,} examples had an importance weight other than 1, and theorem F4 is about "
                "runs without any: no bound is known. explain() has the experts' losses."
            )
        losses = dict(zip(EXPERTS, told["log_loss"][2:], strict=True))
        best = min(losses, key=lambda name: losses[name])
        bound = shared_prior_log_loss(
            best_loss=losses[best],
            prior=EXPERTS_PART / len(EXPERTS),
            share=SHARE,
            trials=int(told["trials"]),
            restarts=int(told["restarts"]),
        )
        return Standing("log loss", told["answer_log_loss"], losses[best], best, bound, "shared_prior_log_loss", losses)

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
