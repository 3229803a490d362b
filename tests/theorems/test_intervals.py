"""Log loss on every interval (J4): random and hostile experts, all intervals of each run, and what breaks it."""

import math
import random
from itertools import accumulate, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds import fading_share_interval_log_loss, interval_log_loss
from thresher.theory.reference.auto.master import SharedPrior

SEEDS = st.integers(0, 2**32 - 1)
TRIALS = 50


class PlainShare:
    """Bayes' rule and a share of the prior, by the rule as J4 states it; the losses of every trial are kept."""

    def __init__(self, prior, share_after):
        self.prior, self.share_after = prior, share_after
        self.weights = list(prior)
        self.losses, self.expert_losses = [], [[] for _ in prior]
        self.restarted = []  # before these trials, counted from 0

    def restart(self):
        self.weights = list(self.prior)
        self.restarted.append(len(self.losses))

    def mean(self, stated):
        return sum(w * p for w, p in zip(self.weights, stated, strict=True)) / sum(self.weights)

    def learn(self, stated, positive, times=1.0):
        given = [p if positive else 1 - p for p in stated]
        self.losses.append(-math.log(self.mean(given)))
        for losses, p in zip(self.expert_losses, given, strict=True):
            losses.append(-math.log(p))
        posterior = [w * p**times for w, p in zip(self.weights, given, strict=True)]
        share = self.share_after(len(self.losses))
        self.weights = [
            (1 - share) * v / sum(posterior) + share * p for v, p in zip(posterior, self.prior, strict=True)
        ]


def drawn_prior(rng, n):
    parts = [rng.random() ** 3 + 1e-6 for _ in range(n)]
    return [part / sum(parts) for part in parts]


def play(master, rng, *, hostile, restart_rate=0.0, weighted_until=0):
    """Who is right changes now and then. Labels are drawn, or what the master finds less probable."""
    knows = 0
    for trial in range(TRIALS):
        if trial and rng.random() < restart_rate:
            master.restart()
        if rng.random() < 0.1:
            knows = rng.randrange(len(master.prior))
        positive = rng.random() < 0.5
        stated = [rng.choice([rng.random(), 1e-4, 0.9999]) for _ in master.prior]
        stated[knows] = 0.99 if positive else 0.01
        if hostile and rng.random() < 0.5:
            positive = master.mean(stated) < 0.5
        master.learn(stated, positive, rng.choice([0.1, 3.0, 10.0]) if trial < weighted_until else 1.0)


def sums(losses):
    return [0.0, *accumulate(losses)]


def intervals(master, begin=0):
    """Every interval from `begin` on, beside every expert: its ends, the master's loss, the prior, the expert's."""
    own, others = sums(master.losses), [sums(losses) for losses in master.expert_losses]
    for first, end in combinations(range(begin, len(own)), 2):
        for prior, other in zip(master.prior, others, strict=True):
            yield first, end, own[end] - own[first], prior, other[end] - other[first]


@tries(25)
@given(
    seed=SEEDS,
    n=st.integers(1, 5),
    share=st.sampled_from([0.001, 0.1, 0.7]),
    hostile=st.booleans(),
    often=st.sampled_from([0.0, 0.05, 0.5]),
)
def test_on_every_interval_beside_every_expert(seed, n, share, hostile, often):
    rng = random.Random(seed)
    master = PlainShare(drawn_prior(rng, n), lambda _: share)
    play(master, rng, hostile=hostile, restart_rate=often)
    for first, end, loss, prior, other in intervals(master):
        begins_anew = first == 0 or first in master.restarted
        bound = interval_log_loss(
            best_loss=other,
            prior=prior,
            share=share,
            returned=1.0 if begins_anew else share,
            trials=end - first,
            restarts=sum(first < at < end for at in master.restarted),
        )
        assert loss <= bound + 1e-9


@tries(15)
@given(seed=SEEDS, n=st.integers(1, 5), hostile=st.booleans())
def test_what_was_before_the_interval_may_have_had_any_weights(seed, n, hostile):
    rng = random.Random(seed)
    master = PlainShare(drawn_prior(rng, n), lambda _: 0.01)
    play(master, rng, hostile=hostile, weighted_until=20)
    for first, end, loss, prior, other in intervals(master, begin=20):
        known = {"prior": prior, "share": 0.01, "returned": 0.01, "trials": end - first}
        assert loss <= interval_log_loss(best_loss=other, **known) + 1e-9


