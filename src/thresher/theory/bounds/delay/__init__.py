"""Bounds where labels come late (section D)."""

from .adversary import (
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
from .averaging import delayed_averaging_log_loss, delayed_averaging_log_loss_for_delay
from .distribution import (
    od3_coin_mistakes,
    od3_fixed_distribution_mistakes,
    od3_idle_trials,
    od3_lag,
    od3_mistakes,
    od3_stored_instances,
)
from .orders import (
    copies_mistakes,
    copies_of_tracking_winnow_mistakes,
    immediate_mistakes,
    least_delayed_mistakes,
)

__all__ = [
    "copies_mistakes",
    "copies_of_tracking_winnow_mistakes",
    "delayed_averaging_log_loss",
    "delayed_averaging_log_loss_for_delay",
    "derandomized_mistakes",
    "immediate_mistakes",
    "least_delayed_mistakes",
    "mistake_driven_mistakes",
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
    "stored_instances",
    "waiting_instances",
]
