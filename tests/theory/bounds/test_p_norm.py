"""E8, E8a, E9: special cases that agree, what must hurt, and what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theory.bounds.known_ceg import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    interpolated_mistakes,
    interpolated_mistakes_at_rate,
    log_norm_mistakes,
    p_norm_mistakes,
    p_norm_mistakes_at_average_margin,
    p_norm_mistakes_at_rate,
    p_norm_mistakes_from_start,
    p_norm_mistakes_with_noise,
    weighted_majority_mistakes,
)

FEW = tries(25)
KNOWN_NORMS = st.sampled_from(KNOWN["p_norm_mistakes"])
KNOWN_STARTS = st.sampled_from(KNOWN["p_norm_mistakes_from_start"])


@FEW
@given(known=KNOWN_NORMS, rate=st.floats(0.01, 100))
def test_from_zero_the_rate_does_not_matter(known, rate):
    plain = p_norm_mistakes(**known)
    assert p_norm_mistakes_at_rate(**known, rate=rate) == pytest.approx(plain)
    assert p_norm_mistakes_with_noise(**known, noise=0) == pytest.approx(plain)
    average = {**known, "average_margin": known["separation"]}
    del average["separation"]
    assert p_norm_mistakes_at_average_margin(**average) == pytest.approx(plain)


@FEW
@given(known=KNOWN_STARTS, factor=st.floats(0.2, 5))
def test_the_rate_of_part_b_is_the_best_one_for_its_start(known, factor):
    rate = known["separation"] * known["start_norm"] ** 2 / ((known["p"] - 1) * known["start_product"])
    rate /= known["instance_norm"] ** 2
    best = p_norm_mistakes_from_start(**known)
    assert p_norm_mistakes_at_rate(**known, rate=rate) == pytest.approx(best)
    assert p_norm_mistakes_at_rate(**known, rate=rate * factor) >= best * (1 - 1e-9)


@FEW
@given(known=st.sampled_from(KNOWN["p_norm_mistakes_at_rate"]))
def test_the_root_is_a_root_and_the_larger_one(known):
    m = p_norm_mistakes_at_rate(**known)

    def excess(m):
        """What u.z would exceed its limit by, after m mistakes."""
        left = (known["start_product"] + m * known["rate"] * known["separation"]) / known["target_norm"]
        growth = (known["p"] - 1) * (known["rate"] * known["instance_norm"]) ** 2
        return left**2 - known["start_norm"] ** 2 - m * growth, left**2 + known["start_norm"] ** 2 + m * growth

    off, size = excess(m)
    assert abs(off) <= 1e-9 * size
    assert excess(1.01 * m + 0.01)[0] > 0


def test_a_start_that_is_the_target_makes_no_mistakes():
    known = {"p": 3.0, "target_norm": 2.0, "instance_norm": 1.0, "separation": 0.5, "start_norm": 1.5}
    assert p_norm_mistakes_from_start(**known, start_product=3.0) == 0
    away = p_norm_mistakes_at_rate(**known, rate=1.0, start_product=-3.0)
    assert (
        away
        > p_norm_mistakes_at_rate(**known, rate=1.0, start_product=0.0)
        > p_norm_mistakes_at_rate(**known, rate=1.0, start_product=3.0)
    )


def test_with_a_large_p_and_a_start_at_ones_it_is_weighted_majoritys():
    """Corollary 7.2."""
    u, n, separation = np.array([0.5, 1.5, 1.0]), 20, 0.7
    limit = weighted_majority_mistakes(
        target=u.tolist(), n=n, rate=separation / u.sum(), separation=separation, largest_value=1.0
    )
    off = []
    for p in (1e2, 1e4, 1e6):
        q = p / (p - 1)
        bound = p_norm_mistakes_from_start(
            p=p,
            target_norm=float((u**q).sum() ** (1 / q)),
            instance_norm=1.0,
            separation=separation,
            start_norm=n ** (1 / p),
            start_product=float(u.sum()),
        )
        off.append(abs(bound - limit) / limit)
    assert off[0] > off[1] > off[2]
    assert off[2] < 1e-4


def test_at_p_of_twice_the_logarithm_the_norms_cost_at_most_e():
    n, u = 50, np.arange(1.0, 51.0)
    p = 2 * math.log(n)
    q = p / (p - 1)
    exact = p_norm_mistakes(p=p, target_norm=float((u**q).sum() ** (1 / q)), instance_norm=n ** (1 / p), separation=9.0)
    assert exact <= log_norm_mistakes(n=n, target_total=float(u.sum()), largest_value=1.0, separation=9.0)


@FEW
@given(known=st.sampled_from(KNOWN["interpolated_mistakes"]), factor=st.floats(0.2, 5))
def test_the_rate_of_e8a_is_the_best_one(known, factor):
    p = known["k"] + 1
    rate = known["separation"] * known["n"] ** (2 / p) / (known["target_total"] * known["instance_norm"] ** 2)
    best = interpolated_mistakes(**known)
    assert interpolated_mistakes_at_rate(**known, rate=rate) == pytest.approx(best)
    assert interpolated_mistakes_at_rate(**known, rate=rate * factor) >= best * (1 - 1e-9)


def test_f_1_on_a_target_of_equal_weights_is_the_perceptron():
    known = {"target_norm": 3.0, "instance_norm": 1.0, "separation": 0.3}
    both = interpolated_mistakes(k=1, n=9, target_total=9.0, **known), p_norm_mistakes(p=2, **known)
    assert both[0] == pytest.approx(both[1])


def test_noise_costs_more():
    known = {"p": 3.0, "target_norm": 1.0, "instance_norm": 1.0, "separation": 0.2}
    costs = [p_norm_mistakes_with_noise(**known, noise=noise) for noise in (0, 0.1, 5, 100)]
    assert costs == sorted(set(costs))


NORMS = {"p": 3.0, "target_norm": 1.0, "instance_norm": 1.0, "separation": 0.5}
LINK = {"k": 3, "n": 16, "target_norm": 1.0, "target_total": 1.5, "instance_norm": 1.0, "separation": 0.5}


@pytest.mark.parametrize(
    ("bound", "known", "match"),
    [
        (p_norm_mistakes, NORMS | {"p": 1.5}, "p must be a number of at least 2"),
        (p_norm_mistakes_from_start, NORMS | {"start_norm": 1.0, "start_product": 0.0}, "start_product must be"),
        (p_norm_mistakes_from_start, NORMS | {"start_norm": 1.0, "start_product": 1.1}, "E8 has u.z_0 <="),
        (p_norm_mistakes_at_rate, NORMS | {"start_product": 0.1, "rate": 1.0}, "E8 has u.z_0 <="),
        (p_norm_mistakes_at_rate, NORMS | {"rate": 0.0}, "rate must be"),
        (
            log_norm_mistakes,
            {"n": 2, "target_total": 1.0, "largest_value": 1.0, "separation": 0.5},
            "n must be a whole number from 3",
        ),
        (interpolated_mistakes, LINK | {"k": 4}, "E8a needs an odd k"),
        (interpolated_mistakes, LINK | {"target_total": 0.9}, "E8a has |u|_q <= |u|_1"),
        (interpolated_mistakes, LINK | {"target_total": 2.1}, "E8a has |u|_q <= |u|_1"),
        (interpolated_mistakes_at_rate, LINK | {"k": 2, "rate": 1.0}, "E8a needs an odd k"),
        (
            p_norm_mistakes_at_average_margin,
            {"p": 2, "target_norm": 1.0, "instance_norm": 1.0, "average_margin": 0.0},
            "average_margin must be",
        ),
        (p_norm_mistakes_with_noise, NORMS | {"noise": -1}, "noise must be"),
    ],
    ids=[
        "p",
        "b at 0",
        "b Hoelder",
        "rate Hoelder",
        "rate",
        "n",
        "even k",
        "|u|_1",
        "n too small",
        "even k 2",
        "db",
        "L",
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(bound, known, match):
    with pytest.raises(ParameterError) as error:
        bound(**known)
    assert match in str(error.value)
