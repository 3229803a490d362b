"""How a learner of the service is doing: mistakes, log loss and label delays, in all and by windows of questions."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import msgspec

from ..evaluation.risk_so_far import risk_between
from ..protocols import Label, Outcome
from .thresholds import StatedGrid

MOST_WINDOWS = 256
LEAST_PROBABILITY = 1e-12
SWEPT_FROM = 256  # labels that are known by ticket; below it none is looked at


Changeable = Callable[[Iterable[str]], Iterable[str]]


class Window(msgspec.Struct, array_like=True):
    """So many questions that came one after the other."""

    asked: int = 0
    labelled: int = 0
    mistakes: int = 0
    log_loss: float = 0.0
    stated: int = 0  # labels whose probability was stated

    def count(self, mistake: bool, loss: float | None, times: int) -> None:
        """A label more; -1 times: one less."""
        self.labelled += times
        self.mistakes += times * mistake
        if loss is not None:
            self.stated += times
            self.log_loss = self.log_loss + times * loss if self.stated else 0.0

    @property
    def error(self) -> float | None:
        """Of those that are labelled."""
        return self.mistakes / self.labelled if self.labelled else None

    @property
    def mean_log_loss(self) -> float | None:
        """Of those whose probability was stated."""
        return self.log_loss / self.stated if self.stated else None

    def to_saved(self) -> list[Any]:
        """For a snapshot."""
        return list(msgspec.structs.astuple(self))

    def add(self, other: "Window") -> None:
        """Both as one."""
        self.asked += other.asked
        self.labelled += other.labelled
        self.mistakes += other.mistakes
        self.log_loss += other.log_loss
        self.stated += other.stated


class Counted(NamedTuple):
    """A label that was counted, as long as it may be corrected or taken back."""

    number: int  # of its question
    stated: dict[Label, float] | None
    answered: bool
    label: Label
    mistake: bool
    positive: Label  # which label was the positive one of two
    came: bool = True  # not learned because none came

    @property
    def loss(self) -> float | None:
        """Where a probability was stated of the label that came."""
        return None if self.stated is None else _loss(self.stated.get(self.label))


class Tally:
    """Counts by windows of equal length. When there are too many, two become one, so that memory stays bounded.

    What is out is kept until its label comes: the probabilities that were stated for it. What was counted is kept until
    it can't change any more: see `forget`.
    """

    def __init__(self) -> None:
        self.length = 64  # questions in a window
        self.windows: list[Window] = []
        self._out: dict[str, tuple[int, dict[Label, float] | None, bool]] = {}  # ticket -> number, stated, answered
        self._counted: dict[str, Counted] = {}
        self._sweep_at = SWEPT_FROM
        self.count = 0
        self.grid = StatedGrid()
        self.instead = Window()  # labels that were learned because none came

    def asked(self, ticket: str, stated: dict[Label, float] | None, *, answered: bool = True) -> None:
        """A question was asked; answered: not before any label was known, when nothing could be said."""
        self.asked_each((ticket,), (stated,), answered=answered)

    def asked_each(
        self, tickets: Sequence[str], stated: Sequence[dict[Label, float] | None], *, answered: bool = True
    ) -> None:
        """The same of several."""
        begin, end = 0, len(tickets)
        while begin < end:
            window, room = self._open_window()
            stop = min(end, begin + room)
            window.asked += stop - begin
            numbers = range(self.count, self.count + stop - begin)
            shares = stated[begin:stop] if answered else repeat(None)
            self._out.update(zip(tickets[begin:stop], zip(numbers, shares, repeat(answered)), strict=False))
            self.count += stop - begin
            begin = stop

    def _open_window(self) -> tuple[Window, int]:
        """The window of the next question, and how many more fit into it."""
        place = self.count // self.length
        if place == len(self.windows):
            if place == MOST_WINDOWS:
                self._halve()
                place = self.count // self.length
            if place == len(self.windows):
                self.windows.append(Window())
        return self.windows[place], self.length - self.count % self.length

    def labelled(self, ticket: str, outcome: Outcome | None, positive: Label = None, *, came: bool = True) -> None:
        """Its label came, or another one in its place.

        positive: the one of two labels that is; came: not one that is learned because none came.
        """
        if outcome is not None:
            self.met_each((ticket,), (outcome.label,), (outcome.mistake,), positive, came=came)
            return
        if ticket in self._counted:
            self.taken_back(ticket)
        self._out.pop(ticket, None)

    def met_each(
        self,
        tickets: Iterable[str],
        labels: Iterable[Label],
        mistakes: Iterable[bool],
        positive: Label = None,
        *,
        came: bool = True,
    ) -> None:
        """The same of labels that are known, and of whether something else had been said of each."""
        out, known = self._out, self._counted
        for ticket, label, mistake in zip(tickets, labels, mistakes, strict=True):
            if ticket in known:
                self.taken_back(ticket)
            found = out.pop(ticket, None)
            if found is not None:
                number, stated, answered = found
                counted = Counted(number, stated, answered, label, mistake and answered, positive, came)
                known[ticket] = counted
                self._count(counted, 1)

    def taken_back(self, ticket: str) -> None:
        """Its label counts no more, and is out again."""
        counted = self._counted.pop(ticket, None)
        if counted is not None:
            self._count(counted, -1)
            self._out[ticket] = (counted.number, counted.stated, counted.answered)

    def _count(self, counted: Counted, times: int) -> None:
        number, stated, _, label, mistake, positive, came = counted
        loss = None
        if stated is not None:
            loss = _loss(stated.get(label))
            self.grid.add(stated, label, positive, times)
        self.windows[number // self.length].count(mistake, loss, times)
        if not came:
            self.instead.count(mistake, None, times)

    def stated(self, ticket: str) -> dict[Label, float] | None:
        """What was stated of a question that waits for its label."""
        found = self._out.get(ticket)
        return None if found is None else found[1]

    def counted(self, ticket: str) -> Counted | None:
        """What a label counted for, as long as that is known."""
        return self._counted.get(ticket)

    @property
    def has_many(self) -> bool:
        """Whether it is time to `forget`."""
        return len(self._counted) >= self._sweep_at

    def forget(self, changeable: Changeable, *, all_of_them: bool = False) -> None:
        """Labels that can't change any more need not be known by ticket.

        Parameters
        ----------
        changeable : function
            Of tickets those whose label may still be corrected or taken back.
        all_of_them : bool, default False
            Look at them now; default: once there are many.
        """
        if all_of_them or self.has_many:
            self._counted = {ticket: self._counted[ticket] for ticket in changeable(self._counted)}
            self._sweep_at = SWEPT_FROM + 2 * len(self._counted)

    def gone(self, ticket: str) -> None:
        """Its label is no longer waited for."""
        self._out.pop(ticket, None)

    def _halve(self) -> None:
        """Pairs of windows become one."""
        for left, right in zip(self.windows[::2], self.windows[1::2], strict=True):
            left.add(right)
        self.windows = self.windows[::2]
        self.length *= 2

    @property
    def total(self) -> Window:
        """All windows as one."""
        whole = Window()
        for window in self.windows:
            whole.add(window)
        return whole

    def risk_to_plain(self) -> dict[str, Any] | None:
        """The limits of the mean risk of the labels that came (J6); None before the first.

        The risk of a label is the probability, given everything that was known before it came, that the answer had been
        wrong: so labels may come late and in any order. What is learned in place of one that did not come is none.
        """
        total = self.total
        labels, mistakes = total.labelled - self.instead.labelled, total.mistakes - self.instead.mistakes
        if not labels:
            return None
        return risk_between(mistakes, labels).to_plain() | {"labels": labels, "mistakes": mistakes}

    def error_interval(self) -> tuple[float, float]:
        """The least and the largest error that the labels still out leave possible, over all questions."""
        total = self.total
        if not total.asked:
            return 0.0, 0.0
        return total.mistakes / total.asked, (total.mistakes + total.asked - total.labelled) / total.asked

    def _recent_error(self) -> float | None:
        """Of the last windows that have labels, as many as it takes for a hundred."""
        recent = Window()
        for window in reversed(self.windows):
            recent.add(window)
            if recent.labelled >= 100:
                break
        return recent.error

    def to_saved(self) -> dict[str, Any]:
        """For a snapshot."""
        out = [[ticket, number, _items(stated), answered] for ticket, (number, stated, answered) in self._out.items()]
        counted = [
            [ticket, one.number, _items(one.stated), one.answered, one.label, one.mistake, one.positive, one.came]
            for ticket, one in self._counted.items()
        ]
        return {
            "length": self.length,
            "count": self.count,
            "windows": [window.to_saved() for window in self.windows],
            "out": out,
            "counted": counted,
            "grid": self.grid.to_saved(),
            "instead": self.instead.to_saved(),
        }

    @classmethod
    def from_saved(cls, saved: dict[str, Any]) -> "Tally":
        """What `to_saved` gave."""
        tally = cls()
        tally.length, tally.count = saved["length"], saved["count"]
        tally.windows = [Window(*window) for window in saved["windows"]]
        tally._out = {
            ticket: (number, None if stated is None else dict(stated), answered)
            for ticket, number, stated, answered in saved["out"]
        }
        tally._counted = {
            ticket: Counted(number, None if stated is None else dict(stated), *rest)
            for ticket, number, stated, *rest in saved.get("counted", ())  # a snapshot of before has none
        }
        tally._sweep_at = SWEPT_FROM + 2 * len(tally._counted)
        tally.grid = StatedGrid.from_saved(saved.get("grid"))
        tally.instead = Window(*saved.get("instead", ()))  # a snapshot of before did not tell them apart
        return tally

    def to_plain(self) -> dict[str, Any]:
        """The figures in all."""
        total = self.total
        return {
            "asked": total.asked,
            "labelled": total.labelled,
            "mistakes": total.mistakes,
            "error": total.error,
            "recent_error": self._recent_error(),
            "log_loss": total.mean_log_loss,
        }


def _loss(share: float | None) -> float | None:
    """Of what was stated of the label that came."""
    return None if share is None else -math.log(share if share > LEAST_PROBABILITY else LEAST_PROBABILITY)


def _items(stated: dict[Label, float] | None) -> list[Any] | None:
    return None if stated is None else list(stated.items())
