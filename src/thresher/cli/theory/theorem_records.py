"""Theorems and what follows from them as plain values: what JSON holds, and what the pages show."""

import math
from typing import Any

from ...theory.bounds.formula import fill
from ...theory.bounds.theorem import Bound, Explanation, Theorem
from .function_parameters import FunctionParameter
from .numbers_in_words import whole
from .parameter_meanings import sample
from .theorems import asked, counted


def to_record(theorem: Theorem, bounds: list[Bound] | None = None) -> dict[str, Any]:
    """A theorem, with these of its functions or all."""
    return {
        "entry": theorem.entry,
        "title": theorem.title,
        "status": theorem.status,
        "source": theorem.source,
        "correction": theorem.correction or None,
        "assumptions": list(theorem.assumptions),
        "forms": [_form(bound) for bound in bounds or theorem.bounds],
    }


def to_answer(theorem: Theorem, bound: Bound, known: dict[str, Any], explanation: Explanation) -> dict[str, Any]:
    """A theorem with its numbers."""
    given = {parameter.name: known.get(parameter.name, parameter.default) for parameter in asked(bound)}
    values = {symbol: given[parameter] for symbol, parameter in bound.symbols.items()}
    steps = []
    for symbol, formula, value in explanation.steps:
        steps.append({"symbol": symbol, "formula": formula, "filled": fill(formula, values), "value": finite(value)})
        values[symbol] = value
    counts = counted(bound, given)
    record = to_record(theorem, [bound])
    (form,) = record.pop("forms")
    for parameter in form["parameters"]:
        parameter["value"] = plain(given[parameter["name"]])
    return record | {
        "form": form["name"],
        "other_forms": [other.name for other in theorem.bounds if other is not bound],
        "counts": counts,
        "relation": bound.relation,
        "value": finite(explanation.value),
        "whole": whole(counts, bound.relation, explanation.value),
        "formula": explanation.formula,
        "filled": explanation.filled,
        "steps": steps,
        "parameters": form["parameters"],
    }


def example(theorem: Theorem, bound: Bound) -> str:
    """A command that works, to begin with."""
    required = [parameter for parameter in asked(bound) if parameter.required]
    numbers = sample(required, bound.function)
    form = ["--form", bound.name] if bound is not theorem.bounds[0] else []
    said = [f"{parameter.option} {numbers.get(parameter.name, 'N')}" for parameter in required]
    return " ".join(["thresher bound", theorem.entry, *form, *said])


def to_parameter(parameter: FunctionParameter) -> dict[str, Any]:
    """One of the numbers that must be known."""
    return {
        "name": parameter.name,
        "option": parameter.option,
        "meaning": parameter.meaning,
        "required": parameter.required,
        "default": None if parameter.required else parameter.default,
    }


def finite(value: Any) -> Any:
    """JSON has no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def plain(value: Any) -> Any:
    """A value as JSON can hold it; infinity is a word there."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return "inf" if isinstance(value, float) and math.isinf(value) else value


def _form(bound: Bound) -> dict[str, Any]:
    symbols = {parameter: symbol for symbol, parameter in bound.symbols.items()}
    return {
        "name": bound.name,
        "counts": bound.counts,
        "relation": bound.relation,
        "formula": bound.formula,
        "where": dict(bound.where),
        "parameters": [_parameter(parameter, symbols.get(parameter.name)) for parameter in asked(bound)],
    }


def _parameter(parameter: FunctionParameter, symbol: str | None) -> dict[str, Any]:
    return {"symbol": symbol, **to_parameter(parameter)}
