"""Rows: what columns mean, as a value of its own."""

import copy
import csv
import io
import json
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.data.text import Words
from thresher.errors import InputError, ParameterError
from thresher.streams import Columns

ROLES = {"label": "spam", "weight": "w", "tag": "id", "text": "body", "categories": "zip", "ignore": ("junk", "more")}
ROWS = th.Rows(**ROLES, words=Words(shape=False))
ROW = {
    "id": "7",
    "w": "2",
    "zip": "10115",
    "age": "31",
    "city": "Paris",
    "body": "Free money",
    "junk": 1,
    "spam": "yes",
}


def test_the_old_name_is_the_same_thing():
    assert Columns is th.Rows


def test_every_role_is_applied():
    found = {name: value for name, value in ROWS.example(ROW).items() if not name.startswith("_")}  # the text's shape
    assert found == {"age": 31, "city=Paris": 1, "zip=10115": 1, "free": 1, "money": 1}
    assert ROWS.head(ROW) == ("yes", 2.0, "7")


def test_one_name_need_not_be_a_tuple():
    assert th.Rows(text="body", ignore="id") == th.Rows(text=("body",), ignore=("id",))


@pytest.mark.parametrize(
    "said",
    [
        {"text": 3},
        {"label": None},
        {"dates": [1]},
        {"missing": 0},
        {"weight": 1},
        {"words": "yes"},
        {"ignore": "label"},
    ],
)
def test_what_is_no_role_is_refused(said):
    with pytest.raises(ParameterError):
        th.Rows(**said)


def test_a_learner_takes_nothing_else_for_rows():
    with pytest.raises(ParameterError, match="rows must be Rows"):
        th.Perceptron(rows={"text": "body"})


names = st.text("abc é=.", min_size=1, max_size=4)


@tries(40)
@given(
    st.lists(names, unique=True, min_size=6, max_size=12),
    st.none() | st.lists(st.text(max_size=3), max_size=3),
    st.booleans(),
    st.booleans(),
)
def test_a_file_keeps_all_of_them(columns, missing, strict, pairs):
    label, weight, tag, *rest = columns
    rows = th.Rows(
        label,
        weight,
        tag,
        text=tuple(rest[:1]),
        categories=tuple(rest[1:2]),
        dates=tuple(rest[2:3]),
        ignore=tuple(rest[3:]),
        missing=missing,
        words=Words(pairs=pairs),
        strict=strict,
    )
    assert th.Rows.from_plain(json.loads(json.dumps(rows.to_plain()))) == rows
    assert pickle.loads(pickle.dumps(rows)) == rows
    assert copy.deepcopy(rows) is rows


def test_a_row_is_the_same_from_every_door():
    header = list(ROW)
    text = io.StringIO()
    writer = csv.DictWriter(text, header)
    writer.writeheader()
    writer.writerow(ROW)
    (from_csv,) = csv.DictReader(io.StringIO(text.getvalue()))
    frame = pd.DataFrame([ROW])
    plain = dict(ROWS.example(ROW).items())
    assert dict(ROWS.example(from_csv).items()) == plain
    assert dict(ROWS.example(json.loads(json.dumps(ROW))).items()) == plain
    assert dict(ROWS.example(frame.iloc[0]).items()) == plain
    for table in (frame, pl.DataFrame([ROW]), pa.Table.from_pylist([ROW]), [ROW]):
        matrix = ROWS.matrix(table)
        assert {matrix.names[i]: v for i, v in zip(matrix.indices, matrix.values, strict=True)} == plain


def test_words_for_what_is_missing_can_be_said():
    row = {"a": "?", "b": "NA", "c": " ", "d": None, "e": float("nan")}
    assert sorted(dict(th.Rows(label="").example(row).items())) == ["a=?"]
    assert sorted(dict(th.Rows(label="", missing="?").example(row).items())) == ["b=NA"]


def test_dates_in_text_are_read_where_it_is_said():
    row = {"when": "2026-11-16T13:30:00"}
    assert dict(th.Rows(label="").example(row).items()) == {"when=2026-11-16T13:30:00": 1}
    found = dict(th.Rows(label="", dates="when").example(row).items())
    assert found.keys() == {"when.hour=13", "when.weekday=monday", "when.month=november", "when.days"}
    with pytest.raises(InputError, match="when"):
        th.Rows(label="", dates="when").example({"when": "yesterday"})


def test_a_cell_that_cannot_be_understood_is_refused_with_its_column():
    with pytest.raises(InputError, match="'age'"):
        ROWS.example({"age": np.inf})
