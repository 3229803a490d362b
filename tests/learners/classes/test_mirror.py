"""The mirror image of Auto: what it would be had every label been the other one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.strategies import signed_streams

from .streams import long_stream

FEW = tries(20)


def taught(stream):
    model = th.Auto()
    for x, y in stream:
        model.learn_one(x, y)
    return model


def mirrored(model):
    twin = model.copy()
    twin._native.mirror()
    return twin


@FEW
@given(first=signed_streams(most=15), then=signed_streams(most=15))
def test_it_scores_the_opposite_whatever_both_learn_from_then_on(first, then):
    model = taught(first)
    mirror = mirrored(model)
    for x, y in then:
        assert mirror.score_one(x) == -model.score_one(x)
        model.learn_one(x, y)
        mirror.learn_one(x, not y)
    assert mirror.explain().trust == model.explain().trust
    assert {name: -weight for name, weight in mirror.weights().items()} == model.weights()


@FEW
@given(stream=signed_streams(most=15))
def test_the_mirror_image_of_the_mirror_image_is_the_learner(stream):
    model = taught(stream)
    mirror = mirrored(model)
    assert mirrored(mirror) == model
    assert mirror != model
    assert th.learners.load_bytes(mirror.to_bytes()) == mirror
    assert (mirror.promotions, mirror.demotions, mirror.mistakes) == (model.demotions, model.promotions, model.mistakes)


def test_it_is_nearly_the_learner_of_the_turned_labels():
    """Not quite: a tie is positive on both sides, and experts that are silent tie all the time."""
    X, y = long_stream(600, classes=2)
    model, turned = th.Auto(), th.Auto()
    model.learn_many(X, y == 1)
    turned.learn_many(X, y == 0)
    there, here = mirrored(model).scores(X), turned.scores(X)
    assert np.corrcoef(there, here)[0, 1] > 0.99
    assert ((there >= 0) == (here >= 0)).mean() > 0.95
    assert np.corrcoef(model.scores(X), here)[0, 1] < -0.99  # so the check can fail


@FEW
@given(stream=st.lists(st.tuples(st.sampled_from([{"a": 1.0}, {"b": 1.0}]), st.booleans()), max_size=20))
def test_mistakes_are_told_apart_by_their_label(stream):
    model, counts = th.Auto(), {}
    for x, y in stream:
        pair = (y, model.learn_one(x, y).prediction)
        counts[pair] = counts.get(pair, 0) + 1
    assert model.confusion() == counts
