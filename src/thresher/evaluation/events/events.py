"""The events of a log, what a learner was asked and told, and how they are read.

In go examples, predictions and labels in the order they happened; out comes a file of JSON lines from which the same
learner can be made again, bit for bit:

    {"event":"began","format":1,"learner":"Perceptron","parameters":{...},"digest":"..."}
    {"event":"asked","id":0,"x":[[3,1.0],["free",0.5]],"prediction":true,"time":12.5}
    {"event":"labelled","id":0,"label":false,"weight":2.0,"time":13.0}
    {"event":"marked"}
    {"event":"returned"}
    {"event":"ended","examples":1,"mistakes":1,"digest":"..."}

The log of a delayed learner (format 2) also says how late labels are dealt with; ids are the numbers of its questions,
a label is learned when the order says so, and time is what `ask(x, at=...)` was told:

    {"event":"began","format":2,...,"order":{"name":"Replay",...},"options":{"horizon":null,...},"columns":{...}}
    {"event":"asked","id":1,"x":[["free",0.5]],"prediction":true,"ticket":"mail 17","time":12.5}
    {"event":"labelled","id":1,"label":false}
    {"event":"corrected","id":1,"label":true,"weight":2.0}
    {"event":"retracted","id":1}
    {"event":"expired","id":1,"label":false}
    {"event":"applied"}
    {"event":"expected","labels":["ham","spam"]}

"columns", in any log of format 2, are what the columns of the model's rows mean. Attributes stand in one order, columns
first, then names; time is the caller's and may be left out, so may a weight of 1. Ids grow. An example may be labelled
later than others that were asked after it, or never. A learner that may go back to where it was best is marked there,
and returns to the last mark. A log without its last line, or with a torn one, is of a process that died: legal, and
reported. Anything else that is not of this form is an InputError that names file and line. Memory holds what was asked
and not yet labelled, no more.
"""

import json
import math
import numbers
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

from ..._core import PreparedExample
from ...errors import InputError
from ...files import to_plain
from ...protocols import Attribute, Label

FORMAT = 1
LATE_FORMAT = 2  # with late labels, or with columns
LONGEST_LINE = 1 << 28  # bytes; what is longer was not written by an EventLog
HEAVIEST = 1e100  # the largest importance weight of a learner
_first = itemgetter(0)

Time: TypeAlias = int | float | str
FilePath: TypeAlias = str | os.PathLike[str]


class Row(dict[Attribute, float]):
    """An example of a log, with what the core makes of it: that is made once, when it is checked."""

    prepared: PreparedExample


@dataclass(frozen=True)
class Began:
    """The first line: which learner, with which parameters, in which state."""

    learner: str
    parameters: dict[str, Any]
    digest: str
    order: dict[str, Any] | None = None  # of a delayed learner, with its options
    options: dict[str, Any] | None = None
    columns: dict[str, Any] | None = None


@dataclass(frozen=True)
class Asked:
    """An example and what was predicted for it."""

    id: int
    x: dict[Attribute, float]
    prediction: Label
    time: Time | None = None
    ticket: str | None = None


@dataclass(frozen=True)
class Labelled:
    """The label of an example asked before."""

    id: int
    label: Label
    weight: float = 1.0
    time: Time | None = None


@dataclass(frozen=True)
class Corrected:
    """Another label in the place of the first."""

    id: int
    label: Label
    weight: float = 1.0


@dataclass(frozen=True)
class Retracted:
    """A label was taken back: its example waits for one again."""

    id: int


@dataclass(frozen=True)
class Expired:
    """No label is waited for any more; perhaps another is learned in its place."""

    id: int
    label: Label = None
    weight: float = 1.0


@dataclass(frozen=True)
class Applied:
    """The labels that had come were learned before the next question."""


@dataclass(frozen=True)
class Expected:
    """Which labels are to come."""

    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Marked:
    """The learner may return to what it is now; one mark at a time."""


@dataclass(frozen=True)
class Returned:
    """The learner is again what it was when it was last marked."""


@dataclass(frozen=True)
class Ended:
    """The last line: examples labelled, predictions that were wrong, and the state of the learner."""

    examples: int
    mistakes: int
    digest: str


