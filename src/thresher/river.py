"""Thresher's learners as a River classifier: a thin skin, and the only room that imports River.

In go River's dicts and frames, with labels that may turn up at any time; out come labels and probabilities by label.
learn_many is learn_one in a loop, bit for bit. Auto learns any labels by itself, so it is the same model here as
everywhere. Every other learner has two labels: True and False are learned by it itself; other labels, of which a third
may turn up, by a Multiclass with a learner for each. One against the rest, a class that turns up late begins where it
would be had it been known from the start.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from river import base
except ImportError as error:
    raise ImportError("thresher.river needs River: pip install 'thresher[river]'") from error

from .data import Matrix, as_matrix
from .errors import InputError, ThresherWarning, warn_caller
from .learners import SCHEMES, Auto, Learner, Multiclass, default_learner, make_learner

if TYPE_CHECKING:
    import pandas as pd

_ATTRIBUTES = frozenset({str, int})
_NEWCOMERS = {"one-vs-rest": "informed"}


class ThresherClassifier(base.MiniBatchClassifier):  # type: ignore[misc]  # mypy is told to skip River
    """A River classifier made of any learner, for two classes or many.

    Parameters
    ----------
    learner : str, Learner or None, optional
        A name ("tracking-winnow", "TrackingWinnow", "perceptron"), or a learner whose parameters are used (it is never
        taught itself). None: Auto (AdaptiveWinnow with the constraint scheme).
    scheme : {"one-vs-rest", "constraint"}, default "one-vs-rest"
        How the learners of many classes learn: see Multiclass.

    Notes
    -----
    An example is a row: numbers are values, texts categories, None and NaN are absent; put a scaler before it if the
    learner needs [0, 1]. Keys that are neither names nor columns, such as the tuples of River's n-grams, stand for
    themselves by their repr.
    Probabilities are there only if the learner has them; labels are predicted by score and need none.

    Examples
    --------
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

    def __init__(self, learner: str | Learner | None = None, scheme: str = SCHEMES[0]) -> None:
        self.learner = learner
        self.scheme = scheme
        if isinstance(learner, Learner) and learner.examples:
            message = f"the learner has learned from {learner.examples:,} examples, of which nothing is used here"
            hint = "only its parameters are; to go on with what it learned, use its own learn_one and predict_one"
            warn_caller(ThresherWarning(f"{message}\nhint: {hint}"))
        own = default_learner(scheme) if learner is None else make_learner(learner)
        # Until the first label it is not known which of the two it is.
        self._one = own
        self._many = own if isinstance(own, Multiclass) else _one_for_each(own, scheme)
        self._model: Learner | None = None

    @property
    def _multiclass(self) -> bool:
        return True

    @property
    def _takes_any(self) -> bool:
        """Whether the learner takes any number of labels, one against the rest, by itself."""
        return self._one.traits.labels is None and self.scheme == SCHEMES[0]

    @property
    def _raw_memory_usage(self) -> int:
        """Bytes: River counts Python's objects, the core's are added."""
        return int(super()._raw_memory_usage) + (self._model or self._many).memory

    # Learning. The first example may be refused, so what its label says of the labels to come is noted last.

    def learn_one(self, x: Mapping[Hashable, Any], y: Any, w: float = 1.0) -> None:
        """Learns from one example.

        Parameters
        ----------
        x : dict
            From attributes to values.
        y : label
            Its label; one that has not come before is a new class.
        w : float, default 1.0
            The importance weight, which multiplies its step.

        Raises
        ------
        InputError
            If the example can't be learned from, or the label is None. Nothing is learned then.
        """
        labels = [_plain(y)]
        model = self._model_for(labels)
        model.learn_one(_named(x), labels[0], w)
        self._model = model

    def learn_many(self, X: "pd.DataFrame", y: "pd.Series", w: "float | pd.Series" = 1.0) -> None:
        """Learns from each row in turn: the same as learn_one in a loop.

        Parameters
        ----------
        X : pandas.DataFrame
            The examples, a column an attribute.
        y : pandas.Series
            Their labels.
        w : float or pandas.Series, default 1.0
            The importance weight of all, or of each.

        Raises
        ------
        InputError
            If one of them can't be learned from. Nothing is learned then.
        """
        labels = [_plain(label) for label in y]
        weights = np.broadcast_to(np.asarray(w, dtype=np.float64), len(labels))
        model = self._model_for(labels)
        matrix = _matrix(model, X, labels)
        model.learn_many(matrix, labels, weights)
        self._model = model

    def _model_for(self, labels: list[Any]) -> Learner:
        """What learns these labels."""
        if None in labels:
            raise InputError("None is no label; leave out examples whose label is not known.")
        model = self._model
        if model is None:
            by_itself = self._takes_any or (labels and isinstance(labels[0], bool))
            model = self._one.copy() if by_itself else self._many
        if not isinstance(model, (Auto, Multiclass)):
            for y in labels:
                if y not in (False, True):
                    raise InputError(f"the labels were True and False so far; {y!r} is neither.")
        return model

    # Predicting.

    def predict_one(self, x: Mapping[Hashable, Any], **kwargs: Any) -> Any:
        """The label that it answers.

        Parameters
        ----------
        x : dict
            From attributes to values.
        **kwargs
            Not used; River allows them.

        Returns
        -------
        label or None
            The label; None before any label was seen.
        """
        model = self._model or self._many
        return _as_it_came(model).get(model.predict_one(_named(x)))

    def predict_proba_one(self, x: Mapping[Hashable, Any], **kwargs: Any) -> dict[Any, float]:
        """The probability of each label seen so far.

        Parameters
        ----------
        x : dict
            From attributes to values.
        **kwargs
            Not used; River allows them.

        Returns
        -------
        dict of label -> float
            The probabilities.

        Raises
        ------
        NotImplementedError
            If the learner has no probabilities.
        """
        self._need_probabilities()
        model = self._model or self._many
        came, shares = _as_it_came(model), model.predict_proba_one(_named(x))
        return dict.fromkeys(came.values(), 1.0) if _is_one(came) else {came[name]: p for name, p in shares.items()}

    def predict_many(self, X: "pd.DataFrame") -> "pd.Series":
        """The label of each row.

        Parameters
        ----------
        X : pandas.DataFrame
            The examples, a column an attribute.

        Returns
        -------
        pandas.Series
            The labels, with the index of X.
        """
        import pandas as pd

        model = self._model or self._many
        came = _as_it_came(model)
        said = [came.get(name) for name in model.predict_many(_matrix(model, X)).tolist()]
        plain = all(isinstance(label, (bool, int, float)) for label in said)
        return pd.Series(said, index=_index(X), dtype=None if plain else object)

    def predict_proba_many(self, X: "pd.DataFrame") -> "pd.DataFrame":
        """The probability of each label for each row.

        Parameters
        ----------
        X : pandas.DataFrame
            The examples, a column an attribute.

        Returns
        -------
        pandas.DataFrame
            A column a label, with the index of X.

        Raises
        ------
        NotImplementedError
            If the learner has no probabilities.
        """
        import pandas as pd

        self._need_probabilities()
        model = self._model or self._many
        shares = model.predict_proba_many(_matrix(model, X))
        came = _as_it_came(model)
        sure = _is_one(came)
        names = list(set(came.values())) if sure else [came[name] for name in shares.labels]
        return pd.DataFrame(np.ones((len(shares), 1)) if sure else shares, index=_index(X), columns=names)

    def _need_probabilities(self) -> None:
        if not (self._model or self._many).traits.probabilities:
            raise NotImplementedError(f"{self._one!r} has no probabilities.")


