"""Examples from Python as a stream: any iterable of (x, y) or (x, y, weight), matrices included."""

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from .._core import block_of_rows
from ..data import Rows, as_example, one_list, refuse_lazy
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
    stream : str, os.PathLike, Source, (matrix, labels) or iterable
        A path becomes a Source; a matrix with its labels, or an iterable of (x, y) or (x, y, weight), becomes Pairs.
        What gives blocks already stays what it is.
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
    if isinstance(stream, tuple) and len(stream) == 2 and hasattr(stream[0], "shape"):
        return Pairs(_Rows(*stream))
    if isinstance(stream, Iterable):
        return Pairs(stream, rows)
    raise InputError(f"a stream is a path, a Source, a matrix with labels, or examples (x, y); got {stream!r}.")


class _Rows:
    """The rows of a matrix beside their labels."""

    def __init__(self, matrix: Any, labels: Any) -> None:
        import numpy as np

        self._matrix = matrix.tocsr() if hasattr(matrix, "tocsr") else np.asarray(matrix)
        self._labels = one_list(labels)
        if self._matrix.shape[0] != len(labels):
            raise InputError(f"{self._matrix.shape[0]} rows but {len(labels)} labels.")

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return ((self._matrix[i], label) for i, label in enumerate(self._labels))


def _block_of(chunk: list[Any], done: int, rows: Rows | None) -> Block:
    import numpy as np

    examples, labels, weights = [], [], []
    for i, pair in enumerate(chunk):
        if not isinstance(pair, (tuple, list)) or len(pair) not in (2, 3):
            raise InputError(f"example {done + i + 1}: (x, y) or (x, y, weight) was expected, got {pair!r}.")
        weight = pair[2] if len(pair) == 3 else 1.0
        if not isinstance(weight, (int, float)) or not 0.0 <= weight <= 1e100:
            raise InputError(f"example {done + i + 1}: the weight {weight!r} is not a number from 0 to 1e100.")
        try:
            examples.append(_example(pair[0], rows))
        except InputError as error:
            raise error.at(f"example {done + i + 1}") from None
        labels.append(_plain(pair[1]))
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
    return Block(native, labels, (), end, 0, numbers, rows=[pair[0] for pair in chunk])


def _example(x: Any, rows: Rows | None) -> Any:
    """What the core takes: a dict read by the roles of its columns, anything else as it is."""
    return as_example(x) if rows is None or not isinstance(x, Mapping) else rows.native.example(dict(x))


def _plain(label: Any) -> Any:
    return label.item() if hasattr(label, "dtype") and hasattr(label, "item") else label  # numpy's scalars
