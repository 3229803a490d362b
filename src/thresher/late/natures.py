"""What the theorems of late labels ask about a learner: whether it draws its predictions, and when it changes."""

from typing import Any, NamedTuple

from ..choices.losses import Mistake
from ..choices.rates import Alma
from ..data.features import LiftAtRandom
from ..learners import Learner
from .wrappers import Derandomized, MistakeDriven


class Nature(NamedTuple):
    """randomized: its predictions are drawn.   mistake_driven: it changes only where it was wrong.
    doubled: a randomised learner was derandomised.   by_wrappers: what it is it owes to wrappers (D5).
    unknown: why nothing can be said, where OD1 can't see when it changes.
    """

    randomized: bool
    mistake_driven: bool
    doubled: bool = False
    by_wrappers: bool = False
    unknown: str = ""

    def wrapped(self, mistakes: float) -> float:
        """The mistakes of the learner with its wrappers, from those without (D5)."""
        return 2 * mistakes if self.doubled else mistakes


def nature_of(learner: Any) -> Nature:
    """Of a learner with its wrappers. Somebody else's model is taken for deterministic, and to change every time.

    >>> from thresher import Swin
    >>> nature_of(MistakeDriven(Derandomized(Swin(10, randomized=True))))[:3]
    (False, True, True)
    """
    if isinstance(learner, MistakeDriven):
        inside = nature_of(learner.learner)
        needed = inside.by_wrappers or not inside.mistake_driven
        return inside._replace(mistake_driven=True, by_wrappers=needed, unknown="")
    if isinstance(learner, Derandomized):
        inside = nature_of(learner.learner)
        doubled = inside.doubled or inside.randomized
        return inside._replace(randomized=False, doubled=doubled, by_wrappers=inside.by_wrappers or doubled)
    if isinstance(learner, Learner):
        return _own(learner)
    return Nature(bool(getattr(learner, "randomized", False)), bool(getattr(learner, "mistake_driven", False)))


def _own(learner: Learner) -> Nature:
    choice, options = learner._choice, learner._options
    unknown = ""
    if choice.averaging != "none":
        unknown = (
            "an averaged learner answers differently after every example, which OD1 does not see: no bound is known."
        )
    if any(isinstance(stage, LiftAtRandom) for stage in options["transform"]):
        unknown = (
            "values lifted at random make predictions that are not certain, which OD1 does not see: no bound is known."
        )
    # An attribute may join, or lose its place, where the prediction was right.
    fixed = not options["join_after"] and options["max_attributes"] is None
    only = isinstance(choice.loss, Mistake) and not isinstance(choice.rate, Alma) and fixed and not unknown
    return Nature(bool(getattr(learner, "randomized", False)), only, unknown=unknown)
