"""Saved learners, loaded again: whatever is wrong with a file is a ModelFileError."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import ModelFileError
from .base import Learner


def load_bytes(data: bytes, link: Callable[..., Any] | None = None) -> Learner:
    """The learner that these bytes are; a link of the user's own is given again."""
    from ..files.snapshots import from_bytes, kind_of
    from .auto.classes import KIND, TwoOrMany

    if kind_of(data) == KIND:
        return TwoOrMany.from_many(bytes(data))
    try:
        snapshot = from_bytes(bytes(data))
        if snapshot.learner not in Learner.kinds:
            raise ModelFileError(f"the model is a {snapshot.learner!r}, which this version of Thresher does not know.")
        return Learner.kinds[snapshot.learner]._restore(snapshot, link)
    except ModelFileError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RuntimeError) as error:
        raise ModelFileError(f"the model file does not describe a learner: {error}") from None


def load(path: str | os.PathLike[str], link: Callable[..., Any] | None = None) -> Any:
    """Loads a saved learner, or many classes of them (Multiclass); a link of the user's own is given again."""
    from ..files.snapshots import kind_of
    from .classes.files import KIND, from_bytes

    data = Path(path).read_bytes()
    return from_bytes(data, link) if kind_of(data) == KIND else load_bytes(data, link)


def load_with_progress(path: str | os.PathLike[str]) -> tuple[Learner, dict[str, Any]]:
    """A learner, and what was saved beside it: how far its files were read, and how."""
    from ..files.snapshots import progress_of

    data = Path(path).read_bytes()
    return load_bytes(data), progress_of(data)
