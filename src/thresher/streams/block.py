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

    Parameters
    ----------
    at : int, default 0
        Bytes of a text, rows of a table.
    lines : int, default 0
        How many lines (rows of a table) stand before it.
    """

    at: int = 0
    lines: int = 0


START = Position()


@dataclass(frozen=True, slots=True)
class Trouble:
    """A line that is no example, or one that can't be learned from.

    Parameters
    ----------
    row : int
        How many examples of its block stand before it.
    line : int
        The number of the line, from 1.
    column : int
        Where in the line the trouble begins, from 1.
    message : str
        What is wrong.
    hint : str
        What to do about it; "" if nothing is known.
    raw : bytes
        The line as it was written.
    position : Position
        Where the line itself begins.
    source : str, default ""
        The file, where its stream has several.
    """

    row: int
    line: int
    column: int
    message: str
    hint: str
    raw: bytes
    position: Position
    source: str = ""

    def sentence(self, source: str) -> str:
        """One line for a person: source:line:column: what was wrong.

        Parameters
        ----------
        source : str
            The name of the file.

        Returns
        -------
        str
            The sentence.
        """
        return f"{self.source or source}:{self.line}:{self.column}: {self.message}"


@dataclass(slots=True)
class Block:
    """Some examples in order.

    Parameters
    ----------
    native : NativeBlock
        The examples as the core has them.
    given : list or None
        Labels as a table or Python has them: anything, None for none. None instead of a list for text, whose labels are
        numbers and are in `native`.
    troubles : sequence of Trouble
        The lines among the examples that were none.
    end : Position
        Where the next block begins.
    size : int
        Bytes of text; 0 where that is not known.
    raws : sequence of bytes, default ()
        Rows of tables: each as it was written.
    starts : sequence of int, default ()
        Rows of tables: how many rows came before each, bad ones included.
    sources : sequence of str, default ()
        The file of each example, where they are of several.
    """

    native: NativeBlock
    given: list[Any] | None
    troubles: Sequence[Trouble]
    end: Position
    size: int
    raws: Sequence[bytes] = field(default=())
    starts: Sequence[int] = field(default=())
    sources: Sequence[str] = field(default=())

    def __len__(self) -> int:
        return len(self.native)

    @property
    def labels(self) -> "npt.NDArray[np.float64] | list[Any]":
        """Labels as they were written: an array of numbers (NaN: none), or a list of anything (None: none)."""
        return self.native.labels if self.given is None else self.given

    def label(self, row: int) -> Any:
        """One label as it was written. Needs no array.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        label or None
            The label; None if there is none.
        """
        label = self.native.label(row) if self.given is None else self.given[row]
        return None if label is None or label != label else label

    @property
    def features(self) -> int:
        """How many attributes have a value other than 0, as written."""
        return self.native.features

    @property
    def columns(self) -> list[tuple[str, dict[str, Any]]]:
        """Of a table its columns, and what the cells of each are in this block; none of other formats."""
        return list(self.native.columns)

    @property
    def weights(self) -> "npt.NDArray[np.float64] | None":
        """Importance weights; None: all are 1."""
        return self.native.weights

    def written_labels(self) -> "npt.NDArray[np.float64]":
        """Labels as the numbers they are written as.

        Returns
        -------
        array of float64
            One number an example: NaN where there is no label, 0 where it is a text.
        """
        if self.given is None:
            return self.native.labels
        import numpy as np

        numbers = [_number(label) for label in self.given]
        return np.array(numbers, dtype=np.float64)

    def example(self, row: int) -> PreparedExample:
        """One example, as any learner takes it.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        PreparedExample
            The example.
        """
        return self.native.example(row)

    def examples(self) -> Iterator[PreparedExample]:
        """Every example in turn.

        Yields
        ------
        PreparedExample
            One example, as any learner takes it.
        """
        return (self.native.example(row) for row in range(len(self)))

    def source(self, row: int) -> str:
        """The file of one example, where the block has those of several.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        str
            Its name; empty where the stream's name says it.
        """
        return self.sources[row] if self.sources else ""

    def text(self, row: int) -> bytes:
        """One example as it was written.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        bytes
            Its line or row; empty where there was none.
        """
        return self.raws[row] if self.raws else self.native.text(row)

    def before(self, row: int) -> Position:
        """The place of one example's own line.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        Position
            From where one would read to begin with this example.
        """
        if self.starts:
            return Position(self.starts[row], self.starts[row])
        return Position(self.native.begin(row), self.native.line(row) - 1)


def _number(label: Any) -> float:
    if label is None:
        return float("nan")
    return float(label) if isinstance(label, (int, float)) else 0.0
