"""The four choices that make a learner, the options beside them, and what the core is told of both."""

import dataclasses
import inspect
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from .._core import NativeLearner
from ..choices.links import Exponential, Halves, Link, LogCounts, PerAttribute, PNorm, describe_link
from ..choices.losses import Always, Logistic, Loss, Mistake, Ramp
from ..choices.ranges import Range, Unlimited, dual_limits
from ..choices.rates import Aggressive, Alma, Constant, Eliminating, Rate, SecondOrder
from ..data import Rows, read_name, read_names
from ..data.features import Conjunctions, Transform, UnitLength
from ..errors import ParameterError
from ..parameters import one_of, real, whole, yes_or_no
from ..protocols import Attribute
from .importance import weights_of_two


class Options(TypedDict, total=False):
    """What every learner takes beside its own parameters."""

    bias: bool
    transform: Transform | Sequence[Transform]
    labels: Sequence[Any] | None
    positive: Any
    probabilities: bool
    bits: int | None
    join_after: int
    join_share: float | None
    max_attributes: int | None
    when_full: str
    rows: Rows | None
    class_weights: Mapping[Any, float] | None


DEFAULTS: dict[str, Any] = {
    "bias": False,
    "transform": (),
    "labels": None,
    "positive": None,
    "probabilities": False,
    "bits": None,
    "join_after": 0,
    "join_share": None,
    "max_attributes": None,
    "when_full": "ignore",
    "rows": None,
    "class_weights": None,
}


@dataclasses.dataclass(frozen=True)
class Choice:
    """The four choices, and what goes with them.

    Attributes
    ----------
    link : Link
        From duals to weights.
    loss : Loss
        How much to move.
    rate : Rate
        How far.
    range : Range
        Between which limits.
    threshold : float
        What the score is compared with.
    initial : float | Mapping[Attribute, float]
        The first dual, of all attributes or by attribute.
    unit_interval : bool
        Values must lie between 0 and 1.
    nonnegative : bool
        Values are counts: any size, but not below 0.
    averaging : str
        None, averaged or voted.
    radius : float | None
        Of the ball in which the weights of a normalised link stay.
    unit_length : float | None
        Scale every example to unit p-length, after other transformations.
    monitor : tuple[float, float] | None
        A9: above which weight, and to which least value, small values are lifted.
    seed : int
        Of its coins.
    n : int | None
        The number of attributes that it is made for.
    ensemble : bool
        Many learners under one master, not this one.
    discard : float | None
        Below which share of its initial weight an attribute is discarded for good; of the exponential link.
    discard_relative : (float, int) | None
        Below which share of the largest weight, and after how many updates all weights are looked at.
    """

    link: Link
    loss: Loss = Mistake()
    rate: Rate = Constant()
    range: Range = Unlimited()
    threshold: float = 0.0
    initial: float | Mapping[Attribute, float] = 0.0
    unit_interval: bool = False
    nonnegative: bool = False  # values are counts: any size, but not below 0
    averaging: str = "none"
    radius: float | None = None
    unit_length: float | None = None  # scale every example to unit p-length, after other transformations
    monitor: tuple[float, float] | None = None
    seed: int = 0
    n: int | None = None
    ensemble: bool = False  # many learners under one master, not this one
    discard: float | None = None
    discard_relative: tuple[float, int] | None = None


def parameters_of(kind: type) -> list[str]:
    """What a learner's constructor takes: its own parameters, then those of every learner.

    Parameters
    ----------
    kind : type[Learner]
        The class of a learner.

    Examples
    --------
    >>> from thresher import AdaptiveWinnow
    >>> parameters_of(AdaptiveWinnow)[:3]
    ['rate', 'bias', 'transform']
    """
    return [own.name for own in _own(kind)] + list(DEFAULTS)


def required_of(kind: type) -> list[str]:
    """Those of a learner's parameters that have to be said.

    Parameters
    ----------
    kind : type[Learner]
        The class of a learner.

    Examples
    --------
    >>> from thresher import Swin
    >>> required_of(Swin)
    ['n']
    """
    return [own.name for own in _own(kind) if own.default is own.empty]


def _own(kind: type) -> list[inspect.Parameter]:
    own = inspect.signature(kind.__init__).parameters  # type: ignore[misc] # of a class, not of an object
    return [one for name, one in own.items() if name != "self" and one.kind is not one.VAR_KEYWORD]


