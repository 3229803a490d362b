"""Rows of a Parquet or Arrow file, through pyarrow; only reading.py imports this module, when it is needed.

The file is read in record batches of a few thousand rows. What has no place in a row (dates, binary data)
is refused before the first one; a row that can't be understood is a trouble.
"""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, BinaryIO, Literal, TypeAlias

from pyarrow import OSFile, ipc
from pyarrow.parquet import ParquetFile

from ..._core import NativeRows, block_of_dicts
from ...errors import InputError
from ..block import Block, Position, Trouble
from .arrow_types import check_type, is_text, plain_values
from .columns import Columns, check_names

BATCH = 4096  # rows
_NOT_UTF8 = "\udcff"  # no text either
_Part: TypeAlias = tuple[list[str], Iterable[Any]]
"""Names of columns, and rows: a number and a cell of each."""


def blocks_of_file(
    path_or_file: str | PathLike[str] | BinaryIO,
    columns: Columns,
    aside: Sequence[str],
    start: Position,
    *,
    kind: Literal["parquet", "arrow"],
) -> Iterator[Block]:
    """The rows of a file; what `reading.arrow_blocks` calls.

    Parameters
    ----------
    path_or_file : str, os.PathLike or binary file
        The file; a Parquet file has to be seekable.
    columns : Columns
        What its columns mean.
    aside : sequence of str
        Columns whose texts are kept beside each row.
    start : Position
        Behind so many rows to begin.
    kind : {"parquet", "arrow"}
        The format.

    Returns
    -------
    iterator of Block
        The rows.

    Raises
    ------
    InputError
        At once if the file or its schema can't be understood, on the way if the file is damaged.
    """
    file = OSFile(str(path_or_file)) if isinstance(path_or_file, (str, PathLike)) else path_or_file
    try:
        schema, batches = _parquet(file) if kind == "parquet" else _ipc(file)
        check_names(list(schema.names), columns, "the schema", nested=True)
        for field in schema:
            check_type(field.name, field.type, columns.ignore)
    except Exception as error:  # pyarrow raises a dozen kinds, some of them its own
        raise _unreadable(kind, error) from None
    native = columns.native_with_aside(aside) if aside else columns.native
    return _blocks(_parts(batches, columns.ignore, kind), native, aside, start.at)


def _parquet(file: Any) -> tuple[Any, Iterable[Any]]:
    table = ParquetFile(file)
    return table.schema_arrow, table.iter_batches(batch_size=BATCH)


def _ipc(file: Any) -> tuple[Any, Iterable[Any]]:
    if file.seekable():
        start = file.tell()
        magic = file.read(6)
        file.seek(start)
        if magic == b"ARROW1":
            table = ipc.open_file(file)
            return table.schema, (table.get_batch(i) for i in range(table.num_record_batches))
    stream = ipc.open_stream(file)
    return stream.schema, stream


def _parts(batches: Iterable[Any], ignored: tuple[str, ...], kind: str) -> Iterator[_Part]:
    """Batches of no more than BATCH rows, as Python has them."""
    try:
        for batch in batches:
            kept = [i for i, name in enumerate(batch.schema.names) if name not in ignored]
            names = [batch.schema.names[i] for i in kept]
            for start in range(0, batch.num_rows, BATCH):
                part = batch.slice(start, BATCH)
                cells = [_cells(part.column(i)) for i in kept]
                yield names, zip(range(part.num_rows), *cells, strict=False)
    except Exception as error:
        raise _unreadable(kind, error) from None


def _blocks(parts: Iterable[_Part], rows: NativeRows, aside: Sequence[str], skip: int) -> Iterator[Block]:
    done = 0
    for names, cells in parts:
        dicts = [dict(zip(names, values, strict=True)) for _, *values in cells]
        begin, end = max(done, skip), done + len(dicts)
        if begin < end:
            native = block_of_dicts(rows, dicts[begin - done :], begin)
            troubles = [
                Trouble(row, line, column, message, hint, raw, Position(line - 1, line - 1))
                for row, line, column, message, hint, _, _, raw in native.troubles
            ]
            starts = [native.line(row) - 1 for row in range(len(native))]
            yield Block(native, None, troubles, Position(end, end), 0, starts, aside)
        done = end


def _cells(column: Any) -> list[Any]:
    """The cells of a column as Python has them, with a mark for those that are no text.

    Arrow files are mapped, not decoded: a damaged one can point anywhere, so every offset is checked first.
    """
    try:
        column.validate(full=True)
    except ValueError as error:
        if "UTF8" not in str(error) or not is_text(column.type):
            raise
        return [_cell(column, i) for i in range(len(column))]
    return plain_values(column)


def _cell(column: Any, index: int) -> Any:
    try:
        return plain_values(column.slice(index, 1))[0]
    except UnicodeDecodeError:
        return _NOT_UTF8


def _unreadable(kind: str, error: Exception) -> InputError:
    if isinstance(error, InputError):
        return error
    name = {"parquet": "a Parquet file", "arrow": "an Arrow file"}[kind]
    hint = " Parquet can't be read from a pipe; give a file." if "seek" in str(error) and kind == "parquet" else ""
    return InputError(f"the file can't be read as {name}: {str(error)[:300].strip() or type(error).__name__}.{hint}")
