"""What can be done about tiny values: nothing, or one of the transformations that the paper proposes (A7, A8, A9)."""

from collections.abc import Callable
from typing import NamedTuple

from ....data.features import LiftAtRandom, LiftSmall
from ....learners import TrackingWinnow
from ...bounds import rounded_values_mistakes, small_values_mistakes_by_budget, tracking_winnow_mistakes

GENTLE = 20  # by how much the gentle lift is below A7's


class Stream(NamedTuple):
    """What the treatments and their bounds know of a stream without noise (A2): delta, lambda, H(C), nu, U, zeta."""

    separation: float
    norm: float
    total_rise: float
    largest_total: float
    largest_weight: float
    smallest: float


class Treatment(NamedTuple):
    """A tracking Winnow for tiny values. least: the smallest value that it sees; bound: None where none is known."""

    name: str
    make: Callable[[], TrackingWinnow]
    least: float
    bound: float | None
    entry: str


def nothing(stream: Stream) -> Treatment:
    """A5's parameters, the values as they are. The bound is A4, which knows zeta, or the budget's, which need not."""
    rule = {"promotion": 1 + stream.separation, "floor": stream.separation / (50 * stream.norm)}
    known = {**rule, "separation": stream.separation, "norm": stream.norm, "total_rise": stream.total_rise}
    with_smallest = tracking_winnow_mistakes(smallest_value=stream.smallest, **known)
    by_budget = small_values_mistakes_by_budget(largest_target_weight=stream.largest_weight, **known)
    entry = "A4" if with_smallest < by_budget else "A6, budget"
    return Treatment(
        "as they are",
        lambda: TrackingWinnow.for_separation(stream.separation, norm=stream.norm),
        0.0,
        min(with_smallest, by_budget),
        entry,
    )


def lifted(stream: Stream) -> Treatment:
    """A7: m = delta/nu costs half of the separation."""
    d, m = stream.separation, stream.separation / stream.largest_total
    bound = rounded_values_mistakes(
        separation=d, norm=stream.norm, total_rise=stream.total_rise, largest_total=stream.largest_total
    )
    return Treatment(
        "lifted (A7)",
        lambda: TrackingWinnow.for_separation(d / 2, norm=2 * stream.norm, transform=LiftSmall(m)),
        m,
        bound,
        "A7",
    )


def lifted_gently(stream: Stream) -> Treatment:
    """A7's argument for m = delta/(20 nu): what is left of the separation is delta - nu m/2."""
    m = stream.separation / (GENTLE * stream.largest_total)
    d = stream.separation - stream.largest_total * m / 2
    norm = 2 * stream.norm
    bound = tracking_winnow_mistakes(
        promotion=1 + d,
        floor=d / (50 * norm),
        separation=d,
        norm=norm,
        total_rise=stream.total_rise,
        smallest_value=m,
    )
    return Treatment(
        f"lifted to m/{GENTLE}",
        lambda: TrackingWinnow.for_separation(d, norm=norm, transform=LiftSmall(m)),
        m,
        bound,
        "A4",
    )


def lifted_at_random(stream: Stream, seed: int) -> Treatment:
    """A8 at A7's m; no bound is known."""
    d, m = stream.separation, stream.separation / stream.largest_total
    return Treatment(
        "lifted at random (A8)",
        lambda: TrackingWinnow.for_separation(d, norm=stream.norm, transform=LiftAtRandom(m, seed)),
        m,
        None,
        "",
    )


def monitored(stream: Stream) -> Treatment:
    """A9: values below m are lifted in updates of weights above 1/m; no bound is known."""
    d, m = stream.separation, stream.separation / stream.largest_total
    return Treatment(
        "monitored (A9)",
        lambda: TrackingWinnow(1 + d, d / (50 * stream.norm), lift_above=1 / m, lift_least=m),
        0.0,
        None,
        "",
    )


def careless(stream: Stream, least: float) -> Treatment:
    """Everything below a number that looks small is lifted or dropped, whatever the target is."""
    d = stream.separation
    return Treatment(
        f"lifted to {least:g}",
        lambda: TrackingWinnow.for_separation(d, norm=stream.norm, transform=LiftSmall(least)),
        least,
        None,
        "",
    )
