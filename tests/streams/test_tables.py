"""The rule for cells, the same in every format; and the promise that bad bytes are rows refused, not a crash."""

import csv
import io
import json
import os
import re
import sys
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, ParameterError
from thresher.streams import table_lines
from thresher.streams.tables import BadRow, Columns, TableRow, arrow_rows, csv_rows, json_rows

PLAIN = Columns(label="")
ROLES = Columns(label="y", weight="w", tag="id", text=("note",), categories=("zip",), ignore=("junk",))


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
    ("null", {"c=null": 1.0}),
    ("grün", {"c=grün": 1.0}),
]


@pytest.mark.parametrize(("text", "x"), CELLS)
def test_a_text_means_the_same_in_every_format(text, x):
    assert only(from_csv(f'c,d\n"{text}",1\n')).x == x | {"d": 1.0}
    assert only(from_csv(f"c,d\n{text},1\n")).x == x | {"d": 1.0}
    assert only(from_json(json.dumps({"c": text}))).x == x
    assert only(from_arrow({"c": [text]})).x == x
    assert only(from_arrow(pa.table({"c": pa.array([text]).dictionary_encode()}))).x == x


@pytest.mark.parametrize(
    ("value", "x"),
    [(3, {"c": 3.0}), (-0.25, {"c": -0.25}), (0, {}), (0.0, {}), (True, {"c": 1.0}), (False, {}), (None, {})],
)
def test_a_value_means_the_same_in_json_and_parquet(value, x):
    assert only(from_json(json.dumps({"c": value}))).x == x
    assert only(from_arrow({"c": [value]})).x == x
    assert only(from_arrow({"c": [value]}, kind="arrow")).x == x


@pytest.mark.parametrize("text", ["nan", "NaN", "-inf", "Infinity", "1e999", "1e151", "-2e150", "9" * 400])
def test_numbers_that_are_not_finite_or_too_large_are_refused(text):
    for row in (
        only(from_csv(f"c,d\n{text},1\n")),
        only(from_json(json.dumps({"c": text}))),
        only(from_arrow({"c": [text]})),
    ):
        assert isinstance(row, BadRow)
        assert "column 'c' has the value" in row.message
        assert text[:30] in row.message
        assert row.hint


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999", "1e151", "9" * 400, "9" * 10_000])
def test_json_numbers_that_are_not_finite_are_refused(literal):
    assert isinstance(only(from_json(f'{{"c": {literal}}}')), BadRow)
    assert isinstance(only(from_json(f'{{"c": [{literal}]}}')), BadRow)
    assert isinstance(only(from_json(f'{{"y": {literal}}}', Columns(label="y"))), BadRow)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e200])
def test_parquet_numbers_that_are_not_finite_are_refused(value):
    assert "column 'c' has the value" in only(from_arrow({"c": [value]})).message
    assert isinstance(only(from_arrow({"c": [value]}, Columns(label="c"))), BadRow)
    if value != 1e200:
        assert isinstance(only(from_arrow({"c": [value]}, Columns(label="", categories=("c",)))), BadRow)


def test_roles():
    header = "y,w,id,note,zip,junk,age\n"
    row = only(from_csv(header + '1,2.5,a7,"Free money, FREE!",10115,nan,35\n', ROLES))
    x = {"note=free": 1.0, "note=money": 1.0, "zip=10115": 1.0, "age": 35.0}
    assert row == TableRow(x, 1, 2.5, "a7", 2, b'1,2.5,a7,"Free money, FREE!",10115,nan,35\n')
    line = {"y": 1, "w": 2.5, "id": "a7", "note": "Free money, FREE!", "zip": 10115, "junk": [1], "age": 35}
    row = only(from_json(json.dumps(line), ROLES))
    assert (row.x, row.label, row.weight, row.tag, row.line) == (x, 1, 2.5, "a7", 1)
    row = only(from_arrow({name: [value] for name, value in line.items()}, ROLES))
    assert (row.x, row.label, row.weight, row.tag, row.line, row.raw) == (x, 1, 2.5, "a7", 1, b"")


