"""Any comparator certifies the learners without a threshold, and their bounds are what the sheet says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher import certify
from thresher.choices import links, losses, rates
from thresher.data import features
from thresher.errors import ParameterError
from thresher.theory.concepts import ConceptSequence

from . import dense

SEEDS = st.integers(0, 2**32 - 1)
SPITE = st.sampled_from([0.0, 0.2, 1.0])

FAMILIES = {
    "Perceptron": lambda: th.Perceptron(0.5),
    "Perceptron with a bias": lambda: th.Perceptron(bias=True),
    "Perceptron of unit length": lambda: th.Perceptron(transform=features.UnitLength()),
    "Perceptron with a margin": lambda: th.Perceptron(0.5, margin=(0.25, 1.0), bias=True),
    "PNormPerceptron": lambda: th.PNormPerceptron(3.5),
    "PNormPerceptron log": lambda: th.PNormPerceptron("log", n=6),
    "BalancedWinnow": lambda: th.BalancedWinnow(1.1, bias=True),
    "WeightedMajority": lambda: th.WeightedMajority(0.1),
    "InterpolatedPerceptron": lambda: th.InterpolatedPerceptron(3, rate=0.2, bias=True),
    "InterpolatedPerceptron of degree 2": lambda: th.InterpolatedPerceptron(2),
    "Alma": lambda: th.Alma(),
    "Alma p": lambda: th.Alma(4.0, alpha=0.7, trigger_scale=1.0, step_scale=0.5),
    "TrackingPNorm": lambda: th.TrackingPNorm(3.0, rate=0.02, radius=2.0),
    "QuasiAdditive identity": lambda: th.QuasiAdditive(links.Identity()),
    "QuasiAdditive inclusive margin": lambda: th.QuasiAdditive(links.Identity(), losses.Margin(0.0, inclusive=True)),
    "QuasiAdditive 2 sinh": lambda: th.QuasiAdditive(links.TwoSinh(), rate=rates.Constant(0.05)),
    "QuasiAdditive exponential": lambda: th.QuasiAdditive(links.Exponential(2.0, 5.0), rate=rates.Constant(0.1)),
    "QuasiAdditive p-norm": lambda: th.QuasiAdditive(links.PNorm(4.0)),
    "QuasiAdditive normalised": lambda: th.QuasiAdditive(links.PNorm(3.0, normalised=True)),
    "QuasiAdditive normalised, ties move": lambda: th.QuasiAdditive(
        links.PNorm(3.0, normalised=True), losses.Margin(0.0, inclusive=True)
    ),
    "QuasiAdditive f_k": lambda: th.QuasiAdditive(links.Interpolated(5), rate=rates.Constant(0.1)),
}


def separable(rng, trials=40, n=6):
    """Examples that some weights separate well."""
    u = rng.normal(size=n)
    stream = []
    while len(stream) < trials:
        x = rng.uniform(-1, 1, size=n) * (rng.random(n) < 0.7)
        if abs(x @ u) > 0.6:
            stream.append(({f"a{i}": float(v) for i, v in enumerate(x) if v}, bool(x @ u > 0)))
    return stream


def as_seen(learner, stream):
    """The stream as the learner sees it, its bias an attribute; and which trials were mistakes or moved it."""
    learner = type(learner)(**learner.get_params())
    biased = {"(bias)": 1.0} if learner.get_params()["bias"] else {}
    instances, counted = [], []
    for x, y in stream:
        instances.append(({**learner.instance(x), **biased}, y))
        outcome = learner.learn_one(x, y)
        counted.append(outcome.mistake or outcome.updated)
    return dense.written(instances), np.array(counted, dtype=bool)


def length(v, p):
    return float((np.abs(v) ** p).sum() ** (1 / p))


def by_hand(learner, line, u, stream, margins):
    """The bound of a line: sizes from the comparator and the stream, noise from the margins y u.x that count."""
    known, q = line.known, lambda p: p / (p - 1)
    delta = known["separation"]
    missed = np.maximum(0.0, delta - margins)
    loss, n, S = missed.sum(), max(1, len(stream.attributes)), np.abs(stream.X).max()
    rate = learner._choice.rate
    if line.entry in ("E9", "C3", "E8b"):
        p = getattr(learner._choice.link, "p", 2.0)
        size, X = length(u, q(p)), max(length(x, p) for x in stream.X)
        if line.entry == "C3":
            return ((size * X + math.sqrt((missed**2).sum())) / delta) ** 2
        if line.entry == "E8b":
            loss_of = learner._choice.loss
            assert margins.min() >= delta
            tau = max(loss_of.positive, loss_of.negative or 0.0)
            return size**2 * (X**2 + 2 * tau / rate.rate) / delta**2
        b = math.sqrt(p - 1) * size * X
        return ((b + math.sqrt(b**2 + 4 * delta * loss)) / (2 * delta)) ** 2
    if line.entry in ("E5", "E7"):
        a = rate.rate * math.log(learner._choice.link.promotion or math.e)
        total, shares = np.abs(u).sum(), np.abs(u[u != 0]) / np.abs(u).sum()
        assert line.entry == "E7" or (u >= 0).all()
        entropy = math.log(n * (2 if line.entry == "E7" else 1)) + (shares * np.log(shares)).sum()
        return (total * entropy + a * loss) / (a * delta - a**2 * total * S**2 / 2)
    assert line.entry == "G4" or margins.min() >= delta
    if line.entry == "E8a":  # the larger root of E8's equation on doubled attributes, at rate a/k
        k = learner._choice.link.k
        p, a = k + 1, rate.rate / k
        size, X = length(u, q(p)), 2 ** (1 / p) * max(length(x, p) for x in stream.X)
        s, Z = np.abs(u).sum(), (2 * n) ** (1 / p)
        root = np.roots([(a * delta) ** 2, 2 * a * delta * s - k * (size * a * X) ** 2, s**2 - (size * Z) ** 2])
        return root.real.max()
    p = learner._choice.link.p
    if line.entry == "G2a":
        B, C = rate.trigger_scale or math.sqrt(8) / rate.alpha, rate.step_scale
        A = C**2 / 2 + (1 - rate.alpha) * B * C
        return (p - 1) * ((A + 1) / (C * delta)) ** 2
    R, X, eta = learner._choice.radius, max(length(x, p) for x in stream.X), rate.rate
    return (R**2 / 2 + eta * loss) / (eta * delta - eta**2 * (p - 1) * X**2 / 2)


def check(learner, stream, certificate):
    seen, counted = as_seen(learner, stream)
    u = np.array([(certificate.comparator or {}).get(a, 0.0) for a in seen.attributes])
    margins = np.where(seen.y, 1.0, -1.0) * (seen.X @ u)
    for line in certificate:
        assert line.holds, f"{line.entry}, {line.about}: {line.count} > {line.bound}"
        assert line.count == (learner.updates if line.counts == "updates" else learner.mistakes)
        assert line.bound == line.statement.function(**line.known)
        assert line.bound == pytest.approx(line.explain().value, rel=1e-6, abs=1e-9)
        these = margins
        if line.entry == "G4":  # scaled to the learner's ball
            these = margins * (learner._choice.radius / length(u, 1 / (1 - 1 / learner._choice.link.p)))
        if line.entry == "G2a":  # it never moves on an example without attributes
            p, there = learner._choice.link.p, seen.X.any(axis=1)
            sizes = np.array([length(x, p) for x in seen.X[there]])
            these = margins[there] / sizes / length(u, p / (p - 1))
        elif line.hindsight:
            these = these[counted]
        assert line.bound == pytest.approx(by_hand(learner, line, u, seen, these), rel=1e-6), line.about


@pytest.mark.parametrize("name", FAMILIES)
@tries(12)
@given(seed=SEEDS, spite=SPITE, kind=st.sampled_from(["boolean", "signed"]))
def test_the_comparator_that_is_found_certifies(name, seed, spite, kind):
    rng = np.random.default_rng(seed)
    learner = FAMILIES[name]()
    stream = dense.played(learner, rng, kind=kind, spite=spite, trials=40)
    certificate = certify(learner, stream, shadow=False)
    assert certificate.lines or certificate.reason
    check(learner, stream, certificate)


@pytest.mark.parametrize("name", FAMILIES)
@tries(12)
@given(seed=SEEDS, spite=SPITE, kind=st.sampled_from(["boolean", "signed"]))
def test_any_comparator_that_is_given_certifies(name, seed, spite, kind):
    rng = np.random.default_rng(seed)
    learner = FAMILIES[name]()
    stream = dense.played(learner, rng, kind=kind, spite=spite, trials=40)
    comparator = {f"a{i}": float(rng.normal()) for i in range(7) if rng.random() < 0.7} | {"(bias)": 0.25}
    if isinstance(learner._choice.link, links.Exponential):
        comparator = {a: abs(w) for a, w in comparator.items()}
    certificate = certify(learner, stream, comparator, shadow=False)
    check(learner, stream, certificate)


@pytest.mark.parametrize("name", FAMILIES)
def test_where_weights_separate_the_stream_there_is_a_bound(name):
    learner = FAMILIES[name]()
    stream = separable(np.random.default_rng(5))
    if isinstance(learner._choice.link, links.Exponential):  # their weights have one sign: let the attributes have both
        stream = [({**x, **{f"-{a}": -v for a, v in x.items()}}, y) for x, y in stream]
    for x, y in stream:
        learner.learn_one(x, y)
    certificate = certify(learner, stream)
    assert certificate.lines, certificate.reason
    check(learner, stream, certificate)


def test_ties_that_move_a_tracker_count_as_noise():
    """Positive examples of score 0 are no mistakes of it, yet they move it away from the comparator every time."""
    learner = th.TrackingPNorm(2.0, rate=0.1)
    certificate = certify(learner, [({"a": 1.0}, True), ({"a": 1.0}, False)] * 200, {"a": -1.0})
    assert certificate.mistakes == 200
    assert certificate.holds


@pytest.mark.parametrize("size", [1e-7, 1e-30, 1e3])
def test_powers_of_tiny_and_huge_values_do_no_harm(size):
    learner = th.PNormPerceptron(32.0)
    certificate = certify(learner, [({"a": size, "b": size / 2}, True), ({"a": -size}, False)] * 3)
    assert certificate.holds
    assert certificate.lines or "edge of what can be computed" in certificate.reason


def test_a_sequence_is_no_comparator_for_them():
    with pytest.raises(ParameterError, match="mapping"):
        certify(th.Perceptron(), [({"a": 1.0}, True)], ConceptSequence.fixed({"a": 1.0}, 1))


def test_weighted_majority_refuses_negative_weights():
    with pytest.raises(ParameterError, match="target weight"):
        certify(th.WeightedMajority(0.01), [({"a": 1.0}, True), ({"a": -1.0, "b": 1.0}, False)], {"a": 1.0, "b": -1.0})
