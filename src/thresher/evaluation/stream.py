"""What the loop can go over."""

from collections.abc import Iterator
from typing import Any, Protocol

from ..streams import Block, Position


class Stream(Protocol):
    """What can be read as blocks: a file, or examples from Python."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int | None: ...

    @property
    def repeatable(self) -> bool: ...

    def blocks(self, start: Position = ...) -> Iterator[Block]: ...

    def locate(self, contestant: Any, block: Block, row: int) -> int: ...
