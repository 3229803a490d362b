"""Certificates of the learners without a threshold: Perceptron, p-norm, f_k, weighted majority, ALMA, trackers."""

import math
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...choices.links import Exponential, Identity, Interpolated, PNorm, TwoSinh
from ...choices.losses import Margin, Mistake
from ...choices.ranges import Unlimited
from ...choices.rates import Alma, Constant, PassiveAggressive
from ...errors import ParameterError
from .families import (
    AlmaFamily,
    InterpolatedFamily,
    MajorityFamily,
    MarginFamily,
    PNormFamily,
    TrackerFamily,
)
from .family import Family
from .search import Comparator, Proof, Search, none
from .trials import Trials

if TYPE_CHECKING:
    from ...learners import Learner
    from .trials import Numbers


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


def _family(learner: "Learner") -> Family | str:
    """By the four choices, so that a quasi-additive learner of one's own counts too; or why there is none."""
    choice = learner.choice
    link, loss, rate = choice.link, choice.loss, choice.rate
    if choice.averaging != "none":
        return "no bound is known for averaged and voted predictors (E8b): only the Perceptron inside has one."
    if isinstance(rate, Alma):
        if choice.unit_length != rate.p or choice.radius != 1.0 or learner.get_params()["bias"]:
            return "G2 is about ALMA whose examples all have length 1, and a bias makes them longer."
        return AlmaFamily(learner)
    if isinstance(rate, Constant) and rate.lopsided:
        return "no bound is known where a demotion goes another length than a promotion."
    if isinstance(link, PNorm) and link.normalised and isinstance(rate, Constant):
        if not isinstance(loss, (Mistake, Margin)) or (isinstance(loss, Margin) and (loss.positive or loss.negative)):
            return "G4 is about margin 0; with a margin no bound is known."
        if choice.initial:
            return "G4 starts from weights that are 0."
        return PNormFamily(learner, float(link.p)) if choice.radius is None else TrackerFamily(learner)
    if isinstance(rate, PassiveAggressive):
        return "J7 bounds a passive-aggressive learner; its number is `thresher bound J7`, no comparator is looked for."
    usual = isinstance(choice.range, Unlimited) and not choice.threshold and not choice.initial
    if not isinstance(rate, Constant) or not usual or choice.unit_interval:
        return "no bound is known for this choice of rate, range and start."
    if isinstance(link, Identity) and isinstance(loss, Margin):
        return MarginFamily(learner)
    if not isinstance(loss, Mistake):
        return "no bound is known for this loss."
    if isinstance(link, Identity) or (isinstance(link, Interpolated) and link.k <= 2):  # f_1 and f_2 are 2z
        return PNormFamily(learner, 2.0)
    if isinstance(link, PNorm):
        return PNormFamily(learner, float(link.p))
    if isinstance(link, Interpolated):
        return InterpolatedFamily(learner) if link.k % 2 else "E8a is about odd k."
    if isinstance(link, TwoSinh):
        return MajorityFamily(learner, _unit(link.promotion) * rate.rate, balanced=True)
    if isinstance(link, Exponential):
        return MajorityFamily(learner, _unit(link.promotion) * rate.rate, balanced=False)
    return "no bound is known for this link: section E's convergence theorem gives no number."


def _unit(promotion: float | None) -> float:
    """How far one step of z goes in the paper's z, which is a natural logarithm."""
    return 1.0 if promotion is None else math.log(promotion)


def _given(trials: Trials, comparator: Comparator) -> "Numbers":
    import numpy as np

    if not isinstance(comparator, Mapping):
        raise ParameterError("for this learner a comparator is a mapping from attributes to weights.")
    return np.array([float(comparator.get(attribute, 0.0)) for attribute in trials.attributes])
