"""Experts that state probabilities: absolute loss (F1) stays below its bounds; with mutated rules it does not."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.theorems.expert_sequences import best_sequences, spread, two
from thresher.theory.bounds import (
    confident_mistakes,
    expert_absolute_loss,
    expert_majority_mistakes,
    mean_expert_absolute_loss,
)
from thresher.theory.reference.experts import AbsoluteLoss

SEEDS = st.integers(0, 2**32 - 1)
DISCOUNTS = st.sampled_from([0.05, 0.3, 0.5, 0.9])
SHARES = st.sampled_from([0.001, 0.02, 0.2])
HARD = tries(40)
LABELS = st.sampled_from([(False, True), ("a", "b", "c"), (1, 2, 3, 4, 5)])


def play(master, rng, trials, labels, shifts=0.05):
    """An adversary: the outcome is what the master finds least probable; one expert, who changes, is mostly good."""
    n = len(master.weights)
    right, losses = rng.randrange(n), []
    for _ in range(trials):
        right = rng.randrange(n) if rng.random() < shifts else right
        y = rng.choice(labels)
        wrong = rng.choice([0.5, 1.0, rng.random()])
        lost = [rng.choice([0.0, 0.1, wrong]) if i == right else wrong for i in range(n)]
        stated = [spread(rng, 1 - loss, y, labels) for loss in lost]
        if rng.random() < 0.7:
            said = master.state(stated)
            y = min(said, key=said.__getitem__)
        losses.append([1 - q[y] for q in stated])
        master.learn(stated, y)
    return losses


@HARD
@given(seed=SEEDS, n=st.integers(1, 6), b=DISCOUNTS, mean=st.booleans(), labels=LABELS)
def test_absolute_loss_and_mistakes_beside_the_best_expert(seed, n, b, mean, labels):
    master = AbsoluteLoss(n, b, mean=mean)
    known = {"experts": n, "discount": b, "loss": best_sequences(play(master, random.Random(seed), 80, labels))[0]}
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    assert master.loss <= bound(**known) + 1e-9
    assert master.mistakes <= confident_mistakes(**known) + 1e-9


@HARD
@given(seed=SEEDS, n=st.integers(2, 6), b=DISCOUNTS, share=SHARES, mean=st.booleans(), labels=LABELS)
def test_absolute_loss_and_mistakes_beside_the_best_sequence(seed, n, b, share, mean, labels):
    master = AbsoluteLoss(n, b, share, mean=mean)
    losses = play(master, random.Random(seed), 80, labels)
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    for switches, loss in enumerate(best_sequences(losses)):
        known = {"experts": n, "discount": b, "share": share, "switches": switches, "trials": 80, "loss": loss}
        assert master.loss <= bound(**known) + 1e-9
        assert master.mistakes <= confident_mistakes(**known) + 1e-9


def falls(master, stated):
    """How far the sum of the weights falls with each outcome, in the measure of the bound."""
    scale = 2 * math.log(2 / (1 + master.b))
    return {y: -math.log(math.fsum(master._after(stated, y))) / scale for y in stated[0]}


@HARD
@given(seed=SEEDS, n=st.integers(1, 6), b=st.floats(0.001, 0.999), k=st.integers(2, 12))
def test_there_are_probabilities_that_fit_every_outcome(seed, n, b, k):
    """The step on which the proof for any number of labels rests: no outcome costs more than the weights lose by it."""
    rng, labels = random.Random(seed), range(k)
    master = AbsoluteLoss(n, b)
    weights = [rng.random() ** 4 + 1e-9 for _ in range(n)]
    master.weights = [w / math.fsum(weights) for w in weights]
    stated = [spread(rng, rng.choice([0.0, 0.5, 1.0, rng.random()]), rng.choice(labels), labels) for _ in range(n)]
    said = master.state(stated)
    assert math.fsum(said.values()) == pytest.approx(1)
    for y, fall in falls(master, stated).items():
        assert 1 - said[y] <= fall + 1e-9


# The tests above can fail.


def hesitant(master, trials=60):
    """The first expert is always right, at .55; the second always wrong, and sure of it."""
    for _ in range(trials):
        master.learn([two(0.45), two(1.0)], False)
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
            master.learn([two(0.0), two(1.0)], False)
        assert master.loss > (bound or expert_absolute_loss)(experts=2, discount=0.5, loss=0)


def test_the_mean_breaks_the_bound_of_what_fits():
    """A third of the weight is wrong each time: the mean pays it whole, the substitution less."""
    n, b = 64, 0.01
    mean, fitted = (AbsoluteLoss(n, b, mean=mean) for mean in (True, False))
    for master in (mean, fitted):
        alive = list(range(n))
        while len(alive) > 1:
            wrong, alive = alive[: max(1, len(alive) // 3)], alive[max(1, len(alive) // 3) :]
            master.learn([two(float(i in wrong)) for i in range(n)], False)
    allowed = expert_absolute_loss(experts=n, discount=b, loss=0)
    assert fitted.loss <= allowed < mean.loss
    assert mean.loss <= mean_expert_absolute_loss(experts=n, discount=b, loss=0)


def test_a_smaller_part_than_the_bounds_leaves_no_room_for_many_labels():
    """Were each outcome to cost a tenth less than the weights lose by it, no probabilities would fit all of them."""
    labels = ("a", "b", "c")
    master = AbsoluteLoss(3, 0.9)
    stated = [{label: float(label == own) for label in labels} for own in labels]
    least = {y: 1 - 0.9 * fall for y, fall in falls(master, stated).items()}
    assert math.fsum(least.values()) > 1
    assert math.fsum(1 - fall for fall in falls(master, stated).values()) <= 1


@pytest.mark.parametrize("mean", [False, True])
def test_the_bounds_for_many_labels_break_where_weights_do_not_learn(mean):
    class Still(AbsoluteLoss):
        def learn(self, stated, y):
            before = self.weights
            said = super().learn(stated, y)
            self.weights = before
            return said

    labels, bound = ("a", "b", "c"), mean_expert_absolute_loss if mean else expert_absolute_loss
    stated = [{label: float(label == own) for label in labels} for own in ("a", "b", "b")]
    for kind, breaks in ((AbsoluteLoss, False), (Still, True)):
        master = kind(3, 0.5, mean=mean)
        for _ in range(60):
            master.learn(stated, "a")
        known = {"experts": 3, "discount": 0.5, "loss": 0}
        assert (master.loss > bound(**known)) is breaks
        assert (master.mistakes > confident_mistakes(**known)) is breaks


def test_without_a_share_a_switch_costs_what_was_learned_before():
    known = {"experts": 2, "discount": 0.5, "share": 0.02, "switches": 1, "trials": 120, "loss": 0}
    plain, shares = AbsoluteLoss(2, 0.5), AbsoluteLoss(2, 0.5, 0.02)
    for master in (plain, shares):
        for t in range(120):
            master.learn([two(0.0), two(1.0)] if t < 60 else [two(1.0), two(0.0)], False)
    assert plain.loss > expert_absolute_loss(**known)
    assert plain.mistakes > confident_mistakes(**known)
    assert shares.loss <= expert_absolute_loss(**known)


@pytest.mark.parametrize("mean", [False, True])
def test_an_understated_loss_breaks_the_bounds(mean):
    master = AbsoluteLoss(2, 0.5, mean=mean)
    stated = [two(0.4), two(0.6)]
    for _ in range(200):
        master.learn(stated, master.state(stated)[True] < 0.5)
    bound = mean_expert_absolute_loss if mean else expert_absolute_loss
    assert master.loss > bound(experts=2, discount=0.5, loss=10)
    assert master.loss <= bound(experts=2, discount=0.5, loss=120)