def check_options(kind: type, options: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(options) - set(DEFAULTS))
    if unknown:
        raise TypeError(f"{kind.__name__} takes no {unknown[0]!r}; it takes {', '.join(parameters_of(kind))}.")
    given = {**DEFAULTS, **options}
    transform = given["transform"]
    stages = tuple(transform) if isinstance(transform, (tuple, list)) else (transform,)
    for stage in stages:
        if not isinstance(stage, Transform):
            raise ParameterError(f"transform must be of thresher.data.features; got {stage!r}.")
    return {
        "bias": yes_or_no("bias", given["bias"]),
        "transform": stages,
        "labels": None if given["labels"] is None else read_names("labels", given["labels"]),
        "positive": None if given["positive"] is None else read_name("positive", given["positive"]),
        "probabilities": yes_or_no("probabilities", given["probabilities"]),
        "bits": None if given["bits"] is None else whole("bits", given["bits"], at_least=1, at_most=31),
        "join_after": whole("join_after", given["join_after"]),
        "join_share": None
        if given["join_share"] is None
        else real("join_share", given["join_share"], above=0, at_most=1),
        "max_attributes": None
        if given["max_attributes"] is None
        else whole("max_attributes", given["max_attributes"], at_least=1),
        "when_full": one_of("when_full", given["when_full"], ("ignore", "forget")),
        "rows": as_rows(given["rows"]),
        "class_weights": weights_of_two(given["class_weights"]),
    }


def as_rows(rows: Any) -> Rows | None:
    """What says what columns mean, or nothing.

    Parameters
    ----------
    rows : Rows or None
        As it was given.

    Raises
    ------
    ParameterError
        If it is something else.
    """
    if rows is not None and not isinstance(rows, Rows):
        raise ParameterError(f"rows must be Rows, which say what columns mean; got {rows!r}.", field="rows")
    return rows


def describe(choice: Choice, options: Mapping[str, Any]) -> dict[str, Any]:
    """What the core is told. Combinations that make no sense are refused here."""
    _check_combination(choice, options)
    low, high = dual_limits(choice.range, choice.link)
    stages = [*options["transform"], *([] if choice.unit_length is None else [UnitLength(choice.unit_length)])]
    return {
        "link": describe_link(choice.link),
        "loss": choice.loss.describe(),
        "rate": choice.rate.describe(),
        "dual_low": low,
        "dual_high": high,
        "dual_discard": None if choice.discard is None else _dual_of_share(choice, choice.discard),
        "discard_relative": _relative_discard(choice),
        "initial_dual": 0.0 if isinstance(choice.initial, Mapping) else float(choice.initial),
        "threshold": float(choice.threshold),
        "bias": options["bias"],
        "unit_interval": choice.unit_interval,
        "nonnegative": choice.nonnegative,
        "averaging": choice.averaging,
        "ensemble": choice.ensemble,
        "probabilities": options["probabilities"],
        "radius": choice.radius,
        "monitor": None if choice.monitor is None else {"above": choice.monitor[0], "least": choice.monitor[1]},
        "seed": choice.seed,
        "n": choice.n,
        "transform": [stage.describe() for stage in stages],
        "memory": {key: options[key] for key in ("bits", "join_after", "join_share", "max_attributes", "when_full")},
    }


def _dual_of_share(choice: Choice, share: float) -> float | None:
    """By how much the dual of that share of a weight is below the weight's own."""
    if not isinstance(choice.link, Exponential):
        return None
    return math.log(share) / math.log(choice.link.promotion)


def _relative_discard(choice: Choice) -> dict[str, Any] | None:
    if choice.discard_relative is None:
        return None
    share, every = choice.discard_relative
    return {"below": _dual_of_share(choice, share), "every": every}


