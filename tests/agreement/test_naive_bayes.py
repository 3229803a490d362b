"""Naive Bayes: the engine, the readable truth and scikit-learn's agree; counts add up; what is no count is refused."""

import math

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.naive_bayes import MultinomialNB

import thresher as th
from tests import strategies
from tests.agreement.test_engine_agrees_with_reference import same_run
from tests.depth import tries
from thresher.choices import links, losses
from thresher.data.features import Complement, Duplicate, UnitLength
from thresher.evaluation import evaluate
from thresher.theory import reference

FEW = tries(30)
COUNTS = st.integers(0, 9).map(float)
COUNT_STREAMS = strategies.streams(strategies.COLUMNS, COUNTS)
REALS = strategies.streams(
    strategies.COLUMNS,
    st.one_of(strategies.ONES, strategies.UNIT_GRID, st.floats(0, 1e6), st.sampled_from([1e-9, 1e9])),
)
SETTINGS = [{}, {"smoothing": 0.01}, {"smoothing": 3.0, "prior": False}]


def learned(model, stream):
    for x, y in stream:
        model.learn_one(x, y)
    return model


@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
@FEW
@given(stream=st.one_of(COUNT_STREAMS, REALS))
def test_engine_and_reference_are_identical(parameters, stream):
    same_run(th.NaiveBayes(**parameters), reference.NaiveBayes(**parameters), stream, exact=True)


def test_the_comparison_can_fail():
    stream = [({0: 1.0}, True), ({1: 1.0}, False)] * 5
    with pytest.raises(AssertionError):
        same_run(th.NaiveBayes(1.0), reference.NaiveBayes(smoothing=1.01), stream, exact=True)


@FEW
@given(stream=COUNT_STREAMS, weights=st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=40))
def test_importance_weights_are_how_often_an_example_counts(stream, weights):
    ours, truth = th.NaiveBayes(), reference.NaiveBayes()
    for (x, y), weight in zip(stream, weights, strict=False):
        assert ours.learn_one(x, y, weight).prediction == truth.learn(x, y, weight)
    assert all(ours.weight(a) == w for a, w in truth.weights().items())
    assert ours.bias == truth.bias_weight


@FEW
@given(stream=COUNT_STREAMS, half_life=st.sampled_from([1.0, 3.7, 100.0]))
def test_fading_counts_agree_up_to_the_last_bits(stream, half_life):
    """The engine keeps one scale for all counts, the reference fades each."""
    ours = th.NaiveBayes(0.5, half_life=half_life)
    truth = reference.NaiveBayes(smoothing=0.5, half_life=half_life)
    for x, y in stream:
        score = truth.score(x)
        assert math.isclose(ours.score_one(x), score, rel_tol=1e-9, abs_tol=1e-9)
        if abs(score) > 1e-9:
            assert ours.predict_one(x) == (score >= 0)
        ours.learn_one(x, y)
        truth.learn(x, y)
    for attribute, weight in truth.weights().items():
        assert math.isclose(ours.weight(attribute), weight, rel_tol=1e-9, abs_tol=1e-9)


@FEW
@given(stream=COUNT_STREAMS, smoothing=st.sampled_from([0.1, 1.0, 2.0]))
def test_it_is_scikit_learns_after_the_same_examples(stream, smoothing):
    """Where every column was counted: scikit-learn's V is the number of columns."""
    stream = [(dict.fromkeys(range(12), 1.0), True), ({0: 1.0}, False), *stream]
    dense = np.zeros((len(stream), 12))
    for row, (x, _) in enumerate(stream):
        dense[row, list(x)] = list(x.values())
    y = [label for _, label in stream]
    theirs = MultinomialNB(alpha=smoothing, class_prior=[0.5, 0.5]).fit(dense, y).predict_log_proba(dense)
    ours = th.NaiveBayes(smoothing, prior=False)
    ours.learn_many(dense, y)
    assert np.allclose(ours.scores(dense), theirs[:, 1] - theirs[:, 0], rtol=1e-9, atol=1e-9)


@FEW
@given(stream=COUNT_STREAMS)
def test_counts_come_through_every_door(stream, tmp_path_factory):
    one = learned(th.NaiveBayes(), stream)
    dense = np.zeros((len(stream), 12))
    for row, (x, _) in enumerate(stream):
        dense[row, list(x)] = list(x.values())
    y = np.array([label for _, label in stream])
    wide = sp.csr_matrix(dense)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    for X in (dense, sp.csr_matrix(dense), wide, [x for x, _ in stream]):
        many = th.NaiveBayes()
        many.learn_many(X, y)
        assert many == one
        assert many.scores(X).tolist() == [one.score_one(x) for x, _ in stream]
    path = tmp_path_factory.mktemp("counts") / "stream.svm"
    path.write_text("".join(f"{2 * y - 1} {' '.join(f'{c}:{v}' for c, v in x.items())}\n" for x, y in stream))
    from_file = th.NaiveBayes()
    evaluate(path, from_file)
    assert from_file == one


@FEW
@given(first=COUNT_STREAMS, left=COUNT_STREAMS, right=COUNT_STREAMS)
def test_merged_counts_are_those_of_one_learner(first, left, right):
    base = learned(th.NaiveBayes(), first)
    a, b = learned(base.copy(), left), learned(base.copy(), right)
    merged, one = base.copy().merge([a, b]), learned(base.copy(), [*left, *right])
    assert merged.counts() == one.counts()
    assert merged.weights() == one.weights()
    assert merged.bias == one.bias
    assert all(merged.score_one(x) == one.score_one(x) for x, _ in [*first, *left, *right])
    assert base.copy().merge([b, a]) == merged


