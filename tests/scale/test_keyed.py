"""A model for each key: what each learner alone would be, whatever door the rows come through."""

import time

import hypothesis.strategies as st
import pytest
from hypothesis import given

import thresher as th
from thresher.scale.batches import key_text

from .events import apart, features, rows_with_keys, write_csv, write_json

ROWS = rows_with_keys(900)


@pytest.fixture(scope="module")
def digest():
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    keyed.learn(ROWS)
    return keyed.digest()


@pytest.mark.parametrize("learner", [th.Perceptron(bias=True), th.AdaptiveWinnow(), th.NaiveBayes(), th.Auto()])
def test_each_model_is_what_the_learner_alone_would_be(learner):
    keyed = th.scale.Keyed(learner, by="user", batch=128)
    counts = keyed.learn(ROWS[:400])
    models = apart(learner, ROWS[:400])
    assert keyed.keys() == sorted(models)
    assert counts.mistakes == sum(model.mistakes for model in models.values())
    for key, model in models.items():
        if len({row["label"] for row in ROWS[:400] if row["user"] == key}) == 2:
            assert keyed.model(key).digest() == model.digest()


def test_answers_are_those_of_the_models():
    keyed = th.scale.Keyed(th.Arow(), by="user", batch=64)
    said = keyed.learn_answered(ROWS)
    models, expected = {}, []
    for row in ROWS:
        model = models.setdefault(row["user"], th.Arow())
        expected.append(bool(model.predict_one(features(row))))
        model.learn_one(features(row), row["label"])
    assert said.tolist() == expected
    new = rows_with_keys(100, keys=60, seed=9)
    answers = keyed.answers(new)
    for row, score, known in zip(new, answers["scores"], answers["known"], strict=True):
        model = models.get(row["user"], th.Arow())
        assert (model.score_one(features(row)), model.examples) == (score, known)


def test_every_door_leads_to_one_digest(digest, tmp_path):
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    table = pyarrow.Table.from_pylist(ROWS, schema=pyarrow.Table.from_pandas(pandas.DataFrame(ROWS)).schema)
    pyarrow.parquet = pytest.importorskip("pyarrow.parquet")
    pyarrow.parquet.write_table(table, tmp_path / "rows.parquet", row_group_size=100)
    (tmp_path / "parts").mkdir()
    for number in range(3):
        write_json(tmp_path / "parts" / f"{number}.jsonl", ROWS[number * 300 : number * 300 + 300])
    doors = [
        write_csv(tmp_path / "rows.csv", ROWS),
        write_json(tmp_path / "rows.jsonl", ROWS),
        str(tmp_path / "rows.parquet"),
        str(tmp_path / "parts" / "*.jsonl"),
        pandas.DataFrame(ROWS),
        polars.DataFrame(ROWS, infer_schema_length=None),
        table,
    ]
    for door in doors:
        keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user", batch=170)
        keyed.learn(door)
        assert keyed.digest() == digest
    without = [{name: value for name, value in row.items() if name != "label"} for row in ROWS]
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    keyed.learn(without, [row["label"] for row in ROWS])
    assert keyed.digest() == digest


def test_tags_of_vw_are_keys(tmp_path):
    lines = [f"{2 * row['label'] - 1} '{row['user']}| {' '.join(features(row))}" for row in ROWS[:100]]
    (tmp_path / "rows.vw").write_text("\n".join(lines) + "\n")
    keyed = th.scale.Keyed(th.Perceptron(), by="user")
    keyed.learn(str(tmp_path / "rows.vw"))
    ones = [dict.fromkeys(row, 1) | {name: row[name] for name in ("user", "label")} for row in ROWS[:100]]
    models = apart(th.Perceptron(), ones)
    assert {key: keyed.model(key).examples for key in keyed} == {key: model.examples for key, model in models.items()}