def _check_combination(choice: Choice, options: Mapping[str, Any]) -> None:
    link, rate = choice.link, choice.rate
    if not isinstance(choice.initial, Mapping):
        real("initial", choice.initial, at_least=-1e100, at_most=1e100)
    if choice.threshold and any(isinstance(stage, UnitLength) for stage in options["transform"]):
        raise ParameterError(
            "unit-length scaling destroys a fixed threshold: scale values to [0, 1] instead, or use a learner "
            "with threshold 0."
        )
    if choice.unit_length is not None and any(isinstance(stage, UnitLength) for stage in options["transform"]):
        raise ParameterError("this learner scales every example to unit length itself; leave UnitLength out.")
    if isinstance(rate, Eliminating) and not isinstance(link, Exponential):
        raise ParameterError("elimination goes with the exponential link.")
    if isinstance(rate, Aggressive) and isinstance(link, Exponential):
        margin = rate.margin if rate.negative is None else rate.negative
        if not margin < choice.threshold:
            raise ParameterError(
                f"aggressive steps of a positive link need margin < threshold; got {margin} and {choice.threshold}."
            )
    if isinstance(link, Halves) and not isinstance(rate, Constant):
        raise ParameterError("halves that are clamped one by one go with a constant rate.")
    if isinstance(link, LogCounts):
        _check_counts(choice, options)
    normalised = isinstance(link, PNorm) and link.normalised
    if normalised and not isinstance(rate, (Constant, Alma)):
        raise ParameterError("the normalised p-norm link goes with a constant rate or ALMA's.")
    if normalised and (choice.threshold or not isinstance(choice.range, Unlimited)):
        raise ParameterError("the normalised p-norm link goes with threshold 0 and no range but its ball.")
    if isinstance(rate, Alma) and not normalised:
        raise ParameterError("ALMA's rate goes with the normalised p-norm link.")
    if isinstance(choice.loss, Logistic) and isinstance(rate, (Alma, SecondOrder, Aggressive)):
        raise ParameterError(f"the logistic loss goes with a constant or adaptive rate, not {rate!r}.")
    _check_memory(choice, options)
    if options["probabilities"] and isinstance(choice.loss, Ramp):
        raise ParameterError("a randomised learner has its own probabilities.")


def _check_memory(choice: Choice, options: Mapping[str, Any]) -> None:
    """Which attributes are remembered, and what names they may have."""
    chosen = isinstance(choice.initial, Mapping) or isinstance(choice.link, PerAttribute)
    for name in ("bits", "join_after", "join_share", "max_attributes"):
        if chosen and options[name]:
            raise ParameterError(f"{name} does not go with an initial value or a link given to single attributes.")
    if options["max_attributes"] is not None and (choice.n is not None or choice.averaging == "voted"):
        raise ParameterError("max_attributes does not go with a learner that must remember every attribute.")
    for name in ("join_after", "join_share"):
        if options[name] and (choice.n is not None or choice.averaging == "voted"):
            raise ParameterError(f"{name} does not go with a learner that must remember every attribute.")
    if options["join_share"] is not None and (options["join_after"] or options["max_attributes"] is not None):
        raise ParameterError(
            "join_share counts every attribute: leave join_after and max_attributes out.", field="join_share"
        )
    conjoining = sum(isinstance(stage, Conjunctions) for stage in options["transform"])
    if conjoining > 1:
        raise ParameterError("conjunctions are of two attributes: name Conjunctions once.", field="transform")
    if conjoining and options["bits"] is not None:
        raise ParameterError("conjunctions are names, and bits is there so that there are none: leave one of them out.")


def _check_counts(choice: Choice, options: Mapping[str, Any]) -> None:
    """Naive Bayes is one learner, not a family: its score has terms that only counts of every example give."""
    if options["bias"]:
        raise ParameterError("naive Bayes has the classes' frequencies for a bias: leave bias out (see prior).")
    plain = (choice.range, choice.threshold, choice.initial, choice.averaging) == (Unlimited(), 0.0, 0.0, "none")
    if not (choice.nonnegative and plain and choice.loss == Always() and choice.rate == Constant()):
        raise ParameterError("the link LogCounts is that of NaiveBayes: make one of those.")


def set_initial(native: NativeLearner, choice: Choice) -> None:
    initial = choice.initial if isinstance(choice.initial, Mapping) else {}
    own = choice.link.own if isinstance(choice.link, PerAttribute) else {}
    if not initial and not own:
        return
    kinds = choice.link.kinds() if isinstance(choice.link, PerAttribute) else []
    common = 0.0 if isinstance(choice.initial, Mapping) else float(choice.initial)
    attributes = list({**initial, **own})
    for attribute in attributes:
        if isinstance(attribute, bool) or not isinstance(attribute, (str, int)):
            raise ParameterError(f"initial values and links go to names or columns; got {attribute!r}.")
    duals = [real(f"initial[{a!r}]", initial.get(a, common)) for a in attributes]
    links = [float(kinds.index(own[a])) if a in own else 0.0 for a in attributes]
    import numpy as np

    native.begin_with(attributes, np.array(duals), np.array(links))
