"""What a master says of itself when a run is over: where it stands beside its experts, and whom it trusts."""

from typing import TYPE_CHECKING, Any

from ..errors import InputError, ParameterError

if TYPE_CHECKING:
    from ..learners import Standing, Trust


def standing_of(learner: Any) -> "Standing | None":
    """The learner's loss, its best expert's and the bound; None of a learner that is no master or has no standing.

    Nothing is claimed of many classes, nor where examples had importance weights.
    """
    stands = getattr(learner, "standing", None)
    if not callable(stands) or not learner.examples:
        return None
    try:
        return stands()  # type: ignore[no-any-return]
    except (InputError, ParameterError):  # of many classes Auto's standing is that of each
        return None


def standing_since(learner: Any, since: int) -> "Standing":
    """The same over the examples after the first so many. Only Auto remembers what was lost by then."""
    from ..learners import Auto

    if not isinstance(learner, Auto):
        raise InputError(
            f"{type(learner).__name__} does not remember what was lost by when: only Auto's standing can begin later."
        )
    return learner.standing(since=since)


def trust_of(learner: Any) -> "Trust | None":
    """Which experts it trusts; None of a learner that does not say, of many classes, and where nothing was learned."""
    explains = getattr(learner, "explain", None)
    if not callable(explains) or not learner.examples or _has_many(learner):
        return None
    return explains()  # type: ignore[no-any-return]


def _has_many(learner: Any) -> bool:
    """Whether there are more than two labels."""
    return len(getattr(learner, "labels", ())) > 2
