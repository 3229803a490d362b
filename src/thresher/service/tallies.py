"""How a learner of the service is doing: mistakes, log loss and label delays, in all and by windows of questions."""

import math
from typing import Any

import msgspec

from ..late import Question
from ..protocols import Label, Outcome
from .thresholds import StatedGrid

MOST_WINDOWS = 256
LEAST_PROBABILITY = 1e-12


class Window(msgspec.Struct, array_like=True):
    """So many questions that came one after the other."""

    asked: int = 0
    labelled: int = 0
    mistakes: int = 0
    log_loss: float = 0.0
    stated: int = 0  # labels whose probability was stated

    def add(self, other: "Window") -> None:
        """Both as one."""
        self.asked += other.asked
        self.labelled += other.labelled
        self.mistakes += other.mistakes
        self.log_loss += other.log_loss
        self.stated += other.stated


class Tally:
    """Counts by windows of equal length. When there are too many, two become one, so that memory stays bounded.

    What is out is kept until its label comes: the probabilities that were stated for it.
    """

    def __init__(self) -> None:
        self.length = 64  # questions in a window
        self.windows: list[Window] = []
        self._out: dict[str, tuple[int, dict[Label, float] | None, bool]] = {}  # ticket -> number, stated, answered
        self.count = 0
        self.grid = StatedGrid()

    def asked(self, question: Question, *, answered: bool = True) -> None:
        """A question was asked; answered: not before any label was known, when nothing could be said."""
        place = self.count // self.length
        if place == len(self.windows):
            if place == MOST_WINDOWS:
                self._halve()
                place = self.count // self.length
            if place == len(self.windows):
                self.windows.append(Window())
        self.windows[place].asked += 1
        self._out[str(question.ticket)] = (self.count, question.probabilities if answered else None, answered)
        self.count += 1

    def labelled(self, ticket: str, outcome: Outcome | None, positive: Label = None) -> None:
        """Its label came; positive: the one of two labels that is."""
        found = self._out.pop(ticket, None)
        if found is None or outcome is None:
            return
        number, stated, answered = found
        window = self.windows[number // self.length]
        window.labelled += 1
        window.mistakes += bool(outcome.mistake) and answered
        if stated is not None and outcome.label in stated:
            window.stated += 1
            window.log_loss -= math.log(max(stated[outcome.label], LEAST_PROBABILITY))
        if stated is not None:
            self.grid.add(stated, outcome.label, positive)

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
        return recent.mistakes / recent.labelled if recent.labelled else None

    def to_saved(self) -> dict[str, Any]:
        """For a snapshot."""
        out = [
            [ticket, number, None if stated is None else list(stated.items()), answered]
            for ticket, (number, stated, answered) in self._out.items()
        ]
        windows = [list(msgspec.structs.astuple(window)) for window in self.windows]
        return {
            "length": self.length,
            "count": self.count,
            "windows": windows,
            "out": out,
            "grid": self.grid.to_saved(),
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
        tally.grid = StatedGrid.from_saved(saved.get("grid"))
        return tally

    def to_plain(self) -> dict[str, Any]:
        """The figures in all."""
        total = self.total
        return {
            "asked": total.asked,
            "labelled": total.labelled,
            "mistakes": total.mistakes,
            "error": total.mistakes / total.labelled if total.labelled else None,
            "recent_error": self._recent_error(),
            "log_loss": total.log_loss / total.stated if total.stated else None,
        }
