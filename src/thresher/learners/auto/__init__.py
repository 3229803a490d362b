"""Auto: the learner with no knobs, and what it says of the experts that it trusts."""

from .auto import Auto
from .trust import EXPERTS, Trust, TrustLine

__all__ = ["EXPERTS", "Auto", "Trust", "TrustLine"]
