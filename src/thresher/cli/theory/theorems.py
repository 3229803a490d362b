"""Which theorem is meant, and which of its functions: by name, or by the numbers that are given."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...errors import ParameterError
from ...theory.bounds import THEOREMS
from ...theory.bounds.theorem import Bound, Explanation, Theorem
from .function_parameters import FunctionParameter, meanings, missing, parameters_of, refusal, request, values
from .parameter_meanings import explained


def find(entry: str) -> Theorem:
    """The theorem of that entry. An unknown one is an error that names near ones."""
    if entry in THEOREMS:
        return THEOREMS[entry]
    from difflib import get_close_matches

    by_letters = {known.lower(): known for known in THEOREMS}
    if entry.lower() in by_letters:
        return THEOREMS[by_letters[entry.lower()]]
    titled = [known for known, theorem in THEOREMS.items() if len(entry) > 2 and entry.lower() in theorem.title.lower()]
    computed = [known for known, theorem in THEOREMS.items() if any(bound.name == entry for bound in theorem.bounds)]
    near = (
        computed
        or titled
        or [by_letters[match] for match in get_close_matches(entry.lower(), by_letters, n=6, cutoff=0.4)]
    )
    rows = "".join(f"\n  {known:5} {THEOREMS[known].title}" for known in near)
    hint = f" Near ones:{rows}" if near else " `thresher bound` lists all of them."
    raise ParameterError(f"there is no entry {entry!r} that states a bound.{hint}")


def asked(bound: Bound) -> list[FunctionParameter]:
    """What a function asks for, each with its meaning in words: its own, or those of a function beside it."""
    return [
        explained(parameter if _says(parameter.meaning) else replace(parameter, meaning=_beside(bound, parameter)))
        for parameter in parameters_of(bound.function)
    ]


def choose(theorem: Theorem, form: str | None, written: Mapping[str, Any]) -> Bound:
    """The named function, or the first that these numbers are enough for. If there is none: what is missing."""
    bounds = [named(theorem, form)] if form else theorem.bounds
    fitting = [bound for bound in bounds if set(written) <= set(bound.parameters())]
    for bound in fitting:
        if not missing(asked(bound), written):
            return bound
    if not fitting:
        raise ParameterError(refusal(theorem.entry, [asked(bound) for bound in bounds], written))
    several = len(theorem.bounds) > 1
    labels = [f"{theorem.entry} --form {bound.name}" if several else theorem.entry for bound in fitting]
    wanted = [request(label, asked(bound), written) for label, bound in zip(labels, fitting, strict=True)]
    raise ParameterError("\n".join(wanted))


def explain(theorem: Theorem, bound: Bound, written: Mapping[str, Any]) -> tuple[dict[str, Any], Explanation]:
    """The numbers as they were read, and what follows from them."""
    known = values(asked(bound), written)
    try:
        return known, bound.explain(**known)
    except ArithmeticError:
        raise ParameterError(f"{theorem.entry}: these numbers are too large or too small to compute with.") from None


def counted(bound: Bound, known: Mapping[str, Any]) -> str:
    """What is bounded at these numbers, where that is a matter of whether coins are thrown."""
    said = re.fullmatch(r"(.+?) \(expected .+ if randomized\)(.*)", bound.counts)
    if said is None:
        return bound.counts
    return ("expected " if known.get("randomized") else "") + said[1] + said[2]


def _beside(bound: Bound, parameter: FunctionParameter) -> str:
    """What another function says of this parameter: the one that is referred to, of the theorem, of the module."""
    theorems = [theorem for theorem in THEOREMS.values() if bound in theorem.bounds] + list(THEOREMS.values())
    functions = [other.function for theorem in theorems for other in theorem.bounds]
    meant = [function for function in functions if f"`{function.__name__}`" in parameter.meaning]
    near = [function for function in functions if function.__module__ == bound.function.__module__]
    said = [meanings(function).get(parameter.name, "") for function in meant + near]
    return next(filter(_says, said), "")


def _says(meaning: str) -> bool:
    return bool(meaning) and not meaning.startswith("as in ")


def named(theorem: Theorem, form: str) -> Bound:
    """The function of that name; a part of the name is enough if no other has it."""
    wanted = form.replace("-", "_")
    matches = [bound for bound in theorem.bounds if bound.name == wanted]
    matches = matches or [bound for bound in theorem.bounds if wanted in bound.name]
    if len(matches) != 1:
        names = ", ".join(bound.name for bound in matches or theorem.bounds)
        raise ParameterError(
            f"{theorem.entry} has {'several forms' if matches else 'no form'} {form!r}; it has {names}."
        )
    return matches[0]
