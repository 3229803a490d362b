"""Many classes: a binary learner for each, and the rule by which they learn together."""

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._core import NativeLearner
from ..data import Labels, RowReader, Rows, read_names
from ..errors import ParameterError
from ..parameters import one_of, real, yes_or_no
from ..protocols import Label
from .auto import Auto
from .balanced import AdaptiveWinnow
from .base import Learner
from .choice import as_rows, describe, set_initial
from .importance import BALANCED, read_class_weights
from .names import Names
from .traits import Traits
from .writing import MANY

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SCHEMES = ("one-vs-rest", "constraint")
NEWCOMERS = ("fresh", "informed")


class Multiclass(Learner, named=False):
    """Many classes, a binary learner (a member) for each (C13).

        predict   the class of the largest score; of equal scores the class seen first; None before the first label
        one-vs-rest   every member learns every example: is it of its class?
        constraint    with the right class r and its best rival q: loss of s_r - s_q by the members' own loss;
                      r's member is promoted and q's demoted by it, the others are untouched

    Parameters
    ----------
    learner : Learner, optional
        A new binary learner, of which each class gets a copy. Default Auto(); with the constraint scheme
        AdaptiveWinnow().
    scheme : {"one-vs-rest", "constraint"}
        Constraint: fewer updates, and scores that are comparable because they were learned by comparing them. It needs
        members that move by a mistake, a margin or the logistic loss.
    abstain_below : float, default 0
        No answer (None) where the best score is less than this ahead of the second. Such examples are counted in
        `abstained`, not in `mistakes`; learning goes on.
    class_weights : mapping or "balanced", optional
        Class -> importance weight, times the example's own (classes left out weigh 1); or "balanced": (examples so
        far) / (classes so far * examples of its class so far), 1 for the first of a class.
    classes : list of labels, optional
        Those known from the start, in this order. Others may still turn up: a new label is a new class.
    newcomers : {"fresh", "informed"}
        A class that turns up late begins fresh, or where it would be had it been known from the start. That takes one
        more member; one-vs-rest only.
    softmax : bool, default False
        Probabilities are the softmax of the scores, whatever the members are: a way to write scores, not fitted to
        anything. It gives the constraint scheme probabilities with Winnow and Perceptrons too.
    rows : Rows, optional
        What the columns of rows mean. Default: what the learner's own rows say.

    Notes
    -----
    Labels are texts or numbers and come out as they came in; labels that are equal (1, 1.0, True) are one class.

    Bounds: one-vs-rest, mistakes <= the sum of the members' own + the classes that turned up late, so the members' own
    bounds add up (not where members draw their predictions). Constraint, with Perceptrons and all classes known from
    the start: 2 (R |u| / delta)^2 mistakes if the right class's score by u is always delta ahead, |x| <= R.

    Examples
    --------
    >>> model = Multiclass()
    >>> for word, language in [("ja", "de"), ("yes", "en"), ("oui", "fr")] * 3:
    ...     outcome = model.learn_one({word: 1}, language)
    >>> model.predict_one({"oui": 1}), model.labels
    ('fr', ('de', 'en', 'fr'))
    """

    kind = MANY

    def __init__(
        self,
        learner: Learner | None = None,
        scheme: str = "one-vs-rest",
        *,
        abstain_below: float = 0.0,
        class_weights: Mapping[Label, float] | str | None = None,
        classes: Any = None,
        newcomers: str = "fresh",
        softmax: bool = False,
        rows: Rows | None = None,
    ) -> None:
        self.scheme = one_of("scheme", scheme, SCHEMES)
        self._prototype = _prototype(default_learner(scheme) if learner is None else learner)
        self.abstain_below = real("abstain_below", abstain_below, at_least=0)
        self._class_weights = read_class_weights(class_weights)
        self.newcomers = one_of("newcomers", newcomers, NEWCOMERS)
        self.softmax = yes_or_no("softmax", softmax)
        if newcomers == "informed" and scheme == "constraint":
            raise ParameterError("newcomers='informed' goes with scheme='one-vs-rest'.")
        self._declared = None if classes is None else read_names("classes", classes)
        self._weight_of = self._class_weights if isinstance(self._class_weights, dict) else {}
        self._choice, self._options = self._prototype.choice, dict(self._prototype.options)
        self.traits = _traits(self._prototype, scheme, all_known=self._declared is not None, softmax=self.softmax)
        self._reader = RowReader(self._prototype.row_reader.rows if rows is None else as_rows(rows))
        self._names = Names(Labels.many(self._declared or ()))
        self._attach(self._new_native())
        for _ in self._declared or ():
            self._native.add_class()
        self.weigh_classes(self._names.labels)

    def _new_native(self) -> NativeLearner:
        function = self._choice.link if callable(self._choice.link) else None
        described = {
            "scheme": self.scheme,
            "abstain_below": self.abstain_below,
            "balanced": self._class_weights == BALANCED,
            "informed": self.newcomers == "informed",
            "softmax": self.softmax,
        }
        native = NativeLearner(describe(self._choice, self._options), function, described)
        set_initial(native, self._choice)
        return native

    # Parameters.

    @property
    def learner(self) -> Learner:
        """What every class begins as: a copy, so that nothing can be taught to it."""
        return self._prototype.copy()

    @property
    def prototype(self) -> Learner:
        """What every class begins as."""
        return self._prototype

    @property
    def class_weights(self) -> dict[Label, float] | str | None:
        """What examples of each class weigh."""
        return dict(self._class_weights) if isinstance(self._class_weights, dict) else self._class_weights

    @property
    def has_probabilities(self) -> bool:
        """Whether predict_proba_one works."""
        return self.traits.probabilities

    def class_parameters(self) -> dict[str, Any]:
        """The parameters that are about classes, as a file keeps them."""
        return {name: value for name, value in self.get_params().items() if name not in ("learner", "rows")}

    def get_params(self, deep: bool = False) -> dict[str, Any]:
        """Everything the constructor was given or assumed; type(self)(**params) makes a fresh one."""
        names = inspect.signature(type(self).__init__).parameters
        return {name: getattr(self, name) for name in names if name not in ("self", "classes", "rows")} | {
            "classes": self._declared,
            "rows": self._reader.rows,
        }

    def is_like(self, other: object) -> bool:
        """Whether another was made alike."""
        return (
            type(other) is type(self)
            and self._prototype.is_like(other._prototype)
            and self.class_parameters() == other.class_parameters()
        )

    def __repr__(self) -> str:
        signature = inspect.signature(type(self).__init__).parameters
        parameters = self.class_parameters()
        shown = [repr(self._prototype)]
        shown += [f"{name}={value!r}" for name, value in parameters.items() if value != signature[name].default]
        return f"{type(self).__name__}({', '.join(shown)})"

    def member_of(self, native: NativeLearner) -> Learner:
        """A learner of two labels around a member."""
        return self._learner_of(native)

    def _learner_of(self, native: NativeLearner) -> Learner:
        twin = self._prototype.copy()
        twin._attach(native)
        return twin

    def _probabilities(self, scores: "npt.NDArray[np.float64]", rows: int) -> "npt.NDArray[np.float64]":
        if not self.traits.probabilities:
            needed = "probabilities=True" if self.scheme == "one-vs-rest" else "a logistic loss"
            raise ParameterError(
                f"{self._prototype!r} gives this no probabilities; make it with {needed}, or softmax=True."
            )
        return super()._probabilities(scores, rows)


