"""What a theorem is to the program: an entry of docs/theory.md with its source, its assumptions and its functions."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ...errors import ParameterError
from .formula import FUNCTIONS, compute, fill

STATUSES = ("paper", "corrected", "reconstructed", "derived", "recalled")
"""How far a formula can be trusted and whose it is: docs/theory.md, "How to read an entry"."""

P = ParamSpec("P")
R = TypeVar("R", bound=float)


class Explanation(NamedTuple):
    """A bound with its numbers: the value, and how it came about."""

    value: float
    formula: str
    filled: str
    steps: list[tuple[str, str, float]]  # quantities on the way: symbol, formula, value


@dataclass(frozen=True)
class Bound:
    """One function of a theorem, beside the formula that a reader sees."""

    function: Callable[..., float]
    formula: str
    relation: str  # "<=" or "<"; ">=" for a lower bound
    counts: str  # what is bounded: "mistakes", "expected mistakes", "updates", ...
    where: Mapping[str, str]  # quantities on the way, each by a formula of its own
    symbols: Mapping[str, str]  # symbol in the formula -> parameter of the function
    using: Mapping[str, Callable[..., Any]]  # functions of its own that the formula names, a root for instance

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def is_lower(self) -> bool:
        return self.relation == ">="

    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """What the function asks for."""
        return inspect.signature(self.function).parameters

    def explain(self, **known: Any) -> Explanation:
        """The value, and the formula with these numbers filled in. Refuses what the function refuses."""
        asked = self.parameters()
        if unknown := [name for name in known if name not in asked]:
            raise ParameterError(f"{self.name} knows no {', '.join(unknown)}; it takes {', '.join(asked)}.")
        missing = [name for name, p in asked.items() if p.default is p.empty and name not in known]
        if missing:
            raise ParameterError(f"{self.name} also needs {', '.join(missing)}.")
        value = self.function(**known)
        given = {name: known.get(name, p.default) for name, p in asked.items()}
        values = {symbol: given[parameter] for symbol, parameter in self.symbols.items()}
        steps = []
        for symbol, formula in self.where.items():
            values[symbol] = compute(formula, {**self.using, **values})
            steps.append((symbol, formula, values[symbol]))
        return Explanation(value, self.formula, fill(self.formula, values), steps)


@dataclass(frozen=True)
class Theorem:
    """An entry of docs/theory.md that states a bound."""

    entry: str
    title: str
    source: str
    status: str
    assumptions: Sequence[str]
    correction: str = ""  # what was wrong in the source, if anything
    bounds: list[Bound] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert self.status in STATUSES, self.status

    def states(
        self,
        formula: str,
        *,
        relation: str = "<=",
        counts: str = "mistakes",
        where: Mapping[str, str] | None = None,
        using: Mapping[str, Callable[..., Any]] | None = None,
        **symbols: str,
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Marks a function as this theorem's: `formula` with `symbols` (symbol="parameter") computes the same."""
        assert not set(symbols) & set(FUNCTIONS), symbols

        def note(function: Callable[P, R]) -> Callable[P, R]:
            self.bounds.append(Bound(function, formula, relation, counts, where or {}, symbols, using or {}))
            return function

        return note
