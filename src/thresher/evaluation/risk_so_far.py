"""What the mistakes of a run say of the risk in it, however often one looked (J6)."""

from functools import lru_cache
from typing import Any, NamedTuple

from ..theory.bounds import least_risk_so_far, rare_risk_so_far

FAILURE = 0.05


class RiskSoFar(NamedTuple):
    """Between which limits the mean risk of a run lies: the probability of a mistake, each at its own trial.

    Attributes
    ----------
    least, most : float
        The limits. They hold at all times of the run at once.
    failure : float
        The probability with which they do not.
    """

    least: float
    most: float
    failure: float

    def to_plain(self) -> dict[str, float]:
        """For JSON."""
        return dict(self._asdict())

    def __str__(self) -> str:
        return f"between {self.least:.4f} and {self.most:.4f}, with {1 - self.failure:.0%} confidence at any time"


def risk_of(tally: Any, failure: float = FAILURE) -> RiskSoFar | None:
    """Of answers that were given before their labels were seen; None where there was no answer to judge.

    Examples without an answer count as no mistakes, in the risk as in the count.
    """
    return risk_between(tally.mistakes, tally.examples, failure) if tally.answered else None


@lru_cache(maxsize=16_384)  # a service is asked for those of all its models again and again, and few have changed
def risk_between(mistakes: int, trials: int, failure: float = FAILURE) -> RiskSoFar:
    """The limits, of so many mistakes in so many trials."""
    counted: dict[str, Any] = {"mistakes": mistakes, "trials": trials, "failure": failure}
    return RiskSoFar(least_risk_so_far(**counted), rare_risk_so_far(**counted), failure)
