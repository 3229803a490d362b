"""Importance weights of examples: each one's own, times that of its class."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..data import as_class
from ..errors import InputError, ParameterError
from ..parameters import real
from ..protocols import Label

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BALANCED = "balanced"
MOST = 1e100


def read_class_weights(weights: Any) -> dict[Label, float] | str | None:
    """The parameter `class_weights`.

    Parameters
    ----------
    weights : Any
        What was given.

    Examples
    --------
    >>> read_class_weights({"spam": 2})
    {'spam': 2.0}
    """
    if weights is None or isinstance(weights, str):
        if weights not in (None, BALANCED):
            raise ParameterError(f"class_weights must map classes to numbers, or be 'balanced'; got {weights!r}.")
        return weights
    if not isinstance(weights, Mapping):
        raise ParameterError(f"class_weights must map classes to numbers, or be 'balanced'; got {weights!r}.")
    read: dict[Label, float] = {}
    for name, weight in weights.items():
        try:
            read[as_class(name)] = real(f"class_weights[{name!r}]", weight, above=0, at_most=MOST)
        except InputError as error:
            raise ParameterError(f"class_weights: {error}") from None
    return read


def importance_of(weight: Any) -> float:
    """The importance weight of one example.

    Parameters
    ----------
    weight : Any
        What was given.
    """
    try:
        number = float(weight)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if not 0 <= number <= MOST:
        raise InputError(f"the importance weight {weight!r} is not a number from 0 to 1e100.")
    return number


def importances(labels: list[Label], weights: Any, of_class: Mapping[Label, float]) -> "npt.NDArray[np.float64] | None":
    """The importance weight of each example, that of its class included; None if all are 1."""
    import numpy as np

    from ..data import as_weights

    if weights is None and not of_class:
        return None
    given = np.ones(len(labels)) if weights is None else as_weights(weights)
    if len(given) != len(labels):
        raise InputError(f"{len(labels)} examples but {len(given)} importance weights")
    wrong = ~((given >= 0) & (given <= MOST))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(f"row {row}: the importance weight {given[row]} is not a number from 0 to 1e100.")
    return given * np.array([of_class.get(label, 1.0) for label in labels]) if of_class else given
