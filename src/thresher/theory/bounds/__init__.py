"""Theorems -> numbers: pure functions that never see a learner.

Each names its entry of docs/theory.md; an assumption that does not hold is an error that says which. `THEOREMS` has
them all by entry, with source, assumptions and status; `TUNERS` choose parameters by minimising one.
"""

from .alma import alma_updates, alma_updates_at_scales, tracking_p_norm_mistakes
from .batch import average_risk, likely_average_risk, probability_of_bad_survivor, risk_of_survivor
from .catalogue import THEOREMS
from .classes import (
    conjunction_lessons,
    conjunction_queries,
    conjunction_teacher_examples,
    consistent_mistakes,
    elimination_mistakes,
    halving_mistakes,
    halving_mistakes_on_conjunctions,
)
from .delay.adversary import (
    derandomized_mistakes,
    mistake_driven_mistakes,
    od1_derandomized_mistakes,
    od1_mistake_driven_mistakes,
    od1_mistake_driven_mistakes_for_delays,
    od1_mistakes,
    od1_mistakes_for_delays,
    stored_instances,
    waiting_instances,
)
from .delay.distribution import (
    od3_coin_mistakes,
    od3_fixed_distribution_mistakes,
    od3_idle_trials,
    od3_lag,
    od3_mistakes,
    od3_stored_instances,
)
from .delay.orders import (
    copies_mistakes,
    copies_of_tracking_winnow_mistakes,
    immediate_mistakes,
    least_delayed_mistakes,
)
from .disjunctions import (
    disjunction_mistakes,
    disjunction_mistakes_at_promotion_1_35,
    disjunction_mistakes_at_promotion_2,
    disjunction_mistakes_at_promotion_2_94,
)
from .experts.logits import (
    adaptive_logistic_mixing_log_loss,
    logistic_mixing_log_loss,
    logistic_mixing_log_loss_for_any_trials,
    logistic_mixing_log_loss_for_trials,
)
from .experts.losses import confident_mistakes, expert_absolute_loss, mean_expert_absolute_loss
from .experts.majority import (
    bayes_mixture_log_loss,
    expert_majority_mistakes,
    floored_expert_majority_mistakes,
    log_loss_mistakes,
    randomized_expert_majority_mistakes,
)
from .experts.past import decaying_past_log_loss, past_posteriors_log_loss
from .experts.priors import shared_prior_log_loss
from .experts.switches import (
    best_fixed_share_code,
    fixed_share_code,
    fixed_share_loss,
    fixed_share_mistakes,
    randomized_fixed_share_mistakes,
    share_on_mistakes_mistakes,
)
from .fixed_winnow import fixed_winnow_mistakes, noisy_winnow_mistakes, sparse_winnow_mistakes
from .lower import (
    least_expected_mistakes_on_a_disjunction,
    least_expected_mistakes_on_shifts,
    least_mistakes_on_a_disjunction,
    least_mistakes_on_shifts,
    least_mistakes_on_sparse_shifts,
)
from .p_norm import (
    interpolated_mistakes,
    interpolated_mistakes_at_rate,
    log_norm_mistakes,
    p_norm_mistakes,
    p_norm_mistakes_at_average_margin,
    p_norm_mistakes_at_rate,
    p_norm_mistakes_from_start,
    p_norm_mistakes_with_noise,
)
from .perceptron import (
    perceptron_mistakes,
    perceptron_mistakes_by_progress,
    perceptron_mistakes_with_noise,
    perceptron_updates,
)
from .program import program_mistakes, scaled_program_mistakes
from .small_values import (
    rounded_values_mistakes,
    small_values_mistakes,
    small_values_mistakes_by_budget,
    small_values_mistakes_in_closed_form,
)
from .swin import swin_mistakes, swin_mistakes_by_shifts, swin_mistakes_on_a_disjunction, swin_rate
from .theorem import Bound, Explanation, Theorem
from .tracking_winnow import (
    mistakes_by_promotions,
    mistakes_per_cost,
    price_of_rise,
    tracking_winnow_mistakes,
    tracking_winnow_mistakes_for_separation,
    tracking_winnow_mistakes_on_fixed_concept,
    tracking_winnow_rate,
)
from .tuning.signed import tune_balanced_winnow, tune_p_norm, tune_tracking_p_norm, tune_weighted_majority
from .tuning.swin import (
    swin_mistakes_among_errors,
    swin_mistakes_among_errors_and_shifts,
    swin_mistakes_for_literals,
    swin_mistakes_without_knowledge,
)
from .tuning.tuned import Tuning
from .tuning.tuning import TUNERS, tune_swin, tune_tracking_winnow, tune_winnow
from .weighted_majority import balanced_winnow_mistakes, weighted_majority_mistakes
from .winnow import winnow1_mistakes, winnow1_mistakes_at, winnow_mistakes, winnow_r_mistakes

