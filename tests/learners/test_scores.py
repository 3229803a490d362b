"""The score is the correctly rounded sum, whatever the order and the size of the terms."""

import math

from hypothesis import given
from hypothesis import strategies as st

import thresher as th

WILD = st.floats(-1e100, 1e100, allow_nan=False, allow_subnormal=True)


@given(st.lists(st.tuples(WILD, st.sampled_from([1.0, -1.0, 0.5, 3.0, 1e-30, 1e30])), max_size=40))
def test_scores_are_fsum(terms):
    """z = -w by one step each, so the weights are known exactly."""
    model = th.QuasiAdditive(initial={i: w for i, (w, _) in enumerate(terms)})
    x = {i: v for i, (_, v) in enumerate(terms)}
    expected = math.fsum([w * v for w, v in terms])
    assert model.score_one(x) == expected
    assert model.predict_one(x) == (expected >= 0)
    assert model.score_one(dict(reversed(x.items()))) == expected


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=30), st.integers(0, 60))
def test_sums_that_cancel_are_decided_exactly(weights, exponent):
    """Huge terms that cancel leave a tiny one that decides."""
    tiny = 2.0**-exponent
    model = th.QuasiAdditive(
        initial={i: float(w) * 2.0**60 for i, w in enumerate([*weights, -sum(weights)])} | {"t": -tiny}
    )
    x = dict.fromkeys([*range(len(weights) + 1), "t"], 1.0)
    assert model.score_one(x) == -tiny
    assert model.predict_one(x) is False


def test_halfway_cases_round_to_even_with_the_rest_in_view():
    for terms in ([1.0, 2**-53, 2**-106], [1.0, 2**-53, -(2**-106)], [1.0 + 2**-52, 2**-53], [1e16, 1.0, 1e-16]):
        model = th.QuasiAdditive(initial=dict(enumerate(terms)))
        assert model.score_one(dict.fromkeys(range(len(terms)), 1.0)) == math.fsum(terms)


def test_a_label_that_has_not_come_has_no_key():
    for make in (th.Auto, lambda: th.Perceptron(probabilities=True)):
        model = make()
        model.learn_one({"a": 1}, "ham")
        assert list(model.predict_proba_one({"a": 1})) == list(model.scores_one({"a": 1})) == ["ham"]
        assert [label for label, _ in model.top_k({"a": 1}, 2)] == ["ham"]
        model.learn_one({"b": 1}, "spam")
        assert list(model.predict_proba_one({"a": 1})) == ["ham", "spam"]
