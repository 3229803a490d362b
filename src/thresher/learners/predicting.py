"""What a learner says of examples. Nothing here changes it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import ParameterError
from ..protocols import Attribute, Features, Label
from .knowledge import Knowledge

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .._core import PreparedExample
    from ..data import LabelledColumns

BIAS = "(bias)"
THRESHOLD = "(threshold)"


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

    def predict_one(self, x: Features) -> Label:
        """The answer for one example: of two labels positive iff the score is >= 0, of many that of the largest score.

        Of equal scores the class that came first; None if no class is known, or none is far enough ahead.
        """
        return self._names.labels.name(
            self._predict(x if type(x) is dict and self._reader.is_idle else self.example(x))
        )

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
        """Each attribute's share w_i x_i of a label's score, largest first.

        The bias and the threshold, where there are any, have shares under (bias) and (threshold). A voted
        Perceptron is not linear: its shares are those of the averaged one.

        Parameters
        ----------
        x : example
            What it is about.
        label : label, optional
            Whose score. Default: the positive one of two; of many the one that is predicted.
        """
        if self._native.many:
            x = self.example(x)
            chosen = self.predict_one(x) if label is None else label
            return {} if chosen is None else self.member(chosen).explain_one(x)
        shares = self._shares(x)
        if label is not None and self._number_of(label) != self._native.positive:
            shares = {key: -share for key, share in shares.items()}
        return dict(sorted(shares.items(), key=lambda share: -abs(share[1])))

    def _shares(self, x: Features) -> dict[Attribute, float]:
        shares: dict[Attribute, float] = {
            key: weight * value for key, weight, value in self._native.explain_one(self.example(x))
        }
        if self._options["bias"]:
            shares[BIAS] = shares.get(BIAS, 0.0) + self._native.bias
        if self._choice.threshold:
            shares[THRESHOLD] = shares.get(THRESHOLD, 0.0) - self._choice.threshold
        return shares

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
