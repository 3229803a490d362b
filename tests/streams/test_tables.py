"""The rule for cells and the roles of columns, the same in every format."""

import csv
import io
import json
import os

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher._core import NativeReader
from thresher.errors import InputError, ParameterError
from thresher.streams.block import block_of

from ..data.doors import rows_in
from .reading import PLAIN, BadRow, Columns, TableRow, from_arrow, from_csv, from_json, only, rows_of

ROLES = Columns(label="y", weight="w", tag="id", text=("note",), categories=("zip",), ignore=("junk",))

CELLS = [
    ("35", {"c": 35.0}),
    (" 35 ", {"c": 35.0}),
    ("+1", {"c": 1.0}),
    ("-1e-3", {"c": -0.001}),
    (".5", {"c": 0.5}),
    ("1e150", {"c": 1e150}),
    ("0", {}),
    ("-0.0", {}),
    ("1e-999", {}),
    ("", {}),
    ("   ", {}),
    ("true", {"c": 1.0}),
    ("True", {"c": 1.0}),
    ("FALSE", {}),
    ("red", {"c=red": 1.0}),
    (" dark red ", {"c=dark red": 1.0}),
    ("1_000", {"c=1_000": 1.0}),
    ("0x10", {"c=0x10": 1.0}),
    ("1e", {"c=1e": 1.0}),
    ("tRUE", {"c=tRUE": 1.0}),
    ("null", {}),
    ("nan", {}),
    ("NaN", {}),
    ("-NAN", {}),
    ("nancy", {"c=nancy": 1.0}),
    ("N/A", {}),
    ("<NA>", {}),
    ("None", {}),
    ("none", {"c=none": 1.0}),
    ("1.#IND", {}),
    ("grün", {"c=grün": 1.0}),
    ("36660e5985", {"c=36660e5985": 1.0}),  # hexadecimal digits of an id, written like a number
    ("-2e150", {"c=-2e150": 1.0}),
    ("1e151", {"c=1e151": 1.0}),
    ("9" * 400, {"c=" + "9" * 400: 1.0}),
]


@pytest.mark.parametrize(("text", "x"), CELLS)
def test_a_text_means_the_same_in_every_format(text, x):
    assert only(from_csv(f'c,d\n"{text}",1\n')).x == x | {"d": 1.0}
    assert only(from_csv(f"c,d\n{text},1\n")).x == x | {"d": 1.0}
    assert only(from_json(json.dumps({"c": text}))).x == x
    assert only(from_arrow({"c": [text]})).x == x
    assert only(from_arrow(pa.table({"c": pa.array([text]).dictionary_encode()}))).x == x
    assert dict(Columns(label="").example({"c": text}).items()) == x
    assert rows_in(pd.DataFrame({"c": [text]})) == rows_in(pl.DataFrame({"c": [text]})) == [x]


@pytest.mark.parametrize(
    ("value", "x"),
    [(3, {"c": 3.0}), (-0.25, {"c": -0.25}), (0, {}), (0.0, {}), (True, {"c": 1.0}), (False, {}), (None, {})],
)
def test_a_value_means_the_same_in_json_and_parquet(value, x):
    assert only(from_json(json.dumps({"c": value}))).x == x
    assert only(from_arrow({"c": [value]})).x == x
    assert only(from_arrow({"c": [value]}, kind="arrow")).x == x


@pytest.mark.parametrize("text", ["inf", "-inf", "Infinity"])
def test_words_for_infinity_are_refused(text):
    for row in (
        only(from_csv(f"c,d\n{text},1\n")),
        only(from_json(json.dumps({"c": text}))),
        only(from_arrow({"c": [text]})),
    ):
        assert isinstance(row, BadRow)
        assert "column 'c' has the value" in row.message
        assert text in row.message
        assert row.hint


def test_roles():
    header = "y,w,id,note,zip,junk,age\n"
    row = only(from_csv(header + '1,2.5,a7,"Free money, FREE!",10115,nan,35\n', ROLES))
    x = {"free": 1.0, "money": 1.0, "zip=10115": 1.0, "age": 35.0}
    assert row == TableRow(x, 1.0, 2.5, "a7", 2, b'1,2.5,a7,"Free money, FREE!",10115,nan,35\n')
    line = {"y": 1, "w": 2.5, "id": "a7", "note": "Free money, FREE!", "zip": 10115, "junk": [1], "age": 35}
    row = only(from_json(json.dumps(line), ROLES))
    assert (row.x, row.label, row.weight, row.tag, row.line) == (x, 1, 2.5, "a7", 1)
    row = only(from_arrow({name: [value] for name, value in line.items()}, ROLES))
    assert (row.x, row.label, row.weight, row.tag, row.line, row.raw) == (x, 1, 2.5, "a7", 1, b"")


