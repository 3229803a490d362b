"""The orders beside each other: how many mistakes each makes on one stream, and what its theorem promises."""

from collections.abc import Iterator
from typing import NamedTuple

from ....late import Delayed, Fate
from ....late.orders.naming import order_kind
from ....late.orders.order import Order
from ...bounds import copies_mistakes, immediate_mistakes, od1_mistake_driven_mistakes_for_delays, od3_mistakes
from .arrivals import Arrivals
from .streams import Stream

ORDERS = ("Immediate", "OD1", "OD3", "Copies", "Replay")
"""The cheapest first: Immediate and OD1 let go of an instance with its label; Replay learns again."""


class Count(NamedTuple):
    """One order on one stream.

    Attributes
    ----------
    longest : int
        No delay is longer.
    outstanding : int
        G.
    learned : int
        Labels learned while questions were asked, of those that came.
    """

    stream: str
    kind: str
    longest: int
    seed: int
    order: str
    trials: int
    outstanding: int
    mistakes: int
    learned: int
    came: int
    bound: float | None
    entry: str


def count(stream: Stream, arrivals: Arrivals, kind: str, longest: int, seed: int) -> Iterator[Count]:
    """Every order on the same stream, with the same delays, which are at most `longest`."""
    for name in ORDERS:
        late = Delayed(stream.learner(), _order(name, arrivals))
        mistakes = run_late(late, stream, arrivals)
        yield Count(
            stream.name,
            kind,
            longest,
            seed,
            name,
            stream.trials,
            arrivals.outstanding,
            mistakes,
            late.fates[Fate.LEARNED],
            late.answered,
            *_bound(name, stream, arrivals),
        )


def _order(name: str, arrivals: Arrivals) -> Order:
    """The order with what it should know: the longest delay, how many instances are outstanding."""
    known = {"OD3": {"horizon": arrivals.longest}, "Copies": {"k": arrivals.outstanding + 1}}
    made: Order = order_kind(name)(**known.get(name, {}))
    return made


def run_late(late: Delayed, stream: Stream, arrivals: Arrivals) -> int:
    """The loop of D1: before each question the labels that are due."""
    labels, mistakes = stream.labels.tolist(), 0
    for x, y, due in zip(stream.examples, labels, arrivals.due(), strict=True):
        for number in due:
            late.label(number, labels[number - 1])
        mistakes += late.ask(x).prediction != y
    return mistakes


def _bound(name: str, stream: Stream, arrivals: Arrivals) -> tuple[float | None, str]:
    """The promise to this order, and the entry it comes from."""
    if name == "Immediate":
        own = stream.mistakes(arrivals.order)
        return immediate_mistakes(mistakes=own, outstanding=arrivals.outstanding), "D6a"
    if name == "OD1":
        return od1_mistake_driven_mistakes_for_delays(mistakes=stream.worst, delays=arrivals.counts), "D4"
    if name == "Copies":
        return copies_mistakes(mistakes=stream.worst, outstanding=arrivals.outstanding), "D6b"
    if name == "OD3" and stream.drift is not None:
        k = arrivals.longest
        return od3_mistakes(mistakes=stream.worst, late=0, horizon=k, longest_delay=k, drift=stream.drift), "D8"
    return None, ""
