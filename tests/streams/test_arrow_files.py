"""Parquet and Arrow: types, batches, and files that are refused."""

import io
import sys
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from thresher.errors import InputError, ParameterError
from thresher.streams.tables.reading import arrow_blocks

from .reading import PLAIN, BadRow, Columns, TableRow, from_arrow, only, rows_of


@pytest.mark.parametrize("value", [float("-inf"), float("inf"), 1e200])
def test_parquet_numbers_that_are_not_finite_are_refused(value):
    assert "column 'c' has the value" in only(from_arrow({"c": [value]})).message
    assert isinstance(only(from_arrow({"c": [value]}, Columns(label="c"))), BadRow)
    if value != 1e200:
        assert isinstance(only(from_arrow({"c": [value]}, Columns(label="", categories=("c",)))), BadRow)


def test_types_of_parquet():
    table = pa.table(
        {
            "decimal": pa.array([Decimal("1.50"), Decimal("0.00")]),
            "small": pa.array([1, 2], pa.uint8()),
            "half": pa.array([0.5, 0.0], pa.float32()),
            "nothing": pa.nulls(2),
            "list": [["a", "b", "a"], None],
            "struct": [{"x": 1, "y": "z"}, {"x": None, "y": ""}],
            "features": pa.array([[("free", 2.0), ("money", 0.0)], []], pa.map_(pa.string(), pa.float64())),
        }
    )
    first = {"decimal": 1.5, "small": 1.0, "half": 0.5, "list=a": 1.0, "list=b": 1.0}
    first |= {"struct.x": 1.0, "struct.y=z": 1.0, "free": 2.0}
    for kind in ("parquet", "arrow"):
        assert [row.x for row in from_arrow(table, kind=kind)] == [first, {"small": 2.0}]


@pytest.mark.parametrize(
    "array",
    [
        pa.array([1], pa.time64("us")),
        pa.array([1], pa.duration("s")),
        pa.array([b"x"]),
        pa.array([[1]], pa.list_(pa.time64("us"))),
        pa.array([{"born": None}], pa.struct({"born": pa.time64("us")})),
    ],
)
def test_times_and_binary_columns_are_refused_before_the_first_row(array):
    with pytest.raises(InputError, match=r"column 'c.* is of the type .*\nhint: convert it, or leave it out: ignore="):
        from_arrow({"c": array, "d": [1]})
    assert only(from_arrow({"c": array, "d": [1]}, Columns(label="", ignore=("c",)))).x == {"d": 1.0}
    if pa.types.is_struct(array.type):
        assert only(from_arrow({"c": array}, Columns(label="", ignore=("c.born",)))).x == {}


def test_a_list_of_numbers_in_parquet_is_refused_by_row():
    bad, good = from_arrow({"v": [[1.0], []]})
    assert "the list 'v' holds 1.0" in bad.message
    assert (bad.line, bad.column, good.line) == (1, 1, 2)
    repeated = pa.array([[("a", 1), ("a", 2)]], pa.map_(pa.string(), pa.int64()))
    assert isinstance(only(from_arrow({"m": repeated})), BadRow)


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_texts_of_parquet_that_are_not_utf8_are_refused_by_row(kind):
    texts = pa.array([b"ok", b"\xff", b"fine"]).view(pa.string())
    rows = from_arrow({"c": texts, "d": [1, 2, 3]}, kind=kind)
    assert [type(row) for row in rows] == [TableRow, BadRow, TableRow]
    assert "column 'c' holds a text that is not UTF-8" in rows[1].message
    assert rows[2].x == {"c=fine": 1.0, "d": 3.0}


def test_two_columns_of_parquet_with_one_name_are_refused():
    with pytest.raises(InputError, match="two columns have the name 'a'"):
        from_arrow(pa.table([[1], [2]], names=["a", "a"]))


def test_many_batches_paths_and_streams(tmp_path):
    table = pa.table({"label": list(range(20_000))})
    pq.write_table(table, tmp_path / "t.parquet")
    stream = io.BytesIO()
    with pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table)
    (tmp_path / "t.arrows").write_bytes(stream.getvalue())
    for name, kind in (("t.parquet", "parquet"), ("t.arrows", "arrow")):
        rows = list(rows_of(arrow_blocks(tmp_path / name, Columns(), kind=kind)))
        assert [row.label for row in rows] == list(range(20_000))
        assert [row.line for row in rows] == list(range(1, 20_001))
    with pytest.raises(FileNotFoundError):
        arrow_blocks(tmp_path / "none", Columns(), kind="parquet")
    with pytest.raises(ParameterError, match="kind"):
        arrow_blocks(tmp_path / "t.parquet", Columns(), kind="orc")


def test_parquet_without_pyarrow_says_how_to_get_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "thresher.streams.tables.arrow_files", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"reading Parquet needs pyarrow: pip install 'thresher\[arrow\]'"):
        arrow_blocks("x.parquet", PLAIN, kind="parquet")


def test_cut_files_are_an_input_error():
    table = pa.table({"label": list(range(3000)), "text": [f"word {i}" for i in range(3000)]})
    whole = io.BytesIO()
    pq.write_table(table, whole)
    for cut in range(0, len(whole.getvalue()), 1009):
        with pytest.raises(InputError, match="can't be read as a Parquet file"):
            list(arrow_blocks(io.BytesIO(whole.getvalue()[:cut]), Columns(), kind="parquet"))
