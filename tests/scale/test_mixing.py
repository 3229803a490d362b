"""One model over many shards: the mean of what each shard learned, on the declared schedule."""

import pytest

import thresher as th
from thresher.scale.mixing import RUN

from .events import features, rows_with_keys, write_csv

ROWS = rows_with_keys(3_000)
IGNORE = th.Rows(ignore="user")


def by_hand(learner, rows, shards, every, passes):
    """The same in plain words: deal out, learn apart, take the mean."""
    state = learner.copy()
    own = [[row for i, row in enumerate(rows) if i // RUN % shards == shard] for shard in range(shards)]
    share = max(1, every // shards)
    for _ in range(passes):
        for begin in range(0, max(map(len, own)), share):
            some = []
            for shard in range(shards):
                part = own[shard][begin : begin + share]
                one = state.copy()
                for row in part:
                    one.learn_one(features(row), row["label"])
                if part:
                    some.append((one, float(len(part))))
            state.merge([one for one, _ in some], "mean", weights=[weight for _, weight in some])
    return state


@pytest.mark.parametrize("learner", [th.Perceptron(bias=True), th.AdaptiveWinnow(), th.Arow(), th.AveragedPerceptron()])
@pytest.mark.parametrize(("shards", "every", "passes"), [(1, 1_000, 1), (3, 700, 2), (4, 10**6, 1)])
def test_the_mixture_is_the_mean_on_the_declared_schedule(learner, shards, every, passes, tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS)
    mixed = th.scale.mix(learner, file, shards=shards, every=every, passes=passes, rows=IGNORE)
    told = learner.copy()
    told.expect_labels([0, 1])
    expected = by_hand(told, ROWS, shards, every, passes)
    assert (mixed.examples, mixed.mistakes) == (expected.examples, expected.mistakes)
    assert mixed.weights() == expected.weights()
    assert learner.examples == 0


def test_one_shard_of_one_round_is_one_machine(tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS)
    alone = th.Perceptron()
    for row in ROWS:
        alone.learn_one(features(row), row["label"])
    assert th.scale.mix(th.Perceptron(), file, shards=1, every=10**9, rows=IGNORE).weights() == alone.weights()


def test_enough_files_are_dealt_out_whole(tmp_path):
    files = [write_csv(tmp_path / f"{number}.csv", ROWS[number * 500 :][:500]) for number in range(6)]
    mixed = th.scale.mix(th.Perceptron(), files, shards=3, every=600, rows=IGNORE)
    assert mixed.examples == 3_000
    again = th.scale.mix(th.Perceptron(), str(tmp_path / "*.csv"), shards=3, every=600, rows=IGNORE)
    assert mixed == again
    assert mixed != th.scale.mix(th.Perceptron(), files, shards=2, every=600, rows=IGNORE)


def test_auto_is_refused_with_what_to_use_instead(tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS[:10])
    with pytest.raises(th.ParameterError, match="committee"):
        th.scale.mix(th.Auto(), file)
    with pytest.raises(th.InputError, match="files"):
        th.scale.mix(th.Perceptron(), [])


def test_a_committee_answers_with_the_mean_of_its_members(tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS)
    committee = th.scale.committee(th.Auto(), file, shards=3, rows=IGNORE)
    members = committee.members
    assert repr(committee) == f"Committee([{', '.join(map(repr, members))}])"
    assert [member.examples for member in members] == [1024, 1024, 952]
    x = features(ROWS[0])
    assert committee.score_one(x) == pytest.approx(sum(member.score_one(x) for member in members) / 3)
    assert committee.predict_one(x) == (committee.score_one(x) >= 0)


def test_a_sweep_ranks_parameters(tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS[:500])
    make = th.Perceptron
    ranked = th.scale.sweep(lambda **said: make(rows=IGNORE, **said), {"bias": [False, True], "rate": [0.5, 1.0]}, file)
    assert len(ranked) == 4
    assert [one.mistakes for _, one in ranked] == sorted(one.mistakes for _, one in ranked)
    for parameters, one in ranked:
        alone = th.Perceptron(rows=IGNORE, **parameters)
        for row in ROWS[:500]:
            alone.learn_one(row, row["label"])
        assert (alone.mistakes, alone.digest()) == (one.mistakes, one.digest)


def test_scores_are_those_of_the_model(tmp_path):
    file = write_csv(tmp_path / "rows.csv", ROWS[:300])
    model = th.Perceptron(rows=IGNORE)
    for row in ROWS[300:600]:
        model.learn_one(row, row["label"])
    (one,) = th.scale.score(model, file)
    expected = [model.predict_one(row) for row in ROWS[:300]]
    assert (one.rows, one.labelled) == (300, 300)
    assert one.answers.tolist() == [int(answer) for answer in expected]
    assert one.mistakes == sum(answer != row["label"] for answer, row in zip(expected, ROWS[:300], strict=True))


def test_a_committee_is_refused_by_score_with_what_to_ask_instead():
    """It ended with an AttributeError."""
    with pytest.raises(th.ParameterError, match="predict_one"):
        th.scale.score(th.scale.Committee([th.Perceptron()]), "rows.csv")
