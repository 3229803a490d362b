"""Frames are rows: the same table through every door is the same examples."""

import math
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher.data import Words, as_matrix, frames
from thresher.errors import InputError
from thresher.streams import Source

from ..depth import tries
from ..streams.reading import from_arrow, from_csv, from_json
from . import doors
from .doors import rows_in

ROWS = th.Rows(label="label", dates=doors.DATES)
WORDS = Words(shape=False)
TEXTS = st.one_of(
    st.sampled_from(
        ["Paris", "New York", "NA", "nan", "", " padded ", "12", "-0.5e3", "true", "False", "1_000", "a=b", "x.y"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8).filter(
        lambda text: text.strip().lstrip("+-").lower() not in ("inf", "infinity")  # is refused
    ),
)
RECORD = st.fixed_dictionaries(
    {
        "whole": st.none() | st.integers(-(2**63), 2**63 - 1),
        "real": st.none() | st.floats(-1e150, 1e150) | st.just(math.nan),
        "truth": st.none() | st.booleans(),
        "city": st.none() | TEXTS,
        "kind": st.none() | st.sampled_from(["red", "green", "blue"]),
        "when": st.none() | st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)),
        "day": st.none() | st.dates(date(1900, 1, 1), date(2200, 1, 1)),
        "label": st.integers(0, 1),
    }
)


@tries(100)
@given(st.lists(RECORD, min_size=2, max_size=6))
def test_every_door_gives_the_same_rows(records):
    expected = [dict(ROWS.example(record).items()) for record in records]
    for name, frame in doors.frames(records):
        assert rows_in(frame, ROWS) == expected, name
    plain = [{k: v if v == v else None for k, v in record.items()} for record in records]  # JSON has no NaN
    files = {
        "csv": from_csv(doors.as_csv(records), ROWS),
        "json": from_json(doors.as_json(plain), ROWS),
        "parquet": from_arrow(doors.as_table(records), ROWS),
        "arrow": from_arrow(doors.as_table(records), ROWS, kind="arrow"),
    }
    for name, rows in files.items():
        assert [row.x for row in rows] == expected, name
        assert [row.label for row in rows] == [record["label"] for record in records], name


@pytest.mark.filterwarnings("ignore::thresher.errors.ColumnWarning")  # a number may turn into text
@tries(20)
@given(st.lists(RECORD, min_size=2, max_size=30))
def test_every_door_gives_one_digest(tmp_path_factory, records):
    folder = tmp_path_factory.mktemp("doors")
    table, labels = doors.as_table(records), [record["label"] for record in records]
    plain = [{k: v if v == v else None for k, v in record.items()} for record in records]
    (folder / "t.csv").write_text(doors.as_csv(records), encoding="utf-8")
    (folder / "t.jsonl").write_text(doors.as_json(plain), encoding="utf-8")
    pq.write_table(table, folder / "t.parquet")
    with pa.ipc.new_file(folder / "t.arrow", table.schema) as writer:
        writer.write_table(table)
    digests = {}
    for name in ("t.csv", "t.jsonl", "t.parquet", "t.arrow"):
        model = th.Perceptron(labels=(0, 1))
        th.evaluate(Source(str(folder / name), columns=ROWS), model)
        digests[name] = model.digest()
    for name, frame in doors.frames(records):
        model = th.Perceptron(labels=(0, 1), rows=ROWS)
        model.learn_many(frame, labels)
        digests[name] = model.digest()
    model = th.Perceptron(labels=(0, 1), rows=ROWS)
    for record, label in zip(records, labels, strict=True):
        model.learn_one(record, label)
    assert set(digests.values()) == {model.digest()}, digests


