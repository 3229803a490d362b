"""The labels of a block's rows, as they are written or given."""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..data import NO_CLASS, as_class, fraction
from ..errors import InputError
from ..protocols import Label
from ..streams import Block

MOST_FOUND = 1000
"""Classes that are taken without being declared: beyond, labels are rather amounts."""


def is_label(label: Any) -> bool:
    """Whether a row has a label."""
    return label is not None and not (isinstance(label, float) and math.isnan(label))


def class_of(label: Any, known: Sequence[Label] = ()) -> Label:
    """A label as it is kept. A number with a fraction is no class, unless it is a known one."""
    name = as_class(label)
    if isinstance(name, float) and name not in known:
        raise fraction(name)
    return name


def number_in(known: Mapping[Label, int], label: Any) -> int:
    """The class number of a label as a table or Python has it; -1 without one, -2 of one that is not known."""
    if not is_label(label):
        return NO_CLASS
    try:
        return int(known.get(label, NO_CLASS - 1))
    except TypeError:
        return NO_CLASS - 1


def labels_in(block: Block) -> set[Label]:
    """The labels of a block, as far as they can be some."""
    native = block.native  # one by one: an array of them would need numpy, which the usual run does not
    written = block.given if block.given is not None else map(native.label, range(len(block)))
    found: set[Label] = set()
    for label in set(filter(is_label, written)):
        with suppress(InputError):
            found.add(as_class(label))
    return found


def too_many(label: Label) -> InputError:
    """What is said of one class more than are taken."""
    return InputError(
        f"the label {label!r} would be class {MOST_FOUND + 1:,}",
        field="label",
        hint="so many different labels are rather amounts, which Thresher does not predict; if they are classes, say "
        "so by Multiclass(Auto())",
    )
