"""Probabilities as the softmax of scores, and answers among candidates."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher.errors import ParameterError

WORDS = st.sampled_from(["a", "b", "c", "d"])
STREAMS = st.lists(
    st.tuples(st.dictionaries(WORDS, st.just(1.0), max_size=4), st.sampled_from(["x", "y", "z"])), min_size=1
)


def taught(stream, **more):
    model = th.Multiclass(th.BalancedWinnow(1.5, margin=0.25), "constraint", **more)
    for x, label in stream:
        model.learn_one(x, label)
    return model


@given(stream=STREAMS, x=st.dictionaries(WORDS, st.just(1.0), max_size=4))
def test_probabilities_are_shares_in_proportion_to_the_exponentials_of_scores(stream, x):
    model = taught(stream, softmax=True)
    scores = model.scores_one(x)
    raised = {label: math.exp(score - max(scores.values())) for label, score in scores.items()}
    for label, share in model.predict_proba_one(x).items():
        assert share == pytest.approx(raised[label] / math.fsum(raised.values()), rel=1e-12)


@given(stream=STREAMS)
def test_learning_is_the_same_with_it(stream):
    plain, model = taught(stream), taught(stream, softmax=True)
    assert plain.mistakes == model.mistakes
    for x, _ in stream:
        assert plain.scores_one(x) == model.scores_one(x)
        assert plain.predict_one(x) == model.predict_one(x)


def test_without_it_there_are_none():
    model = taught([({"a": 1.0}, "x"), ({"b": 1.0}, "y")])
    with pytest.raises(ParameterError, match="softmax=True"):
        model.predict_proba_one({"a": 1.0})


def test_it_is_saved(tmp_path):
    model = taught([({"a": 1.0}, "x"), ({"b": 1.0}, "y")], softmax=True)
    model.save(tmp_path / "model")
    resumed = th.load(tmp_path / "model")
    assert resumed == model
    assert resumed.softmax is True
    assert resumed.predict_proba_one({"a": 1.0}) == model.predict_proba_one({"a": 1.0})


@given(stream=STREAMS, x=st.dictionaries(WORDS, st.just(1.0), max_size=4), among=st.sets(st.sampled_from("wxyz")))
def test_the_answer_among_candidates_is_the_one_of_the_largest_score(stream, x, among):
    model = taught(stream)
    scores = {label: score for label, score in model.scores_one(x).items() if label in among}
    answer = model.predict_one(x, among=among)
    assert (answer is None) == (not scores)
    if scores:
        assert scores[answer] == max(scores.values())
    assert model.predict_one(x, among=model.labels) == model.predict_one(x)


def test_candidates_of_two_labels_and_with_abstaining():
    two = th.Perceptron()
    two.learn_one({"a": 1}, False)
    assert two.predict_one({"a": 1}, among=[True]) is True
    assert two.predict_one({"a": 1}, among=[False, True]) is False
    many = th.Multiclass(th.Perceptron(), abstain_below=100.0)
    for word, label in (("a", "x"), ("b", "y"), ("c", "z")):
        many.learn_one({word: 1}, label)
    assert many.predict_one({"a": 1}, among=["x", "y"]) is None
    assert many.predict_one({"a": 1}, among=["x"]) == "x"
