"""What a run with late labels came to: the numbers of a plain run, and what the delay did."""

from dataclasses import dataclass, field
from typing import Any

from ..run import Run


@dataclass(frozen=True)
class Cost:
    """Mistakes beside those that a copy of the learner makes without delay, on the same stream.

    Attributes
    ----------
    mistakes : int
        On the labels that came.
    without_delay : int | None
        Of the copy, on the same instances, when each label is there before the next question; None where labels
        are not known in time.
    in_arrival_order : int
        Of a copy that gets the instances one by one in the order of their labels, without delay.
    outstanding : int
        G.
    """

    mistakes: int
    without_delay: int | None
    in_arrival_order: int
    outstanding: int

    @property
    def allowance(self) -> int:
        """D6a: (1 + G) in_arrival_order, the most that the immediate order makes around a mistake-driven learner."""
        return (1 + self.outstanding) * self.in_arrival_order


@dataclass(repr=False)
class LateRun(Run):
    """One learner over one stream whose labels came late.

    `progress` and `curve` are about the labels that came in time to be counted, in the order in which they came. Each
    is compared with what was said when its question was asked.

    Attributes
    ----------
    order : str
        The order in which late labels were learned.
    statuses : dict[str, int]
        What became of the labels; "waiting": for their turn.
    pending : int
        Instances without a label at the end.
    given_up : int
        Instances whose label would come too late.
    outstanding : int
        G, the most instances without a label when a question was asked, that one not counted.
    mean_delay : float | None
        In questions, of the labels that came.
    error_interval : tuple[float, float]
        What the labels still out leave possible, over all questions.
    cost : Cost | None
        Mistakes beside those without delay.
    warning : str | None
        A sentence, where delay and label depend on each other.
    asked_before_labels : int
        Of the labels that came, those whose question was asked before any label was known: the answer was a guess.
    """

    order: str = ""
    statuses: dict[str, int] = field(default_factory=dict)  # what became of the labels; "waiting": for their turn
    pending: int = 0  # instances without a label at the end
    given_up: int = 0  # instances whose label would come too late
    outstanding: int = 0  # G, the most instances without a label when a question was asked, that one not counted
    mean_delay: float | None = None  # in questions, of the labels that came
    error_interval: tuple[float, float] = (0.0, 0.0)  # what the labels still out leave possible, over all questions
    cost: Cost | None = None
    warning: str | None = None  # a sentence, where delay and label depend on each other
    asked_before_labels: int = 0

    @property
    def fates(self) -> dict[str, int]:
        """What 0.1.0 called `statuses`."""
        return self.statuses

    def to_plain(self) -> dict[str, Any]:
        """What the delay did, as JSON can hold it."""
        cost = None
        if self.cost is not None:
            cost = {
                "mistakes": self.cost.mistakes,
                "without_delay": self.cost.without_delay,
                "in_arrival_order": self.cost.in_arrival_order,
                "allowance": self.cost.allowance,
            }
        return {
            "order": self.order,
            "statuses": self.statuses,
            "pending": self.pending,
            "given_up": self.given_up,
            "outstanding": self.outstanding,
            "mean_delay": self.mean_delay,
            "error_interval": list(self.error_interval),
            "cost": cost,
            "warning": self.warning,
            "asked_before_labels": self.asked_before_labels,
        }
