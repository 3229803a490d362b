"""Evaluation with late labels: predict now, be told later."""

from typing import Any, cast

from ...errors import ParameterError
from ...late import Delayed
from ...learners import spell
from ...parameters import one_of
from ..loop import Loop
from ..on_error import OnError
from ..surprises import warn_of
from ..watch import Unwatched, Watch
from .contestant import LateContestant
from .deliveries import Simulated
from .moments import clock_for, keys_of
from .run import Cost, LateRun
from .streams import with_times

UNTIL = ("labels", "end")
_STRETCH = 512  # examples between two looks: one by one takes longer than a block at a time

__all__ = ["Cost", "LateRun", "evaluate_late"]


def evaluate_late(
    stream: Any,
    late: Delayed,
    delay: Any = 1,
    *,
    moment: Any = None,
    until: str = "labels",
    shadow: bool = True,
    on_error: str = "stop",
    watch: Watch | None = None,
    name: str | None = None,
) -> LateRun:
    """Asks about every instance of a stream, and delivers each label when it is due. The learner is changed.

    By time, questions and labels come in the order of River's `simulate_qa`: the same labels between the same two
    questions. Within such a set Thresher learns in the order of the instances, River in the order in which the labels
    were due. After the last question both go by when labels are due. If moments go back, and the delay is constant,
    River holds a label back behind one that was asked about before and is due later; Thresher does not.

    Parameters
    ----------
    stream : Any
        As for `evaluate`; a label of None never comes.
    late : Delayed
        The learner, which waits for its labels.
    delay : Any, default 1
        In questions. A whole number, 1 for the ordinary order: the label of instance a with delay d comes right
        before question a + d (D1). A rule of thresher.late (Uniform, HeavyTailed, ...), or any function
        (number, x, y) -> delay or None for never. A text is a key of x (a column of a table) that holds it.
    moment : Any
        Tells the time of a question, a key of x or a function of x; then `delay` is in units of time: a number,
        a datetime.timedelta, a function (x, y), or a key of x; a datetime is the moment at which the label
        comes, None means never. A label comes before the first question whose moment is not earlier than its
        own. What is given as a key is taken out of x: it tells the time, and is no attribute.
    until : str, default 'labels'
        "labels", until the last label has come: those still out after the last question are delivered in the
        order in which they are due. "end": when the stream ends; what is still out stays pending.
    shadow : bool, default True
        Also run copies of the learner without delay, for `cost`.
    on_error : str, default 'stop'
        As for `evaluate`.
    watch : Watch, optional
        As for `evaluate`.
    name : str, optional
        As for `evaluate`.

    Examples
    --------
    >>> from thresher import Perceptron
    >>> from thresher.late import Delayed
    >>> stream = [({"free": 1}, True), ({"lunch": 1}, False)] * 10
    >>> run = evaluate_late(stream, Delayed(Perceptron()), delay=5)
    >>> run.mistakes, run.outstanding, run.mean_delay, run.fates
    (3, 4, 5.0, {'learned': 20})
    >>> run.cost.without_delay, run.cost.in_arrival_order, run.cost.allowance
    (1, 1, 5)
    """
    if not isinstance(late, Delayed):
        raise ParameterError(f"late must be a learner that can wait, Delayed(Perceptron()) for instance; got {late!r}.")
    one_of("until", until, UNTIL)
    clock = clock_for(moment, delay)
    known = late.row_reader.rows
    source, recall = with_times(stream, keys_of(moment, delay), moment, looks=clock.looks, rows=known)
    contestant = LateContestant(name or spell(type(late.learner)), late, Simulated(clock, recall), shadow=shadow)
    loop = LateLoop([contestant], [source], OnError(on_error), watch=watch or Unwatched())
    return go_over_late(loop, contestant, until)


class LateLoop(Loop):
    """A loop that can be looked at, and stopped, more often."""

    def _stretch(self) -> int:
        return min(_STRETCH, super()._stretch())


def go_over_late(loop: Loop, contestant: LateContestant, until: str = "labels") -> LateRun:
    """One reading of the streams, and what came of it. Stopped before the end, what is out stays out."""
    try:
        loop.read()
        if until == "labels" and not loop.stopping:
            contestant.finish()
    finally:
        loop.on_error.close()
    run = cast(LateRun, loop.runs()[0])
    run.stopped = "interrupted" if loop.stopping else None
    warn_of([run], loop.order_notes())
    return run
