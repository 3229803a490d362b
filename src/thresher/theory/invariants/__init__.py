"""Run-time invariants: what the theory says of every single step, checked while a learner learns (A3, B3, B5, E8).

A debugging aid for whoever adds a learner or changes a rule: wrap it in `Checked`, let it learn, and the first step
that breaks a lemma stops the run with an `InvariantError` that names the lemma, the trial and the numbers.
"""

from .always import Always
from .checked import Checked
from .choosing import laws_for
from .law import InvariantError, Law, Trial
from .p_norm import PNormLaws
from .swin import SwinLaws
from .tracking_winnow import TrackingWinnowLaws

__all__ = [
    "Always",
    "Checked",
    "InvariantError",
    "Law",
    "PNormLaws",
    "SwinLaws",
    "TrackingWinnowLaws",
    "Trial",
    "laws_for",
]
