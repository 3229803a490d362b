"""Which learners have many classes, which can come to have them, and which labels are classes."""

import math
from collections.abc import Container
from decimal import Decimal
from typing import Any

from ..errors import InputError
from ..learners import Learner, Multiclass
from ..learners.classes.classes import as_class
from ..protocols import Label

MOST_FOUND = 1000
"""Classes that are taken without being declared: beyond, labels are rather amounts."""

REGRESSION = "Thresher learns classes; to predict amounts (regression) use another tool, or make classes of them first"


def many_of(learner: Any) -> Multiclass | None:
    """The many classes of a learner: Multiclass, or an Auto to which a third label came; None if it has two."""
    return learner if isinstance(learner, Multiclass) else getattr(learner, "_many", None)


def finds_labels(learner: Any) -> bool:
    """Whether the learner finds out by itself which labels there are, two or more: Auto without labels=."""
    return hasattr(learner, "_many") and learner.get_params()["labels"] is None


def gate_of(learner: Any) -> Learner | None:
    """A learner of Thresher's that refuses the examples that this one refuses."""
    many = many_of(learner)
    if many is not None:
        return many.learner
    return learner if isinstance(learner, Learner) else None


def class_of(label: Any, known: Container[Label] = ()) -> Label:
    """A label as a class; None where there is none. A number with a fraction is no class, unless it is a known one."""
    if label is None or (isinstance(label, float) and math.isnan(label)):
        return None
    name = as_class(float(label) if isinstance(label, Decimal) else label)
    if isinstance(name, float) and name not in known:
        raise InputError(f"the label {name:g} is no class: it is a number with a fraction")
    return name
