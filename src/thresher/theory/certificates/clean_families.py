"""Families whose bound needs weights that separate every example: a margin, f_k, ALMA."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...choices.links import Interpolated
from ...choices.losses import Margin
from ...choices.rates import Alma
from .family import Family, length_of, rounded_down
from .line import Line
from .search import line
from .trials import Trials

if TYPE_CHECKING:
    from .trials import Numbers


class MarginFamily(Family):
    """E8b: a Perceptron with a margin, where a comparator separates the stream. Counts updates."""

    missing = "E8b (a Perceptron with a margin) needs weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        margin = self.learner.choice.loss
        assert isinstance(margin, Margin)
        if 0 < scores.min(initial=math.inf) < math.inf:
            known = {
                "target_norm": length_of(u, 2.0),
                "instance_norm": trials.norm(2),
                "separation": rounded_down(float(scores.min())),
                "margin": max(margin.positive, margin.negative or 0.0),
                "rate": self.rate,
            }
            yield line(trials, trials.updates, "E8b", "perceptron_updates", "with a margin: counts updates", **known)


class InterpolatedFamily(Family):
    """E8a: f_k, where a comparator separates the stream."""

    missing = "E8a (f_k) needs weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        import numpy as np

        link = self.learner.choice.link
        assert isinstance(link, Interpolated)
        if 0 < scores.min(initial=math.inf) < math.inf:
            known = {
                "k": link.k,
                "n": len(trials.attributes),
                "target_norm": length_of(u, link.k + 1.0),
                "target_total": float(np.abs(u).sum()),
                "instance_norm": trials.norm(link.k + 1.0),
                "separation": rounded_down(float(scores.min())),
                "rate": self.rate,
            }
            about = "a fixed concept that separates"
            yield line(trials, trials.mistakes, "E8a", "interpolated_mistakes_at_rate", about, **known)


class AlmaFamily(Family):
    """G2: ALMA, where a comparator separates the stream. Counts updates."""

    missing = "the theorems about ALMA (G2) need weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        import numpy as np

        rate = self.learner.choice.rate
        assert isinstance(rate, Alma)
        sums = np.bincount(trials.trial, weights=np.abs(trials.values) ** rate.p, minlength=len(trials))
        with np.errstate(divide="ignore", invalid="ignore"):
            least = np.nanmin(scores / sums ** (1 / rate.p) / length_of(u, rate.p), initial=np.inf)
        if 0 < least < np.inf:
            trigger = rate.trigger_scale if rate.trigger_scale is not None else 8**0.5 / rate.alpha
            known = {"p": rate.p, "separation": rounded_down(float(least)), "alpha": rate.alpha}
            scales = {"trigger_scale": trigger, "step_scale": rate.step_scale}
            about = "a fixed concept that separates: counts updates"
            yield line(trials, trials.updates, "G2a", "alma_updates_at_scales", about, **known, **scales)
