"""Replaying a log: does it come to the same predictions and the same learner?"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...data import Example, Rows, as_class, must_be_told
from ...errors import InputError
from ...files import from_plain
from ...learners import LEARNERS, Learner, Multiclass
from ...mistakes import is_mistake
from ...protocols import Label
from ..abilities import must_know_labels
from .events import Asked, Began, Ended, Event, FilePath, Labelled, Marked, Returned, at_line, numbered_events
from .late_replay import delayed, follow

if TYPE_CHECKING:
    from ...late import Delayed


@dataclass
class Replay:
    """What a replay came to.

    Attributes
    ----------
    learner : Learner or Delayed
        As it is after the last event.
    events : int
        Lines read.
    examples : int
        Labelled ones.
    mistakes : int
        Predictions of the replay that were wrong.
    complete : bool
        Whether the log has its last line.
    same_digest : bool | None
        Whether the learner ended as the log says it did; None if the log does not say.
    differing_predictions : int
        Those that differ from the log's.
    """

    learner: Any
    events: int = 1
    examples: int = 0
    mistakes: int = 0
    complete: bool = False
    same_digest: bool | None = None
    differing_predictions: int = 0


@dataclass
class _Kept:
    """What later events of a log may be about: examples without a label, and a state to return to."""

    pending: dict[int, tuple[Example, Label, int]] = field(default_factory=dict)
    mark: Learner | None = None


def replay(path: FilePath, learner: "Learner | Delayed | None" = None) -> Replay:
    """Asks and teaches a learner all that the log says, in order. The same digest at the end: replayed exactly.

    Raises InputError as read_events does, and where the learner refuses an example or the start is not the log's.

    Parameters
    ----------
    path : FilePath
        The log.
    learner : Learner or Delayed, optional
        As it was when the log began; it is copied, not taught. Needed only if it had learned something by then,
        or has a link of the user's own. Default: made from the first line.

    Examples
    --------
    >>> from thresher.evaluation import EventLog
    >>> import tempfile, pathlib
    >>> from thresher import Perceptron
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "events.jsonl")
    ...     with EventLog(path, Perceptron()) as log:
    ...         outcome = log.learn({"free": 1}, False)
    ...     again = replay(path)
    >>> again.mistakes, again.learner.weights(), again.same_digest
    (1, {'free': -1.0}, True)
    """
    events = numbered_events(path)
    _, began = next(events)
    assert isinstance(began, Began)
    try:
        replayed = Replay(_started(began, learner))
    except InputError as error:
        raise at_line(path, 1, error) from None
    if began.order is not None:
        _replay_late(replayed, path, events)
        return replayed
    if must_know_labels(replayed.learner):
        _expect(replayed.learner, path)
    kept = _Kept()
    for line, event in events:
        try:
            _follow(replayed, kept, event)
        except InputError as error:
            raise at_line(path, line, error) from None
    return replayed


def _replay_late(replayed: Replay, path: FilePath, events: Iterator[tuple[int, Event]]) -> None:
    """The events of a delayed learner."""
    late = replayed.learner
    answered, mistakes = late.answered, late.mistakes
    for line, event in events:
        replayed.events += 1
        if isinstance(event, Ended):
            replayed.complete, replayed.same_digest = True, late.digest() == event.digest
            break
        try:
            replayed.differing_predictions += follow(late, event)
        except InputError as error:
            raise at_line(path, line, error) from None
    replayed.examples, replayed.mistakes = late.answered - answered, late.mistakes - mistakes


def _expect(learner: Learner, path: FilePath) -> None:
    """The labels of the log, which whoever learned from it knew before the first."""
    labels = set()
    for _, event in numbered_events(path):
        if isinstance(event, Labelled):
            labels.add(as_class(event.label))
        if len(labels) == 2:
            if must_be_told(labels):
                learner.expect_labels(labels)
            return


def _follow(replayed: Replay, kept: _Kept, event: Event) -> None:
    learner = replayed.learner
    replayed.events += 1
    if isinstance(event, Asked):
        x = Example(event.x)
        prediction = learner.predict_one(x)
        if event.prediction is None and prediction not in learner.classes:
            prediction = None  # of a label that had not come
        replayed.differing_predictions += prediction != event.prediction
        kept.pending[event.id] = x, prediction, replayed.examples
    elif isinstance(event, Labelled):
        x, prediction, learned_by_then = kept.pending.pop(event.id)
        # A label that is new may change names; what was said just now is then known by what the learner counts.
        at_once = learned_by_then == replayed.examples
        joins = at_once and as_class(event.label) not in learner.label_numbers
        outcome = learner.learn_one(x, event.label, event.weight)
        replayed.examples += 1
        replayed.mistakes += outcome.mistake if joins else is_mistake(prediction, outcome.label)
    elif isinstance(event, Marked):
        kept.mark = learner.copy()
    elif isinstance(event, Returned):
        assert kept.mark is not None  # the order of events is checked when they are read
        learner.become(kept.mark)
    elif isinstance(event, Ended):
        replayed.complete, replayed.same_digest = True, learner.digest() == event.digest


def _started(began: Began, learner: "Learner | Delayed | None") -> "Learner | Delayed":
    if learner is not None:
        if learner.digest() != began.digest:
            raise InputError(f"the {type(learner).__name__} handed in is not in the state in which the log began.")
        return learner.copy()
    hint = "hand in the learner as it was then, replay(path, learner=...)"
    kinds = LEARNERS | {"Multiclass": Multiclass}
    if began.learner not in kinds:
        raise InputError(f"there is no learner {began.learner!r} in this version of Thresher; {hint}.")
    try:
        parameters = {name: _parameter(value) for name, value in began.parameters.items()}
        made = kinds[began.learner](**parameters)
        if began.columns is not None:
            made.row_reader.take(Rows.from_plain(began.columns))
        fresh = made if began.order is None else delayed(began, made)
        digest = fresh.digest()
    except Exception as error:  # a file may say anything
        raise InputError(f"{began.learner} can't be made from the log ({error}); {hint}.") from None
    if digest != began.digest:
        raise InputError(
            f"the {began.learner} had learned before the log began (another digest than a fresh one); {hint}."
        )
    return fresh


def _parameter(value: Any) -> Any:
    """A parameter as the learner takes it."""
    if isinstance(value, dict) and set(value) == {"learner", "parameters"} and value["learner"] in LEARNERS:
        parameters = {name: from_plain(part, None) for name, part in value["parameters"].items()}
        return LEARNERS[value["learner"]](**parameters)
    return from_plain(value, None)
