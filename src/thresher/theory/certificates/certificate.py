"""A certificate: what a run came to, beside what theory promised for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...protocols import Attribute
from ..concepts import ConceptSequence
from .line import Line
from .risk import Risk


@dataclass(frozen=True)
class Certificate:
    """Mistakes beside each bound that applies, the comparator that proves them, and what no comparator can beat.

    Attributes
    ----------
    learner : str
        The learner's name, as the command line writes it.
    parameters : mapping
        What it was made with.
    trials, mistakes, updates : int
        What was counted in the run.
    measured : mapping
        What the theorems' assumptions are about, measured on the stream: norms, values, labels.
    lines : sequence of Line
        Each bound that applies; iterating over the certificate gives them too.
    comparator : ConceptSequence, mapping or None
        The weights, fixed or changing over time, that the learner is compared with.
    separation : float or None
        By how much they separate the positive examples from the negative ones.
    given : bool
        Whether the comparator was given, not looked for.
    lower : float or None
        With the best comparator the first line could not be below this.
    trivial : float or None
        The first line's bound for the comparator that is 0.
    reason : str
        Why there is no line, in a sentence.
    seconds : float
        How long the comparator was looked for.
    risk : Risk or None
        What follows for new examples, if all were drawn alike.
    shadow : Certificate or None
        Of a tracking Winnow on the same stream, beside a learner without a bound.
    """

    learner: str
    parameters: Mapping[str, Any]
    trials: int
    mistakes: int
    updates: int
    measured: Mapping[str, float] = field(default_factory=dict)
    lines: Sequence[Line] = ()
    comparator: ConceptSequence | Mapping[Attribute, float] | None = None
    separation: float | None = None
    given: bool = False
    lower: float | None = None
    trivial: float | None = None
    reason: str = ""
    seconds: float = 0.0
    risk: Risk | None = None
    shadow: "Certificate | None" = None

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    @property
    def best(self) -> Line | None:
        """The smallest bound; those of hindsight don't count."""
        return min((line for line in self.lines if not line.hindsight), key=lambda line: line.bound, default=None)

    @property
    def holds(self) -> bool:
        """Whether every count is within its bound."""
        return all(line.holds for line in self.lines)

    def attributes(self) -> list[Attribute]:
        """The attributes the comparator uses."""
        return list(
            self.comparator.attributes if isinstance(self.comparator, ConceptSequence) else self.comparator or ()
        )

    def to_plain(self) -> dict[str, Any]:
        """What `json.dumps` takes: every number, and the comparator in full, so that anybody can check it."""
        if isinstance(self.comparator, ConceptSequence):
            comparator: dict[Any, Any] | None = self.comparator.to_plain()
        else:
            comparator = None if self.comparator is None else dict(self.comparator)
        return {
            "learner": self.learner,
            "examples": self.trials,
            "mistakes": self.mistakes,
            "updates": self.updates,
            "measured": dict(self.measured),
            "bounds": [line.to_plain() for line in self.lines],
            "comparator": comparator,
            "comparator_given": self.given,
            "separation": self.separation,
            "lower": self.lower,
            "trivial": self.trivial,
            "reason": self.reason,
            "search_seconds": self.seconds,
            "risk": None if self.risk is None else self.risk._asdict(),
            "shadow": None if self.shadow is None else self.shadow.to_plain(),
        }

    def __str__(self) -> str:
        return "\n".join(self._words())

    def _words(self) -> Iterator[str]:
        """What was counted, each bound, the comparator; or why there is none."""
        yield (
            f"{self.learner}: {_so_many(self.mistakes, 'mistake')} and {_so_many(self.updates, 'update')} "
            f"in {_so_many(self.trials, 'example')}"
        )
        if not self.lines:
            yield self.reason
        about = [*map(str, self.lines), *self.limits_in_words()]
        if self.comparator:
            about.append(f"compared with {self.comparator_in_words()}")
        if self.risk is not None:
            about.append(str(self.risk))
        yield from (f"  {words}" for words in about)
        if self.shadow is not None:
            yield f"beside it, on the same stream:\n{self.shadow}"

    def limits_in_words(self) -> list[str]:
        """How good the comparator is, and what a comparator of nothing would give."""
        if not self.lines or self.trivial is None:
            return []
        if self.lower is None:
            return [f"without any attribute the first of these would be {self.trivial:,.1f}"]
        gap = self.lines[0].bound / self.lower - 1 if self.lower > 0 else 0.0
        close = "no comparator gives less" if gap < 5e-4 else f"no comparator gives less than {self.lower:,.1f}"
        return [f"for the first of these {close}; without any attribute it would be {self.trivial:,.1f}"]

    def comparator_in_words(self) -> str:
        """How large the comparator is."""
        apart = "" if self.separation is None else f", separation {self.separation:g}"
        where = "the given concept" if self.given else "the best concept found"
        if isinstance(self.comparator, ConceptSequence):
            return (
                f"{where}: {_so_many(len(self.comparator.attributes), 'attribute')}, "
                f"total rise {self.comparator.total_rise:g}, "
                f"switched on {self.comparator.literals_on:,} and off {self.comparator.literals_off:,} times{apart}"
            )
        return f"{where}: {_so_many(len(self.comparator or ()), 'attribute')}{apart}"


def _so_many(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
