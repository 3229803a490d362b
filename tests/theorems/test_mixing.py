"""I1, I2: shards that are merged by their mean or their sum stay below the bounds; and what breaks them."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.theorems.hard_examples import against_a_disjunction, in_ball, size, weights_of
from tests.theorems.playing import SEEDS
from thresher.theory import bounds

HARD = tries(30)


def rounds(model, shards, lessons, how, teach, weights=None):
    """All mistakes of all shards, and the most that one of them made between two merges."""
    total, most = 0, 0
    for lesson in range(lessons):
        copies = [model.copy() for _ in range(shards)]
        before = model.mistakes
        for number, copy in enumerate(copies):
            teach(copy, lesson, number)
        most = max(most, *(copy.mistakes - before for copy in copies))
        model.merge(copies, how, weights=weights)
        total += sum(copy.mistakes - before for copy in copies)
    assert model.mistakes == total
    return total, most


def teacher(u, separation, p, longest, rng, examples):
    """Teaches a shard examples that it gets wrong, of any length that the bound allows."""

    def teach(model, _lesson, _shard):
        for _ in range(rng.integers(0, examples + 1)):
            v = in_ball(rng, weights_of(model, len(u)), u, separation, p, longest)
            if v is None:
                return
            y = bool(rng.random() < 0.5)
            model.learn_one(dict(enumerate((v if y else -v).tolist())), y)

    return teach


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    share=st.floats(0.15, 0.9),
    shards=st.integers(1, 5),
    how=st.sampled_from(["mean", "sum"]),
)
def test_shards_of_a_perceptron(seed, n, share, shards, how):
    """I1 with E6, and I2."""
    rng = np.random.default_rng(seed)
    u, longest = rng.normal(size=n) + 0.01, 1.7
    known = {"target_norm": size(u, 2), "instance_norm": longest, "separation": share * size(u, 2) * longest}
    total, most = rounds(th.Perceptron(), shards, 40, how, teacher(u, known["separation"], 2, longest, rng, 6))
    if how == "mean":
        limit = bounds.mixed_mistakes(shards=shards, mistakes_of_one=bounds.perceptron_mistakes(**known))
    else:
        limit = bounds.summed_mistakes(shards=shards, between_merges=most, **known)
    assert total <= limit


@HARD
@given(
    seed=SEEDS,
    n=st.integers(3, 8),
    share=st.floats(0.2, 0.9),
    shards=st.integers(1, 5),
    how=st.sampled_from(["mean", "sum"]),
)
def test_shards_of_a_p_norm_perceptron(seed, n, share, shards, how):
    """I1 with E8, and I2."""
    rng = np.random.default_rng(seed)
    p, u, longest = float(rng.choice([2.0, 3.0, 6.0])), rng.normal(size=n) + 0.01, 1.3
    norm = size(u, p / (p - 1))
    known = {"p": p, "target_norm": norm, "instance_norm": longest, "separation": share * norm * longest}
    total, most = rounds(th.PNormPerceptron(p), shards, 30, how, teacher(u, known["separation"], p, longest, rng, 6))
    if how == "mean":
        limit = bounds.mixed_mistakes(shards=shards, mistakes_of_one=bounds.p_norm_mistakes(**known))
    else:
        limit = bounds.summed_p_norm_mistakes(shards=shards, between_merges=most, **known)
    assert total <= limit


@HARD
@given(seed=SEEDS, weights=st.lists(st.floats(0.05, 4.0), min_size=2, max_size=4))
def test_with_weights_it_is_the_weighted_mean_of_mistakes_that_is_bounded(seed, weights):
    rng = np.random.default_rng(seed)
    u, longest = rng.normal(size=5) + 0.01, 1.0
    separation = 0.3 * size(u, 2)
    teach = teacher(u, separation, 2, longest, rng, 5)
    shares = np.array(weights) / sum(weights)
    model, mean = th.Perceptron(), 0.0
    for _ in range(30):
        copies = [model.copy() for _ in weights]
        before = model.mistakes
        for copy in copies:
            teach(copy, 0, 0)
        mean += float(shares @ [copy.mistakes - before for copy in copies])
        model.merge(copies, "mean", weights=weights)
    most = bounds.perceptron_mistakes(target_norm=size(u, 2), instance_norm=longest, separation=separation)
    assert mean <= most * (1 + 1e-9)


def in_turn(how, shards, between, separation):
    """Two examples in turn, all shards the same one in a round, until it is learned or `between` mistakes are made."""
    far = math.sqrt(1 - separation**2)

    def teach(model, lesson, _shard):
        x = {"u": -separation, "v": far if lesson % 2 else -far}
        for _ in range(between):
            model.learn_one(x, False)

    return rounds(th.Perceptron(), shards, 1000, how, teach)


@pytest.mark.parametrize(("shards", "between"), [(4, 10), (8, 100)])
def test_the_bound_of_the_mean_is_false_for_the_sum(shards, between):
    """The tests above can fail: with the sum, I1 does; and what the sum costs is seen."""
    one = bounds.perceptron_mistakes(target_norm=1.0, instance_norm=1.0, separation=0.1)
    allowed = bounds.mixed_mistakes(shards=shards, mistakes_of_one=one)
    summed, most = in_turn("sum", shards, between, 0.1)
    assert summed > 2 * allowed
    assert summed <= bounds.summed_mistakes(shards=shards, between_merges=most, instance_norm=1.0, separation=0.1)
    assert in_turn("mean", shards, between, 0.1)[0] == 2 * shards


def test_all_shards_alike_make_the_mistakes_of_one_each():
    """The factor of I1 can't be avoided."""

    def teach(model, _lesson, _shard):
        for i in range(25):
            model.learn_one({i: 1.0}, bool(i % 2))

    alone, _ = rounds(th.Perceptron(), 1, 1, "mean", teach)
    assert alone > 0
    assert rounds(th.Perceptron(), 6, 1, "mean", teach)[0] == 6 * alone


@HARD
@given(seed=SEEDS, shards=st.integers(1, 5), flips=st.integers(0, 3))
def test_shards_of_a_tracking_winnow_whose_concept_shifts(seed, shards, flips):
    """I1 with A13: all shards agree on the disjunction at each merge, so what rises, rises for all of them."""
    rng = np.random.default_rng(seed)
    n, lessons = 12, 8
    concepts = [set(rng.choice(n, 2, replace=False).tolist()) for _ in range(flips + 1)]
    rule = {"promotion": 2.0, "floor": 1 / 96}

    def teach(model, lesson, _shard):
        target = concepts[lesson * len(concepts) // lessons]
        for _ in range(rng.integers(0, 9)):
            if found := against_a_disjunction(rng, model, sorted(target), n, 1.0):
                model.learn_one(*found)

    total, _ = rounds(th.TrackingWinnow(*rule.values()), shards, lessons, "mean", teach)
    risen = len(concepts[0]) + sum(len(new - old) for old, new in pairwise(concepts))
    one = bounds.disjunction_mistakes(**rule, norm=n, literals=risen)
    assert total <= bounds.mixed_mistakes(shards=shards, mistakes_of_one=one)
