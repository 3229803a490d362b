"""Tables as streams of examples: CSV, JSON lines, plain text, Parquet and Arrow, a row at a time and in bounded memory.

What enters is a file and what its columns mean; what leaves is one TableRow or BadRow per row. The rule for
cells is in cells.py, the same for every format. A whole file that can't be read is an InputError.
"""

from collections.abc import Iterator
from os import PathLike
from typing import BinaryIO, Literal

from ...errors import InputError
from ...parameters import one_of
from .columns import BadRow, Columns, TableRow
from .csv_rows import csv_rows
from .json_rows import json_rows
from .text_rows import text_rows

__all__ = ["BadRow", "Columns", "TableRow", "arrow_rows", "csv_rows", "json_rows", "text_rows"]


def arrow_rows(
    path_or_file: str | PathLike[str] | BinaryIO, columns: Columns, *, kind: Literal["parquet", "arrow"]
) -> Iterator[TableRow | BadRow]:
    """The rows of a Parquet or Arrow file; its schema is read and checked at once.

    Parameters
    ----------
    path_or_file : str, os.PathLike or binary file
        The file.
    columns : Columns
        What its columns mean.
    kind : {"parquet", "arrow"}
        "arrow" is for the IPC formats, both the one with a footer (Feather) and the stream.

    Returns
    -------
    iterator of TableRow or BadRow
        One for each row: `line` is the number of the row, from 1, and `raw` is empty.

    Raises
    ------
    InputError
        If the file can't be read, its schema has no place in rows, or pyarrow is not installed.
    """
    one_of("kind", kind, ("parquet", "arrow"))
    try:
        from .arrow_files import rows_of_file
    except ImportError:
        name = {"parquet": "Parquet", "arrow": "Arrow"}[kind]
        raise InputError(f"reading {name} needs pyarrow: pip install 'thresher[arrow]'") from None
    return rows_of_file(path_or_file, columns, kind=kind)