@given(st.lists(st.integers(1, 400), max_size=4), st.integers(1, 500), st.integers(1, 7))
def test_neither_batches_nor_interruptions_nor_memory_show(digest, tmp_path_factory, stops, batch, partitions):
    folder = tmp_path_factory.mktemp("keyed")
    file = write_csv(folder / "rows.csv", ROWS)
    resume = False
    for stop in [*stops, None]:
        keyed = th.scale.Keyed(
            th.Perceptron(bias=True),
            "user",
            models=folder / "models",
            resume=resume,
            batch=batch,
            every=100,
            partitions=partitions,
            memory=30_000,
        )
        for learned in keyed._batches(file, None, True, {}):
            keyed._team.send(learned, commit=learned.last // 100 > learned.first // 100)
            if stop is not None and learned.last - learned.first >= stop:
                break
        else:
            keyed._team.finish(commit=True)
        last = keyed.digest()
        keyed.close()
        resume = True
    assert last == digest
    assert th.scale.Keyed.load(folder / "models").digest() == digest


def test_a_model_that_has_learned_is_what_new_keys_begin_as():
    prior = th.Perceptron(bias=True)
    for row in ROWS[:200]:
        prior.learn_one(features(row), row["label"])
    keyed = th.scale.Keyed(prior, by="user")
    keyed.learn(ROWS[200:400])
    models = apart(prior, ROWS[200:400])
    assert all(keyed.model(key).digest() == model.digest() for key, model in models.items())
    row = {"user": "nobody", **features(ROWS[0])}
    assert keyed.scores([row])[0] == prior.score_one(features(ROWS[0]))


def test_rows_without_labels_begin_no_key():
    keyed = th.scale.Keyed(th.Perceptron(), by="user")
    counts = keyed.learn([{"user": "ann", "a": 1, "label": None}, {"user": "bob", "a": 1, "label": 1}])
    assert (keyed.keys(), counts.examples) == (["bob"], 1)


def test_labels_of_ones_own():
    keyed = th.scale.Keyed(th.Perceptron(labels=("ham", "spam")), by="user")
    keyed.learn([{"user": "ann", "free": 1, "label": "spam"}, {"user": "ann", "noon": 1, "label": "ham"}] * 3)
    assert keyed.predict([{"user": "ann", "free": 1}, {"user": "ann", "noon": 1}]).tolist() == ["spam", "ham"]
    with pytest.raises(th.InputError, match="none of 'ham' and 'spam'"):
        keyed.learn([{"user": "ann", "free": 1, "label": "eggs"}])


def test_what_is_refused_leaves_nothing_behind():
    keyed = th.scale.Keyed(th.TrackingWinnow.for_separation(0.5, norm=20), by="user")
    good = [{"user": "ann", "a": 1, "label": 1}]
    keyed.learn(good)
    before = keyed.digest()
    with pytest.raises(th.InputError, match=r"key 'bob', event 2: .*from 0 to 1"):
        keyed.learn([*good, {"user": "bob", "a": 7, "label": 1}])
    assert keyed.digest() == before


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{"a": 1, "label": 1}], "None is no key"),
        ([{"user": "", "a": 1, "label": 1}], "no key"),
        ([{"user": 1.5, "a": 1, "label": 1}], "1.5 is no key"),
        ([{"user": "ann", "a": 1, "label": 3}], "label 3.0 is none of"),
    ],
)
def test_rows_that_cannot_be(rows, why):
    with pytest.raises(th.InputError, match=why):
        th.scale.Keyed(th.Perceptron(), by="user").learn(rows)


def test_whole_numbers_are_keys():
    assert [key_text(key) for key in (7, 7.0, "7")] == ["7", "7", "7"]


