"""A log of what a learner was asked and told, and its replay.

In go examples, predictions and labels in the order they happened; out comes a file of JSON lines from which the same
learner can be made again, bit for bit:

    {"event":"began","format":1,"learner":"Perceptron","parameters":{...},"digest":"..."}
    {"event":"asked","id":0,"x":[[3,1.0],["free",0.5]],"prediction":true,"time":12.5}
    {"event":"labelled","id":0,"label":false,"weight":2.0,"time":13.0}
    {"event":"ended","examples":1,"mistakes":1,"digest":"..."}

Attributes stand in one order, columns first, then names; time is the caller's and may be left out, so may a weight
of 1. Ids grow. An example may be labelled later than others that were asked after it, or never. A log without its
last line, or with a torn one, is of a process that died: legal, and reported. Anything else that is not of this form
is an InputError that names file and line. Memory holds what was asked and not yet labelled, no more.
"""

import json
import math
import numbers
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Self, TypeAlias

import numpy as np

from ..codec import from_plain, to_plain
from ..errors import InputError
from ..examples import Example
from ..learners.base import Learner
from ..protocols import Attribute, Features, Label, Outcome

FORMAT = 1
LONGEST_LINE = 1 << 28  # bytes; what is longer was not written by an EventLog
HEAVIEST = 1e100  # the largest importance weight of a learner

Time: TypeAlias = int | float | str
FilePath: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True)
class Began:
    """The first line: which learner, with which parameters, in which state."""

    learner: str
    parameters: dict[str, Any]
    digest: str


@dataclass(frozen=True)
class Asked:
    """An example and what was predicted for it."""

    id: int
    x: dict[Attribute, float]
    prediction: Label
    time: Time | None = None


@dataclass(frozen=True)
class Labelled:
    """The label of an example asked before."""

    id: int
    label: Label
    weight: float = 1.0
    time: Time | None = None


@dataclass(frozen=True)
class Ended:
    """The last line: examples labelled, predictions that were wrong, and the state of the learner."""

    examples: int
    mistakes: int
    digest: str


Event: TypeAlias = Began | Asked | Labelled | Ended


