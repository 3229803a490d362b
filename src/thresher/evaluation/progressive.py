"""Evaluation in one call: one learner, or several over one read."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..data import Rows
from ..errors import InputError, ParameterError
from ..learners import Auto, Learner, spell
from ..parameters import real, whole
from ..protocols import Learner as AnyLearner
from ..streams import as_stream
from .contestant import Contestant
from .loop import Loop, Stream
from .milestones import Milestone
from .on_error import BadLineError, OnError
from .run import Run
from .so_far import SoFar, tell_the_end, told_every
from .standings import standing_of
from .surprises import warn_of
from .tally import Tally
from .tests_on_the_way import curve_on
from .watch import Unwatched, Watch

if TYPE_CHECKING:
    from .drift.events import DriftEvent
    from .events.log import EventLog
    from .measures.costs import Costs


def evaluate(
    stream: Any,
    learner: AnyLearner | None = None,
    *,
    passes: int = 1,
    holdout: float = 0.0,
    patience: int | None = None,
    test: Any = None,
    test_every: int | None = None,
    on_error: str = "stop",
    measures: bool = True,
    trace: bool = False,
    log: "EventLog | None" = None,
    watch: Watch | None = None,
    name: str | None = None,
    cost: Any = None,
    shuffle: int | None = None,
    on_drift: "Callable[[DriftEvent], object] | None" = None,
    on_restart: "Callable[[DriftEvent], object] | None" = None,
    every: int | None = None,
    on_progress: Callable[[SoFar], object] | None = None,
) -> Run:
    """Predict, see the label, learn: over a whole stream. The learner is changed.

    Parameters
    ----------
    stream : Any
        A path, a thresher.streams.Source, or examples (x, y) or (x, y, weight); y None: only predicted.
    learner : AnyLearner, optional
        Any learner; a new Auto() unless given.
    passes : int, default 1
        How often to go over it.
    holdout : float, default 0.0
        The share of labelled examples that is predicted but never learned.
    patience : int, optional
        Stop when the held-out error has not become better for so many passes, and go back to the best.
    test : Any
        Another stream, predicted in the end without learning.
    test_every : int, optional
        Predict it also after every so many examples: run.test_curve.
    on_error : str, default 'stop'
        "stop", "skip" or "quarantine=FILE", for lines that are no examples.
    measures : bool, default True
        Also log loss, Brier score, calibration (run.reliability), area under the curve, average precision, and
        precision and recall at every threshold (run.decisions); costs a score for each example.
    trace : bool, default False
        Sample the largest weights while learning.
    log : EventLog, optional
        An event log to write.
    watch : Watch, optional
        Whoever looks on; told after every stretch.
    name : str, optional
        What the run is called.
    cost : (float, float), optional
        What a false positive and a false negative cost, of two labels: run.progress.cost, measures["cost"].
    shuffle : int, optional
        Take the examples in random order, the same in every pass; the number is its seed. For rows that come sorted by
        label, of which an error counted in their own order says nothing. See thresher.streams.Shuffled.
    on_drift : callable, optional
        Called with each DriftEvent once it is known what changed, 1,000 examples after it or at the end.
    on_restart : callable, optional
        Called with a DriftEvent as soon as it is seen that the learner began anew (Auto).
    every : int, optional
        How many examples between two calls of on_progress. None: 1,000, and a call at the end.
    on_progress : callable, optional
        Called with a SoFar every so many examples: examples, mistakes, error, the learner.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> run = evaluate([({"free": 1}, True), ({"lunch": 1}, False)] * 10, Perceptron())
    >>> run.examples, run.mistakes, run.error
    (20, 1, 0.05)
    """
    learner = Auto() if learner is None else learner
    costs = _costs(cost)
    contestant = Contestant(name or spell(type(learner)), learner, measures=measures, trace=trace, log=log, costs=costs)
    contestant.drift.on_drift, contestant.drift.on_restart = on_drift, on_restart
    told = told_every(every, on_progress)
    (run,) = _evaluate(
        [contestant], stream, passes, holdout, patience, test, on_error, watch, shuffle, told, test_every
    )
    tell_the_end(every, on_progress, contestant, run.examples)
    return run


def compare(
    stream: Any,
    learners: Mapping[str, AnyLearner] | Iterable[AnyLearner],
    *,
    passes: int = 1,
    holdout: float = 0.0,
    test: Any = None,
    on_error: str = "stop",
    measures: bool = True,
    trace: bool = False,
    watch: Watch | None = None,
    cost: Any = None,
    shuffle: int | None = None,
) -> list[Run]:
    """Several learners over one read of the stream: each sees the same examples in the same order.

    A line that one of them refuses is refused for all.

    Parameters
    ----------
    stream : Any
        As for `evaluate`
    learners : Mapping[str, AnyLearner] | Iterable[AnyLearner]
        Name -> learner, or learners, which are then called what they are.
    passes : int, default 1
        How often to go over the stream.
    holdout : float, default 0.0
        The share of labelled examples that is predicted but never learned.
    test : Any
        Another stream, predicted in the end without learning.
    on_error : str, default 'stop'
        What becomes of lines that are no examples.
    measures : bool, default True
        Also log loss, Brier score, calibration, area under the curve and what comes of each threshold.
    trace : bool, default False
        Sample the largest weights while learning.
    watch : Watch, optional
        Whoever looks on; told after every stretch.
    cost : (float, float), optional
        What a false positive and a false negative cost, of two labels.
    shuffle : int, optional
        Take the examples in random order, the same in every pass; the number is its seed. For rows that come sorted by
        label, of which an error counted in their own order says nothing. See thresher.streams.Shuffled.

    Examples
    --------
    >>> from thresher import BalancedWinnow, Perceptron
    >>> runs = compare([({"free": 1}, True), ({"lunch": 1}, False)] * 10, [Perceptron(), BalancedWinnow()])
    >>> [(run.learner, run.mistakes) for run in runs]
    [('perceptron', 1), ('balanced-winnow', 1)]
    """
    named = learners.items() if isinstance(learners, Mapping) else _names(list(learners))
    costs = _costs(cost)
    contestants = [Contestant(name, learner, measures=measures, trace=trace, costs=costs) for name, learner in named]
    if not contestants:
        raise ParameterError("there is no learner to compare.")
    return _evaluate(contestants, stream, passes, holdout, None, test, on_error, watch, shuffle)


def judge(stream: Any, contestant: Contestant, on_error: OnError) -> Tally:
    """Predicts a whole stream without learning."""
    examiner = contestant.examiner()
    Loop([examiner], [as_stream(stream, rows_of([contestant]))], on_error, frozen=True).read()
    return examiner.tally()


class Patience:
    """Early stopping: keeps the best learner so far, by its held-out error."""

    def __init__(self, contestant: Contestant, passes: int) -> None:
        if not isinstance(contestant.learner, Learner):
            raise ParameterError("patience needs one of Thresher's learners: the best state is copied and put back.")
        self._contestant = contestant
        self._left = self._passes = passes
        self._best: tuple[float, Learner] | None = None

    def is_out(self) -> bool:
        """To be asked after every pass."""
        tally = self._contestant.tally(self._contestant.held_out)
        if not tally.examples:
            raise InputError("no example was held out; the stream is too short for so small a share.")
        error = tally.error if tally.answered else math.inf
        if self._best is None or error < self._best[0]:
            self._best = error, self._contestant.mark()
            self._left = self._passes
        else:
            self._left -= 1
        return self._left <= 0

    def restore(self) -> None:
        """Puts the best learner in place of the last."""
        if self._best is not None:
            self._contestant.return_to(self._best[1])


def go_over(
    loop: Loop, passes: int, patience: int | None, starts: Any = None, done: int = 0, labelled: int = 0
) -> str | None:
    """All passes, or as many as patience allows; says why it ended before the last."""
    waiting = Patience(loop.contestants[0], patience) if patience is not None else None
    loop.passes = done
    while loop.passes < passes:
        for contestant in loop.contestants:
            contestant.begin_pass(loop.passes + 1)
        loop.read(starts, labelled)
        starts, labelled = None, 0
        if loop.stopping:
            return "interrupted"
        if waiting is not None and waiting.is_out():
            waiting.restore()
            return "early"
    if waiting is not None:
        waiting.restore()
    return None


def check_options(streams: list[Stream], passes: int, holdout: float, patience: int | None) -> None:
    """What can't work is said before anything is read."""
    whole("passes", passes, at_least=1)
    real("holdout", holdout, at_least=0.0, below=1.0)
    if patience is not None:
        whole("patience", patience, at_least=1)
        if holdout == 0.0:
            raise ParameterError("patience goes by the held-out error: give a held-out share too.")
    for stream in streams:
        if passes > 1 and not stream.repeatable:
            raise ParameterError(f"{stream.name} can be read only once; several passes need a file or a list.")


