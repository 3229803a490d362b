"""What a learner can do, whether it is Thresher's own or somebody else's."""

from typing import Any

from ..errors import ParameterError
from ..learners import Traits


def must_know_labels(learner: Any) -> bool:
    """Whether a learner has to know which of two labels is positive before it learns the first of them."""
    traits = learner.traits
    return not traits.symmetric and traits.labels == 2 and not learner.labels_are_settled


def states_probabilities(learner: Any) -> bool:
    """Whether it says how probable it finds each answer."""
    traits = getattr(learner, "traits", None)
    if isinstance(traits, Traits):
        return traits.probabilities
    try:
        learner.predict_proba_one({})
    except (AttributeError, ParameterError):
        return False
    return True