class EventLog:
    """Writes the log of one learner, each event at once, so that a process that dies leaves what it did.

    file: a path, which is written anew, or a file open for writing (bytes, or text in UTF-8), which stays open.
    learner: the learner that is asked and taught while the log is open, by `learn`, or by the caller who calls
        `asked` and `labelled` when asking and teaching it.

    >>> from thresher import Perceptron
    >>> from io import StringIO
    >>> file = StringIO()
    >>> with EventLog(file, Perceptron()) as log:
    ...     outcome = log.learn({"free": 1, 3: 0.5}, False)
    >>> print(file.getvalue().splitlines()[1])
    {"event":"asked","id":0,"x":[[3,0.5],["free",1.0]],"prediction":true}
    """

    def __init__(self, file: FilePath | IO[Any], learner: Learner) -> None:
        self._learner = learner
        parameters = {name: to_plain(value) for name, value in learner.get_params().items()}
        renamed = parameters["labels"] is not None
        self._spellings = tuple((name,) for name in learner.labels) if renamed else ((0, -1), (1,))
        self._pending: dict[int, Label] = {}
        self._next = self._examples = self._mistakes = 0
        began = {"event": "began", "format": FORMAT, "learner": type(learner).__name__, "parameters": parameters}
        began["digest"] = learner.digest()
        self._owned = isinstance(file, (str, os.PathLike))
        self._file: Any = open(file, "wb") if isinstance(file, (str, os.PathLike)) else file  # noqa: SIM115
        self._write(began)

    def asked(self, x: Features, prediction: Label, *, time: Time | None = None) -> int:
        """Notes an example and what was predicted for it; the id is what `labelled` wants."""
        return self._ask(Example(x), self._own(prediction), _clock(time))

    def labelled(self, id: int, label: Label, *, weight: float = 1.0, time: Time | None = None) -> None:
        """Notes the label of an example that was asked, just when the learner learns it."""
        if id not in self._pending:
            raise InputError(f"no example {id!r} waits for its label: it was never asked, or labelled before.")
        self._label(int(id), self._own(label), _weight(weight), _clock(time))

    def learn(self, x: Features, y: Label, weight: float = 1.0, time: Time | None = None) -> Outcome:
        """Asks, notes, learns and notes in one go; on bad input nothing is noted or learned."""
        example, weight, time = Example(x), _weight(weight), _clock(time)
        self._check_open()
        outcome = self._learner.learn_one(example, y, weight)
        self._label(self._ask(example, outcome.prediction, time), outcome.label, weight, time)
        return outcome

    def close(self) -> None:
        """Writes the last line. Called again it does nothing."""
        if self._file is None:
            return
        ended = {"event": "ended", "examples": self._examples, "mistakes": self._mistakes}
        try:
            self._write(ended | {"digest": self._learner.digest()})
        finally:
            file, self._file = self._file, None
            if self._owned:
                file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, example: Example, prediction: Label, time: Time | None) -> int:
        pairs = sorted(example.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        self._write({"event": "asked", "id": self._next, "x": pairs, "prediction": prediction} | _timed(time))
        self._pending[self._next] = prediction
        self._next += 1
        return self._next - 1

    def _label(self, id: int, label: Label, weight: float, time: Time | None) -> None:
        weighted = {} if weight == 1 else {"weight": weight}
        self._write({"event": "labelled", "id": id, "label": label} | weighted | _timed(time))
        self._examples += 1
        self._mistakes += self._pending.pop(id) != label

    def _own(self, label: Label) -> Label:
        """The learner's own spelling of a label."""
        if isinstance(label, (str, numbers.Real, np.bool_)):
            for name, spellings in zip(self._learner.labels, self._spellings, strict=True):
                if label in spellings:
                    return name
        raise InputError(f"the label {label!r} is neither of {self._learner.labels}.")

    def _check_open(self) -> None:
        if self._file is None:
            raise InputError("the log is closed; its last line is written.")

    def _write(self, record: dict[str, Any]) -> None:
        self._check_open()
        text = _ENCODER.encode(record) + "\n"
        try:
            data = text.encode()
        except UnicodeEncodeError:  # a label may hold what UTF-8 can't
            text = json.dumps(record, allow_nan=False) + "\n"
            data = text.encode()
        self._file.write(text if hasattr(self._file, "encoding") else data)
        self._file.flush()


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _timed(time: Time | None) -> dict[str, Any]:
    return {} if time is None else {"time": time}


# Reading: each of these takes one value as JSON gave it, and gives it back or says what is wrong with it.


def _clock(time: Any) -> Any:
    if time is None or isinstance(time, str):
        return time
    if not math.isfinite(_number(time)):
        raise InputError(f"a time is a finite number or a text, such as its isoformat(); got {time!r}.")
    return to_plain(time)


def _weight(weight: Any) -> float:
    if not 0 <= _number(weight) <= HEAVIEST:
        raise InputError(f"the importance weight {weight!r} is not a number from 0 to {HEAVIEST:g}.")
    return _number(weight)


def _label(label: Any) -> Label:
    if not isinstance(label, (bool, str)) and not math.isfinite(_number(label)):
        raise InputError(f"a label is true, false, a text or a finite number; got {label!r}.")
    return label


def _features(pairs: Any) -> dict[Attribute, float]:
    if not isinstance(pairs, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in pairs):
        raise InputError("x is not a list of [attribute, value] pairs.")
    for attribute, value in pairs:
        if isinstance(attribute, bool) or not isinstance(attribute, (int, str)):
            raise InputError(f"the attribute {attribute!r} is neither a name nor a column.")
        if not math.isfinite(_number(value)):
            raise InputError(f"the value {value!r} of {attribute!r} is not a finite number.")
    x = dict(pairs)
    if len(x) < len(pairs):
        raise InputError("x has an attribute twice.")
    Example(x)  # refuses what no learner takes
    return x


def _count(count: Any) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InputError(f"a whole number from 0 was expected; got {count!r}.")
    return count


def _format(version: Any) -> int:
    if _count(version) != FORMAT:
        raise InputError(f"the log has format {version}; this Thresher reads {FORMAT}.")
    return FORMAT


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise InputError(f"a text was expected; got {text!r}.")
    return text


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"an object was expected; got {value!r}.")
    return value


def _number(value: Any) -> float:
    """The value as a float; NaN if it is none."""
    try:
        return float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        return math.nan


_Parts: TypeAlias = dict[str, Callable[[Any], Any]]
_KINDS: dict[str, tuple[type[Event], _Parts, _Parts]] = {  # what every event has, and what it may have
    "began": (Began, {"format": _format, "learner": _text, "parameters": _mapping, "digest": _text}, {}),
    "asked": (Asked, {"id": _count, "x": _features, "prediction": _label}, {"time": _clock}),
    "labelled": (Labelled, {"id": _count, "label": _label}, {"weight": _weight, "time": _clock}),
    "ended": (Ended, {"examples": _count, "mistakes": _count, "digest": _text}, {}),
}


class _Torn(InputError):
    """A line that is no JSON: if it is the last and has no end, the process died while writing it."""


def read_events(path: FilePath) -> Iterator[Event]:
    """The events of a log, in order. The last is Ended if the log is complete.

    Raises InputError, as `path:line: what was wrong`, at the first line that is not as EventLog writes it, at a label
    for an example that was not asked or had one, and OSError where the file can't be read.
    """
    for _, event in _numbered(path):
        yield event


def _numbered(path: FilePath) -> Iterator[tuple[int, Event]]:
    """Line numbers and events, of which the first is Began."""
    order = _Order()
    with open(path, "rb") as file:
        number, line = 1, file.readline(LONGEST_LINE)
        while line or number == 1:
            try:
                event = _parsed(line)
                order.check(event)
            except _Torn as error:
                if number > 1 and not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                    return
                raise _at(path, number, error) from None
            except InputError as error:
                raise _at(path, number, error) from None
            yield number, event
            number, line = number + 1, file.readline(LONGEST_LINE)


