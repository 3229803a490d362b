"""What is done when the loop has come so far."""

from typing import Any, Protocol

NEVER = 1 << 62


class Milestone(Protocol):
    """Somebody who wants to be called once so many examples have been read; it says itself when next."""

    next: int

    def reach(self, loop: Any) -> None:
        """So many have been read: nothing is half done, and the loop's positions say how far it came."""


class Every:
    """Calls a function with the loop at every so many examples.

    >>> Every(1000, print).next
    1000
    """

    def __init__(self, examples: int, do: Any) -> None:
        self.next = self._step = examples
        self._do = do

    def reach(self, loop: Any) -> None:
        """Calls it, and says when to call it again."""
        self.next = (loop.examples // self._step + 1) * self._step
        self._do(loop)
