"""Many classes in the engine and in plain Python, over random streams: the same answers, counts and weights."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.choices import links, losses, rates
from thresher.theory import reference
from thresher.theory.reference import Constraint, OneVsRest

from .streams import streams

# name -> (our member, the reference's, whether values lie in [0, 1])
MEMBERS = {
    "perceptron": (lambda: th.Perceptron(0.5, bias=True), lambda: reference.Perceptron(rate=0.5, bias=True), False),
    "margin": (
        lambda: th.Perceptron(margin=0.75),
        lambda: reference.QuasiAdditive(link=reference.identity, loss="margin", margin=(0.75, 0.75)),
        False,
    ),
    "tracking winnow": (
        lambda: th.TrackingWinnow(2.0, 0.125),
        lambda: reference.TrackingWinnow(promotion=2.0, floor=0.125),
        True,
    ),
    "balanced winnow": (lambda: th.BalancedWinnow(2.0), lambda: reference.BalancedWinnow(promotion=2.0), False),
    "winnow1": (lambda: th.Winnow(n=6, elimination=True), lambda: reference.Winnow(n=6, elimination=True), True),
    "adaptive": (
        lambda: th.AdaptiveWinnow(transform=()),
        lambda: reference.AdaptiveDual(link=reference.two_sinh, rate=0.3, loss="logistic", bias=True),
        False,
    ),
    "logistic": (
        lambda: th.QuasiAdditive(links.TwoSinh(), losses.Logistic(), rates.Constant(0.25)),
        lambda: reference.QuasiAdditive(link=reference.two_sinh, loss="logistic", rate=0.25),
        False,
    ),
    "arow": (lambda: th.Arow(), lambda: reference.Arow(), False),
}
SCHEMES = {"one-vs-rest": OneVsRest, "constraint": Constraint}
PAIRS = [
    pytest.param(scheme, name, id=f"{scheme}, {name}")
    for scheme in SCHEMES
    for name in MEMBERS
    if (scheme, name) != ("constraint", "arow")
]
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "abstain_below": st.sampled_from([0.25, 1.0]),
        "class_weights": st.sampled_from(["balanced", {"ham": 2.0, "eggs": 0.5}]),
    },
)


def same_run(ours, truth, stream):
    for i, (x, y) in enumerate(stream):
        weight = (1.0, 0.0, 2.0, 0.5)[i % 4]
        assert ours.scores_one(x) == pytest.approx(truth.scores(x), rel=1e-9, abs=1e-9)
        assert ours.learn_one(x, y, weight).prediction == truth.learn(x, y, weight)
    assert ours.classes == tuple(sorted(truth.members))
    assert ours.confusion() == truth.confusion
    assert (ours.examples, ours.mistakes, ours.abstained) == (truth.examples, truth.mistakes, truth.abstained)
    for label, member in truth.members.items():
        theirs = member.weights()
        mine = ours.member(label)
        assert {name: mine.weight(name) for name in theirs} == pytest.approx(theirs, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("scheme", "name"), PAIRS)
@tries(25)
@given(data=st.data())
def test_engine_agrees_with_reference(scheme, name, data):
    make, plain, unit = MEMBERS[name]
    options = data.draw(OPTIONS)
    stream = data.draw(streams(unit=unit))
    same_run(th.Multiclass(make(), scheme, **options), SCHEMES[scheme](plain, **options), stream)


STREAM = [({"a": 1.0, "b": float(i % 3)}, "xyz"[i * i % 3]) for i in range(24)]


@pytest.mark.parametrize(
    ("ours", "truth"),
    [
        (th.Multiclass(th.Perceptron()), Constraint(reference.Perceptron)),
        (th.Multiclass(th.Perceptron(), class_weights="balanced"), OneVsRest(reference.Perceptron)),
        (th.Multiclass(th.Perceptron(), abstain_below=100.0), OneVsRest(reference.Perceptron)),
        (th.Multiclass(th.Perceptron(2.0)), OneVsRest(reference.Perceptron)),
    ],
    ids=["scheme", "class weights", "abstaining", "rate"],
)
def test_the_comparison_can_fail(ours, truth):
    with pytest.raises(AssertionError):
        same_run(ours, truth, STREAM)
