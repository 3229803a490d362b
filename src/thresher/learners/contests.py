"""Why a class of many won a contest: what its member says, and what links between attributes and classes add."""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from ..protocols import Attribute, Label
from .reasons import BIAS, CONSTANT, VALUE, Explanation, Reason, explained, with_value

LINKS = "links"
"""The name under which what links add stands among the experts."""


def in_contest(
    label: Label, member: Any, x: Any, score: float, times: float, links: Sequence[tuple[Attribute, float, float]]
) -> Explanation:
    """The score of a class as a sum.

    Parameters
    ----------
    label : Label
        The class.
    member : learner
        That of the class.
    x : example
        What it is about.
    score : float
        The class's.
    times : float
        What a unit of the member's score adds; 0 where the class did not compete.
    links : sequence
        Attribute, value, and what its links add.
    """
    told = member.why_one(x)
    constants = {one.words for one in told.reasons if one.kind == CONSTANT}
    reasons = [replace(one, share=times * one.share) for one in told.reasons if one.kind != CONSTANT]
    reasons += [Reason(with_value(key, value), share, VALUE, (key,)) for key, value, share in links]
    shares = {key: times * share for key, share in told.shares.items() if key not in constants}
    for key, _, share in links:
        shares[key] = shares.get(key, 0.0) + share
    shares[BIAS] = score - fsum(shares.values())
    reasons.append(Reason(BIAS, shares[BIAS], CONSTANT))
    experts = {name: times * share for name, share in told.experts.items() if name != BIAS}
    experts[LINKS] = fsum(share for _, _, share in links)
    experts[BIAS] = score - fsum(experts.values())
    return explained(label, score, reasons, shares, experts)
