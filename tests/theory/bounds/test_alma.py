"""G2, G2a, G4: special cases that agree, what must hurt, and what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theory.bounds.known_ceg import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import alma_updates, alma_updates_at_scales, p_norm_mistakes, tracking_p_norm_mistakes

FEW = tries(25)
TRACKED = {"p": 2.0, "instance_norm": 1.0, "separation": 0.2, "radius": 1.0, "last_norm": 1.0}


@FEW
@given(known=st.sampled_from(KNOWN["alma_updates"]))
def test_the_derived_form_is_the_recalled_one_without_its_last_terms(known):
    alpha = known["alpha"]
    derived = alma_updates_at_scales(**known, trigger_scale=math.sqrt(8) / alpha, step_scale=math.sqrt(2))
    assert alma_updates(**known) == pytest.approx(derived + 8 / alpha - 4)


def test_the_sum_behind_the_derived_form_is_as_large_as_its_proof_says():
    """S_m >= sqrt(m)/(A + 1): the induction, run."""
    for excess in (1e-6, 0.1, 0.5, 1.0, 3.0, 37.0, 1e4):
        total = 0.0
        for m in range(1, 500):
            total = (total + m**-0.5) / math.sqrt(1 + 2 * excess / m)
            assert total * (1 + 1e-12) >= math.sqrt(m) / (excess + 1)


def test_aiming_at_more_of_the_margin_costs_more():
    costs = [alma_updates(p=2, separation=0.3, alpha=a) for a in (1, 0.9, 0.5, 0.1)]
    assert costs == sorted(set(costs))
    assert alma_updates(p=2, separation=0.3) == costs[1]  # the learner's default


@FEW
@given(known=st.sampled_from(KNOWN["tracking_p_norm_mistakes"]), factor=st.floats(0.1, 1.9))
def test_the_default_rate_gives_the_simple_form_and_is_the_best_one_without_noise(known, factor):
    p, x, delta = known["p"], known["instance_norm"], known["separation"]
    known = {**known, "rate": None}
    simple = 2 * known["noise"] / delta + 2 * (p - 1) * x**2 / delta**2 * (
        known["last_norm"] ** 2 / 2 + known["radius"] * known["path_length"]
    )
    assert tracking_p_norm_mistakes(**known) == pytest.approx(simple)
    clean = known | {"noise": 0.0}
    other = clean | {"rate": factor * delta / ((p - 1) * x**2)}
    assert tracking_p_norm_mistakes(**other) >= tracking_p_norm_mistakes(**clean) * (1 - 1e-9)


def test_on_a_target_that_stays_it_is_the_p_norm_bound():
    fixed = p_norm_mistakes(p=2, target_norm=1.0, instance_norm=1.0, separation=0.2)
    assert tracking_p_norm_mistakes(**TRACKED) == pytest.approx(fixed)


def test_a_longer_path_and_noise_cost_more():
    by_path = [tracking_p_norm_mistakes(**TRACKED, path_length=v) for v in (0, 0.1, 5)]
    by_noise = [tracking_p_norm_mistakes(**TRACKED, noise=n) for n in (0, 0.1, 5)]
    assert by_path == sorted(set(by_path))
    assert by_noise == sorted(set(by_noise))


@pytest.mark.parametrize(
    ("bound", "known", "match"),
    [
        (alma_updates, {"p": 2, "separation": 0.5, "alpha": 0}, "alpha must be"),
        (alma_updates, {"p": 1, "separation": 0.5}, "p must be a number of at least 2"),
        (alma_updates, {"p": 2, "separation": 1.5}, "separation must be a number above 0 and of at most 1"),
        (tracking_p_norm_mistakes, TRACKED | {"last_norm": 1.5}, "last_norm must be"),
        (tracking_p_norm_mistakes, TRACKED | {"rate": 0.4}, "rate must be a number above 0 and below 0.4"),
        (tracking_p_norm_mistakes, TRACKED | {"radius": 0}, "radius must be"),
    ],
    ids=["alpha", "p", "separation", "last norm", "rate", "radius"],
)
def test_a_violated_assumption_is_an_error_that_says_which(bound, known, match):
    with pytest.raises(ParameterError, match=match):
        bound(**known)
