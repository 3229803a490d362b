"""Formulas as text that can be read, filled in and computed.

A bound is written twice: as a function, and as the formula a reader sees. The second is an expression in Python's
notation, so that a test can compute it and compare: what is printed beside a number is how the number came about.
Formulas are constants of this package; only numbers enter them from outside.
"""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

_NAME = re.compile(r"(?<![\w.])[A-Za-z_]\w*")

FUNCTIONS: dict[str, Callable[..., Any] | float] = {
    "ln": math.log,
    "lg": math.log2,
    "sqrt": math.sqrt,
    "ceil": math.ceil,
    "floor": math.floor,
    "comb": math.comb,
    "sum": lambda terms: math.fsum(terms),
    "max": max,
    "min": min,
    "abs": abs,
    "len": len,
    "e": math.e,
}


def compute(formula: str, values: Mapping[str, Any]) -> float:
    """The value of a formula of ours; names are its symbols and `FUNCTIONS`.

    >>> compute("k*ceil(lg(n))", {"k": 3, "n": 100})
    21
    """
    names = {**FUNCTIONS, **values}
    return eval(formula, {"__builtins__": {}, **names})  # type: ignore[no-any-return]  # a constant of this package


def fill(formula: str, values: Mapping[str, Any]) -> str:
    """The formula with numbers in place of symbols; lists stay symbols.

    >>> fill("(1 + d)*ln(n)/d**2", {"d": 0.25, "n": 100})
    '(1 + 0.25)*ln(100)/0.25**2'
    """

    def number(match: re.Match[str]) -> str:
        value = values.get(match.group())
        return match.group() if isinstance(value, (str, type(None))) or hasattr(value, "__len__") else show(value)

    return _NAME.sub(number, formula)


def show(value: Any) -> str:
    """A number as people write it: six digits, and brackets around a negative one."""
    if isinstance(value, bool):
        return str(value)
    text = f"{value:,d}".replace(",", "") if isinstance(value, int) else f"{value:.6g}"
    return f"({text})" if text.startswith("-") else text
