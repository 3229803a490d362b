"""One line of a certificate: a bound with the numbers of a run, beside what was counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..bounds import THEOREMS, Bound, Explanation, Theorem


@dataclass(frozen=True)
class Line:
    """One bound with the numbers of this run.

    Attributes
    ----------
    entry : str
        The theorem's entry in docs/theory.md.
    form : str
        The function of `thresher.theory.bounds`.
    about : str
        What is particular about it, in a few words.
    count : float
        What was counted.
    bound : float
        What it was promised not to exceed.
    trials : int
        The number of examples.
    known : mapping
        What went into the bound, all of it measured on this very stream.
    hindsight : bool
        Whether it counts the noise of the mistakes alone: true, but it says little (H2).
    """

    entry: str
    form: str
    about: str
    count: float
    bound: float
    trials: int
    known: Mapping[str, Any]
    hindsight: bool = False

    @property
    def theorem(self) -> Theorem:
        """The theorem that the bound is a form of."""
        return THEOREMS[self.entry]

    @property
    def statement(self) -> Bound:
        """The bound itself: formula, symbols, what it counts."""
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

    def explain(self) -> Explanation:
        """The formula with these numbers."""
        return self.statement.explain(**self.known)

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

    def __str__(self) -> str:
        verdict = "vacuous: not below the number of examples" if self.vacuous else f"{self.tightness:.0%} of it used"
        count = f"{self.count:,.0f}" if float(self.count).is_integer() else f"{self.count:,.1f}"
        text = f"{count} {self.statement.relation} {self.bound:,.1f} {self.counts.partition(' (')[0]}"
        return f"{self.entry}, {self.about}: {text} ({verdict})" + ("" if self.holds else "  VIOLATED")
