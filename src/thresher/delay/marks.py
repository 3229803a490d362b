"""What is known of every question: a byte each, of the last so many."""

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
