"""Certificates of the learners without a threshold: Perceptron, p-norm, f_k, weighted majority, ALMA, trackers."""

import math
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...errors import ParameterError
from ...links import Exponential, Identity, Interpolated, PNorm, TwoSinh
from ...losses import Margin, Mistake
from ...ranges import Unlimited
from ...rates import Alma, Constant
from .certificate import Line
from .fits import few, short
from .intervals import signs
from .program import DIGITS
from .search import HINDSIGHT, Comparator, Proof, Search, line, none
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import Learner
    from .trials import Numbers

_ROUNDS = 4
_SEPARATIONS = 48
_NOTHING = Line("", "", "", 0.0, math.inf, 0, {})


def prove(learner: "Learner", trials: Trials, comparator: Comparator | None, search: Search) -> Proof:
    """The best line over a few fixed comparators, each with its best separation."""
    family = _family(learner)
    if isinstance(family, str):
        return none(family)
    proof, began = Proof(), time.perf_counter()
    proof.trivial = float(len(trials)) if family.fades else None
    candidates = [_given(trials, comparator)] if comparator is not None else family.candidates(trials, search)
    for u in candidates:
        found = family.best(trials, u)
        if found is not None and (not proof.lines or found.bound < proof.lines[0].bound):
            proof.lines = [found, *family.sharper(trials, u, found)]
            proof.separation = found.known.get("separation")
            names = zip(trials.attributes, u.tolist(), strict=True)
            proof.comparator = dict(sorted(((a, w) for a, w in names if w), key=lambda aw: -abs(aw[1])))
    if not proof.lines:
        given = "for the comparator that was given the theorem says nothing."
        proof.reason = family.missing if comparator is None else given
    proof.seconds = time.perf_counter() - began
    return proof


class _Family:
    """Learners whose bound has one form."""

    nonnegative = False
    fades = False  # towards a comparator of nothing the bound goes to the number of trials
    missing = "no comparator was found for which the theorem says anything."

    def __init__(self, learner: "Learner") -> None:
        self.learner = learner
        self.rate = getattr(learner._choice.rate, "rate", 1.0)

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        """The theorem for one comparator, at several separations; scores are y u.x."""
        raise NotImplementedError

    def best(self, trials: Trials, u: "Numbers") -> Line | None:
        """The smallest of them."""
        lines = self.lines(trials, u, signs(trials.positive) * trials.fixed_scores(u))
        return min(lines, key=lambda found: found.bound, default=None)

    def sharper(self, trials: Trials, u: "Numbers", found: Line) -> Iterator[Line]:
        """The same comparator and separation with the noise of the updates alone, where there is a noise term."""
        import numpy as np

        scores = np.where(trials.updated | trials.mistaken, signs(trials.positive) * trials.fixed_scores(u), np.inf)
        missed = np.maximum(0.0, found.known.get("separation", 0.0) * self.scaled(u) - scores)
        known = dict(found.known)
        if "noise" in known:
            known["noise"] = float(missed.sum() / self.scaled(u))
        elif "noise_length" in known:
            known["noise_length"] = float((missed**2).sum() ** 0.5)
        else:
            return
        yield line(trials, found.count, found.entry, found.form, HINDSIGHT, **known)

    def scaled(self, u: "Numbers") -> float:
        """By how much the comparator is longer than the one in the theorem."""
        return 1.0

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """Comparators worth trying: here those that separate the stream, if any does."""
        yield _printed(short(trials, 0.01, seconds=search.seconds / 2))
        yield _printed(few(trials, 0.01, seconds=search.seconds / 2))


class _PNorm(_Family):
    """E9 with noise, and for the Perceptron C3."""

    fades = True

    def __init__(self, learner: "Learner", p: float) -> None:
        super().__init__(learner)
        self.p = p

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        sizes = {"target_norm": _length(u, self.p), "instance_norm": trials.norm(self.p)}
        for separation, missed in _separations(scores):
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
        for _ in range(_ROUNDS):  # |u|_2^2/2 at a price has the slope price |u|_2
            u = _printed(short(trials, price, seconds=search.seconds / 8))
            yield u
            found = self.best(trials, u)
            if found is None:
                break
            bound = found.bound
            price = slope * bound**0.5 / max(_length(u, 2.0), 1e-9)
        if self.p > 2:
            for start in (bound, 0.03 * len(trials), 0.3 * len(trials)):
                bound = start
                for _ in range(_ROUNDS):
                    u = _printed(few(trials, slope * bound**0.5, seconds=search.seconds / 16))
                    yield u
                    bound = min(bound, (self.best(trials, u) or _NOTHING).bound)


