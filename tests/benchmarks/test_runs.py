"""Runs beside peers: all predict before they learn, nothing is run twice, what is unfinished is not called done."""

import json
import os
import signal
from dataclasses import replace

import numpy as np
import pytest

import thresher as th
from benchmarks.peers_parts import worker
from benchmarks.peers_parts.baselines import most_frequent, no_change
from benchmarks.peers_parts.contestant import Answer, Contestant, Meter, OutOfTime, Refused
from benchmarks.peers_parts.control import SEVEN, how_sure, play_control
from benchmarks.peers_parts.records import DONE, FAILED, REFUSED, UNFINISHED, Measured, Record, Store
from benchmarks.peers_parts.roster import FAMILIES, ROSTER, VW_THREE, chosen
from benchmarks.peers_parts.worker import apart, play

from .playing import SOON, last_label_is_unseen
from .streams import small_examples


def record_of(name: str, **more) -> Record:
    return Record("a", "d", 0, name, "1", SOON, rows=200, **more)


def test_names_are_unique_and_families_know_their_members():
    assert set(VW_THREE) | set(SEVEN) <= set(ROSTER)
    assert FAMILIES[-1] == "control"
    assert {one.name for one in chosen(["vw"])} == {name for name in ROSTER if name.startswith("vw-")}
    assert next(one.name for one in chosen(["no-change", "vw-coin*"])) == "no-change"
    with pytest.raises(KeyError, match="no contestant"):
        chosen(["nobody"])


def test_no_change_says_the_label_before_and_most_frequent_the_label_of_most():
    examples = replace(small_examples(6), y=np.array([1, 1, 0, 0, 0, 1], dtype=np.int32))
    assert no_change(examples, SOON).said.tolist() == [0, 1, 1, 0, 0, 0]
    assert most_frequent(examples, SOON).said.tolist() == [0, 1, 1, 1, 0, 0]


@pytest.mark.parametrize(
    "name", ["adaptive-winnow", "arow-r1-unit", "winnow", "sklearn-pa1", "river-pa", "river-logistic"]
)
def test_nobody_sees_a_label_before_the_prediction(name):
    last_label_is_unseen(ROSTER[name])


def test_the_check_notices_one_who_looks():
    def peeping(examples, limit):
        return Answer(examples.y.copy())

    with pytest.raises(AssertionError):
        last_label_is_unseen(Contestant("peeping", "baseline", "", peeping))


@pytest.mark.parametrize("name", ["sklearn-log", "sklearn-perceptron", "river-softmax", "river-logistic-rest"])
def test_peers_tell_many_classes_apart(name):
    last_label_is_unseen(ROSTER[name], classes=3)
    examples = small_examples(150, columns=12, classes=3)
    wrong = np.mean(ROSTER[name].play(examples, SOON).said != examples.y)
    assert wrong < np.mean(most_frequent(examples, SOON).said != examples.y)


@pytest.mark.parametrize("name", ["auto", "multiclass", "multiclass-constraint"])
def test_ours_tell_many_classes_apart(name):
    examples = small_examples(300, columns=12, classes=3)
    assert not ROSTER[name].unfit(examples)
    last_label_is_unseen(ROSTER[name], classes=3)
    wrong = np.mean(ROSTER[name].play(examples, SOON).said != examples.y)
    assert wrong < np.mean(most_frequent(examples, SOON).said != examples.y)


def test_ours_is_what_learn_many_says():
    examples = small_examples(200)
    answer = ROSTER["perceptron"].play(examples, SOON)
    model = th.Perceptron()
    assert answer.said.tolist() == [
        int(model.learn_one(x, bool(y)).prediction) for x, y in zip(examples.dicts(), examples.y, strict=True)
    ]
    assert answer.file_seconds is not None


def test_probabilities_are_scored_by_log_loss_and_answers_by_error():
    examples = small_examples(200)
    answer = ROSTER["adaptive-winnow"].play(examples, SOON)
    measured = Measured.of(examples, answer)
    assert measured.log_loss is not None
    assert np.array_equal(answer.probabilities >= 0.5, answer.said.astype(bool))
    sure = np.where(examples.y == 1, answer.probabilities, 1 - answer.probabilities)
    assert measured.log_loss == pytest.approx(-np.log(np.clip(sure, 1e-6, 1)).mean(), abs=1e-5)
    assert Measured.of(examples, ROSTER["perceptron"].play(examples, SOON)).log_loss is None