def default_learner(scheme: str = "one-vs-rest") -> Learner:
    """Auto; where classes learn by comparison, which Auto can't, AdaptiveWinnow.

    Parameters
    ----------
    scheme : str, default 'one-vs-rest'
        How classes learn together.
    """
    return AdaptiveWinnow() if scheme == "constraint" else Auto()


def _traits(prototype: Learner, scheme: str, *, all_known: bool, softmax: bool) -> Traits:
    from dataclasses import replace

    from ..choices.losses import Logistic

    member, bound = prototype.traits, prototype.traits.bound
    logistic = isinstance(prototype.choice.loss, Logistic)
    if scheme == "constraint":
        bound = "C13" if bound == "C3" and all_known else None
    elif member.randomised:  # the class of the largest score is not what the members draw
        bound = None
    return replace(
        member,
        labels=None,
        symmetric=True,
        quiet=False,
        mergeable=False,
        probabilities=softmax or (logistic if scheme == "constraint" else member.probabilities),
        mistake_driven=member.mistake_driven and scheme == "constraint",
        bound=bound,
    )


def _prototype(learner: Learner) -> Learner:
    """A copy of the learner that every class begins as."""
    if not isinstance(learner, Learner) or isinstance(learner, Multiclass):
        raise ParameterError(f"learner must be a binary learner such as Perceptron(); got {learner!r}.")
    if learner.examples:
        raise ParameterError(f"learner must be new; this one has learned {learner.examples} examples.")
    if learner.options["class_weights"] is not None:
        raise ParameterError(
            "the classes are weighed together: give class_weights= to Multiclass.", field="class_weights"
        )
    if learner.options["labels"] is not None or learner.options["positive"] is not None:
        raise ParameterError("the classes come from the data: make the learner without labels=.")
    return learner.copy()