class _WithMargin(_Family):
    """E8b: a Perceptron with a margin, where a comparator separates the stream. Counts updates."""

    missing = "E8b (a Perceptron with a margin) needs weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        margin = self.learner._choice.loss
        assert isinstance(margin, Margin)
        if 0 < scores.min(initial=math.inf) < math.inf:
            known = {
                "target_norm": _length(u, 2.0),
                "instance_norm": trials.norm(2),
                "separation": _down(float(scores.min())),
                "margin": max(margin.positive, margin.negative or 0.0),
                "rate": self.rate,
            }
            yield line(trials, trials.updates, "E8b", "perceptron_updates", "with a margin: counts updates", **known)


class _Majority(_Family):
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
        for separation, missed in _separations(scores, least):
            known |= {"separation": separation, "noise": float(missed.sum())}
            yield line(trials, trials.mistakes, self._entry, self._form, "a fixed concept, with noise", **known)

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """The bound's slope in |u|_1 is about ln(n)/a + a S^2 M/2: fit at that price, bound, fit again."""
        import numpy as np

        def at(bound: float) -> float:
            return entropy / self.rate + self.rate * trials.norm(np.inf) ** 2 * bound / 2

        entropy = math.log(max(2, len(trials.attributes)))
        price = at(0.1 * len(trials))
        for _ in range(_ROUNDS):
            u = _printed(few(trials, price, nonnegative=self.nonnegative, seconds=search.seconds / _ROUNDS))
            yield u
            found = self.best(trials, u)
            if found is not None:
                price = at(found.bound)
            else:  # it did not pay to have weights at all, or they are too long for the rate
                price *= 2.0 if u.any() else 0.1


class _FK(_Family):
    """E8a: f_k, where a comparator separates the stream."""

    missing = "E8a (f_k) needs weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        import numpy as np

        link = self.learner._choice.link
        assert isinstance(link, Interpolated)
        if 0 < scores.min(initial=math.inf) < math.inf:
            known = {
                "k": link.k,
                "n": len(trials.attributes),
                "target_norm": _length(u, link.k + 1.0),
                "target_total": float(np.abs(u).sum()),
                "instance_norm": trials.norm(link.k + 1.0),
                "separation": _down(float(scores.min())),
                "rate": self.rate,
            }
            about = "a fixed concept that separates"
            yield line(trials, trials.mistakes, "E8a", "interpolated_mistakes_at_rate", about, **known)


class _Alma(_Family):
    """G2: ALMA, where a comparator separates the stream. Counts updates."""

    missing = "the theorems about ALMA (G2) need weights that separate every example, and none were found."

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        import numpy as np

        rate = self.learner._choice.rate
        assert isinstance(rate, Alma)
        sums = np.bincount(trials.trial, weights=np.abs(trials.values) ** rate.p, minlength=len(trials))
        with np.errstate(divide="ignore", invalid="ignore"):
            least = np.nanmin(scores / sums ** (1 / rate.p) / _length(u, rate.p), initial=np.inf)
        if 0 < least < np.inf:
            trigger = rate.trigger_scale if rate.trigger_scale is not None else 8**0.5 / rate.alpha
            known = {"p": rate.p, "separation": _down(float(least)), "alpha": rate.alpha}
            scales = {"trigger_scale": trigger, "step_scale": rate.step_scale}
            about = "a fixed concept that separates: counts updates"
            yield line(trials, trials.updates, "G2a", "alma_updates_at_scales", about, **known, **scales)


class _Tracker(_Family):
    """G4: the tracking p-norm, here with a fixed comparator in its ball."""

    def lines(self, trials: Trials, u: "Numbers", scores: "Numbers") -> Iterator[Line]:
        link, radius = self.learner._choice.link, self.learner._choice.radius
        assert isinstance(link, PNorm)
        assert radius is not None
        length = _length(u, link.p)
        if not length:
            return
        size = trials.norm(link.p)
        scaled = scores * (radius / length)
        known: dict[str, Any] = {"p": link.p, "instance_norm": size, "radius": radius, "last_norm": radius}
        for separation, missed in _separations(scaled, self.rate * (link.p - 1) * size**2 / 2):
            known |= {"separation": separation, "noise": float(missed.sum()), "rate": self.rate}
            about = "a fixed concept, scaled to the radius, with noise"
            yield line(trials, trials.mistakes, "G4", "tracking_p_norm_mistakes", about, **known)

    missing = "G4 needs a separation above rate (p-1) X^2/2: the rate is too large for this stream."

    def scaled(self, u: "Numbers") -> float:
        """The theorem's comparator has the length of the radius."""
        link, radius = self.learner._choice.link, self.learner._choice.radius
        assert isinstance(link, PNorm)
        return _length(u, link.p) / (radius or 1.0)

    def candidates(self, trials: Trials, search: Search) -> "Iterator[Numbers]":
        """Only the direction counts; how much noise it may leave is tried."""
        for price in (1.0, 10.0, 100.0, 1000.0):
            yield _printed(short(trials, price, seconds=search.seconds / 8))
            yield _printed(few(trials, price, seconds=search.seconds / 8))


