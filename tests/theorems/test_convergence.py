"""E3: numbers for Theorems 4.1 and 4.2, for every link; and what breaks them."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import in_box, teach_mistakes
from tests.theorems.playing import SEEDS
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    balanced_winnow_mistakes,
    balanced_winnow_mistakes_by_convergence,
    interpolated_mistakes_at_rate,
    interpolated_mistakes_by_convergence,
    p_norm_mistakes_by_convergence,
    weighted_majority_mistakes_by_convergence,
)
from thresher.theory.bounds.curves import EXPONENTIAL, TWO_SINH, interpolated, p_norm

ANY_RATE = {
    **{
        f"f_{k}": (lambda a, k=k: th.InterpolatedPerceptron(k, rate=a), interpolated_mistakes_by_convergence, {"k": k})
        for k in (1, 2, 3, 4, 6)
    },
    **{
        f"p = {p}": (lambda a, p=p: th.PNormPerceptron(p, rate=a), p_norm_mistakes_by_convergence, {"p": p})
        for p in (2.0, 3.0, 5.5)
    },
}
SLOW = {
    "2 sinh": (lambda a: th.BalancedWinnow(math.exp(a)), balanced_winnow_mistakes_by_convergence, {}),
    "e^z": (lambda a: th.WeightedMajority(a), weighted_majority_mistakes_by_convergence, {}),
}


def played(model, u, separation, rng, trials=150):
    return teach_mistakes(model, lambda w: in_box(rng, w, u, separation, 1.0), trials, rng, len(u))


def setting(seed, n, share, positive=False):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=n) * (rng.random(n) < 0.6)
    u[0] = 1.0
    u = np.abs(u) if positive else u
    total = float(np.abs(u).sum())
    return rng, u, {"n": n, "target_total": total, "separation": share * total}


@pytest.mark.parametrize("name", ANY_RATE)
@tries(8)
@given(seed=SEEDS, n=st.integers(2, 8), share=st.floats(0.2, 0.9), rate=st.sampled_from([0.01, 0.3, 2.0]))
def test_links_that_converge_at_any_rate(name, seed, n, share, rate):
    make, bound, shape = ANY_RATE[name]
    rng, u, known = setting(seed, n, share)
    model = played(make(rate), u, known["separation"], rng)
    assert model.mistakes <= bound(**known, **shape, rate=rate)


@pytest.mark.parametrize("name", SLOW)
@tries(8)
@given(seed=SEEDS, n=st.integers(2, 8), share=st.floats(0.2, 0.9), of_limit=st.floats(0.1, 0.95))
def test_links_that_need_a_small_rate(name, seed, n, share, of_limit):
    make, bound, _ = SLOW[name]
    rng, u, known = setting(seed, n, share, positive=name == "e^z")
    rate = of_limit * known["separation"] / (known["target_total"] * n)
    model = played(make(rate), u, known["separation"], rng)
    assert model.mistakes <= bound(**known, rate=rate)


CURVES = {"2 sinh": TWO_SINH, "e^z": EXPONENTIAL} | {f"f_{k}": interpolated(k) for k in (1, 2, 3, 4, 7, 20, 101)}
CURVES |= {f"p = {p}": p_norm(p) for p in (2.0, 2.5, 6.0, 64.0)}


@pytest.mark.parametrize("name", CURVES)
def test_a_curve_is_what_it_says(name):
    """g^-1 undoes g, the quotient is steepness over f and falls to its limit, and settled is where it is passed."""
    curve = CURVES[name]
    places = np.geomspace(1e-3, 30, 200).tolist()
    for z in places:
        assert curve.place(curve.area(z)) == pytest.approx(z, rel=1e-6)
    for z in np.geomspace(0.3, 20, 30).tolist():
        slope = (curve.area(z * 1.0001) - curve.area(z / 1.0001)) / (z * 1.0001 - z / 1.0001)
        assert curve.quotient(z) == pytest.approx(curve.steepness(z) / slope, rel=1e-3)
    quotients = [curve.quotient(z) for z in [*np.geomspace(1e-9, 1e-3, 60).tolist(), *places]]
    assert all(after <= before * (1 + 1e-9) for before, after in itertools.pairwise(quotients))
    assert all(q >= curve.limit for q in quotients)
    steep = [curve.steepness(z) for z in places]
    assert all(after >= before * (1 - 1e-12) for before, after in itertools.pairwise(steep))
    for q in (curve.limit + 0.01, curve.limit + 1, 1e6):
        z = curve.settled(q)
        assert curve.quotient(max(z, 1e-90)) <= q
        assert z == 0 or curve.quotient(z * (1 - 1e-6)) > q


def test_for_the_perceptron_the_number_is_n_times_the_known_one_and_for_e_to_the_z_a_logarithm():
    known = {"n": 10, "target_total": 3.0, "separation": 1.0}
    assert interpolated_mistakes_by_convergence(k=1, **known, rate=7.0) == pytest.approx(90, abs=1)
    assert p_norm_mistakes_by_convergence(p=3, **known, rate=0.1) == pytest.approx(180, abs=1)
    assert weighted_majority_mistakes_by_convergence(**known, rate=0.01) == pytest.approx(2 * 3 * math.log(10) / 0.01)


def test_what_is_made_for_one_link_is_smaller():
    known = {"n": 10, "separation": 1.0}
    slow = balanced_winnow_mistakes_by_convergence(**known, target_total=3.0, rate=0.02)
    assert balanced_winnow_mistakes(**known, target=[1.0, 1.0, 1.0], rate=1 / 3, largest_value=1.0) < slow
    here = interpolated_mistakes_by_convergence(k=3, **known, target_total=3.0, rate=1.0)
    norms = {"target_norm": 3**0.75, "instance_norm": 10**0.25}
    assert interpolated_mistakes_at_rate(k=3, **known, target_total=3.0, rate=1.0, **norms) < here


def test_one_mistake_is_always_possible():
    """From z = 0 the first example can be wrong: a measure that is used up before it surely falls says no less."""
    for k, u, d, a in [(8, 1.77, 1.74, 0.01), (8, 1.69, 1.63, 0.05), (3, 1.0, 1.0, 0.001), (1, 1.0, 1.0, 1.0)]:
        model = th.InterpolatedPerceptron(k, rate=a)
        assert model.learn_one({0: -1.0}, False).mistake
        known = {"k": k, "n": 1, "target_total": u, "separation": d, "rate": a}
        assert interpolated_mistakes_by_convergence(**known) >= 1


@tries(60)
@given(
    name=st.sampled_from(["f_3", "f_4", "f_7", "2 sinh", "p = 2.5"]),
    n=st.integers(1, 12),
    share=st.floats(0.1, 1.0),
    rate=st.sampled_from([0.001, 0.01, 0.05, 0.3]),
)
def test_it_is_never_less_than_what_the_measure_leaves(name, n, share, rate):
    """By hand: as many mistakes as |u|_1 g^-1(G) >= m a delta allows, one after the other, |u|_1 = 1."""
    curve = CURVES[name]
    quotient = share / (rate * n)
    if quotient <= curve.limit:
        return
    settled = math.ceil(curve.settled(quotient) / (rate * share))
    if settled > 400:
        return
    allowed = 0
    while allowed < settled and curve.reached(n, rate, allowed + 1) >= (allowed + 1) * rate * share:
        allowed += 1
    known = {"n": n, "target_total": 1.0, "separation": share, "rate": rate}
    bound = {"2": balanced_winnow_mistakes_by_convergence, "f": interpolated_mistakes_by_convergence}.get(name[0])
    shape = {"k": int(name[2:])} if name[0] == "f" else {} if bound else {"p": 2.5}
    assert (bound or p_norm_mistakes_by_convergence)(**known, **shape) >= allowed - 1e-9


# The tests above can fail.


def test_an_overstated_separation_breaks_it():
    rng, u = np.random.default_rng(0), np.array([1.0, 0.05, 0.05])
    model = played(th.InterpolatedPerceptron(4, rate=0.1), u, 0.02, rng, 400)
    known = {"k": 4, "n": 3, "target_total": 1.1, "rate": 0.1}
    assert model.mistakes <= interpolated_mistakes_by_convergence(**known, separation=0.02)
    assert model.mistakes > interpolated_mistakes_by_convergence(**known, separation=1.0)


def test_a_rate_above_the_limit_is_refused_with_it():
    known = {"n": 10, "target_total": 3.0, "separation": 1.0}
    for bound in (balanced_winnow_mistakes_by_convergence, weighted_majority_mistakes_by_convergence):
        with pytest.raises(ParameterError, match=r"rate below .* = 0\.0333333"):
            bound(**known, rate=0.04)
        assert bound(**known, rate=0.033) > 0
    with pytest.raises(ParameterError, match="mistakes may go by before the measure of progress falls"):
        interpolated_mistakes_by_convergence(k=1, n=10**6, target_total=3.0, separation=1.0, rate=1.0)
