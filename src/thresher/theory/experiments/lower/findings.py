"""What the games say, in sentences."""

from collections.abc import Sequence

from ..experiment import Cell, Table
from . import coins as lower_coins
from .contestants import CONTESTANTS
from .games import Result
from .growth import Growth, bounded, printed, stream_words


def as_proved(proved: Sequence[Result]) -> str:
    """Whether the theorems' adversaries forced what they promise."""
    fewer = sum(game.forced < game.least for game in proved)
    exact = sum(game.forced == game.least for game in proved)
    return (
        f"The adversaries of Theorem 8, Theorem 9 and A14 played {len(proved)} games against {len(CONTESTANTS)} "
        f"learners: {fewer} times a learner made fewer mistakes than the lower bound, {exact} times exactly as many."
    )


def far_from_least(growth: Growth) -> str:
    """The worst games in multiples of the lower bound: the closest and the farthest."""
    last = growth.values[-1]
    least = growth.least(last)
    found = sorted((game.forced / least, c.name) for c in CONTESTANTS if (game := growth.worst(c, last)) is not None)
    return (
        f"One literal, no noise, lambda = {last}: no learner does better than {least:g} mistakes. In multiples of "
        f"that, the least was forced on {_listed(found[:8])}; the most on {_listed(found[-6:])}."
    )


def growing(growth: Growth) -> str:
    """Which learners' worst games grow in proportion to lambda, and which by its logarithm."""
    first, last = growth.values[-3], growth.values[-1]
    kinds: dict[bool, list[tuple[float, str]]] = {True: [], False: []}
    for contestant in CONTESTANTS:
        before, after = growth.forced(contestant, first), growth.forced(contestant, last)
        if before and after:
            kinds[after / before >= (last / first) ** 0.75].append((after / before, contestant.name))
    steep, flat = (sorted(kind) for kind in kinds.values())
    return (
        f"From lambda = {first} to {last} the lower bound grows {growth.least(last) / growth.least(first):.1f} times. "
        f"What was forced grows about in proportion to lambda for {len(steep)} learners ({_listed(steep) or 'none'}), "
        f"more slowly for {len(flat)} ({_listed(flat[:3])}; ...; {_listed(flat[-3:])})."
    )


def _listed(found: Sequence[tuple[float, str]]) -> str:
    return "; ".join(f"{name}: {ratio:.1f}" for ratio, name in found)


def refuted(growth: Growth) -> str:
    """Where the printed form of A13 is false."""
    made = {value: growth.forced(CONTESTANTS[0], value) or 0.0 for value in growth.values}
    refuting = [value for value in growth.values if made[value] > printed(value)]
    shown = max(refuting, key=lambda value: made[value] / printed(value), default=growth.values[-1])
    return (
        f"A13 as printed, 3.98 Z+ (ln lambda + 3.86) + 1.2 N at promotion 1.35, is refuted at {len(refuting)} of "
        f"{len(made)} values of lambda ({', '.join(map(str, refuting)) or 'none'}). At lambda = {shown}, Z+ = 1 and "
        f"N = 0, {made[shown]:g} mistakes were forced and {printed(shown):.1f} are printed; the corrected bound is "
        f"{growth.promised(CONTESTANTS[0], shown):.1f}."
    )


def prices(growth: Growth, unit: str, stop: int) -> list[str]:
    """What a further error or literal costs each learner, and what its bound charges."""
    last, first = growth.values[-1], growth.values[0]
    with_bound: list[str] = []
    without: list[tuple[float, str]] = []
    for contestant in CONTESTANTS:
        slope = growth.slope(contestant)
        if slope is None:
            continue
        low, high = growth.promised(contestant, first), growth.promised(contestant, last)
        if low is not None and high is not None:
            with_bound.append(f"{contestant.name}: {slope:.1f} ({(high - low) / (last - first):.1f})")
        else:
            without.append((slope, contestant.name))
    least = (growth.least(last) - growth.least(first)) / (last - first)
    sentences = [
        f"Some stream makes any learner pay {least:g} mistakes for {unit}. Forced on average, and in brackets what the "
        f"bound charges: {'; '.join(with_bound)}. Without a bound: {_listed(sorted(without)) or 'none'}."
    ]
    if stopped := growth.stopped():
        sentences.append(f"Games about {unit} that were given up after {stop} mistakes: {'; '.join(stopped)}.")
    return sentences


def within(games: Sequence[Result]) -> str:
    """Whether bounds held, and how nearly they were reached."""
    shares = bounded(games)
    ratio, tightest = max(((s, g) for s, g in shares if g.forced > g.least), key=lambda pair: pair[0])
    return (
        f"Of {len(shares)} games against learners with a bound for the stream, {sum(share > 1 for share, _ in shares)} "
        f"exceeded it. Of those that went beyond the lower bound the tightest came to {ratio:.0%} "
        f"({tightest.contestant.name}, {tightest.contestant.entry}, {tightest.forced} mistakes, "
        f"{stream_words(tightest.came)})."
    )


def coins(tosses: list[lower_coins.Toss]) -> list[str]:
    """How near the constant of Theorem 10 is."""
    sentences = []
    for n in sorted({toss.n for toss in tosses}):
        rows = lower_coins.means(tosses, n)
        listed = ", ".join(f"{share:.2f} (T = {trials:,})" for trials, share, _ in rows)
        sentences.append(
            f"Labels that are coins, n = {n:,}: randomised SWIN makes A + c sqrt(A ln n) expected mistakes with c = "
            f"{listed} on average, where Theorem 10 promises 1 in the limit; its bound is at c = {rows[-1][2]:.2f} for "
            "the longest."
        )
    return sentences


def proved_table(proved: Sequence[Result]) -> Table:
    """Every game of the theorems' adversaries."""
    rows: list[list[Cell]] = [
        [game.adversary, game.contestant.name, stream_words(game.came), game.least, game.forced, game.most]
        for game in proved
    ]
    return Table("theorems", ["adversary", "learner", "stream", "lower_bound", "mistakes", "upper_bound"], rows)