def _one_for_each(learner: Learner, scheme: str) -> Multiclass:
    """A learner for each class; of many classes the weights are told together."""
    weights = learner.options["class_weights"]
    member = learner if weights is None else make_learner(learner, class_weights=None)
    return Multiclass(member, scheme, newcomers=_NEWCOMERS.get(scheme, "fresh"), class_weights=weights)


def _as_it_came(model: Learner) -> dict[Any, Any]:
    """From the name of an answer to the label as it was given: -1 and 0 are called False.

    Of True and False both are known as soon as one has come. Any other label that has not come is no answer: it is the
    one that has.
    """
    known = model.known_labels
    first = next((label for label in known.came if label is not None), None)
    other = not first if isinstance(first, bool) else first
    return {name: other if label is None else label for name, label in zip(known.names, known.came, strict=True)}


def _is_one(came: dict[Any, Any]) -> bool:
    """Whether one label alone has come: it is then sure, as far as River asks."""
    return len(came) > 1 and len(set(came.values())) == 1


def _named(x: Mapping[Hashable, Any]) -> Mapping[Any, Any]:
    return x if _ATTRIBUTES.issuperset(map(type, x)) else dict(zip(_attributes(x), x.values(), strict=True))


def _matrix(model: Learner, X: Any, labels: list[Any] | None = None) -> Matrix:
    """The rows of a frame. In River's streams attributes come and go: columns are watched only where rows name them."""
    named, reader = _with_names(X), model.row_reader
    if reader.rows is not None:
        return reader.matrix(named, learning=labels is not None, labels=labels)
    if labels is not None:
        reader.compare_frame(named, labels)
    return as_matrix(named)


def _with_names(X: Any) -> Any:
    """A frame of pandas with columns that are attributes: any hashable can be the name of one."""
    if not hasattr(X, "set_axis") or all(type(_plain(name)) in _ATTRIBUTES for name in X.columns):
        return X
    return X.set_axis(_attributes(X.columns), axis=1)


def _attributes(keys: Iterable[Any]) -> list[Any]:
    return [key if type(key) in _ATTRIBUTES else repr(key) for key in map(_plain, keys)]


def _plain(value: Any) -> Any:
    """A numpy scalar as Python's own: labels are keys, and come out as they came in."""
    return value.item() if isinstance(value, np.generic) else value


def _index(X: Any) -> Any:
    return getattr(X, "index", None)  # frames other than pandas' have none
