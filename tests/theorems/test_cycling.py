"""The cycling theorem of the notes (C3): where nothing separates, the Perceptron comes back to weights that it had."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries

XOR = [((a, b), a != b) for a in (0, 1) for b in (0, 1)]
OR = [((a, b), bool(a or b)) for a in (0, 1) for b in (0, 1)]


def states(model, examples, passes):
    """The weights, with the bias, at the beginning and after each pass."""
    found = []
    for number in range(passes + 1):
        width = len(examples[0][0])
        found.append((*(model.weight(i) for i in range(width)), model.weight(th.learners.BIAS)))
        if number < passes:
            for x, y in examples:
                model.learn_one(dict(enumerate(map(float, x))), y)
    return found


def repeats(found):
    """The first pass whose weights were there before, and when."""
    seen = {}
    for number, state in enumerate(found):
        if state in seen:
            return seen[state], number
        seen[state] = number
    return None


@pytest.mark.parametrize("rate", [0.5, 1.0, 3.0])
def test_on_xor_the_weights_come_back(rate):
    model = th.Perceptron(rate, bias=True)
    found = states(model, XOR, 12)
    first, again = repeats(found)
    assert again <= 4
    assert model.mistakes > 12  # at least one in every pass, for ever
    for number in range(again, 12):  # and from there on it goes round
        assert found[number] == found[number - (again - first)]


@tries(30)
@given(seed=st.integers(0, 2**32 - 1))
def test_whole_numbers_that_nothing_separates(seed):
    rng = np.random.default_rng(seed)
    examples = [(tuple(rng.integers(-2, 3, 3).tolist()), bool(rng.random() < 0.5)) for _ in range(6)]
    x = (1, 2, -1)
    examples += [(x, True), (x, False)]  # nothing separates these two
    found = states(th.Perceptron(bias=True), examples, 400)
    assert repeats(found) is not None
    assert max(math.hypot(*state) for state in found) <= 60  # bounded, which is why


# The tests above can fail.


def test_where_weights_separate_they_stay():
    found = states(th.Perceptron(bias=True), OR, 12)
    assert found[-1] == found[-2] == found[-3]
    first, again = repeats(found)
    assert again == first + 1  # not a round: the weights just do not change any more


def test_with_values_that_are_no_whole_numbers_they_need_not_come_back():
    """Each update adds 1 or takes the root of 2, so the weights are a - b sqrt(2) with a and b that only grow."""
    found = states(th.Perceptron(), [((1.0,), True), ((math.sqrt(2),), False)], 2000)
    changed = [state for state, before in zip(found[1:], found[:-1], strict=True) if state != before]
    assert len(changed) > 1000
    assert len(set(changed)) == len(changed)
    assert max(abs(state[0]) for state in found) <= 3
