"""What the theorems promise of a learner and an order: which of them applies, its number, and what it assumes."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import ParameterError
from ..parameters import real
from ..theory.bounds.catalogue import THEOREMS
from ..theory.bounds.delay.adversary import (
    D5,
    od1_derandomized_mistakes,
    od1_mistake_driven_mistakes,
    od1_mistake_driven_mistakes_for_delays,
    od1_mistakes,
    od1_mistakes_for_delays,
    stored_instances,
)
from ..theory.bounds.delay.distribution import od3_coin_mistakes, od3_mistakes
from ..theory.bounds.delay.orders import D6, copies_mistakes, immediate_mistakes, least_delayed_mistakes
from ..theory.bounds.theorem import Theorem
from .delayed import Delayed
from .wrapped_traits import WrappedTraits, traits_with_wrappers

Delays = Mapping[float, float]

GIVEN_UP = (
    "an instance that is given up (horizon, max_pending, max_bytes) is one whose label never comes: its delay is "
    "math.inf, and it stays outstanding"
)


class Promise(NamedTuple):
    """What a theorem says, or that none does.

    Attributes
    ----------
    value : float
        Mistakes at most (expected ones, where `counts` says so); math.inf where nothing is known.
    theorem : Theorem | None
        Its entry in docs/theory.md; None where nothing is known.
    counts : str
        What is counted: mistakes, or expected ones.
    formula : str
        How the value comes about.
    filled : str
        How the value comes about.
    assumptions : tuple[str, ...]
        What it needs.
    cautions : tuple[str, ...]
        What to mind beside.
    """

    value: float
    theorem: Theorem | None
    counts: str
    formula: str
    filled: str
    assumptions: tuple[str, ...]
    cautions: tuple[str, ...]

    @property
    def is_known(self) -> bool:
        """Whether a theorem applies."""
        return self.theorem is not None

    def __str__(self) -> str:
        if self.theorem is None:
            return "\n".join(["no bound is known", *(f"  {caution}" for caution in self.cautions)])
        head = f"{self.theorem.entry}: at most {self.value:g} {self.counts} = {self.formula} = {self.filled}"
        rest = [*(f"  if {a}" for a in self.assumptions), *(f"  mind: {caution}" for caution in self.cautions)]
        return "\n".join([head, *rest])


class Lateness(NamedTuple):
    """What is known of the delays; None where it was not said."""

    longest_delay: float | None
    delays: Delays | None
    outstanding: int | None

    @property
    def longest(self) -> float | None:
        """k."""
        if self.longest_delay is not None or self.delays is None:
            return self.longest_delay
        return max((delay for delay, count in self.delays.items() if count), default=1)

    def most_outstanding(self) -> float:
        """G: as it was said, or the most that the delays allow. F(D, 1) counts the newest instance too."""
        if self.outstanding is not None:
            return self.outstanding
        if self.delays is not None:
            return stored_instances(delays=self.delays) - 1
        if self.longest is None:
            raise ParameterError("give outstanding, delays or longest_delay.")
        return self.longest - 1


def promise(
    late: Delayed | tuple[Any, Any],
    *,
    mistakes: float,
    longest_delay: float | None = None,
    delays: Delays | None = None,
    outstanding: int | None = None,
    changes: float | None = None,
    drift: float = 0.0,
    too_late: int | None = None,
) -> Promise:
    """The theorem that applies to a learner in an order, and what it promises.

    Parameters
    ----------
    late : Delayed | tuple[Any, Any]
        A delayed learner, or (learner, order).
    mistakes : float
        What the learner without its wrappers makes without delay, as the assumptions say: on which sequences.
    longest_delay : float, optional
        K.
    delays : Delays, optional
        How many instances have each delay (math.inf: the label never comes); sharper than k.
    outstanding : int, optional
        G, the largest number of instances without a label when a new one arrives; by default what the delays
        allow.
    changes : float, optional
        For OD1 around a learner that changes when it is right: how often it changed, or its bound.
    drift : float, default 0.0
        Psi, for OD3.
    too_late : int, optional
        For OD3, how many delays exceed its horizon; counted where `delays` is given.

    Examples
    --------
    >>> from thresher import TrackingWinnow
    >>> from thresher.late import OD1, Delayed
    >>> made = promise(Delayed(TrackingWinnow(), OD1()), mistakes=20, longest_delay=5)
    >>> made.theorem.entry, made.value, made.filled
    ('D4', 100.0, '5*20')
    """
    learner, order = (late.learner, late.order) if isinstance(late, Delayed) else late
    known = Lateness(longest_delay, delays, outstanding)
    traits, m = traits_with_wrappers(learner), real("mistakes", mistakes, at_least=0)
    name = type(order).__name__
    if traits.mistake_driven and traits.randomised:
        return _nothing("Theorem 5 speaks of deterministic learners: put Derandomized inside MistakeDriven.")
    if name == "OD1":
        made = _od1(traits, m, known, changes)
    elif name == "Immediate":
        made = _immediate(traits, m, known)
    elif name == "Copies":
        made = _copies(traits, m, known, order)
    elif name == "OD3":
        made = _od3(traits, m, known, order, drift, too_late)
    else:
        return _nothing(f"no theorem speaks of the order {name}; OD1, Immediate, Copies and OD3 have one.")
    cautions = made.cautions
    if made.is_known and name != "OD3":
        cautions += _lower_bound(m, known)
    if isinstance(late, Delayed) and (late.horizon or late.max_pending or late.max_bytes):
        cautions += (GIVEN_UP,)
    return made._replace(cautions=cautions)


def _od1(traits: WrappedTraits, mistakes: float, known: Lateness, changes: float | None) -> Promise:
    if known.delays is None and known.longest is None:
        raise ParameterError("OD1's bound needs the delays: give longest_delay or delays.")
    if traits.mistake_driven:
        if known.delays is not None:
            bound = od1_mistake_driven_mistakes_for_delays
            return _stated(bound, traits, mistakes=traits.with_wrappers(mistakes), delays=known.delays)
        sharp = od1_derandomized_mistakes if traits.doubled else od1_mistake_driven_mistakes
        return _stated(sharp, traits, mistakes=mistakes, longest_delay=_whole(known.longest))
    if traits.unknown:
        return _nothing(traits.unknown)
    if changes is None:
        return _nothing(
            "OD1's bound for a learner that changes when it is right, or is not certain, counts its changes: give "
            "changes, or put MistakeDriven around it (around Derandomized, if it is randomised)."
        )
    m = traits.with_wrappers(mistakes)
    if known.delays is not None:
        return _stated(od1_mistakes_for_delays, traits, mistakes=m, changes=changes, delays=known.delays)
    return _stated(od1_mistakes, traits, mistakes=m, changes=changes, longest_delay=_whole(known.longest))


def _immediate(traits: WrappedTraits, mistakes: float, known: Lateness) -> Promise:
    if not traits.mistake_driven:
        return _nothing(
            "the immediate order has a bound around deterministic learners that change only on their mistakes, and "
            "none is known around others: put MistakeDriven around it (around Derandomized, if it is randomised)."
        )
    outstanding = _whole(known.most_outstanding())
    return _stated(immediate_mistakes, traits, mistakes=traits.with_wrappers(mistakes), outstanding=outstanding)


def _copies(traits: WrappedTraits, mistakes: float, known: Lateness, order: Any) -> Promise:
    outstanding = _whole(known.most_outstanding())
    if order.k <= outstanding:
        return _nothing(
            f"with {outstanding} instances outstanding {outstanding + 1} copies are needed, and there are at most "
            f"{order.k}: no bound is known."
        )
    return _stated(copies_mistakes, traits, mistakes=traits.with_wrappers(mistakes), outstanding=outstanding)


def _od3(
    traits: WrappedTraits, mistakes: float, known: Lateness, order: Any, drift: float, too_late: int | None
) -> Promise:
    horizon, longest = order.horizon, known.longest
    if longest is None:
        raise ParameterError("OD3's bound needs the delays: give longest_delay or delays.")
    if known.delays is not None:
        too_late = _whole(math.fsum(count for delay, count in known.delays.items() if delay > horizon))
    elif longest <= horizon:
        too_late = 0
    elif too_late is None:
        raise ParameterError(f"delays exceed OD3's horizon of {horizon}: give too_late, how many, or delays.")
    bound = od3_coin_mistakes if getattr(order, "coin", None) == "everywhere" else od3_mistakes
    return _stated(
        bound,
        traits,
        mistakes=traits.with_wrappers(mistakes),
        late=too_late,
        horizon=horizon,
        longest_delay=longest,
        drift=drift,
    )


def _stated(function: Callable[..., float], traits: WrappedTraits, **known: Any) -> Promise:
    """A bound of the catalogue with these numbers; where wrappers matter, with what D5 assumes."""
    theorem, bound = next((t, b) for t in THEOREMS.values() for b in t.bounds if b.function is function)
    explained = bound.explain(**known)
    assumptions = [*theorem.assumptions, *(D5.assumptions if traits.by_wrappers and theorem is not D5 else ())]
    cautions = (f"`mistakes` is twice the expected {known['mistakes'] / 2:g} here (D5, DR)",)
    return Promise(
        float(explained.value),
        theorem,
        bound.counts,
        explained.formula,
        explained.filled,
        tuple(assumptions),
        cautions if traits.doubled and theorem is not D5 else (),
    )


def _lower_bound(mistakes: float, known: Lateness) -> tuple[str, ...]:
    """D6: that no other order could promise much less, and when."""
    longest = known.longest
    if longest is None or longest == math.inf:
        return ()
    least = least_delayed_mistakes(mistakes=mistakes, delay=_whole(longest))
    conditions = "; ".join(D6.assumptions[1:])
    return (f"{D6.entry}: if {mistakes:g} is the least, no order can promise less than {least:g}: {conditions}",)


def _nothing(sentence: str) -> Promise:
    return Promise(math.inf, None, "mistakes", "", "", (), (sentence,))


def _whole(number: float | None) -> Any:
    """A whole number as an int; the bounds refuse what is none."""
    return int(number) if number is not None and math.isfinite(number) and number == int(number) else number
