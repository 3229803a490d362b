"""B9a: schedules counted as they can be written down; and B9's bound beside the bits that say which it is."""

import itertools
import math

import pytest

from thresher.errors import ParameterError
from thresher.theory.bounds import schedule_bits, swin_mistakes_without_knowledge
from thresher.theory.bounds.schedule_count import schedules


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("shifts", [0, 1, 2])
@pytest.mark.parametrize("errors", [0, 1, 3])
def test_it_is_the_number_of_ways_to_choose_trials_and_literals(n, shifts, errors):
    candidates = range(errors + shifts)
    written = list(
        itertools.product(itertools.combinations(candidates, shifts), itertools.product(range(n), repeat=shifts))
    )
    assert schedules(n=n, shifts=shifts, attribute_errors=errors) == len(set(written)) == len(written)
    assert schedule_bits(n=n, shifts=shifts, attribute_errors=errors) == pytest.approx(math.log2(len(written)))


def test_without_errors_only_the_literals_are_to_be_said():
    assert schedules(n=100, shifts=5) == 100**5
    assert schedule_bits(n=100, shifts=5) == pytest.approx(5 * math.log2(100))


def test_an_efficient_learner_promises_a_multiple_of_the_bits():
    """The reason for the footnote: SWIN's bound is of the order of what anybody would have to find out."""
    for n, z, a in itertools.product((10**2, 10**4, 10**6), (2, 10, 100), (0, 10, 1000)):
        bits = schedule_bits(n=n, shifts=z, attribute_errors=a)
        assert bits < swin_mistakes_without_knowledge(n=n, shifts=z, attribute_errors=a) < 10 * (bits + a)


def test_a_number_that_is_no_count_is_refused():
    with pytest.raises(ParameterError, match="shifts"):
        schedule_bits(n=5, shifts=-1)
    with pytest.raises(ParameterError, match="n must be"):
        schedules(n=0, shifts=1)
