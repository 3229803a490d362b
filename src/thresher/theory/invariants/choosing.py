"""Which laws a learner's theory gives."""

from typing import Any

from ...choices.links import Identity, PNorm
from ...choices.losses import Mistake
from ...choices.ranges import Unlimited
from ...choices.rates import Constant
from ...errors import ParameterError
from ...learners import Learner, Swin, TrackingWinnow
from .always import Always
from .law import Law
from .p_norm import PNormLaws
from .swin import SwinLaws
from .tracking_winnow import Comparator, TrackingWinnowLaws


def laws_for(learner: Any, comparator: Comparator | None = None, schedule: Comparator | None = None) -> list[Law]:
    """The laws that hold of this learner with its parameters and options.

    Transformations, hashing and memories that are bounded hide from the outside what was learned: then only what needs
    no look at the example is left.

    Parameters
    ----------
    learner : Any
        Any; of one that is not Thresher's only what always holds is known.
    comparator : Comparator or None, optional
        For TrackingWinnow's L7.
    schedule : Comparator or None, optional
        For Swin's B3.

    Returns
    -------
    list of Law
        What to check after every example.

    Raises
    ------
    ParameterError
        If a comparator or schedule is given to a learner whose theory has no use for it.
    """
    theory = _theory(learner, comparator, schedule) if isinstance(learner, Learner) else []
    taken = {type(law) for law in theory}
    for given, name, law in ((comparator, "comparator", TrackingWinnowLaws), (schedule, "schedule", SwinLaws)):
        if given is not None and law not in taken:
            raise ParameterError(
                f"a {name} is for {law.__name__.removesuffix('Laws')} as its theory has it; {type(learner).__name__}"
                " with these options has no such lemma."
            )
    return [_always(learner), *theory]


def _always(learner: Any) -> Always:
    if not isinstance(learner, Learner):
        return Always(mistake_driven=getattr(learner, "loss", None) == "mistake")
    traits = learner.traits
    return Always(mistake_driven=traits.mistake_driven, local=traits.local, visible=_visible(learner))


def _theory(learner: Learner, comparator: Comparator | None, schedule: Comparator | None) -> list[Law]:
    choice = learner.choice
    if not _visible(learner):
        return []
    if isinstance(learner, TrackingWinnow) and learner.traits.bound is not None:
        known = {"promotion": learner.promotion, "floor": learner.floor, "threshold": learner.threshold}
        lemmas = [lemma for lemma in TrackingWinnowLaws.LEMMAS if lemma != "L7" or comparator is not None]
        return [TrackingWinnowLaws(**known, comparator=comparator, lemmas=lemmas)]
    if isinstance(learner, Swin):
        return [
            SwinLaws(
                n=learner.n,
                promotion=learner.promotion,
                floor_share=learner.floor_share,
                initial=learner.initial,
                randomized=learner.randomized,
                schedule=schedule,
                lemmas=None if schedule is not None else ["B5"],
            )
        ]
    if _runs_as_e8_assumes(learner):
        assert isinstance(choice.rate, Constant)
        if isinstance(choice.link, PNorm):
            return [PNormLaws(p=choice.link.p, rate=choice.rate.rate)]
        return [PNormLaws(p=2.0, rate=choice.rate.rate, link="identity")]
    return []


def _runs_as_e8_assumes(learner: Learner) -> bool:
    choice = learner.choice
    return (
        isinstance(choice.link, (Identity, PNorm))
        and not _normalised(learner)
        and isinstance(choice.loss, Mistake)
        and isinstance(choice.rate, Constant)
        and not choice.rate.lopsided
        and isinstance(choice.range, Unlimited)
        and choice.threshold == 0
        and choice.initial in (0.0, {})
        and choice.averaging == "none"
    )


def _normalised(learner: Learner) -> bool:
    link = learner.choice.link
    return isinstance(link, PNorm) and link.normalised


def _visible(learner: Learner) -> bool:
    """Whether attributes are learned as they are."""
    options = learner.options
    hidden = (
        options["transform"],
        options["bits"],
        options["join_after"],
        options["join_share"],
        options["max_attributes"],
    )
    return learner.choice.unit_length is None and not any(hidden)
