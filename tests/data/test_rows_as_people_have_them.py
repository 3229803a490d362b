"""Rows and labels as csv.DictReader, frames and tuples give them: understood as in a file, or named."""

import csv
from collections import namedtuple
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import thresher as th

Payment = namedtuple("Payment", "city amount")
Kind = Enum("Kind", "SPAM HAM")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "payments.csv"
    lines = [f"{i % 7},{'abc'[i % 3]},{int(i % 5 < 2)}" for i in range(300)]
    path.write_text("\n".join(["amount,city,label", *lines, "3,a,"]) + "\n")
    return path


@pytest.fixture
def from_file(table: Path) -> th.Auto:
    model = th.Auto(rows=th.Rows())
    th.evaluate(table, model)
    return model


def rows_of(table: Path) -> list[dict[str, str]]:
    with table.open(newline="") as file:
        return list(csv.DictReader(file))


# A row none of whose columns is known.


@pytest.mark.parametrize("row", [{"AMOUNT": "3", "CITY": "a"}, {"amount;city": "3;a"}])
def test_a_row_without_any_known_column_is_named_once(from_file: th.Auto, row: dict[str, str]) -> None:
    with pytest.warns(th.errors.ColumnWarning, match="it knows none of them") as said:
        from_file.predict_many([row] * 3)
    assert len(said) == 1


def test_strict_rows_refuse_one_without_any_known_column(table: Path) -> None:
    model = th.Auto(rows=th.Rows(strict=True))
    th.evaluate(table, model)
    with pytest.raises(th.InputError, match="it knows none of them"):
        model.predict_one({"AMOUNT": 3})


def test_attributes_by_their_own_names_are_no_such_row(from_file: th.Auto) -> None:
    from_file.predict_one({"city=a": 1})


# Labels as texts.


def test_texts_of_numbers_are_the_labels_of_the_file(table: Path, from_file: th.Auto) -> None:
    model = th.Auto(rows=th.Rows())
    for row in rows_of(table):
        if row["label"]:
            model.learn_one(row, row["label"])
    assert model.labels == from_file.labels == (False, True)
    assert model.digest() == from_file.digest()


def test_many_rows_with_texts_of_numbers_too(table: Path, from_file: th.Auto) -> None:
    rows = [row for row in rows_of(table) if row["label"]]
    model = th.Auto(rows=th.Rows())
    model.learn_many(rows, [row["label"] for row in rows])
    assert model.digest() == from_file.digest()


def test_an_empty_label_is_refused_and_nothing_is_learned(from_file: th.Auto) -> None:
    before = from_file.digest()
    with pytest.raises(th.InputError, match="leave rows without a label out"):
        from_file.learn_one({"amount": 3, "city": "a"}, "")
    assert (from_file.digest(), from_file.labels) == (before, (False, True))


def test_a_number_and_its_text_are_named() -> None:
    model = th.Auto()
    model.learn_many([{"a": 1}, {"a": 2}], [0, 1])
    with pytest.warns(th.errors.LabelWarning, match="one is a number and one a text"):
        model.learn_one({"a": 1}, "1")


@pytest.mark.parametrize(
    ("label", "hint"), [(None, "without a label"), (pd.NA, "without a label"), (pd.NaT, "without"), (Kind.SPAM, "name")]
)
def test_what_is_no_label_says_what_to_do(label: Any, hint: str) -> None:
    with pytest.raises(th.InputError, match=hint):
        th.Auto().learn_one({"a": 1}, label)
    with pytest.raises(th.InputError, match=f"row 1: (.|\n)*{hint}"):
        th.Auto().learn_many([{"a": 1}] * 2, [1, label])


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_a_stream_may_have_rows_without_a_label(missing: Any) -> None:
    model = th.Auto()
    th.evaluate([({"a": 1}, missing), ({"a": 1}, 1)], model)
    assert model.examples == 1


# Tuples, lists and frames.


def test_a_named_tuple_is_a_row() -> None:
    tuples, dicts = th.Perceptron(), th.Perceptron()
    for model, row in ((tuples, Payment("Paris", 31)), (dicts, {"city": "Paris", "amount": 31})):
        model.learn_one(row, False)
    assert tuples == dicts
    assert set(tuples.weights()) == {"city=Paris", "amount"}


def test_rows_of_itertuples_are_those_of_the_frame() -> None:
    frame = pd.DataFrame({"city": ["a", "b"] * 20, "amount": range(40)})
    model = th.Auto()
    model.learn_many(frame, [0, 1] * 20)
    scores = [model.score_one(row) for row in frame.itertuples()]
    assert scores == model.scores(frame).tolist()


def test_a_list_with_numbers_is_named_where_columns_have_names(from_file: th.Auto) -> None:
    with pytest.warns(th.errors.ColumnWarning, match="give a row as a dict"):
        from_file.predict_one(["a", 3])


def test_a_frame_is_no_single_row() -> None:
    with pytest.raises(th.InputError, match="learn_many and predict_many take frames"):
        th.Auto().predict_one(pd.DataFrame({"a": [1]}))


FORMS: dict[str, Callable[[pd.DataFrame], Iterable[Any]]] = {
    "pandas": lambda frame: frame,
    "polars": lambda frame: pl.DataFrame(frame),
    "arrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "dicts": lambda frame: frame.to_dict("records"),
    "pairs": lambda frame: [(row, row["label"]) for row in frame.to_dict("records")],
    "frame and labels": lambda frame: (frame, frame["label"]),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_in_memory_is_a_stream_like_its_file(form: str, table: Path, from_file: th.Auto) -> None:
    model = th.Auto(rows=th.Rows())
    run = th.evaluate(FORMS[form](pd.read_csv(table)), model)
    assert (model.digest(), run.examples) == (from_file.digest(), 301)


def test_a_table_without_a_label_role_says_how_to_give_one(table: Path) -> None:
    with pytest.raises(th.InputError, match=r"rows=th\.Rows\(label=\.\.\.\)"):
        th.evaluate(pd.read_csv(table), th.Auto())


def test_what_becomes_of_a_row_can_be_read() -> None:
    assert repr(th.Rows().example({"a": 2})) == "PreparedExample({'a': 2.0})"


def test_a_row_that_is_learned_from_makes_no_strangers_of_those_like_it() -> None:
    model = th.Auto(rows=th.Rows(text=["body"]))
    model.learn_one({"try": "hello"}, "ham")
    with pytest.warns(th.errors.ColumnWarning, match="it knows none of them"):
        model.learn_one({"body": "free money"}, "spam")
    assert model.row_reader.strangers.rows == 1
    model.learn_one({"body": "lunch"}, "ham")
    model.predict_one({"body": "lunch"})
    assert model.row_reader.strangers.rows == 1


def test_where_columns_are_too_many_to_be_remembered_none_is_a_stranger() -> None:
    model = th.Auto(rows=th.Rows(text=["body"]))
    model.learn_one({"body": "free", **{f"n{number}": 1 for number in range(1100)}}, "ham")
    model.learn_one({"body": "lunch"}, "ham")
    assert model.row_reader.strangers is None
