"""Each algorithm as its paper states it, in plain Python: the readable truth.

The fast engine is compared with these classes; they share no code with it. Entry names (A1, C4,
...) are those of docs/theory.md, and where it corrects a paper, the correction is here.

What enters: an example, a mapping from attribute (an int or a str) to value, where an absent
attribute has value 0 and an entry of value 0 is ignored; and a label, True or False.
What leaves: the prediction made before the label was seen, and counts.

Invariants:

- the score is math.fsum of the rounded products w_i x_i and -theta: the correctly rounded sum,
  whatever the order;
- positive is predicted iff score >= 0, for every learner. Papers that call y s <= 0 a mistake
  (C3, C12, E1) differ from this only at s = 0 with y positive; their bounds hold for this rule;
- an attribute never updated has the initial weight; an empty example is legal;
- a trigger that fires is counted as an update even if no weight moves (an empty example, a weight
  already at its floor). Rules that divide by the length of x do nothing when it is 0;
- an importance weight multiplies the step, not the counts; weight 0 is predicted, not learned;
- arguments are trusted, and arithmetic that overflows raises OverflowError: nothing is clamped
  unless the algorithm says so.

>>> from thresher.theory.reference import Winnow
>>> model = Winnow(n=4)
>>> [model.learn({0: 1, 2: 1}, True) for _ in range(3)]
[False, True, True]
>>> model.weights(), model.mistakes
({0: 2.0, 2: 2.0}, 1)
"""

from .adaptive import AdaptiveDual, Arow
from .aggressive import Aggressive, PassiveAggressive
from .auto import Auto
from .averaged import AveragedPerceptron
from .base import Example, Key, Linear, Reference
from .contest import Contest
from .eligibility import FrequentOnly
from .instances import complement, conjunctions, duplicate, lift, lift_at_random, sign_map, unit_length
from .late_rates import AdaptiveRevision, DelayedAveraging
from .links import Link, balanced, constant, exponential, identity, interpolated, p_norm, two_sinh
from .multiclass import Constraint, OneVsRest
from .naive_bayes import NaiveBayes
from .normalised import Alma, TrackingPNorm
from .quasi_additive import InterpolatedPerceptron, Loss, Perceptron, PNormPerceptron, QuasiAdditive, WeightedMajority
from .shifting import ShiftingPerceptron
from .swin import Swin
from .winnow import BalancedWinnow, TrackingWinnow, Winnow, WinnowR

__all__ = [
    "AdaptiveDual",
    "AdaptiveRevision",
    "Aggressive",
    "Alma",
    "Arow",
    "Auto",
    "AveragedPerceptron",
    "BalancedWinnow",
    "Constraint",
    "Contest",
    "DelayedAveraging",
    "Example",
    "FrequentOnly",
    "InterpolatedPerceptron",
    "Key",
    "Linear",
    "Link",
    "Loss",
    "NaiveBayes",
    "OneVsRest",
    "PNormPerceptron",
    "PassiveAggressive",
    "Perceptron",
    "QuasiAdditive",
    "Reference",
    "ShiftingPerceptron",
    "Swin",
    "TrackingPNorm",
    "TrackingWinnow",
    "WeightedMajority",
    "Winnow",
    "WinnowR",
    "balanced",
    "complement",
    "conjunctions",
    "constant",
    "duplicate",
    "exponential",
    "identity",
    "interpolated",
    "lift",
    "lift_at_random",
    "p_norm",
    "sign_map",
    "two_sinh",
    "unit_length",
]
