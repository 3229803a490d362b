"""What learners say of themselves is true of them: each trait, by what they do on random streams."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import ANY_LABELS, CASES
from tests.depth import tries
from tests.strategies import streams_for
from thresher.choices import losses
from thresher.learners import Traits

every_case = pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])


def weights(model):
    return (model.weights(), model.bias)


def long_stream(rows=60, seed=0):
    rng = np.random.default_rng(seed)
    X = (rng.random((rows, 6)) < 0.5) * rng.integers(1, 5, (rows, 6)) / 4.0
    y = X @ rng.normal(size=6) + 0.3 * rng.normal(size=rows) >= 0
    return [({i: float(v) for i, v in enumerate(row) if v}, bool(label)) for row, label in zip(X, y, strict=True)]


# One function for each trait: an AssertionError where the learner does not do as the trait says.


def mistake_driven(model, stream, claimed):
    for x, y in stream:
        before = weights(model)
        outcome = model.learn_one(x, y)
        if claimed and not outcome.mistake:
            assert not outcome.updated
            assert weights(model) == before


def averaged(model, stream, claimed):
    moved = False
    for x, y in stream:
        probes = [probe for probe, _ in stream[:10]]
        before = [model.score_one(probe) for probe in probes]
        updates = model.updates
        model.learn_one(x, y)
        moved = moved or (model.updates == updates and before != [model.score_one(probe) for probe in probes])
    assert moved == claimed


def randomised(model, stream, claimed):
    drawn = False
    for x, y in stream:
        by_score = model.score_one(x) >= 0
        drawn = drawn or model.learn_one(x, y).prediction != by_score
    assert drawn == claimed


def local(model, stream, claimed):
    for x, y in stream:
        before = model.weights()
        own = set(model.instance(x))
        model.learn_one(x, y)
        after = model.weights()
        moved = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        assert not claimed or moved <= own


def quiet(model, stream, claimed):
    for x, y in [({0: 1.0}, True), ({1: 1.0}, False), *stream]:
        before = model.copy()
        outcome = model.learn_one(x, y)
        if claimed and not outcome.updated and before.labels_are_settled:
            before.set_counts(model.examples, model.mistakes)
            assert before == model


def probabilities(model, stream, claimed):
    for x, y in stream:
        model.learn_one(x, y)
    if claimed:
        stated = model.predict_proba_one(stream[0][0])
        assert set(stated) == set(model.labels)
        assert sum(stated.values()) == pytest.approx(1)
    else:
        with pytest.raises(th.ParameterError):
            model.predict_proba_one(stream[0][0])


def mergeable(model, stream, claimed):
    one, other = model.copy(), model.copy()
    for x, y in stream:
        other.learn_one(x, y)
    try:
        one.merge([other])
    except (th.ParameterError, th.InputError):
        assert not claimed
    else:
        assert claimed


def symmetric(model, stream, claimed):
    """Which of two labels is positive may be found out on the way; and the mirror image is what it would have been."""
    twin = model.copy()
    try:
        for x, y in stream:
            twin.learn_one(x, "dog" if y else "cat")
    except th.InputError as error:
        assert "must know which label is positive" in str(error)
        assert not claimed
        return
    assert claimed
    assert twin.labels == ("cat", "dog")
    turned, xs = model.copy(), [x for x, _ in stream]
    for x, y in stream:
        turned.learn_one(x, "cat" if y else "dog")
    assert np.corrcoef(twin.scores(xs), turned.scores(xs))[0, 1] < -0.99


def labels(model, stream, claimed):
    for x, y in stream:
        model.learn_one(x, y)
    if claimed == 2:
        with pytest.raises(th.InputError):
            model.learn_one({}, "a third")
    else:
        model.learn_one({}, "a third")
        assert model.labels == (False, True, "a third")


def values(model, stream, claimed):
    takes = {"any": (-3.5, 3.5), "not negative": (0.5, 3.5), "from 0 to 1": (0.5, 1.0)}[claimed]
    if model.options["transform"]:  # then it is about what comes out of that
        return
    for value in (-3.5, 0.5, 1.0, 3.5):
        try:
            model.copy().learn_one({0: value}, True)
        except th.InputError:
            assert not takes[0] <= value <= takes[1]
        else:
            assert takes[0] <= value <= takes[1]


OF_ANY_STREAM = (mistake_driven, local, quiet, probabilities, mergeable, labels, values)
OF_LONG_ONES = (averaged, randomised, symmetric)


@every_case
@tries(10)
@given(data=st.data())
def test_each_trait_is_true_of_the_learner(case, data):
    traits = case.make().traits
    stream = [*data.draw(streams_for(case)), ({0: 1.0}, True), ({1: 1.0}, False)]
    for check in OF_ANY_STREAM:
        check(case.make(), stream, getattr(traits, check.__name__))


@every_case
def test_traits_that_take_time_to_show(case):
    model = case.make()
    for check in OF_LONG_ONES:
        if model.traits.certain or check is symmetric:
            check(model.copy(), long_stream(), getattr(model.traits, check.__name__))


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in ANY_LABELS.items()])
def test_traits_of_any_number_of_labels(case):
    traits = case.make().traits
    assert (traits.labels, traits.symmetric, traits.mergeable) == (None, True, False)
    stream = [(x, bool(y)) for x, y in long_stream()]
    for check in (probabilities, mergeable, values):
        check(case.make(), stream, getattr(traits, check.__name__))


WRONG = {
    mistake_driven: lambda: th.PassiveAggressive(),
    averaged: lambda: th.Perceptron(),
    randomised: lambda: th.Swin(6),
    local: lambda: th.TrackingPNorm(3.0, rate=0.3),
    quiet: lambda: th.Perceptron(probabilities=True),
    symmetric: lambda: th.Perceptron(),
    mergeable: lambda: th.Auto(),
}


@pytest.mark.parametrize("check", WRONG, ids=lambda check: check.__name__)
def test_a_trait_that_is_not_true_is_found_out(check):
    model = WRONG[check]()
    assert getattr(model.traits, check.__name__) is False
    with pytest.raises(AssertionError):
        check(model, long_stream(), True)


def test_wrong_words_about_probabilities_labels_and_values_are_found_out():
    stream = long_stream()
    for check, model, wrong in (
        (labels, th.Auto(), 2),
        (values, th.Perceptron(), "not negative"),
        (values, th.NaiveBayes(), "from 0 to 1"),
        (probabilities, th.Auto(), False),
    ):
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            check(model, stream, wrong)


@every_case
def test_traits_are_frozen_and_stay(case):
    model = case.make()
    before = model.traits
    with pytest.raises(FrozenInstanceError):
        model.traits.averaged = True
    with pytest.raises(AttributeError, match="fixed when the learner is made"):
        model.traits = replace(before, averaged=True)
    for x, y in long_stream(10):
        model.learn_one(x, y)
    assert model.traits == before == model.copy().traits
    assert isinstance(before, Traits)


BOUNDS = {
    "C4": [th.Winnow(n=8), th.Winnow(n=8, threshold=8.0)],
    "C5": [th.Winnow(n=8, elimination=True)],
    "A11": [th.Winnow(n=8, promotion=1.5), th.Winnow(threshold=1.0, initial=0.1)],
    "C6": [th.WinnowR(n=8)],
    "A4": [th.TrackingWinnow(), th.TrackingWinnow.for_separation(0.5, norm=4)],
    "B6": [th.Swin(9), th.Swin(9, randomized=True)],
    "B8": [th.Swin(9, floor_share=0.0, initial=1 / 9)],
    "C3": [th.Perceptron(), th.Perceptron(bias=True), th.InterpolatedPerceptron(2)],
    "E8b": [th.Perceptron(margin=1.0)],
    "E8": [th.PNormPerceptron(3.0)],
    "E8a": [th.InterpolatedPerceptron(5)],
    "E7": [th.BalancedWinnow()],
    "E5": [th.WeightedMajority()],
    "G2": [th.Alma()],
    "G2a": [th.Alma(step_scale=1.0)],
    "G4": [th.TrackingPNorm()],
    "C13": [th.Multiclass(th.Perceptron(), "constraint", classes=["a", "b", "c"])],
    None: [
        th.Winnow(n=8, promotion=1.5, elimination=True),
        th.WinnowR(n=8, floor=0.25),
        th.TrackingWinnow(lift_above=0.1, lift_least=0.3),
        th.Swin(9, initial=0.5),
        th.PNormPerceptron(3.0, margin=1.0),
        th.InterpolatedPerceptron(4),
        th.BalancedWinnow(floor=0.5),
        th.BalancedWinnow(margin=1.0),
        th.BalancedWinnow(threshold=1.0),
        th.Alma(bias=True),
        th.TrackingPNorm(margin=1.0),
        th.AveragedPerceptron(),
        th.PassiveAggressive(),
        th.Arow(),
        th.AdaptiveWinnow(),
        th.NaiveBayes(),
        th.Auto(),
        th.Perceptron(join_after=1),
        th.Perceptron(max_attributes=9),
        th.Multiclass(th.Perceptron(), "constraint"),
        th.QuasiAdditive(loss=losses.Logistic()),
    ],
}
ALSO = {"C3": {"C3", "E9"}, "E8": {"E9"}, "G2": {"G2a"}, "C4": {"C4", "A11"}}  # what else certificates show for it
DISJUNCTION = [({0: 1.0}, True), ({1: 1.0, 2: 1.0}, False), ({0: 1.0, 2: 1.0}, True), ({3: 1.0}, False)] * 5


@pytest.mark.parametrize(
    ("bound", "model"),
    [pytest.param(bound, model, id=f"{bound} {model!r}") for bound, models in BOUNDS.items() for model in models],
)
def test_the_bound_is_the_theorem_that_certificates_use(bound, model):
    assert model.traits.bound == bound
    if isinstance(model, th.Multiclass):
        return
    lines = th.certify(model, DISJUNCTION, seconds=5, shadow=False).lines
    shown = {line.entry for line in lines}
    assert bool(lines) == (bound is not None)
    assert not lines or shown & ALSO.get(bound, {bound})