@pytest.mark.parametrize(
    ("cell", "text"), [("0", "0"), ("nan", "nan"), ("1e999", "1e999"), ("true", "true"), (" 007 ", "007")]
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
    assert set(row.x) == {"c=grüße", "c=grüsse", "c=42", "c=x_y"}
    assert set(row.x.values()) == {1.0}
    assert only(from_json('{"c": ["one two", "Two"]}', columns)).x == {"c=one": 1.0, "c=two": 1.0}


@pytest.mark.parametrize(
    ("cell", "label"),
    [("1", 1), ("0.5", 0.5), ("-1", -1), ("+1", 1), ("spam", "spam"), (" spam ", "spam"), ("True", "True"), ("", None)],
)
def test_labels_of_csv(cell, label):
    row = only(from_csv(f"label,a\n{cell},1\n", Columns()))
    assert row.label == label
    assert type(row.label) is type(label)


@pytest.mark.parametrize("label", [True, False, 1, 0, -1, 0.5, "spam", "1", None])
def test_labels_of_json_and_parquet_are_as_found(label):
    for row in (
        only(from_json(json.dumps({"label": label}), Columns())),
        only(from_arrow({"label": [label]}, Columns())),
    ):
        assert row.label == label
        assert type(row.label) is type(label)


def test_a_missing_or_empty_label_is_none():
    assert [row.label for row in from_json('{"a": 1}\n{"label": ""}\n{"label": null}\n', Columns())] == [None] * 3
    assert isinstance(only(from_json('{"label": [1]}', Columns())), BadRow)
    assert isinstance(only(from_csv("label,a\nnan,1\n", Columns())), BadRow)


@pytest.mark.parametrize("weight", ["", "x", "-1", "nan", "1e101", "inf", "1_0"])
def test_a_weight_is_a_number_from_0_to_1e100(weight):
    columns = Columns(label="", weight="w")
    for row in (only(from_csv(f"a,w\n1,{weight}\n", columns)), only(from_json(json.dumps({"w": weight}), columns))):
        assert "importance weight" in row.message
    assert isinstance(only(from_json('{"a": 1}', columns)), BadRow)
    assert isinstance(only(from_json('{"w": true}', columns)), BadRow)
    assert [row.weight for row in from_csv("a,w\n1,0\n1, 2.5\n1,1e100\n", columns)] == [0.0, 2.5, 1e100]


def test_nested_json():
    line = '{"tags": ["a", " a", "2", "", null], "user": {"age": 35, "lang": "de", "deep": {"x": 1}}, "n": []}'
    x = {"tags=a": 1.0, "tags=2": 1.0, "user.age": 35.0, "user.lang=de": 1.0, "user.deep.x": 1.0}
    assert only(from_json(line)).x == x
    line = '{"features": {"free": 2, "user": {"age": 3}}, "in": {"features": {"a": 1}}}'
    assert only(from_json(line)).x == {"free": 2.0, "user.age": 3.0, "in.features.a": 1.0}
    columns = Columns(label="", text=("u.bio",), categories=("u.zip", "codes"), ignore=("u.born",))
    line = '{"u": {"bio": "Two words", "zip": 7, "born": [1]}, "codes": [1, 2, true]}'
    x = {"u.bio=two": 1.0, "u.bio=words": 1.0, "u.zip=7": 1.0, "codes=1": 1.0, "codes=2": 1.0, "codes=true": 1.0}
    assert only(from_json(line, columns)).x == x


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("[1]", "not an object", 1),
        ("3", "not an object", 1),
        ('  {"a" 1}', "not JSON: expecting ':'", 8),
        ('{"a": 1', "not JSON: expecting ','", 8),
        ('{"a": 1} {"b": 2}', "more follows", 9),
        ('{"x": 0, "a": [1, 2]}', "the list 'a' holds 1", 10),
        ('{"x": 0, "a": ["b", [1]]}', "the list 'a' holds", 10),
        ('{"a": 1, "a": 2}', "the name 'a' is given twice", 10),
        ('{"x": {"b": 1, "b": 2}}', "the name 'b' is given twice", 16),
        ('{"a": "\\ud800"}', "not valid Unicode", 2),
        ('{"\\ud800": 1}', "not valid Unicode", 1),
        ('{"a": {"\\ud800": 1}}', "not valid Unicode", 1),
        ('{"": 1}', "empty name", 1),
        ('{"a.b": 1, "a": {"b": 2}}', "attribute 'a.b' is given twice", 1),
        ('{"a": "b", "a=b": 2}', "attribute 'a=b' is given twice", 1),
        ('{"x": 1, "a": 1e200}', "column 'a' has the value 1e\\+200", 10),
        ('{"u": {"age": "nan"}}', "column 'u.age' has the value 'nan'", 8),
        ('{"a": 1, "b": "\x00"}', "not JSON: invalid control character", 16),
        ("[" * 100_000, "too deeply", 1),
        ('{"a":' * 100_000, "too deeply", 1),
        ('{"a":' * 9 + "1" + "}" * 9, "more than 8 deep", 1),
    ],
)
def test_json_lines_that_are_refused(line, message, column):
    bad, good = from_json(line + '\n{"fine": 1}\n')
    assert isinstance(bad, BadRow)
    assert re.search(message, bad.message), bad.message
    assert bad.column == column
    assert (bad.line, bad.raw) == (1, line.encode() + b"\n")
    assert (good.line, good.x) == (2, {"fine": 1.0})


