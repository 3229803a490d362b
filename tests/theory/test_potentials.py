"""Potentials: closed forms and the numeric recipe agree, and H* is the highest there is (E2, E4)."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.choices import links
from thresher.theory.potentials import Measure, NumericPotential, potential_of

FEW = tries(7)
LINKS = {
    "Identity": links.Identity(),
    "Exponential e": links.Exponential(),
    "Exponential of promotions": links.Exponential(2.0, 0.01),
    "Exponential slow": links.Exponential(1.05, 3.0),
    "TwoSinh": links.TwoSinh(),
    "TwoSinh of promotions": links.TwoSinh(1.5, 0.2),
    "PNorm 2": links.PNorm(2),
    "PNorm 3.5": links.PNorm(3.5),
    "Interpolated 1": links.Interpolated(1),
    "Interpolated 2": links.Interpolated(2),
    "Interpolated 7": links.Interpolated(7),
    "Interpolated 1000": links.Interpolated(1000),
}
OWN = {
    "z^3": lambda z: z**3,
    "z + z^3": lambda z: z + z**3,
    "tanh": np.tanh,
    "with a corner": lambda z: np.where(z < 0, z, 3 * z),
    "zero at 1": lambda z: z - 1,
    "e^z - 1": np.expm1,
    "without a zero": lambda z: np.exp(2 * z) / (1 + np.exp(z)),
}
every_link = pytest.mark.parametrize("link", [pytest.param(link, id=name) for name, link in LINKS.items()])
every_link_or_function = pytest.mark.parametrize(
    "link", [pytest.param(link, id=name) for name, link in {**LINKS, **OWN}.items()]
)
DUALS = st.lists(st.integers(-24, 24).map(lambda k: k / 8), min_size=5, max_size=5)
WEIGHTS = st.lists(st.integers(1, 16).map(lambda k: k / 8), min_size=3, max_size=3)
ATTRIBUTES = "abcde"


def named(values):
    return dict(zip(ATTRIBUTES, values, strict=False))


def numeric(link):
    """The same link, of which nothing is known but its values."""
    closed = potential_of(link)
    return lambda z: closed.weight(z)


@every_link
def test_numeric_recipe_agrees_with_the_closed_forms(link):
    z = np.linspace(-3, 3, 24)  # not 0, where the second derivative of a p-norm link has a corner
    closed, recipe = potential_of(link), NumericPotential(numeric(link))
    np.testing.assert_allclose(recipe.area(z), closed.area(z), rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(recipe.slope(z), closed.slope(z), rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(recipe.dual(closed.weight(z)), z, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(closed.dual(closed.weight(z)), z, rtol=1e-9, atol=1e-9)


@every_link
@FEW
@given(z=DUALS, u=WEIGHTS, step=DUALS)
def test_numeric_measures_agree_with_the_closed_forms(link, z, u, step):
    closed, recipe = Measure(link, named(u), n=9), Measure(numeric(link), named(u), n=9)
    before, after = named(z), named(np.add(z, step).tolist())
    assume(closed.total(before) > 1e-12)
    for measure in ("total", "scale", "highest", "alignment"):
        assert getattr(recipe, measure)(before) == pytest.approx(getattr(closed, measure)(before), rel=1e-9), measure
    limit = closed.step_limit(before, after)
    assert recipe.step_limit(before, after) == pytest.approx(limit, rel=1e-5) or limit > 1e6


@FEW
@given(z=DUALS, u=WEIGHTS)
def test_closed_forms_are_those_of_the_table(z, u):
    """al and H* as E4 prints them, in the paper's units."""
    assume(any(z))
    duals, target = named(z), named(u)
    total_u = sum(u)

    def check(link, scale, highest):
        measure = Measure(link, target, n=5)
        assert measure.scale(duals) == pytest.approx(scale, rel=1e-11)
        assert measure.highest(duals) == pytest.approx(highest, rel=1e-11, abs=1e-11)

    check(links.Identity(), np.linalg.norm(z) / np.linalg.norm(u), np.linalg.norm(z) * np.linalg.norm(u))
    p, q = 3.0, 1.5
    lengths = np.linalg.norm(z, p), np.linalg.norm(u, q)
    check(links.PNorm(p), p * lengths[0] ** (p - 1) / lengths[1], lengths[0] * lengths[1])
    weights = float(np.exp(z).sum())
    entropy = sum(v * math.log(v / total_u) for v in u)
    check(links.Exponential(), weights / total_u, total_u * math.log(weights) + entropy)
    # in units of promotions the paper's z is z ln(promotion), and every weight has the factor initial
    counted = Measure(links.Exponential(2.0, 0.1), target, n=5)
    natural = {a: v * math.log(2) + math.log(0.1) for a, v in duals.items()}
    paper = total_u * math.log(sum(math.exp(v) for v in natural.values())) + entropy
    alignment = sum(target[a] * natural[a] for a in target)
    assert counted.progress(duals) * math.log(2) == pytest.approx(paper - alignment, rel=1e-9, abs=1e-9)