def test_fading_learners_do_not_merge():
    base = th.NaiveBayes(half_life=5)
    with pytest.raises(th.InputError, match="half life can't be merged"):
        base.merge([learned(base.copy(), [({"a": 1}, True)])])


@pytest.mark.parametrize("make", [th.NaiveBayes, lambda: th.NaiveBayes(bits=4)], ids=["names", "hashed"])
def test_a_negative_value_is_refused_at_every_door(make, tmp_path):
    model = learned(make(), [({0: 2.0}, True)])
    before = model.to_bytes()
    bad = np.array([[1.0, 2.0], [3.0, -1.0]])
    for teach in (
        lambda: model.learn_one({0: 1.0, 1: -0.5}, True),
        lambda: model.predict_one({1: -0.5}),
        lambda: model.score_one({"a": -0.5}),
        lambda: model.learn_many(bad, [1, 0]),
        lambda: model.learn_many(sp.csr_matrix(bad), [1, 0]),
        lambda: model.predict_many(sp.csr_matrix(bad)),
        lambda: model.learn_many([{"a": 1}, {"a": -1}], [1, 0]),
    ):
        with pytest.raises(th.InputError, match="naive Bayes counts, and a count is not negative"):
            teach()
    assert model.to_bytes() == before
    path = tmp_path / "bad.svm"
    path.write_text("1 0:2\n1 0:3 1:-1\n")
    fresh = make()
    with pytest.raises(th.ThresherError, match="a count is not negative"):
        evaluate(path, fresh)
    assert fresh == learned(make(), [({0: 2.0}, True)])


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda: th.NaiveBayes(0), "smoothing must be a number of at least 1e-100"),
        (lambda: th.NaiveBayes(prior=1), "prior must be True or False"),
        (lambda: th.NaiveBayes(half_life=0.5), "half_life must be a number of at least 1"),
        (lambda: th.NaiveBayes(bias=True), "leave bias out"),
        (lambda: th.QuasiAdditive(links.LogCounts()), "make one of those"),
        (lambda: th.QuasiAdditive(links.LogCounts(), losses.Always()), "make one of those"),
    ],
)
def test_a_wrong_parameter_is_refused(make, match):
    with pytest.raises(th.ParameterError, match=match):
        make()


def test_transformations_come_before_the_look_at_signs():
    model = th.NaiveBayes(transform=[Complement(3), UnitLength(1.0)])
    model.learn_one({0: 1.0}, True)
    assert sum(model.counts()[c][1] for c in (0, 4, 5)) == pytest.approx(1.0)
    with pytest.raises(th.InputError, match="not negative"):
        th.NaiveBayes(transform=Duplicate(3)).learn_one({0: 1.0}, True)


@FEW
@given(stream=COUNT_STREAMS)
def test_probabilities_are_those_of_the_log_odds(stream):
    model = learned(th.NaiveBayes(), stream)
    for x, _ in stream:
        odds = model.score_one(x)
        assert model.predict_proba_one(x)[True] == pytest.approx(1 / (1 + math.exp(-odds)), abs=1e-12)


def test_an_attribute_that_has_not_joined_says_nothing():
    model = th.NaiveBayes(join_after=2)
    for y in (True, False, False):
        model.learn_one({"a": 1.0, "b": 2.0}, y)
    model.learn_one({"c": 1.0}, True)
    assert model.counts() == {"a": (1.0, 0.0), "b": (2.0, 0.0), "c": (0.0, 0.0)}
    assert model.weight("a") == pytest.approx(math.log((0 + 1) / (1 + 1)) + math.log((3 + 2) / (0 + 2)))
    assert model.weight("c") == model.weight("d") == 0.0
    assert model.score_one({"c": 5.0, "d": 1.0}) == model.score_one({}) == model.bias


def test_a_short_half_life_follows_a_concept_that_turns_round():
    stream = [({"free": 1.0, "now": 1.0}, True), ({"lunch": 1.0, "now": 1.0}, False)] * 100
    stream += [(x, not y) for x, y in stream]
    fading, keeping = learned(th.NaiveBayes(half_life=20), stream), learned(th.NaiveBayes(), stream)
    assert fading.mistakes < keeping.mistakes / 3


def test_what_has_faded_is_given_up():
    model = learned(th.NaiveBayes(half_life=1), [({f"old {i}": 1.0}, True) for i in range(50)])
    assert len(model.counts()) == 50
    learned(model, [({"new": 1.0}, False)] * 100)
    assert set(model.counts()) == {"new"}
    assert model.counts()["new"] == (pytest.approx(2.0), 0.0)
    assert th.load_bytes(model.to_bytes()) == model


def test_a_saved_model_with_totals_that_no_learner_has_is_refused():
    model = learned(th.NaiveBayes(), [({"a": 1.0}, True)])
    scalars = model._native.scalars()
    for name in ("positive_counts", "negative_examples", "attributes", "scale"):
        for wrong in (-1.0, math.nan, math.inf):
            with pytest.raises(th.InputError, match="can't be those of a learner"):
                model._native.set_scalars(scalars | {name: wrong})


@FEW
@given(
    stream=strategies.streams(strategies.COLUMNS, st.sampled_from([1e150, 1e-150, 1.0, 5e-324, 1e75]), most=15),
    weights=st.lists(st.sampled_from([1.0, 1e-100, 1e100]), min_size=15),
    model=st.sampled_from([{}, {"smoothing": 1e-100}, {"smoothing": 1e100}, {"half_life": 1.0}]),
)
def test_no_number_is_lost_at_the_edge(stream, weights, model):
    model = th.NaiveBayes(**model)
    for (x, y), weight in zip(stream, weights, strict=False):
        model.learn_one(x, y, weight)
        assert math.isfinite(model.score_one(x))
        assert all(map(math.isfinite, model.weights().values()))
    assert th.load_bytes(model.to_bytes()) == model
