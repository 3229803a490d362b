"""Mixing past posteriors (F2): experts that were good once are found again quickly."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..learners import Standing
from ..parameters import one_of, real, whole
from ..protocols import Label
from ..theory.bounds.experts import averages_for, decaying_past_log_loss, past_posteriors_log_loss
from .log_loss import CLIP, Mixing, clipping
from .panel import Experts
from .sequences import Best
from .statements import Statement
from .weighted import MOST_SWITCHES, switches_followed


class PastPosteriors(Mixing):
    """Mixing past posteriors (F2): after each trial a share of the weight goes back to where it was before.

        v_t = the posterior after trial t, v_0 = 1/N each;   w_(t+1) = (1 - share) v_t + share * mean of the past
        uniform:   the mean of v_0 .. v_(t-1)
        decaying:  the mean over j = 1 .. J of the averages A_j <- (1 - 2^-j) A_j + 2^-j v_t, which begin at v_0

    An expert that was good once keeps some weight: when it is good again it is found more quickly than one that never
    was. Takes memory for N numbers, or J N, however long the run.

    Parameters
    ----------
    learners : list of learners, or name -> learner
        Experts with probabilities. They are taught by the master, so give them away.
    share : float, default 0.001
        From 0 to 1 (al).
    past : {"decaying", "uniform"}
        Which mean of the past.
    horizon : int, default 2^30
        For how many trials, J = ceil(lg(horizon)).
    clip, most_switches
        As in Mixture.

    Notes
    -----
    Bound, in log loss, for any number of labels and a sequence with s switches among n of N experts that loses L in T
    trials: uniform L + n ln N + s ln((T - 1)/al) + (T - 1 - s) ln(1/(1 - al)); decaying s ln(8 J n (T - 1)/(al s))
    instead.

    References
    ----------
    Bousquet and Warmuth (2002), Tracking a small set of experts by mixing past posteriors.
    """

    def __init__(
        self,
        learners: Experts,
        share: float = 0.001,
        *,
        past: str = "decaying",
        horizon: int = 2**30,
        clip: float = CLIP,
        most_switches: int = MOST_SWITCHES,
    ) -> None:
        self.most_switches, self.clip = switches_followed(most_switches), clipping(clip)
        self._begin(learners, self.most_switches)
        self.share = real("share", share, above=0, below=1)
        self.past = one_of("past", past, ("decaying", "uniform"))
        self.horizon = whole("horizon", horizon, at_least=2, at_most=2**60)
        rows = averages_for(self.horizon) if past == "decaying" else 1
        self._averages = np.full((rows, len(self._panel)), 1 / len(self._panel))

    def bound(
        self, loss: float | None = None, switches: int = 0, pool: int | None = None, trials: int | None = None
    ) -> float:
        """What the theorem allows against a sequence of `pool` experts; `loss` and `trials` as counted by default.

        pool: by default as many as there can be.
        """
        known: dict[str, Any] = {
            "experts": len(self._panel),
            "pool": min(len(self._panel), switches + 1) if pool is None else pool,
            "switches": switches,
            "trials": self._trials if trials is None else trials,
            "share": self.share,
            "loss": self._best()[1] if loss is None else loss,
        }
        if self.past == "uniform":
            return past_posteriors_log_loss(**known)
        return decaying_past_log_loss(**known, horizon=self.horizon)

    def standings(self) -> list[Standing]:
        """The run so far beside each theorem that holds for it: of its log loss, and of its mistakes."""
        theorem = past_posteriors_log_loss if self.past == "uniform" else decaying_past_log_loss
        return self._standings(theorem.__name__)

    def _allowed(self, best: Best) -> float:
        return self.bound(best.loss, best.switches, best.pool)

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        self._bayes(stated, label)
        posterior = np.array(self._weights.shares())
        if self.past == "uniform":
            mean = self._averages[0].copy()
            rates = np.array([1 / (self.examples + 2)])  # this trial is counted when it is over; and v_0 is one more
            self._average(posterior, rates)
        else:
            self._average(posterior, np.exp2(-np.arange(1.0, len(self._averages) + 1)))
            mean = self._averages.mean(axis=0)
        self._weights.become(((1 - self.share) * posterior + self.share * mean).tolist())
        return True

    def _average(self, posterior: npt.NDArray[Any], rates: npt.NDArray[Any]) -> None:
        part = rates[:, np.newaxis]
        self._averages = (1 - part) * self._averages + part * posterior

    def _state(self) -> dict[str, Any]:
        return super()._state() | {"averages": self._averages.ravel().tolist()}

    def _resume(self, state: Mapping[str, list[Any]]) -> None:
        super()._resume(state)
        averages = np.array(state["averages"], dtype=np.float64).reshape(self._averages.shape)
        if not ((averages >= 0) & (averages <= 1)).all():
            raise ValueError("the past weights are no parts of 1")
        self._averages = averages
