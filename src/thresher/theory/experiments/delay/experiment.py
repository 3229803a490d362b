"""Late labels: every order on streams that shift and that do not, and when to use which."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ..experiment import Findings, Size, Tell
from . import horizons as delay_horizons
from .advice import sentences
from .arrivals import KINDS, WORDS, arrivals, held_back
from .figures import figures, tables
from .orders import ORDERS, Count, count
from .streams import Stream, planted, turning

TITLE = "Labels that come late"
QUESTION = (
    "Labels come late, out of order, in bursts. In which order should they be learned, how many mistakes does each "
    "order make as the delays grow, and how much of what its theorem promises is needed?"
)
TURNS = 3
HORIZONS = (1, 3)  # of OD3, beside the longest delays


@dataclass(frozen=True)
class Setting:
    """Streams of `attributes` attributes, `active` of them on; a concept stays for `every` trials.

    Attributes
    ----------
    delays : tuple of int
        The longest ones, on the stream that shifts.
    calm_delays : tuple of int
        On the one that does not, of `calm` trials.
    """

    attributes: int
    active: int
    shifts: int
    every: int
    calm: int
    delays: tuple[int, ...]
    calm_delays: tuple[int, ...]
    seeds: int


SETTINGS: dict[Size, Setting] = {
    "quick": Setting(200, 12, shifts=3, every=120, calm=200, delays=(10, 100), calm_delays=(100,), seeds=1),
    "full": Setting(
        1000, 20, shifts=3, every=1500, calm=2000, delays=(10, 30, 100, 300, 1000), calm_delays=(10, 100, 1000), seeds=2
    ),
}


def run(size: Size, seed: int, tell: Tell) -> Findings:
    """Every order, on every stream, with every kind of delay; then OD3 with other horizons."""
    setting = SETTINGS[size]
    counts: list[Count] = []
    waited: list[delay_horizons.Waited] = []
    for own in range(1000 * seed, 1000 * seed + setting.seeds):
        shifting = planted(setting.shifts, setting.every, setting.attributes, setting.active, own)
        calm = planted(0, setting.calm, setting.attributes, setting.active, own)
        for stream, delays in ((shifting, setting.delays), (calm, setting.calm_delays)):
            counts += _planted(stream, delays, own, tell)
        tell("old answers")
        counts += _old_answers(setting.delays, own)
        tell("horizons of OD3")
        waited += delay_horizons.wait(shifting, setting.delays[-1], (*HORIZONS, *setting.delays), own)
    return Findings(
        QUESTION,
        _choices(setting),
        [*sentences(counts), *delay_horizons.sentences(waited)],
        [*figures(counts), delay_horizons.figure(waited)],
        [*tables(counts), delay_horizons.table(waited)],
    )


def _planted(stream: Stream, delays: tuple[int, ...], seed: int, tell: Tell) -> Iterator[Count]:
    yield _undelayed(stream, seed)
    for kind, longest in product(KINDS, delays):
        tell(f"{stream.name}, {kind} delays up to {longest:,}")
        yield from count(stream, arrivals(kind, longest, stream.trials, seed), kind, longest, seed)


def _old_answers(delays: tuple[int, ...], seed: int) -> Iterator[Count]:
    for every in delays:
        stream = turning(every, TURNS)
        yield _undelayed(stream, seed)
        yield from count(stream, held_back(every, stream.trials), "held back", every, seed)


def _undelayed(stream: Stream, seed: int) -> Count:
    """Every order is the learner itself where no label is late."""
    mistakes = stream.learner().learn_many(stream.rows, stream.labels) != stream.labels
    trials = stream.trials
    return Count(
        stream.name, "none", 1, seed, "no delay", trials, 0, int(mistakes.sum()), trials, trials, stream.worst, "A13"
    )


def _choices(setting: Setting) -> list[str]:
    return [
        "The paper announces an experiment and prints none; everything here is chosen.",
        f"Three streams, all learned by tracking Winnow at the parameters of A13. {setting.shifts} shifts: a "
        f"disjunction of 4 of {setting.attributes:,} attributes, {setting.active} on in an instance, replaced every "
        f"{setting.every:,} trials. No shift: one such disjunction, {setting.calm:,} trials, a fixed distribution. "
        f"Old answers: one instance again and again, whose answer turns over {TURNS} times; every second label comes "
        "at once, the others as late as a turn is long, when they are wrong.",
        "Delays, by their longest: " + "; ".join(f"{kind}: {words}" for kind, words in WORDS.items()) + ".",
        f"Orders: {', '.join(ORDERS)}. OD3's horizon is the longest delay, so that no label is given up (its own "
        "figure has others); Copies has as many copies as instances can be outstanding. Labels that come together are "
        "learned in the order of their instances.",
        "Bounds: D6a with the learner's own count on the instances in the order of their labels; D4 and D6b with A13 "
        "for the learner without delay; D8 (on expected mistakes) with A13 and a drift of 1 for each shift, the most "
        "it can be. Replay has none.",
    ]