def test_eight_objects_within_each_other_are_fine():
    assert only(from_json('{"a":' * 8 + "1" + "}" * 8)).x == {".".join("a" * 8): 1.0}


def test_surrogates_in_label_and_tag_are_refused():
    columns = Columns(tag="id")
    assert isinstance(only(from_json('{"label": "\\udfff"}', columns)), BadRow)
    assert isinstance(only(from_json('{"id": "\\udfff"}', columns)), BadRow)
    assert only(from_json('{"id": "\\ud83d\\ude00"}', columns)).tag == "😀"


def test_bytes_that_are_not_utf8_are_refused_with_their_place():
    rows = from_csv(b"a,b\n1,\xff\n2,3\n")
    assert (rows[0].line, rows[0].column, rows[1].x) == (2, 3, {"a": 2.0, "b": 3.0})
    assert "0xff is not UTF-8" in rows[0].message
    row = from_json(b'{"\xc3\xa4": "\xff"}\n')[0]
    assert (row.line, row.column) == (1, 9)
    quoted = from_csv(b'a,b\n"x\n\xff\n",3\n4,5\n')
    assert [type(row) for row in quoted] == [BadRow, TableRow]
    assert (quoted[0].line, quoted[0].column, quoted[1].line) == (2, 1, 5)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("1,2", "2 cells; the header names 3", 4),
        ("1", "1 cell; the header names 3", 2),
        ("1,2,3,4,5", "5 cells; the header names 3", 7),
        ('"1,2",3,4,5,6', "5 cells; the header names 3", 11),
        ("1,x,nan", "column 'c'", 5),
        ('"a ""b"", c",nan,3', "column 'b'", 14),
        ("ä,inf,3", "column 'b'", 3),
        ("1,2\r3,4", "carriage return", 4),
        ('"1",2\r3,4', "carriage return", 1),
    ],
)
def test_csv_rows_that_are_refused(line, message, column):
    bad, good = from_csv(f"a,b,c\n{line}\n1,2,3\n")
    assert message in bad.message
    assert (bad.line, bad.column, bad.raw) == (2, column, f"{line}\n".encode())
    assert (good.line, good.x) == (3, {"a": 1.0, "b": 2.0, "c": 3.0})


def test_two_columns_that_give_one_attribute_are_refused():
    fine, bad = from_csv("a,a=b\nc,2\nb,2\n")
    assert fine.x == {"a=c": 1.0, "a=b": 2.0}
    assert "'a=b' is given twice" in bad.message


def test_quotes_and_line_ends():
    rows = from_csv(b'\xef\xbb\xbfa,b\r\n"x ""y"", z",1\r\n\r\n"two\nlines",2\r\n   \n3,"4"')
    assert [(row.line, row.x) for row in rows] == [
        (2, {'a=x "y", z': 1.0, "b": 1.0}),
        (4, {"a=two\nlines": 1.0, "b": 2.0}),
        (7, {"a": 3.0, "b": 4.0}),
    ]
    assert rows[1].raw == b'"two\nlines",2\r\n'
    bad = only(from_csv('a,b\n"1,2\n3,4\n'))
    assert "never closed" in bad.message
    assert (bad.line, bad.column, bad.raw) == (2, 1, b'"1,2\n3,4\n')
    bad, good = from_csv('a,b\n"1,2\n3,4\n"x,y,z",\n5,6\n')
    assert "2 lines further down" in bad.hint
    assert good.line == 5


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_in_the_header(separator):
    data = f'a{separator}"b,;,;,;"{separator}c\n1{separator}2{separator}x\n'
    x = {"a": 1.0, "b,;,;,;": 2.0, "c=x": 1.0}
    assert only(from_csv(data)).x == x
    assert only(from_csv(data, separator=separator)).x == x


@pytest.mark.parametrize("separator", ["", ",,", '"', "\n"])
def test_a_separator_is_one_character(separator):
    with pytest.raises(ParameterError, match="separator"):
        from_csv("a\n1\n", separator=separator)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1 is empty"),
        (b"\n1,2\n", "line 1 is empty"),
        (b"\xef\xbb\xbf", "line 1 is empty"),
        (b"a,,b\n", "line 1: column 2 has no name"),
        (b"a,b, a\n", "line 1: two columns have the name 'a'"),
        (b"a,\xff\n", "line 1.*not UTF-8"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"a,b\r1,2\r", "line 1.*carriage return"),
        (b'"a,b\n1,2\n', "line 1.*never closed"),
        (b"\x00\n", "there is no column 'label'"),
        (b"a,b\n", r"line 1: there is no column 'label' .*'a', 'b'\. .*--label COLUMN \(label=\)"),
    ],
)
def test_a_header_that_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        csv_rows(io.BytesIO(data), Columns())


