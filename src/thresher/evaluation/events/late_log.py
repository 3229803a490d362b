"""Writing the log of a delayed learner: each question and each label that has an effect, as it happens."""

import os
from collections.abc import Iterable
from typing import IO, Any

from ...data import as_class
from ...errors import InputError
from ...files import to_plain
from ...late import Delayed, LabelStatus, Question
from ...late.files import OPTIONS
from ...late.orders import naming
from ...late.tickets import Ticket, each_ticket
from ...learners import Learner
from ...protocols import Features, Label
from .events import FilePath, as_label
from .lines import Lines, beginning, pairs_of


class LateLog(Lines):
    """Asks and tells a delayed learner, and writes what it was asked and told; `replay` makes the same one again.

    What is refused, and what has no effect (a label that is unknown, a duplicate, too late), is not written.

    Parameters
    ----------
    file : FilePath | IO[Any]
        A new path, or a file open for writing (bytes, or text in UTF-8), which stays open.
    late : Delayed
        Around a learner of Thresher's own; asked and told by this log alone while it is open.
    replace : bool, default False
        Whether a log that is there may be written anew: all it remembers is gone then.

    Raises
    ------
    InputError
        If there is a log already. `replay(path).learner` is the learner it came to, to go on with in a new log.

    Examples
    --------
    >>> from io import StringIO
    >>> from thresher import Perceptron
    >>> file = StringIO()
    >>> with LateLog(file, Delayed(Perceptron())) as log:
    ...     question = log.ask({"free": 1}, ticket="mail 17")
    ...     log.label("mail 17", False), log.label("mail 17", False)
    (<LabelStatus.WAITING: 1>, <LabelStatus.DUPLICATE: 4>)
    >>> print("".join(file.getvalue().splitlines(keepends=True)[1:3]), end="")
    {"event":"asked","id":1,"x":[["free",1.0]],"prediction":true,"ticket":"mail 17"}
    {"event":"labelled","id":1,"label":false}
    """

    def __init__(self, file: FilePath | IO[Any], late: Delayed, *, replace: bool = False) -> None:
        if not isinstance(late.learner, Learner):
            raise InputError("a log is of a learner of Thresher's own, with late labels or without.")
        if isinstance(file, (str, os.PathLike)) and not replace and os.path.exists(file) and os.path.getsize(file):
            raise InputError(
                f"{os.fspath(file)}: is there already, and nothing is written over it. replay(path).learner goes on"
                " where it ends, with a log of its own; replace=True begins it anew."
            )
        self.late = late
        self._before = late.answered, late.mistakes
        options = {name: getattr(late, name) for name in OPTIONS}
        said = {"order": naming.to_plain(late.order), "options": options}
        super().__init__(file, beginning(late.learner, late.digest(), said))

    def ask(self, x: Features, ticket: Ticket = None, *, at: float | None = None) -> Question:
        """As `Delayed.ask`; a ticket of one's own is a text here."""
        self._check_open()
        if ticket is not None and not isinstance(ticket, (str, int)):
            raise InputError(f"a ticket in a log is a text; got {ticket!r}.", field="ticket")
        example = self.late.row_reader.prepared(x)
        question = self.late.ask(x, ticket, at=at)
        said = {"event": "asked", "id": question.number, "x": pairs_of(example), "prediction": question.label}
        own = {"ticket": question.ticket} if isinstance(question.ticket, str) else {}
        self._write(said | own | ({} if at is None else {"time": float(at)}))
        return question

    def label(self, ticket: Ticket, y: Label, weight: float = 1.0) -> LabelStatus:
        """As `Delayed.label`."""
        self._check_open()
        status = self.late.label(ticket, y, weight)
        self._note(ticket, status, y, weight)
        return status

    def correct(self, ticket: Ticket, y: Label, weight: float = 1.0) -> LabelStatus:
        """As `Delayed.correct`."""
        self._check_open()
        status = self.late.correct(ticket, y, weight)
        self._note(ticket, status, y, weight)
        return status

    def retract(self, ticket: Ticket) -> LabelStatus:
        """As `Delayed.retract`."""
        self._check_open()
        status = self.late.retract(ticket)
        if status is LabelStatus.RETRACTED:
            self._write({"event": "retracted", "id": self.late.number_of(ticket)})
        return status

    def expire(self, tickets: Ticket | Iterable[Ticket], label: Label = None, *, weight: float = 1.0) -> int:
        """As `Delayed.expire`: a line for each that is given up."""
        self._check_open()
        numbers = list(map(self.late.number_of, each_ticket(tickets)))
        by_default = {} if label is None else _label(label, weight)
        count = 0
        for number in numbers:
            if number is not None and self.late.expire(number, label, weight=weight):
                self._write({"event": "expired", "id": number} | by_default)
                count += 1
        return count

    def expire_before(self, at: float, label: Label = None, *, weight: float = 1.0) -> int:
        """As `Delayed.expire_before`: a line for each that is given up."""
        return self.expire(self.late.waiting_before(at), label, weight=weight)

    def apply(self) -> None:
        """As `Delayed.apply`."""
        self._check_open()
        self.late.apply()
        self._write({"event": "applied"})

    def expect_labels(self, labels: Iterable[Label]) -> None:
        """As `Delayed.expect_labels`."""
        self._check_open()
        expected = [as_class(label) for label in labels]
        self.late.expect_labels(expected)
        self._write({"event": "expected", "labels": expected})

    def _note(self, ticket: Ticket, status: LabelStatus, y: Label, weight: float) -> None:
        kinds = {LabelStatus.WAITING: "labelled", LabelStatus.CORRECTED: "corrected"}
        if status in kinds:
            self._write({"event": kinds[status], "id": self.late.number_of(ticket)} | _label(y, weight))

    def _ended(self) -> dict[str, Any]:
        late, (answered, mistakes) = self.late, self._before
        return {"examples": late.answered - answered, "mistakes": late.mistakes - mistakes, "digest": late.digest()}


def _label(y: Label, weight: float) -> dict[str, Any]:
    written = {"label": to_plain(as_label(as_class(y)))}
    return written if weight == 1 else written | {"weight": float(weight)}
