"""Every learner that takes boolean examples, with the parameters its bound asks for, and that bound."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from ....data.features import SignMap
from ....learners import (
    AdaptiveWinnow,
    Alma,
    Arow,
    Auto,
    AveragedPerceptron,
    BalancedWinnow,
    InterpolatedPerceptron,
    NaiveBayes,
    PassiveAggressive,
    Perceptron,
    PNormPerceptron,
    Swin,
    TrackingPNorm,
    TrackingWinnow,
    WeightedMajority,
    Winnow,
    WinnowR,
)
from ....protocols import Learner
from ...bounds import (
    balanced_winnow_mistakes,
    disjunction_mistakes,
    interpolated_mistakes,
    noisy_winnow_mistakes,
    p_norm_mistakes_with_noise,
    swin_mistakes,
    tracking_p_norm_mistakes,
    weighted_majority_mistakes,
    winnow1_mistakes,
    winnow_mistakes,
    winnow_r_mistakes,
)
from ...concepts import Disjunctions, Halving
from ..swin.parameters import GENERIC, best_parameters
from .stream import Stream


@dataclass(frozen=True)
class Contestant:
    """A learner: how it is made for a stream, and what is promised of it there (None: nothing).

    Attributes
    ----------
    group : str
        The figure it is in.
    entry : str
        Of docs/theory.md.
    clean_only : bool, default False
        Refuses examples that do not fit its class.
    """

    name: str
    group: str
    entry: str
    make: Callable[[Stream], Learner]
    bound: Callable[[Stream], float | None]
    clean_only: bool = False


def _tracking_winnow(promotion: float, part: int) -> Contestant:
    """floor = 1/(part lambda)."""
    return Contestant(
        f"TrackingWinnow {promotion:g}",
        "tracking",
        "A13",
        lambda s: TrackingWinnow(promotion, 1 / (part * s.active)),
        lambda s: disjunction_mistakes(
            promotion=promotion, floor=1 / (part * s.active), norm=s.active, literals=s.on, noise=s.noise
        ),
    )


def _swin(name: str, knows: bool) -> Contestant:
    def parameters(s: Stream) -> tuple[float, float]:
        if not knows:
            return GENERIC
        return best_parameters(n=s.n, literals_on=s.on, literals_off=s.off, attribute_errors=s.errors)

    def bound(s: Stream) -> float:
        promotion, floor_share = parameters(s)
        return swin_mistakes(
            n=s.n,
            promotion=promotion,
            floor_share=floor_share,
            literals_on=s.on,
            literals_off=s.off,
            attribute_errors=s.errors,
        )

    return Contestant(name, "tracking", "B6", lambda s: Swin(s.n, *parameters(s)), bound)


def _weighted_majority(s: Stream) -> float | None:
    if not s.fixed:
        return None
    target = [1.0] * s.literals + [s.literals - 1.0]
    return weighted_majority_mistakes(
        target=target, n=s.n + 1, rate=1 / math.fsum(target), separation=1.0, largest_value=1.0, noise=s.noise
    )


def _log_norm(s: Stream) -> float:
    return max(2.0, 2 * math.log(s.n + 1))


def _p_norm_bound(p: Callable[[Stream], float]) -> Callable[[Stream], float | None]:
    def bound(s: Stream) -> float | None:
        if not s.fixed:
            return None
        norms = {"target_norm": s.target_norm(p(s) / (p(s) - 1)), "instance_norm": s.instance_norm(p(s))}
        return p_norm_mistakes_with_noise(p=p(s), separation=1.0, noise=s.noise, **norms)

    return bound


def _interpolated(s: Stream) -> InterpolatedPerceptron:
    rate = (s.n + 1) ** 0.5 / (s.target_norm(1) * s.instance_norm(4) ** 2)
    return InterpolatedPerceptron(3, rate=rate, bias=True)


def _interpolated_bound(s: Stream) -> float | None:
    if not (s.fixed and s.clean):
        return None
    norms = {"target_norm": s.target_norm(4 / 3), "target_total": s.target_norm(1), "instance_norm": s.instance_norm(4)}
    return interpolated_mistakes(k=3, n=s.n + 1, separation=1.0, **norms)


def _tracking_p_norm(s: Stream) -> float | None:
    if s.literals > 1 and not s.fixed:
        return None
    moves = (s.on - s.literals) * math.sqrt(8)  # a literal's weight of 2 goes to another
    length = s.target_norm(2)
    return tracking_p_norm_mistakes(
        p=2,
        instance_norm=s.instance_norm(2),
        separation=1.0,
        radius=length,
        last_norm=length,
        path_length=moves,
        noise=s.noise,
    )


def _nothing(s: Stream) -> None:
    return None


CONTESTANTS = [
    _tracking_winnow(1.35, 35),
    _tracking_winnow(2.0, 50),
    _tracking_winnow(2.94, 50),
    _swin("Swin, generic", knows=False),
    _swin("Swin, tuned", knows=True),
    Contestant("WinnowR", "tracking", "C6", lambda s: WinnowR(s.n), lambda s: _if(s.clean, winnow_r_mistakes, s, s.on)),
    Contestant(
        "TrackingPNorm 2",
        "additive",
        "G4",
        lambda s: TrackingPNorm(2, rate=1 / (s.active + 1), radius=s.target_norm(2), bias=True),
        _tracking_p_norm,
    ),
    Contestant(
        "Winnow",
        "fixed",
        "C4",
        lambda s: Winnow(s.n),
        lambda s: _if(s.fixed and s.clean, winnow_mistakes, s, s.literals),
    ),
    Contestant(
        "Winnow1",
        "fixed",
        "C5",
        lambda s: Winnow(s.n, elimination=True),
        lambda s: _if(s.fixed and s.clean, winnow1_mistakes, s, s.literals),
    ),
    Contestant(
        "Winnow, threshold 1",
        "fixed",
        "A11",
        lambda s: Winnow(threshold=1.0, initial=2 * s.literals / s.n),
        lambda s: (
            noisy_winnow_mistakes(
                target=[2.0] * s.literals,
                n=s.n,
                promotion=2.0,
                separation=1.0,
                initial=2 * s.literals / s.n,
                noise=s.noise,
            )
            if s.fixed
            else None
        ),
    ),
    Contestant(
        "WeightedMajority",
        "fixed",
        "E5",
        lambda s: WeightedMajority(1 / (2 * s.literals - 1), transform=SignMap(s.n), bias=s.literals > 1),
        _weighted_majority,
    ),
    Contestant(
        "Halving",
        "fixed",
        "C2",
        lambda s: Halving(Disjunctions(s.n, s.literals)),
        lambda s: float(math.floor(math.log2(math.comb(s.n, s.literals)))) if s.fixed and s.clean else None,
        clean_only=True,
    ),
    Contestant(
        "BalancedWinnow",
        "signed",
        "E7",
        lambda s: BalancedWinnow(math.exp(1 / s.target_norm(1)), bias=True),
        lambda s: (
            balanced_winnow_mistakes(
                target=s.signed_target,
                n=s.n + 1,
                rate=1 / s.target_norm(1),
                separation=1.0,
                largest_value=1.0,
                noise=s.noise,
            )
            if s.fixed
            else None
        ),
    ),
    Contestant(
        "PNormPerceptron log",
        "signed",
        "E9",
        lambda s: PNormPerceptron("log", n=s.n + 1, bias=True),
        _p_norm_bound(_log_norm),
    ),
    Contestant("InterpolatedPerceptron 3", "signed", "E8a", _interpolated, _interpolated_bound),
    Contestant("Perceptron", "signed", "E9", lambda s: Perceptron(bias=True), _p_norm_bound(lambda s: 2.0)),
    Contestant("AdaptiveWinnow", "additive", "", lambda s: AdaptiveWinnow(), _nothing),
    Contestant("Alma", "additive", "", lambda s: Alma(bias=True), _nothing),
    Contestant("Arow", "additive", "", lambda s: Arow(bias=True), _nothing),
    Contestant("AveragedPerceptron", "additive", "", lambda s: AveragedPerceptron(bias=True), _nothing),
    Contestant("NaiveBayes", "additive", "", lambda s: NaiveBayes(), _nothing),
    Contestant("Auto", "additive", "", lambda s: Auto(), _nothing),
    Contestant("PassiveAggressive", "additive", "", lambda s: PassiveAggressive(bias=True), _nothing),
]


def _if(holds: bool, bound: Callable[..., float], s: Stream, literals: int) -> float | None:
    """A bound of n and a number of literals, where its assumptions hold."""
    return bound(n=s.n, literals=literals) if holds else None
