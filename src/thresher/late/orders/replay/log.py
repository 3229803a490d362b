"""What Replay remembers of every instance that is not fixed yet: a byte, and the weight of its label."""

from array import array
from collections.abc import Container
from typing import TYPE_CHECKING, Any

from ..order import Answers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LABELLED, COUNTED, WRONG, UPDATED, JOINED = 1, 4, 8, 16, 32
"""There is a label; and what it did at its place: it counted, was not the answer, changed the learner, was new."""


class Log:
    """Labels by number, in order; those up to `base` are fixed and gone."""

    def __init__(self) -> None:
        self.base = 0
        self.bytes = bytearray()
        self._labels = array("i")  # by their numbers; -1 without one
        self.last = 0  # the last number that has a label
        self._weights: dict[int, float] = {}  # those that are not 1

    @property
    def newest(self) -> int:
        """The last number that was asked about."""
        return self.base + len(self.bytes)

    def extend(self, newest: int) -> None:
        """Instances up to this number were asked about."""
        more = newest - self.newest
        self.bytes += bytes(more)
        self._labels.extend([-1] * more)

    def __getitem__(self, number: int) -> int:
        return self.bytes[number - self.base - 1]

    def label(self, number: int) -> tuple[int, float]:
        """Of a number that has one."""
        return self._labels[number - self.base - 1], self._weights.get(number, 1.0)

    def write(self, number: int, label: int, weight: float, did: int) -> None:
        """A label, and what it did."""
        self.bytes[number - self.base - 1] = LABELLED | did
        self._labels[number - self.base - 1] = label
        self.last = max(self.last, number)
        self._weights.pop(number, None)
        if weight != 1.0:
            self._weights[number] = weight

    def erase(self, number: int) -> None:
        """There is no label any more."""
        self.bytes[number - self.base - 1] = 0
        self._labels[number - self.base - 1] = -1
        self._weights.pop(number, None)
        if number == self.last:
            left = self.numbers(LABELLED, self.base)
            self.last = int(left[-1]) if len(left) else self.base

    def numbers(self, mark: int, after: int, to: int | None = None) -> "npt.NDArray[np.int64]":
        """The numbers above `after`, and up to `to`, that bear a mark."""
        import numpy as np

        begin, end = after - self.base, len(self.bytes) if to is None else to - self.base
        found: npt.NDArray[np.int64] = np.flatnonzero(np.frombuffer(self.bytes, dtype=np.uint8)[begin:end] & mark)
        return found + (after + 1)

    def first_of(self, label: int) -> int:
        """The first number with this label that counts; 0 if there is none."""
        import numpy as np

        counted = np.frombuffer(self.bytes, dtype=np.uint8) & COUNTED != 0
        found = counted & (np.frombuffer(self._labels, dtype=np.int32) == label)
        place = int(found.argmax()) if len(found) else 0
        return self.base + 1 + place if len(found) and found[place] else 0

    def mark(self, number: int, flag: int, *, on: bool) -> None:
        """Sets one of the marks of a number, or takes it away."""
        if on:
            self.bytes[number - self.base - 1] |= flag
        else:
            self.bytes[number - self.base - 1] &= ~flag

    def count(self, mark: int) -> int:
        """How many bear a mark."""
        return len(self.numbers(mark, self.base))

    def fix(self, limit: int) -> Answers:
        """Forgets what is up to a number; its labels, in order."""
        fixed = {number: self.label(number) for number in self.numbers(LABELLED, self.base, limit).tolist()}
        del self.bytes[: limit - self.base], self._labels[: limit - self.base]
        self.base, self.last = limit, max(self.last, limit)
        for number in fixed:
            self._weights.pop(number, None)
        return Answers.of(fixed)

    def arrays(self) -> dict[str, Any]:
        """For a file."""
        import numpy as np

        weights = sorted(self._weights.items())
        return {
            "log": np.frombuffer(bytes(self.bytes), dtype=np.uint8),
            "log_labels": np.array(self._labels, dtype=np.int32),
            "weighted": np.array([number for number, _ in weights], dtype=np.uint64),
            "weights": np.array([weight for _, weight in weights], dtype=np.float64),
        }

    def restore(self, base: int, arrays: dict[str, Any]) -> None:
        """From a file."""
        self.base = base
        self.bytes = bytearray(arrays["log"].tobytes())
        self._labels = array("i", arrays["log_labels"].tolist())
        if len(self._labels) != len(self.bytes):
            raise ValueError("the log's labels are not those of its instances")
        labelled = self.numbers(LABELLED, base)
        self.last = int(labelled[-1]) if len(labelled) else base
        self._weights = dict(zip(arrays["weighted"].tolist(), arrays["weights"].tolist(), strict=True))

    def fits(self, labels: Container[int]) -> bool:
        """Whether each label is one of these, and each weight one that can be; a file may say anything."""
        labelled = self.numbers(LABELLED, self.base).tolist()
        return (
            labelled == self.numbers(255, self.base).tolist()  # what did something has a label
            and set(self._weights) <= set(labelled)
            and all(self.label(number)[0] in labels for number in labelled)
            and all(0.0 <= weight <= 1e100 for weight in self._weights.values())
        )
