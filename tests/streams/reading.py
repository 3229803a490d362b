"""Tables read from texts, for the tests."""

import io

import pyarrow as pa
import pyarrow.parquet as pq

from thresher.streams.tables.reading import Columns, arrow_rows, csv_rows, json_rows

PLAIN = Columns(label="")


def from_csv(data, columns=PLAIN, **options):
    data = data if isinstance(data, bytes) else data.encode()
    return list(csv_rows(io.BytesIO(data), columns, **options))


def from_json(data, columns=PLAIN):
    data = data if isinstance(data, bytes) else data.encode()
    return list(json_rows(io.BytesIO(data), columns))


def from_arrow(table, columns=PLAIN, kind="parquet"):
    table = table if isinstance(table, pa.Table) else pa.table(table)
    sink = io.BytesIO()
    if kind == "parquet":
        pq.write_table(table, sink)
    else:
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    sink.seek(0)
    return list(arrow_rows(sink, columns, kind=kind))


def only(rows):
    (row,) = rows
    return row
