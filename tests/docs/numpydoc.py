"""What a docstring says of parameters, and what the signature says: read with the standard library alone."""

import dataclasses
import enum
import inspect
import re
from itertools import pairwise

_UNDERLINE = re.compile(r"-{3,}")


def difference(thing):
    """How docstring and signature differ in their parameters, in words; None where they do not.

    What is said of `*args`, and of `**options` one by one, is not compared. A value that people get and do not make
    (a dataclass, a named tuple) may have Attributes instead. Who inherits a constructor need not say again what it
    takes.
    """
    if inspect.isclass(thing) and (issubclass(thing, enum.Enum) or not _is_ours(_home(thing))):
        return None
    has, rest, open_ended = _parameters(thing)
    said = [name for name in _said(thing) if name != rest]
    if said == has or (open_ended and said[: len(has)] == has):
        return None
    return f"the docstring names {said}, the signature has {has}"


def _parameters(thing):
    """The names in a signature, in their order, without self; that of `*args`; and whether there is `**options`."""
    by_kind = {}
    found = [one for one in inspect.signature(thing).parameters.values() if one.name not in ("self", "cls")]
    for one in found:
        by_kind.setdefault(one.kind, one.name)
    rest, options = by_kind.get(inspect.Parameter.VAR_POSITIONAL), by_kind.get(inspect.Parameter.VAR_KEYWORD)
    return [one.name for one in found if one.name not in (rest, options)], rest, options is not None


def _said(thing):
    """The names that the docstring has paragraphs for."""
    said = names_in(thing.__doc__, "Parameters")
    if not said and inspect.isclass(thing):
        said = names_in(_home(thing).__doc__, "Parameters")
        if not said and (dataclasses.is_dataclass(thing) or hasattr(thing, "_fields")):
            said = names_in(thing.__doc__, "Attributes")
    return said


def names_in(docstring, title):
    """The names in a section, in their order; `a, b : int` are two, `**options` is none."""
    names = []
    for line in _section(inspect.cleandoc(docstring or "").splitlines(), title):
        if line and not line[0].isspace():
            names += [name.strip() for name in line.partition(" :")[0].split(",")]
    return [name for name in names if not name.startswith("*")]


def _section(lines, title):
    """The lines below a title that is underlined, up to the next such title."""
    titles = [i for i, line in enumerate(lines[:-1]) if line and _UNDERLINE.fullmatch(lines[i + 1])]
    return next((lines[i + 2 : end] for i, end in pairwise([*titles, len(lines)]) if lines[i] == title), [])


def _home(kind):
    """The class whose constructor makes objects of a class."""
    return next(one for one in kind.__mro__ if {"__init__", "__new__"} & vars(one).keys())


def _is_ours(kind):
    return kind.__module__.startswith("thresher")
