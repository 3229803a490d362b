"""What is proved of many classes: by their members' mistakes, and by Kesler's construction."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries

from .streams import MODELS, streams


def exceeds(model, late):
    """Mistakes beyond the members' own and the classes that turned up late."""
    return model.mistakes - sum(model.member(c).mistakes for c in model.classes) - late


ONE_VS_REST = [name for name, (make, _) in MODELS.items() if make().scheme == "one-vs-rest"]


@pytest.mark.parametrize("name", ONE_VS_REST)
@tries(15)
@given(data=st.data())
def test_a_mistake_is_a_mistake_of_a_member_or_a_class_that_turned_up(name, data):
    make, unit = MODELS[name]
    model = make()
    declared = len(model.classes)
    stream = data.draw(streams(unit=unit))
    model.learn_many([x for x, _ in stream], [y for _, y in stream])
    assert exceeds(model, len(model.classes) - declared) <= 0


def test_the_bound_by_members_needs_the_late_classes():
    """A class without a member yet, of which all members rightly say no, and the new one rightly yes."""
    model = th.Multiclass(th.PassiveAggressive(bias=True))
    for attribute, label in [(2, "a"), (1, "a"), (3, "a"), (0, "b"), (2, "a"), (3, "a"), (0, "c")]:
        model.learn_one({attribute: 1.0}, label)
    assert exceeds(model, 0) > 0 >= exceeds(model, 2)


def planted(rng, rows, columns, classes):
    """Rows with their class, a target u of one vector for each class, and its margin on the rows."""
    u = rng.normal(size=(classes, columns))
    X = np.sign(rng.normal(size=(rows * 3, columns))) * (rng.random((rows * 3, columns)) < 0.6)
    scores = X @ u.T
    ranked = np.sort(scores, axis=1)
    X, scores = X[ranked[:, -1] - ranked[:, -2] > 0.5], scores[ranked[:, -1] - ranked[:, -2] > 0.5]
    y = scores.argmax(axis=1)
    ranked = np.sort(scores, axis=1)
    return X, y, u, (ranked[:, -1] - ranked[:, -2]).min()


def kesler(X, u, margin):
    """2 (R |u| / delta)^2: a mistake moves two members by x, towards u by delta and away from 0 by 2 |x|^2 at most."""
    return 2 * (X**2).sum(axis=1).max() * (u**2).sum() / margin**2


@pytest.mark.parametrize("seed", range(8))
def test_the_constraint_perceptron_keeps_the_bound_of_kesler(seed):
    rng = np.random.default_rng(seed)
    X, y, u, margin = planted(rng, 400, 6, 4)
    model = th.Multiclass(th.Perceptron(), "constraint", classes=range(4))
    for _ in range(20):
        model.learn_many(X, y)
    assert 0 < model.mistakes == model.updates <= kesler(X, u, margin)


def test_the_bound_of_kesler_is_exceeded_where_nothing_separates():
    rng = np.random.default_rng(0)
    X, y, u, margin = planted(rng, 400, 6, 4)
    model = th.Multiclass(th.Perceptron(), "constraint", classes=range(4))
    while model.mistakes <= kesler(X, u, margin):
        assert model.examples < 10**6
        model.learn_many(X, rng.permutation(y))