@pytest.mark.parametrize(
    ("cell", "text"), [("0", "0"), ("inf", "inf"), ("1e999", "1e999"), ("true", "true"), (" 007 ", "007")]
)
def test_a_category_is_one_whatever_it_looks_like(cell, text):
    columns = Columns(label="", categories=("c",))
    assert only(from_csv(f"c,d\n{cell},\n", columns)).x == {f"c={text}": 1.0}
    assert only(from_json(json.dumps({"c": cell}), columns)).x == {f"c={text}": 1.0}
    assert only(from_arrow({"c": [cell]}, columns)).x == {f"c={text}": 1.0}


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1.5, "1.5"), (True, "true"), (10**300, str(10**300))])
def test_a_category_of_json_is_written_as_in_the_file(value, text):
    columns = Columns(label="", categories=("c",))
    both = from_json(f"{json.dumps({'c': 1})}\n{json.dumps({'c': value})}\n", columns)
    assert [row.x for row in both] == [{"c=1": 1.0}, {f"c={text}": 1.0}]


def test_words_are_unicode_lower_case_and_count_once():
    columns = Columns(label="", text=("c",))
    row = only(from_json(json.dumps({"c": "Grüße, GRÜSSE grüße! 42 x_y"}, ensure_ascii=False), columns))
    assert set(row.x) == {"grüße", "grüsse", "42", "x", "y"}
    assert set(row.x.values()) == {1.0}
    assert only(from_json('{"c": ["one two", "Two"]}', columns)).x == {"one": 1.0, "two": 1.0}


@pytest.mark.parametrize("label", [True, False, 1, 0, -1, 0.5, "spam", None])
def test_a_label_is_the_same_in_every_format(label):
    for row in (
        only(from_json(json.dumps({"label": label}), Columns())),
        only(from_csv(f"a,label\n1,{'' if label is None else label}\n", Columns())),
        only(from_arrow({"label": [label]}, Columns())),
    ):
        assert row.label == label
    assert only(from_json('{"label": "1"}', Columns())).label == 1
    assert only(from_json(f'{{"label": {2**60 + 1}}}', Columns())).label == str(2**60 + 1)


def test_a_missing_or_empty_label_is_none():
    assert [row.label for row in from_json('{"a": 1}\n{"label": ""}\n{"label": null}\n', Columns())] == [None] * 3
    assert isinstance(only(from_json('{"label": [1]}', Columns())), BadRow)
    assert [row.label for row in from_csv("label,a\nnan,1\nNA,1\n,1\n", Columns())] == [None] * 3
    assert isinstance(only(from_csv("label,a\ninf,1\n", Columns())), BadRow)


def test_bytes_that_are_not_utf8_are_refused_with_their_place():
    rows = from_csv(b"a,b\n1,\xff\n2,3\n")
    assert (rows[0].line, rows[0].column, rows[1].x) == (2, 3, {"a": 2.0, "b": 3.0})
    assert "0xff is not UTF-8" in rows[0].message
    row = from_json(b'{"\xc3\xa4": "\xff"}\n')[0]
    assert (row.line, row.column) == (1, 9)
    quoted = from_csv(b'a,b\n"x\n\xff\n",3\n4,5\n')
    assert [type(row) for row in quoted] == [BadRow, TableRow]
    assert (quoted[0].line, quoted[0].column, quoted[1].line) == (3, 1, 5)


@pytest.mark.parametrize("role", ["weight", "tag", "text", "categories", "ignore"])
def test_every_column_with_a_role_must_be_there(role):
    columns = Columns(label="", **{role: "x" if role in ("weight", "tag") else ("x",)})
    for read in (lambda: from_csv("a,b\n", columns), lambda: from_arrow({"a": [1]}, columns)):
        with pytest.raises(InputError, match=rf"no column 'x' \(for {role}\); the columns are 'a'"):
            read()


