"""What the labels that came say of the risk of the answers, however often one looks, and whenever labels come (J6)."""

from typing import Any

import msgspec

from ..evaluation.risk_so_far import risk_between


class RiskCount(msgspec.Struct, array_like=True):
    """Labels that came, and the answers that they found wrong.

    The risk of a label is the probability, given everything that was known before it came, that the answer had been
    wrong: so labels may come late and in any order. What is learned in place of a label that did not come is none.

    Attributes
    ----------
    labels : int
        How many came and were not taken back.
    mistakes : int
        Of these, those that the answer had not been.
    """

    labels: int = 0
    mistakes: int = 0

    def to_plain(self) -> dict[str, Any] | None:
        """The limits of the mean risk; None before the first label."""
        if not self.labels:
            return None
        return risk_between(self.mistakes, self.labels).to_plain() | {"labels": self.labels, "mistakes": self.mistakes}

    def to_saved(self) -> list[int]:
        """For a snapshot."""
        return [self.labels, self.mistakes]