@pytest.mark.parametrize("role", ["weight", "tag", "text", "categories", "ignore"])
def test_every_column_with_a_role_must_be_there(role):
    columns = Columns(label="", **{role: "x" if role in ("weight", "tag") else ("x",)})
    for read in (lambda: csv_rows(io.BytesIO(b"a,b\n"), columns), lambda: from_arrow({"a": [1]}, columns)):
        with pytest.raises(InputError, match=rf"no column 'x' \(for {role}\); the columns are 'a'"):
            read()


def test_a_column_has_one_role():
    with pytest.raises(ParameterError, match="'a' is named twice"):
        Columns(label="a", ignore=("a",))
    with pytest.raises(ParameterError, match="text must be a tuple"):
        Columns(text="body")


def test_a_header_alone_is_a_table_without_rows():
    assert from_csv("a,b") == []
    assert from_json("") == []
    assert from_json("\n  \n") == []


def test_lines_too_long_are_refused_and_reading_goes_on(monkeypatch):
    monkeypatch.setattr(table_lines, "LONGEST", 100)
    long = b"x" * 1000
    for rows in (
        from_json(b'{"a": 1}\n{"a": "' + long + b'"}\n{"a": 2}\n'),
        from_csv(b"a\n1\n" + long + b"\n2\n"),
        from_csv(b'a\n1\n"' + long + b'"\n2\n'),
    ):
        assert [type(row) for row in rows] == [TableRow, BadRow, TableRow]
        assert "longer than 100 bytes" in rows[1].message
        assert len(rows[1].raw) == 101
        assert rows[2].line == rows[1].line + 1
        assert rows[2].x == {"a": 2.0}
    several = from_csv(b'a\n"' + b"x\n" * 70 + b'"\n2\n')
    assert isinstance(several[0], BadRow)
    assert sum(len(row.raw) for row in several) >= 140
    with pytest.raises(InputError, match="longer than 100"):
        from_csv(long)
    assert from_json(b"\xef\xbb\xbf" + b'{"a": "' + b"x" * 91 + b'"}\n{"b": 1}\n')[1].line == 2


def test_a_cell_longer_than_the_limit_of_csv_is_refused_quoted_or_not():
    before = csv.field_size_limit()
    long = "x" * (before + 1)
    for line in (long, f'"{long}"', f'"{long}'):
        rows = from_csv(f"a,b\n{line},1\n2,3\n")
        assert "longer than" in rows[0].message
        assert rows[-1].x == {"a": 2.0, "b": 3.0}
    assert csv.field_size_limit() == before
    assert only(from_json(json.dumps({"a": long}))).x == {f"a={long}": 1.0}


@pytest.mark.parametrize("read", [csv_rows, json_rows])
def test_rows_arrive_before_the_end_of_a_pipe(read):
    lines = (b"a,b\n", b'1,"x\ny"\n', b"2,z\n") if read is csv_rows else (b"", b'{"a": 1}\n', b'{"a": 2}\n')
    out, into = os.pipe()
    with os.fdopen(out, "rb") as file, os.fdopen(into, "wb", buffering=0) as pipe:
        pipe.write(lines[0] or b"\n")
        rows = read(file, PLAIN)
        for number, line in enumerate(lines[1:], 1):
            pipe.write(line)
            assert next(rows).x["a"] == number
        pipe.close()
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
    label = draw(st.sampled_from(["", *(name for name, kind in zip(names, kinds, strict=True) if kind == "whole")]))
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


# Quoting as the csv module does it.

CSV_TEXT = st.text(st.sampled_from('ab1",;\n\r \x00é'), max_size=60)


@given(CSV_TEXT)
def test_quoting_agrees_with_the_csv_module(body):
    text = "label,b\n" + body
    try:
        wanted = [row for row in csv.reader(io.StringIO(text, newline="\n")) if row][1:]
    except csv.Error:
        return
    rows = from_csv(text, Columns(categories=("b",)), separator=",")
    kept = [row for row in wanted if len(row) == 2]
    found = [row for row in rows if isinstance(row, TableRow)]
    if any("never closed" in row.message for row in rows if isinstance(row, BadRow)):
        kept = kept[: len(found)]
    wanted_rows = [({f"b={b.strip()}": 1.0} if b.strip() else {}) for _, b in kept]
    assert [row.x for row in found] == wanted_rows


