"""Parameters that make a bound as small as it can be: what to set when something is known of the stream.

Each function takes the quantities of a bound, minimises the bound over the learner's parameters, returns a `Tuning`.
"""

from collections.abc import Callable

from .experts import tune_majority_over
from .minimising import Tuning
from .signed import tune_balanced_winnow, tune_p_norm, tune_tracking_p_norm, tune_weighted_majority
from .winnow import tune_swin, tune_tracking_winnow, tune_winnow

TUNERS: dict[str, Callable[..., Tuning]] = {
    "balanced-winnow": tune_balanced_winnow,
    "p-norm-perceptron": tune_p_norm,
    "swin": tune_swin,
    "tracking-p-norm": tune_tracking_p_norm,
    "tracking-winnow": tune_tracking_winnow,
    "weighted-majority": tune_weighted_majority,
    "winnow": tune_winnow,
}
"""Learner, as on the command line -> what tunes it; `tune_majority_over` is for one that the command line has not."""

__all__ = [
    "TUNERS",
    "Tuning",
    "tune_balanced_winnow",
    "tune_majority_over",
    "tune_p_norm",
    "tune_swin",
    "tune_tracking_p_norm",
    "tune_tracking_winnow",
    "tune_weighted_majority",
    "tune_winnow",
]
