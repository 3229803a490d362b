"""Bounds of masters that follow experts (section F, J4)."""

from .intervals import fading_share_interval_log_loss, interval_log_loss
from .logits import (
    adaptive_logistic_mixing_log_loss,
    logistic_mixing_log_loss,
    logistic_mixing_log_loss_for_any_trials,
    logistic_mixing_log_loss_for_trials,
)
from .losses import confident_mistakes, expert_absolute_loss, mean_expert_absolute_loss
from .majority import (
    bayes_mixture_log_loss,
    expert_majority_mistakes,
    floored_expert_majority_mistakes,
    log_loss_mistakes,
    randomized_expert_majority_mistakes,
    shared_prior_log_loss,
)
from .past import averages_for, decaying_past_log_loss, past_posteriors_log_loss
from .switches import (
    best_fixed_share_code,
    fixed_share_code,
    fixed_share_loss,
    fixed_share_mistakes,
    randomized_fixed_share_mistakes,
    share_on_mistakes_mistakes,
)

__all__ = [
    "adaptive_logistic_mixing_log_loss",
    "averages_for",
    "bayes_mixture_log_loss",
    "best_fixed_share_code",
    "confident_mistakes",
    "decaying_past_log_loss",
    "expert_absolute_loss",
    "expert_majority_mistakes",
    "fading_share_interval_log_loss",
    "fixed_share_code",
    "fixed_share_loss",
    "fixed_share_mistakes",
    "floored_expert_majority_mistakes",
    "interval_log_loss",
    "log_loss_mistakes",
    "logistic_mixing_log_loss",
    "logistic_mixing_log_loss_for_any_trials",
    "logistic_mixing_log_loss_for_trials",
    "mean_expert_absolute_loss",
    "past_posteriors_log_loss",
    "randomized_expert_majority_mistakes",
    "randomized_fixed_share_mistakes",
    "share_on_mistakes_mistakes",
    "shared_prior_log_loss",
]
