"""The Bayes mixture of experts (F), and its form with a fixed share."""

from collections.abc import Sequence

from ..learners.standing import Standing
from ..theory.bounds.experts.majority import bayes_mixture_log_loss
from ..theory.bounds.experts.switches import fixed_share_loss
from .master import Experts
from .mixing import CLIP, Mixing, clipping
from .sequences import Best
from .weighing import MOST_SWITCHES, sharing, switches_followed


class Mixture(Mixing):
    """The Bayes mixture of experts (F): p = sum w_i q_i, and w_i is multiplied by what expert i gave the outcome.

    learners: experts with probabilities, a list or name -> learner.
    share: al in [0, 1); above 0 the weights are shared after each trial (fixed share). Default 0.
    clip: what is stated is brought to clip at least and 1 - clip at most. Default 0.0001.
    most_switches: how many switches of the best sequence of experts `standing` looks at. Default 8.

    Bound, in log loss: that of the best expert + ln N. With a share, that of any sequence of experts + code, as in
    FixedShare. The experts' losses are those of what is heard, after the clip.

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
        self._begin(learners, self.most_switches if share else 0, self.clip)
        self.share = sharing(share, len(self._crew))

    def bound(self, loss: float | None = None, switches: int = 0, trials: int | None = None) -> float:
        """What the theorem allows against the best expert, or a sequence; `loss` and `trials` as counted by default."""
        loss = self._best()[1] if loss is None else loss
        if not self.share and not switches:
            return bayes_mixture_log_loss(experts=len(self._crew), best_loss=loss)
        count = self._trials if trials is None else trials
        known = {"share": self.share, "loss": loss}
        return fixed_share_loss(experts=len(self._crew), scale=1, rate=1, switches=switches, trials=count, **known)

    def standings(self) -> list[Standing]:
        return self._standings(fixed_share_loss.__name__ if self.share else bayes_mixture_log_loss.__name__)

    def _allowed(self, best: Best) -> float:
        return self.bound(best.loss, best.switches)

    def _change(self, statements: Sequence[float], losses: Sequence[float], label: bool, mistake: bool) -> bool:
        self._weights.multiply(q if label else 1.0 - q for q in statements)
        self._weights.share(self.share)
        return True