class _Order:
    """Whether events come in an order that can have happened."""

    def __init__(self) -> None:
        self.began = self.ended = False
        self.last_id = -1
        self.pending: set[int] = set()

    def check(self, event: Event) -> None:
        if self.ended:
            raise InputError("there is an event after the end.")
        if isinstance(event, Began) == self.began:
            raise InputError("a log begins once, with its first line.")
        self.began, self.ended = True, isinstance(event, Ended)
        if isinstance(event, Asked):
            if event.id <= self.last_id:
                raise InputError(f"the id {event.id} comes after {self.last_id}; ids grow.")
            self.last_id = event.id
            self.pending.add(event.id)
        elif isinstance(event, Labelled):
            if event.id not in self.pending:
                raise InputError(f"no example {event.id} waits for its label: it was never asked, or labelled before.")
            self.pending.remove(event.id)


def _parsed(line: bytes) -> Event:
    record = _mapping(_decoded(line))
    kind = record.pop("event", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InputError(f"the event is {kind!r}, which is none of {', '.join(_KINDS)}.")
    make, needed, optional = _KINDS[kind]
    parts = needed | optional
    for name in record:
        if name not in parts:
            raise InputError(f"the event {kind!r} has no {name!r}.")
    for name in needed:
        if name not in record:
            raise InputError(f"the event {kind!r} lacks its {name!r}.")
    values = {name: parts[name](value) for name, value in record.items()}
    values.pop("format", None)
    return make(**values)


def _decoded(line: bytes) -> Any:
    try:
        return json.loads(line.decode(), parse_constant=_refuse, object_pairs_hook=_once)
    except InputError:
        raise
    except (ValueError, RecursionError, MemoryError):
        raise _Torn("the line is not JSON in UTF-8." if line else "the log is empty.") from None


def _refuse(constant: str) -> None:
    raise InputError(f"{constant} is not a number of JSON.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise InputError("an object has the same key twice.")
    return dict(pairs)


def _at(path: FilePath, line: int, error: Exception) -> InputError:
    text = str(error)
    return InputError(f"{os.fspath(path)}:{line}: {text if len(text) <= 500 else text[:500] + '...'}")


@dataclass
class Replay:
    """What a replay came to.

    learner: as it is after the last event.   events: lines read.   examples: labelled ones.
    mistakes: predictions of the replay that were wrong.   differing_predictions: those that differ from the log's.
    complete: whether the log has its last line.
    same_digest: whether the learner ended as the log says it did; None if the log does not say.
    """

    learner: Learner
    events: int = 1
    examples: int = 0
    mistakes: int = 0
    complete: bool = False
    same_digest: bool | None = None
    differing_predictions: int = 0


def replay(path: FilePath, learner: Learner | None = None) -> Replay:
    """Asks and teaches a learner all that the log says, in order. The same digest at the end: replayed exactly.

    learner: as it was when the log began; it is copied, not taught. Needed only if it had learned something by then,
        or has a link of the user's own. Default: made from the first line.

    Raises InputError as read_events does, and where the learner refuses an example or the start is not the log's.

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
    events = _numbered(path)
    _, began = next(events)
    assert isinstance(began, Began)
    try:
        replayed = Replay(_started(began, learner))
    except InputError as error:
        raise _at(path, 1, error) from None
    pending: dict[int, tuple[Example, Label]] = {}
    for line, event in events:
        try:
            _follow(replayed, pending, event)
        except InputError as error:
            raise _at(path, line, error) from None
    return replayed


def _follow(replayed: Replay, pending: dict[int, tuple[Example, Label]], event: Event) -> None:
    learner = replayed.learner
    replayed.events += 1
    if isinstance(event, Asked):
        x = Example(event.x)
        prediction = learner.predict_one(x)
        replayed.differing_predictions += prediction != event.prediction
        pending[event.id] = x, prediction
    elif isinstance(event, Labelled):
        x, prediction = pending.pop(event.id)
        label = learner.learn_one(x, event.label, event.weight).label
        replayed.examples += 1
        replayed.mistakes += prediction != label
    elif isinstance(event, Ended):
        replayed.complete, replayed.same_digest = True, learner.digest() == event.digest


def _started(began: Began, learner: Learner | None) -> Learner:
    if learner is not None:
        if learner.digest() != began.digest:
            raise InputError(f"the {type(learner).__name__} handed in is not in the state in which the log began.")
        return learner.copy()
    hint = "hand in the learner as it was then, replay(path, learner=...)"
    if began.learner not in Learner.kinds:
        raise InputError(f"there is no learner {began.learner!r} in this version of Thresher; {hint}.")
    try:
        parameters = {name: from_plain(value, None) for name, value in began.parameters.items()}
        fresh = Learner.kinds[began.learner](**parameters)
        digest = fresh.digest()
    except Exception as error:  # a file may say anything
        raise InputError(f"{began.learner} can't be made from the log ({error}); {hint}.") from None
    if digest != began.digest:
        raise InputError(
            f"the {began.learner} had learned before the log began (another digest than a fresh one); {hint}."
        )
    return fresh
