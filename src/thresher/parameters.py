"""Checks of parameters when a learner is made: a wrong one is refused with its range in the message."""

import math
from typing import Any

from .errors import ParameterError


def real(
    name: str,
    value: Any,
    *,
    above: float | None = None,
    at_least: float | None = None,
    below: float | None = None,
    at_most: float | None = None,
) -> float:
    """The value as a finite float within the given limits.

    Parameters
    ----------
    name : str
        The parameter, for the message.
    value : object
        What was given for it.
    above : float or None, optional
        It has to be greater than this.
    at_least : float or None, optional
        It has to be this or greater.
    below : float or None, optional
        It has to be smaller than this.
    at_most : float or None, optional
        It has to be this or smaller.

    Returns
    -------
    float
        The value.

    Raises
    ------
    ParameterError
        If it is no number, or out of its range.
    """
    wanted = _describe("a number", above=above, at_least=at_least, below=below, at_most=at_most)
    if isinstance(value, (bool, str, bytes, bytearray)) or getattr(value, "ndim", 0) != 0:
        raise ParameterError(f"{name} must be {wanted}; got {value!r}.", field=name)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ParameterError(f"{name} must be {wanted}; got {str(value)[:50]}.", field=name) from None
    if (
        not math.isfinite(number)
        or (above is not None and not number > above)
        or (at_least is not None and not number >= at_least)
        or (below is not None and not number < below)
        or (at_most is not None and not number <= at_most)
    ):
        raise ParameterError(f"{name} must be {wanted}; got {value!r}.", field=name)
    return number


def whole(name: str, value: Any, *, at_least: int = 0, at_most: int = 2**62) -> int:
    """The value as an int within the given limits.

    Parameters
    ----------
    name : str
        The parameter, for the message.
    value : object
        What was given for it.
    at_least : int, default 0
        The smallest that is allowed.
    at_most : int, default 2**62
        The greatest that is allowed.

    Returns
    -------
    int
        The value.

    Raises
    ------
    ParameterError
        If it is no whole number, or out of its range.
    """
    wanted = f"a whole number from {at_least} to {at_most}"
    if isinstance(value, (bool, str)) or not hasattr(value, "__index__"):
        raise ParameterError(f"{name} must be {wanted}; got {value!r}.", field=name)
    number = int(value.__index__())
    if not at_least <= number <= at_most:
        raise ParameterError(f"{name} must be {wanted}; got {value!r}.", field=name)
    return number


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """The value, if it is one of the choices.

    Parameters
    ----------
    name : str
        The parameter, for the message.
    value : object
        What was given for it.
    choices : tuple of str
        What is allowed.

    Returns
    -------
    str
        The value.

    Raises
    ------
    ParameterError
        If it is none of them.
    """
    if not isinstance(value, str) or value not in choices:
        raise ParameterError(f"{name} must be one of {', '.join(map(repr, choices))}; got {value!r}.", field=name)
    return value


def yes_or_no(name: str, value: Any) -> bool:
    """The value, if it is True or False.

    Parameters
    ----------
    name : str
        The parameter, for the message.
    value : object
        What was given for it.

    Returns
    -------
    bool
        The value.

    Raises
    ------
    ParameterError
        If it is neither; 0 and 1 are neither.
    """
    if not isinstance(value, bool):
        raise ParameterError(f"{name} must be True or False; got {value!r}.", field=name)
    return value


def _describe(noun: str, **limits: float | None) -> str:
    words = {"above": "above", "at_least": "of at least", "below": "below", "at_most": "of at most"}
    parts = [f"{words[k]} {_show(v)}" for k, v in limits.items() if v is not None]
    return f"{noun} {' and '.join(parts)}" if parts else f"a finite {noun.split()[-1]}"


def _show(limit: float) -> str:
    return f"{limit:.6g}"
