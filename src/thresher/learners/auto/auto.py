"""Auto: the learner with no knobs."""

from typing import ClassVar, Unpack

from ...choices.links import Identity
from ...choices.losses import Always
from ...errors import InputError, ParameterError
from ...protocols import Attribute, Features, Label
from ..arrays import ARRAYS, ENSEMBLE
from ..choice import Choice, Options
from ..standing import Standing
from .classes import TwoOrMany
from .trust import EXPERTS, Trust, read_trust

SHARE = 0.001
EXPERTS_PART = 0.1
OTHER = "(other)"


class Auto(TwoOrMany):
    """The learner with no knobs: fifteen experts, and a master that finds out whom to trust.

    Any real values (it scales them itself), any number of attributes, concepts that drift, shift or come back. Its
    experts are of all the families here: additive, multiplicative, second order, coin betting, naive Bayes, and, while
    there are few attributes, curves and pairs of attributes. Their votes are combined by weighted majority and by
    logistic mixing, and both of these, with every expert by itself, by Bayes' rule with a fixed share. When mistakes
    suddenly become many it starts anew and keeps what it knew as one more expert.

    No parameter is needed; the options of every learner but bias and probabilities are there (it has both).

    Labels are what they are, two or many. Of 0/1, -1/1 and False/True the 1 is positive, of two others the one that
    came first is negative. A third label makes it many classes, a learner for each (C13), and nothing that was learned
    is lost; labels=(negative, positive) keeps it to two for good. Weights of classes, and answers only where the best
    class is far enough ahead: Multiclass(Auto(), class_weights=..., abstain_below=...).

    Bound: its log loss is at most that of any of its experts plus (restarts + 1) ln(1/prior) and the price of
    sharing (F4); `standing()` shows both. No mistake bound is claimed.

    >>> model = Auto()
    >>> for words, spam in [("free money now", True), ("lunch at noon", False)] * 10:
    ...     outcome = model.learn_one(set(words.split()), spam)
    >>> model.predict_one({"free", "offer"}), model.mistakes < 5
    (True, True)
    >>> for word, language in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 5:
    ...     outcome = model.learn_one({word}, language)
    >>> model.predict_one({"oui"}), model.classes
    ('fr', (False, True, 'de', 'en', 'fr'))
    """

    _arrays: ClassVar[tuple[str, ...]] = ARRAYS + ENSEMBLE

    def __init__(self, **options: Unpack[Options]) -> None:
        for name in ("bias", "probabilities"):
            if options.get(name):
                raise ParameterError(f"Auto has its own {name}: leave {name}= out.")
        self._begin(Choice(link=Identity(), loss=Always(), ensemble=True), options)

    def explain(self, label: Label = None) -> Trust:
        """Which experts it trusts, how each fared by itself, and how trust changed over time.

        label: the class whose learner is asked; needed if there are more than two.

        >>> model = Auto()
        >>> outcome = model.learn_one({"free": 1}, True)
        >>> round(sum(model.explain().trust.values()), 6)
        1.0
        """
        one = self if self._is_one(label) else self.member(label)
        return read_trust(one._native.trust(), one.mistakes)

    def explain_one(self, x: Features, label: Label = None) -> dict[Attribute, float]:
        """Each attribute's share of the score, roughly, largest first, and the rest of it under (other).

        The shares are those of the linear experts, as far as the mixer trusts them. What no attribute adds by itself
        (curves, pairs, the habit of the labels, the majority) is in (other): together they are the score.
        """
        from math import fsum

        if not self._is_one(label):
            return self.member(label).explain_one(x)
        shares = super().explain_one(x)
        shares[OTHER] = shares.get(OTHER, 0.0) + self.score_one(x) - fsum(shares.values())
        return dict(sorted(shares.items(), key=lambda share: -abs(share[1])))

    def standing(self, label: Label = None) -> Standing:
        """Auto's log loss, its best expert's, and what theorem F4 allows.

        The theorem is about runs whose examples all have importance weight 1: of any other nothing is claimed, and
        this is an InputError.
        """
        from ...theory.bounds import shared_prior_log_loss

        one = self if self._is_one(label) else self.member(label)
        told = one._native.trust()
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
