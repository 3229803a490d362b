"""Whoever looks on while the loop goes over a stream, and what there is to see."""

from dataclasses import dataclass
from typing import Any, Protocol


class Watch(Protocol):
    """Somebody who looks on: told after every stretch of examples."""

    doubling: bool  # wants to look at 1, 2, 4, 8, ... examples

    def after(self, loop: Any) -> None: ...


class Unwatched:
    """Nobody looks."""

    doubling = False

    def after(self, loop: Any) -> None:
        """Sees nothing."""


@dataclass(frozen=True)
class Seen:
    """The last example: what it was labelled, what was said, how many attributes it has."""

    label: Any
    prediction: Any
    features: int
