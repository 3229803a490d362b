"""A learner by name, or like a given one: what the scikit-learn and River skins are handed.

In goes None, a name or a learner; out comes a fresh learner that nobody else holds. What was given is never
taught, only asked for its parameters.
"""

import inspect
import re
from typing import Any

from ..errors import ParameterError
from .auto import Auto
from .base import Learner
from .choice import DEFAULTS


def make_learner(learner: str | Learner | None = None, **changes: Any) -> Learner:
    """A fresh learner that has learned nothing.

    Parameters
    ----------
    learner : str | Learner, optional
        A name, spelled like the class or in small letters with hyphens; a learner, of which only the parameters
        are used; or None for Auto. changes: parameters that shall differ.

    Examples
    --------
    >>> make_learner("tracking-winnow"), make_learner("TrackingWinnow", floor=0.01)
    (TrackingWinnow(), TrackingWinnow(floor=0.01))
    """
    kind: type[Learner] = Auto
    parameters = changes
    if isinstance(learner, str):
        kind = learner_kind(learner)
    elif isinstance(learner, Learner):
        kind, parameters = type(learner), learner.get_params() | changes
    elif learner is not None:
        raise ParameterError(f"learner must be a name, a learner such as Perceptron(), or None; got {learner!r}.")
    if parameters.get("labels") is not None:
        raise ParameterError("a classifier takes its labels from the data: make the learner without labels=.")
    try:
        return kind(**parameters)
    except (TypeError, ParameterError) as error:
        hint = " Give a learner made with its parameters, not its name." if isinstance(learner, str) else ""
        raise ParameterError(f"{kind.__name__} can't be made: {str(error).rstrip('.')}.{hint}") from None


def learner_kind(name: str) -> type[Learner]:
    """The class of that name, spelled like the class or in small letters with hyphens.

    Parameters
    ----------
    name : str
        Spelled like the class or in small letters with hyphens.
    """
    by_letters = {_letters(known): kind for known, kind in Learner.kinds.items()}
    if _letters(name) not in by_letters:
        raise ParameterError(f"there is no learner {name!r}; there are {', '.join(sorted(Learner.kinds))}.")
    return by_letters[_letters(name)]


def parameters_of(kind: type[Learner]) -> list[str]:
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
    own = inspect.signature(kind.__init__).parameters
    return [name for name, p in own.items() if name != "self" and p.kind is not p.VAR_KEYWORD] + list(DEFAULTS)


def required_of(kind: type[Learner]) -> list[str]:
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
    own = inspect.signature(kind.__init__).parameters
    return [name for name, p in own.items() if name != "self" and p.kind is not p.VAR_KEYWORD and p.default is p.empty]


def spell(kind: type) -> str:
    """A learner's name as on the command line.

    Parameters
    ----------
    kind : type
        The class of a learner.

    Examples
    --------
    >>> from thresher import AdaptiveWinnow, TrackingPNorm
    >>> spell(AdaptiveWinnow), spell(TrackingPNorm)
    ('adaptive-winnow', 'tracking-p-norm')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", kind.__name__).lower()


def _letters(name: str) -> str:
    return name.replace("-", "").replace("_", "").lower()