def test_a_master_over_recorded_experts_follows_the_best_of_them():
    examples = small_examples(300)
    truth = 2.0 * examples.y - 1
    noise = np.random.default_rng(0).normal(size=(6, 300))
    for name in ("control-share", "control-absolute", "control-mixing"):
        answer = play_control(name, [truth, *noise], [False] * 7, examples, SOON)
        assert np.mean(answer.said != examples.y) < 0.1, name


def test_how_sure_is_about_size_beside_the_sizes_before():
    sure = how_sure(np.array([0.0, 2.0, -2.0, 4.0]))
    assert sure[0] == 0.5
    assert sure[2] < 0.5 < sure[1]
    assert sure.max() <= 1
    assert how_sure(np.array([5.0, -1.0])).tolist() == how_sure(np.array([50.0, -10.0])).tolist()


def slow(examples, limit):
    with Meter(limit) as meter:
        for _ in meter.rows(10**9):
            pass


def refusing(examples, limit):
    raise Refused("not for me")


def failing(examples, limit):
    raise ValueError("oh")


@pytest.mark.parametrize(
    ("way", "status"), [(slow, UNFINISHED), (refusing, REFUSED), (failing, FAILED)], ids=["slow", "refusing", "failing"]
)
def test_what_is_not_done_says_so_and_has_no_error(tmp_path, way, status):
    contestant = Contestant("x", "baseline", "", way)
    done = play(contestant, small_examples(), replace(record_of("x"), limit=0.05), Store(tmp_path))
    assert (done.status, done.error) == (status, None)
    assert done.reason


def test_the_meter_stops_at_the_limit():
    with pytest.raises(OutOfTime, match="rows in"):
        slow(None, 0.01)


def test_records_survive_and_so_do_the_rows_that_were_wrong(tmp_path):
    examples = small_examples(203)
    record = replace(record_of("no-change"), rows=203)
    done = play(ROSTER["no-change"], examples, record, Store(tmp_path))
    Store(tmp_path).add(done)
    again = Store(tmp_path)
    assert again.records[record.key] == done
    assert again.errors(done).tolist() == (no_change(examples, SOON).said != examples.y).tolist()
    assert record in again


def test_only_what_is_done_is_not_run_again(tmp_path):
    store = Store(tmp_path)
    store.add(record_of("x", status=FAILED))
    assert record_of("x") not in store
    store.add(record_of("y", status=UNFINISHED))
    assert record_of("y") in store
    assert replace(record_of("y"), limit=2 * SOON) not in store
    store.add(record_of("z", status=DONE))
    assert record_of("z") in store
    assert replace(record_of("z"), version="2") not in store
    assert replace(record_of("z"), digest="e") not in store


def test_a_line_that_was_cut_off_is_run_again(tmp_path):
    store = Store(tmp_path)
    store.add(record_of("x"))
    store.add(record_of("y"))
    log = tmp_path / "runs.jsonl"
    log.write_text(log.read_text()[:-20])
    assert record_of("x") in Store(tmp_path)
    assert record_of("y") not in Store(tmp_path)
    assert all(json.loads(line) for line in log.read_text().splitlines()[:1])


# However slow the machine is: one never ends, the other has all the time there is.


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
@pytest.mark.parametrize(
    ("way", "limit", "status"),
    [
        (lambda examples, limit: signal.pause(), 0.001, UNFINISHED),
        (lambda examples, limit: os._exit(1), SOON, FAILED),
    ],
    ids=["forgets the time", "dies"],
)
def test_a_run_that_forgets_the_time_is_stopped_and_one_that_dies_has_failed(tmp_path, way, limit, status):
    contestant = Contestant("x", "baseline", "", way)
    done = apart(contestant, small_examples(), replace(record_of("x"), limit=limit), Store(tmp_path))
    assert (done.status, done.error) == (status, None)


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
def test_a_run_is_stopped_even_before_it_has_begun(tmp_path, monkeypatch):
    """A busy machine may not have given the new process a moment yet."""
    monkeypatch.setattr(worker, "_own_group", lambda: signal.pause())
    done = apart(ROSTER["no-change"], small_examples(), replace(record_of("x"), limit=0.001), Store(tmp_path))
    assert done.status == UNFINISHED
