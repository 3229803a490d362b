"""What the theorems of late labels ask about a learner with its wrappers: whether it draws, and when it changes."""

from dataclasses import dataclass, replace
from typing import Any

from ..learners import Traits
from .wrappers import Derandomized, MistakeDriven


@dataclass(frozen=True)
class WrappedTraits:
    """randomised: its predictions are drawn.   mistake_driven: it changes only where it was wrong.
    doubled: a randomised learner was derandomised.   by_wrappers: what it is it owes to wrappers (D5).
    unknown: why nothing can be said, where OD1 can't see when it changes.
    """

    randomised: bool
    mistake_driven: bool
    doubled: bool = False
    by_wrappers: bool = False
    unknown: str = ""

    def with_wrappers(self, mistakes: float) -> float:
        """The mistakes of the learner with its wrappers, from those without (D5)."""
        return 2 * mistakes if self.doubled else mistakes


def traits_with_wrappers(learner: Any) -> WrappedTraits:
    """Of a learner with its wrappers. Somebody else's model is taken for deterministic, and to change every time.

    >>> from thresher import Swin
    >>> known = traits_with_wrappers(MistakeDriven(Derandomized(Swin(10, randomized=True))))
    >>> known.randomised, known.mistake_driven, known.doubled
    (False, True, True)
    """
    if isinstance(learner, MistakeDriven):
        inside = traits_with_wrappers(learner.learner)
        needed = inside.by_wrappers or not inside.mistake_driven
        return replace(inside, mistake_driven=True, by_wrappers=needed, unknown="")
    if isinstance(learner, Derandomized):
        inside = traits_with_wrappers(learner.learner)
        doubled = inside.doubled or inside.randomised
        return replace(inside, randomised=False, doubled=doubled, by_wrappers=inside.by_wrappers or doubled)
    traits = getattr(learner, "traits", None)
    if isinstance(traits, Traits):
        return WrappedTraits(traits.randomised, traits.mistake_driven, unknown=_unknown(traits))
    return WrappedTraits(bool(getattr(learner, "randomized", False)), bool(getattr(learner, "mistake_driven", False)))


def _unknown(traits: Traits) -> str:
    if not traits.certain:
        return (
            "values lifted at random make predictions that are not certain, which OD1 does not see: no bound is known."
        )
    if traits.averaged:
        return "an averaged learner answers differently after every example, which OD1 does not see: no bound is known."
    return ""
