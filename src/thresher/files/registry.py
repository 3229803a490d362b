"""Everything that can be saved, by the kind that its file says it is: one `load` opens all of them."""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import ModelFileError

Opener = Callable[[bytes, Callable[..., Any] | None], Any]
"""From a file's bytes, and a link of the user's own where it has one, to what was saved."""

HOMES = {
    "thresher-model": "learners.opening",
    "thresher-multiclass": "learners.opening",
    "thresher-multilabel": "learners.opening",
    "thresher-auto": "learners.opening",
    "thresher-delayed": "late.opening",
    "thresher-master": "experts.files",
    "thresher-asking": "asking.opening",
    "thresher-sets": "doubt.opening",
}
"""Every kind of file, and the module that registers who opens it when it is imported."""

_OPENERS: dict[str, Opener] = {}
_DAMAGE = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RuntimeError, AssertionError)


def register(kind: str, opener: Opener) -> None:
    """From now on files of this kind are opened so.

    Parameters
    ----------
    kind : str
        What the file says it is; one of `HOMES`.
    opener : function
        From the file's bytes, and a link of the user's own or None, to what was saved.
    """
    _OPENERS[kind] = opener


def load_bytes(data: bytes, link: Callable[..., Any] | None = None) -> Any:
    """What these bytes are, whichever kind was saved.

    Parameters
    ----------
    data : bytes
        What `to_bytes` gave, or a file holds.
    link : function or None, optional
        A link of the user's own, which no file can hold.

    Returns
    -------
    Learner, Delayed or a master
        What was saved.

    Raises
    ------
    ModelFileError
        Whatever is wrong with them.
    """
    from .snapshots import kind_of  # arrays are imported with the first file

    kind = kind_of(bytes(data))
    if kind not in _OPENERS:
        if kind not in HOMES:
            raise ModelFileError(f"the file holds a {kind!r}, which this version of Thresher does not know.")
        import_module(f"...{HOMES[kind]}", __name__)
    try:
        return _OPENERS[kind](bytes(data), link)
    except ModelFileError:
        raise
    except _DAMAGE as error:
        raise ModelFileError(f"the model file does not describe a {kind.removeprefix('thresher-')}: {error}") from None


def load(path: str | os.PathLike[str], link: Callable[..., Any] | None = None) -> Any:
    """Opens everything that was saved: learners, of two labels or of many, learners with late labels, and masters.

    Parameters
    ----------
    path : str or os.PathLike
        The file.
    link : function or None, optional
        A link of the user's own is given again.

    Returns
    -------
    Learner, Delayed or a master
        What was saved.

    Raises
    ------
    ModelFileError
        If it is no file of ours, or a damaged one.
    OSError
        If it can't be read.
    """
    return load_bytes(Path(path).read_bytes(), link)


def load_with_progress(path: str | os.PathLike[str]) -> tuple[Any, dict[str, Any]]:
    """What was saved, and what was kept beside it: how far its files were read, and how.

    Parameters
    ----------
    path : str or os.PathLike
        The file.

    Returns
    -------
    (object, dict)
        What was saved, and what was kept beside it; an empty dict if that is nothing.

    Raises
    ------
    ModelFileError
        If it is no file of ours, or a damaged one.
    OSError
        If it can't be read.
    """
    from .snapshots import progress_of

    data = Path(path).read_bytes()
    return load_bytes(data), progress_of(data)
