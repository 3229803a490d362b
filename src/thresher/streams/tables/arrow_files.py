"""Rows of a Parquet or Arrow file, through pyarrow; only reading.py imports this module, when it is needed.

The file is read in record batches of a few thousand rows, which go to the core as they are, no cell of them a Python
object. What has no place in a row (binary data, durations) is refused before the first one; a row that can't be
understood is a trouble.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, BinaryIO, Literal

from pyarrow import OSFile, ipc
from pyarrow.parquet import ParquetFile

from ..._core import NativeBlock, NativeRows, block_of_arrow, check_arrow_schema
from ...errors import InputError
from ..block import Block, Position, Trouble
from .columns import Columns, check_names

BATCH = 4096  # rows


def blocks_of_file(
    path_or_file: str | PathLike[str] | BinaryIO,
    columns: Columns,
    aside: Sequence[str],
    start: Position,
    *,
    kind: Literal["parquet", "arrow"],
    aside_for: str = "time",
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
    aside_for : str, default "time"
        What those columns are wanted for.

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
        check_names(list(schema.names), columns, "the schema", aside=aside, aside_for=aside_for, nested=True)
        native = columns.native_with_aside(aside) if aside else columns.native
        _check_types(native, schema)
    except Exception as error:  # pyarrow raises a dozen kinds, some of them its own
        raise _unreadable(kind, error) from None
    kept = [name for name in schema.names if name not in columns.ignore]
    return _blocks(_parts(batches, kept, kind), native, aside, start.at, kind)


def record_batches(
    path: str,
    columns: Columns,
    rows: int,
    *,
    kind: Literal["parquet", "arrow"],
    check: Callable[[list[str]], None],
    start: int = 0,
    threads: bool = True,
) -> Iterator[Any]:
    """The record batches of a file as they are, of no more than so many rows, without the columns that are ignored.

    Parameters
    ----------
    path : str
        The file.
    columns : Columns
        What its columns mean.
    rows : int
        The largest batch.
    kind : {"parquet", "arrow"}
        The format.
    check : callable
        Is shown the names of the columns, and raises where they can't be.
    start : int, default 0
        Behind so many rows to begin.
    threads : bool, default True
        Whether columns of Parquet are decoded by several threads.

    Raises
    ------
    InputError
        If the file can't be read.
    """
    try:
        file = OSFile(path)
        schema, batches, before = _parquet_from(file, rows, start, threads) if kind == "parquet" else (*_ipc(file), 0)
        check(list(schema.names))
    except Exception as error:
        raise _unreadable(kind, error) from None
    kept = [name for name in schema.names if name not in columns.ignore]
    return _behind(_parts(batches, kept, kind, rows), start - before)


def parquet_shape(path: str) -> tuple[Any, int]:
    """The schema of a file of Parquet, and how many rows it has; no row is read for it.

    Parameters
    ----------
    path : str
        The file.

    Raises
    ------
    InputError
        If the file can't be read.
    """
    try:
        with ParquetFile(path) as table:
            return table.schema_arrow, int(table.metadata.num_rows)
    except Exception as error:
        raise _unreadable("parquet", error) from None


def _check_types(rows: NativeRows, schema: Any) -> None:
    try:
        check_arrow_schema(rows, schema.__arrow_c_schema__())
    except InputError as error:
        raise error.at("the schema") from None


def _parquet(file: Any) -> tuple[Any, Iterable[Any]]:
    table = ParquetFile(file)
    return table.schema_arrow, table.iter_batches(batch_size=BATCH)


def _parquet_from(file: Any, rows: int, start: int, threads: bool) -> tuple[Any, Iterable[Any], int]:
    """The batches of the row groups that have rows behind `start`, and how many rows are before these groups."""
    table = ParquetFile(file)
    before, group, groups = 0, 0, table.num_row_groups
    while group < groups and before + table.metadata.row_group(group).num_rows <= start:
        before += table.metadata.row_group(group).num_rows
        group += 1
    behind = table.iter_batches(batch_size=rows, row_groups=list(range(group, groups)), use_threads=threads)
    return table.schema_arrow, behind, before


def _behind(batches: Iterable[Any], skip: int) -> Iterator[Any]:
    for batch in batches:
        if batch.num_rows > skip:
            yield batch.slice(skip)
        skip = max(0, skip - batch.num_rows)


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


def _parts(batches: Iterable[Any], kept: Sequence[str], kind: str, rows: int = BATCH) -> Iterator[Any]:
    """Batches of no more than so many rows, of the columns that somebody reads.

    Files of Arrow are mapped, not decoded, and a damaged one can point anywhere. That buffers are as long as their
    columns say is checked here, because the core is not told how long they are; what stands in them is checked there.
    """
    try:
        for batch in batches:
            part = batch.select(kept)
            for column in part.columns:
                column.validate()
            yield from (part.slice(start, rows) for start in range(0, part.num_rows, rows))
    except Exception as error:
        raise _unreadable(kind, error) from None


def _blocks(parts: Iterable[Any], rows: NativeRows, aside: Sequence[str], skip: int, kind: str) -> Iterator[Block]:
    done = 0
    for part in parts:
        begin, end = max(done, skip), done + part.num_rows
        if begin < end:
            native = _block(part.slice(begin - done), rows, begin, kind)
            troubles = [
                Trouble(row, line, column, message, hint, raw, Position(line - 1, line - 1))
                for row, line, column, message, hint, _, _, raw in native.troubles
            ]
            starts = [native.line(row) - 1 for row in range(len(native))]
            yield Block(native, None, troubles, Position(end, end), 0, starts, aside)
        done = end


def _block(part: Any, rows: NativeRows, before: int, kind: str) -> NativeBlock:
    schema, array = part.__arrow_c_array__()
    try:
        return block_of_arrow(rows, schema, array, before)
    except InputError as error:  # of the whole batch: what is wrong with a row is among the troubles
        raise _unreadable(kind, ValueError(error.message)) from None


def _unreadable(kind: str, error: Exception) -> InputError:
    if isinstance(error, InputError):
        return error
    name = {"parquet": "a Parquet file", "arrow": "an Arrow file"}[kind]
    hint = " Parquet can't be read from a pipe; give a file." if "seek" in str(error) and kind == "parquet" else ""
    return InputError(f"the file can't be read as {name}: {str(error)[:300].strip() or type(error).__name__}.{hint}")
