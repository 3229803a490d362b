"""One table through every door: files of all formats, frames of all libraries, dicts."""

import csv
import io
import json
from datetime import datetime

import pandas as pd
import polars as pl
import pyarrow as pa

from thresher.data import as_matrix

TYPES = {
    "whole": pa.int64(),
    "real": pa.float64(),
    "truth": pa.bool_(),
    "city": pa.string(),
    "kind": pa.string(),
    "when": pa.timestamp("us"),
    "day": pa.date32(),
    "label": pa.int64(),
}
DATES = ("when", "day")


def rows_in(X, rows=None):
    """The rows of a matrix as dicts."""
    matrix = as_matrix(X, None if rows is None else rows.native)
    assert len(set(matrix.names)) == len(matrix.names)
    return [
        {matrix.names[i]: float(v) for i, v in zip(matrix.indices[a:b], matrix.values[a:b], strict=True)}
        for a, b in zip(matrix.starts[:-1], matrix.starts[1:], strict=True)
    ]


def as_csv(records):
    file = io.StringIO()
    names = list(records[0])
    writer = csv.writer(file)
    writer.writerow(names)
    writer.writerows([[_written(record[name]) for name in names] for record in records])
    return file.getvalue()


def as_json(records):
    return "".join(
        json.dumps({k: v.isoformat() if k in DATES and v else v for k, v in record.items()}) + "\n"
        for record in records
    )


def _written(value):
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, datetime) else str(value)


def as_table(records):
    schema = pa.schema([(name, TYPES[name]) for name in records[0]])
    return pa.Table.from_pylist(records, schema)


def frames(records):
    """The records as frames, by what they are called."""
    table = as_table(records)
    pandas = table.to_pandas()
    yield "dicts", records
    yield "Arrow's table", table
    yield "Arrow's chunks", pa.concat_tables([table.slice(0, 1), table.slice(1)])
    yield "Arrow's views", table.cast(_with(table.schema, pa.string(), pa.string_view()))
    yield "Arrow's dictionaries", _coded(table)
    yield "polars", pl.DataFrame(table)
    yield "polars' categories", pl.DataFrame(table).with_columns(pl.col("city", "kind").cast(pl.Categorical))
    yield "pandas", pandas
    yield "pandas from dicts", pd.DataFrame(records)
    yield "pandas' objects", pandas.astype(object)
    yield "pandas' nullable types", pandas.convert_dtypes()
    yield "pandas over Arrow", table.to_pandas(types_mapper=pd.ArrowDtype)
    yield "pandas' categories", pandas.astype({"city": "category", "kind": "category"})
    yield "some rows of pandas", pd.concat([pandas, pandas]).iloc[: len(pandas)]


def _with(schema, old, new):
    return pa.schema([(field.name, new if field.type == old else field.type) for field in schema])


def _coded(table):
    for name in ("city", "kind"):
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table.column(name).dictionary_encode())
    return table
