"""Fixed share (F): follows the best sequence of experts."""

from collections.abc import Callable, Sequence

from ..errors import ParameterError
from ..learners import Standing
from ..parameters import real
from ..protocols import Label
from ..theory.bounds.experts import (
    fixed_share_mistakes,
    randomized_fixed_share_mistakes,
    share_on_mistakes_mistakes,
)
from .panel import Experts
from .statements import Statement
from .voting import Voting
from .weighted import MOST_SWITCHES, sharing, switches_followed


class FixedShare(Voting):
    """Fixed-Share (F): wrong experts are multiplied by b, then every expert gives a share of its weight to the others.

        v_i = w_i b^(loss of i),   w_i <- (1 - share) v_i + share/(N - 1) sum_{j != i} v_j

    Parameters
    ----------
    learners : list of learners, or name -> learner
        Two experts or more. They are taught by the master, so give them away.
    discount : float, default 0.5
        What a wrong expert's weight is multiplied by, from 0 to 1 (b).
    share : float, default 0.001
        From 0 to 1 (al); the best is the switches over the trials.
    randomized : bool, default False
        Draw the prediction; `loss` are then the expected mistakes.
    on_mistakes : bool, default False
        Discount and share only when the master was wrong; share < (1 - b)/2, not with randomized. Its bound has no term
        in the number of trials.
    seed : int, default 0
        Of its coins.
    most_switches : int, default 8
        How many switches of the best sequence of experts `standing` looks at.

    Notes
    -----
    Bound, for any number of labels, against any sequence of experts with s switches that makes L mistakes in T trials:
    M <= (code + L ln(1/b))/ln(2/(1 + b)),   code = ln N + s ln((N - 1)/al) + (T - 1 - s) ln(1/(1 - al));
    randomised, E M <= (code + L ln(1/b))/(1 - b);
    on mistakes, M <= (ln N + s ln((N - 1)/al) + L ln(1/b))/(ln(2/(1 + b)) - ln(1/(1 - al))).

    References
    ----------
    Herbster and Warmuth (1998), Tracking the best expert.
    """

    def __init__(
        self,
        learners: Experts,
        discount: float = 0.5,
        share: float = 0.001,
        *,
        randomized: bool = False,
        on_mistakes: bool = False,
        seed: int = 0,
        most_switches: int = MOST_SWITCHES,
    ) -> None:
        self.most_switches = switches_followed(most_switches)
        self._begin(learners, self.most_switches)
        self.discount = real("discount", discount, above=0, below=1)
        self.share = sharing(share, len(self._panel), needed=True)
        self._coins(randomized, on_mistakes, seed)
        if on_mistakes and not self.share < (1 - self.discount) / 2:
            limit = (1 - self.discount) / 2
            raise ParameterError(f"sharing on mistakes has a bound for share < (1 - discount)/2 = {limit:.4g} alone.")

    def bound(self, loss: float | None = None, switches: int = 0, trials: int | None = None) -> float:
        """What the theorem allows against a sequence with so many switches and mistakes.

        loss: by default that of the best expert.   trials: by default those so far.
        """
        known = {"discount": self.discount, "share": self.share, "loss": self._best()[1] if loss is None else loss}
        if self.on_mistakes:
            return share_on_mistakes_mistakes(experts=len(self._panel), switches=switches, **known)
        count = self._trials if trials is None else trials
        return self._theorem(experts=len(self._panel), switches=switches, trials=count, **known)

    def standings(self) -> list[Standing]:
        """The run so far beside its theorem."""
        return [self._compared(lambda best: self.bound(best.loss, best.switches), self._theorem.__name__)]

    @property
    def _theorem(self) -> Callable[..., float]:
        if self.on_mistakes:
            return share_on_mistakes_mistakes
        return randomized_fixed_share_mistakes if self.randomized else fixed_share_mistakes

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        if self.on_mistakes and not mistake:
            return False
        self._discount(losses, self.discount)
        self._weights.share(self.share)
        return True
