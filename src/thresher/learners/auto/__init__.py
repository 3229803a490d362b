"""Auto: the learner without settings, and what it says of the experts that it trusts."""

from .auto import Auto
from .trust import ALGORITHMS, EXPERTS, Trust, TrustLine

__all__ = ["ALGORITHMS", "EXPERTS", "Auto", "Trust", "TrustLine"]