__all__ = [
    "THEOREMS",
    "TUNERS",
    "Bound",
    "Explanation",
    "Theorem",
    "Tuning",
    "adaptive_logistic_mixing_log_loss",
    "alma_updates",
    "alma_updates_at_scales",
    "average_risk",
    "balanced_winnow_mistakes",
    "bayes_mixture_log_loss",
    "best_fixed_share_code",
    "confident_mistakes",
    "conjunction_lessons",
    "conjunction_queries",
    "conjunction_teacher_examples",
    "consistent_mistakes",
    "copies_mistakes",
    "copies_of_tracking_winnow_mistakes",
    "decaying_past_log_loss",
    "derandomized_mistakes",
    "disjunction_mistakes",
    "disjunction_mistakes_at_promotion_1_35",
    "disjunction_mistakes_at_promotion_2",
    "disjunction_mistakes_at_promotion_2_94",
    "elimination_mistakes",
    "expert_absolute_loss",
    "expert_majority_mistakes",
    "fixed_share_code",
    "fixed_share_loss",
    "fixed_share_mistakes",
    "fixed_winnow_mistakes",
    "floored_expert_majority_mistakes",
    "halving_mistakes",
    "halving_mistakes_on_conjunctions",
    "immediate_mistakes",
    "interpolated_mistakes",
    "interpolated_mistakes_at_rate",
    "least_delayed_mistakes",
    "least_expected_mistakes_on_a_disjunction",
    "least_expected_mistakes_on_shifts",
    "least_mistakes_on_a_disjunction",
    "least_mistakes_on_shifts",
    "least_mistakes_on_sparse_shifts",
    "likely_average_risk",
    "log_loss_mistakes",
    "log_norm_mistakes",
    "logistic_mixing_log_loss",
    "logistic_mixing_log_loss_for_any_trials",
    "logistic_mixing_log_loss_for_trials",
    "mean_expert_absolute_loss",
    "mistake_driven_mistakes",
    "mistakes_by_promotions",
    "mistakes_per_cost",
    "noisy_winnow_mistakes",
    "od1_derandomized_mistakes",
    "od1_mistake_driven_mistakes",
    "od1_mistake_driven_mistakes_for_delays",
    "od1_mistakes",
    "od1_mistakes_for_delays",
    "od3_coin_mistakes",
    "od3_fixed_distribution_mistakes",
    "od3_idle_trials",
    "od3_lag",
    "od3_mistakes",
    "od3_stored_instances",
    "p_norm_mistakes",
    "p_norm_mistakes_at_average_margin",
    "p_norm_mistakes_at_rate",
    "p_norm_mistakes_from_start",
    "p_norm_mistakes_with_noise",
    "past_posteriors_log_loss",
    "perceptron_mistakes",
    "perceptron_mistakes_by_progress",
    "perceptron_mistakes_with_noise",
    "perceptron_updates",
    "price_of_rise",
    "probability_of_bad_survivor",
    "program_mistakes",
    "randomized_expert_majority_mistakes",
    "randomized_fixed_share_mistakes",
    "risk_of_survivor",
    "rounded_values_mistakes",
    "scaled_program_mistakes",
    "share_on_mistakes_mistakes",
    "shared_prior_log_loss",
    "small_values_mistakes",
    "small_values_mistakes_by_budget",
    "small_values_mistakes_in_closed_form",
    "sparse_winnow_mistakes",
    "stored_instances",
    "swin_mistakes",
    "swin_mistakes_among_errors",
    "swin_mistakes_among_errors_and_shifts",
    "swin_mistakes_by_shifts",
    "swin_mistakes_for_literals",
    "swin_mistakes_on_a_disjunction",
    "swin_mistakes_without_knowledge",
    "swin_rate",
    "tracking_p_norm_mistakes",
    "tracking_winnow_mistakes",
    "tracking_winnow_mistakes_for_separation",
    "tracking_winnow_mistakes_on_fixed_concept",
    "tracking_winnow_rate",
    "tune_balanced_winnow",
    "tune_p_norm",
    "tune_swin",
    "tune_tracking_p_norm",
    "tune_tracking_winnow",
    "tune_weighted_majority",
    "tune_winnow",
    "waiting_instances",
    "weighted_majority_mistakes",
    "winnow1_mistakes",
    "winnow1_mistakes_at",
    "winnow_mistakes",
    "winnow_r_mistakes",
]
