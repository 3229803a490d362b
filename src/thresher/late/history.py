"""What is known of every question: a byte of flags, what was said and what the label was, of the last so many."""

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ANSWERED, GIVEN_UP, APPLIED = 1, 4, 16


class History:
    """Questions by number; the oldest are forgotten once there are twice as many as are to be remembered."""

    def __init__(self, remember: int) -> None:
        self._remember = remember
        self.base = 1  # the number of the first
        self.flags = bytearray()
        self.said = array("i")
        self.labels = array("i")

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

    def mark(self, number: int, flag: int) -> None:
        """Adds a flag."""
        self.flags[number - self.base] |= flag

    def said_of(self, number: int) -> int:
        """The number of what was said: of a label, or what LateLabels has below 0."""
        return self.said[number - self.base]

    def label_of(self, number: int) -> int:
        """The number of the label that came."""
        return self.labels[number - self.base]

    def answer(self, number: int, label: int, said: int) -> None:
        """A label came; said: what the answer is beside it."""
        self.flags[number - self.base] |= ANSWERED
        self.said[number - self.base] = said
        self.labels[number - self.base] = label

    def correct(self, number: int, label: int) -> None:
        """Another label takes the place of the first."""
        self.labels[number - self.base] = label

    def take_back(self, number: int) -> None:
        """There is no label any more."""
        self.flags[number - self.base] = 0
        self.labels[number - self.base] = -1

    def add(self, said: int) -> None:
        """One more question."""
        self.flags.append(0)
        self.said.append(said)
        self.labels.append(-1)

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
        del self.flags[:gone], self.said[:gone], self.labels[:gone]
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

    def apply(self, numbers: "npt.NDArray[Any]") -> None:
        """Their labels were dealt with; those that are forgotten stay so."""
        import numpy as np

        places = numbers.astype(np.int64) - self.base
        np.frombuffer(self.flags, dtype=np.uint8)[places[places >= 0]] |= APPLIED

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
            and not (flags & ~np.uint8(ANSWERED | GIVEN_UP | APPLIED)).any()
            and sure[0] <= answered <= sure[0] + forgotten
            and sure[1] <= given_up <= sure[1] + forgotten
            and answered + given_up <= asked
            and bool(((said >= -3) & (said < labels) & (came < labels)).all())
            and bool(((came >= 0) == has).all())
        )
