"""When to use which order: sentences computed from the counts."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from .figures import longest_delays, middle, of, streams, without_delay
from .orders import ORDERS, Count

NEAR = 1.25  # factors closer than that do not decide


def sentences(counts: Sequence[Count]) -> Iterator[str]:
    """What was counted at the longest delays, which order that speaks for, what was thrown away, and the bounds."""
    for stream, kind in streams(counts):
        own = of(counts, stream, kind)
        yield _counted(own, without_delay(counts, stream) if kind != "held back" else None)
    yield from _advice(counts)
    yield _thrown_away(counts)
    yield from _promised(counts)


def _counted(counts: list[Count], undelayed: float | None) -> str:
    longest = longest_delays(counts)[-1]
    by_order = sorted((middle(counts, order, longest), order) for order in ORDERS)
    together: dict[float, list[str]] = {}
    for mistakes, order in by_order:
        together.setdefault(mistakes, []).append(order)
    listed = "; ".join(f"{_and(orders)} {mistakes:,.0f}" for mistakes, orders in together.items())
    where = f"{counts[0].stream[0].upper()}{counts[0].stream[1:]}, {counts[0].kind}, up to {longest:,} trials late"
    behind = f" ({undelayed:,.0f} without delay)" if undelayed is not None else ""
    return f"{where}: mistakes of {max(c.trials for c in counts):,} trials: {listed}{behind}."


def _advice(counts: Sequence[Count]) -> Iterator[str]:
    """How far each order is from the best one, in the middle and at worst; without the old answers, and on them."""
    ordinary = [c for c in counts if c.kind != "held back"]
    factors = _factors(ordinary)
    yield (
        f"On the planted streams, over all {len(factors[ORDERS[0]])} kinds and lengths of delay, an order makes this "
        f"many times the mistakes of the best one (in the middle; at worst): {_spread(factors)}."
    )
    yield f"Where a late label still holds when it comes: {_use(factors)}."
    if len(ordinary) == len(counts):
        return
    hostile = _factors([c for c in counts if c.kind == "held back"])
    yield f"Where late labels speak of a concept that is gone (old answers): {_spread(hostile)}."
    yield f"Where old answers may be wrong by the time they come: {_use(hostile)}."
    either = {order: factors[order] + hostile[order] for order in ORDERS}
    yield f"Where you do not know which: {_use(either)}."


def _use(factors: dict[str, list[float]]) -> str:
    """The orders whose worst factor is close to the least; `ORDERS` begins with the cheapest."""
    worst = {order: max(factors[order]) for order in ORDERS}
    good = [order for order in ORDERS if worst[order] <= NEAR * min(worst.values())]
    also = f" ({_and(good[1:])} within {NEAR} of it; {good[0]} is the cheapest)" if good[1:] else ""
    return f"use {good[0]}{also}, at worst {worst[good[0]]:.2f} times the mistakes of the best order"


def _factors(counts: Sequence[Count]) -> dict[str, list[float]]:
    """Mistakes divided by those of the best order, in every setting."""
    found: dict[str, list[float]] = {order: [] for order in ORDERS}
    for stream, kind in streams(counts):
        own = of(counts, stream, kind)
        for longest in longest_delays(own):
            mistakes = {order: middle(own, order, longest) for order in ORDERS}
            least = max(1.0, min(mistakes.values()))
            for order in ORDERS:
                found[order].append(mistakes[order] / least)
    return found


def _spread(factors: dict[str, list[float]]) -> str:
    ranked = sorted(factors, key=lambda order: (median(factors[order]), max(factors[order])))
    return ", ".join(f"{order} {median(factors[order]):.2f}; {max(factors[order]):.1f}" for order in ranked)


def _thrown_away(counts: Sequence[Count]) -> str:
    """The share of the labels that came, and were learned, for OD1: least of all settings, and the kind."""
    least = min((c for c in counts if c.order == "OD1"), key=lambda c: c.learned / max(1, c.came))
    return (
        f"OD1 learns as few as {least.learned / max(1, least.came):.1%} of the labels that come ({least.stream}, "
        f"{least.kind}, up to {least.longest:,} late); Immediate learns all of them."
    )


def _promised(counts: Sequence[Count]) -> Iterator[str]:
    for order in ORDERS:
        own = [c for c in counts if c.order == order and c.bound is not None]
        if not own:
            yield f"{order} has no bound."
            continue
        telling = [c for c in own if c.bound is not None and c.bound < c.trials]
        share = max(c.mistakes / (c.bound or 1) for c in own)
        entry = own[0].entry
        yield (
            f"{order} stays within {entry}, and needs {share:.0%} of it at most; the bound is below the number of "
            f"trials in {len(telling)} of {len(own)} runs."
        )


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