def _family(learner: "Learner") -> _Family | str:
    """By the four choices, so that a quasi-additive learner of one's own counts too; or why there is none."""
    choice = learner._choice
    link, loss, rate = choice.link, choice.loss, choice.rate
    if choice.averaging != "none":
        return "no bound is known for averaged and voted predictors (E8b): only the Perceptron inside has one."
    if isinstance(rate, Alma):
        if choice.unit_length != rate.p or choice.radius != 1.0 or learner.get_params()["bias"]:
            return "G2 is about ALMA whose examples all have length 1, and a bias makes them longer."
        return _Alma(learner)
    if isinstance(link, PNorm) and link.normalised and isinstance(rate, Constant):
        if not isinstance(loss, (Mistake, Margin)) or (isinstance(loss, Margin) and (loss.positive or loss.negative)):
            return "G4 is about margin 0; with a margin no bound is known."
        if choice.initial:
            return "G4 starts from weights that are 0."
        return _PNorm(learner, float(link.p)) if choice.radius is None else _Tracker(learner)
    usual = isinstance(choice.range, Unlimited) and not choice.threshold and not choice.initial
    if not isinstance(rate, Constant) or not usual or choice.unit_interval:
        return "no bound is known for this choice of rate, range and start."
    if isinstance(link, Identity) and isinstance(loss, Margin):
        return _WithMargin(learner)
    if not isinstance(loss, Mistake):
        return "no bound is known for this loss."
    if isinstance(link, Identity) or (isinstance(link, Interpolated) and link.k <= 2):  # f_1 and f_2 are 2z
        return _PNorm(learner, 2.0)
    if isinstance(link, PNorm):
        return _PNorm(learner, float(link.p))
    if isinstance(link, Interpolated):
        return _FK(learner) if link.k % 2 else "E8a is about odd k."
    if isinstance(link, TwoSinh):
        return _Majority(learner, _unit(link.promotion) * rate.rate, balanced=True)
    if isinstance(link, Exponential):
        return _Majority(learner, _unit(link.promotion) * rate.rate, balanced=False)
    return "no bound is known for this link: section E's convergence theorem gives no number."


def _unit(promotion: float | None) -> float:
    """How far one step of z goes in the paper's z, which is a natural logarithm."""
    return 1.0 if promotion is None else math.log(promotion)


def _given(trials: Trials, comparator: Comparator) -> "Numbers":
    import numpy as np

    if not isinstance(comparator, Mapping):
        raise ParameterError("for this learner a comparator is a mapping from attributes to weights.")
    return np.array([float(comparator.get(attribute, 0.0)) for attribute in trials.attributes])


def _separations(scores: "Numbers", least: float = 0.0) -> "Iterator[tuple[float, Numbers]]":
    """Separations to try, from the scores that occur, with what each example misses."""
    import numpy as np

    above = scores[(scores > least) & np.isfinite(scores)]
    if not len(above):
        return
    tried = np.quantile(above, np.linspace(0.0, 1.0, _SEPARATIONS))
    for separation in dict.fromkeys(_down(float(s)) for s in tried):
        if separation > least * (1 + 1e-9):  # the theorems refuse what is on the edge
            yield separation, np.maximum(0.0, separation - scores)


def _length(u: "Numbers", p: float) -> float:
    """|u|_q, 1/p + 1/q = 1."""
    import numpy as np

    q, sizes = p / (p - 1), np.abs(u)
    largest = float(sizes.max(initial=0.0))
    return largest * math.pow(float(((sizes / largest) ** q).sum()), 1 / q) if largest else 0.0


def _printed(u: "Numbers") -> "Numbers":
    """Weights as they are printed."""
    import numpy as np

    return np.array([float(f"{w:.{DIGITS}g}") if abs(w) > 1e-9 else 0.0 for w in u.tolist()])


def _down(number: float) -> float:
    """Few digits, and not more than it is: a separation may be understated."""
    return float(f"{number * (1 - 10.0 ** (1 - DIGITS)):.{DIGITS}g}")
