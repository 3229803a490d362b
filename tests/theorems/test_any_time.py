"""J6: intervals for the mean risk so far hold at all times at once; those for one time do not when one peeks."""

import functools

import numpy as np
import pytest

from thresher.theory import bounds
from thresher.theory.bounds.any_time import largest_total, least_total

RUNS, TRIALS, Q = 1500, 400, 0.1


@functools.cache
def ends():
    """The largest and the least sum of risks by mistakes, and Robbins' spread by trials."""
    largest = np.array([largest_total(m, Q, 10.0) for m in range(TRIALS + 1)])
    least = np.array([least_total(m, Q, 10.0) for m in range(TRIALS + 1)])
    spread = np.array([t * bounds.risk_so_far(mistakes=0, trials=t, failure=Q) for t in range(1, TRIALS + 1)])
    return largest, least, spread


def runs(kind, seed=0):
    """Sums of risks and of mistakes over time; each run's risk depends on its past."""
    rng = np.random.default_rng(seed)
    risk = np.full(RUNS, 0.1 if kind == "drift" else 0.5)
    totals, wrong = np.zeros(RUNS), np.zeros(RUNS, dtype=int)
    for t in range(1, TRIALS + 1):
        if kind == "drift":
            risk = np.where(t % 150 < 75, 0.02, 0.3)
        elif kind == "against":  # risky while the mistakes look few
            risk = np.where(wrong <= totals, 0.5, 0.05)
        hit = rng.random(RUNS) < risk
        totals = totals + risk
        wrong = wrong + hit
        yield t, totals, wrong


@pytest.mark.parametrize("kind", ["constant", "drift", "against"])
def test_nobody_who_peeks_catches_them_out_too_often(kind):
    largest, least, spread = ends()
    rare, robbins, fixed = (np.zeros(RUNS, dtype=bool) for _ in range(3))
    for t, totals, wrong in runs(kind):
        rare |= (totals > largest[wrong]) | (totals < least[wrong])
        reach = min(spread[t - 1], t)
        robbins |= np.abs(totals - wrong) > reach
        fixed |= totals > t * bounds.likely_average_risk(mistakes=0, trials=t, failure=Q) + wrong
    slack = 3 * np.sqrt(Q * (1 - Q) / RUNS)
    assert rare.mean() <= Q + slack
    assert robbins.mean() <= Q + slack
    if kind == "constant":
        assert fixed.mean() > Q + slack  # the interval for one T fixed beforehand, peeked at
        last = totals > t * bounds.likely_average_risk(mistakes=0, trials=t, failure=Q) + wrong
        assert last.mean() <= Q  # and looked at once


def test_an_interval_that_is_half_as_wide_fails():
    """So the test above can fail."""
    broken = np.zeros(RUNS, dtype=bool)
    _, _, spread = ends()
    for t, totals, wrong in runs("constant"):
        broken |= np.abs(totals - wrong) > spread[t - 1] / 2
    assert broken.mean() > Q


def test_rare_mistakes_have_the_narrower_interval():
    known = {"mistakes": 40, "trials": 4000, "failure": 0.05}
    assert bounds.rare_risk_so_far(**known) < bounds.risk_so_far(**known)
    assert bounds.least_risk_so_far(**known) < 0.01 < bounds.rare_risk_so_far(**known)
    often = known | {"mistakes": 2000}
    assert bounds.risk_so_far(**often) < bounds.rare_risk_so_far(**often)


def test_no_mistake_says_something_too():
    assert bounds.least_risk_so_far(mistakes=0, trials=100, failure=0.05) == 0
    assert bounds.rare_risk_so_far(mistakes=0, trials=10**6, failure=0.05) < 2e-5


def labels_out_of_order(choose, seed=1):
    """Answers whose labels come in an order that somebody chooses: sums of risks and of mistakes after each label."""
    rng = np.random.default_rng(seed)
    risks = rng.choice([0.02, 0.2, 0.5], size=(RUNS, TRIALS))
    wrong = rng.random((RUNS, TRIALS)) < risks
    order = np.argsort(choose(risks, wrong, rng), axis=1, kind="stable")
    yield from zip(
        np.cumsum(np.take_along_axis(risks, order, 1), axis=1).T,
        np.cumsum(np.take_along_axis(wrong, order, 1), axis=1).T,
        strict=True,
    )


def share_caught(choose):
    largest, least, _ = ends()
    caught = np.zeros(RUNS, dtype=bool)
    for totals, wrong in labels_out_of_order(choose):
        caught |= (totals > largest[wrong]) | (totals < least[wrong])
    return caught.mean()


@pytest.mark.parametrize(
    "choose",
    [lambda risks, _, rng: risks, lambda risks, _, rng: -risks, lambda risks, _, rng: rng.random(risks.shape)],
    ids=["safe ones first", "risky ones first", "in any order"],
)
def test_labels_may_come_in_an_order_that_does_not_depend_on_them(choose):
    assert share_caught(choose) <= Q + 3 * np.sqrt(Q * (1 - Q) / RUNS)


def test_an_order_that_depends_on_labels_catches_it_out():
    """Mistakes are told first: of a risk that did not know, that is."""
    assert share_caught(lambda risks, wrong, rng: ~wrong) > 0.9
