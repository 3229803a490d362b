"""Errors in the words of the command line. Below, parameters have Python's names; here they are options."""

import re
from collections.abc import Iterable, Mapping

import click

from ..errors import ThresherError

OTHER_NAMES = {"weight": "importance", "classes": "labels", "moment": "time_column"}
"""Python's name of a parameter -> its name here, where they differ."""

_FLAGS = {"first_column=1": "one_based", "lower=False": "keep_case"}


def worded(error: ThresherError, spelled: Mapping[str, str]) -> str:
    """The message and the hint of an error, with options where Python has parameters.

    spelled: the options of the command, by the names of their parameters.

    >>> error = ThresherError("passes must be above 0", field="passes", hint='say them, or format="text"')
    >>> print(worded(error, {"passes": "--passes", "format": "--format"}))
    --passes must be above 0
    hint: say them, or --format text
    """
    message = error.message or str(error)
    option = spelled.get(_here(error.field)) if error.field else None
    if option and message.startswith(f"{error.field} "):
        message = option + message.removeprefix(error.field or "")
    hint = [f"hint: {hint_in_options(error.hint, spelled)}"] if error.hint else []
    return "\n".join([message, *hint, *getattr(error, "__notes__", [])])


def hint_in_options(hint: str, spelled: Mapping[str, str]) -> str:
    """A hint with `labels=` as `--labels`; what the command has no option for stays as it is."""
    for written, name in _FLAGS.items():
        hint = hint.replace(written, spelled.get(name, written))

    def option(found: re.Match[str]) -> str:
        name = spelled.get(_here(found[1]))
        return found[0] if name is None else name + (f" {found[2]}" if found[2] else "")

    return re.sub(r'\b(\w+)=(?:"([^"]*)")?', option, hint)


def spellings(parameters: Iterable[click.Parameter]) -> dict[str, str]:
    """The options among a command's parameters, by name."""
    return {p.name: max(p.opts, key=len) for p in parameters if isinstance(p, click.Option) and p.name}


def _here(field: str | None) -> str:
    return OTHER_NAMES.get(field or "", field or "")
