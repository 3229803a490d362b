"""A test that comes out wildly different from what was counted while learning is said to, in one sentence."""

import random
import warnings

import pytest

import thresher as th
from thresher.evaluation.surprises import are_apart


def rows(count, seed, turned=False, noise=0.0):
    """Rows whose label one of two words says."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        label = draw.random() < 0.5
        said = label ^ (draw.random() < noise) ^ turned
        found.append(({"yes" if said else "no": 1, f"w{draw.randrange(50)}": 1}, label))
    return found


def warnings_of(train, test, **options):
    """What a run says of itself; each is warned of once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run = th.evaluate(train, th.Auto(), test=test, measures=False, **options)
    assert [str(one.message) for one in caught] == run.warnings
    return run.warnings, run


def test_a_test_like_the_stream_is_no_surprise():
    assert warnings_of(rows(2000, 0), rows(1000, 1))[0] == []
    assert warnings_of(rows(2000, 0, noise=0.2), rows(1000, 1, noise=0.2))[0] == []


def test_a_test_that_is_far_worse_is_said_with_both_figures():
    (said,), run = warnings_of(rows(2000, 0), rows(1000, 1, turned=True))
    assert f"the error on the test file is {run.test.error:.4f}, while learning it was {run.error:.4f}: " in said
    assert run.test.error > 0.9 > 0.1 > run.error


def test_sorted_rows_that_look_learned_are_found_out_by_a_test():
    train = sorted(rows(600, 0, noise=0.45), key=lambda row: row[1])
    said, run = warnings_of(train, rows(600, 1, noise=0.45))
    assert run.error < 0.05
    assert run.test.error > 0.3
    assert ["sorted by label?" in one for one in said] == [True, False]


def test_what_is_met_again_is_no_test():
    noise = rows(300, 0, noise=0.5)
    train = [(dict(x, **{f"id{n}": 1}), y) for n, (x, y) in enumerate(noise)]
    said, run = warnings_of(train, rows(300, 1, noise=0.5), passes=12)
    assert run.test.error > 2 * run.error
    assert "in an earlier pass" in said[0]


def test_a_test_that_was_learned_from_is_asked_about():
    noise = rows(1500, 0, noise=0.5)
    train = [(dict(x, **{f"id{n}": 1}), y) for n, (x, y) in enumerate(noise)]
    said, run = warnings_of(train, train)
    assert run.test.error < run.error / 2
    assert "is it a file that was learned from?" in said[0]


def test_a_learner_that_had_to_learn_first_is_no_surprise():
    train = rows(400, 0)
    assert warnings_of(train[:60], rows(1000, 1))[0] == []


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        ((10, 1000), (500, 1000), True),
        ((500, 1000), (10, 1000), True),
        ((10, 1000), (25, 1000), False),  # not by much
        ((0, 10), (5, 10), False),  # too few to be sure
        ((300, 1000), (420, 1000), False),  # surely, but not wildly
        ((0, 0), (5, 10), False),
        ((0, 1000), (0, 1000), False),
    ],
)
def test_wildly_is_surely_by_a_factor_and_by_some(first, second, apart):
    assert are_apart(first, second) is are_apart(second, first) is apart