def test_a_column_has_one_role():
    with pytest.raises(ParameterError, match="'a' is named twice"):
        Columns(label="a", ignore=("a",))
    with pytest.raises(ParameterError, match="text must be a tuple"):
        Columns(text=3)
    assert Columns(text="body") == Columns(text=("body",))


def test_a_header_alone_is_a_table_without_rows():
    assert from_csv("a,b") == []
    assert from_json("") == []
    assert from_json("\n  \n") == []


def read_by(descriptor, format, *, stretch=1 << 20, workers=1, **options):
    """The blocks that the core reads, each as soon as it is there."""
    reader = NativeReader(descriptor, format, 0, None, workers, 4, stretch, 0, 0, PLAIN.native, None, **options)
    try:
        while (native := reader.next()) is not None:
            yield block_of(native)
    finally:
        reader.stop()


@pytest.fixture
def pipe():
    out, into = os.pipe()
    with os.fdopen(out, "rb") as file, os.fdopen(into, "wb", buffering=0) as write:
        yield file.fileno(), write


@pytest.mark.parametrize("workers", [1, 3])
def test_lines_too_long_are_refused_and_reading_goes_on(pipe, workers):
    out, into = pipe
    long = b"x" * 5000
    lines = [b'{"a": 1}\n', b'{"a": "' + long + b'"}\n', b'{"a": 2}\n', b'{"b": 3}']
    into.write(b"".join(lines))
    into.close()
    blocks = list(read_by(out, "json", stretch=64, longest=256, workers=workers))
    rows = list(rows_of(blocks))
    assert [type(row) for row in rows] == [TableRow, BadRow, TableRow, TableRow]
    assert "the line is longer than" in rows[1].message
    assert [row.line for row in rows] == [1, 2, 3, 4]
    assert rows[1].raw in lines[1]
    assert rows[2].x == {"a": 2.0}
    assert blocks[-1].end == (sum(map(len, lines)), 4)


@pytest.mark.parametrize("format", ["csv", "json"])
def test_rows_arrive_before_the_end_of_a_pipe(format, pipe):
    lines = (b"a,b\n", b'1,"x\ny"\n', b"2,z\n") if format == "csv" else (b"\n", b'{"a": 1}\n', b'{"a": 2}\n')
    out, into = pipe
    into.write(lines[0])
    rows = rows_of(read_by(out, format))
    for number, line in enumerate(lines[1:], 1):
        into.write(line)
        assert next(rows).x["a"] == number
    into.close()
    assert list(rows) == []


# The same table in every format.

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=6)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
VALUES = {
    "whole": st.integers(-(2**62), 2**62),
    "real": st.floats(-1e150, 1e150, allow_nan=False),
    "truth": st.booleans(),
    "text": TEXTS | st.sampled_from(["red", "1", "0", "nan", "true", '"', ",", "a\nb", "a\r\nb", " x "]),
}


@st.composite
def tables(draw):
    """Names, rows of values (each column of one kind, with nulls), and roles."""
    names = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
    kinds = [draw(st.sampled_from(sorted(VALUES))) for _ in names]
    row = st.tuples(*[st.none() | VALUES[kind] for kind in kinds])
    rows = draw(st.lists(row, max_size=6))
    label = draw(st.sampled_from(["", *(name for name, kind in zip(names, kinds, strict=True) if kind != "real")]))
    others = [name for name in names if name != label]
    role = st.lists(st.sampled_from(others), unique=True) if others else st.just([])
    text = draw(role)
    return names, rows, kinds, Columns(label=label, text=tuple(text))


def cell_of(value):
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def outcome(row):
    return row.message if isinstance(row, BadRow) else (row.x, row.label, row.weight, row.tag)


@given(tables())
def test_the_same_table_gives_the_same_rows(table):
    names, rows, kinds, columns = table
    types = {"whole": pa.int64(), "real": pa.float64(), "truth": pa.bool_(), "text": pa.string()}
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(names)
    writer.writerows([[cell_of(value) for value in row] for row in rows])
    lines = "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows)
    arrays = [pa.array([row[i] for row in rows], types[kind]) for i, kind in enumerate(kinds)]
    arrow = pa.table(arrays, names=names)
    expected = [outcome(row) for row in from_json(lines, columns)]
    assert [outcome(row) for row in from_csv(text.getvalue(), columns)] == expected
    assert [outcome(row) for row in from_arrow(arrow, columns)] == expected
    assert [outcome(row) for row in from_arrow(arrow, columns, kind="arrow")] == expected
