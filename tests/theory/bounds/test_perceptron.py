"""C3, E6, E8b: special cases that agree, what must hurt, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theory.bounds.known_ceg import KNOWN
from thresher.errors import ParameterError
from thresher.theory.bounds import (
    p_norm_mistakes,
    perceptron_mistakes,
    perceptron_mistakes_by_progress,
    perceptron_mistakes_with_noise,
    perceptron_updates,
)

CASES = st.sampled_from(KNOWN["perceptron_mistakes"])


@tries(25)
@given(known=CASES)
def test_without_noise_and_margin_all_forms_are_novikoffs(known):
    plain = perceptron_mistakes(**known)
    assert plain == pytest.approx(perceptron_mistakes_with_noise(**known))
    assert plain == pytest.approx(perceptron_updates(**known, margin=0))
    assert plain == pytest.approx(p_norm_mistakes(p=2, **known))
    assert plain < perceptron_mistakes_by_progress(**known)


@tries(25)
@given(known=CASES, factor=st.floats(0.1, 10))
def test_the_length_of_the_target_is_only_a_unit(known, factor):
    scaled = known | {name: known[name] * factor for name in ("target_norm", "separation")}
    assert perceptron_mistakes(**scaled) == pytest.approx(perceptron_mistakes(**known))
    noisy = perceptron_mistakes_with_noise(**known, noise_length=2.0)
    assert perceptron_mistakes_with_noise(**scaled, noise_length=2.0 * factor) == pytest.approx(noisy)


def test_noise_margins_and_small_separations_cost_more():
    known = {"instance_norm": 2.0, "separation": 0.5}
    by_noise = [perceptron_mistakes_with_noise(**known, noise_length=d) for d in (0, 0.1, 1, 9)]
    by_margin = [perceptron_updates(**known, margin=tau) for tau in (0, 0.1, 1, 9)]
    by_rate = [perceptron_updates(**known, margin=1, rate=a) for a in (9, 1, 0.1)]
    by_separation = [perceptron_mistakes(target_norm=1, instance_norm=2, separation=d) for d in (1, 0.5, 0.1)]
    for costs in (by_noise, by_margin, by_rate, by_separation):
        assert costs == sorted(set(costs))


@pytest.mark.parametrize("name", ["target_norm", "instance_norm", "separation"])
def test_a_size_of_nothing_is_refused(name):
    known = {"target_norm": 1.0, "instance_norm": 1.0, "separation": 0.5} | {name: 0.0}
    for bound in (perceptron_mistakes, perceptron_mistakes_by_progress, perceptron_mistakes_with_noise):
        with pytest.raises(ParameterError, match=f"{name} must be a number above 0"):
            bound(**known)
    with pytest.raises(ParameterError, match=f"{name} must be"):
        perceptron_updates(**known, margin=1)


def test_negative_noise_and_margins_are_refused():
    known = {"instance_norm": 1.0, "separation": 0.5}
    with pytest.raises(ParameterError, match="noise_length must be"):
        perceptron_mistakes_with_noise(**known, noise_length=-1)
    with pytest.raises(ParameterError, match="margin must be"):
        perceptron_updates(**known, margin=-1)
    with pytest.raises(ParameterError, match="rate must be"):
        perceptron_updates(**known, margin=1, rate=0)
