"""Examples from Python as a stream: any iterable of (x, y) or (x, y, weight), matrices included."""

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from .._core import block_of_rows
from ..data import Rows, as_example, is_unlabelled, label_of_row, one_list, refuse_lazy
from ..errors import InputError
from .block import START, Block, Position
from .source import Source

_ROWS = 256


class Pairs:
    """An iterable of (x, y) or (x, y, weight) as a stream.

    Parameters
    ----------
    pairs : iterable
        The examples. A label of None means: only predict. A weight is a number from 0 to 1e100.
    given : Rows or None, optional
        What the columns of dicts mean; None: none has a role.

    Attributes
    ----------
    repeatable : bool
        Whether it can be read again from the start: a list can, a generator can't.

    Notes
    -----
    What can be read twice is read some examples ahead; a generator is asked for the next example only when the last
    one was learned.
    """

    name = "examples"
    size: int | None = None

    def __init__(self, pairs: Iterable[Any], given: Rows | None = None) -> None:
        self._pairs = pairs
        self._given = given
        self.repeatable = iter(pairs) is not pairs

    def blocks(self, start: Position = START) -> Iterator[Block]:
        """Blocks of a few hundred examples; of one where the examples can't be read twice.

        Parameters
        ----------
        start : Position, optional
            Where to begin; the start if it is not given.

        Yields
        ------
        Block
            The next examples.

        Raises
        ------
        InputError
            If one of them is no example with a label; the message has its number, from 1.
        """
        pairs = islice(iter(self._pairs), start.at, None)
        done = start.at
        while chunk := list(islice(pairs, _ROWS if self.repeatable else 1)):
            yield _block_of(chunk, done, self._given)
            done += len(chunk)

    def locate(self, learner: Any, block: Block, row: int) -> int:
        """The column of what a learner refuses: always 1, as there is no line to point into.

        Parameters
        ----------
        learner : Learner
            Not used.
        block : Block
            Not used.
        row : int
            Not used.

        Returns
        -------
        int
            1.
        """
        return 1


def as_stream(stream: Any, rows: Rows | None = None) -> Any:
    """Anything that holds examples as a stream of blocks.

    Parameters
    ----------
    stream : str, os.PathLike, Source, frame, (matrix or frame, labels) or iterable
        A path becomes a Source; a matrix or frame with its labels, or an iterable of (x, y) or (x, y, weight), becomes
        Pairs. So does a frame, or an iterable of dicts, where `rows` says which column is the label. What gives blocks
        already stays what it is.
    rows : Rows or None, optional
        What the columns mean of a file that is given as a path, or of dicts.

    Returns
    -------
    Source, Pairs or what was given
        Something with `blocks`, `locate`, `name`, `size` and `repeatable`.

    Raises
    ------
    InputError
        If it is none of these, or a matrix has not as many rows as there are labels.
    """
    if hasattr(stream, "blocks"):
        return stream
    if isinstance(stream, (str, os.PathLike)):
        return Source(os.fspath(stream), columns=Rows() if rows is None else rows)
    for part in stream if isinstance(stream, tuple) else (stream,):
        refuse_lazy(part)
    from ..data.frames import is_frame, records_of  # arrays are needed only here

    if is_frame(stream):
        return Pairs(records_of(stream), rows)
    if isinstance(stream, tuple) and len(stream) == 2 and is_frame(stream[0]):
        return Pairs(_Beside(records_of(stream[0]), stream[1]), rows)
    if isinstance(stream, tuple) and len(stream) == 2 and hasattr(stream[0], "shape"):
        return Pairs(_Beside(_rows_of_matrix(stream[0]), stream[1]))
    if isinstance(stream, Iterable):
        return Pairs(stream, rows)
    raise InputError(f"a stream is a path, a Source, a matrix with labels, or examples (x, y); got {stream!r}.")


class _Beside:
    """Rows beside their labels."""

    def __init__(self, rows: Any, labels: Any) -> None:
        self._rows = rows
        self._labels = one_list(labels)
        count = rows.shape[0] if hasattr(rows, "shape") else len(rows)
        if count != len(labels):
            raise InputError(f"{count} rows but {len(labels)} labels.")

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return ((self._rows[i], label) for i, label in enumerate(self._labels))


def _rows_of_matrix(matrix: Any) -> Any:
    import numpy as np

    return matrix.tocsr() if hasattr(matrix, "tocsr") else np.asarray(matrix)


def _block_of(chunk: list[Any], done: int, rows: Rows | None) -> Block:
    import numpy as np

    examples, labels, weights = [], [], []
    for i, given in enumerate(chunk):
        pair = _pair(given, done + i + 1, rows)
        weight = pair[2] if len(pair) == 3 else 1.0
        if not isinstance(weight, (int, float)) or not 0.0 <= weight <= 1e100:
            raise InputError(f"example {done + i + 1}: the weight {weight!r} is not a number from 0 to 1e100.")
        try:
            examples.append(_example(pair[0], rows))
        except InputError as error:
            raise error.at(f"example {done + i + 1}") from None
        labels.append(label_of_row(_plain(pair[1]), rows))
        weights.append(float(weight))
    numbers = list(range(done, done + len(chunk)))
    native = block_of_rows(
        examples,
        np.full(len(chunk), np.nan),
        np.array(weights),
        np.array(numbers, dtype=np.uint64) + np.uint64(1),
        [""] * len(chunk),
    )
    end = Position(done + len(chunk), done + len(chunk))
    return Block(native, labels, (), end, 0, numbers, rows=[_row(given) for given in chunk])


def _pair(given: Any, number: int, rows: Rows | None) -> tuple[Any, ...]:
    """(x, y) or (x, y, weight); of a row with its label in it, by the roles of its columns."""
    if isinstance(given, Mapping) and rows is not None:
        label, weight, _ = rows.head(given)
        return given, label, weight
    if isinstance(given, (tuple, list)) and len(given) in (2, 3):
        return tuple(given)
    hint = "which column of a row is the label is said by the learner: th.Auto(rows=th.Rows(label=...))"
    raise InputError(
        f"example {number}: (x, y) or (x, y, weight) was expected, got {given!r}.",
        hint=hint if isinstance(given, Mapping) else None,
    )


def _row(given: Any) -> Any:
    """What is learned from, of what stands in a stream."""
    return given if isinstance(given, Mapping) else given[0]


def _example(x: Any, rows: Rows | None) -> Any:
    """What the core takes: a dict read by the roles of its columns, anything else as it is."""
    return as_example(x) if rows is None or not isinstance(x, Mapping) else rows.native.example(dict(x))


def _plain(label: Any) -> Any:
    if is_unlabelled(label):
        return None
    return label.item() if hasattr(label, "dtype") and hasattr(label, "item") else label  # numpy's scalars
