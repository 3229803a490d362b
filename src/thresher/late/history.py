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
        """The number of the label that was said."""
        return self.said[number - self.base]

    def label_of(self, number: int) -> int:
        """The number of the label that came."""
        return self.labels[number - self.base]

    def answer(self, number: int, label: int) -> None:
        """A label came."""
        self.flags[number - self.base] |= ANSWERED
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

    def fits(self, asked: int, answered: int, given_up: int, labels: int) -> bool:
        """Whether these can be the questions of so many counts, each label below a number; a file may say anything."""
        both = sum(bool(flags & ANSWERED and flags & GIVEN_UP) for flags in self.flags)
        sure = sum(flags & ANSWERED for flags in self.flags), sum(bool(flags & GIVEN_UP) for flags in self.flags)
        return (
            not both
            and len(self.flags) == len(self.said) == len(self.labels)
            and self.next == asked + 1
            and sure[0] <= answered <= sure[0] + self.base - 1
            and sure[1] <= given_up <= sure[1] + self.base - 1
            and answered + given_up <= asked
            and all(-1 <= said < labels for said in self.said)
            and all(-1 <= label < labels for label in self.labels)
        )
