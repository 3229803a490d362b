"""What is known of every question: a byte of flags, what was said and what the label was, of the last so many."""

import math
from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .status import LabelStatus

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ANSWERED, GIVEN_UP, APPLIED, EXPIRED, SKIPPED, LOST = 1, 4, 16, 32, 64, 128
"""A label came; the question was given up; its label was dealt with; it expired: given up, or answered by default; and
of labels that were dealt with: it was skipped, or too late when its turn came."""

_LEARNED = LabelStatus.LEARNED
_HOW = {LabelStatus.SKIPPED: SKIPPED, LabelStatus.TOO_LATE: LOST}


class History:
    """Questions by number; the oldest are forgotten once there are twice as many as are to be remembered."""

    def __init__(self, remember: int) -> None:
        self._remember = remember
        self.base = 1  # the number of the first
        self.flags = bytearray()
        self.said = array("i")
        self.labels = array("i")
        self.times = array("d")  # when they were asked about, by the caller's clock; empty until somebody says so

    @property
    def next(self) -> int:
        """The number of the next question."""
        return self.base + len(self.flags)

    def knows(self, number: int) -> bool:
        """Whether it is remembered."""
        return self.base <= number < self.next

    def __getitem__(self, number: int) -> int:
        """Its flags."""
        return self.flags[number - self.base]

    def flags_of(self, number: int | None) -> int:
        """Its flags; of one that is not remembered as of one that was given up."""
        place = -1 if number is None else number - self.base
        return self.flags[place] if 0 <= place < len(self.flags) else GIVEN_UP

    def mark(self, number: int, flag: int) -> None:
        """Adds a flag."""
        self.flags[number - self.base] |= flag

    def first_waiting(self, number: int) -> int:
        """The first question from a number on that waits for its label; the next one if none does."""
        place, flags = number - self.base, self.flags
        while place < len(flags) and flags[place] & (ANSWERED | GIVEN_UP):
            place += 1
        return place + self.base

    def said_of(self, number: int) -> int:
        """The number of what was said: of a label, or what LateLabels has below 0."""
        return self.said[number - self.base]

    def label_of(self, number: int) -> int:
        """The number of the label that came."""
        return self.labels[number - self.base]

    def answer(self, number: int, label: int, said: int) -> None:
        """A label came; said: what the answer is beside it."""
        place = number - self.base
        self.flags[place] |= ANSWERED
        self.said[place] = said
        self.labels[place] = label

    def answer_one(self, number: int, label: int, named: Callable[[int], int]) -> int:
        """A label came for a question that waits: what was said of it; named: as for `answer_each`."""
        place = number - self.base
        answer = self.said[place]
        if answer < -1:
            answer = self.said[place] = named(answer)
        self.flags[place] |= ANSWERED
        self.labels[place] = label
        return answer

    def answer_each(self, told: Iterable[tuple[int, int, float]], named: Callable[[int], int]) -> list[int]:
        """Labels (number, label, ...) came for questions that wait: what was said of each, by the labels of now.

        named: what was said before any label was known, as a label.
        """
        base, flags, said, labels = self.base, self.flags, self.said, self.labels
        found = []
        for number, label, _ in told:
            place = number - base
            answer = said[place]
            if answer < -1:
                answer = said[place] = named(answer)
            flags[place] |= ANSWERED
            labels[place] = label
            found.append(answer)
        return found

    def correct(self, number: int, label: int) -> None:
        """Another label takes the place of the first, by default or not."""
        self.labels[number - self.base] = label
        self.flags[number - self.base] &= ~EXPIRED

    def take_back(self, number: int) -> None:
        """There is no label any more."""
        self.flags[number - self.base] = 0
        self.labels[number - self.base] = -1

    def add(self, said: int, at: float | None = None) -> None:
        """One more question."""
        if at is not None and not self.times:
            self.times.extend([math.nan] * len(self.flags))
        if at is not None or self.times:
            self.times.append(math.nan if at is None else at)
        self.flags.append(0)
        self.said.append(said)
        self.labels.append(-1)

    def add_many(self, said: list[int]) -> None:
        """More questions, without times."""
        if self.times:
            self.times.extend([math.nan] * len(said))
        self.flags.extend(bytes(len(said)))
        self.said.extend(said)
        self.labels.extend([-1] * len(said))

    def fills_with(self, more: int) -> bool:
        """Whether the oldest would be forgotten with so many more."""
        return len(self.flags) + more >= 2 * self._remember

    @property
    def full(self) -> bool:
        """Whether the oldest are to be forgotten."""
        return len(self.flags) >= 2 * self._remember

    def forget(self) -> range:
        """Forgets the oldest, if there are too many; which ones."""
        if not self.full:
            return range(0)
        gone = len(self.flags) - self._remember
        forgotten = range(self.base, self.base + gone)
        del self.flags[:gone], self.said[:gone], self.labels[:gone], self.times[:gone]
        self.base += gone
        return forgotten

    # Many at a time, in place. A view of the bytes must not outlive its call: they could not grow meanwhile.

    def all_wait(self, numbers: "npt.NDArray[Any]") -> bool:
        """Whether these are different questions that wait for their label: then nothing has to be looked at twice."""
        import numpy as np

        if not len(numbers) or int(numbers.min()) < self.base or int(numbers.max()) >= self.next:
            return False
        flags = np.frombuffer(self.flags, dtype=np.uint8)[numbers.astype(np.int64) - self.base]
        return not (flags & (ANSWERED | GIVEN_UP)).any() and len(np.unique(numbers)) == len(numbers)

    def answer_many(self, numbers: "npt.NDArray[Any]", labels: "npt.NDArray[np.int32]") -> "npt.NDArray[np.int32]":
        """Labels came for questions that wait: what had been said of them."""
        import numpy as np

        places = numbers.astype(np.int64) - self.base
        np.frombuffer(self.flags, dtype=np.uint8)[places] |= ANSWERED
        np.frombuffer(self.labels, dtype=np.int32)[places] = labels
        return np.frombuffer(self.said, dtype=np.int32)[places].copy()

    def waiting_before(self, at: float) -> list[int]:
        """Questions that wait for their label and were asked before a time, oldest first."""
        import numpy as np

        times = np.frombuffer(self.times, dtype=np.float64)
        flags = np.frombuffer(self.flags, dtype=np.uint8)[: len(times)]
        found = np.flatnonzero((times < at) & (flags & (ANSWERED | GIVEN_UP) == 0))
        return (found + self.base).tolist()

    def apply_one(self, number: int, status: LabelStatus) -> None:
        """Its label was dealt with; if it is forgotten it stays so."""
        if number >= self.base:
            self.flags[number - self.base] |= APPLIED if status is _LEARNED else APPLIED | _HOW.get(status, 0)

    def status_of(self, number: int) -> LabelStatus | None:
        """What became of a question that is remembered; None: it waits for its label."""
        flags = self[number]
        if flags & EXPIRED:
            return LabelStatus.EXPIRED
        if flags & (GIVEN_UP | LOST):
            return LabelStatus.TOO_LATE
        if flags & APPLIED:
            return LabelStatus.SKIPPED if flags & SKIPPED else LabelStatus.LEARNED
        return LabelStatus.WAITING if flags & ANSWERED else None

    def apply(self, numbers: "npt.NDArray[Any]", statuses: "npt.NDArray[np.uint8]") -> None:
        """Their labels were dealt with; those that are forgotten stay so."""
        import numpy as np

        places = numbers.astype(np.int64) - self.base
        known, flags = places >= 0, np.frombuffer(self.flags, dtype=np.uint8)
        flags[places[known]] |= APPLIED
        for status, mark in _HOW.items():
            flags[places[known & (statuses == status)]] |= mark

    def is_answered(self, number: int) -> bool:
        """Whether its label came."""
        return bool(self[number] & ANSWERED)

    def fits(self, asked: int, answered: int, given_up: int, labels: int) -> bool:
        """Whether these can be the questions of so many counts, each label below a number; a file may say anything."""
        import numpy as np

        flags = np.frombuffer(self.flags, dtype=np.uint8)
        said, came = np.array(self.said, dtype=np.int32), np.array(self.labels, dtype=np.int32)
        if not len(flags) == len(said) == len(came) == asked + 1 - self.base:
            return False
        has, gone = flags & ANSWERED != 0, flags & GIVEN_UP != 0
        sure, forgotten = (int(has.sum()), int(gone.sum())), self.base - 1
        return (
            not (has & gone).any()
            and not (flags & ~np.uint8(ANSWERED | GIVEN_UP | APPLIED | EXPIRED | SKIPPED | LOST)).any()
            and not (flags & EXPIRED != 0)[~(has | gone)].any()
            and not (flags & (SKIPPED | LOST) != 0)[flags & APPLIED == 0].any()
            and len(self.times) in (0, len(flags))
            and sure[0] <= answered <= sure[0] + forgotten
            and sure[1] <= given_up <= sure[1] + forgotten
            and answered + given_up <= asked
            and bool(((said >= -3) & (said < labels) & (came < labels)).all())
            and bool(((came >= 0) == has).all())
        )