# Hostile bytes.


def swallow(read):
    """Read all; only an InputError may come of it, and each row must be one of the two kinds."""
    try:
        for row in read():
            assert isinstance(row, (TableRow, BadRow))
            if isinstance(row, BadRow):
                assert row.line >= 1
                assert row.column >= 1
                assert row.message
                row.message.encode()
                row.hint.encode()
            else:
                "".join(row.x).encode()
                assert all(abs(value) <= 1e150 and value for value in row.x.values())
    except InputError:
        pass


COLUMNS = [Columns(), PLAIN, Columns(label="a", text=("b",), categories=("c",))]
SIGNS = b'" "" , ; : { } [ ] \\ - . \n \r \r\n \x00 \xff \xef\xbb\xbf \xc3\xa4'.split(b" ")
WORDS = b'a b c label 1 1e999 nan NaN null true "a" "b": {"a": "\\ud800" "features":{'.split()
PIECES = st.sampled_from([*SIGNS, *WORDS, b" ", b"9" * 5000])
HOSTILE = st.binary(max_size=80) | st.lists(PIECES, max_size=30).map(b"".join)
HEADERS = st.sampled_from([b"", b"label,a\n", b"a,b,c\n", b"a\n", b'a;"b\nx";c\n'])


@given(HEADERS, HOSTILE, st.sampled_from(COLUMNS))
def test_hostile_bytes_are_refused_in_order(header, body, columns):
    swallow(lambda: csv_rows(io.BytesIO(header + body), columns))
    swallow(lambda: json_rows(io.BytesIO(header + body), columns))


VALID_CSV = b'label,a,b,c\n1,"x ""y""",words here,10115\n0,2.5,"two\nlines",7\n,,,\n'
VALID_JSON = '{"label": 1, "a": "x", "b": ["p", "q"], "features": {"ä": 0.5, "u": {"v": true}}}\n'.encode() * 2


@given(st.integers(0, 200), st.integers(0, 20), PIECES | st.binary(max_size=3), st.sampled_from(COLUMNS))
def test_damaged_files_are_refused_in_order(start, length, piece, columns):
    for valid, read in ((VALID_CSV, csv_rows), (VALID_JSON, json_rows)):
        damaged = valid[:start] + piece + valid[start + length :]
        swallow(lambda read=read, damaged=damaged: read(io.BytesIO(damaged), columns))


@given(HOSTILE, st.sampled_from(["parquet", "arrow"]))
def test_bytes_that_are_no_arrow_file_are_an_input_error(body, kind):
    with pytest.raises(InputError, match="can't be read as"):
        list(arrow_rows(io.BytesIO(body), PLAIN, kind=kind))


# Parquet and Arrow.


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
        pa.array([1], pa.date32()),
        pa.array([1], pa.timestamp("us")),
        pa.array([1], pa.time64("us")),
        pa.array([1], pa.duration("s")),
        pa.array([b"x"]),
        pa.array([[1]], pa.list_(pa.date32())),
        pa.array([{"born": 1}], pa.struct({"born": pa.date32()})),
    ],
)
def test_dates_and_binary_columns_are_refused_before_the_first_row(array):
    with pytest.raises(InputError, match=r"column 'c.* is of the type .*--ignore COLUMN \(ignore=\)"):
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
        rows = list(arrow_rows(tmp_path / name, Columns(), kind=kind))
        assert [row.label for row in rows] == list(range(20_000))
        assert [row.line for row in rows] == list(range(1, 20_001))
    with pytest.raises(FileNotFoundError):
        arrow_rows(tmp_path / "none", Columns(), kind="parquet")
    with pytest.raises(ParameterError, match="kind"):
        arrow_rows(tmp_path / "t.parquet", Columns(), kind="orc")


def test_parquet_without_pyarrow_says_how_to_get_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "thresher.streams.arrow_files", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"reading Parquet needs pyarrow: pip install 'thresher\[arrow\]'"):
        arrow_rows("x.parquet", PLAIN, kind="parquet")


def test_cut_files_are_an_input_error():
    table = pa.table({"label": list(range(3000)), "text": [f"word {i}" for i in range(3000)]})
    whole = io.BytesIO()
    pq.write_table(table, whole)
    for cut in range(0, len(whole.getvalue()), 1009):
        with pytest.raises(InputError, match="can't be read as a Parquet file"):
            list(arrow_rows(io.BytesIO(whole.getvalue()[:cut]), Columns(), kind="parquet"))
