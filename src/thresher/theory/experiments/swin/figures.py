"""The figures of B11, each of the last three for deterministic and randomised predictions."""

from collections.abc import Sequence
from statistics import median

from ..experiment import Figure, Series
from .run import WORDS, Run, Setting, Variant

POINTS = 200  # of a curve over the whole run


def figures(runs: Sequence[Run]) -> list[Figure]:
    """All of them. Where it says so they show the first stream, else the median of all and their range."""
    found = [_schedule(runs[0].setting)]
    for randomized in (False, True):
        found += [_beside_bound(runs[0], randomized), _beside_plain(runs, randomized), _tuning(runs, randomized)]
    return found


def _schedule(setting: Setting) -> Figure:
    starts = [first for first, _ in setting.schedule.segments]
    active = [len(target.relevant) for _, target in setting.schedule.segments]
    return Figure(
        "schedule",
        "Figure 1: the target schedule",
        "trials",
        "active literals",
        [Series("active literals", [*starts, setting.trials], [*active, active[-1]], style="steps")],
        caption="One literal goes off, then another comes on, in turn.",
    )


def _beside_bound(run: Run, randomized: bool) -> Figure:
    """The first half of one run, so that what moves the bound can be told apart."""
    who, end = Variant("tuned", randomized), run.setting.trials // 2
    steps = [(place, bound) for place, bound in run.bound_steps(who) if place < end]
    steps.append((end, steps[-1][1]))
    marks = [(float(e.trial), e.kind if e.kind != "A" else f"A={e.amount}") for e in run.events if 0 < e.trial < end]
    so_far = [0.0, *run.mistakes[who][:end]]
    kept = [t for t in range(end + 1) if t in (0, end) or so_far[t] != so_far[t - 1]]
    return Figure(
        f"bound_{WORDS[randomized]}",
        f"Figure 2: SWIN and its bound as they grow, {WORDS[randomized]}",
        "trials",
        _mistakes(randomized),
        [
            Series("bound B6 of what happened so far", *_columns(steps), style="steps", role="upper bound"),
            Series("SWIN, tuned", [float(t) for t in kept], [so_far[t] for t in kept], style="steps"),
        ],
        marks=marks,
        caption="One stream, first half. Z+: a literal comes on; Z-: one goes off; A: attribute errors in an example.",
    )


def _beside_plain(runs: Sequence[Run], randomized: bool) -> Figure:
    swin, plain = Variant("tuned", randomized), Variant("plain", randomized)
    switches = [first for first, _ in runs[0].setting.schedule.segments[1:]]
    return Figure(
        f"plain_{WORDS[randomized]}",
        f"Figure 3: without a floor, {WORDS[randomized]}",
        "trials",
        _mistakes(randomized),
        [
            *_spread(runs, plain, "plain Winnow: no floor, tuned for the first part"),
            *_spread(runs, swin, "SWIN, tuned"),
            Series("bound B6 of tuned SWIN", *_median_bound(runs, swin), role="upper bound", like="SWIN, tuned"),
        ],
        y_log=randomized,
        marks=[(float(t), "off" if i % 2 == 0 else "on") for i, t in enumerate(switches)],
        caption=f"Medians of {len(runs)} streams, and the range of all of them.",
    )


def _tuning(runs: Sequence[Run], randomized: bool) -> Figure:
    series = []
    for parameters, words in (("tuned", "tuned"), ("generic", "generic, Theorem 4")):
        who, label = Variant(parameters, randomized), f"SWIN, {words}"
        series += _spread(runs, who, label)
        bound = _median_bound(runs, who)
        series.append(Series(f"bound B6, {words}", *bound, role="upper bound", like=label))
    return Figure(
        f"tuning_{WORDS[randomized]}",
        f"Figure 4: tuned and generic parameters, {WORDS[randomized]}",
        "trials",
        _mistakes(randomized),
        series,
        caption=f"Medians of {len(runs)} streams, and the range of all of them.",
    )


def _spread(runs: Sequence[Run], who: Variant, label: str) -> list[Series]:
    places = _places(runs)
    counts = [[run.mistakes[who][place - 1] if place else 0.0 for run in runs] for place in places]
    x = [float(place) for place in places]
    band = Series("", x, [max(row) for row in counts], style="band", lower=[min(row) for row in counts], like=label)
    return [Series(label, x, [median(row) for row in counts]), band]


def _median_bound(runs: Sequence[Run], who: Variant) -> tuple[list[float], list[float | None]]:
    places = _places(runs)
    found: list[float | None] = []
    for place in places:
        bounds = [bound for run in runs if (bound := run.bound(who, max(1, place))) is not None]
        found.append(median(bounds) if bounds else None)
    return [float(place) for place in places], found


def _places(runs: Sequence[Run]) -> range:
    trials = runs[0].setting.trials
    return range(0, trials + 1, max(1, trials // POINTS))


def _columns(pairs: Sequence[tuple[int, float | None]]) -> tuple[list[float], list[float | None]]:
    return [float(x) for x, _ in pairs], [y for _, y in pairs]


def _mistakes(randomized: bool) -> str:
    return "expected mistakes" if randomized else "mistakes"
