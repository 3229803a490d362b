"""A model watches its columns: what is not as it was is said once for each, and counted, or refused."""

import datetime
import random
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import thresher as th
from thresher.errors import InputError


def table(rows=200, seed=1, **more):
    draw = random.Random(seed)
    for i in range(rows):
        row = {"age": draw.randrange(18, 80), "city": draw.choice(["Paris", "Rome"]), "size": draw.random()}
        rome = row["city"] == "Rome"
        yield row | {name: make(i) for name, make in more.items()}, rome != (i % 90 == 40)  # nothing tells all labels


def learned(read=None, **more):
    model = th.Perceptron(rows=read or th.Rows())
    for x, y in table(**more):
        model.learn_one(x, y)
    return model


def said(ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ask()
    return [str(one.message) for one in caught if issubclass(one.category, th.ColumnWarning)]


ROW = {"age": 30, "city": "Rome", "size": 0.5}


def without(name, **more):
    return {key: cell for key, cell in ROW.items() if key != name} | more


def test_rows_like_those_that_were_learned_say_nothing():
    model = learned()
    assert not said(lambda: [model.predict_one(x) for x, _ in table(seed=2)])
    assert not said(lambda: model.predict_one(ROW | {"age": "31", "size": None}))


def test_a_column_that_is_gone_is_named_once_and_counted():
    model = learned()
    (warning,) = said(lambda: [model.predict_one(without("age")) for _ in range(5)])
    assert "'age' is gone" in warning
    assert 'ignore="age"' in warning
    assert [(note.what, note.column, note.rows) for note in model.row_reader.notes.values()] == [("gone", "age", 5)]


def test_a_new_column_is_named():
    model = learned()
    (warning,) = said(lambda: model.predict_one(ROW | {"hat": "red"}))
    assert "'hat' is new" in warning


@pytest.mark.parametrize("name", ["Age", "years"])
def test_a_new_column_beside_one_that_is_gone_may_be_renamed(name):
    model = learned()
    (warning,) = said(lambda: [model.predict_one(without("age", **{name: 30})) for _ in range(3)])
    assert f"'age' is gone, and '{name}' is new: renamed?" in warning


def test_a_number_that_turned_into_text_is_shown():
    model = learned()
    (warning,) = said(lambda: [model.predict_one(ROW | {"age": cell}) for cell in (30, "31", "unknown", "old", None)])
    assert "'age' held numbers, and now holds text ('unknown')" in warning
    assert 'missing="unknown"' in warning
    assert [note.rows for note in model.row_reader.notes.values()] == [2]


KINDS = {
    "numbers": lambda i: i % 9,
    "text": lambda i: f"t{i % 9}",
    "lists": lambda i: [f"t{i % 9}", "all"],
    "dates": lambda i: datetime.datetime(2026, 11, 1 + i % 9, 13),
}
TURNS = [
    *(("numbers", "dates"), ("numbers", "lists"), ("text", "numbers")),
    *(("text", "dates"), ("dates", "numbers"), ("dates", "text")),
]


@pytest.mark.parametrize(("was", "now"), TURNS)
@pytest.mark.parametrize("door", ["learning", "asking", "frame"])
def test_cells_that_turned_into_something_else_are_named(was, now, door):
    model = th.Perceptron(rows=th.Rows())
    rows = [{"c": KINDS[was](i), "d": i % 3} for i in range(1200)]
    others = [{"c": KINDS[now](i), "d": i % 3} for i in range(40)]
    for i, row in enumerate(rows):
        model.learn_one(row, i % 2 == 0)

    def go_on():
        if door == "frame":
            return model.predict_many(pd.DataFrame(others))
        return [model.learn_one(row, True) if door == "learning" else model.predict_one(row) for row in others]

    (warning,) = said(go_on)
    assert f"'c' held {was}, and now holds {'text' if now == 'lists' else now}" in warning


def test_texts_that_look_like_numbers_now_and_then_are_texts_still():
    model = th.Perceptron(rows=th.Rows())

    def learn():
        for i in range(1500):
            model.learn_one({"code": 77 if i % 10 == 9 else f"t{i % 9}", "d": i % 3}, i % 2 == 0)
            model.learn_one({"code": "77" if i % 10 == 8 else f"t{i % 9}", "d": i % 3}, i % 2 == 0)

    assert not said(learn)


def test_a_column_of_text_that_a_frame_has_nothing_in_says_nothing():
    model = th.Perceptron(rows=th.Rows())
    model.learn_many(pd.DataFrame({"c": ["x", "y"] * 20, "d": [1.0, 2.0] * 20}), [True, False] * 20)
    assert not said(lambda: model.predict_many(pd.DataFrame({"c": [float("nan")] * 9, "d": [1.0] * 9})))


@pytest.mark.parametrize("at", [0, 3, 40])
def test_a_frame_with_a_word_among_numbers_says_which(at):
    ages = ["?" if i == at else str(i % 60) for i in range(50)]
    model = th.Perceptron()
    frame = pd.DataFrame({"age": ages, "size": range(50)})
    (warning,) = said(lambda: model.learn_many(frame, [i % 2 == 0 for i in range(50)]))
    assert "most cells of the column 'age' are numbers, and some are text ('?')" in warning
    assert 'missing="?"' in warning
    assert not said(lambda: model.learn_many(frame, [i % 2 == 0 for i in range(50)]))


def test_strict_rows_refuse_and_nothing_is_learned():
    model = learned(th.Rows(strict=True))
    before = model.copy()
    for row in (without("age"), ROW | {"hat": 1}, ROW | {"age": "unknown"}, without("age", Age=3)):
        with pytest.raises(InputError, match="column"):
            model.learn_one(row, True)
        with pytest.raises(InputError, match="column"):
            model.predict_one(row)
    with pytest.raises(InputError, match="row 1: the column 'age' is gone"):
        model.learn_many([ROW, without("age")], [True, True])
    assert model == before
    assert model.predict_one(ROW) == before.predict_one(ROW)


def test_a_key_that_is_often_left_out_is_no_column_that_is_gone():
    model = th.Perceptron(rows=th.Rows())
    draw = random.Random(4)
    for x, y in table():
        model.learn_one({key: cell for key, cell in x.items() if key == "city" or draw.random() < 0.7}, y)
    assert not said(lambda: model.predict_one(without("age")))


def test_attributes_by_name_are_no_row():
    model = learned()
    assert not said(lambda: model.predict_one({"city=Rome": 1.0}))
    assert model.predict_one({"city=Rome": 1.0, "age": 30.0, "size": 0.5}) == model.predict_one(ROW)
    assert not said(lambda: model.predict_one({"free": 1, "money": 1}))
    assert not said(lambda: model.predict_one(th.Example({"free": 1})))


def test_sparse_rows_with_ever_new_names_are_no_table():
    draw = random.Random(5)
    for word in (lambda: draw.randrange(5000), lambda: int(draw.paretovariate(0.5)) % 5000):
        model = th.Perceptron(rows=th.Rows())
        stream = [({f"w{word()}": 1 for _ in range(9)}, draw.random() < 0.5) for _ in range(800)]
        assert not said(lambda: [model.learn_one(x, y) for x, y in stream])  # noqa: B023
        assert not said(lambda: [model.predict_one({f"w{word()}": 1}) for _ in range(99)])  # noqa: B023


@pytest.mark.parametrize("rows", [None, th.Rows()], ids=["without roles", "with roles"])
def test_of_ever_new_names_nothing_is_kept_and_an_id_beside_them_is_named(rows):
    draw, kept = random.Random(6), []
    model = th.Perceptron(rows=rows)

    def learn():
        for row in range(500):
            x = {f"w{draw.randrange(10**6)}": draw.choice([1, 2.5]) for _ in range(20)}
            model.learn_one(x | {"id": f"u{row * 7919 % 10007}"}, draw.random() < 0.5)
            kept.append(len(model.row_reader.first._columns) + len(model.row_reader.first._can_help))
        for row in range(500):
            model.learn_one({"id": f"v{row}"}, True)

    (warning,) = said(learn)
    assert "'id' are different" in warning
    assert max(kept) < 3000
    assert not model.row_reader.first._columns


@pytest.mark.parametrize("value", [1.5, "text"])
def test_a_row_of_very_many_columns_is_of_no_table(value):
    model = th.Perceptron()
    for row in range(3):
        assert not said(lambda: model.learn_one({f"{row} {n}": value for n in range(2000)}, True))  # noqa: B023
        assert not model.row_reader.looks
        assert not model.row_reader.first._columns


@pytest.mark.parametrize("seen", [False, True])
def test_frames_are_watched_too(seen):
    model = th.Auto(rows=th.Rows(label="")) if seen else th.Auto()
    rows, labels = zip(*table(), strict=True)
    frame = pd.DataFrame(rows)
    assert not said(lambda: model.learn_many(frame, list(labels)))
    assert not said(lambda: model.predict_many(frame))
    (gone,) = said(lambda: model.predict_many(frame.drop(columns="age")))
    assert "'age' is gone" in gone
    fresh = model.copy()
    fresh.row_reader.notes.clear()
    (renamed,) = said(lambda: fresh.predict_many(frame.rename(columns={"age": "years"})))
    assert "renamed?" in renamed
    (turned,) = said(lambda: fresh.predict_many(frame.assign(size=["big"] * len(frame))))
    assert "'size' held numbers, and now holds text ('big')" in turned


def test_a_frame_without_a_column_that_has_a_role_is_refused_with_the_nearest_names():
    frame = pd.DataFrame({"body": ["free money"], "age": [3]})
    with pytest.raises(InputError, match=r"no column 'bdy' .* Did you mean 'body'"):
        th.Perceptron(rows=th.Rows(text="bdy")).learn_many(frame, [True])


DIFFERENT = {
    "id": (lambda i: f"u{i * 7919 % 10007}", 'ignore="id"'),
    "when": (lambda i: f"2026-11-16 13:{i // 60:02}:{i % 60:02}", 'dates="when"'),
    "body": (lambda i: f"dear number {i} here is a text of its own", 'text="body"'),
    "row": (lambda i: 1000 + 3 * i, 'ignore="row"'),
    "n": (lambda i: i, 'ignore="n"'),
}


@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("door", ["dicts", "frame"])
def test_a_column_that_cannot_help_is_named_within_a_thousand_rows(name, door):
    make, remedy = DIFFERENT[name]
    rows, labels = zip(*table(1000, **{name: make}), strict=True)
    model = th.Perceptron(rows=th.Rows())

    def learn():
        if door == "frame":
            model.learn_many(pd.DataFrame(rows), list(labels))
        else:
            for x, y in zip(rows, labels, strict=True):
                model.learn_one(x, y)

    (warning,) = said(learn)
    assert f"'{name}'" in warning
    assert remedy in warning


def test_with_its_remedy_nothing_is_said():
    makes = {name: make for name, (make, _) in DIFFERENT.items()}
    read = th.Rows(ignore=("id", "row", "n"), dates="when", text="body")
    assert not said(lambda: learned(read, rows=1000, **makes))


def test_a_table_with_none_of_the_columns_is_refused_when_asked():
    model = th.Perceptron()
    model.learn_many(pd.DataFrame({"age": [1.0, 2.0], "city": ["Rome", "Bonn"]}), [True, False])
    with pytest.raises(InputError, match="none of the columns"):
        model.predict_many(pd.DataFrame({"39": [1.0], "State-gov": ["x"]}))


@pytest.mark.parametrize("make", [np.asarray, np.ndarray.tolist, sp.csr_array], ids=["array", "list", "sparse"])
def test_a_matrix_is_named_once_where_the_model_knows_columns_by_name(make):
    frame = pd.DataFrame({"age": [31.0, 40.0], "size": [1.0, 2.0]})
    model = th.Auto()
    model.learn_many(frame, [True, False])
    X = make(frame.to_numpy())
    with pytest.warns(th.ColumnWarning, match="the 2 columns of the matrix have numbers, not names, and the model lea"):
        model.predict_many(X)
    model.predict_many(X)  # said once
    assert [note.rows for note in model.row_reader.notes.values() if note.what == "numbered"] == [4]
    model.predict_many(frame)
    strict = th.Auto(rows=th.Rows(label="", strict=True))
    strict.learn_many(frame, [True, False])
    with pytest.raises(th.InputError, match="it knows none of them\nhint: give the columns their names"):
        strict.predict_many(X)


def test_a_row_of_a_matrix_is_named_too():
    model = th.Auto()
    model.learn_many(pd.DataFrame({"age": [31.0, 40.0]}), [True, False])
    with pytest.warns(th.ColumnWarning, match="have numbers, not names"):
        model.predict_one(np.array([31.0]))


def test_a_matrix_is_asked_about_in_silence_where_columns_are_numbers():
    X = np.array([[1.0, 0.0], [0.0, 1.0]])
    for learned in (X, pd.DataFrame(X)):
        model = th.Auto()
        model.learn_many(learned, [True, False])
        model.predict_many(X)
        model.predict_one(X[0])


def test_numbers_with_a_decimal_comma_are_called_that_and_no_ids():
    draw, model = random.Random(2), th.Auto(rows=th.Rows())
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for i in range(1100):
            model.learn_one({"price": f"{draw.random() * 100:.3f}".replace(".", ","), "a": i % 3}, i % 2)
    (said,) = [str(one.message) for one in told]
    assert "'price' are different: numbers with a decimal comma?" in said
    assert "as ids" not in said


@pytest.mark.parametrize(
    ("cell", "what", "remedy"),
    [
        (lambda i: f"0,{i * 37 % 100:02}", "numbers with a decimal comma", "write 3.07, not 3,07"),
        (lambda i: f"${i * 37 % 100}.50", "numbers with a sign", "take the sign off"),
        (lambda i: f"{i}.50 €", "numbers with a sign", "take the sign off"),
        (lambda i: f"{i * 37 % 100} %", "numbers with a sign", "take the sign off"),
    ],
)
def test_amounts_that_are_no_numbers_as_they_are_written_are_named_though_they_come_again(cell, what, remedy):
    (told,) = said(lambda: learned(rows=1000, price=cell))
    assert "'price'" in told
    assert what in told
    assert remedy in told


def test_a_category_that_sometimes_looks_like_an_amount_is_a_category():
    assert not said(lambda: learned(rows=1000, price=lambda i: "free" if i % 9 == 0 else f"${i % 20}"))


@pytest.mark.parametrize(
    ("cell", "remedy"),
    [
        (lambda i: f"2026-11-{i % 28 + 1:02}", 'read it as a date: dates="day"'),
        (lambda i: f"2026-11-{i % 28 + 1:02} 10:30", 'read it as a date: dates="day"'),
        (lambda i: f"{i % 28 + 1}.11.2026", "write 2026-11-16 (year, month, day)"),
        (lambda i: f"11/{i % 28 + 1}/26", "write 2026-11-16 (year, month, day)"),
        (lambda i: f"2026/11/{i % 28 + 1}", "write 2026-11-16 (year, month, day)"),
    ],
)
@pytest.mark.parametrize("door", ["dicts", "frame", "file"])
def test_days_as_text_are_named_though_they_come_again(cell, remedy, door, tmp_path):
    (told,) = said(lambda: taught(door, tmp_path, day=cell))
    assert "values of the column 'day' are dates: each is a category" in told
    assert remedy in told


@pytest.mark.parametrize(
    "cell", [lambda i: f"v{i % 9}.1.2026", lambda i: "never" if i % 9 == 0 else f"2026-11-{i % 28 + 1:02}"]
)
def test_texts_of_which_some_are_dates_are_categories(cell, tmp_path):
    assert not said(lambda: taught("dicts", tmp_path, day=cell))


@pytest.mark.parametrize("door", ["dicts", "plain dicts", "frame", "file", "lines"])
def test_numbers_with_zeros_before_them_are_named_as_codes(door, tmp_path):
    (told,) = said(lambda: taught(door, tmp_path, zip=lambda i: f"{i * 7919 % 90_000:05}"))
    assert told.startswith("the column 'zip' holds numbers with zeros before them, as codes do: 007 is read as 7")
    assert 'categories="zip"' in told


@pytest.mark.parametrize("door", ["dicts", "frame", "file", "lines"])
@pytest.mark.parametrize(
    "cell",
    [
        lambda i: f"{10_000 + i * 7919 % 90_000}",
        lambda i: f"0.{i * 37 % 100:02}",
        lambda i: f"{i * 37 % 100:03}.5",
        lambda i: f"{i % 2}",
        lambda i: "007" if i < 4 else f"{i * 37 % 100}",
    ],
)
def test_numbers_that_are_no_codes_say_nothing(cell, door, tmp_path):
    assert not said(lambda: taught(door, tmp_path, it=cell))


def test_codes_that_are_categories_say_nothing(tmp_path):
    rows = th.Rows(label="", categories="zip")
    assert not said(lambda: taught("dicts", tmp_path, rows, zip=lambda i: f"{i * 7919 % 90_000:05}"))


def taught(door, folder, rows=None, **makes):
    """A learner that was given the same thousand rows and more by one of the doors."""
    given, labels = zip(*table(1100, **makes), strict=True)
    model = th.Perceptron(rows=None if door == "plain dicts" else rows or th.Rows())
    if door == "frame":
        return model.learn_many(pd.DataFrame(given), list(labels))
    if door.endswith("dicts"):
        return [model.learn_one(x, y) for x, y in zip(given, labels, strict=True)]
    frame = pd.DataFrame(given).assign(label=labels)
    path = folder / ("rows.csv" if door == "file" else "rows.jsonl")
    path.write_text(frame.to_csv(index=False) if door == "file" else frame.to_json(orient="records", lines=True))
    return th.evaluate(str(path), th.Perceptron())


def test_columns_with_a_comma_between_them_are_to_be_named_one_by_one():
    model = th.Perceptron(rows=th.Rows(ignore="city, size"))
    with pytest.raises(InputError, match=r"'city, size' is not one column.*: name 'city' and 'size' one by one"):
        model.learn_many(pd.DataFrame([ROW, ROW]), [True, False])
    with pytest.raises(InputError, match="there is no column 'city,town'"):
        th.Perceptron(rows=th.Rows(ignore="city,town")).learn_many(pd.DataFrame([ROW, ROW]), [True, False])
