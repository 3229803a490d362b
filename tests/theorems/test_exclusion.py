"""Proposition 8.1 and section 8's measures (E10): never below their limit, and none excludes more than M* does."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.choices import links
from thresher.errors import ParameterError
from thresher.theory.potentials import (
    Measure,
    bregman_distance,
    conjugate,
    is_excluded,
    least_bregman_distance,
    legendre_measure,
    potential_of,
    ratio,
)

N = 5
SIGNED = {
    "perceptron": links.Identity(),
    "2 sinh": links.TwoSinh(),
    "p-norm": links.PNorm(4),
    "f_5": links.Interpolated(5),
    "z + z^3": lambda z: z + z**3,
}
POSITIVE = {"e^z": links.Exponential()}
LINKS = SIGNED | POSITIVE
SEEDS = st.integers(0, 2**32 - 1)


def drawn(name, seed):
    rng = np.random.default_rng(seed)
    u = rng.normal(size=N) * (rng.random(N) < 0.7)
    u[0] = 1.0
    u = np.abs(u) if name in POSITIVE else u
    z = dict(enumerate((rng.normal(size=N) * rng.choice([0.1, 1.0, 3.0])).tolist()))
    return Measure(LINKS[name], dict(enumerate(u.tolist())), n=N), u, z, rng


@pytest.mark.parametrize("name", LINKS)
@tries(15)
@given(seed=SEEDS, scale=st.floats(0.05, 20))
def test_tangents_and_conjugates_never_fall_below_zero(name, seed, scale):
    measure, _, z, _ = drawn(name, seed)
    distance = bregman_distance(measure, z, scale)
    slack = 1e-9 * (1 + abs(measure.total(z)) + abs(conjugate(measure, scale)))
    assert distance >= -slack
    assert legendre_measure(measure, z, scale) == pytest.approx(distance, abs=slack)
    assert -slack <= least_bregman_distance(measure, z) <= distance + slack


@pytest.mark.parametrize("name", SIGNED)
@tries(15)
@given(seed=SEEDS, scale=st.floats(0.05, 20))
def test_the_conjugate_is_the_largest(name, seed, scale):
    """sup of eta u.v - G(v): no v that is tried has more, and f(v) = eta u has as much."""
    measure, u, _, rng = drawn(name, seed)
    most = conjugate(measure, scale)
    potential = potential_of(LINKS[name])
    best = potential.dual(scale * u)
    assert scale * u @ best - potential.area(best).sum() == pytest.approx(most)
    for v in best + rng.normal(size=(50, N)):
        assert scale * u @ v - potential.area(v).sum() <= most + 1e-9 * (1 + abs(most))


@pytest.mark.parametrize("name", LINKS)
@tries(15)
@given(seed=SEEDS)
def test_no_state_is_excluded_and_what_is_just_above_is(name, seed):
    measure, _, z, _ = drawn(name, seed)
    total, alignment = measure.total(z), measure.alignment(z)
    assert not is_excluded(measure, total, alignment - 1e-9 * (1 + abs(alignment)))
    highest = measure.highest(z)
    assert is_excluded(measure, total, highest + 1e-6 * (1 + abs(highest)))
    assert is_excluded(measure, -1.0, alignment)
    if alignment > 0:
        assert ratio(measure, z) >= 1 - 1e-9
    if alignment > 0 or name in POSITIVE:  # the best tangent leads to where M* is 0
        there = total - least_bregman_distance(measure, z)
        assert measure.highest_at(there) == pytest.approx(alignment, rel=1e-6, abs=1e-6)


def excludes_corner(name, measure, u, scale, c, d):
    """Whether all (x, y) with x < c, y > d are excluded by others: a tangent at eta, Theorem 4.1's |u|_1 g^-1."""
    yield scale * d - conjugate(measure, scale) >= c  # x - eta y + G* < 0 up to the corner
    if name in SIGNED:
        # |u|_1 g^-1(x) < y: g^-1 is the dual whose area is x, found by a target of one attribute
        yield float(np.abs(u).sum()) * Measure(LINKS[name], {0: 1.0}).highest_at(c) <= d


@pytest.mark.parametrize("name", LINKS)
@tries(25)
@given(seed=SEEDS, scale=st.floats(0.05, 20), share=st.floats(0.1, 6), data=st.data())
def test_proposition_8_1(name, seed, scale, share, data):
    """A corner that any of them excludes is excluded by M*."""
    measure, u, z, _ = drawn(name, seed)
    c = measure.total(z)
    d = share * abs(measure.highest_at(c))
    for excluded in excludes_corner(name, measure, u, scale, c, d):
        if excluded:
            x = c * data.draw(st.floats(0.01, 0.999))
            y = d + (1 + abs(d)) * data.draw(st.floats(1e-6, 1.0))
            assert is_excluded(measure, x, y)


def test_of_the_perceptron_they_are_what_one_knows():
    measure = Measure(links.Identity(), {0: 3.0, 1: 4.0})
    z = {0: 1.0, 1: -2.0}
    assert bregman_distance(measure, z, 0.5) == pytest.approx(((1 - 1.5) ** 2 + (-2 - 2) ** 2) / 2)
    assert ratio(measure, {0: 1.0}) == pytest.approx(5 / 3)  # 1/cos
    assert least_bregman_distance(measure, {0: 1.0}) == pytest.approx(0.5 - (3 / 5) ** 2 / 2)
    assert least_bregman_distance(measure, z) == pytest.approx(measure.total(z))  # u.z < 0


# The tests above can fail, and what has no such measure is refused.


def test_a_tangent_at_one_scale_excludes_less():
    """For some corner M* says no and the tangent does not: the proposition does not hold the other way round."""
    measure = Measure(links.Identity(), {0: 1.0})
    c, d = 0.5, 1.01  # H* = 1 at G = 1/2
    assert is_excluded(measure, c, d)
    assert not next(excludes_corner("perceptron", measure, np.ones(1), 5.0, c, d))
    assert next(excludes_corner("perceptron", measure, np.ones(1), 1.0, c, d))


def test_a_region_that_states_reach_is_no_measure_and_breaks_the_proposition():
    measure = Measure(links.Identity(), {0: 1.0})
    wrong = [(x, y) for x in (0.5, 2.0) for y in (0.5, 1.5) if y > 0.5 * math.sqrt(2 * x)]  # half of H*
    assert not all(is_excluded(measure, x, y) for x, y in wrong)


def test_what_they_are_not_made_for_is_refused():
    with pytest.raises(ParameterError, match=r"u\.z > 0"):
        ratio(Measure(links.Identity(), {0: 1.0}), {0: -1.0})
    with pytest.raises(ParameterError, match="constant attribute"):
        conjugate(Measure(links.Exponential(), {0: 1.0}, n=2, threshold=1.0), 1.0)
    with pytest.raises(ParameterError, match="scale"):
        conjugate(Measure(links.Identity(), {0: 1.0}), 0.0)
