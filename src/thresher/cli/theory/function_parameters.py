"""The parameters of functions as options: read from their signatures, explained by their docstrings.

What an option's text means is known only when the function is: `n` may be a whole number here and any number there.
So options hold text, and the function that is called in the end has it read.
"""

import inspect
import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any

from ...errors import ParameterError
from ..docstrings import documented


@dataclass(frozen=True)
class FunctionParameter:
    """One parameter of a function."""

    name: str
    kind: Any  # what it is annotated with, None left out
    default: Any
    meaning: str

    @property
    def option(self) -> str:
        return spelled(self.name)

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def looks_like(self) -> str:
        """What to write behind the option."""
        if self.kind is bool:
            return ""
        if _is(self.kind, Mapping):
            return "A:B,..."
        return "A,B,..." if _is(self.kind, Iterable) else "N"

    def read(self, text: Any) -> Any:
        """The value that somebody wrote."""
        if not isinstance(text, str):
            return text  # a flag
        try:
            return _read(self.kind, text)
        except (ValueError, ZeroDivisionError, OverflowError):
            raise ParameterError(f"{self.option} {text}: {_wanted(self.kind)}.") from None


def parameters_of(function: Callable[..., Any]) -> list[FunctionParameter]:
    """What a function asks for, in its order."""
    kinds = typing.get_type_hints(function)
    said = meanings(function)
    return [
        FunctionParameter(name, _plain(kinds.get(name, float)), found.default, said.get(name, ""))
        for name, found in inspect.signature(function).parameters.items()
    ]


@cache
def meanings(function: Callable[..., Any]) -> dict[str, str]:
    """What the docstring says of parameters, as the middle of a sentence.

    >>> def mistakes(*, norm: float) -> float:
    ...     '''Counts.
    ...
    ...     Parameters
    ...     ----------
    ...     norm : float
    ...         The largest sum
    ...         of values.
    ...     '''
    >>> meanings(mistakes)
    {'norm': 'the largest sum of values'}
    """
    said = {}
    for name, words in documented(function).items():
        begins = re.match(r"[A-Z][a-z]+ ", words)  # a word, not a symbol
        said[name] = (words[0].lower() + words[1:] if begins else words).removesuffix(".")
    return said


def spelled(name: str) -> str:
    """A parameter's name as an option."""
    return "--" + name.replace("_", "-")


def values(asked: Sequence[FunctionParameter], written: Mapping[str, Any]) -> dict[str, Any]:
    """What was written for these parameters, read."""
    return {parameter.name: parameter.read(written[parameter.name]) for parameter in asked if parameter.name in written}


def missing(asked: Sequence[FunctionParameter], written: Mapping[str, Any]) -> list[FunctionParameter]:
    """What is required and not written."""
    return [parameter for parameter in asked if parameter.required and parameter.name not in written]


def request(what: str, asked: Sequence[FunctionParameter], written: Mapping[str, Any]) -> str:
    """What must still be known, and what it means."""
    wanted = missing(asked, written)
    width = max(len(parameter.option) for parameter in wanted)
    return f"{what} also needs" + "".join(
        f"\n  {parameter.option:{width}}  {parameter.meaning}" for parameter in wanted
    )


def refusal(what: str, forms: Sequence[Sequence[FunctionParameter]], written: Mapping[str, Any]) -> str:
    """What was written that no form takes, or no form takes all of; and what they take."""
    known = {parameter.name for form in forms for parameter in form}
    strange = [name for name in written if name not in known]
    said = " ".join(spelled(name) for name in strange or written) + ("" if strange else " together")
    return f"{what} takes no {said}; it takes" + "".join(f"\n  {listed(form)}" for form in forms)


def listed(asked: Sequence[FunctionParameter]) -> str:
    """The options in a row, those that may be left out in brackets."""
    return " ".join(parameter.option if parameter.required else f"[{parameter.option}]" for parameter in asked)


def _plain(kind: Any) -> Any:
    """An annotation without its `| None`."""
    parts = [part for part in typing.get_args(kind) if part is not NoneType]
    return parts[0] if NoneType in typing.get_args(kind) and len(parts) == 1 else kind


def _is(kind: Any, wanted: type) -> bool:
    origin = typing.get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, wanted) and origin is not str


def _read(kind: Any, text: str) -> Any:
    if _is(kind, Mapping):
        keys, items = (*typing.get_args(kind), float, float)[:2]
        pairs = [part.partition(":") for part in text.split(",")]
        if not all(colon for _, colon, _ in pairs):
            raise ValueError(text)
        return {_read(keys, key): _read(items, item) for key, _, item in pairs}
    if _is(kind, Iterable):
        inner = (*typing.get_args(kind), float)[0]
        return [_read(inner, part) for part in text.split(";" if _is(inner, Iterable) else ",")]
    if kind is str:
        return text
    try:
        return int(text)  # also where any number will do: some functions want a whole one, or infinity
    except ValueError:
        top, slash, bottom = text.partition("/")
        number = float(top) / float(bottom) if slash else float(text)
        if kind is int and number != int(number):
            raise
        return int(number) if kind is int else number


def _wanted(kind: Any) -> str:
    if _is(kind, Mapping):
        return "is no list of pairs; write them as 1:10,5:3"
    if _is(kind, Iterable):
        return "is no list of numbers; write them as 1,2,0.5"
    return "is no whole number" if kind is int else "is no number; 0.25, 1e-4 and 1/50 are"