Late: TypeAlias = Corrected | Retracted | Expired | Applied | Expected
Event: TypeAlias = Began | Asked | Labelled | Late | Marked | Returned | Ended


# Reading: each of these takes one value as JSON gave it, and gives it back or says what is wrong with it.


def as_time(time: Any) -> Any:
    if time is None or isinstance(time, str) or (type(time) is float and math.isfinite(time)):
        return time
    if not math.isfinite(_number(time)):
        raise InputError(f"a time is a finite number or a text, such as its isoformat(); got {time!r}.")
    return to_plain(time)


def as_weight(weight: Any) -> float:
    if not 0 <= _number(weight) <= HEAVIEST:
        raise InputError(f"the importance weight {weight!r} is not a number from 0 to {HEAVIEST:g}.")
    return _number(weight)


def as_label(label: Any) -> Label:
    if not isinstance(label, (bool, str)) and not math.isfinite(_number(label)):
        raise InputError(f"a label is true, false, a text or a finite number; got {label!r}.")
    return label


def _answer(label: Any) -> Label:
    """A label, or none: there was no answer."""
    return None if label is None else as_label(label)


def _features(pairs: Any) -> dict[Attribute, float]:
    if type(pairs) is not list or not (set(map(type, pairs)) <= {list} and set(map(len, pairs)) <= {2}):
        raise InputError("x is not a list of [attribute, value] pairs.")
    x = Row(pairs) if set(map(type, map(_first, pairs))) <= {str, int} else None
    usual = x is not None and set(map(type, x.values())) <= {float}
    for attribute, value in () if usual else pairs:
        if isinstance(attribute, bool) or not isinstance(attribute, (int, str)):
            raise InputError(f"the attribute {attribute!r} is neither a name nor a column.")
        if not math.isfinite(_number(value)):
            raise InputError(f"the value {value!r} of {attribute!r} is not a finite number.")
    if x is None or len(x) < len(pairs):
        raise InputError("x has an attribute twice.")
    x.prepared = PreparedExample(x)  # refuses what no learner takes
    return x


def _count(count: Any) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InputError(f"a whole number from 0 was expected; got {count!r}.")
    return count


def _format(version: Any) -> int:
    if _count(version) not in (FORMAT, LATE_FORMAT):
        raise InputError(f"the log has format {version}; this Thresher reads {FORMAT} and {LATE_FORMAT}.")
    return int(version)


def _labels(labels: Any) -> tuple[Label, ...]:
    if not isinstance(labels, list):
        raise InputError(f"a list of labels was expected; got {labels!r}.")
    return tuple(map(as_label, labels))


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
    if type(value) is float:  # as it is most often; the rest takes ten times as long
        return value
    try:
        return float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else math.nan
    except OverflowError:
        return math.nan


_Parts: TypeAlias = dict[str, Callable[[Any], Any]]
_NEEDED_AND_OPTIONAL: dict[str, tuple[type[Event], _Parts, _Parts]] = {  # what every event has, and what it may have
    "began": (
        Began,
        {"format": _format, "learner": _text, "parameters": _mapping, "digest": _text},
        {"order": _mapping, "options": _mapping, "columns": _mapping},
    ),
    "asked": (Asked, {"id": _count, "x": _features, "prediction": _answer}, {"time": as_time, "ticket": _text}),
    "labelled": (Labelled, {"id": _count, "label": as_label}, {"weight": as_weight, "time": as_time}),
    "corrected": (Corrected, {"id": _count, "label": as_label}, {"weight": as_weight}),
    "retracted": (Retracted, {"id": _count}, {}),
    "expired": (Expired, {"id": _count}, {"label": as_label, "weight": as_weight}),
    "applied": (Applied, {}, {}),
    "expected": (Expected, {"labels": _labels}, {}),
    "marked": (Marked, {}, {}),
    "returned": (Returned, {}, {}),
    "ended": (Ended, {"examples": _count, "mistakes": _count, "digest": _text}, {}),
}


_KINDS = {
    kind: (make, frozenset(needed), needed | optional)
    for kind, (make, needed, optional) in _NEEDED_AND_OPTIONAL.items()
}


