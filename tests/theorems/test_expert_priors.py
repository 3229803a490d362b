"""Bayes' rule with a share of the prior and restarts (F4): random and hostile experts, and Auto's own runs."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.depth import tries
from thresher.errors import ParameterError
from thresher.learners.auto.losses import EXPERTS_PART, SHARE
from thresher.learners.auto.trust import EXPERTS
from thresher.theory.bounds import shared_prior_log_loss
from thresher.theory.reference.auto.master import SharedPrior

SEEDS = st.integers(0, 2**32 - 1)
SHARES = st.sampled_from([0.0, 0.001, 0.1, 0.7])


def drawn_prior(rng, n):
    parts = [rng.random() ** 3 + 1e-6 for _ in range(n)]
    return [part / sum(parts) for part in parts]


def play(master, rng, trials, *, hostile, restart_rate=0.0):
    """Labels are drawn, or what the master finds less probable; how often it restarted before another trial."""
    restarts = 0
    for trial in range(trials):
        if trial and rng.random() < restart_rate:
            master.restart()
            restarts += 1
        stated = [rng.choice([rng.random(), 1e-4, 0.9999]) for _ in master.prior]
        positive = rng.random() < 0.5
        stated[0] = 0.9 if positive else 0.1
        if hostile and rng.random() < 0.5:
            positive = master.mean(stated) < 0.5
        master.learn(stated, positive)
    return restarts


@tries(40)
@given(seed=SEEDS, n=st.integers(1, 6), share=SHARES, hostile=st.booleans(), often=st.sampled_from([0.0, 0.05, 0.5]))
def test_log_loss_beside_every_expert(seed, n, share, hostile, often):
    rng = random.Random(seed)
    master = SharedPrior(drawn_prior(rng, n), share)
    restarts = play(master, rng, 80, hostile=hostile, restart_rate=often)
    known = {"share": share, "trials": 80, "restarts": restarts}
    for prior, loss in zip(master.prior, master.log_losses, strict=True):
        assert master.log_loss <= shared_prior_log_loss(best_loss=loss, prior=prior, **known) + 1e-9


# One expert knows, and all others state the opposite: the bound is nearly reached, so nothing in it may be smaller.
TIGHT = {"best_loss": 0.1, "prior": 0.02, "share": 0.3, "trials": 40, "restarts": 3}


def nearly_reached(times=1.0):
    """The loss of a master, and of the expert that is right: all that TIGHT says is true of this run."""
    master = SharedPrior([0.02, 0.98], 0.3)
    for trial in range(40):
        if trial in (10, 20, 30):
            master.restart()
        master.learn([1 - 1e-4, 1e-9], True, times)
    return master.log_loss, master.log_losses[0]


def test_the_bound_is_nearly_reached():
    loss, best = nearly_reached()
    assert best < TIGHT["best_loss"]
    assert 0.97 * shared_prior_log_loss(**TIGHT) < loss <= shared_prior_log_loss(**TIGHT)


@pytest.mark.parametrize(
    "understated",
    [{"prior": 0.05}, {"share": 0.25}, {"trials": 30}, {"restarts": 2}],
    ids=lambda changed: next(iter(changed)),
)
def test_what_is_understated_breaks_it(understated):
    loss, _ = nearly_reached()
    assert loss > shared_prior_log_loss(**TIGHT | understated)


def test_an_expert_that_lost_more_than_is_said_breaks_it():
    master = SharedPrior([0.5, 0.5], 0.0)
    for _ in range(30):
        master.learn([0.3, 0.2], True)
    known = {"prior": 0.5, "share": 0.0, "trials": 30}
    assert master.log_loss <= shared_prior_log_loss(best_loss=master.log_losses[0], **known)
    assert master.log_loss > shared_prior_log_loss(best_loss=0.9 * master.log_losses[0], **known)


def test_importance_weights_break_it():
    """Bayes' rule taken by a tenth: the theorem says weight 1, and Auto claims nothing else."""
    loss, _ = nearly_reached(times=0.1)
    assert loss > 1.4 * shared_prior_log_loss(**TIGHT)


def test_a_restart_is_before_a_trial():
    with pytest.raises(ParameterError, match="3 trials leave room for 2 restarts"):
        shared_prior_log_loss(best_loss=0.0, prior=0.5, share=0.1, trials=3, restarts=3)


# Auto's own runs.


def holds_beside_everyone(model):
    """The best expert, and every other one."""
    standing = model.standing()
    assert standing.holds
    assert set(standing.experts) == set(EXPERTS)
    told = model.explain()
    known = {"share": SHARE, "trials": told.examples, "restarts": told.restarts, "prior": EXPERTS_PART / len(EXPERTS)}
    for loss in standing.experts.values():
        assert standing.master <= shared_prior_log_loss(best_loss=loss, **known) * (1 + 1e-9)
    return standing


@tries(30)
@given(stream=strategies.signed_streams(strategies.NAMES))
def test_auto_loses_no_more_than_it_may(stream):
    model = th.Auto()
    for x, y in stream:
        model.learn_one(x, y)
    assert holds_beside_everyone(model).theorem == "shared_prior_log_loss"


def test_auto_loses_no_more_than_it_may_where_labels_are_made_against_it():
    model, rng = th.Auto(), random.Random(6)
    for _ in range(3000):
        x = dict.fromkeys(rng.sample(range(20), 4), 1.0)
        model.learn_one(x, not model.predict_one(x))
    assert model.mistakes == 3000
    holds_beside_everyone(model)


def shifting(stretches, trials=2000):
    """Half the labels of one stretch are the other way round in the next."""
    rng = np.random.default_rng(8)
    X = (rng.random((stretches * trials, 40)) < 0.2).astype(float)
    y = np.concatenate([X[k * trials : (k + 1) * trials, 3 * k : 3 * k + 3].any(axis=1) for k in range(stretches)])
    return X, y


def test_auto_loses_no_more_than_it_may_through_restarts():
    X, y = shifting(4)
    model = th.Auto()
    model.learn_many(X, y)
    assert model.explain().restarts >= 2
    standing = holds_beside_everyone(model)
    assert standing == th.load_bytes(model.to_bytes()).standing()


def test_auto_claims_nothing_of_weighted_examples_and_of_none():
    model = th.Auto()
    with pytest.raises(th.InputError, match="nothing was learned yet"):
        model.standing()
    model.learn_one({"a": 1.0}, True, 0.0)
    model.learn_one({"a": 1.0}, True)
    assert model.standing().holds
    model.learn_one({"a": 1.0}, True, 2.0)
    model.learn_many([{"a": 1.0}] * 3, [True] * 3, weights=[0.5, 1.0, 1.0])
    for known in (model, th.load_bytes(model.to_bytes()), model.copy()):
        with pytest.raises(th.InputError, match="2 examples had an importance weight other than 1"):
            known.standing()
