"""What docstrings say of parameters, in numpydoc's form."""

import inspect
import re
from typing import Any

_UNDERLINE = re.compile(r"-{3,}$")
_NAMED = re.compile(r"\**(\w+(?:, \**\w+)*)\s*(?::.*)?$")


def documented(thing: Any) -> dict[str, str]:
    """From each name under *Parameters* to what is said of it.

    >>> def mistakes(norm, noise=0.0):
    ...     '''Counts.
    ...
    ...     Parameters
    ...     ----------
    ...     norm : float
    ...         The largest
    ...         norm.
    ...     noise : float, default 0.0
    ...         Of the labels.
    ...     '''
    >>> documented(mistakes)
    {'norm': 'The largest norm.', 'noise': 'Of the labels.'}
    """
    said: dict[str, list[str]] = {}
    names: list[str] = []
    for line in _section("Parameters", inspect.getdoc(thing) or ""):
        found = None if line.startswith(" ") else _NAMED.match(line)
        if found:
            names = found[1].split(", ")
            said |= {name: [] for name in names}
        elif line.strip():
            for name in names:
                said[name].append(line.strip())
    return {name: " ".join(lines) for name, lines in said.items()}


def _section(title: str, text: str) -> list[str]:
    """The lines of one section."""
    lines = text.splitlines()
    inside: list[str] = []
    for at, line in enumerate(lines[:-1]):
        if line == title and _UNDERLINE.match(lines[at + 1]):
            inside = lines[at + 2 :]
    for at, line in enumerate(inside[1:]):
        if _UNDERLINE.match(line):
            return inside[:at]
    return inside
