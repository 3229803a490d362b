"""Blocks: runs of examples read together, in order, and the lines among them that were none.

A block comes from the core (files) or from examples that Python has; whoever learns from it need not know.
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
        Bytes of a text, rows of Parquet and Arrow.
    lines : int, default 0
        How many lines (rows of Parquet and Arrow) stand before it.
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
        Labels as Python has them: anything, None for none. None instead of a list for files, whose labels are numbers
        or texts and are in `native`.
    troubles : sequence of Trouble
        The lines among the examples that were none.
    end : Position
        Where the next block begins.
    size : int
        Bytes of text; 0 where that is not known.
    starts : sequence of int, default ()
        Where there are no bytes: how many rows came before each, bad ones included.
    beside : sequence of str, default ()
        Columns of a table that are no attributes, and whose texts `aside` gives.
    sources : sequence of str, default ()
        The file of each example, where they are of several.
    rows : sequence, default ()
        The examples as Python gave them.
    """

    native: NativeBlock
    given: list[Any] | None
    troubles: Sequence[Trouble]
    end: Position
    size: int
    starts: Sequence[int] = field(default=())
    beside: Sequence[str] = field(default=())
    sources: Sequence[str] = field(default=())
    rows: Sequence[Any] = field(default=())

    def __len__(self) -> int:
        return len(self.native)

    @property
    def labels(self) -> "npt.NDArray[np.float64] | list[Any]":
        """Labels as they were written: an array of numbers (NaN: none), or a list of anything (None: none)."""
        if self.given is not None:
            return self.given
        return [self.label(row) for row in range(len(self))] if self.native.has_texts else self.native.labels

    def labels_of(self, first: int, last: int) -> "Sequence[Any] | npt.NDArray[np.float64]":
        """Some of them: texts are made of those alone.

        Parameters
        ----------
        first, last : int
            From the first one to before the last.

        Returns
        -------
        sequence
            As `labels` has them.
        """
        if self.given is None and self.native.has_texts:
            return [self.label(row) for row in range(first, last)]
        return self.labels[first:last]

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

    def written_labels(self, first: int = 0, last: int | None = None) -> "npt.NDArray[np.float64]":
        """Labels as the numbers they are written as.

        Parameters
        ----------
        first : int, default 0
            Of this row on.
        last : int or None, optional
            To before this one; None: to the end.

        Returns
        -------
        array of float64
            One number an example: NaN where there is no label, 0 where it is a text.
        """
        if self.given is None and not self.native.has_texts:
            return self.native.labels[first:last]
        import numpy as np

        labels = self.labels_of(first, len(self) if last is None else last)
        return np.array([_number(label) for label in labels], dtype=np.float64)

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
        return self.native.text(row)

    def aside(self, row: int) -> dict[str, str]:
        """What stands in the columns of a row that are no attributes.

        Parameters
        ----------
        row : int
            Which example of the block, from 0.

        Returns
        -------
        dict of str -> str
            Their texts; a column that is empty or not there is left out.
        """
        return {name: text for name, text in zip(self.beside, self.native.aside(row), strict=True) if text}

    def places(self) -> list[Position]:
        """Where each example and each trouble of the block begins, in the order of the file."""
        found = [self.before(row) for row in range(len(self))]
        return sorted([*found, *(trouble.position for trouble in self.troubles)])

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


def block_of(native: NativeBlock, beside: Sequence[str] = ()) -> Block:
    """What the core has read from a file.

    Parameters
    ----------
    native : NativeBlock
        The examples and troubles.
    beside : sequence of str, default ()
        Columns that are no attributes.
    """
    troubles = [
        Trouble(row, line, column, message, hint, raw, Position(begin, line - 1))
        for row, line, column, message, hint, begin, _, raw in native.troubles
    ]
    end = Position(native.offset + native.size, native.lines_before + native.lines)
    return Block(native, None, troubles, end, native.size, (), beside)


def _number(label: Any) -> float:
    if label is None:
        return float("nan")
    return float(label) if isinstance(label, (int, float)) else 0.0
