"""A learner of what can be written down: choices by name, and any learner of two labels made one of many.

A command line and a request have no objects: a link, a rate or a transform is its name there, with numbers behind
colons.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from ..choices.rates import Constant
from ..errors import ParameterError
from ..protocols import Label
from .base import Learner
from .classes import Multiclass
from .importance import BALANCED
from .quasi_additive import QuasiAdditive

ROOMS = {
    "rate": "thresher.choices.rates",
    "link": "thresher.choices.links",
    "loss": "thresher.choices.losses",
    "range": "thresher.choices.ranges",
    "transform": "thresher.data.features",
}
"""Parameters whose values are choices, and where these are."""


def choice_in(parameter: str, text: str) -> Any:
    """A choice by its name, with numbers behind colons.

    Parameters
    ----------
    parameter : str
        One of `ROOMS`.
    text : str
        two-sinh, p-norm:4, weight-range:0.01:10

    Examples
    --------
    >>> choice_in("link", "p-norm:4"), choice_in("transform", "unit-length")
    (PNorm(p=4, normalised=False), UnitLength(p=2.0))
    """
    room = import_module(ROOMS[parameter])
    name, *arguments = text.split(":")
    kinds = {_letters(kind): getattr(room, kind) for kind in _choices_in(room)}
    if _letters(name) not in kinds:
        raise ParameterError(f"{name!r} is none of {', '.join(sorted(_choices_in(room)))}.", field=parameter)
    try:
        return kinds[_letters(name)](*map(_number, arguments))
    except (TypeError, ValueError) as error:
        raise ParameterError(f"{parameter}: {text!r} can't be made: {str(error).rstrip('.')}.") from None


def _choices_in(room: ModuleType) -> list[str]:
    """The names of the choices in a room."""
    return [name for name, kind in vars(room).items() if isinstance(kind, type) and kind.__module__ == room.__name__]


def from_words(kind: type[Learner], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of a learner as its constructor takes them; what is no choice, and no list, stays as it is.

    Parameters
    ----------
    kind : type[Learner]
        The class of the learner.
    parameters : mapping
        As JSON has them.

    Examples
    --------
    >>> from thresher import QuasiAdditive
    >>> from_words(QuasiAdditive, {"link": "identity", "rate": 0.5})
    {'link': Identity(), 'rate': Constant(rate=0.5, demotion=None)}
    """
    found = {name: _meant(name, value) for name, value in parameters.items()}
    if kind is QuasiAdditive and isinstance(found.get("rate"), (int, float)):
        found["rate"] = Constant(found["rate"])
    return found


def _meant(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_meant(name, one) for one in value)
    return choice_in(name, value) if name in ROOMS and isinstance(value, str) else value


def for_labels(
    make: Callable[..., Learner],
    *,
    names: Iterable[Label] | None = None,
    positive: Label = None,
    any_number: bool = False,
    scheme: str | None = None,
    abstain_below: float | None = None,
    softmax: bool | None = None,
    class_weights: Mapping[Label, float] | str | None = None,
) -> Learner:
    """A learner for what is said about labels: where it has two and more are asked for, one for each of them.

    Parameters
    ----------
    make : function
        Makes the learner; takes labels, positive and class_weights by name.
    names : labels, optional
        Those that are known beforehand; of two the negative one first.
    positive : label, optional
        Which of two is positive, where only that is known.
    any_number : bool, default False
        More than two labels may come.
    scheme, abstain_below, softmax : optional
        Of `Multiclass`.
    class_weights : mapping or "balanced", optional
        What examples of each label weigh.
    """
    known = None if names is None else tuple(names)
    balanced = isinstance(class_weights, str) and class_weights == BALANCED
    by_class = any_number or balanced or scheme is not None or abstain_below is not None or bool(softmax)
    many = by_class or len(known or ()) > 2
    if many and positive is not None:
        raise ParameterError("a positive label is one of two, and more are asked for.", field="positive")
    if not many:
        return make(**_said(labels=known, positive=positive, class_weights=class_weights))
    member = make()
    if known is not None and not by_class and member.traits.labels is None:
        return make(**_said(labels=known, class_weights=class_weights))
    given = {"scheme": scheme, "abstain_below": abstain_below, "class_weights": class_weights, "softmax": softmax}
    return Multiclass(member, **_said(**given, classes=None if known is None else list(known)))


def _said(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _letters(name: str) -> str:
    return name.replace("-", "").replace("_", "").lower()


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
