"""Thresher's learners as a River classifier: a thin skin, and the only room that imports River.

In go River's dicts and frames, with labels that may turn up at any time; out come labels and probabilities by label.
learn_many is learn_one in a loop, bit for bit. Labels True and False are one learner. Any other labels are one
learner each, against the rest, and one more that takes every example for none of the classes so far: a class that
turns up late begins as a copy of it, which is where its learner would be had the class been known from the start.
"""

import dataclasses
from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

try:
    from river import base
except ImportError as error:
    raise ImportError("thresher.river needs River: pip install 'thresher[river]'") from error

from .errors import InputError
from .examples import Example
from .learners import Learner
from .matrices import Matrix, as_matrix
from .naming import has_probabilities, make_learner
from .protocols import Features

if TYPE_CHECKING:
    import pandas as pd

_ATTRIBUTES = frozenset({str, int})


class ThresherClassifier(base.MiniBatchClassifier):  # type: ignore[misc]  # mypy is told to skip River
    """A River classifier made of any learner, for two classes or many.

    learner: a name ("tracking-winnow", "TrackingWinnow", "perceptron"), a learner whose parameters are used (it is
        never taught itself), or None for AdaptiveWinnow.

    Values are numbers: put a OneHotEncoder before it for categories, a scaler if the learner needs [0, 1]. Keys that
    are neither names nor columns, such as the tuples of River's n-grams, stand for themselves by their repr.
    Probabilities are there only if the learner has them; labels are predicted by score and need none.

    >>> from river import datasets, evaluate, metrics, preprocessing
    >>> model = preprocessing.StandardScaler() | ThresherClassifier()
    >>> evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy()).get() > 0.85
    True
    >>> model = ThresherClassifier("balanced-winnow")
    >>> for word, language in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 2:
    ...     model.learn_one({word: 1}, language)
    >>> model.predict_one({"oui": 1})
    'fr'
    """

    def __init__(self, learner: str | Learner | None = None) -> None:
        self.learner = learner
        # By label. None stands for "none of the classes so far", and is gone where labels are True and False.
        self._learners: dict[Any, Learner] = {None: make_learner(learner)}
        self._has_probabilities = has_probabilities(self._learners[None])

    @property
    def _multiclass(self) -> bool:
        return True

    @property
    def _raw_memory_usage(self) -> int:
        """Bytes: River counts Python's objects, the core's are added."""
        return int(super()._raw_memory_usage) + sum(learner.memory for learner in self._learners.values())

    # Learning. The examples may be refused by the first learner, so new labels are noted last.

    def learn_one(self, x: Mapping[Hashable, Any], y: Any, w: float = 1.0) -> None:
        """Learns from one example; the weight w multiplies its step."""
        example, y = self._example(x), _plain(y)
        learners = self._learners_for([y])
        for label, learner in learners.items():
            learner.learn_one(example, label == y, w)
        self._learners = learners

    def learn_many(self, X: "pd.DataFrame", y: "pd.Series", w: "float | pd.Series" = 1.0) -> None:
        """Learns from each row in turn: the same as learn_one in a loop."""
        matrix, labels = _matrix(X), [_plain(label) for label in y]
        weights = np.broadcast_to(np.asarray(w, dtype=np.float64), len(labels))
        learners = self._learners_for(labels)
        for known, learner in learners.items():
            learner.learn_many(matrix, [label == known for label in labels], weights)
        self._learners = learners

    def _learners_for(self, labels: list[Any]) -> dict[Any, Learner]:
        """The learners there will be when these labels are known."""
        learners = self._learners
        if len(learners) == 1 and None in learners and labels and isinstance(labels[0], bool):
            learners = {True: learners[None]}
        if None in labels:
            raise InputError("None is no label; leave out examples whose label is not known.")
        if None in learners:
            return learners | {y: learners[None].copy() for y in dict.fromkeys(labels) if y not in learners}
        for y in labels:
            if y not in (False, True):
                raise InputError(f"the labels were True and False so far; {y!r} is neither.")
        return learners

    def _example(self, x: Mapping[Hashable, Any]) -> Features:
        """Made ready once if several learners will read it; one learner is quicker with the dict."""
        return _named(x) if len(self._learners) == 1 else Example(_named(x))

    # Predicting.

    def predict_one(self, x: Mapping[Hashable, Any], **kwargs: Any) -> Any:
        """The label; None before any label was seen."""
        example = self._example(x)
        if self._yes_or_no:
            return self._learners[True].predict_one(example)
        scores = {label: learner.score_one(example) for label, learner in self._by_label()}
        return max(scores, key=scores.__getitem__, default=None)

    def predict_proba_one(self, x: Mapping[Hashable, Any], **kwargs: Any) -> dict[Any, float]:
        """The probability of each label seen so far."""
        self._need_probabilities()
        example = self._example(x)
        positive = [learner.predict_proba_one(example)[True] for _, learner in self._by_label()]
        return dict(zip(self._labels, self._shares(np.array([positive]))[0].tolist(), strict=True))

    def predict_many(self, X: "pd.DataFrame") -> "pd.Series":
        """The label of each row."""
        import pandas as pd

        matrix = _matrix(X)
        if self._yes_or_no:
            return pd.Series(self._learners[True].predict_many(matrix), index=_index(X))
        if not self._labels:
            return pd.Series([None] * matrix.rows, index=_index(X), dtype=object)
        best = np.column_stack([learner.scores(matrix) for _, learner in self._by_label()]).argmax(axis=1)
        return pd.Series([self._labels[i] for i in best], index=_index(X))

    def predict_proba_many(self, X: "pd.DataFrame") -> "pd.DataFrame":
        """The probability of each label (a column) for each row."""
        import pandas as pd

        self._need_probabilities()
        matrix = _matrix(X)
        positive = [learner.predict_proba_many(matrix) for _, learner in self._by_label()]
        shares = self._shares(np.array(positive).reshape(-1, matrix.rows).T)
        return pd.DataFrame(shares, index=_index(X), columns=self._labels)

    @property
    def _yes_or_no(self) -> bool:
        return None not in self._learners

    @property
    def _labels(self) -> list[Any]:
        return [False, True] if self._yes_or_no else [label for label, _ in self._by_label()]

    def _by_label(self) -> list[tuple[Any, Learner]]:
        return [(label, learner) for label, learner in self._learners.items() if label is not None]

    def _shares(self, positive: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Each learner's probability of yes, a row for each example, as shares of 1."""
        if self._yes_or_no:
            return np.column_stack([1.0 - positive, positive])
        total = positive.sum(axis=1, keepdims=True)
        equal = np.full_like(positive, 1 / max(1, positive.shape[1]))
        shares: npt.NDArray[np.float64] = np.divide(positive, total, out=equal, where=total > 0)
        return shares

    def _need_probabilities(self) -> None:
        if not self._has_probabilities:
            raise NotImplementedError(f"{next(iter(self._learners.values()))!r} has no probabilities.")


def _named(x: Mapping[Hashable, Any]) -> Mapping[Any, Any]:
    return x if _ATTRIBUTES.issuperset(map(type, x)) else dict(zip(_attributes(x), x.values(), strict=True))


def _matrix(X: Any) -> Matrix:
    matrix = as_matrix(X)
    return matrix if matrix.names is None else dataclasses.replace(matrix, names=_attributes(matrix.names))


def _attributes(keys: Iterable[Any]) -> list[Any]:
    return [key if type(key) in _ATTRIBUTES else repr(key) for key in map(_plain, keys)]


def _plain(value: Any) -> Any:
    """A numpy scalar as Python's own: labels are keys, and come out as they came in."""
    return value.item() if isinstance(value, np.generic) else value


def _index(X: Any) -> Any:
    return getattr(X, "index", None)  # frames other than pandas' have none
