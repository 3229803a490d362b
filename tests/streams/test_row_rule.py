"""One rule for a row: the core makes the same of it from every door, and what the plain reference says."""

import csv
import io
import json
import math
import os
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher._core import NativeReader, NativeRows
from thresher.data import Rows
from thresher.data.text import Words
from thresher.errors import InputError
from thresher.streams import Source
from thresher.streams.block import block_of

from . import plain_rows
from .reading import BadRow, from_csv, from_json, rows_of

NAMES = st.sampled_from(
    ["a", "b", "size", "a=b", "a.b", "when", "text", "note", "zip", "y", "w", "id", "junk", "features"]
)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r"), max_size=12) | st.sampled_from(
    [
        "red",
        "1",
        "0",
        "nan",
        "-NaN",
        "true",
        "b",
        "size of SIZE",
        "NA",
        "null",
        " x ",
        "inf",
        "1e151",
        "36660e5985",
        "1_0",
        "\u00a0",
        "-1",
        "?",
    ]
)
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)) | st.sampled_from([datetime(2024, 11, 30)])
DATES = MOMENTS.map(datetime.isoformat) | st.dates(date(1900, 1, 1)).map(date.isoformat)
ZONED = st.builds(
    lambda moment, minutes: moment.replace(tzinfo=timezone(timedelta(minutes=minutes))), MOMENTS, st.integers(-720, 720)
)
NUMBERS = st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.floats(-5, 5) | st.just(0)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS | DATES | ZONED.map(datetime.isoformat)
LISTS = st.lists(st.none() | TEXTS | st.booleans() | st.integers(0, 3), max_size=4)
CELLS = SCALARS | LISTS | st.dictionaries(NAMES, SCALARS | LISTS, max_size=3)
ROWS = st.dictionaries(NAMES, CELLS, max_size=6)


@st.composite
def roles(draw):
    """Roles of columns, each of one column."""
    left = draw(st.permutations(["a", "b", "size", "when", "text", "note", "zip", "y", "w", "id", "junk", "a.b"]))
    take = iter(left)
    return Rows(
        label=draw(st.sampled_from(["", next(take)])),
        weight=draw(st.sampled_from([None, None, next(take)])),
        tag=draw(st.sampled_from([None, next(take)])),
        text=tuple(next(take) for _ in range(draw(st.integers(0, 2)))),
        categories=tuple(next(take) for _ in range(draw(st.integers(0, 1)))),
        dates=tuple(next(take) for _ in range(draw(st.integers(0, 1)))),
        ignore=tuple(next(take) for _ in range(draw(st.integers(0, 1)))),
        missing=draw(st.sampled_from([None, (), ("?", "-1")])),
        words=Words(counts=draw(st.booleans()), pairs=draw(st.booleans()), shape=False),
        lenient=True,
    )


def by_reference(row, columns):
    try:
        return plain_rows.read(row, columns)
    except plain_rows.Refused:
        return None


def of_core(row):
    return None if isinstance(row, BadRow) else (row.x, row.label, row.weight, row.tag)


@tries(300)
@given(st.lists(ROWS, max_size=4), roles())
def test_json_lines_are_what_the_plain_rule_says(rows, columns):
    rows = [row for row in rows if json.dumps(row).isascii()]
    rows = [json.loads(json.dumps(row, default=str).replace("Infinity", "1e999")) for row in rows]
    lines = "".join(json.dumps(row).replace("Infinity", "1e999") + "\n" for row in rows)
    assert [of_core(row) for row in from_json(lines, columns)] == [by_reference(row, columns) for row in rows]


@pytest.mark.parametrize(
    ("row", "tag"),
    [
        ({"features": {"id": "a", "free": 1}}, "a"),
        ({"features": {"user": {"id": "a"}}, "free": 1}, ""),
        ({"features": {"features": {"id": "a"}}}, ""),
        ({"id": "a", "features": {"id": "b"}}, "twice"),
        ({"id": None, "features": {"id": "b"}}, "twice"),
    ],
)
def test_roles_of_members_of_features_are_the_same_from_texts_and_dicts(row, tag):
    columns = Rows(label="", tag="id", lenient=True)
    [from_text] = from_json(json.dumps(row) + "\n", columns)
    if tag == "twice":
        assert isinstance(from_text, BadRow)
        with pytest.raises(InputError, match="given twice"):
            columns.native.head(row)
    else:
        assert from_text.tag == columns.native.head(row)[2] == tag
    assert of_core(from_text) == by_reference(row, columns)


@tries(300)
@given(ROWS, roles())
def test_dicts_are_what_the_plain_rule_says(row, columns):
    expected = by_reference(row, columns)
    native = columns.native
    try:
        found = dict(native.example(row).items())
        head = native.head(row)
    except InputError:
        assert expected is None
        return
    assert (found, *head) == expected


