"""Theorems -> numbers: pure functions that never see a learner.

Each names its entry of docs/theory.md; an assumption that does not hold is an error that says which. `THEOREMS` has
them all by entry, with source, assumptions and status.
"""

from .alma import alma_updates, alma_updates_at_scales, tracking_p_norm_mistakes
from .catalogue import THEOREMS
from .disjunctions import disjunction_mistakes
from .p_norm import p_norm_mistakes
from .perceptron import perceptron_mistakes
from .swin import swin_mistakes
from .theorem import Bound, Explanation, Theorem
from .tracking_winnow import tracking_winnow_mistakes, tracking_winnow_mistakes_for_separation
from .weighted_majority import balanced_winnow_mistakes, weighted_majority_mistakes
from .winnow import winnow1_mistakes, winnow_mistakes, winnow_r_mistakes

__all__ = [
    "THEOREMS",
    "Bound",
    "Explanation",
    "Theorem",
    "alma_updates",
    "alma_updates_at_scales",
    "balanced_winnow_mistakes",
    "disjunction_mistakes",
    "p_norm_mistakes",
    "perceptron_mistakes",
    "swin_mistakes",
    "tracking_p_norm_mistakes",
    "tracking_winnow_mistakes",
    "tracking_winnow_mistakes_for_separation",
    "weighted_majority_mistakes",
    "winnow1_mistakes",
    "winnow_mistakes",
    "winnow_r_mistakes",
]
