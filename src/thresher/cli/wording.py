"""Errors in the words of the command line. Below, parameters have Python's names; here they are options."""

import re
import shlex
from collections.abc import Iterable, Mapping

import click

from ..errors import ThresherError

OTHER_NAMES = {"weight": "importance", "strict": "strict_columns", "classes": "labels", "moment": "time_column"}
"""Python's name of a parameter -> its name here, where they differ."""

_FOR_SHELLS = frozenset(" ;|&<>()$`\\?*#~!")
"""What a shell would not hand on as it is."""
_FLAGS = {"first_column=1": "one_based", "lower=False": "keep_case", "resume=True": "resume", "Keyed.follow": "follow"}
_SAID = re.compile(r"""(?<![\w'"])(\w+)=(?:"([^"]*)"|'([^']*)'|\(([^)]*)\)|(?=[\s.,;:)]|$))""")
_IN_BRACKETS = r"[^()]*"
for _ in range(3):  # a learner, its parameters, and theirs
    _IN_BRACKETS = rf"(?:[^()]|\({_IN_BRACKETS}\))*"
_ANY_LABELS = re.compile(rf"Multiclass\({_IN_BRACKETS}\)")


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
    hint = [f"hint: {in_options(error.hint, spelled)}"] if error.hint else []
    return "\n".join([in_options(message, spelled), *hint, *getattr(error, "__notes__", [])])


def in_options(text: str, spelled: Mapping[str, str]) -> str:
    """A text with `labels=` as `--labels`; what the command has no option for stays as it is.

    >>> in_options("say labels=(negative, positive)", {"labels": "--labels"})
    'say --labels NEGATIVE,POSITIVE'
    >>> in_options('say separator=";"', {"separator": "--separator"})
    "say --separator ';'"
    """
    if "labels" in spelled:
        text = _ANY_LABELS.sub(f"{spelled['labels']} any", text)
    for written, name in _FLAGS.items():
        text = text.replace(written, spelled.get(name, written))

    def option(found: re.Match[str]) -> str:
        name = spelled.get(_here(found[1]))
        several = found[4] and found[4].replace(", ", ",").upper()
        value = found[2] or found[3] or several
        value = shlex.quote(value) if value and _FOR_SHELLS.intersection(value) else value
        return found[0] if name is None else f"{name} {value}" if value else name

    return _SAID.sub(option, text)


def in_own_options(text: str) -> str:
    """A text in the options of the command that runs; as it is where none does."""
    context = click.get_current_context(silent=True)
    return text if context is None else in_options(text, spellings(context.command.get_params(context)))


def spellings(parameters: Iterable[click.Parameter]) -> dict[str, str]:
    """The options among a command's parameters, by name."""
    return {p.name: max(p.opts, key=len) for p in parameters if isinstance(p, click.Option) and p.name}


def _here(field: str | None) -> str:
    return OTHER_NAMES.get(field or "", field or "")
