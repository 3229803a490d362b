"""A model that all keys share beside those of the keys: whoever made fewer mistakes on a key's rows answers for it."""

import random

import pytest

import thresher as th
from thresher.scale.shelf import partition_of

from .events import features, rows_with_keys, write_csv

LONGEST_LEAD = 8


def planted(count, keys=12, seed=3):
    """Of every third key the labels are turned round: a model for all is wrong there."""
    rng = random.Random(seed)
    rows = []
    for _ in range(count):
        number = rng.randrange(keys)
        signs = [rng.randrange(2) for _ in range(4)]
        label = (signs[0] or signs[1]) ^ (number % 3 == 0)
        rows.append({"user": f"u{number}", "label": label, **{f"a{i}": 1 for i, sign in enumerate(signs) if sign}})
    return rows


def plainly(learner, rows, partitions):
    """The same, as a reader would write it: what is said of each row, the models, the shared ones, and the leads."""
    own, shared, leads, said = {}, {}, {}, []
    for row in rows:
        key, x, label = row["user"], features(row), row["label"]
        mine = own.setdefault(key, learner.copy())
        theirs = shared.setdefault(partition_of(key, partitions), learner.copy())
        answers = mine.predict_one(x), theirs.predict_one(x)
        lead = leads.setdefault(key, 0)
        said.append(answers[0] if lead > 0 else answers[1])
        leads[key] = max(-LONGEST_LEAD, min(LONGEST_LEAD, lead + (answers[1] != label) - (answers[0] != label)))
        mine.learn_one(x, label)
        theirs.learn_one(x, label)
    return said, own, shared, leads


LEARNERS = [th.Perceptron(bias=True), th.Auto(), th.Multiclass(th.Perceptron(bias=True))]


@pytest.mark.parametrize("learner", LEARNERS, ids=["two", "auto", "many"])
def test_it_is_what_a_reader_would_write(learner, tmp_path):
    rows = planted(400)
    keyed = th.scale.Keyed(
        learner, by="user", shared=True, partitions=3, batch=90, models=tmp_path / "models", memory=60_000
    )
    answers = keyed.learn_answered(rows).tolist()
    said, own, shared, leads = plainly(learner, rows, 3)
    assert answers == said
    assert keyed.keys() == sorted(own)
    assert all(keyed.model(key) == model for key, model in own.items())
    assert {model.digest() for model in keyed.shared_models()} == {model.digest() for model in shared.values()}
    asked = keyed.answers(rows[:50])
    assert asked["own"].tolist() == [leads[row["user"]] > 0 for row in rows[:50]]
    expected = [
        (own[key] if leads[key] > 0 else shared[partition_of(key, 3)]).predict_one(features(row))
        for row in rows[:50]
        for key in [row["user"]]
    ]
    assert keyed.predict(rows[:50]).tolist() == expected


def planes(keys, count, own, seed=3):
    """Every key has a plane that all share and something of its own."""
    rng = random.Random(seed)
    shared = [rng.gauss(0, 1) for _ in range(6)]
    planes = [[one + own * rng.gauss(0, 1) for one in shared] for _ in range(keys)]
    rows = []
    for _ in range(count):
        key, x = rng.randrange(keys), [rng.gauss(0, 1) for _ in range(6)]
        label = int(sum(a * b for a, b in zip(planes[key], x, strict=True)) > 0)
        rows.append({"user": f"u{key}", "label": label, **{f"a{i}": value for i, value in enumerate(x)}})
    return rows


@pytest.mark.parametrize(("keys", "own"), [(500, 0.2), (20, 5.0)])
def test_it_is_near_the_better_of_the_two_whichever_that_is(keys, own):
    rows, mistakes = planes(keys, 5_000, own), {}
    for shared in (False, True):
        keyed = th.scale.Keyed(th.Perceptron(), by="user", shared=shared, partitions=1)
        mistakes[shared] = keyed.learn(rows).mistakes
    everybody = th.Perceptron()
    alone = sum(everybody.learn_one(features(row), row["label"]).mistake for row in rows)
    better, worse = sorted([mistakes[False], alone])
    assert mistakes[True] - better < (worse - better) / 3


def test_a_key_that_nobody_knows_is_answered_by_what_all_share():
    keyed = th.scale.Keyed(th.Perceptron(bias=True), by="user", shared=True, partitions=1)
    keyed.learn(planted(300))
    (shared,) = keyed.shared_models()
    row = {"user": "nobody", "a0": 1}
    assert keyed.scores([row])[0] == shared.score_one({"a0": 1})
    assert not keyed.answers([row])["own"][0]
    assert "nobody" not in keyed


def test_neither_batches_nor_interruptions_show(tmp_path):
    rows = rows_with_keys(700)
    file = write_csv(tmp_path / "rows.csv", rows)
    whole = th.scale.Keyed(th.Perceptron(bias=True), by="user", shared=True)
    counts = whole.learn(rows)
    resume = False
    for stop in (1, 200, None):
        keyed = th.scale.Keyed(
            th.Perceptron(bias=True),
            "user",
            shared=True,
            models=tmp_path / "models",
            resume=resume,
            batch=70,
            every=150,
        )
        for batch in keyed._batches(file, None, True, {}):
            keyed._team.send(batch, commit=batch.last // 150 > batch.first // 150)
            if stop is not None and batch.last > stop:
                break
        else:
            keyed._team.finish(commit=True)
        last, counted, resume = keyed.digest(), keyed.counts(), True
        keyed.close()
    assert last == whole.digest()
    assert counted.mistakes == counts.mistakes
    assert th.scale.Keyed.load(tmp_path / "models").digest() == last


def test_folders_with_and_without_are_not_mixed_up(tmp_path):
    th.scale.Keyed(th.Perceptron(), by="user", shared=True, models=tmp_path / "models").close()
    with pytest.raises(th.ParameterError, match="with one that all share, not models"):
        th.scale.Keyed(th.Perceptron(), by="user", models=tmp_path / "models", resume=True)


def test_what_all_share_shows_in_the_digest():
    digests = set()
    for shared in (False, True):
        keyed = th.scale.Keyed(th.Perceptron(), by="user", shared=shared)
        keyed.learn(planted(50))
        digests.add(keyed.digest())
    assert len(digests) == 2
