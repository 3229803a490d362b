"""Names of files with wildcards, and of files elsewhere: one rule for the command line and for jobs."""

import glob
import os
from collections.abc import Callable


def is_remote(name: str) -> bool:
    """Whether a name is an address.

    Parameters
    ----------
    name : str
        A path or an address.
    """
    scheme, found, _ = name.partition("://")
    return bool(found) and scheme.isalnum()


def resolved(name: str, elsewhere: Callable[[str], list[str]]) -> list[str] | None:
    """The files that a name with wildcards stands for, in order; None where it stands for itself.

    A file whose own name has such signs is that file.

    Parameters
    ----------
    name : str
        A path or an address.
    elsewhere : callable
        elsewhere(address) gives those of another file system.
    """
    if not any(sign in name for sign in "*?[") or os.path.exists(name):
        return None
    return elsewhere(name) if is_remote(name) else sorted(glob.glob(name, recursive=True))
