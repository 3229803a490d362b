"""Files by name, wildcards and addresses of other file systems among them."""

import os
from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from ..wildcards import is_remote, resolved
from .remote import matching


def file_names(data: Any) -> list[str] | None:
    """The files that data names, wildcards resolved in order; None where data are no files.

    Parameters
    ----------
    data : path, list of paths, or anything else
        What is to be read.

    Raises
    ------
    InputError
        If wildcards name no file.
    """
    if isinstance(data, (str, os.PathLike)):
        data = [data]
    if not isinstance(data, Sequence) or not data or not all(isinstance(one, (str, os.PathLike)) for one in data):
        return None
    names: list[str] = []
    for one in map(os.fspath, data):
        found = resolved(one, matching)
        if found is not None and not found:
            raise InputError(f"{one}: there is no such file.")
        names += found or [one]
    return names


def some_files(files: Any) -> list[str]:
    """The files of a job that is about files.

    Parameters
    ----------
    files : path or list of paths
        What was given.

    Raises
    ------
    InputError
        If it names none.
    """
    names = file_names(files)
    if not names:
        raise InputError("this job is about files: give a path or a list of paths.")
    return names


def whole_names(names: Sequence[str]) -> list[str]:
    """Files by the names that they have in any folder; standard input and addresses as they are.

    Parameters
    ----------
    names : sequence of str
        The files.
    """
    return [name if name == "-" or is_remote(name) else os.path.abspath(name) for name in names]
