"""Saved delayed learners, opened again."""

from collections.abc import Callable
from typing import Any

from ..errors import ModelFileError
from ..files import load_bytes, register, unpack
from .delayed import Delayed
from .files import KIND, LAYOUT, can_be_saved, from_layout_1, from_layout_2, restore
from .orders import naming


def open_delayed(data: bytes, link: Callable[..., Any] | None) -> Delayed:
    """The learner with everything that waits."""
    head, arrays = unpack(KIND, data)
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
    late = Delayed(learner, naming.from_plain(head["order"]), **head["options"])
    restore(late, head, arrays)
    late.row_reader.restore(head.get("progress", {}))
    return late


register(KIND, open_delayed)