@tries(25)
@given(seed=SEEDS, n=st.integers(1, 5), hostile=st.booleans())
def test_a_share_of_one_over_t_on_every_interval(seed, n, hostile):
    rng = random.Random(seed)
    master = PlainShare(drawn_prior(rng, n), lambda learned: 1 / (learned + 1))
    play(master, rng, hostile=hostile)
    for _, end, loss, prior, other in intervals(master):
        assert loss <= fading_share_interval_log_loss(best_loss=other, prior=prior, last=end) + 1e-9


# One that was always wrong is always right from some trial on, and the other the opposite: nothing may be smaller.
TIGHT = {"best_loss": 0.01, "prior": 0.02, "share": 0.3, "returned": 0.3, "trials": 40, "restarts": 1}


def turned(master, before=30, then=40, times=1.0, restart_at=20):
    """The loss after it turned."""
    for _ in range(before):
        master.learn([1e-9, 1 - 1e-9], True)
    for trial in range(then):
        if trial == restart_at:
            master.restart()
        master.learn([1 - 1e-4, 1e-9], True, times)
    return sum(master.losses[before:]), sum(master.expert_losses[0][before:])


def test_the_bound_is_nearly_reached():
    loss, best = turned(PlainShare([0.02, 0.98], lambda _: 0.3))
    assert best < TIGHT["best_loss"]
    assert 0.97 * interval_log_loss(**TIGHT) < loss <= interval_log_loss(**TIGHT)


@pytest.mark.parametrize(
    "understated",
    [{"prior": 0.05}, {"share": 0.25}, {"returned": 1.0}, {"trials": 30}, {"restarts": 0}],
    ids=lambda changed: next(iter(changed)),
)
def test_what_is_understated_breaks_it(understated):
    loss, _ = turned(PlainShare([0.02, 0.98], lambda _: 0.3))
    assert loss > interval_log_loss(**TIGHT | understated)


def test_without_a_share_there_is_no_such_bound():
    """Bayes' rule alone: what an expert lost before must be made up for, so an interval costs what went before it."""
    master = PlainShare([0.02, 0.98], lambda _: 0.0)
    loss, _ = turned(master, restart_at=None)
    assert loss > 10 * fading_share_interval_log_loss(best_loss=0.01, prior=0.02, last=70)


def test_weights_in_the_interval_break_it():
    loss, _ = turned(PlainShare([0.02, 0.98], lambda _: 0.3), times=0.1)
    assert loss > 1.2 * interval_log_loss(**TIGHT)


def test_a_share_of_one_over_t_nearly_reaches_its_bound():
    loss, best = turned(PlainShare([0.02, 0.98], lambda learned: 1 / (learned + 1)), restart_at=None)
    bound = fading_share_interval_log_loss(best_loss=best, prior=0.02, last=70)
    assert 0.98 * bound < loss <= bound
    assert loss > fading_share_interval_log_loss(best_loss=best, prior=0.02, last=60)


def test_where_a_label_is_rare_an_expert_gets_back_the_square():
    """Auto's master at a pace of a tenth: a tenth of the share, and a tenth of that to all; the mixer has the rest."""
    master, pace = SharedPrior([0.49, 0.01, 0.5], 0.001), 0.1
    for _ in range(30):
        master.learn([0.5, 1e-9, 0.5], True, pace=pace)
    before = master.log_loss
    for _ in range(5):
        master.learn([1e-9, 1 - 1e-9, 1e-9], True, pace=pace)
    known = {"best_loss": 1e-8, "prior": 0.01, "share": 0.001 * pace, "trials": 5}
    assert master.log_loss - before <= interval_log_loss(returned=0.001 * pace**2, **known)
    assert master.log_loss - before > interval_log_loss(returned=0.001 * pace, **known)


@pytest.mark.parametrize("returned", [0.0, 1.1])
def test_nothing_got_back_is_no_bound(returned):
    with pytest.raises(ParameterError, match="returned"):
        interval_log_loss(**TIGHT | {"returned": returned})
