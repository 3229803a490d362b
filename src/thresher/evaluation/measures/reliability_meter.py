"""Takes in stated probabilities with their labels, one by one or in arrays, in bounded memory (about 170 kB).

What comes out is the same, bit for bit, however the stream was cut: a block is taken in when it is whole, and windows
are joined when their number, which only depends on how many examples there were, passes the limit.
"""

from typing import Any

import numpy as np

from ...errors import InputError
from . import scores as scored
from .reliability import FINE, MOST_WINDOWS, Bin, Reliability, Window
from .scores import Booleans, Losses, Reals

FIRST_WIDTH = 16  # examples in a window, before any were joined


class ReliabilityMeter(Losses):
    """Log loss, Brier score and calibration, over a stream and in windows over time.

    >>> meter = ReliabilityMeter()
    >>> for probability, label in [(0.9, True), (0.8, True), (0.3, False)]:
    ...     meter.see(probability, label)
    >>> result = meter.result()
    >>> result.examples, round(result.brier, 4), round(result.error, 4)
    (3, 0.0467, 0.2)
    """

    def __init__(self) -> None:
        super().__init__()
        self.windows = _Windows()

    def see(self, probabilities: Any, labels: Any) -> None:
        """Takes in the next, or the next ones in order; on bad input nothing is taken in.

        probabilities: of being positive, from 0 to 1: a number or an array.   labels: True or 1 is positive, False, 0
        or -1 negative: one, or as many.
        """
        stated, given = np.atleast_1d(np.asarray(probabilities)), np.atleast_1d(np.asarray(labels))
        if given.ndim != 1 or not np.isin(given, (1, 0, -1)).all():
            raise InputError("labels are True or 1 (positive), False, 0 or -1 (negative), in a list or an array.")
        self.add(scored.checked_probabilities(stated, len(given)), given == 1)

    def result(self) -> Reliability:
        """What was seen so far; going on afterwards changes nothing in it."""
        losses = self.measures()
        if not losses:
            raise InputError("no probability was stated yet, so there is nothing to say about them.")
        windows = self.windows
        if self.filled:
            windows = windows.copy()
            self._enter(windows, *self._block())
        return Reliability(0, windows.width, windows.plain(), losses["log_loss"], losses["brier"])

    def state(self) -> dict[str, Any]:
        """Everything as plain JSON values; `from_state` makes a meter that goes on bit for bit."""
        return {
            "blocks": self.blocks,
            "probabilities": self.probabilities[: self.filled].tolist(),
            "positive": self.positive[: self.filled].tolist(),
            "log_parts": list(self.log_parts),
            "square_parts": list(self.square_parts),
            "windows": self.windows.state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "ReliabilityMeter":
        """The meter of which `state()` was kept.

        >>> meter = ReliabilityMeter()
        >>> meter.see([0.1, 0.7], [False, True])
        >>> ReliabilityMeter.from_state(meter.state()).result() == meter.result()
        True
        """
        meter = cls()
        try:
            filled = len(state["probabilities"])
            meter.blocks, meter.filled = int(state["blocks"]), filled
            meter.probabilities[:filled] = scored.checked_probabilities(state["probabilities"], filled)
            meter.positive[:filled] = state["positive"]
            meter.log_parts, meter.square_parts = list(state["log_parts"]), list(state["square_parts"])
            meter.windows = _Windows.from_state(state["windows"])
        except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
            raise InputError(f"this is not the state of a reliability meter: {error}") from error
        if meter.windows.examples != meter.blocks * scored.BLOCK or filled >= scored.BLOCK:
            raise InputError("this is not the state of a reliability meter: its counts do not agree.")
        return meter

    def turn(self) -> None:
        super().turn()
        self.windows.turn()

    def _whole_block(self, logs: Reals, squares: Reals) -> None:
        self._enter(self.windows, logs, squares)

    def _enter(self, windows: "_Windows", logs: Reals, squares: Reals) -> None:
        windows.add(self.probabilities[: self.filled], self.positive[: self.filled], logs, squares)


class _Windows:
    """Counts by window and by fine bin; neighbours are joined when there would be more than MOST_WINDOWS."""

    def __init__(self) -> None:
        self.width = FIRST_WIDTH
        self.examples = 0
        self.counts = np.zeros((MOST_WINDOWS, FINE), dtype=np.int64)
        self.positives = np.zeros((MOST_WINDOWS, FINE), dtype=np.int64)
        self.stated = np.zeros((MOST_WINDOWS, FINE))
        self.losses = np.zeros((MOST_WINDOWS, 2))  # sums of log losses and of squares

    def add(self, probabilities: Reals, positive: Booleans, logs: Reals, squares: Reals) -> None:
        rows = len(probabilities)
        while self.examples + rows > self.width * MOST_WINDOWS:
            self._join()
        windows = (self.examples + np.arange(rows)) // self.width
        first, last = int(windows[0]), int(windows[-1]) + 1
        size = (last - first) * FINE
        cells = (windows - first) * FINE + np.minimum(probabilities * FINE, FINE - 1).astype(np.int64)
        shape = (last - first, FINE)
        self.counts[first:last] += np.bincount(cells, minlength=size).reshape(shape)
        self.positives[first:last] += np.bincount(cells[positive], minlength=size).reshape(shape)
        self.stated[first:last] += np.bincount(cells, probabilities, minlength=size).reshape(shape)
        for column, losses in enumerate((logs, squares)):
            self.losses[first:last, column] += np.bincount(windows - first, losses)
        self.examples += rows

    def turn(self) -> None:
        """As if the other label had been the positive one."""
        self.positives = (self.counts - self.positives)[:, ::-1].copy()
        self.stated = (self.counts - self.stated)[:, ::-1].copy()
        self.counts = self.counts[:, ::-1].copy()

    def _join(self) -> None:
        for name in _COLUMNS:
            old = getattr(self, name)
            new = np.zeros_like(old)
            new[: MOST_WINDOWS // 2] = old[0::2] + old[1::2]
            setattr(self, name, new)
        self.width *= 2

    def copy(self) -> "_Windows":
        other = _Windows()
        other.width, other.examples = self.width, self.examples
        for name in _COLUMNS:
            setattr(other, name, getattr(self, name).copy())
        return other

    def plain(self) -> tuple[Window, ...]:
        used = -(-self.examples // self.width)
        logs, squares = self.losses[:used].T.tolist()
        bins: list[dict[int, Bin]] = [{} for _ in range(used)]
        cells = np.nonzero(self.counts)
        kept = (column[cells].tolist() for column in (self.counts, self.positives, self.stated))
        for window, place, *numbers in zip(*(axis.tolist() for axis in cells), *kept, strict=True):
            bins[window][place] = Bin(*numbers)
        return tuple(
            Window(min(self.width, self.examples - i * self.width), logs[i], squares[i], bins[i]) for i in range(used)
        )

    def state(self) -> dict[str, Any]:
        return {"width": self.width, "windows": [[w.log_sum, w.square_sum, _cells(w)] for w in self.plain()]}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "_Windows":
        made = cls()
        made.width = int(state["width"])
        for i, (logs, squares, cells) in enumerate(state["windows"]):
            made.losses[i] = logs, squares
            for place, count, positives, stated in cells:
                if not (0 <= place < FINE and 0 <= positives <= count and 0 <= stated <= count + 1e-6):
                    raise ValueError("a bin that can't be")
                made.counts[i, place], made.positives[i, place], made.stated[i, place] = count, positives, stated
        if not np.isfinite(made.losses).all() or made.width < 1:
            raise ValueError("sums that can't be")
        made.examples = int(made.counts.sum())
        return made


_COLUMNS = ("counts", "positives", "stated", "losses")


def _cells(window: Window) -> list[list[float]]:
    return [[place, *cell] for place, cell in window.bins.items()]