def test_folders_are_not_mixed_up(tmp_path):
    keyed = th.scale.Keyed(th.Perceptron(), by="user", models=tmp_path / "models")
    keyed.learn(ROWS[:50])
    keyed.close()
    with pytest.raises(th.ParameterError, match="resume=True"):
        th.scale.Keyed(th.Perceptron(), by="user", models=tmp_path / "models")
    with pytest.raises(th.ParameterError, match="not models of Arow"):
        th.scale.Keyed(th.Arow(), by="user", models=tmp_path / "models", resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter").write_text("dear")
    with pytest.raises(th.ParameterError, match="not empty"):
        th.scale.Keyed(th.Perceptron(), by="user", models=tmp_path / "other")
    with pytest.raises(th.ModelFileError, match="no models by key"):
        th.scale.Keyed.load(tmp_path / "nowhere")
    with pytest.raises(th.ParameterError, match="'here', 'ray'"):
        th.scale.Keyed(th.Perceptron(), by="user", on="there")


def test_to_go_on_the_files_must_be_those_of_before(tmp_path):
    file, other = write_csv(tmp_path / "rows.csv", ROWS[:50]), write_csv(tmp_path / "other.csv", ROWS[50:])
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user", models=tmp_path / "models")
    keyed.learn(file)
    with pytest.raises(th.InputError, match="must begin with these"):
        keyed.learn(other, resume=True)
    keyed.learn([file, other], resume=True)
    whole = th.scale.Keyed(th.Perceptron(bias=True), by="user")
    whole.learn(ROWS)
    assert keyed.digest() == whole.digest()
    assert keyed.events == len(ROWS)


def test_a_folder_in_which_nothing_was_learned_can_be_used_again(tmp_path):
    rows = [{"user": "a", "x": 1, "label": "ham"}, {"user": "b", "x": 2, "label": "spam"}]
    with th.scale.Keyed(th.Perceptron(), "user", models=tmp_path / "models") as job, pytest.raises(th.InputError):
        job.learn(rows)
    with th.scale.Keyed(th.Perceptron(labels=("ham", "spam")), "user", models=tmp_path / "models") as job:
        assert job.learn(rows).examples == 2


def test_a_second_driver_of_one_folder_is_refused_at_once(tmp_path):
    """Workers wait a minute for those of a driver that was killed; two drivers would wait for nothing."""
    folder = tmp_path / "models"
    first = th.scale.Keyed(th.Perceptron(), by="user", models=folder)
    first.learn(ROWS[:50])
    digest, began = first.digest(), time.monotonic()
    with pytest.raises(th.ModelFileError, match="models: is in use by another process, which learns into it or asks"):
        th.scale.Keyed(th.Perceptron(), by="user", models=folder, resume=True)
    with pytest.raises(th.ModelFileError, match="models: is in use by another process, which learns into it; one"):
        th.scale.Keyed.load(folder)
    assert time.monotonic() - began < 10
    first.close()
    asking, other = th.scale.Keyed.load(folder), th.scale.Keyed.load(folder)
    assert asking.digest() == other.digest() == digest
    with pytest.raises(th.ModelFileError, match="in use"):
        th.scale.Keyed(th.Perceptron(), by="user", models=folder, resume=True)
    asking.close(), other.close()
    with pytest.raises(th.ParameterError, match="holds models"):  # which lets go of it
        th.scale.Keyed(th.Perceptron(), by="user", models=folder)
    th.scale.Keyed(th.Perceptron(), by="user", models=folder, resume=True).close()


def test_an_empty_folder_of_another_driver_is_not_taken_for_a_new_one(tmp_path):
    first = th.scale.Keyed(th.Perceptron(), by="user", models=tmp_path / "models")
    with pytest.raises(th.ModelFileError, match="in use"):
        th.scale.Keyed(th.Arow(), by="user", models=tmp_path / "models")
    first.learn(ROWS[:50])
    digest = first.digest()
    first.close()
    with th.scale.Keyed.load(tmp_path / "models") as again:
        assert again.digest() == digest


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_key_that_is_no_column_is_told_as_the_key(kind, tmp_path):
    """It was called a column for time."""
    from pyarrow import csv, parquet, table

    rows = table({"user": ["ann", "bob"], "a": [1.0, 2.0], "label": [0, 1]})
    path = str(tmp_path / f"rows.{kind}")
    {"csv": csv.write_csv, "parquet": parquet.write_table}[kind](rows, path)
    with pytest.raises(th.InputError, match=r"no column 'usr' \(for the key\).*Did you mean 'user'"):
        th.scale.Keyed(th.Perceptron(), "usr").learn(path)
