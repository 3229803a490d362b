"""The Bayes mixture of experts (F), and its form with a fixed share."""

from collections.abc import Sequence

from ..learners import Standing
from ..protocols import Label
from ..theory.bounds.experts import bayes_mixture_log_loss, fixed_share_loss
from .log_loss import CLIP, Mixing, clipping
from .panel import Experts
from .sequences import Best
from .statements import Statement
from .weighted import MOST_SWITCHES, sharing, switches_followed


class Mixture(Mixing):
    """The Bayes mixture of experts (F).

        p(c) = sum w_i q_i(c) for every label c, and w_i is multiplied by what expert i gave the outcome

    Parameters
    ----------
    learners : list of learners, or name -> learner
        Experts with probabilities. They are taught by the master, so give them away.
    share : float, default 0
        From 0 to 1 (al); above 0 the weights are shared after each trial (fixed share).
    clip : float, default 0.0001
        Of two labels what is stated is brought to clip at least and 1 - clip at most; of k labels to 2 clip/k at least.
    most_switches : int, default 8
        How many switches of the best sequence of experts `standing` looks at.

    Notes
    -----
    Bound, in log loss, for any number of labels: that of the best expert + ln N. With a share, that of any sequence of
    experts + code, as in FixedShare. The experts' losses are those of what is heard, after the clip.

    References
    ----------
    Herbster and Warmuth (1998), Tracking the best expert.

    Examples
    --------
    >>> import thresher as th
    >>> model = Mixture([th.AdaptiveWinnow(), th.AdaptiveWinnow(rate=0.1)])
    >>> outcome = model.learn_one({"free": 1}, True)
    >>> model.loss <= min(model.expert_losses.values()) + 0.7, model.predict_proba_one({"free": 1})[True] > 0.5
    (True, True)
    """

    def __init__(
        self,
        learners: Experts,
        share: float = 0.0,
        *,
        clip: float = CLIP,
        most_switches: int = MOST_SWITCHES,
    ) -> None:
        self.most_switches, self.clip = switches_followed(most_switches), clipping(clip)
        self._begin(learners, self.most_switches if share else 0)
        self.share = sharing(share, len(self._panel))

    def bound(self, loss: float | None = None, switches: int = 0, trials: int | None = None) -> float:
        """What the theorem allows against the best expert, or a sequence; `loss` and `trials` as counted by default."""
        loss = self._best()[1] if loss is None else loss
        if not self.share and not switches:
            return bayes_mixture_log_loss(experts=len(self._panel), best_loss=loss)
        count = self._trials if trials is None else trials
        known = {"share": self.share, "loss": loss}
        return fixed_share_loss(experts=len(self._panel), scale=1, rate=1, switches=switches, trials=count, **known)

    def standings(self) -> list[Standing]:
        """The run so far beside each theorem that holds for it: of its log loss, and of its mistakes."""
        return self._standings(fixed_share_loss.__name__ if self.share else bayes_mixture_log_loss.__name__)

    def _allowed(self, best: Best) -> float:
        return self.bound(best.loss, best.switches)

    def _change(self, stated: Sequence[Statement], losses: Sequence[float], label: Label, mistake: bool) -> bool:
        self._bayes(stated, label)
        self._weights.share(self.share)
        return True