def test_a_real_table_gives_one_digest_through_every_door(data, tmp_path):
    frame = pd.read_csv(data / "tables" / "adult.csv", keep_default_na=False, na_values=[""]).head(2000)
    frame.to_csv(tmp_path / "t.csv", index=False)
    frame.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    frame.to_parquet(tmp_path / "t.parquet")
    rows = th.Rows(label="class")
    digests = {}
    for name in ("t.csv", "t.jsonl", "t.parquet"):
        model = th.Auto(labels=("<=50K", ">50K"))
        th.evaluate(Source(str(tmp_path / name), columns=rows), model)
        digests[name] = model.digest()
    for name, X in {
        "pandas": frame,
        "categories": frame.astype({"workclass": "category", "race": "category"}),
        "polars": pl.DataFrame(frame),
        "Arrow": pa.Table.from_pandas(frame),
        "dicts": frame.to_dict("records"),
    }.items():
        model = th.Auto(labels=("<=50K", ">50K"), rows=rows)
        model.learn_many(X, frame["class"])
        digests[name] = model.digest()
    assert len(set(digests.values())) == 1, digests


# Types.


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


PARIS = timezone(timedelta(hours=2))
NOON = {"c.hour=10": 1, "c.weekday=saturday": 1, "c.month=november": 1, "c.days": 20057 + 10.75 / 24}
CELLS = {
    "all whole numbers": (pa.array([3, None], pa.int8()), {"c": 3}),
    "natural numbers": (pa.array([2**64 - 1, None], pa.uint64()), {"c": 2.0**64}),
    "half floats": (pa.array(np.array([0.25, np.nan], np.float16)), {"c": 0.25}),
    "single floats": (pa.array([0.1, None], pa.float32()), {"c": float(np.float32(0.1))}),
    "decimals": (pa.array([Decimal("-12.50"), None]), {"c": -12.5}),
    "wide decimals": (pa.array([Decimal("1e30"), None], pa.decimal256(50, 5)), {"c": 1e30}),
    "truths": (pa.array([True, None]), {"c": 1}),
    "large texts": (pa.array(["red", None], pa.large_string()), {"c=red": 1}),
    "views of texts": (
        pa.array(["a text longer than twelve bytes", None], pa.string_view()),
        {"c=a text longer than twelve bytes": 1},
    ),
    "dictionaries": (pa.array(["red", None]).dictionary_encode(), {"c=red": 1}),
    "dictionaries of numbers": (pa.array([7, None]).dictionary_encode(), {"c=7": 1}),
    "runs": (pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array(["red", None])), {"c=red": 1}),
    "times": (pa.array([datetime(2024, 11, 30, 10, 45), None], pa.timestamp("ms")), NOON),
    "times in a zone": (
        pa.array([datetime(2024, 11, 30, 12, 45, tzinfo=PARIS), None], pa.timestamp("ns", "Europe/Paris")),
        NOON,
    ),
    "dates": (pa.array([date(1970, 1, 2), None]), {"c.weekday=friday": 1, "c.month=january": 1, "c.days": 1}),
    "long dates": (
        pa.array([date(1970, 1, 2), None], pa.date64()),
        {"c.weekday=friday": 1, "c.month=january": 1, "c.days": 1},
    ),
    "nothing": (pa.nulls(2), {}),
    "lists of texts": (pa.array([["a", "b", "a", None], None]), {"c=a": 1, "c=b": 1}),
    "lists of one length": (pa.array([["a", "b"], None], pa.list_(pa.string(), 2)), {"c=a": 1, "c=b": 1}),
    "long lists": (pa.array([["a"], None], pa.large_list(pa.string())), {"c=a": 1}),
    "objects": (pa.array([{"x": 1, "y": "z"}, None]), {"c.x": 1, "c.y=z": 1}),
    "objects in objects": (pa.array([{"x": {"y": 2.0}}, None]), {"c.x.y": 2}),
    "maps": (pa.array([[("k", 2)], None], pa.map_(pa.string(), pa.int64())), {"c.k": 2}),
}


