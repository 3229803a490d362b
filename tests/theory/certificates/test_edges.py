"""Streams at the edge: empty ones, one example, one class, nothing to separate; and every option of a learner."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher import certify
from thresher.data import features
from thresher.errors import InputError
from thresher.theory.concepts import Planted, exchange

from . import dense

MAKERS = {
    "TrackingWinnow": lambda **o: th.TrackingWinnow(2.0, 0.01, **o),
    "Swin": lambda **o: th.Swin(50, **o),
    "Swin randomized": lambda **o: th.Swin(50, randomized=True, **o),
    "Winnow": lambda **o: th.Winnow(50, **o),
    "Winnow1": lambda **o: th.Winnow(50, elimination=True, **o),
    "WinnowR": lambda **o: th.WinnowR(50, **o),
    "Perceptron": lambda **o: th.Perceptron(**o),
    "Perceptron margin": lambda **o: th.Perceptron(margin=1.0, **o),
    "PNormPerceptron": lambda **o: th.PNormPerceptron(3.0, **o),
    "BalancedWinnow": lambda **o: th.BalancedWinnow(1.2, **o),
    "WeightedMajority": lambda **o: th.WeightedMajority(0.1, **o),
    "InterpolatedPerceptron": lambda **o: th.InterpolatedPerceptron(3, **o),
    "Alma": lambda **o: th.Alma(**o),
    "TrackingPNorm": lambda **o: th.TrackingPNorm(**o),
    "AdaptiveWinnow": lambda **o: th.AdaptiveWinnow(**o),
}

STREAMS = {
    "one positive": [({"a"}, True)],
    "one negative": [({"a"}, False)],
    "one without attributes": [({}, True)],
    "none with attributes": [({}, True), ({}, False)] * 5,
    "all positive": [({"a", "b"}, True), ({"c"}, True)] * 20,
    "all negative": [({"a", "b"}, False), ({"c"}, False)] * 20,
    "nothing is separable": [({"a"}, True), ({"a"}, False)] * 20,
    "one without attributes among others": [({"a"}, True), ({"b"}, False), ({}, True), ({}, False)] * 10,
    "zeros": [({"a": 0.0, "b": 1.0}, True), ({"a": 1.0, "b": 0.0}, False)] * 10,
}


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("name", MAKERS)
def test_every_learner_on_every_edge(name, stream):
    certificate = certify(MAKERS[name](), STREAMS[stream])
    assert certificate.holds, str(certificate)
    assert certificate.trials == len(STREAMS[stream])
    assert certificate.lines or certificate.reason
    for shown in (certificate, certificate.shadow):
        for line in () if shown is None else shown:
            assert np.isfinite(line.bound)
            assert 0 <= line.count <= line.bound
            assert line.tightness <= 1.0
    assert str(certificate)


@pytest.mark.parametrize("name", MAKERS)
def test_an_empty_stream_has_no_trials(name):
    for stream in ([], [({"a"}, None)]):
        certificate = certify(MAKERS[name](), stream)
        assert certificate.trials == certificate.mistakes == 0
        assert certificate.reason == "there was no labelled example."
        assert certificate.shadow is None
        assert certificate.holds


def test_without_any_update_the_bound_is_what_no_mistake_costs():
    """Never positive, always right: the comparator is 0, and so is the bound."""
    certificate = certify(th.TrackingWinnow(2.0, 0.01), STREAMS["all negative"])
    assert certificate.mistakes == certificate.updates == 0
    assert not certificate.comparator.stretches
    assert certificate.best.bound == 0.0


def test_where_nothing_is_separable_the_comparator_is_0_and_the_bound_vacuous():
    certificate = certify(th.TrackingWinnow(2.0, 0.01), STREAMS["nothing is separable"])
    assert not certificate.comparator.stretches
    assert all(line.vacuous for line in certificate)
    assert certificate.best.bound <= certificate.trivial * (1 + 1e-12)
    assert "vacuous" in str(certificate)


@tries(25)
@given(seed=st.integers(0, 2**32 - 1), threshold=st.sampled_from([1e-3, 0.5, 1.0, 64.0, 1e6]))
def test_a_threshold_is_a_unit(seed, threshold):
    """Scaling the threshold and the floor by a power of two changes nothing; any other factor hardly anything."""
    rng = np.random.default_rng(seed)
    learner = th.TrackingWinnow(2.0, 0.01)
    stream = dense.played(learner, rng, trials=50)
    plain = certify(learner, stream)
    scaled = certify(th.TrackingWinnow(2.0, 0.01 * threshold, threshold=threshold), stream)
    assert scaled.holds
    if threshold in (0.5, 1.0, 64.0):
        assert scaled.mistakes == plain.mistakes
        assert scaled.best.bound == pytest.approx(plain.best.bound, rel=1e-6)


@tries(25)
@given(seed=st.integers(0, 2**32 - 1), spite=st.sampled_from([0.1, 1.0]))
def test_a_bias_is_an_attribute_that_is_always_there(seed, spite):
    rng = np.random.default_rng(seed)
    learner = th.TrackingWinnow(1.5, 0.02, bias=True)
    stream = dense.played(learner, rng, spite=spite)
    certificate = certify(learner, stream)
    with_it = certify(th.TrackingWinnow(1.5, 0.02), [({**x, "(bias)": 1.0}, y) for x, y in stream])
    assert certificate.mistakes == with_it.mistakes
    assert certificate.lines == with_it.lines
    assert certificate.comparator == with_it.comparator


def test_an_attribute_that_is_named_like_the_bias_is_refused():
    with pytest.raises(InputError, match="rename it"):
        certify(th.Perceptron(bias=True), [({"(bias)": 1.0}, True)])


TRANSFORMED = {
    "Complement": lambda: th.TrackingWinnow(1.5, 0.01, transform=features.Complement(12)),
    "LiftSmall": lambda: th.TrackingWinnow(1.5, 0.01, transform=features.LiftSmall(0.3)),
    "LiftAtRandom": lambda: th.TrackingWinnow(1.5, 0.01, transform=features.LiftAtRandom(0.5, seed=2)),
    "UnitLength": lambda: th.Perceptron(transform=features.UnitLength()),
    "SignMap": lambda: th.WeightedMajority(0.05, transform=features.SignMap(12)),
    "Duplicate": lambda: th.PNormPerceptron(4.0, transform=features.Duplicate(12)),
    "bits": lambda: th.TrackingWinnow(1.5, 0.01, bits=3),
    "bits and a bias": lambda: th.Perceptron(bits=2, bias=True),
    "probabilities": lambda: th.Perceptron(probabilities=True),
}


@pytest.mark.parametrize("name", TRANSFORMED)
@tries(10)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_certificate_is_about_what_the_learner_sees(name, seed):
    rng = np.random.default_rng(seed)
    learner = TRANSFORMED[name]()
    stream = []
    for _ in range(60):
        there = rng.choice(12, size=int(rng.integers(0, 4)), replace=False).tolist()
        x = {i: float(rng.choice([1.0, rng.random() / 4])) for i in there}
        y = learner.predict_one(x) ^ bool(rng.random() < 0.5)
        try:
            learner.learn_one(x, y)
        except InputError:
            continue  # two values hashed to one column add up to more than 1
        stream.append((x, y))
    certificate = certify(learner, stream)
    assert certificate.mistakes == learner.mistakes
    assert certificate.trials == len(stream)
    assert certificate.holds
    again, norm, occurring = TRANSFORMED[name](), 0.0, set()
    for x, y in stream:
        seen = again.instance(x)
        norm = max(norm, sum(map(abs, seen.values())))
        occurring |= set(seen)
        again.learn_one(x, y)
    assert certificate.measured["largest sum of values"] == pytest.approx(norm + (name == "bits and a bias"))
    assert set(certificate.attributes()) <= occurring | {"(bias)"}
    if certificate.lines and isinstance(learner, th.TrackingWinnow):
        assert certificate.lines[0].known["largest_weight"] >= max([*again.weights().values(), again.floor])


def test_labels_may_have_names():
    plain = list(Planted(exchange(300, literals=2, shifts=0), attributes=20, active=5, seed=1))
    named = [(x, "spam" if y else "ham") for x, y in plain]
    certificate = certify(th.TrackingWinnow(2.0, 0.004, labels=("ham", "spam")), named)
    assert certificate.lines == certify(th.TrackingWinnow(2.0, 0.004), plain).lines
    turned = certify(th.TrackingWinnow(2.0, 0.004, labels=("spam", "ham")), named)
    assert turned.measured["positives"] == len(plain) - certificate.measured["positives"]


def test_a_floor_on_the_edge_of_the_theorem_is_no_crash():
    """floor * norm rounds to below 1 while floor is not below 1/norm."""
    floor, norm = 0.1044776119402985, 9.571428571428571
    x = dict.fromkeys(range(9), 1.0) | {9: norm - 9}
    certificate = certify(th.TrackingWinnow(2.0, floor), [(x, True), (x, False)] * 5)
    assert certificate.holds
    assert certificate.lines or "choose a floor below" in certificate.reason


@pytest.mark.parametrize("promotion", [1.0001, 3.0, 1e3, 1e6])
@pytest.mark.parametrize("share", [1e-9, 0.5, 1 - 1e-6, 1 - 1e-12])
def test_extreme_parameters_do_no_harm(promotion, share):
    stream = list(Planted(exchange(120, literals=2, shifts=1), attributes=10, active=4, flips=0.05, seed=8))
    for comparator in (None, {0: 2.0, 1: 2.0}):
        certificate = certify(th.TrackingWinnow(promotion, share / 4), stream, comparator)
        assert certificate.holds
        assert certificate.lines
        assert all(np.isfinite(line.bound) for line in certificate)
