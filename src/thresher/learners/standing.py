"""Where a master stands: what it lost, what the best of its experts lost, and what the theorem allows it to lose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SLACK = 1e-9  # sums of a million losses are off by less than this part of them


@dataclass(frozen=True)
class Standing:
    """One run beside one theorem.

    Attributes
    ----------
    loss_name : str
        What is counted: "mistakes", "expected mistakes", "absolute loss", "log loss".
    master : float
        What the master lost.
    best : float
        What its comparator lost.
    best_name : str
        Who that is.
    bound : float
        What the theorem allows the master, from `best`.
    theorem : str
        A function of thresher.theory.bounds.
    experts : Mapping[str, float]
        Name -> what each expert lost.
    best_in : str
        The loss of the comparator and the experts, if it is another.
    since : int
        All this is about the examples after the first so many; 0: about all of them.

    Examples
    --------
    >>> print(Standing("mistakes", 7, 3, "Perceptron()", 12.4, "expert_majority_mistakes"))
    mistakes: 7; Perceptron(): 3; at most 12.4 (expert_majority_mistakes)
    """

    loss_name: str
    master: float
    best: float
    best_name: str
    bound: float
    theorem: str
    experts: Mapping[str, float] = field(default_factory=dict)
    best_in: str = ""
    since: int = 0

    @property
    def holds(self) -> bool:
        """Whether the master lost no more than the theorem allows. It always does, if nobody changed the rule."""
        return self.master <= self.bound + SLACK * max(1.0, abs(self.bound))

    @property
    def regret(self) -> float:
        """What the master lost more than its comparator, in one loss; negative if it lost less."""
        return self.master - self.best

    def __str__(self) -> str:
        other = f" {self.best_in}" if self.best_in else ""
        allowed = f"at most {self.bound:.6g} ({self.theorem})"
        when = f"after the first {self.since:,} examples: " if self.since else ""
        return f"{when}{self.loss_name}: {self.master:.6g}; {self.best_name}: {self.best:.6g}{other}; {allowed}"
