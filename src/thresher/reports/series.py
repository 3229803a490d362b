"""What of a run is drawn: joined windows of its curve, the weights worth a line, names that tell runs apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from ..evaluation import Curve, Run, WeightTrace
from ..protocols import Attribute
from .scale import drawable
from .wording import plain

MOST_WINDOWS = 128  # as many as the eye can tell apart across a page
START = 0.04  # of a run: errors there do not set the scale


@dataclass(frozen=True)
class Windows:
    """A curve for drawing. Three lists of equal length, one entry for each window of `width` labelled examples.

    Attributes
    ----------
    width : int
        Examples of a window.
    ends : list of int
        Where each window ends.
    errors : list of float
        From the first example to the end of the window.
    window_errors : list of float
        Within the window.
    """

    width: int
    ends: list[int]
    errors: list[float]
    window_errors: list[float]


def windows(curve: Curve, most: int = MOST_WINDOWS) -> Windows:
    """Neighbouring bins joined until there are at most `most`; bins without examples are left out."""
    bins = [(n, m) for n, m in zip(curve.examples, curve.mistakes, strict=True) if n > 0]
    joined = max(1, -(-len(bins) // most))
    ends, errors, window_errors = [], [], []
    seen = wrong = 0
    for at in range(0, len(bins), joined):
        examples = sum(n for n, _ in bins[at : at + joined])
        mistakes = sum(m for _, m in bins[at : at + joined])
        seen, wrong = seen + examples, wrong + mistakes
        ends.append(seen)
        errors.append(wrong / seen)
        window_errors.append(mistakes / examples)
    return Windows(curve.width * joined, ends, errors, window_errors)


def settled(ends: Sequence[float], errors: Sequence[float | None]) -> list[float]:
    """The errors after the start of a run, where every learner guesses."""
    return [e for at, e in zip(ends, errors, strict=True) if e is not None and at > START * ends[-1]]


@dataclass(frozen=True)
class Traces:
    """Weights through time for drawing: every list as long as `examples`, every number finite."""

    examples: list[int]
    weights: dict[Attribute, list[float | None]]

    def values(self) -> list[float]:
        """All weights there are, in no order that matters."""
        return [w for line in self.weights.values() for w in line if w is not None]


def traces(trace: WeightTrace | None) -> Traces:
    """The trace with what can't be drawn left out: attributes that never had a weight, and what is not finite."""
    if trace is None:
        return Traces([], {})
    length = len(trace.examples)
    weights = {}
    for attribute, line in trace.weights.items():
        kept = [drawable(w) for w in line[:length]]
        if any(kept):
            weights[attribute] = kept + [None] * (length - len(kept))
    return Traces(list(trace.examples), weights)


def most_weight(kept: Traces, most: int) -> Traces:
    """The attributes with the largest average |weight| over the whole run, largest first."""
    chosen = sorted(kept.weights, key=lambda a: -fmean(abs(w or 0.0) for w in kept.weights[a]))
    return Traces(kept.examples, {a: kept.weights[a] for a in chosen[:most]})


def came_and_went(kept: Traces, most: int) -> Traces:
    """The attributes with the most weight (mean square), as each first reached a quarter of its peak."""
    peaks = {a: max(abs(w or 0.0) for w in line) for a, line in kept.weights.items()}
    top = max(peaks.values(), default=1.0)
    weight = {a: fmean(((w or 0.0) / top) ** 2 for w in line) for a, line in kept.weights.items()}
    chosen = sorted(peaks, key=lambda a: (-weight[a], -peaks[a]))[:most]
    chosen.sort(key=lambda a: next(i for i, w in enumerate(kept.weights[a]) if abs(w or 0.0) >= peaks[a] / 4))
    return Traces(kept.examples, {a: kept.weights[a] for a in chosen})


def largest(run: Run, most: int) -> list[tuple[Attribute, float]]:
    """The weights at the end, largest |weight| first."""
    known = [(a, w) for a, w in ((a, drawable(w)) for a, w in run.largest.items()) if w]
    return sorted(known, key=lambda pair: -abs(pair[1]))[:most]


def by_mistakes(runs: Sequence[Run]) -> list[int]:
    """Where the runs are, fewest mistakes first; those that were never tested come last."""
    return sorted(range(len(runs)), key=lambda i: (not runs[i].progress.answered, runs[i].mistakes, i))


def starts(ends: Sequence[int]) -> list[int]:
    """Where the stretches that end at `ends` began."""
    return [0, *ends][: len(ends)]


def increasing(examples: Sequence[int]) -> bool:
    """Whether each is above the one before, as a time axis needs."""
    return all(a < b for a, b in pairwise(examples))


def names(runs: Sequence[Run]) -> list[str]:
    """One name for each run: the learner's, with the parameters that differ where two have the same, then a number."""
    learners = [plain(run.learner) for run in runs]
    named = [
        name if learners.count(name) == 1 else _with_differences(name, run, _alike(name, learners, runs))
        for name, run in zip(learners, runs, strict=True)
    ]
    seen: dict[str, int] = {}
    for index, name in enumerate(named):
        seen[name] = seen.get(name, 0) + 1
        if named.count(name) > 1:
            learners[index] = f"{name} #{seen[name]}"
        else:
            learners[index] = name
    return learners


def _alike(name: str, learners: Sequence[str], runs: Sequence[Run]) -> list[Mapping[str, object]]:
    return [run.parameters for run, other in zip(runs, learners, strict=True) if other == name]


def _with_differences(name: str, run: Run, alike: Sequence[Mapping[str, object]]) -> str:
    differ = [key for key, value in run.parameters.items() if any(other.get(key) != value for other in alike)]
    return " ".join([name, *(f"{plain(key)}={_brief(run.parameters[key])}" for key in differ[:3])])


def _brief(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else plain(value)