@pytest.mark.parametrize("kind", CELLS)
def test_types_of_arrow(kind):
    array, expected = CELLS[kind]
    table = pa.table({"c": array})
    assert rows_in(table) == [expected, {}]
    assert rows_in(table.slice(0, 1)) == [expected]
    assert rows_in(pa.concat_tables([table, table]).slice(1, 2)) == [{}, expected]
    assert [row.x for row in from_arrow(table, kind="arrow")] == [expected, {}]
    for row, x in zip(table.to_pylist(maps_as_pydicts="strict"), [expected, {}], strict=True):
        if "numbers" not in kind or "dictionaries" not in kind:
            assert dict(th.Example(row).items()) == x


@pytest.mark.parametrize(
    ("series", "expected"),
    [
        (pd.Series([1, None], dtype="Int64"), {"c": 1}),
        (pd.Series([True, None], dtype="boolean"), {"c": 1}),
        (pd.Series([0.5, None], dtype="Float32"), {"c": 0.5}),
        (pd.Series([0.5, np.nan], dtype=np.float16), {"c": 0.5}),
        (pd.Series([0.5, np.nan], dtype=np.longdouble), {"c": 0.5}),
        (pd.Series([0.5, np.nan], dtype=">f8"), {"c": 0.5}),
        (pd.Series(["red", None], dtype="string[python]"), {"c=red": 1}),
        (pd.Series(["red", None], dtype="string[pyarrow]"), {"c=red": 1}),
        (pd.Series(["red", None], dtype="category"), {"c=red": 1}),
        (pd.Series([7, None], dtype="category"), {"c=7": 1} | {}),
        (pd.Series(pd.Categorical([True, None])), {"c": 1}),
        (pd.Series(pd.to_datetime(["2024-11-30 10:45", None])), NOON),
        (pd.Series(pd.to_datetime(["2024-11-30 12:45+02:00", None])), NOON),
        (pd.Series(pd.to_datetime(["2024-11-30 10:45", None])).dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"), NOON),
        (pd.Series([Decimal("1.5"), None]), {"c": 1.5}),
        (pd.Series([Colour.RED, pd.NA]), {"c=red": 1}),
        (pd.Series([datetime(2024, 11, 30, 10, 45), pd.NaT], dtype=object), NOON),
        (pd.Series([["a", "b"], None]), {"c=a": 1, "c=b": 1}),
        (pd.Series([{"x": 1}, None]), {"c.x": 1}),
        (pd.Series([np.float32(0.5), np.nan], dtype=object), {"c": 0.5}),
        (pd.Series(pd.arrays.SparseArray([0.5, 0.0])), {"c": 0.5}),
        (pd.Series(["red", None], dtype=pd.ArrowDtype(pa.string())), {"c=red": 1}),
        (pd.Series(pd.cut([20, np.nan], [0, 30, 50])), {"c=(0, 30]": 1}),
        (pd.Series(pd.cut([20, np.nan], [0, 30, 50], right=False)).astype("interval"), {"c=[0, 30)": 1}),
        (pd.Series([pd.Interval(0.5, 2.0), None], dtype=object), {"c=(0.5, 2]": 1}),
        (pd.Series(pd.PeriodIndex(["2024-11-30 10:45", None], freq="min")), NOON),
        (pd.Series(pd.PeriodIndex(["2024-11-30 10:45", None], freq="min")).astype("category"), NOON),
        (pd.Series([pd.Period("2024-11-30 10:45", freq="min"), None], dtype=object), NOON),
    ],
)
def test_types_of_pandas(series, expected, monkeypatch):
    if expected == {"c=7": 1}:  # None makes the categories floats
        expected = {f"c={series.cat.categories[0]}": 1}
    frame = pd.DataFrame({"c": series})
    assert rows_in(frame) == [expected, {}]
    assert rows_in(frame.iloc[::-1]) == [{}, expected]
    monkeypatch.setattr(frames, "_arrow_column", lambda series: None)  # as if pyarrow were not there
    assert rows_in(frame) == [expected, {}]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (pd.cut([20, 40, 60, np.nan], [0, 30, 50, 90]), "category"),  # whose cells are floats, for one is missing
        (pd.qcut([20, 40, 60, 61], 2), "category"),
        (pd.Series(pd.cut([20, 40, np.nan, 60], [0, 30, 50, 90])).astype("interval"), "category"),
        (pd.PeriodIndex(["2024", None, "2023", "2022"], freq="Y"), "date"),
        (pd.period_range("2024-01", periods=4, freq="M"), "date"),
    ],
)
def test_bins_and_periods_are_the_same_in_frames_and_dicts(cells, kind):
    frame, labels = pd.DataFrame({"c": cells}), [True, False, True, False]
    whole, one = th.Perceptron(rows=th.Rows(label="")), th.Perceptron(rows=th.Rows(label=""))
    whole.learn_many(frame, labels)
    for row, label in zip(frame.to_dict("records"), labels, strict=True):
        one.learn_one(row, label)
    assert whole == one
    assert whole.rows.kinds == one.rows.kinds == {"c": kind}


