"""Files that 0.1.0 wrote still load, and go on as they did. Beside each lies what it said and did next.

Bit for bit, but for three: the 2 sinh of AdaptiveWinnow and the logarithms of naive Bayes are no longer the library's
but the same on every machine, so their scores differ by those roundings; Auto moves in single precision since, and one
of its experts is another, so what it learns from then on is what it would learn today (docs/decisions.md).
"""

import json
import pickle
from pathlib import Path

import pytest

import thresher as th

FILES = Path(__file__).parent / "files"
OTHERS = ("layout_1_delayed", "layout_1_master")
LEARNERS = sorted(path.stem for path in FILES.glob("layout_1_*.thresher") if not path.stem.startswith(OTHERS))
DELAYED = sorted(path.stem for path in FILES.glob("layout_1_delayed_*.thresher"))


def record_of(name):
    return json.loads((FILES / f"{name}.json").read_text())


def features(pairs):
    return dict(pairs)


# By how much the scores of these may differ, by the name of the file.
ROUNDINGS = {
    "auto": {"rel": 1e-5, "abs": 1e-7},
    "adaptive_winnow": {"rel": 1e-14, "abs": 1e-14},
    "naive_bayes": {"rel": 1e-14, "abs": 1e-14},
}


def assert_same(score, then, name):
    for kind, rounding in ROUNDINGS.items():
        if kind in name:
            assert score == pytest.approx(float.fromhex(then), **rounding)
            return
    assert score.hex() == then


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_of_an_old_file_goes_on_as_it_did(name):
    model, record = th.load(FILES / f"{name}.thresher"), record_of(name)
    assert type(model).__name__ == record["learner"]
    counts = ("examples", "mistakes", "updates")
    assert [getattr(model, count) for count in counts] == [record[count] for count in counts]
    assert set(model.classes) <= set(record["labels"])
    for x, scores in record["scores"]:
        if isinstance(scores, str):
            assert_same(model.score_one(features(x)), scores, name)
            continue
        said = model.scores_one(features(x))
        assert {str(label) for label in said} == set(scores)
        for label, score in said.items():
            assert_same(score, scores[str(label)], name)
    for step in record["next"]:
        outcome = model.learn_one(features(step["x"]), step["y"])
        if "auto" not in name:
            assert (outcome.prediction, outcome.updated) == (step["prediction"], step["updated"])
    assert model.examples == record["examples"] + len(record["next"])
    if "auto" not in name:
        assert model.mistakes == record["mistakes_then"]


@pytest.mark.parametrize("name", DELAYED)
def test_late_labels_of_an_old_file_go_on_as_they_did(name):
    late, record = th.load(FILES / f"{name}.thresher"), record_of(name)
    counts = ("asked", "answered", "mistakes", "pending")
    assert [getattr(late, count) for count in counts] == [record[count] for count in counts]
    same = not isinstance(late.learner, th.Auto)
    for step in record["next"]:
        question = late.ask(features(step["x"]), step["ticket"])
        assert question.label == step["prediction"] or not same
        assert int(late.label(step["label_ticket"], step["label"])) == step["fate"]
    if same:
        assert (late.mistakes, late.learner.mistakes) == (record["mistakes_then"], record["learner_mistakes"])


def test_a_pickle_of_then_is_opened():
    model = pickle.loads((FILES / "layout_1_perceptron.pickle").read_bytes())
    assert isinstance(model, th.Perceptron)
    assert model.examples == 20


@pytest.mark.parametrize("name", [*LEARNERS, *DELAYED])
def test_what_was_loaded_is_saved_and_loaded_again(name):
    model = th.load(FILES / f"{name}.thresher")
    again = th.load_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
