"""SWIN's parameters: those that the bound recommends for what is known, and those for nobody's knowledge."""

from functools import cache
from typing import NamedTuple

from ...bounds import tune_swin
from ...bounds.tuned_swin import GENERIC_FLOOR_SHARE, GENERIC_PROMOTION


class Parameters(NamedTuple):
    """Of a SWIN: alpha and beta."""

    promotion: float
    floor_share: float


GENERIC = Parameters(GENERIC_PROMOTION, GENERIC_FLOOR_SHARE)
"""For no prior knowledge: what stands for Theorem 4's, which are lost (B9)."""


@cache
def best_parameters(
    *, n: int, literals_on: int, literals_off: int, attribute_errors: float, randomized: bool = False
) -> Parameters:
    """The promotion and floor share at which B6 is least for these Z+, Z- and A."""
    found = tune_swin(
        n=n,
        literals_on=literals_on,
        literals_off=literals_off,
        attribute_errors=attribute_errors,
        randomized=randomized,
    ).parameters
    return Parameters(found["promotion"], found["floor_share"])
