"""What a learner says of examples. Nothing here changes it."""

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import ParameterError
from ..protocols import Attribute, Features, Label
from .contests import in_contest
from .knowledge import Knowledge
from .reasons import BIAS, CONSTANT, THRESHOLD, VALUE, Explanation, Reason, explained, with_value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .._core import PreparedExample
    from ..data import LabelledColumns


class Predicting(Knowledge):
    """The part of a learner that answers."""

    _predict: Callable[[Any], int]

    def example(self, x: Features) -> "dict[Any, Any] | PreparedExample":
        """What the core is asked about: a row (a dict, a row of a frame) read as the model's rows are.

        Parameters
        ----------
        x : example
            In any form; what is prepared already stays what it is.

        Returns
        -------
        dict or Example
            The example, for any learner.
        """
        return self._reader.example(x)

    def predict_one(self, x: Features, among: Iterable[Label] | None = None) -> Label:
        """The answer for one example: of two labels positive iff the score is >= 0, of many that of the largest score.

        Of equal scores the class that came first; None if no class is known, or none is far enough ahead.

        Parameters
        ----------
        x : example
            What it is about.
        among : labels, optional
            Candidates: the answer is one of them, by the same scores. Those that are not known don't count.
        """
        if among is not None:
            return self._answer_among(self.scores_one(x), tuple(among))
        if type(x) is not dict or not self._reader.is_idle:
            x = self.example(x)
        return self._names.answers[self._predict(x)]

    def _answer_among(self, scores: dict[Label, float], candidates: tuple[Label, ...]) -> Label:
        """The candidate of the largest score, of equal ones as without candidates; None if none is ahead enough."""
        order = self.label_names if self._native.many else [self.positive, *self.label_names]  # of ties the first
        known = [label for label in dict.fromkeys(order) if label in scores and label in candidates]
        best = sorted(known, key=lambda label: -scores[label])
        ahead = scores[best[0]] - scores[best[1]] if len(best) > 1 else math.inf
        return best[0] if best and ahead >= getattr(self, "abstain_below", 0.0) else None

    def score_one(self, x: Features, label: Label = None) -> float:
        """The score of one label: s = w.x - threshold, correctly rounded.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score; of two labels the positive one if none is named.
        """
        if label is None and self._native.many:
            raise self._label_needed()
        if label is None:
            return self._native.scores_one(self.example(x))[0]
        number = self._number_of(label)
        scores = self._native.scores_one(self.example(x))
        return scores[number] if self._native.many else scores[0] if number == self._native.positive else -scores[0]

    def scores_one(self, x: Features) -> dict[Label, float]:
        """The score of each label."""
        scores = self._native.scores_one(self.example(x))
        if not self._native.many:
            scores = [-scores[0], scores[0]] if self._native.positive == 1 else [scores[0], -scores[0]]
        return self._names.by_label(scores)

    def predict_proba_one(self, x: Features) -> dict[Label, float]:
        """The probability of each label; needs probabilities=True, a logistic loss, or a learner that has its own."""
        import numpy as np

        scores = np.array(self._native.scores_one(self.example(x)), dtype=np.float64)
        return self._names.by_label(self._probabilities(scores, 1)[0].tolist())

    def top_k(self, x: Features, k: int) -> list[tuple[Label, float]]:
        """The k labels of the largest scores, best first, each with its probability; its score if there are none."""
        from ..parameters import whole

        whole("k", k, at_least=1)
        scores = self.scores_one(x)
        shown = self.predict_proba_one(x) if self.traits.probabilities else scores
        return [(name, shown[name]) for name in sorted(scores, key=lambda name: -scores[name])[:k]]

    def predict_many(self, X: Any) -> "npt.NDArray[Any]":
        """The answer for each row."""
        return self._names.name_many(self._native.predict_many(*self._reader.matrix(X).parts()))

    def scores(self, X: Any) -> "npt.NDArray[np.float64]":
        """The score of each row: of two labels that of the positive one, of many a column for each, as in `labels`."""
        from ..data import LabelledColumns

        matrix = self._reader.matrix(X)
        scores = self._native.score_many(*matrix.parts())
        if not self._native.many:
            return scores
        names = self._names.labels
        return LabelledColumns.of(self._names.shown(scores.reshape(matrix.rows, len(names.names))), names.shown)

    def predict_proba_many(self, X: Any) -> "LabelledColumns":
        """The probability of each label for each row: a column for each of `labels`, which the array has too."""
        from ..data import LabelledColumns

        matrix = self._reader.matrix(X)
        shares = self._probabilities(self._native.score_many(*matrix.parts()), matrix.rows)
        return LabelledColumns.of(self._names.shown(shares), self._names.labels.shown)

    def explain_one(self, x: Features, label: Label = None) -> dict[Attribute, float]:
        """Each attribute's share of a label's score, largest first; together they are the score.

        What no attribute adds has shares under (bias), (threshold), and of Auto (habit): how labels follow on one
        another. A voted Perceptron is not linear: its shares are those of the averaged one.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score. Default: the positive one of two; of many the one that is predicted.
        """
        return dict(self.why_one(x, label).shares)

    def why_one(self, x: Features, label: Label = None) -> Explanation:
        """The score of a label as a sum, each part with what it is about: attributes, ranges of values, pairs.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score. Default: the positive one of two; of many the one that is predicted.

        Returns
        -------
        Explanation
            The score, its parts, and the same by attribute and by expert.

        Examples
        --------
        >>> from thresher import Perceptron
        >>> model = Perceptron()
        >>> outcome = model.learn_one({"free": 1, "lunch": 2}, False)
        >>> print(model.why_one({"free": 1, "lunch": 1}))
        True: score -3.0000
            -2.0000  lunch
            -1.0000  free
        """
        if self._native.many:
            x = self.example(x)
            chosen = self.predict_one(x) if label is None else label
            if chosen is None:
                return Explanation(None, 0.0, (), {})
            member: Predicting = self.member(chosen)
            contest: Any = self._native.contest_parts(x, self._number_of(chosen))
            if contest is not None:
                return in_contest(chosen, member, x, *contest)
            return replace(member.why_one(x), label=chosen)
        why = self._why(x)
        if label is None:
            return why
        return why.turned(label) if self._number_of(label) != self._native.positive else replace(why, label=label)

    def _why(self, x: Features) -> Explanation:
        """Of the positive label."""
        parts = self._native.explain_one(self.example(x))
        reasons = [Reason(with_value(key, value), weight * value, VALUE, (key,)) for key, weight, value in parts]
        shares: dict[Attribute, float] = {key: weight * value for key, weight, value in parts}
        for name, share in self._constants().items():
            reasons.append(Reason(name, share, CONSTANT))
            shares[name] = shares.get(name, 0.0) + share
        return explained(self.positive, self.score_one(x), reasons, shares)

    def _constants(self) -> dict[str, float]:
        """What no attribute adds to a score."""
        constants = {BIAS: self._native.bias} if self._options["bias"] else {}
        return constants | ({THRESHOLD: -self._choice.threshold} if self._choice.threshold else {})

    def instance(self, x: Features) -> dict[Attribute, float]:
        """An example as the learner sees it: after its transformations, hashed if it hashes; the bias is not in it."""
        return {key: value for key, _, value in self._native.explain_one(self.example(x))}

    # Inside.

    def _probabilities(self, scores: "npt.NDArray[np.float64]", rows: int) -> "npt.NDArray[np.float64]":
        shares = self._native.probabilities(scores, rows)
        if shares is None:
            raise ParameterError(
                f"{type(self).__name__} has no probabilities; make it with probabilities=True.", field="probabilities"
            )
        return shares.reshape(rows, len(self._names.names))