FLAT = st.dictionaries(st.sampled_from(["a", "b", "size", "when", "text", "zip", "y", "w", "id"]), SCALARS, min_size=1)


def cell_of(value):
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


@tries(200)
@given(st.lists(FLAT, min_size=1, max_size=5), roles(), st.sampled_from(",;\t|~"), st.sampled_from(["\n", "\r\n"]))
def test_csv_is_what_the_plain_rule_says(rows, columns, separator, end):
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator=end)
    writer.writerow(names)
    writer.writerows([[cell_of(row.get(name)) for name in names] for row in rows])
    cells = [{name: cell_of(row.get(name)) for name in names} for row in rows]
    found = from_csv(text.getvalue(), columns, separator=separator)
    assert [of_core(row) for row in found] == [by_reference(row, columns) for row in cells]


# However the bytes are cut.

PIECES = st.sampled_from(
    [
        '"',
        '""',
        ",",
        "\n",
        "\r\n",
        "a",
        "b,c",
        "1",
        "x y",
        '"q"',
        ',"',
        '",',
        "é",
        "\xa0",
        '{"a": ',
        "}",
        "[",
        "]",
        '"b": 1',
    ]
)


def blocks_of(data, format, stretch, workers):
    out, into = os.pipe()
    os.write(into, data)
    os.close(into)
    reader = NativeReader(out, format, 0, None, workers, 3, stretch, 0, 0, NativeRows({"text": ["b"]}), None)
    try:
        while (native := reader.next()) is not None:
            yield block_of(native)
    finally:
        reader.stop()
        os.close(out)


@tries(150)
@given(
    st.lists(PIECES, max_size=60).map("".join), st.integers(1, 60), st.integers(1, 3), st.sampled_from(["csv", "json"])
)
def test_any_cut_of_the_bytes_gives_the_same_rows(text, stretch, workers, format):
    data = (("a,b\n" if format == "csv" else "") + text).encode()
    whole = list(rows_of(blocks_of(data, format, 1 << 20, 1)))
    cut = list(blocks_of(data, format, stretch, workers))
    assert list(rows_of(cut)) == whole
    if cut:
        assert cut[-1].end.at == len(data)
        assert cut[-1].end.lines == data.count(b"\n") + (not data.endswith(b"\n"))


# One digest.


def test_the_same_rows_give_one_digest_through_every_door(tmp_path):
    rows = [
        {"label": i % 3 == 0, "age": 20 + i % 50, "city": f"c{i % 7}", "ok": i % 2 == 0, "note": f"Word {i % 11} word"}
        | ({"gap": None} if i % 5 else {"gap": 0.5 * i})
        for i in range(300)
    ]
    names = ["label", "age", "city", "ok", "note", "gap"]
    table, lines = tmp_path / "rows.csv", tmp_path / "rows.jsonl"
    with table.open("w", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(rows)
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    columns = Rows(text="note", categories="age")
    digests = set()
    for path in (table, lines):
        model = th.Auto()
        th.evaluate(Source(str(path), columns=columns), model)
        digests.add(model.digest())
    model = th.Auto()
    for row in rows:
        model.learn_one(columns.example(row), columns.head(row)[0])
    digests.add(model.digest())
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-11-30", datetime(2024, 11, 30)),
        ("20241130", datetime(2024, 11, 30)),
        ("2024-11-30T13", datetime(2024, 11, 30, 13)),
        ("2024-11-30 13:45:10.5", datetime(2024, 11, 30, 13, 45, 10, 500_000)),
        ("20241130T134510Z", datetime(2024, 11, 30, 13, 45, 10)),
        ("2024-11-30T23:45-02:30", datetime(2024, 12, 1, 2, 15)),
    ],
)
def test_dates_are_iso_8601_in_utc(text, moment):
    rows = NativeRows({"dates": ["c"]})
    assert rows.example({"c": text}).items() == rows.example({"c": moment}).items()
    assert rows.example({"c": moment.replace(tzinfo=UTC)}).items() == rows.example({"c": moment}).items()


@pytest.mark.parametrize(
    "text", ["yesterday", "2024-13-01", "2023-02-29", "2024-11-30T25", "2024-11-30x", "12", 12, True]
)
def test_what_is_no_date_is_refused_in_a_column_of_dates(text):
    with pytest.raises(InputError, match=r"column 'c' holds .*no date"):
        NativeRows({"dates": ["c"]}).example({"c": text})


@pytest.mark.parametrize("cell", ["inf", "-Infinity", 1e151, 10**400, math.inf])
def test_infinity_is_refused_and_so_is_a_number_that_is_too_large(cell):
    with pytest.raises(InputError, match="finite"):
        NativeRows({}).example({"c": cell})
