"""The recipe for Spark on docs/scale.md: its functions as Spark calls them, and in Spark where there is one."""

import copy
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import thresher as th

from .events import apart, features, rows_with_keys

pyarrow = pytest.importorskip("pyarrow")
PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
ROWS = rows_with_keys(300)


@pytest.fixture(scope="module")
def recipe():
    """What the page defines."""
    code = re.search(r"```python\n(# On Spark.*?)```", PAGE.read_text(), re.DOTALL)
    found = {}
    exec(code[1], found)
    return found


def test_a_partition_learns_the_models_of_its_keys(recipe):
    table = pyarrow.Table.from_pylist(ROWS, schema=pyarrow.Table.from_pylist(filled(ROWS)).schema)
    models = {}
    for batch in recipe["learn_keys"](table.to_batches(max_chunksize=64)):
        for row in batch.to_pylist():
            models[row["user"]] = th.load_bytes(row["model"])
    expected = apart(th.Perceptron(), ROWS)
    assert sorted(models) == sorted(expected)
    for key, model in expected.items():
        assert models[key].mistakes == model.mistakes
        assert models[key].weights() == model.weights()


def test_scores_of_a_partition_are_those_of_the_model(recipe):
    model = th.Perceptron()
    for row in ROWS:
        model.learn_one(features(row), row["label"])
    some = [features(row) for row in filled(ROWS)]
    table = pyarrow.Table.from_pylist(some)
    scored = recipe["scorer"](model.to_bytes())(table.to_batches())
    said = [score for batch in scored for score in batch.column("score").to_pylist()]
    assert said == [model.score_one(features(row)) for row in ROWS]


def filled(rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    return [{name: row.get(name) for name in names} for row in rows]


def score_udf(model):
    """As the page says it of a pandas UDF."""
    import pandas
    from pyspark.sql.functions import pandas_udf

    def score(rows: pandas.DataFrame) -> pandas.Series:
        return pandas.Series(model.scores(rows))

    return pandas_udf(score, "double")


@pytest.mark.filterwarnings("ignore")  # of Spark's own
def test_in_spark_itself(recipe, monkeypatch):
    """The job of the page, on two threads of a Spark of this machine: the models and scores of one process."""
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    from pyspark.sql import functions

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        timed = [{"time": number, **row} for number, row in enumerate(filled(ROWS))]
        frame = spark.createDataFrame([sql.Row(**row) for row in timed])
        line = re.search(r"^    models = (events\..*)$", PAGE.read_text(), re.MULTILINE)[1].replace("64", "4")
        learned = eval(line, recipe | {"events": frame}).collect()
        here = th.scale.Keyed(th.Perceptron(), by="user")
        here.learn(ROWS)
        assert {row.user: th.load_bytes(bytes(row.model)).digest() for row in learned} == {
            key: here.model(key).digest() for key in here
        }
        model = here.model("u1")
        rows = frame.drop("time", "user", "label")
        schema = copy.deepcopy(rows.schema).add("score", "double")
        scored = rows.mapInArrow(recipe["scorer"](model.to_bytes()), schema).collect()
        expected = sorted(model.score_one(features(row)) for row in ROWS)
        assert sorted(row.score for row in scored) == expected
        by_udf = rows.select(score_udf(model)(functions.struct(*rows.columns)).alias("score")).collect()
        assert sorted(row.score for row in by_udf) == expected
    finally:
        spark.stop()
