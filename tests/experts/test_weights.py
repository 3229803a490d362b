"""Weights keep their ratios where floats would be 0, so that an expert far behind can come back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.experts.panels import readers
from thresher.experts import Majority, Mixture
from thresher.experts.weights import Weights
from thresher.theory.reference.experts import voting as reference

FEW = tries(40)
FACTORS = st.sampled_from([1.0, 0.5, 0.75, 2.0**-900])


@FEW
@given(rows=st.lists(st.tuples(FACTORS, FACTORS, FACTORS), max_size=12))
def test_products_are_exact_where_floats_are(rows):
    weights, exact = Weights(3), [Fraction(1)] * 3
    for row in rows:
        weights.multiply(row)
        exact = [w * Fraction(factor) for w, factor in zip(exact, row, strict=True)]
    kept = [Fraction(m) * Fraction(2) ** e for m, e in zip(weights.mantissas, weights.exponents, strict=True)]
    assert kept == exact
    assert 0.5 <= max(weights.values()) < 1
    assert sum(weights.shares()) == pytest.approx(1)


@FEW
@given(values=st.lists(st.floats(1e-3, 1), min_size=2, max_size=6), share=st.floats(0, 0.9))
def test_sharing_keeps_the_sum_and_is_that_of_the_reference(values, share):
    weights = Weights(len(values))
    weights.become(values)
    before = weights.values()
    weights.share(share)
    expected = reference.shared(before, share)
    assert weights.shares() == pytest.approx([w / sum(expected) for w in expected])
    assert sum(expected) == pytest.approx(sum(before))


@pytest.mark.parametrize("behind", [50, 3000])
def test_an_expert_that_was_thousands_of_mistakes_behind_comes_back(behind):
    """The first is wrong for so long that its weight is less than any float; then the second is, for twice as long."""
    master = Majority(readers(2))
    for x, trials in (({0: 1.0, 1: 0.0}, behind), ({0: 0.0, 1: 1.0}, 3 * behind)):
        for _ in range(trials):
            master.learn_one(x, False)
    assert master.standing().holds
    assert master.predict_one({0: 0.0, 1: 1.0}) is False
    assert master.weights()["reader 0"] > 0.999


def test_plain_floats_would_break_the_bound():
    master = reference.Majority(2, 0.5)
    for wrong, trials in (([True, False], 3000), ([False, True], 9000)):
        for _ in range(trials):
            master.learn(wrong, False)
    same = Majority(readers(2))
    same._losses = [3000.0, 9000.0]
    assert master.mistakes > same.bound()


def test_a_mixture_keeps_what_it_will_need():
    master = Mixture(readers(2))
    for x, trials in (({0: 0.999, 1: 0.001}, 300), ({0: 0.001, 1: 0.999}, 900)):
        for _ in range(trials):
            master.learn_one(x, False)
    assert master.standing().holds
    assert master.weights()["reader 0"] > 0.999
