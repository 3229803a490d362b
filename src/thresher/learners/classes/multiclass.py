"""Many classes: a binary learner for each, and the rule by which they learn together."""

import inspect
from collections.abc import Callable, Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ..._core import NativeMulticlass
from ...data.examples import as_example
from ...errors import ParameterError
from ...parameters import one_of, real
from ...protocols import Features, Label
from ..balanced import AdaptiveWinnow
from ..base import Learner
from .answers import Answers
from .classes import NOBODY, Classes, as_class, labels_of, read_classes
from .weights import BALANCED, importance_of, importances, read_class_weights

if TYPE_CHECKING:
    import numpy.typing as npt

SCHEMES = ("one-vs-rest", "constraint")
NEWCOMERS = ("fresh", "informed")


class MulticlassOutcome(NamedTuple):
    """What one labelled example did.

    prediction: what was predicted before the label was seen; None where there was no answer
    label: the label
    mistake: whether there was an answer, and it was wrong
    updated: whether any member changed
    abstained: whether there was no answer
    """

    prediction: Label
    label: Label
    mistake: bool
    updated: bool
    abstained: bool


class Multiclass(Answers):
    """Many classes, a binary learner (a member) for each (C13).

        predict   the class of the largest score; of equal scores the class seen first; None before the first label
        one-vs-rest   every member learns every example: is it of its class?
        constraint    with the right class r and its best rival q: loss of s_r - s_q by the members' own loss;
                      r's member is promoted and q's demoted by it, the others are untouched

    learner: a new binary learner, of which each class gets a copy. Default Auto(); with the
        constraint scheme AdaptiveWinnow().
    scheme: "one-vs-rest" (default) or "constraint": fewer updates, and scores that are comparable because they were
        learned by comparing them. It needs members that move by a mistake, a margin or the logistic loss.
    abstain_below: no answer (None) where the best score is less than this ahead of the second. Default 0: never.
        Such examples are counted in `abstained`, not in `mistakes`; learning goes on.
    class_weights: class -> importance weight, times the example's own (classes left out weigh 1); or "balanced":
        (examples so far) / (classes so far * examples of its class so far), 1 for the first of a class.
    classes: those known from the start, in this order. Others may still turn up: a new label is a new class.
    newcomers: a class that turns up late begins "fresh" (default), or "informed": where it would be had it been known
        from the start. That takes one more member; one-vs-rest only.

    Labels are texts or numbers and come out as they came in; labels that are equal (1, 1.0, True) are one class.
    Bounds: one-vs-rest, mistakes <= the sum of the members' own + the classes that turned up late, so the members' own
    bounds add up (not where members draw their predictions). Constraint, with Perceptrons and all classes known from
    the start: 2 (R |u| / delta)^2 mistakes if the right class's score by u is always delta ahead, |x| <= R.

    >>> model = Multiclass()
    >>> for word, language in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 3:
    ...     outcome = model.learn_one({word: 1}, language)
    >>> model.predict_one({"oui": 1}), model.classes
    ('fr', ('de', 'en', 'fr'))
    """

    def __init__(
        self,
        learner: Learner | None = None,
        scheme: str = "one-vs-rest",
        *,
        abstain_below: float = 0.0,
        class_weights: Mapping[Label, float] | str | None = None,
        classes: Any = None,
        newcomers: str = "fresh",
    ) -> None:
        self.scheme = one_of("scheme", scheme, SCHEMES)
        self._prototype = _prototype(default_learner(scheme) if learner is None else learner)
        self.abstain_below = real("abstain_below", abstain_below, at_least=0)
        self._class_weights = read_class_weights(class_weights)
        self.newcomers = one_of("newcomers", newcomers, NEWCOMERS)
        if newcomers == "informed" and scheme == "constraint":
            raise ParameterError("newcomers='informed' goes with scheme='one-vs-rest'.")
        self._declared = read_classes(classes)
        self._weight_of = self._class_weights if isinstance(self._class_weights, dict) else {}
        self._classes = Classes()
        self._lock = RLock()
        self._native = NativeMulticlass(
            self._prototype._native,
            scheme,
            self.abstain_below,
            balanced=self._class_weights == BALANCED,
            informed=newcomers == "informed",
        )
        for name in self._declared or ():
            self._join(name)

    def _join(self, name: Label) -> None:
        self._native.add_class()
        self._classes.add(name)

    # Learning: predict, see the label, perhaps update.

    def learn_one(self, x: Features, y: Label, weight: float = 1.0) -> MulticlassOutcome:
        """Learns from one example. An importance weight multiplies the steps; 0 learns nothing."""
        label = as_class(y)
        weight = importance_of(weight) * self._weight_of.get(label, 1.0)
        example = as_example(x)
        with self._lock:
            place = self._classes.place(label)
            new = place == len(self._classes)
            code = self._native.learn_one(example, NOBODY if new and not weight else place, weight)
            if new and weight:
                self._classes.add(label)
        prediction = self._name((code >> 1) - 1)
        abstained = code < 2
        return MulticlassOutcome(prediction, label, not abstained and prediction != label, bool(code & 1), abstained)

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> "npt.NDArray[Any]":
        """Learns from each row in turn and returns what was predicted before each label.

        The same, bit for bit, as learn_one in a loop. On bad input nothing is learned.
        """
        from ...data.matrices import as_matrix

        matrix = as_matrix(X)
        labels = labels_of(y)
        importance = importances(labels, weights, self._weight_of)
        with self._lock:
            places, new = self._classes.places(labels, importance)
            said = self._native.learn_many(*matrix.parts(), places, importance)
            for name in new:
                self._classes.add(name)
            return self._classes.name_many(said)

    # Parameters.

    @property
    def learner(self) -> Learner:
        """What every class begins as: a copy, so that nothing can be taught to it."""
        return self._prototype.copy()

    @property
    def class_weights(self) -> dict[Label, float] | str | None:
        """What examples of each class weigh."""
        return dict(self._class_weights) if isinstance(self._class_weights, dict) else self._class_weights

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """Everything the constructor was given or assumed; type(self)(**params) makes a fresh one.

        deep: ignored; scikit-learn's clone passes it.
        """
        names = inspect.signature(type(self).__init__).parameters
        return {name: getattr(self, name) for name in names if name != "self"} | {"classes": self._declared}

    def __repr__(self) -> str:
        signature = inspect.signature(type(self).__init__).parameters
        parameters = self.get_params()
        shown = [repr(parameters.pop("learner"))]
        shown += [f"{name}={value!r}" for name, value in parameters.items() if value != signature[name].default]
        return f"{type(self).__name__}({', '.join(shown)})"

    # Copies, files, equality.

    def copy(self) -> Self:
        """An independent learner in the same state."""
        twin = object.__new__(type(self))
        with self._lock:
            own = {"_native": self._native.copy(), "_classes": self._classes.copy(), "_lock": RLock()}
        twin.__dict__.update(self.__dict__ | own)
        return twin

    def to_bytes(self, progress: Mapping[str, Any] | None = None) -> bytes:
        """The saved form: the same learner gives the same bytes. progress: kept beside it, for `load_with_progress`."""
        from .files import to_bytes

        with self._lock:
            return to_bytes(self, progress)

    @staticmethod
    def from_bytes(data: bytes, link: Callable[..., Any] | None = None) -> "Multiclass":
        """What was saved; a link of the user's own is given again."""
        from .files import from_bytes

        return from_bytes(data, link)

    def __reduce__(self) -> tuple[Any, ...]:
        from .files import from_bytes

        return from_bytes, (self.to_bytes(), _function(self._prototype))


def default_learner(scheme: str = "one-vs-rest") -> Learner:
    """Auto; where classes learn by comparison, which Auto can't, AdaptiveWinnow."""
    from ..auto.auto import Auto  # which may be many classes itself

    return AdaptiveWinnow() if scheme == "constraint" else Auto()


def _prototype(learner: Learner) -> Learner:
    """A copy of the learner that every class begins as."""
    if not isinstance(learner, Learner):
        raise ParameterError(f"learner must be a binary learner such as Perceptron(); got {learner!r}.")
    if learner.examples:
        raise ParameterError(f"learner must be new; this one has learned {learner.examples} examples.")
    if learner.get_params()["labels"] is not None:
        raise ParameterError("the classes come from the data: make the learner without labels=.")
    return learner.copy()


def _function(learner: Learner) -> Callable[..., Any] | None:
    """A link of the user's own, which no file can hold."""
    link = learner._choice.link
    return link if callable(link) else None
