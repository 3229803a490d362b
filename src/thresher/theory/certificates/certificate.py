"""A certificate: what a run came to, beside what theory promised for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...protocols import Attribute
from ..bounds import THEOREMS
from ..bounds.theorem import Bound, Explanation, Theorem
from ..concepts import ConceptSequence
from .risk import Risk


@dataclass(frozen=True)
class Line:
    """One bound with the numbers of this run."""

    entry: str
    form: str  # the function of thresher.theory.bounds
    about: str  # what is particular about it, in a few words
    count: float  # what was counted
    bound: float
    trials: int
    known: Mapping[str, Any]  # what went into it, all measured on this very stream
    hindsight: bool = False  # counts the noise of the mistakes alone: true, but it says little (H2)

    @property
    def theorem(self) -> Theorem:
        return THEOREMS[self.entry]

    @property
    def statement(self) -> Bound:
        return next(bound for bound in self.theorem.bounds if bound.name == self.form)

    @property
    def counts(self) -> str:
        """What is bounded: mistakes, expected mistakes or updates."""
        return self.statement.counts

    @property
    def holds(self) -> bool:
        """Whether the count is within the bound: always, unless there is a defect."""
        return self.count <= self.bound

    @property
    def vacuous(self) -> bool:
        """Whether it says nothing: nobody makes more mistakes than there are trials."""
        return self.bound >= self.trials

    @property
    def tightness(self) -> float:
        """The share of the bound that was used up."""
        return self.count / self.bound if self.bound else 0.0

    def to_plain(self) -> dict[str, Any]:
        """What `json.dumps` takes."""
        return {
            "entry": self.entry,
            "form": self.form,
            "about": self.about,
            "counts": self.counts,
            "count": self.count,
            "bound": self.bound,
            "holds": self.holds,
            "vacuous": self.vacuous,
            "hindsight": self.hindsight,
            "known": dict(self.known),
            "assumptions": list(self.theorem.assumptions),
            "source": self.theorem.source,
            "status": self.theorem.status,
        }

    def explain(self) -> Explanation:
        """The formula with these numbers."""
        return self.statement.explain(**self.known)


@dataclass(frozen=True)
class Certificate:
    """Mistakes beside each bound that applies, the comparator that proves them, and what no comparator can beat."""

    learner: str
    parameters: Mapping[str, Any]
    trials: int
    mistakes: int
    updates: int
    measured: Mapping[str, float] = field(default_factory=dict)  # of the stream: norms, values, classes
    lines: Sequence[Line] = ()
    comparator: ConceptSequence | Mapping[Attribute, float] | None = None
    separation: float | None = None
    given: bool = False  # the comparator was given, not looked for
    lower: float | None = None  # with the best comparator the first line could not be below this
    trivial: float | None = None  # the first line's bound for the comparator that is 0
    reason: str = ""  # why there is no line, in a sentence
    seconds: float = 0.0  # of the search
    risk: Risk | None = None  # of its hypotheses, if the examples were drawn alike
    shadow: "Certificate | None" = None  # of a tracking Winnow beside a learner without a bound

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
        from .wording import in_words

        return "\n".join(in_words(self))
