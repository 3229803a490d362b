"""Hostile bytes are rows refused or an InputError, never another exception."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.streams.tables.columns import Columns
from thresher.streams.tables.reading import arrow_blocks

from .reading import PLAIN, BadRow, TableRow, from_csv, from_json


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
