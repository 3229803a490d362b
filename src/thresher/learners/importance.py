"""Importance weights of examples: each one's own, times that of its class."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..data import Labels, as_class
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


def weights_of_two(weights: Any) -> dict[Label, float] | None:
    """The same where labels are two, or any number in one learner: a mapping alone.

    Parameters
    ----------
    weights : Any
        What was given.
    """
    read = read_class_weights(weights)
    if isinstance(read, str):
        raise ParameterError(
            "class_weights='balanced' is for Multiclass, which counts classes: give each label a weight, or make one.",
            field="class_weights",
        )
    return read


def weights_by_number(of_class: Mapping[Label, float], labels: Labels) -> list[float]:
    """What each class number weighs: by its label as it is written, or as it is known (-1 may be False)."""
    names = zip(labels.came, labels.names, strict=False)
    return [of_class.get(came, of_class.get(name, 1.0)) for came, name in names]


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


def importances(rows: int, weights: Any) -> "npt.NDArray[np.float64] | None":
    """The importance weight of each example; None if all are 1."""
    import numpy as np

    from ..data import as_weights

    if weights is None:
        return None
    given = as_weights(weights)
    if len(given) != rows:
        raise InputError(f"{rows} examples but {len(given)} importance weights")
    wrong = ~((given >= 0) & (given <= MOST))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(f"row {row}: the importance weight {given[row]} is not a number from 0 to 1e100.")
    return given
