"""Experts that state probabilities: absolute loss (F1) stays below its bounds; with mutated rules it does not."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theorems.expert_sequences import best_sequences
from thresher.theory.bounds import (
    confident_mistakes,
    expert_absolute_loss,
    expert_majority_mistakes,
    mean_expert_absolute_loss,
)
from thresher.theory.reference.experts import AbsoluteLoss

SEEDS = st.integers(0, 2**32 - 1)
DISCOUNTS = st.sampled_from([0.05, 0.3, 0.5, 0.9])
HARD = tries(40)


def play(master, rng, trials, shifts=0.05):
    """An adversary: the outcome is what the master finds less probable; one expert, who changes, is mostly good."""
    n = len(master.weights)
    right, losses = rng.randrange(n), []
    for _ in range(trials):
        right = rng.randrange(n) if rng.random() < shifts else right
        y = rng.random() < 0.5
        wrong = rng.choice([0.5, 1.0, rng.random()])
        stated = [abs(y - (rng.choice([0.0, 0.1, wrong]) if i == right else wrong)) for i in range(n)]
        if rng.random() < 0.7:
            y = master.state(stated) < 0.5
        losses.append([abs(q - y) for q in stated])
        master.learn(stated, y)
    return losses


@HARD
@given(seed=SEEDS, n=st.integers(1, 6), b=DISCOUNTS, mean=st.booleans())
def test_absolute_loss_and_mistakes_beside_the_best_expert(seed, n, b, mean):
    master = AbsoluteLoss(n, b, mean=mean)
    known = {"experts": n, "discount": b, "loss": best_sequences(play(master, random.Random(seed), 80))[0]}
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    assert master.loss <= bound(**known) + 1e-9
    assert master.mistakes <= confident_mistakes(**known) + 1e-9


@HARD
@given(seed=SEEDS, n=st.integers(2, 6), b=DISCOUNTS, share=st.sampled_from([0.001, 0.02, 0.2]), mean=st.booleans())
def test_absolute_loss_and_mistakes_beside_the_best_sequence(seed, n, b, share, mean):
    master = AbsoluteLoss(n, b, share, mean=mean)
    losses = play(master, random.Random(seed), 80)
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    for switches, loss in enumerate(best_sequences(losses)):
        known = {"experts": n, "discount": b, "share": share, "switches": switches, "trials": 80, "loss": loss}
        assert master.loss <= bound(**known) + 1e-9
        assert master.mistakes <= confident_mistakes(**known) + 1e-9


# The tests above can fail.


def hesitant(master, trials=60):
    """The first expert is always right, at .55; the second always wrong, and sure of it."""
    for _ in range(trials):
        master.learn([0.45, 1.0], False)
    return master


def test_the_bound_is_about_absolute_loss_and_not_about_mistakes():
    """An expert without mistakes that is hardly sure: confident votes cost more than its mistakes would allow."""
    master = hesitant(AbsoluteLoss(2, 0.5, mean=True))
    assert master.mistakes > expert_majority_mistakes(experts=2, discount=0.5, best_mistakes=0)
    assert master.mistakes <= confident_mistakes(experts=2, discount=0.5, loss=60 * 0.45)


def test_weights_that_do_not_learn_break_the_bound():
    class Still(AbsoluteLoss):
        def _after(self, stated, y):
            return self.weights

    for master, bound in ((Still(2, 0.5, mean=True), mean_expert_absolute_loss), (AbsoluteLoss(2, 0.999), None)):
        for _ in range(60):
            master.learn([0.0, 1.0], False)
        assert master.loss > (bound or expert_absolute_loss)(experts=2, discount=0.5, loss=0)


def test_the_mean_breaks_the_bound_of_what_fits():
    """A third of the weight is wrong each time: the mean pays it whole, the substitution less."""
    n, b = 64, 0.01
    mean, fitted = (AbsoluteLoss(n, b, mean=mean) for mean in (True, False))
    for master in (mean, fitted):
        alive = list(range(n))
        while len(alive) > 1:
            wrong, alive = alive[: max(1, len(alive) // 3)], alive[max(1, len(alive) // 3) :]
            master.learn([float(i in wrong) for i in range(n)], False)
    allowed = expert_absolute_loss(experts=n, discount=b, loss=0)
    assert fitted.loss <= allowed < mean.loss
    assert mean.loss <= mean_expert_absolute_loss(experts=n, discount=b, loss=0)


def test_without_a_share_a_switch_costs_what_was_learned_before():
    known = {"experts": 2, "discount": 0.5, "share": 0.02, "switches": 1, "trials": 120, "loss": 0}
    plain, shares = AbsoluteLoss(2, 0.5), AbsoluteLoss(2, 0.5, 0.02)
    for master in (plain, shares):
        for t in range(120):
            master.learn([0.0, 1.0] if t < 60 else [1.0, 0.0], False)
    assert plain.loss > expert_absolute_loss(**known)
    assert plain.mistakes > confident_mistakes(**known)
    assert shares.loss <= expert_absolute_loss(**known)


@pytest.mark.parametrize("mean", [False, True])
def test_an_understated_loss_breaks_the_bounds(mean):
    master = AbsoluteLoss(2, 0.5, mean=mean)
    for _ in range(200):
        master.learn([0.4, 0.6], master.state([0.4, 0.6]) < 0.5)
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    assert master.loss > bound(experts=2, discount=0.5, loss=10)
    assert master.loss <= bound(experts=2, discount=0.5, loss=120)
