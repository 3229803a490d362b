"""A user's own link must increase: one that falls is refused where it is given, with the place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.choices.increasing import check_increasing, grid
from thresher.choices.ranges import DualRange
from thresher.theory.potentials import NumericPotential


def interpolated(k):
    return lambda z: (1 + z / k) ** k - (1 - z / k) ** k


INCREASING = {
    "z": lambda z: z,
    "z^3": lambda z: z**3,
    "e^z": np.exp,
    "sinh": np.sinh,
    "steps": np.round,  # flat in between
    "clipped": lambda z: np.clip(z, -1, 1),
    "overflows": lambda z: np.exp(20 * z),
    "f_7": interpolated(7),
    "fails far away": lambda z: z if np.abs(z).max() <= 2 else 1 / 0,
    "no number below 0": lambda z: np.where(z < 0, np.nan, z),
}


@pytest.mark.parametrize("name", INCREASING)
def test_what_increases_is_taken(name):
    model = th.QuasiAdditive(INCREASING[name])
    assert model.learn_one({"a": 1.0}, True).label is True


FALLING = {
    "-z": (lambda z: -z, r"falls: f\(-64\) = 64, f\(-53.8"),
    "z^2": (lambda z: z**2, r"f\(-64\) = 4096"),
    "sin": (np.sin, "falls"),
    "a dent at 1": (lambda z: z - 0.3 * ((z > 1) & (z < 1.5)), r"f\(1\) = 1, f\(1.18921\) = 0.889207"),
    "constant": (lambda z: 0 * z + 3, "is 3 from -64 to 64: nothing could be learned"),
}


@pytest.mark.parametrize("name", FALLING)
def test_what_falls_is_refused_with_the_place(name):
    link, words = FALLING[name]
    with pytest.raises(th.ParameterError, match=words):
        th.QuasiAdditive(link)
    with pytest.raises(th.ParameterError, match=words):
        NumericPotential(link)


def test_only_duals_that_there_can_be_are_looked_at():
    th.QuasiAdditive(lambda z: z**2, range=DualRange(0, 5))
    th.QuasiAdditive(np.sin, range=DualRange(-1.5, 1.5))
    with pytest.raises(th.ParameterError, match=r"f\(1.68179\)"):
        th.QuasiAdditive(np.sin, range=DualRange(-1.5, 3))


def test_a_link_that_gives_another_number_of_values_is_refused():
    with pytest.raises(th.ParameterError, match="one number for each number of an array"):
        th.QuasiAdditive(lambda z: z[:0])
    with pytest.raises(th.ParameterError, match="one number for each number of an array"):
        th.QuasiAdditive(lambda z: 1.0)


@tries(30)
@given(low=st.floats(-100, 0), high=st.floats(0.1, 100), at=st.floats(0, 1), depth=st.floats(0.2, 5))
def test_every_fall_as_wide_as_a_quarter_of_a_doubling_is_found(low, high, at, depth):
    """A line that drops for good somewhere inside its range."""
    places = grid(low, high)
    where = low + at * (high - low)
    if not places[0] <= where < places[-1]:
        return
    step = depth + np.diff(places).max()
    with pytest.raises(th.ParameterError, match="falls"):
        check_increasing(lambda z: z - step * (z > where), low, high)
