"""What is known of every question: a byte each, of the last so many."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ANSWERED, POSITIVE, GIVEN_UP, SAID, APPLIED = 1, 2, 4, 8, 16


class Marks:
    """Bytes by number; the oldest are forgotten once there are twice as many as are to be remembered."""

    def __init__(self, remember: int) -> None:
        self._remember = remember
        self.base = 1  # the number of the first byte
        self.bytes = bytearray()

    @property
    def next(self) -> int:
        """The number of the next question."""
        return self.base + len(self.bytes)

    def __getitem__(self, number: int) -> int:
        return self.bytes[number - self.base]

    def __setitem__(self, number: int, mark: int) -> None:
        self.bytes[number - self.base] = mark

    def knows(self, number: int) -> bool:
        """Whether there is a byte for it."""
        return self.base <= number < self.next

    def add(self, mark: int) -> None:
        """One more question."""
        self.bytes.append(mark)

    @property
    def full(self) -> bool:
        """Whether the oldest are to be forgotten."""
        return len(self.bytes) >= 2 * self._remember

    def forget(self) -> range:
        """Forgets the oldest, if there are too many; which ones."""
        if not self.full:
            return range(0)
        gone = len(self.bytes) - self._remember
        forgotten = range(self.base, self.base + gone)
        del self.bytes[:gone]
        self.base += gone
        return forgotten

    # Many at a time, in place. A view of the bytes must not outlive its call: they could not grow meanwhile.

    def all_wait(self, numbers: "npt.NDArray[Any]") -> bool:
        """Whether these are different questions that wait for their label: then nothing has to be looked at twice."""
        import numpy as np

        if not len(numbers) or int(numbers.min()) < self.base or int(numbers.max()) >= self.next:
            return False
        marks = np.frombuffer(self.bytes, dtype=np.uint8)[numbers.astype(np.int64) - self.base]
        return not (marks & (ANSWERED | GIVEN_UP)).any() and len(np.unique(numbers)) == len(numbers)

    def answer(self, numbers: "npt.NDArray[Any]", positive: "npt.NDArray[np.bool_]") -> "npt.NDArray[np.bool_]":
        """Labels came for questions that wait: what had been said of them."""
        import numpy as np

        marks = np.frombuffer(self.bytes, dtype=np.uint8)
        places = numbers.astype(np.int64) - self.base
        said: npt.NDArray[np.bool_] = (marks[places] & SAID) != 0
        marks[places] |= np.where(positive, ANSWERED | POSITIVE, ANSWERED).astype(np.uint8)
        return said

    def apply(self, numbers: "npt.NDArray[Any]") -> None:
        """Their labels were dealt with; those that are forgotten stay so."""
        import numpy as np

        places = numbers.astype(np.int64) - self.base
        np.frombuffer(self.bytes, dtype=np.uint8)[places[places >= 0]] |= APPLIED