class _Torn(InputError):
    """A line that is no JSON: if it is the last and has no end, the process died while writing it."""


def read_events(path: FilePath) -> Iterator[Event]:
    """The events of a log, in order. The last is Ended if the log is complete.

    Raises InputError, as `path:line: what was wrong`, at the first line that is not as EventLog writes it, at a label
    for an example that was not asked or had one, and OSError where the file can't be read.

    Parameters
    ----------
    path : FilePath
        The log.
    """
    for _, event in numbered_events(path):
        yield event


def numbered_events(path: FilePath) -> Iterator[tuple[int, Event]]:
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
                raise at_line(path, number, error) from None
            except InputError as error:
                raise at_line(path, number, error) from None
            yield number, event
            number, line = number + 1, file.readline(LONGEST_LINE)


class _Order:
    """Whether events come in an order that can have happened."""

    def __init__(self) -> None:
        self.began = self.marked = self.ended = self.late = False
        self.last_id = -1
        self.pending: set[int] = set()

    def check(self, event: Event) -> None:
        if self.ended:
            raise InputError("there is an event after the end.")
        if isinstance(event, Began) == self.began:
            raise InputError("a log begins once, with its first line.")
        if isinstance(event, Asked):
            if event.id <= self.last_id:
                raise InputError(f"the id {event.id} comes after {self.last_id}; ids grow.")
            self.last_id = event.id
            if not self.late:
                self.pending.add(event.id)
        elif isinstance(event, Labelled):
            if self.late:  # whoever replays it knows what waits
                return
            if event.id not in self.pending:
                raise InputError(f"no example {event.id} waits for its label: it was never asked, or labelled before.")
            self.pending.remove(event.id)
        else:
            self._check_rare(event)

    def _check_rare(self, event: Event) -> None:
        if isinstance(event, Began):
            self.late = event.order is not None
        self.began, self.ended = True, isinstance(event, Ended)
        if not self.late and isinstance(event, Late):
            raise InputError("that can happen to a delayed learner alone, and the log is of none.")
        self.marked |= isinstance(event, Marked)
        if isinstance(event, Returned) and not self.marked:
            raise InputError("the learner returns to a mark, and there is none.")


def _parsed(line: bytes) -> Event:
    record = _mapping(_decoded(line))
    kind = record.pop("event", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise InputError(f"the event is {kind!r}, which is none of {', '.join(_KINDS)}.")
    make, needed, parts = _KINDS[kind]
    if not needed <= record.keys() <= parts.keys():
        raise _misfit(kind, record)
    values = {name: parts[name](value) for name, value in record.items()}
    values.pop("format", None)
    event = object.__new__(make)  # all parts are checked; setting those of a frozen value one by one takes longer
    event.__dict__.update(values)
    return event


def _misfit(kind: str, record: dict[str, Any]) -> InputError:
    """What an event has that it must not have, or lacks."""
    _, needed, optional = _NEEDED_AND_OPTIONAL[kind]
    for name in record:
        if name not in needed and name not in optional:
            return InputError(f"the event {kind!r} has no {name!r}.")
    lacking = next(name for name in needed if name not in record)
    return InputError(f"the event {kind!r} lacks its {lacking!r}.")


def _decoded(line: bytes) -> Any:
    try:
        text = line.decode()
        if text.startswith("{") and text.endswith("}\n"):  # as it is written: nothing is around it
            found, end = _DECODER.raw_decode(text)
            if end == len(text) - 1:
                return found
        return _DECODER.decode(text)
    except InputError:
        raise
    except (ValueError, RecursionError, MemoryError):
        raise _Torn("the line is not JSON in UTF-8." if line else "the log is empty.") from None


def _refuse(constant: str) -> None:
    raise InputError(f"{constant} is not a number of JSON.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InputError("an object has the same key twice.")
    return found


_DECODER = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_once)  # made once: that takes longer than a line


def at_line(path: FilePath, line: int, error: Exception) -> InputError:
    text = str(error)
    return InputError(f"{os.fspath(path)}:{line}: {text if len(text) <= 500 else text[:500] + '...'}")
