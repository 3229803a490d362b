"""The families of learners without a threshold: with a noise term in their bound, or for streams that separate.

Noise: Perceptron and p-norm, weighted majority, the tracking p-norm. Separation: a margin, f_k, ALMA.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...choices.links import Interpolated, PNorm
from ...choices.losses import Margin
from ...choices.rates import Alma
from .family import NOTHING, Family, length_of, printed, rounded_down, separations
from .fits import few, short
from .line import Line
from .search import Search, line
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import Learner
    from .trials import Numbers

ROUNDS = 4  # of fit, bound, fit again


class PNormFamily(Family):
    """E9 with noise, and for the Perceptron C3."""

    fades = True

    def __init__(self, learner: "Learner", p: float) -> None:
        super().__init__(learner)
        self.p = p

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        sizes = {"target_norm": length_of(u, self.p), "instance_norm": trials.norm(self.p)}
        for separation, missed in separations(scores):
            noise = float(missed.sum())
            known: dict[str, Any] = {"p": self.p, **sizes, "separation": separation, "noise": noise}
            yield line(
                trials, trials.mistakes, "E9", "p_norm_mistakes_with_noise", "a fixed concept, with noise", **known
            )
            if self.p == 2:
                squared = {**sizes, "separation": separation, "noise_length": float((missed**2).sum() ** 0.5)}
                about = "a fixed concept, with squared noise"
                yield line(trials, trials.mistakes, "C3", "perceptron_mistakes_with_noise", about, **squared)

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """E9 reads M = b sqrt(M) + L: at its best u, length has the price sqrt((p-1) M) X: fit, bound, fit again."""
        slope = (self.p - 1) ** 0.5 * trials.norm(self.p)
        bound = 0.1 * len(trials)
        price = 100.0
        for _ in range(ROUNDS):  # |u|_2^2/2 at a price has the slope price |u|_2
            u = printed(short(trials, price, seconds=search.seconds / 8))
            yield u
            found = self.best(trials, u)
            if found is None:
                break
            bound = found.bound
            price = slope * bound**0.5 / max(length_of(u, 2.0), 1e-9)
        if self.p > 2:
            for start in (bound, 0.03 * len(trials), 0.3 * len(trials)):
                bound = start
                for _ in range(ROUNDS):
                    u = printed(few(trials, slope * bound**0.5, seconds=search.seconds / 16))
                    yield u
                    bound = min(bound, (self.best(trials, u) or NOTHING).bound)


class MajorityFamily(Family):
    """E5 and E7: weighted majority and Balanced Winnow, with noise."""

    fades = True

    def __init__(self, learner: "Learner", rate: float, balanced: bool) -> None:
        super().__init__(learner)
        self.rate, self.nonnegative = rate, not balanced
        self._entry, self._form = (
            ("E7", "balanced_winnow_mistakes") if balanced else ("E5", "weighted_majority_mistakes")
        )
        self.missing = (
            f"{self._entry} needs a separation above rate |u|_1 S^2/2: the rate is too large for this stream."
        )

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        import numpy as np

        known: dict[str, Any] = {
            "target": u[u != 0].tolist(),
            "n": max(1, len(trials.attributes)),
            "rate": self.rate,
            "largest_value": trials.norm(np.inf),
        }
        least = self.rate * float(np.abs(u).sum()) * trials.norm(np.inf) ** 2 / 2
        for separation, missed in separations(scores, least):
            known |= {"separation": separation, "noise": float(missed.sum())}
            yield line(trials, trials.mistakes, self._entry, self._form, "a fixed concept, with noise", **known)

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """The bound's slope in |u|_1 is about ln(n)/a + a S^2 M/2: fit at that price, bound, fit again."""
        import numpy as np

        def at(bound: float) -> float:
            return entropy / self.rate + self.rate * trials.norm(np.inf) ** 2 * bound / 2

        entropy = math.log(max(2, len(trials.attributes)))
        price = at(0.1 * len(trials))
        for _ in range(ROUNDS):
            u = printed(few(trials, price, nonnegative=self.nonnegative, seconds=search.seconds / ROUNDS))
            yield u
            found = self.best(trials, u)
            if found is not None:
                price = at(found.bound)
            else:  # it did not pay to have weights at all, or they are too long for the rate
                price *= 2.0 if u.any() else 0.1


class TrackerFamily(Family):
    """G4: the tracking p-norm, here with a fixed comparator in its ball."""

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        link, radius = self.learner.choice.link, self.learner.choice.radius
        assert isinstance(link, PNorm)
        assert radius is not None
        length = length_of(u, link.p)
        if not length:
            return
        size = trials.norm(link.p)
        scaled = scores * (radius / length)
        known: dict[str, Any] = {"p": link.p, "instance_norm": size, "radius": radius, "last_norm": radius}
        for separation, missed in separations(scaled, self.rate * (link.p - 1) * size**2 / 2):
            known |= {"separation": separation, "noise": float(missed.sum()), "rate": self.rate}
            about = "a fixed concept, scaled to the radius, with noise"
            yield line(trials, trials.mistakes, "G4", "tracking_p_norm_mistakes", about, **known)

    missing = "G4 needs a separation above rate (p-1) X^2/2: the rate is too large for this stream."

    def scaled(self, u: "Numbers") -> float:
        """The theorem's comparator has the length of the radius."""
        link, radius = self.learner.choice.link, self.learner.choice.radius
        assert isinstance(link, PNorm)
        return length_of(u, link.p) / (radius or 1.0)

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """Only the direction counts; how much noise it may leave is tried."""
        for price in (1.0, 10.0, 100.0, 1000.0):
            yield printed(short(trials, price, seconds=search.seconds / 8))
            yield printed(few(trials, price, seconds=search.seconds / 8))


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
