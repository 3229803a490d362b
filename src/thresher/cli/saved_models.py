"""Saved models, and what is remembered beside them."""

from pathlib import Path
from typing import Any

from ..errors import InputError, ModelFileError


def load_model(path: str) -> tuple[Any, dict[str, Any]]:
    """A saved model and what is remembered beside it: how far its files were read, and how."""
    from ..files.snapshots import progress_of
    from ..learners import load

    try:
        return load(path), progress_of(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path}: can't be opened: {error.strerror}.") from None
    except ModelFileError as error:
        raise error.at(path) from None


def bits_of(learner: Any) -> int | None:
    """To how many columns it hashes names."""
    from ..learners import Multiclass

    made = learner.learner if isinstance(learner, Multiclass) else learner
    bits: int | None = made.get_params()["bits"]
    return bits
