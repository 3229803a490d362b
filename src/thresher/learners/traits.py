"""What a learner is, said once: everybody who wants to know reads it here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..choices.links import LogCounts, PNorm
from ..choices.losses import Logistic, Mistake, Ramp
from ..choices.rates import Alma
from ..data.features import LiftAtRandom
from .choice import Choice


@dataclass(frozen=True)
class Traits:
    """What a learner is, whatever it has learned.

    Attributes
    ----------
    mistake_driven : bool
        It changes only where its prediction was wrong.
    averaged : bool
        It answers for all states it has had, so its answers change with every example.
    randomised : bool
        Its predictions are drawn.
    certain : bool
        The same example in the same state is always taken for the same: nothing is lifted at random.
    local : bool
        An update changes the weights of the attributes of its example alone.
    quiet : bool
        An example without an update changes nothing but counts.
    values : str
        The values it takes: "any", "from 0 to 1" or "not negative".
    probabilities : bool
        It states probabilities.
    labels : int or None
        How many labels it can have: 2, or None for any number.
    symmetric : bool
        Had every label been the other one, it would be its mirror image: so which of two labels is positive may be
        found out on the way.
    mergeable : bool
        What copies learned can be taken in (`merge`).
    bound : str or None
        The entry of the theorem that bounds its mistakes, in docs/theory.md; None where none is known. Of many
        classes one-vs-rest that of the members, whose bounds add up (C13).
    """

    mistake_driven: bool = False
    averaged: bool = False
    randomised: bool = False
    certain: bool = True
    local: bool = False
    quiet: bool = False
    values: str = "any"
    probabilities: bool = False
    labels: int | None = 2
    symmetric: bool = False
    mergeable: bool = False
    bound: str | None = None

    @property
    def tells_changes(self) -> bool:
        """Whether `updated` is True wherever the learner changed or was not certain of its prediction."""
        return not self.averaged


def traits_of(choice: Choice, options: Mapping[str, Any], bound: str | None) -> Traits:
    """Those of a learner of two labels, from what it was made with."""
    averaged = choice.averaging != "none"
    randomised = isinstance(choice.loss, Ramp)
    certain = not any(isinstance(stage, LiftAtRandom) for stage in options["transform"])
    late = options["join_after"] or options["join_share"] is not None
    fixed = not late and options["max_attributes"] is None  # nobody joins, nobody is forgotten
    normalised = isinstance(choice.link, PNorm) and choice.link.normalised
    counts = isinstance(choice.link, LogCounts)
    fades = isinstance(choice.link, LogCounts) and choice.link.half_life is not None
    on_mistakes = isinstance(choice.loss, Mistake) and not isinstance(choice.rate, Alma)
    return Traits(
        mistake_driven=on_mistakes and fixed and certain and not averaged,
        averaged=averaged,
        randomised=randomised,
        certain=certain,
        local=not (averaged or choice.ensemble or normalised or counts) and choice.radius is None and fixed,
        quiet=not averaged
        and not options["probabilities"]
        and not randomised
        and certain
        and fixed
        and choice.n is None
        and not choice.ensemble,
        values="from 0 to 1" if choice.unit_interval else "not negative" if choice.nonnegative else "any",
        probabilities=bool(options["probabilities"])
        or isinstance(choice.loss, (Logistic, Ramp))
        or counts
        or choice.ensemble,
        labels=_most(choice, options),
        symmetric=choice.ensemble,
        mergeable=not (choice.averaging == "voted" or choice.ensemble or fades),
        bound=bound if fixed and not options["class_weights"] else None,
    )


def _most(choice: Choice, options: Mapping[str, Any]) -> int | None:
    """How many labels there can be: two where they were named, or where one learner can't be many."""
    if not choice.ensemble or options["positive"] is not None:
        return 2
    return 2 if options["labels"] is not None and len(options["labels"]) == 2 else None