def _evaluate(
    contestants: list[Contestant],
    stream: Any,
    passes: int,
    holdout: float,
    patience: int | None,
    test: Any,
    on_error: str,
    watch: Watch | None,
    shuffle: int | None,
    told: Sequence[Milestone] = (),
    test_every: int | None = None,
) -> list[Run]:
    policy = OnError(on_error)
    streams: list[Stream] = [_in_order(as_stream(stream, rows_of(contestants)), shuffle)]
    check_options(streams, passes, holdout, patience)
    origins = [_origin(contestant.learner, streams[0]) for contestant in contestants]
    loop = Loop(contestants, streams, policy, holdout, watch or Unwatched(), milestones=list(told))
    curve = curve_on(test, test_every, loop, judge)
    try:
        stopped = go_over(loop, passes, patience)
        runs = loop.runs()
        for run, contestant, origin in zip(runs, contestants, origins, strict=True):
            run.stopped, run.origin = stopped, origin
            run.standing = standing_of(contestant.learner)
            run.test_curve = curve.of(contestant) if curve is not None else []
            if test is not None:
                run.test = judge(test, contestant, policy)
                run.columns = loop.columns.notes()
        warn_of(runs, loop.order_notes())
        return runs
    finally:
        policy.close()


def _in_order(stream: Stream, shuffle: int | None) -> Stream:
    """Its own, or a random one."""
    if shuffle is None:
        return stream
    from ..streams import Shuffled

    return Shuffled(stream, seed=shuffle)


def rows_of(contestants: Iterable[Contestant]) -> Rows | None:
    """What columns mean, by the first of them that knows."""
    readers = (contestant.row_reader for contestant in contestants)
    return next((reader.rows for reader in readers if reader is not None and reader.rows is not None), None)


def _origin(learner: AnyLearner, stream: Stream) -> tuple[Learner, Stream] | None:
    """What a certificate would need: the learner before it learned anything, and the stream."""
    return (learner.copy(), stream) if isinstance(learner, Learner) and not learner.examples else None


def _costs(given: Any) -> "Costs | None":
    from .measures.costs import Costs

    return None if given is None else Costs.read(given)


def _names(learners: list[AnyLearner]) -> list[tuple[str, AnyLearner]]:
    names = [spell(type(learner)) for learner in learners]
    numbered = [
        f"{name}-{names[: i + 1].count(name)}" if names.count(name) > 1 else name for i, name in enumerate(names)
    ]
    return list(zip(numbered, learners, strict=True))


__all__ = ["BadLineError", "compare", "evaluate", "go_over", "judge"]
