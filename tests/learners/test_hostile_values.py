"""Values and dicts that do things while they are read, and numbers at the edge of what can be computed."""

import math
import threading

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import thresher as th
from tests.strategies import COLUMNS, streams
from thresher.choices import links, ranges
from thresher.learners import load_bytes


class Trap:
    """A number whose conversion runs the caller's code."""

    def __init__(self, action):
        self.action = action

    def __float__(self):
        self.action()
        return 1.0


def test_a_value_that_clears_its_dict_is_read_as_it_was():
    x = {}
    x.update({"trap": Trap(x.clear)} | {f"a rather long name {i}": i + 0.5 for i in range(500)})
    model = th.Perceptron()
    model.learn_one(x, False)
    assert len(model.weights()) == 501


def test_a_value_that_uses_another_learner():
    other, model = th.Perceptron(), th.Perceptron()
    trap = Trap(lambda: other.learn_one({f"k{i}": 1.0 for i in range(5000)}, False))
    model.learn_one({"x": trap, "y": 2.0, "z": 3.0}, False)
    assert model.weights() == {"z": -3.0, "y": -2.0, "x": -1.0}


def test_a_value_that_uses_its_own_learner_is_refused():
    model = th.Perceptron()
    with pytest.raises(RuntimeError, match="from inside one of its own calls"):
        model.learn_one({"x": Trap(lambda: model.predict_one({}))}, False)
    assert model.examples == 0


def test_a_value_that_fails_fails_with_its_own_error():
    def fail():
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        th.Perceptron().learn_one({"x": Trap(fail)}, False)


def test_a_snapshot_is_of_one_moment():
    model, stop = th.Perceptron(), threading.Event()

    def learn():
        i = 0
        while not stop.is_set():
            model.learn_one({f"u{i}": 1.0}, False)
            i += 1

    thread = threading.Thread(target=learn)
    thread.start()
    try:
        for _ in range(5):
            taken = load_bytes(model.to_bytes())
            assert len(taken.weights()) == taken.updates
    finally:
        stop.set()
        thread.join()


EXTREME = st.sampled_from([1e150, -1e150, 1e-150, 1.0, -1.0, 5e-324, 1e75])


@pytest.mark.parametrize(
    "make",
    [
        lambda: th.Perceptron(bias=True),
        lambda: th.Arow(r=1e-100),
        lambda: th.PassiveAggressive("PA"),
        lambda: th.AdaptiveWinnow(rate=1e100),
        lambda: th.AdaptiveWinnow(transform=()),
        lambda: th.BalancedWinnow(1e6),
        lambda: th.PNormPerceptron(64.0),
        lambda: th.InterpolatedPerceptron(7),
        lambda: th.Alma(64.0),
        lambda: th.TrackingPNorm(64.0, radius=1e100, rate=1e100),
        lambda: th.WeightedMajority(1e100),
    ],
)
@example(stream=[({0: 5e-324}, False)], weights=[1e-100])
@given(stream=streams(COLUMNS, EXTREME, most=15), weights=st.lists(st.sampled_from([1.0, 1e-100, 1e100]), min_size=15))
def test_no_number_is_lost_at_the_edge(make, stream, weights):
    """Whatever comes, scores are finite and the model can be saved and loaded."""
    model = make()
    for (x, y), weight in zip(stream, weights, strict=False):
        model.learn_one(x, y, weight)
        assert math.isfinite(model.score_one(x))
        assert all(map(math.isfinite, model.weights().values()))
    assert load_bytes(model.to_bytes()) == model


@pytest.mark.parametrize(
    "make",
    [
        lambda: th.QuasiAdditive(links.Exponential(2.0), initial=2000.0),
        lambda: th.QuasiAdditive(links.TwoSinh(), initial=400.0),
        lambda: th.QuasiAdditive(range=ranges.DualRange(1, 2)),
        lambda: th.QuasiAdditive(initial={"a": 1.0}, bits=4),
        lambda: th.QuasiAdditive(initial={"a": 1.0}, max_attributes=4),
        lambda: th.QuasiAdditive(initial={1.5: 1.0}),
        lambda: th.QuasiAdditive(links.TwoSinh),
        lambda: th.Perceptron(labels={"a", "b"}),
        lambda: th.Perceptron(labels="ab"),
        lambda: th.Perceptron(labels=(math.nan, 1)),
        lambda: th.Perceptron(margin=(1, 2, 3)),
        lambda: th.Perceptron(10**400),
        lambda: th.Perceptron(b"1"),
        lambda: th.Perceptron(np.array([1.0, 2.0])),
    ],
)
def test_what_could_not_be_kept_is_refused(make):
    with pytest.raises(th.ParameterError):
        make()


def test_numbers_of_other_libraries_are_kept_as_plain_ones():
    model = th.Perceptron(margin=np.float32(0.5), transform=th.features.Complement(np.int64(5)))
    assert load_bytes(model.to_bytes()) == model == th.Perceptron(margin=0.5, transform=th.features.Complement(5))
    margins = [1.0, 2.0]
    kept = th.Perceptron(margin=margins)
    margins[0] = 99.0
    assert kept == th.Perceptron(margin=(1.0, 2.0))


def test_labels_of_two_types():
    model = th.Perceptron(labels=("no", 1))
    assert model.learn_many(np.eye(3), ["no", 1, "no"]).tolist() == [1, 1, 1]
    assert model.predict_many(np.eye(3)).tolist() == ["no", 1, "no"]


def test_lists_of_names_are_examples():
    model, twin = th.Perceptron(), th.Perceptron()
    model.learn_many([["a", "b"], ["c"]], [0, 1])
    twin.learn_one({"a", "b"}, 0)
    twin.learn_one({"c"}, 1)
    assert model == twin


@pytest.mark.parametrize("X", [[[1, 2], [3]], [[10**400, 1], [1, 1]], np.ma.array([[1.0, 2.0]], mask=[[0, 1]])])
def test_what_numpy_can_not_read_is_an_input_error(X):
    with pytest.raises(th.InputError):
        th.Perceptron().learn_many(X, [0] * len(X))


@pytest.mark.parametrize(
    "model",
    [th.PNormPerceptron(64), th.InterpolatedPerceptron(5), th.BalancedWinnow()],
    ids=["p-norm", "interpolated", "balanced"],
)
def test_a_weight_that_vanishes_is_counted_like_one_that_overflows(model):
    """z is not 0, but f(z) can't be told from 0: the mistakes that follow are not the theorem's."""
    model.learn_one({0: 1e-30}, False)
    assert model.duals()[0] == -1e-30
    assert model.weight(0) == 0.0
    assert model.overflows == 1


def test_an_eliminated_weight_that_is_promoted_is_no_overflow():
    model = th.Winnow(n=4, initial=4.0, elimination=True)
    model.learn_one({0: 1}, False)
    model.learn_one({0: 1}, True)
    assert model.weight(0) == 0.0
    assert model.mistakes == 2
    assert model.overflows == 0
