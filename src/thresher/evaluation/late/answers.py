"""Labels in a file of their own, joined with the instances by an id: in the order in which they came."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ...data import no_column
from ...errors import InputError
from ...streams import Block, Source, Trouble
from ..on_error import OnError
from .deliveries import Delivery, Turn
from .moments import seconds, time_in
from .streams import taking_out

AFTER = "after"


class _Line(NamedTuple):
    """A line of the file of answers."""

    ticket: str
    label: Any
    after: str | None
    time: float | None
    place: Trouble


class AnswerFile:
    """Brings the labels of a file. Its lines are in the order in which they came; one waits for those before it.

    answers: a table with the id and the label of an instance in each line.   id: the column of the ids, in both files;
    in Vowpal Wabbit's format the tag is the id.   time: a column with moments in both files: a label comes before the
    first question that is not earlier.

    Without times a line may say, in the column `after`, the id of an instance: its label came when that one had been
    asked about. A label that says neither comes after the last question.
    """

    def __init__(
        self, answers: Source, instances: list[Source], on_error: OnError, *, id: str, time: str | None = None
    ) -> None:
        wanted = [id, *([AFTER] if time is None else [time])]
        answers = replace(answers, columns=replace(answers.columns, lenient=True))
        self._answers = taking_out(answers, wanted)
        self._id, self._time = id, time
        self._on_error = on_error
        self.streams: list[Source] = [self._joined(source) for source in instances]
        self._asked: set[str] = set()
        self._taken: dict[str, Any] = {}
        self._lines = self._read()
        self._head: _Line | None = None
        self._begun = False

    def turn(self, block: Block, row: int, number: int, label: Any) -> Turn:
        cells = block.aside(row)
        ticket = self._ticket(cells, block, row)
        if not ticket:
            raise _missing(self._id, "id", block, "to join with its label by")
        now = None
        if self._time is not None:
            if self._time not in cells:
                raise _missing(self._time, "time", block, "to tell the time by")
            now = seconds(time_in(cells[self._time]))
        deliveries = []
        while (line := self._first()) is not None and self._has_come(line, now):
            deliveries.append(self._delivery(line, number))
        self._asked.add(ticket)
        return Turn(deliveries, ticket)

    def asked(self, ticket: Any) -> bool:
        return False  # nobody knows

    def rest(self, asked: int) -> Iterator[list[Delivery]]:
        while (line := self._first()) is not None:
            yield [self._delivery(line, asked + 1)]

    def counted(self, delivery: Delivery) -> None:
        self._taken[delivery.ticket] = delivery.label

    def again(self) -> Iterator[tuple[Any, Any, float]] | None:
        return self._again() if all(source.repeatable for source in self.streams) else None

    def refused(self, delivery: Delivery, error: InputError) -> None:
        if delivery.place is None:
            raise error
        self._on_error(replace(delivery.place, message=str(error).rstrip(".")), self._answers.name)

    def _again(self) -> Iterator[tuple[Any, Any, float]]:
        for block in (block for source in self.streams for block in source.blocks()):
            weights = block.weights
            for row in range(len(block)):
                ticket = self._ticket(block.aside(row), block, row)
                if ticket in self._taken:
                    yield block.example(row), self._taken.pop(ticket), 1.0 if weights is None else float(weights[row])

    def _ticket(self, cells: dict[str, str], block: Block, row: int) -> str:
        return cells.get(self._id) or str(block.native.tag(row) or "")

    def _joined(self, source: Source) -> Source:
        """Instances: their own labels, if they have any, are not looked at."""
        columns = source.columns
        if source.found_format == "vw" and self._time is None:
            return source
        unlabelled = replace(columns, label="", ignore=(*columns.ignore, *filter(None, [columns.label])), lenient=True)
        return taking_out(replace(source, columns=unlabelled), [self._id, *filter(None, [self._time])])

    def _has_come(self, line: _Line, now: float | None) -> bool:
        if now is not None:
            return line.time is not None and line.time <= now
        return line.after is not None and line.after in self._asked

    def _first(self) -> _Line | None:
        if not self._begun:
            self._begun, self._head = True, next(self._lines, None)
        return self._head

    def _delivery(self, line: _Line, before: int) -> Delivery:
        self._head = next(self._lines, None)
        return Delivery(line.ticket, line.label, before, line.place)

    def _read(self) -> Iterator[_Line]:
        for block in self._answers.blocks():
            first = 0
            for trouble in [*block.troubles, None]:
                last = len(block) if trouble is None else trouble.row
                yield from filter(None, (self._line(block, row) for row in range(first, last)))
                first = last
                if trouble is not None:
                    self._on_error(trouble, self._answers.name)

    def _line(self, block: Block, row: int) -> _Line | None:
        cells = block.aside(row)
        place = Trouble(row, block.native.line(row), 1, "", "", block.text(row), block.before(row))
        label = block.label(row)
        try:
            if self._id not in cells:
                raise _missing(self._id, "id", block, "to say whose label it is")
            if label is None:
                raise InputError(f"there is no label in {self._answers.columns.label!r}")
            if self._time is None:
                return _Line(cells[self._id], label, cells.get(AFTER), None, place)
            if self._time not in cells:
                raise _missing(self._time, "time", block, "to tell the time by")
            return _Line(cells[self._id], label, None, seconds(time_in(cells[self._time])), place)
        except InputError as error:
            self._on_error(replace(place, message=str(error).rstrip(".")), self._answers.name)
            return None


def _missing(name: str, role: str, block: Block, what_for: str) -> InputError:
    """Of a cell that is empty, or a column that is not there: then with those that are."""
    names = block.native.header or [column for column, _ in block.columns]
    if not names or name in names or any(name in block.aside(row) for row in range(len(block))):
        return InputError(f"there is no {name!r} {what_for}")
    return InputError(no_column(name, role, names).rstrip("."))
