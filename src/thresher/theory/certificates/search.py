"""What a family of learners hands back: the lines of its certificate, and the comparator behind them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...protocols import Attribute
from ..bounds import THEOREMS
from ..concepts import ConceptSequence
from .line import Line
from .program import Round
from .trials import Trials

Comparator = ConceptSequence | Mapping[Attribute, float]


@dataclass(frozen=True)
class Search:
    """How the best comparator is looked for.

    Attributes
    ----------
    watch : callable or None, optional
        Told after every round; True: enough.
    """

    blocks: int | None = None
    seconds: float = 300.0
    watch: Callable[[Round], bool | None] | None = None


@dataclass
class Proof:
    """Lines, and what they rest on."""

    lines: list[Line] = field(default_factory=list)
    comparator: Comparator | None = None
    separation: float | None = None
    lower: float | None = None
    trivial: float | None = None
    reason: str = ""
    seconds: float = 0.0


HINDSIGHT = "after the fact, with the noise of the updates alone"


def line(trials: Trials, count: float, entry: str, form: str, about: str, **known: Any) -> Line:
    """A bound with its numbers; refuses as the bound refuses."""
    function = next(bound.function for bound in THEOREMS[entry].bounds if bound.name == form)
    return Line(entry, form, about, count, float(function(**known)), len(trials), known, about == HINDSIGHT)


def none(reason: str) -> Proof:
    """No bound, and why."""
    return Proof(reason=reason)
