"""Tables that are no text: Parquet and Arrow, a few thousand rows at a time and in bounded memory.

What enters is a file and what its columns mean; what leaves are blocks. A whole file that can't be read is an
InputError.
"""

from collections.abc import Iterator, Sequence
from os import PathLike
from typing import BinaryIO, Literal

from ...errors import InputError
from ...parameters import one_of
from ..block import START, Block, Position
from .columns import Columns


def arrow_blocks(
    path_or_file: str | PathLike[str] | BinaryIO,
    columns: Columns,
    aside: Sequence[str] = (),
    start: Position = START,
    *,
    kind: Literal["parquet", "arrow"],
    aside_for: str = "time",
) -> Iterator[Block]:
    """The rows of a Parquet or Arrow file; its schema is read and checked at once.

    Parameters
    ----------
    path_or_file : str, os.PathLike or binary file
        The file.
    columns : Columns
        What its columns mean.
    aside : sequence of str, default ()
        Columns that are no attributes, whose texts are kept beside each row.
    start : Position, optional
        Behind so many rows to begin.
    kind : {"parquet", "arrow"}
        "arrow" is for the IPC formats, both the one with a footer (Feather) and the stream.
    aside_for : str, default "time"
        What those columns are wanted for.

    Returns
    -------
    iterator of Block
        Lines are the numbers of rows, from 1, and have no text.

    Raises
    ------
    InputError
        If the file can't be read, its schema has no place in rows, or pyarrow is not installed.
    """
    one_of("kind", kind, ("parquet", "arrow"))
    try:
        from .arrow_files import blocks_of_file
    except ImportError:
        name = {"parquet": "Parquet", "arrow": "Arrow"}[kind]
        raise InputError(f"reading {name} needs pyarrow: pip install 'thresher[arrow]'") from None
    return blocks_of_file(path_or_file, columns, aside, start, kind=kind, aside_for=aside_for)
