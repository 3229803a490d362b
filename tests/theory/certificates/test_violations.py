"""The check can fail: learners that do not do what their name says, and counts that are not theirs, are VIOLATED."""

from dataclasses import replace

import numpy as np
import pytest

import thresher as th
from thresher import certify
from thresher.learners import Learner
from thresher.protocols import Outcome
from thresher.streams.pairs import as_stream
from thresher.theory.certificates import additive, threshold, tracking
from thresher.theory.certificates.search import Search
from thresher.theory.certificates.trials import record
from thresher.theory.concepts import Planted, exchange

PLANTED = Planted(exchange(1500, literals=3, shifts=0), attributes=30, active=5, seed=3)


@pytest.fixture
def kinds():
    """Learners made in a test are forgotten after it."""
    before = dict(Learner.kinds)
    yield
    Learner.kinds.clear()
    Learner.kinds.update(before)


def stubborn(kind):
    """A learner that notes its mistakes and never learns from them."""

    class Stubborn(kind):
        def learn_one(self, x, y, weight=1.0):
            prediction = self.predict_one(x)
            return Outcome(prediction, y, prediction != y, prediction != y)

    return Stubborn


def signed(stream):
    """A constant attribute, which the Perceptron and its kin need in place of a threshold."""
    return [({**x, "always": 1.0}, y) for x, y in stream]


NEVER_LEARN = {
    "TrackingWinnow": (th.TrackingWinnow, {"promotion": 2.0, "floor": 0.004}),
    "Swin": (th.Swin, {"n": 40}),
    "Winnow": (th.Winnow, {"n": 40}),
    "WinnowR": (th.WinnowR, {"n": 40}),
    "Perceptron": (th.Perceptron, {}),
    "Perceptron with a margin": (th.Perceptron, {"margin": 0.5}),
    "PNormPerceptron": (th.PNormPerceptron, {"p": 3.0}),
    "BalancedWinnow": (th.BalancedWinnow, {"promotion": 1.1}),
    "InterpolatedPerceptron": (th.InterpolatedPerceptron, {"k": 3, "rate": 0.1}),
    "Alma": (th.Alma, {}),
    "TrackingPNorm": (th.TrackingPNorm, {"rate": 0.05}),
}


@pytest.mark.parametrize("name", NEVER_LEARN)
def test_a_learner_that_never_learns_is_violated(kinds, name):
    kind, parameters = NEVER_LEARN[name]
    stream = list(PLANTED)
    if not issubclass(kind, (th.TrackingWinnow, th.Swin, th.Winnow, th.WinnowR)):
        stream = signed(stream)
    certificate = certify(stubborn(kind)(**parameters), stream, seconds=20)
    assert certificate.lines, certificate.reason
    assert not certificate.holds
    assert "VIOLATED" in str(certificate)
    assert certify(kind(**parameters), stream, seconds=20).holds


def test_parameters_that_lie_are_violated(kinds):
    """Promotes by 1.01 and says 2: a literal takes seven hundred mistakes, where 2 takes ten."""

    class Lying(th.TrackingWinnow):
        def __init__(self, promotion=2.0, floor=0.001, **options):
            super().__init__(1.01, floor, **options)
            self.__dict__["promotion"] = promotion

    stream = [({"a"}, True)] * 900
    certificate = certify(Lying(), stream)
    assert certificate.mistakes > 600
    assert not any(line.holds for line in certificate)
    honest = certify(th.TrackingWinnow(1.01, 0.001), stream)
    assert honest.mistakes == certificate.mistakes
    assert honest.holds


@pytest.mark.parametrize("kind", [th.TrackingWinnow, th.Swin, th.Perceptron])
def test_counts_that_are_not_theirs_are_violated(kind):
    """The same trials, all of them called mistakes."""
    learner = th.Swin(40) if kind is th.Swin else kind()
    prove = {th.TrackingWinnow: tracking.prove, th.Swin: threshold.prove_swin, th.Perceptron: additive.prove}[kind]
    stream = signed(PLANTED) if kind is th.Perceptron else list(PLANTED)
    trials = record(learner, [as_stream(stream)])
    assert all(line.holds for line in prove(learner, trials, None, Search()).lines)
    everywhere = replace(trials, mistaken=np.ones(len(trials), dtype=bool))
    assert not any(line.holds for line in prove(learner, everywhere, None, Search()).lines[:1])


def test_noise_that_is_left_out_is_violated():
    """Labels at random: the mistakes are paid for by noise alone, so the same lines without it do not hold."""
    rng = np.random.default_rng(2)
    stream = [({int(i) for i in rng.choice(20, size=4, replace=False)}, bool(rng.random() < 0.5)) for _ in range(600)]
    certificate = certify(th.TrackingWinnow(1.5, 0.005), stream)
    assert certificate.holds
    line = certificate.lines[0]
    assert not replace(line, bound=line.statement.function(**{**line.known, "noise": 0.0})).holds
