"""Models by key with any number of classes: each is what the learner alone would be, with classes in its own order."""

import random

import pytest

import thresher as th
from thresher.learners.shelved import label_bytes, label_in

from .events import apart, features, rows_with_keys, write_csv, write_json

LABELS = ["cat", "dog", "eel", "fox", "gnu"]


def rows_with_classes(count, labels=LABELS, seed=1):
    rng = random.Random(seed)
    return [{**row, "label": rng.choice(labels)} for row in rows_with_keys(count, seed=seed)]


ROWS = rows_with_classes(600)
LEARNERS = {
    "perceptron": th.Multiclass(th.Perceptron(bias=True)),
    "constraint": th.Multiclass(th.Perceptron(), scheme="constraint"),
    "bayes": th.Multiclass(th.NaiveBayes()),
    "auto": th.Multiclass(th.Auto()),
    "balanced": th.Multiclass(th.AdaptiveWinnow(), class_weights="balanced"),
    "informed": th.Multiclass(th.Perceptron(), newcomers="informed"),
    "abstaining": th.Multiclass(th.Perceptron(bias=True), abstain_below=0.5),
    "declared": th.Multiclass(th.Perceptron(bias=True), classes=["gnu", "cat"]),
}


@pytest.mark.parametrize("name", LEARNERS)
def test_each_model_is_what_the_learner_alone_would_be(name, tmp_path):
    learner, rows = LEARNERS[name], ROWS[:250] if name == "auto" else ROWS
    keyed = th.scale.Keyed(learner, by="user", batch=77, models=tmp_path / "models", memory=200_000)
    counts = keyed.learn(rows)
    models = apart(learner, rows)
    assert keyed.keys() == sorted(models)
    assert counts.mistakes == sum(model.mistakes for model in models.values())
    for key, model in models.items():
        assert (keyed.model(key).labels, keyed.model(key).digest()) == (model.labels, model.digest())
    keyed.close()
    again = th.scale.Keyed.load(tmp_path / "models")
    new = rows_with_classes(60, seed=5)
    expected = [models.get(row["user"], learner).predict_one(features(row)) for row in new]
    assert again.predict(new).tolist() == expected


def test_many_classes_compete(tmp_path):
    """Past a few dozen classes Auto's members compete: what they know of each other comes back too."""
    rows = [{**row, "user": "ann"} for row in rows_with_classes(300, labels=[f"c{i}" for i in range(40)])]
    learner = th.Multiclass(th.Auto())
    keyed = th.scale.Keyed(learner, by="user", models=tmp_path / "models")
    keyed.learn(rows[:200])
    keyed.close()
    keyed = th.scale.Keyed(learner, by="user", models=tmp_path / "models", resume=True)
    keyed.learn(rows[200:])
    assert keyed.model("ann").digest() == apart(learner, rows)["ann"].digest()


def test_every_door_leads_to_one_digest(tmp_path):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    learner = LEARNERS["perceptron"]
    whole = th.scale.Keyed(learner, by="user")
    whole.learn(ROWS)
    pandas.DataFrame(ROWS).to_parquet(tmp_path / "rows.parquet")
    doors = [
        write_csv(tmp_path / "rows.csv", ROWS),
        write_json(tmp_path / "rows.jsonl", ROWS),
        str(tmp_path / "rows.parquet"),
        pandas.DataFrame(ROWS),
        pyarrow.Table.from_pandas(pandas.DataFrame(ROWS)),
    ]
    for door in doors:
        keyed = th.scale.Keyed(learner, by="user", batch=130, partitions=5)
        keyed.learn(door)
        assert keyed.digest() == whole.digest()
    keyed = th.scale.Keyed(learner, by="user")
    keyed.learn(pandas.DataFrame(ROWS).drop(columns="label"), [row["label"] for row in ROWS])
    assert keyed.digest() == whole.digest()


def test_numbers_are_labels_too():
    rows = [{"user": "ann", f"a{i % 4}": 1, "label": (7, 2.5, -3, True)[i % 4]} for i in range(40)]
    keyed = th.scale.Keyed(th.Multiclass(th.Perceptron()), by="user")
    keyed.learn(rows)
    assert keyed.predict([{"user": "ann", f"a{i}": 1} for i in range(4)]).tolist() == [7, 2.5, -3, 1]
    assert [label_in(label_bytes(label)) for label in ("1", 1, 1.0, 2.5, -0.0)] == ["1", 1, 1, 2.5, 0]


def test_before_the_first_label_there_is_no_answer():
    keyed = th.scale.Keyed(th.Multiclass(th.Perceptron()), by="user")
    assert keyed.predict([{"user": "ann", "a": 1}]).tolist() == [None]
    assert keyed.learn_answered([{"user": "ann", "a": 1, "label": "cat"}] * 2).tolist() == [None, "cat"]


def test_probabilities_are_those_of_the_answers():
    learner = th.Multiclass(th.NaiveBayes())
    keyed = th.scale.Keyed(learner, by="user")
    keyed.learn(ROWS)
    model, row = keyed.model("u1"), ROWS[3] | {"user": "u1"}
    said = keyed.answers([row])
    shares = model.predict_proba_one(features(row))
    assert said["answers"][0] == max(shares, key=shares.get)
    assert said["probabilities"][0] == shares[said["answers"][0]]


def test_what_cannot_be_by_key_is_refused():
    with pytest.raises(th.ParameterError, match="order of its own"):
        th.scale.Keyed(th.Multiclass(th.Perceptron(), class_weights={"cat": 2}), by="user")
    with pytest.raises(th.InputError, match="make a text of it"):
        label_bytes(2**60)
    with pytest.raises(th.InputError, match=r"'cat' is none of .*\n.*Multiclass"):
        th.scale.Keyed(th.Perceptron(), by="user").learn([{"user": "ann", "a": 1, "label": "cat"}])
