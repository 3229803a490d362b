"""Saved delayed learners, opened again."""

from collections.abc import Callable
from typing import Any

from ..errors import ModelFileError
from ..files import load_bytes, register, unpack
from ..learners import Learner
from .delayed import Delayed
from .files import KIND, LAYOUT, from_layout_1, restore
from .orders import naming


def open_delayed(data: bytes, link: Callable[..., Any] | None) -> Delayed:
    """The learner with everything that waits."""
    head, arrays = unpack(KIND, data)
    learner = load_bytes(arrays["learner"].tobytes(), link)
    if not isinstance(learner, Learner):
        raise ModelFileError("what waits for labels is no learner; the file is damaged.")
    layout = head.get("layout", 1)
    if layout not in (1, LAYOUT):
        raise ModelFileError(f"the file has layout {layout}; this Thresher reads up to {LAYOUT}. Install a newer one.")
    if layout == 1:
        from_layout_1(head, arrays, learner)
    late = Delayed(learner, naming.from_plain(head["order"]), **head["options"])
    restore(late, head, arrays)
    late.row_reader.restore(head.get("progress", {}))
    return late


register(KIND, open_delayed)
