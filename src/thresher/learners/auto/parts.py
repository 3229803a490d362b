"""Auto's answer as a sum, as the core tells it, in words."""

from math import fsum
from typing import Any

from ...protocols import Attribute, Label
from ..reasons import BIAS, CONSTANT, HABIT, PAIR, RANGE, VALUE, Explanation, Reason, explained, in_range, with_value
from .trust import EXPERTS


def explanation_of(told: dict[str, Any], label: Label) -> Explanation:
    """What the core tells of one example."""
    keys = [key for key, _ in told["attributes"]]
    reasons = [
        Reason(with_value(key, value), share, VALUE, (key,))
        for (key, value), share in zip(told["attributes"], told["own"], strict=True)
    ]
    reasons += [
        Reason(in_range(keys[place], low, high), share, RANGE, (keys[place],))
        for place, low, high, share in told["ranges"]
    ]
    reasons += [
        Reason(f"{in_range(keys[a], *ends[:2])} & {in_range(keys[b], *ends[2:])}", share, PAIR, (keys[a], keys[b]))
        for a, b, *ends, share in told["pairs"]
    ]
    constants = {BIAS: told["constant"], HABIT: told["sequence"]}
    reasons += [Reason(name, share, CONSTANT) for name, share in constants.items()]
    experts = dict(zip(EXPERTS, told["experts"], strict=True))
    experts[BIAS] = told["score"] - fsum(told["experts"])
    return explained(label, told["score"], reasons, _by_attribute(told, keys, constants), experts)


def _by_attribute(told: dict[str, Any], keys: list[Attribute], constants: dict[str, float]) -> dict[Attribute, float]:
    shares: dict[Attribute, float] = {}
    for key, share in [*zip(keys, told["by_attribute"], strict=True), *constants.items()]:
        shares[key] = shares.get(key, 0.0) + share
    return shares