def test_types_of_polars():
    frame = pl.DataFrame(
        {
            "kind": pl.Series(["red", None], dtype=pl.Enum(["red", "blue"])),
            "text": ["a text that does not fit into a view", None],
            "when": [datetime(2024, 11, 30, 10, 45), None],
            "list": [["a"], []],
            "object": [{"x": 1}, None],
            "nothing": pl.Series([None, None]),
            "amount": pl.Series([Decimal("1.25"), None]),
        }
    )
    when = {name.replace("c.", "when."): value for name, value in NOON.items()}
    first = {"kind=red": 1, "text=a text that does not fit into a view": 1, "list=a": 1, "object.x": 1, "amount": 1.25}
    assert rows_in(frame) == [first | when, {}]


@pytest.mark.parametrize(
    "array",
    [
        pa.array([1], pa.time64("us")),
        pa.array([1], pa.duration("s")),
        pa.array([b"x"]),
        pa.array([[1]], pa.list_(pa.date32())),
        pa.array([{"inner": b"x"}]),
    ],
)
def test_types_without_a_place_are_refused_before_the_first_row(array):
    with pytest.raises(
        InputError, match=r"column 'c(\.inner)?' is of the type .*\nhint: convert it, or leave it out: ignore="
    ):
        as_matrix(pa.table({"c": array}))
    rows = th.Rows(label="", ignore=("c",))
    assert rows_in(pa.table({"c": array, "d": [1]}), rows) == [{"d": 1}]
    if pa.types.is_struct(array.type):
        assert rows_in(pa.table({"c": array, "d": [1]}), th.Rows(label="", ignore=("c.inner",))) == [{"d": 1}]


# Roles.


def test_roles_of_columns_apply_to_frames():
    frame = pl.DataFrame(
        {
            "y": ["ham"],
            "w": [2.0],
            "id": ["x1"],
            "zip": [10115],
            "body": ["Free money, free"],
            "skip": ["?"],
            "free": [3],
        }
    )
    rows = th.Rows(label="y", weight="w", tag="id", categories="zip", text="body", ignore="skip", words=WORDS)
    expected = [{"zip=10115": 1, "free": 3, "body=free": 1, "money": 1}]
    for X in (frame, frame.to_arrow(), frame.to_pandas(), frame.to_dicts()):
        assert rows_in(X, rows) == expected
    model = th.Perceptron(rows=rows)
    model.learn_many(frame.to_pandas(), [True])
    assert model.predict_many(frame).tolist() == [True]


def test_a_word_for_a_missing_value_that_is_a_number_is_missing_everywhere():
    rows = th.Rows(label="", missing=("-999", "?"))
    records = [{"a": -999, "b": 1.5}, {"a": 2, "b": -999.0}]
    expected = [{"b": 1.5}, {"a": 2}]
    for X in (records, pd.DataFrame(records), pl.DataFrame(records), pa.Table.from_pylist(records)):
        assert rows_in(X, rows) == expected
    assert [row.x for row in from_csv("a,b\n-999,1.5\n2,-999.0\n", rows)] == expected
    assert [row.x for row in from_arrow(pa.Table.from_pylist(records), rows)] == expected


