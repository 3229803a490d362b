"""What came of one threshold, in numbers."""

from typing import NamedTuple

from .costs import Costs


class Decision(NamedTuple):
    """What came of one threshold.

    Attributes
    ----------
    threshold : float
        From which on the answer is positive.
    alerts, hits : float
        Examples at or above it, and the positive ones among them.
    examples, positives : float
        All of them.
    """

    threshold: float
    alerts: float
    hits: float
    examples: float
    positives: float

    @property
    def precision(self) -> float | None:
        """The share of alerts that are positive; None without any."""
        return self.hits / self.alerts if self.alerts else None

    @property
    def recall(self) -> float | None:
        """The share of positives that are found; None without any."""
        return self.hits / self.positives if self.positives else None

    @property
    def alerts_per_thousand(self) -> float:
        """Alerts among a thousand examples."""
        return 1000 * self.alerts / self.examples

    def cost(self, costs: Costs) -> float:
        """What its mistakes cost, of all examples together."""
        return costs.of(self.alerts - self.hits, self.positives - self.hits)

    def to_plain(self) -> dict[str, float | None]:
        """As JSON holds it."""
        names = ("threshold", "alerts", "hits", "precision", "recall", "alerts_per_thousand")
        return {name: getattr(self, name) for name in names}
