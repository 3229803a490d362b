"""Few labels, and answers that are sets of them."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ...errors import ParameterError
from .deciding import PROBABILITY
from .group import Group, option


@dataclass(frozen=True)
class FewLabels(Group):
    """Whether the learner asks for labels, and whether it answers with sets."""

    HEADING: ClassVar[str] = "Few labels, and doubt"

    ask: float | None = option(
        "--ask",
        type=PROBABILITY,
        metavar="SHARE",
        help="The learner asks for labels, of at most this share; the others count in the error, and it is not told.",
    )
    ask_seed: int = option("--ask-seed", default=0, help="Of the coins by which it asks.")
    sets: float | None = option(
        "--sets",
        type=PROBABILITY,
        metavar="MISS",
        help="Answer with sets of labels that miss the right one at most so often; both of two: don't know.",
    )

    @property
    def wanted(self) -> bool:
        """Whether either was said."""
        return self.ask is not None or self.sets is not None

    def check(self) -> None:
        """What can't be is said before anything is read."""
        if self.ask is not None and self.sets is not None:
            raise ParameterError(
                "--ask and --sets exclude each other: what is missed among labels that were chosen says nothing of "
                "the others."
            )
        if self.ask == 0 or self.sets in (0, 1):
            raise ParameterError("--ask is a share above 0, --sets one above 0 and below 1.")

    def around(self, learner: Any) -> Any:
        """The learner, with what was said around it."""
        return self.late(learner) if self.wanted else learner

    def late(self, learner: Any, order: Any = None, horizon: int | None = None) -> Any:
        """One that waits for its labels, with what was said around it."""
        if self.ask is not None:
            from ...asking import Asking

            return Asking(learner, order, at_most=self.ask, seed=self.ask_seed, horizon=horizon)
        if self.sets is not None:
            from ...doubt import Sets

            return Sets(learner, order, miss=self.sets, horizon=horizon)
        from ...late import Delayed

        return Delayed(learner, order, horizon=horizon)