@every_link_or_function
@FEW
@given(z=DUALS, u=WEIGHTS, other=DUALS)
def test_nothing_on_the_same_level_is_higher(link, z, u, other):
    """u.v <= H*(z) for every v with G(v) = G(z): v is found along a ray, so this knows nothing of al."""
    measure = Measure(link, named(u), n=5)
    total = measure.total(named(z))

    def there(length):
        return {a: v * length for a, v in named(other).items()}

    low, high = 0.0, 40.0
    assume(measure.total(there(low)) < total < measure.total(there(high)) < math.inf)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if measure.total(there(middle)) < total else (low, middle)
    highest = measure.highest(named(z))
    assert measure.alignment(there(low)) <= highest + 1e-7 * (1 + abs(highest))
    assert measure.progress(named(z)) >= -1e-9 * (1 + abs(highest))


@every_link_or_function
@FEW
@given(z=DUALS, u=WEIGHTS)
def test_h_star_is_attained(link, z, u):
    """v = f^-1(al u) is on the level of z, and its u.v is H*."""
    measure, potential = Measure(link, named(u), n=3), potential_of(link)
    z = named(z[:3])
    assume(1e-9 < measure.total(z) < 1e6)
    best = named(potential.dual(measure.scale(z) * np.array(u)).tolist())
    assert measure.total(best) == pytest.approx(measure.total(z), rel=1e-8)
    assert measure.alignment(best) == pytest.approx(measure.highest(z), rel=1e-9)


def slope_of_h_star(measure, z, attribute, step=1e-5):
    """dH*/dz_i by differences."""
    up, down = ({**z, attribute: z[attribute] + side * step} for side in (1, -1))
    return (measure.highest(up) - measure.highest(down)) / (2 * step)


@every_link_or_function
@FEW
@given(z=DUALS, u=WEIGHTS)
def test_theorem_5_2_the_slope_of_h_star(link, z, u):
    """grad H* = f(z)/al, and dH*/dG = 1/al."""
    measure, potential = Measure(link, named(u), n=5), potential_of(link)
    z = named([value or 0.25 for value in z])
    total = measure.total(z)
    assume(1e-2 < total < 1e4)
    scale = measure.scale(z)
    for attribute, value in z.items():
        expected = float(potential.weight(np.array([value]))[0]) / scale
        assert slope_of_h_star(measure, z, attribute) == pytest.approx(expected, rel=1e-3, abs=1e-4)
    rise = measure.highest_at(total * (1 + 1e-6)) - measure.highest_at(total * (1 - 1e-6))
    assert rise / (2e-6 * total) == pytest.approx(1 / scale, rel=1e-3, abs=1e-6)


@every_link  # a bounded function such as tanh reaches its end, and floats see no rise there
@FEW
@given(u=WEIGHTS, low=st.floats(0.01, 100), factor=st.floats(1.001, 50))
def test_corollary_5_3_h_star_rises_with_g(link, u, low, factor):
    measure = Measure(link, named(u), n=5)
    assert measure.highest_at(low * factor) > measure.highest_at(low)


def test_the_slope_of_another_link_is_not_that_of_h_star():
    measure = Measure(links.Identity(), named([1.0, 0.5, 2.0]), n=5)
    z = named([0.5, -1.0, 2.0, 0.25, 1.5])
    other = float(potential_of(links.TwoSinh()).weight(np.array([2.0]))[0]) / measure.scale(z)
    assert slope_of_h_star(measure, z, "c") != pytest.approx(other, rel=0.1)


@FEW
@given(z=DUALS, u=WEIGHTS)
def test_a_fixed_threshold_gives_the_distance_of_a11(z, u):
    """Exponential link, threshold theta, target scaled to it: M* ln(promotion) = sum w - u + u ln(u/w)."""
    promotion, initial, n = 1.5, 0.2, 7
    measure = Measure(links.Exponential(promotion, initial), named(u), n=n, threshold=2.0)
    weights = [initial * promotion**v for v in z] + [initial] * (n - len(z))
    distance = sum(weights) + sum(v * math.log(v / w) - v for v, w in zip(u, weights, strict=False))
    for threshold_dual in (-3.0, 0.0, 2.5):  # M* does not depend on it
        duals = {**named(z), "(threshold)": threshold_dual}
        assert measure.progress(duals) * math.log(promotion) == pytest.approx(distance, rel=1e-9, abs=1e-9)


