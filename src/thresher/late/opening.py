"""Saved delayed learners, opened again."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..errors import ModelFileError
from ..files import load_bytes, register, unpack
from .delayed import Delayed
from .files import KIND, LAYOUT, can_be_saved, from_layout_1, from_layout_2, restore
from .orders import naming

Late = TypeVar("Late", bound=Delayed)
Parts = tuple[Mapping[str, Any], Mapping[str, Any]]
"""The plain values and the arrays of a file."""


def open_delayed(data: bytes, link: Callable[..., Any] | None) -> Delayed:
    """The learner with everything that waits."""
    return open_late(Delayed, data, link)[0]


def open_late(made: type[Late], data: bytes, link: Callable[..., Any] | None, *own: str) -> tuple[Late, Parts]:
    """A delayed learner of some kind with everything that waits, and what its file holds.

    own: the names of parameters that its kind has more than others.
    """
    head, arrays = unpack(made.file_kind, data)
    learner = load_bytes(arrays["learner"].tobytes(), link)
    if not can_be_saved(learner):
        raise ModelFileError("what waits for labels is no learner; the file is damaged.")
    layout = head.get("layout", 1)
    if layout not in (1, 2, LAYOUT):
        raise ModelFileError(f"the file has layout {layout}; this Thresher reads up to {LAYOUT}. Install a newer one.")
    if layout == 1:
        from_layout_1(head, arrays)
    if layout < LAYOUT:
        from_layout_2(head, arrays)
    more = {name: head["own"][name] for name in own}
    late = made(learner, naming.from_plain(head["order"]), **head["options"], **more)
    restore(late, head, arrays)
    late.row_reader.restore(head.get("progress", {}))
    return late, (head, arrays)


register(KIND, open_delayed)
