"""Hostile bytes are rows refused or an InputError, never another exception."""

import io
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.data import as_matrix
from thresher.errors import InputError
from thresher.streams.tables.reading import arrow_blocks

from ..depth import tries
from .reading import PLAIN, BadRow, Columns, TableRow, from_csv, from_json, rows_of


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
    swallow(lambda: from_csv(header + body, columns))
    swallow(lambda: from_json(header + body, columns))


VALID_CSV = b'label,a,b,c\n1,"x ""y""",words here,10115\n0,2.5,"two\nlines",7\n,,,\n'
VALID_JSON = '{"label": 1, "a": "x", "b": ["p", "q"], "features": {"ä": 0.5, "u": {"v": true}}}\n'.encode() * 2


@given(st.integers(0, 200), st.integers(0, 20), PIECES | st.binary(max_size=3), st.sampled_from(COLUMNS))
def test_damaged_files_are_refused_in_order(start, length, piece, columns):
    for valid, read in ((VALID_CSV, from_csv), (VALID_JSON, from_json)):
        damaged = valid[:start] + piece + valid[start + length :]
        swallow(lambda read=read, damaged=damaged: read(damaged, columns))


@given(HOSTILE, st.sampled_from(["parquet", "arrow"]))
def test_bytes_that_are_no_arrow_file_are_an_input_error(body, kind):
    with pytest.raises(InputError, match="can't be read as"):
        list(arrow_blocks(io.BytesIO(body), PLAIN, kind=kind))


def arrow_file(*, chunked=False):
    texts = ["red", None, "a text that is longer than a view", "ä", ""] * 4
    numbers = [1.5, None, float("nan"), -2.0, 0.0] * 4
    table = pa.table(
        {
            "label": [0, 1] * 10,
            "a": texts,
            "b": pa.array(texts, pa.large_string()),
            "c": pa.array(texts).dictionary_encode(),
            "view": pa.array(texts, pa.string_view()),
            "number": numbers,
            "truth": [True, None] * 10,
            "list": pa.array([["x", "y"], None, [], ["z"]] * 5),
            "struct": [{"p": 1, "q": "r"}, None] * 10,
            "map": pa.array([[("k", 1.0)], None] * 10, pa.map_(pa.string(), pa.float64())),
            "when": pa.array([0, None] * 10, pa.timestamp("us")),
            "amount": pa.array([Decimal("1.5"), None] * 10),
            "run": pa.RunEndEncodedArray.from_arrays(pa.array([5, 20], pa.int32()), pa.array(["u", "v"])),
        }
    )
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=7 if chunked else None)
    return sink.getvalue()


VALID_ARROW = [arrow_file(), arrow_file(chunked=True)]
DAMAGE = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=9)), min_size=1, max_size=4)


@tries(300)
@given(DAMAGE, st.sampled_from(VALID_ARROW), st.sampled_from(COLUMNS))
def test_damaged_arrow_files_are_refused_in_order(damage, valid, columns):
    damaged = bytearray(valid)
    for place, piece in damage:
        at = int(place * (len(valid) - len(piece)))
        damaged[at : at + len(piece)] = piece
    swallow(lambda: rows_of(arrow_blocks(io.BytesIO(bytes(damaged)), columns, kind="arrow")))
    try:
        table = pa.ipc.open_file(pa.BufferReader(bytes(damaged))).read_all()
    except Exception:  # pyarrow's own
        return
    swallow(lambda: as_matrix(table, columns.native) and ())