def test_whole_numbers_as_names_are_columns():
    frame = pd.DataFrame({0: [1.5, np.nan], 3: ["red", "12"]})
    matrix = as_matrix(frame)
    assert matrix.names == [0, "3=red", "3"]
    assert [dict(th.Example(row).items()) for row in frame.to_dict("records")] == [{0: 1.5, "3=red": 1}, {"3": 12}]
    model, twin = th.Perceptron(), th.Perceptron()
    model.learn_many(frame, [1, 0])
    for row, label in zip(frame.to_dict("records"), [1, 0], strict=True):
        twin.learn_one(row, label)
    assert model == twin


# What is refused.


@pytest.mark.parametrize(
    "make", [pd.DataFrame, pl.DataFrame, pa.table, lambda columns: pd.DataFrame(columns).astype(object)]
)
def test_a_cell_that_is_refused_is_named_with_its_row_and_column(make):
    for value in (math.inf, 1e200):
        with pytest.raises(InputError, match=r"row 300: column 'x' has the value (inf|1e\+200); .*\nhint: "):
            as_matrix(make({"w": ["a"] * 400, "x": [1.0] * 300 + [value] * 100}))
        with pytest.raises(InputError, match="row 300: column 'x' has the value"):
            as_matrix(make({"x": [1.0] * 300 + [value] * 100, "v": [2.0] * 400}))
    model = th.Perceptron()
    with pytest.raises(InputError):
        model.learn_many(make({"x": [1.0, math.inf]}), [1, 0])
    assert model == th.Perceptron()


def test_texts_that_are_not_utf8_are_refused_with_their_row():
    texts = pa.array([b"ok", b"\xff", b"fine"]).view(pa.string())
    with pytest.raises(InputError, match="row 1: column 'c' holds a text that is not UTF-8"):
        as_matrix(pa.table({"c": texts}))
    with pytest.raises(InputError, match=r"row 0: .* is not valid Unicode"):
        as_matrix(pd.DataFrame({"c": pd.Series(["\ud800"], dtype=object)}))


def test_columns_that_cannot_be_told_apart_are_refused():
    with pytest.raises(InputError, match="two columns have the name 'a'"):
        as_matrix(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(InputError, match="two columns have the name 'a'"):
        as_matrix(pa.table([[1], [2]], names=["a", "a"]))
    with pytest.raises(InputError, match="a column has no name"):
        as_matrix(pa.table([[1]], names=[""]))
    with pytest.raises(InputError, match=r"the column \('a', 1\) is a tuple"):
        as_matrix(pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", 1)])))
    with pytest.raises(InputError, match="the attribute 'a=b' is given twice"):
        as_matrix(pl.DataFrame({"a": ["b"], "a=b": [1]}))


def test_what_is_no_table_is_refused():
    with pytest.raises(InputError, match="this is no table"):
        as_matrix(pa.array([1, 2]))
    with pytest.raises(InputError, match="has no rows"):
        as_matrix(pa.table({"a": pa.array([], pa.int64())}))
    with pytest.raises(InputError, match="has no rows"):
        as_matrix(pd.DataFrame({"a": []}))
    assert rows_in(pd.DataFrame(index=range(2))) == [{}, {}]


def test_a_stream_of_batches_is_read_once():
    table = pa.table({"a": list(range(1, 5000)), "b": ["x"] * 4999})
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=700))
    assert rows_in(reader) == rows_in(table)

    def broken():
        yield table.to_batches()[0]
        raise OSError("the line is cut")

    with pytest.raises(InputError, match=r"the table can't be read: .*the line is cut"):
        as_matrix(pa.RecordBatchReader.from_batches(table.schema, broken()))


