"""Rows of a Parquet or Arrow file, through pyarrow; only reading.py imports this module, when it is needed.

The file is read in record batches of a few thousand rows. What has no place in a row (dates, binary data)
is refused before the first one; a row that can't be understood is a BadRow.
"""

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, BinaryIO, Literal, TypeAlias

from pyarrow import OSFile, ipc
from pyarrow.parquet import ParquetFile

from ...errors import InputError
from .arrow_types import check_type, is_text, plain_values
from .columns import BadRow, Columns, TableRow, check_names
from .members import Members
from .refusals import Refusal, shown

BATCH = 8192  # rows
_NOT_UTF8 = object()
_Part: TypeAlias = tuple[list[str], Iterable[Any]]
"""Names of columns, and rows: a number and a cell of each."""


def rows_of_file(
    path_or_file: str | PathLike[str] | BinaryIO, columns: Columns, *, kind: Literal["parquet", "arrow"]
) -> Iterator[TableRow | BadRow]:
    """The rows of a file; what `reading.arrow_rows` calls.

    Parameters
    ----------
    path_or_file : str, os.PathLike or binary file
        The file; a Parquet file has to be seekable.
    columns : Columns
        What its columns mean.
    kind : {"parquet", "arrow"}
        The format.

    Returns
    -------
    iterator of TableRow or BadRow
        One for each row.

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
    return _rows(_parts(batches, columns.ignore, kind), Members(columns))


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


def _rows(parts: Iterable[_Part], members: Members) -> Iterator[TableRow | BadRow]:
    line = 0
    for names, rows in parts:
        for _, *values in rows:
            line += 1
            row: TableRow | BadRow
            try:
                if _NOT_UTF8 in values:
                    name = names[values.index(_NOT_UTF8)]
                    raise Refusal(f"column {shown(name)} holds a text that is not UTF-8", "convert it to UTF-8")
                row = TableRow(*members.row(dict(zip(names, values, strict=True))), line, b"")
            except Refusal as refusal:
                row = BadRow(line, 1, refusal.message, refusal.hint, b"")
            yield row


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
