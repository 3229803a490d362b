"""Blocks: runs of examples read together, in order, and the lines among them that were none.

A block comes from the core (text formats) or from rows that Python read (tables); whoever learns from it need not know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core import NativeBlock, PreparedExample

if TYPE_CHECKING:  # reading begins before these are there
    import numpy as np
    import numpy.typing as npt


class Position(NamedTuple):
    """How far a source was read: where to go on.

    at: bytes for text, rows for tables.   lines: how many lines (rows) stand before it.
    """

    at: int = 0
    lines: int = 0


START = Position()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A line that is no example, or one that can't be learned from."""

    row: int  # so many examples of its block stand before it
    line: int
    column: int
    message: str
    hint: str
    raw: bytes
    position: Position  # of the line itself

    def sentence(self, source: str) -> str:
        """file:line:column: what was wrong."""
        return f"{source}:{self.line}:{self.column}: {self.message}"


@dataclass(slots=True)
class Block:
    """Some examples in order.

    given: labels as a table or Python has them: anything, None for none. Text has numbers, and they are in `native`.
    """

    native: NativeBlock
    given: list[Any] | None
    troubles: Sequence[Trouble]
    end: Position
    size: int  # bytes of text
    raws: Sequence[bytes] = field(default=())  # rows of tables: their bytes
    starts: Sequence[int] = field(default=())  # rows of tables: how many came before each, bad ones included

    def __len__(self) -> int:
        return len(self.native)

    @property
    def labels(self) -> "npt.NDArray[np.float64] | list[Any]":
        """As they were written: numbers (NaN: none), or anything (None: none)."""
        return self.native.labels if self.given is None else self.given

    def label(self, row: int) -> Any:
        """One label as it was written; None: none. Needs no array."""
        label = self.native.label(row) if self.given is None else self.given[row]
        return None if label is None or label != label else label

    @property
    def features(self) -> int:
        """Attributes with a value other than 0, as written."""
        return self.native.features

    @property
    def weights(self) -> "npt.NDArray[np.float64] | None":
        """Importance weights; None: all 1."""
        return self.native.weights

    def written_labels(self) -> "npt.NDArray[np.float64]":
        """Labels as the numbers they are written as: NaN where there is none, texts as 0."""
        if self.given is None:
            return self.native.labels
        import numpy as np

        numbers = [_number(label) for label in self.given]
        return np.array(numbers, dtype=np.float64)

    def example(self, row: int) -> PreparedExample:
        """One example, as any learner takes it."""
        return self.native.example(row)

    def examples(self) -> Iterator[PreparedExample]:
        """Every example in turn."""
        return (self.native.example(row) for row in range(len(self)))

    def text(self, row: int) -> bytes:
        """One example as it was written."""
        return self.raws[row] if self.raws else self.native.text(row)

    def before(self, row: int) -> Position:
        """The place of one example's own line."""
        if self.starts:
            return Position(self.starts[row], self.starts[row])
        return Position(self.native.begin(row), self.native.line(row) - 1)


def _number(label: Any) -> float:
    if label is None:
        return float("nan")
    return float(label) if isinstance(label, (int, float)) else 0.0
