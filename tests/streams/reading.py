"""Tables read from texts, for the tests: what the core makes of them, row by row."""

import contextlib
import io
import os
import tempfile
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from thresher.data import Rows
from thresher.data.text import Words
from thresher.streams import Source
from thresher.streams.tables.reading import arrow_blocks


def Columns(**roles):
    """Roles of columns; of texts the words alone."""
    return Rows(**({"words": Words(shape=False)} | roles))


PLAIN = Columns(label="")


class TableRow(NamedTuple):
    """One example of a table."""

    x: dict
    label: Any
    weight: float
    tag: str
    line: int
    raw: bytes


class BadRow(NamedTuple):
    """A row that was refused."""

    line: int
    column: int
    message: str
    hint: str
    raw: bytes


def rows_of(blocks):
    """Every row of some blocks, the refused ones among them."""
    for block in blocks:
        troubles = list(block.troubles)
        for row in range(len(block) + 1):
            while troubles and troubles[0].row <= row:
                bad = troubles.pop(0)
                yield BadRow(bad.line, bad.column, bad.message, bad.hint, bad.raw)
            if row < len(block):
                weight = 1.0 if block.weights is None else float(block.weights[row])
                native = block.native
                items = block.example(row).items()
                assert len(dict(items)) == len(items) == native.features_of(row)
                yield TableRow(
                    dict(items), block.label(row), weight, native.tag(row), native.line(row), block.text(row)
                )


@contextlib.contextmanager
def source(data, format, columns=PLAIN, **options):
    """A file with this text."""
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    try:
        yield Source(file.name, format, columns=columns, **options)
    finally:
        os.unlink(file.name)


def from_csv(data, columns=PLAIN, **options):
    with source(data, "csv", columns, **options) as table:
        return list(rows_of(table.blocks()))


def from_json(data, columns=PLAIN):
    with source(data, "json", columns) as table:
        return list(rows_of(table.blocks()))


def from_text(data, columns=PLAIN):
    with source(data, "text", columns) as table:
        return list(rows_of(table.blocks()))


def from_arrow(table, columns=PLAIN, kind="parquet"):
    table = table if isinstance(table, pa.Table) else pa.table(table)
    sink = io.BytesIO()
    if kind == "parquet":
        pq.write_table(table, sink)
    else:
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    sink.seek(0)
    return list(rows_of(arrow_blocks(sink, columns, kind=kind)))


def only(rows):
    (row,) = rows
    return row