def test_results_of_duckdb_are_frames():
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    result = duckdb.sql("select 31 as age, 'Paris' as city union all select null, 'Rome'")
    assert sorted(rows_in(result), key=len) == [{"city=Rome": 1}, {"age": 31, "city=Paris": 1}]


def test_many_rows_of_many_categories():
    names = [f"c{i % 7919}" for i in range(20_000)]
    frame = pd.DataFrame({"n": np.arange(20_000.0), "c": names})
    matrix = as_matrix(frame)
    assert len(matrix.names) == 7919 + 1
    assert rows_in(frame) == rows_in(pl.DataFrame(frame)) == rows_in(frame.to_dict("records"))


def test_maps_with_more_names_than_are_remembered():
    rows = [[(f"k{20 * row + i}", 1.0 + i) for i in range(20)] for row in range(5000)]
    table = pa.table({"m": pa.array(rows, pa.map_(pa.string(), pa.float64())), "x": ["a"] * 5000})
    assert rows_in(table) == [{f"m.{key}": value for key, value in row} | {"x=a": 1} for row in rows]


@pytest.mark.parametrize("share", [0.0, 0.3])
def test_numbers_that_two_threads_read_are_the_numbers(share):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(41_001, 26))
    values[rng.random(values.shape) < share] = 0.0
    matrix, dense = as_matrix(pd.DataFrame(values).add_prefix("c")), as_matrix(values)
    assert matrix.names == [f"c{i}" for i in range(26)]
    for name in ("starts", "indices", "values"):
        assert np.array_equal(getattr(matrix, name), getattr(dense, name)), name
    values[30_000, 3] = math.inf
    with pytest.raises(InputError, match="row 30000: column 'c3' has the value inf"):
        as_matrix(pd.DataFrame(values).add_prefix("c"))


MANY = 2**18 + 5  # rows of so few columns that two threads read them by turns
FORMS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": lambda frame: pa.Table.from_pandas(frame)}


@pytest.fixture(scope="module")
def many_rows():
    rng = np.random.default_rng(3)
    words = np.array([f"word{i}" for i in range(5000)])
    return pd.DataFrame(
        {
            "age": rng.integers(0, 90, MANY),
            "city": words[rng.integers(0, 300, MANY)],
            "body": words[np.arange(MANY) // 100] + " " + words[rng.integers(0, 5000, MANY)],
            "height": rng.normal(size=MANY),
        }
    )


@pytest.mark.parametrize("text", [(), ("body",)])
@pytest.mark.parametrize("form", FORMS)
def test_rows_that_two_threads_read_are_the_rows_that_one_reads(many_rows, form, text):
    rows = th.Rows(label="", text=text, ignore=("__index_level_0__",)).native
    whole = as_matrix(FORMS[form](many_rows), rows)
    some = 50_000  # not worth a thread
    parts = [as_matrix(FORMS[form](many_rows[i : i + some]), rows) for i in range(0, MANY, some)]
    names = list(dict.fromkeys(name for part in parts for name in part.names))
    numbers = {name: number for number, name in enumerate(names)}
    assert whole.names == names
    assert np.array_equal(np.diff(whole.starts), np.concatenate([np.diff(part.starts) for part in parts]))
    assert np.array_equal(whole.values, np.concatenate([part.values for part in parts]))
    renumbered = [np.array([numbers[name] for name in part.names])[part.indices] for part in parts]
    assert np.array_equal(whole.indices, np.concatenate(renumbered))


@pytest.mark.parametrize("row", [0, 40_000, MANY - 1])
def test_the_row_that_two_threads_refuse_is_the_first_that_one_refuses(many_rows, row):
    frame = many_rows.assign(height=many_rows["height"].where(np.arange(MANY) < row, math.inf))
    rows = th.Rows(label="", text=("body",)).native
    for form in (frame, pl.DataFrame(frame)):
        with pytest.raises(InputError, match=f"row {row}: column 'height' has the value inf"):
            as_matrix(form, rows)