def test_links_of_single_attributes_have_their_own_potentials():
    link = links.PerAttribute(links.Identity(), {"b": links.TwoSinh(), "c": links.Constant(-2.0)})
    measure = Measure(link, {"a": 1.0, "b": 1.0, "c": -1.0})
    assert measure.total({"a": 3.0, "b": 1.0, "c": 5.0}) == pytest.approx(4.5 + 2 * math.cosh(1) - 2 - 10)
    assert measure.scale({"a": 3.0}) == 2.0  # the constant weight is al times its target


def test_initial_duals_count_where_nothing_was_learned():
    measure = Measure(links.Identity(), {"a": 1.0, "b": 1.0}, n=4, initial=2.0)
    assert measure.total({}) == 8.0
    assert measure.total({"a": 0.0}) == 6.0
    assert measure.alignment({"a": 0.0}) == 2.0
    own = Measure(links.Identity(), {"a": 1.0}, initial={"a": 3.0})
    assert (own.total({}), own.alignment({})) == (4.5, 3.0)


def test_a_segment_through_zero_has_no_limit():
    measure = Measure(links.Identity(), {"a": 1.0})
    assert measure.step_limit({}, {"a": 1.0}) == math.inf
    assert measure.step_limit({"a": -1.0}, {"a": 1.0}) == math.inf
    assert measure.step_limit({"a": 1.0}, {"a": 2.0}) == pytest.approx(0.5)
    assert measure.step_limit({"a": 1.0}, {"a": 1.0}) == 0.0


@pytest.mark.parametrize(
    ("make", "match"),
    [
        pytest.param(lambda: Measure(links.Exponential(), {"a": 1.0}), "give n", id="n is needed"),
        pytest.param(lambda: Measure(lambda z: z - 1, {"a": 1.0}), "give n", id="n is needed for a function"),
        pytest.param(
            lambda: Measure(links.Exponential(), {"a": 1.0, "b": 1.0}, n=2).total({"c": 1.0}), "at least 3", id="n"
        ),
        pytest.param(lambda: Measure(links.Exponential(), {"a": -1.0}, n=2), "positive everywhere", id="sign"),
        pytest.param(lambda: Measure(np.exp, {"a": -1.0}, n=2), "positive everywhere", id="sign of a function"),
        pytest.param(lambda: Measure(links.Identity(), {"a": 0.0}), "other than 0", id="no target"),
        pytest.param(lambda: Measure(links.Identity(), {"a": math.nan}), "weight of 'a'", id="nan"),
        pytest.param(lambda: Measure(links.Halves(), {"a": 1.0}), "its own dual alone", id="halves"),
        pytest.param(lambda: Measure(links.PNorm(3, normalised=True), {"a": 1.0}), "its own dual", id="normalised"),
        pytest.param(lambda: Measure(lambda z: -z, {"a": 1.0}), "increasing", id="decreasing"),
        pytest.param(lambda: Measure(lambda z: z * z, {"a": 1.0}), "increasing", id="falls, then rises"),
        pytest.param(lambda: Measure(lambda z: 1 + np.exp(z), {"a": 1.0}, n=1), "faster than", id="infinite area"),
        pytest.param(lambda: Measure(lambda z: -np.exp(-z), {"a": 1.0}), "negative everywhere", id="negative"),
        pytest.param(lambda: Measure(lambda z: z[:1], {"a": 1.0}), "one number for each", id="shape"),
        pytest.param(
            lambda: Measure(links.PerAttribute(links.Identity(), {"c": links.Constant(1.0)}), {"a": 1.0}),
            "H\\* is infinite",
            id="constant without target",
        ),
        pytest.param(lambda: Measure(3, {"a": 1.0}), "link must be", id="no link"),
    ],
)
def test_what_has_no_measure_is_refused_with_the_reason(make, match):
    with pytest.raises(th.ParameterError, match=match):
        make()


def test_the_check_of_h_star_can_fail():
    """With the measure of another link, a point of the same level is higher."""
    cubic, plain = Measure(links.PNorm(4), {"a": 1.0, "b": 1.0}), Measure(links.Identity(), {"a": 1.0, "b": 1.0})
    z, other = {"a": 1.0}, {"a": 2**-0.25, "b": 2**-0.25}
    assert cubic.total(other) == pytest.approx(cubic.total(z))
    assert cubic.alignment(other) <= cubic.highest(z) + 1e-12
    assert cubic.alignment(other) > plain.highest(z)
