"""What the room understands by a label, an instance, its score, and the order of attributes."""

from collections.abc import Mapping
from math import fsum
from typing import Any, TypeAlias

from ...errors import InputError
from ...protocols import Attribute

Weights: TypeAlias = Mapping[Attribute, float]
"""Attributes that are not in it have weight 0."""

Instance: TypeAlias = Mapping[Any, Any]
"""Attribute -> value; attributes that are not in it are 0."""


def positive(label: Any) -> bool:
    """1 and True are positive; 0, -1 and False negative; anything else is refused."""
    if isinstance(label, (str, bytes)) or getattr(label, "ndim", 0) != 0 or label not in (1, 0, -1):
        raise InputError(f"the label {label!r} is not one of 1, True (positive), 0, -1, False (negative).")
    return bool(label == 1)


def product(weights: Weights, x: Instance) -> float:
    """u.x, in time proportional to the shorter of the two; the order of the attributes makes no difference."""
    if len(x) < len(weights):
        return fsum(weights.get(attribute, 0.0) * value for attribute, value in x.items())
    return fsum(weight * x.get(attribute, 0.0) for attribute, weight in weights.items())


def in_order(attribute: Attribute) -> tuple[bool, Attribute]:
    """A key that sorts columns by their number, and then names by their text."""
    return isinstance(attribute, str), attribute
