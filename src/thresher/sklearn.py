"""Thresher's learners as a scikit-learn classifier: a thin skin, and the only room that imports scikit-learn.

In go dense or sparse matrices, frames and labels of any kind; out come scikit-learn's conventions. A frame is rows: its
numbers are values, its texts categories, what is missing is absent, and attributes have the names of its columns. A
sparse matrix goes to the core as it is. Labels are the model's own: Auto learns any number of them, and is the same
model here as everywhere. Every other learner has two; more are a Multiclass, with a learner for each. Which of two is
positive the model knows by their names; decision_function is about the second one of classes_, as scikit-learn has it.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import (
        check_array,
        check_consistent_length,
        check_is_fitted,
        column_or_1d,
        validate_data,
    )
except ImportError as error:
    raise ImportError("thresher.sklearn needs scikit-learn 1.6 or newer: pip install 'thresher[sklearn]'") from error

from .data import Matrix, as_class, as_matrix, refuse_lazy
from .data.frames import is_frame
from .errors import InputError
from .learners import (
    BALANCED,
    SCHEMES,
    Auto,
    Learner,
    Multiclass,
    check_labels_of_all_rows,
    default_learner,
    make_learner,
    read_class_weights,
)
from .parameters import one_of, whole

_PREFIX = "learner__"

# The tables people fit are short. Five-fold accuracy of scaled iris, digits, breast cancer and wine was .71 .94 .96 .96
# after one pass of AdaptiveWinnow, .80 .96 .98 .99 after five, and hardly more after ten.
_PASSES = 5
# Auto, unscaled, needs fewer: five-fold accuracy after 1, 2, 3, 5 passes was .955 .957 .956 .954 on iris (20 seeds, the
# worst .933 .947 .940 .940), .979 .980 .978 .977 on wine, .946 .956 .954 .956 on 60 rows of breast cancer; on all 569
# rows one was best: .975 .960 .956 .957.
_ENOUGH_FOR_AUTO = 300


def _has_probabilities(classifier: "ThresherClassifier") -> bool:
    fitted = getattr(classifier, "model_", None)
    return (fitted or make_learner(classifier.learner)).traits.probabilities


class ThresherClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """A scikit-learn classifier made of any learner.

    Parameters
    ----------
    learner : str, Learner or None, optional
        A name ("tracking-winnow", "TrackingWinnow", "perceptron"), or a learner whose parameters are used (it is never
        taught itself). None: Auto (AdaptiveWinnow with the constraint scheme). Its parameters can be set and searched
        as learner__rate and so on.
    passes : int or None, optional
        How often fit goes through the examples. None: five times, and for Auto once, or as often as it takes to see
        300 rows, at most five times. partial_fit always goes once.
    scheme : {"one-vs-rest", "constraint"}, default "one-vs-rest"
        How the learners of more than two classes learn: see Multiclass.
    class_weight : mapping, "balanced" or None, optional
        Class -> weight of its examples (classes left out weigh 1); or "balanced", for fit only: (examples) / (classes *
        examples of the class). None: all weigh 1.
    shuffle : bool, default True
        Whether fit takes the rows in random order, another in every pass. Rows sorted by class would otherwise be
        learned class by class, and the last one be remembered best. partial_fit keeps the order it is given.
    random_state : int, RandomState or None, default None
        Where the random order comes from. An int gives the same model in every call; None another in each.

    Attributes
    ----------
    classes_ : array
        The classes, sorted.
    model_ : Learner
        What learned: the learner itself, or a Multiclass of it. With shuffle=False and passes=1 it is what its
        learn_many makes of the same rows and labels.
    learners_ : list of Learner
        That learner if there are two classes; of more a copy of each class's, of those that have come.
    n_features_in_, feature_names_in_ : int, array of str
        How many columns there are; their names, if X had names.

    Notes
    -----
    decision_function is the learner's score, predict_proba its probability; the latter is there only if the learner has
    probabilities. A weight in sample_weight multiplies the example's step: weight 2 is one long step, not two. Auto
    scales columns itself; put a StandardScaler before other learners if columns differ in size.

    Mistake bounds are about one pass: learners_[0].mistakes can stand beside a bound after partial_fit or passes=1, in
    whichever order the rows came.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]])
    >>> y = np.array(["spam", "ham", "spam", "ham"])
    >>> model = ThresherClassifier("balanced-winnow").fit(X, y)
    >>> model.predict([[1, 0, 0], [0, 1, 0]]).tolist()
    ['spam', 'ham']
    >>> ThresherClassifier("perceptron", passes=1, shuffle=False).fit(X, y).learners_[0].mistakes
    1
    """

    classes_: npt.NDArray[Any]
    model_: Learner

    def __init__(
        self,
        learner: str | Learner | None = None,
        *,
        passes: int | None = None,
        scheme: str = SCHEMES[0],
        class_weight: Mapping[Any, float] | str | None = None,
        shuffle: bool = True,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.passes = passes
        self.scheme = scheme
        self.class_weight = class_weight
        self.shuffle = shuffle
        self.random_state = random_state

    @property
    def learners_(self) -> list[Learner]:
        """The learner of two classes; a copy of each class's if there are more."""
        check_is_fitted(self)
        if len(self.classes_) > 2:
            return [self.model_.member(label) for label in self.model_.classes]
        return [self.model_]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learns anew, from every row in random order, `passes` times over.

        Parameters
        ----------
        X : array, sparse matrix or frame, examples * columns
            The examples.
        y : array of labels
            The class of each.
        sample_weight : array of float or None, optional
            The importance weight of each, 0 or more. None: all are 1.

        Returns
        -------
        self : ThresherClassifier
        """
        passes = None if self.passes is None else whole("passes", self.passes, at_least=1)
        X, y, weights = self._check(X, y, sample_weight, reset=True)
        if weights is not None and not weights.any():
            raise InputError("sample_weight is zero for every example: there is nothing to learn from.")
        classes, counts = np.unique(y, return_counts=True)
        if not isinstance(self.learner, Multiclass):  # which is how one says that they are classes
            check_labels_of_all_rows(classes.tolist(), counts.tolist())
        self._begin(classes)
        X, weights = self._read(X, y), self._weigh(y, weights)
        kept = np.arange(len(y)) if weights is None else np.flatnonzero(weights)  # the others are never learned
        random = check_random_state(self.random_state)
        for _ in range(passes or self._usual_passes(len(kept))):
            rows = random.permutation(kept) if self.shuffle else kept
            self._learn(X[rows], y[rows], None if weights is None else weights[rows])
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Goes on learning, from each row once.

        Parameters
        ----------
        X : array, sparse matrix or frame, examples * columns
            The examples.
        y : array of labels
            The class of each.
        classes : array of labels or None, optional
            All the classes there will be; the first call needs them.
        sample_weight : array of float or None, optional
            The importance weight of each example, 0 or more. None: all are 1.

        Returns
        -------
        self : ThresherClassifier

        Raises
        ------
        InputError
            If the first call has no classes, a later one has others, or class_weight is "balanced".
        """
        first = not hasattr(self, "model_")
        if first and classes is None:
            raise InputError("give all classes at the first call of partial_fit.")
        X, y, weights = self._check(X, y, sample_weight, reset=first)
        if first:
            self._begin(unique_labels(classes))
        elif classes is not None and not np.array_equal(unique_labels(classes), self.classes_):
            raise InputError(f"classes were {self.classes_.tolist()}; fit begins anew, partial_fit can't change them.")
        if self.class_weight == BALANCED:
            raise InputError("class_weight='balanced' needs all labels at once: give partial_fit a dict of weights.")
        self._learn(self._read(X, y), y, self._weigh(y, weights))
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each row.

        Parameters
        ----------
        X : array, sparse matrix or frame, examples * columns
            The examples.

        Returns
        -------
        array of labels, one a row
        """
        matrix = self._matrix(X)
        places = self._places()
        which = [places.get(name, 0) for name in self.model_.predict_many(matrix).tolist()]
        answers: npt.NDArray[Any] = self.classes_[which]
        return answers

    def decision_function(self, X: Any) -> npt.NDArray[np.float64]:
        """The score of each row; of each class if there are more than two.

        Parameters
        ----------
        X : array, sparse matrix or frame, examples * columns
            The examples.

        Returns
        -------
        array of float, rows or rows * classes
            Of two classes, above 0 the second is answered, below 0 the first, at 0 the one that is positive to the
            model; of more, the one with the greatest score. A class that has not come, of those that partial_fit was
            told, is 1 below the others.
        """
        matrix = self._matrix(X)
        found = self.model_.scores(matrix)
        places = self._places()
        two = len(self.classes_) == 2
        if found.ndim == 1:
            sides = [places[name] for name in self._sides()]
            if two:
                return found if sides[1] == 1 else -found
            scores, where = np.stack([-found, found], axis=1), sides
        else:
            scores, where = np.asarray(found), [places[name] for name in self.model_.labels]
        columns = np.repeat(scores.min(axis=1, initial=0.0, keepdims=True) - 1.0, len(self.classes_), axis=1)
        columns[:, where] = scores
        second: npt.NDArray[np.float64] = columns[:, 1] - columns[:, 0]
        return second if two else columns

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]  # scikit-learn has no types
    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """The probability of each class.

        Of more than two they are the classes' own, scaled to sum to 1; classes that have not come share what is left.

        Parameters
        ----------
        X : array, sparse matrix or frame, examples * columns
            The examples.

        Returns
        -------
        array of float, rows * classes in the order of classes_
        """
        matrix = self._matrix(X)
        found = self.model_.predict_proba_many(matrix)
        places = self._places()
        columns = np.full((matrix.rows, len(self.classes_)), np.nan)
        columns[:, [places[name] for name in found.labels]] = found
        missing = np.isnan(columns[0])
        if missing.any():
            columns[:, missing] = (1.0 - np.asarray(found).sum(axis=1, keepdims=True)).clip(0.0) / missing.sum()
        return columns

    def set_params(self, **params: Any) -> Self:
        """Sets parameters; those of the learner are called learner__rate and so on, and make another learner.

        Parameters
        ----------
        **params
            From the name of a parameter to its value.
        """
        inner = {name.removeprefix(_PREFIX): value for name, value in params.items() if name.startswith(_PREFIX)}
        super().set_params(**{name: value for name, value in params.items() if not name.startswith(_PREFIX)})
        if inner:
            self.learner = make_learner(self.learner, **inner)
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _begin(self, classes: npt.NDArray[Any]) -> None:
        if len(classes) < 2:
            raise InputError(f"a classifier needs two classes or more; got 1 class: {classes.tolist()}.")
        scheme = one_of("scheme", self.scheme, SCHEMES)
        learner = default_learner(scheme) if self.learner is None else make_learner(self.learner)
        if learner.options["class_weights"] is not None:
            raise InputError(
                "a classifier weighs classes itself: give it class_weight=, not class_weights= to the learner."
            )
        by_itself = learner.traits.labels is None and (scheme == SCHEMES[0] or isinstance(learner, Multiclass))
        many = len(classes) > 2 and not by_itself
        self.classes_ = classes
        self.model_ = Multiclass(learner, scheme, classes=classes) if many else learner
        self.model_.expect_labels(classes.tolist())

    def _places(self) -> dict[Any, int]:
        """From the names by which the model calls its labels to places in classes_.

        Of two labels, one that has not come has a name too, which stands for a class that has not come.
        """
        known = self.model_.known_labels
        place = {as_class(label): number for number, label in enumerate(self.classes_.tolist())}
        pairs = list(zip(known.names, known.came, strict=True))
        places = {name: place[came] for name, came in pairs if came is not None}
        left = iter([number for number in place.values() if number not in places.values()])
        return places | {name: next(left) for name, came in pairs if came is None}

    def _sides(self) -> list[Any]:
        """The names of the negative and the positive one of two labels."""
        known = self.model_.known_labels
        positive = known.positive_number or 0
        return [known.names[1 - positive], known.names[positive]]

    def _usual_passes(self, rows: int) -> int:
        model = self.model_
        if isinstance(model.prototype if isinstance(model, Multiclass) else model, Auto):
            return min(_PASSES, -(-_ENOUGH_FOR_AUTO // rows))
        return _PASSES

    def _weigh(self, y: npt.NDArray[Any], weights: npt.NDArray[np.float64] | None) -> npt.NDArray[np.float64] | None:
        """Importance weights, those of the classes included."""
        of_class = read_class_weights(self.class_weight)
        if of_class is None:
            return weights
        if isinstance(of_class, dict):
            each = np.array([of_class.get(label, 1.0) for label in self.classes_.tolist()])
        else:
            counts = np.array([np.count_nonzero(y == label) for label in self.classes_])
            each = len(y) / (len(counts) * np.maximum(counts, 1))
        unknown = ~np.isin(y, self.classes_)
        places = np.where(unknown, 0, np.searchsorted(self.classes_, y).clip(max=len(self.classes_) - 1))
        return each[places] if weights is None else weights * each[places]

    def _learn(self, X: Any, y: npt.NDArray[Any], weights: npt.NDArray[np.float64] | None) -> None:
        unknown = y[~np.isin(y, self.classes_)]
        if len(unknown):
            raise InputError(f"the label {unknown[0]!r} is none of the classes {self.classes_.tolist()}.")
        self.model_.learn_many(X, y, weights)

    def _check(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[np.float64] | None]:
        refuse_lazy(X)
        refuse_lazy(y, "the labels are")
        y = _plain_labels(y)
        if _has_names(X):
            validate_data(self, X, skip_check_array=True, reset=reset)
            y = column_or_1d(check_array(y, ensure_2d=False, dtype=None, input_name="y"), warn=True)
            check_consistent_length(X, y)
        else:
            X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64, reset=reset)
        check_classification_targets(y)
        if sample_weight is None:
            return X, y, None
        weights = check_array(sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight")
        if weights.ndim != 1:
            raise InputError(f"sample_weight must be one number for each row; its shape is {weights.shape}.")
        check_consistent_length(X, weights)
        return X, y, weights

    def _matrix(self, X: Any) -> Matrix:
        check_is_fitted(self)
        refuse_lazy(X)
        if _has_names(X) and hasattr(self, "feature_names_in_"):
            validate_data(self, X, skip_check_array=True, reset=False)
        else:
            X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return self._read(X)

    def _read(self, X: Any, y: Any = None) -> Matrix:
        """The rows of a frame by the rule for rows; of a matrix with the names of the frame that was fitted, if any.

        y: their labels, if they are going to be learned from.
        """
        names = getattr(self, "feature_names_in_", None)
        if _has_names(X) or names is None:
            return self.model_.row_reader.matrix(X, learning=y is not None, labels=y)
        return dataclasses.replace(as_matrix(X), names=names.tolist())


def _plain_labels(y: Any) -> Any:
    """Truths of pandas that may be missing, as truths: scikit-learn would make numbers of them."""
    if str(getattr(y, "dtype", "")) == "boolean" and not y.isna().any():
        return y.to_numpy(dtype=bool)
    return y


def _has_names(X: Any) -> bool:
    """Whether it is a frame whose columns all have a name, a text."""
    return is_frame(X) and all(isinstance(name, str) for name in getattr(X, "column_names", getattr(X, "columns", ())))
