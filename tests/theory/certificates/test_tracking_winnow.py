"""Any comparator certifies tracking Winnow: every line holds, and is what its comparator says it is."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher import TrackingWinnow, certify
from thresher.errors import ParameterError
from thresher.theory import bounds
from thresher.theory.certificates.search import HINDSIGHT
from thresher.theory.concepts import ConceptSequence, Disjunction

from . import dense

SEEDS = st.integers(0, 2**32 - 1)
KINDS = st.sampled_from(["boolean", "unit"])
SPITE = st.sampled_from([0.1, 0.5, 1.0])


def random_learner(rng, n=6):
    """Any promotion, any floor that leaves room below the threshold."""
    promotion = float(rng.choice([1.01, 1.2, 2.0, 2.7, 5.0, 1 + rng.random()]))
    threshold = float(rng.choice([1.0, 1.0, 0.25, 30.0]))
    floor = threshold / n * float(rng.choice([0.999, 0.5, 0.02, 1e-4]))
    return TrackingWinnow(promotion, floor, threshold=threshold)


def random_comparator(rng, trials):
    """Weights that stay, or a sequence of stretches; attributes that never occur too."""
    names = [f"a{i}" for i in range(7)]
    sizes = [0.5, 1.0, 2.0, float(rng.random() * 3 + 1e-6)]
    if rng.random() < 0.3:
        return {name: float(rng.choice(sizes)) for name in names if rng.random() < 0.5}
    stretches = []
    for _ in range(int(rng.integers(0, 8))):
        first = int(rng.integers(0, trials))
        last = int(rng.integers(first + 1, trials + 1))
        stretches.append((names[rng.integers(7)], first, last, float(rng.choice(sizes))))
    return ConceptSequence(stretches, trials)


def observed(learner, stream):
    """What a run shows of itself: mistaken trials, and the largest weight after any of them, threshold 1."""
    learner = TrackingWinnow(**learner.get_params())
    mistaken, largest = [], learner.floor
    for x, y in stream:
        mistaken.append(learner.learn_one(x, y).mistake)
        largest = max(largest, *learner.weights().values(), 0.0)
    return np.array(mistaken, dtype=bool), largest / learner.threshold


def recomputed(learner, stream, certificate):
    """Every line's bound, from the comparator alone, by the formulas of the sheet."""
    written = dense.written(stream)
    U = dense.weights(certificate.comparator, written)
    rise, delta, alpha = dense.total_rise(U), certificate.separation, learner.promotion
    eps, lam = learner.floor / learner.threshold, written.X.sum(axis=1).max(initial=0.0) or 1.0
    zeta = written.X[written.X > 0].min(initial=1.0)
    missed = dense.noise(U, written, delta)
    mistaken, largest = observed(learner, stream)

    def reach(weight):
        return math.log(max(eps, weight) / eps) / math.log(alpha)

    def general(weight, noise):
        return dense.a4(alpha, eps, lam, delta, reach(weight), rise, noise)

    found = {
        "with the largest weight that occurred": general(largest, missed.sum()),
        HINDSIGHT: general(largest, missed[mistaken].sum()),
        "known before the run": general(alpha**zeta / zeta, missed.sum()),
    }
    c = (1 + delta) - (1 - delta) * alpha / (1 - eps * lam)

    def needed(p):  # A6: the largest P with c P <= H log_alpha(1 + (alpha - 1) U P/(H eps)) + N, by halving
        growth = (alpha - 1) * U.max(initial=0.0) / (rise * eps) if rise else 0.0
        return rise * math.log1p(growth * p) / math.log(alpha) + missed.sum()

    low, high = 0.0, 1.0
    while c * high <= needed(high):
        low, high = high, 2 * high
    for _ in range(200):
        p = (low + high) / 2
        low, high = (p, high) if c * p <= needed(p) else (low, p)
    found["whatever the smallest value"] = (1 + alpha / (1 - eps * lam)) * high
    d = alpha - 1
    if d <= 1:
        intended, n = d / (50 * eps), dense.noise(U, written, d).sum()
        found["Theorem 1, at its parameters"] = (2.05 + d) * (
            rise * (zeta * d + math.log(intended / (d * zeta)) + 3.92) / d**2 + n / (d + d**2)
        )
    f, n = eps * lam, dense.noise(U, written, 1.0).sum()
    found["a disjunction whose literals come and go"] = (
        (1 - f + alpha) / (1 - f) * (rise / 2 * math.log(alpha / eps) / math.log(alpha) + n / 2)
    )
    return found


def check(learner, stream, certificate):
    """Every line holds, its numbers are the comparator's, its bound is that of bounds and of the sheet."""
    by_hand = recomputed(learner, stream, certificate)
    assert certificate.lines
    for line in certificate:
        assert line.holds, f"{line.entry}, {line.about}: {line.count} > {line.bound}"
        assert line.bound == line.statement.function(**line.known)
        assert line.bound == pytest.approx(line.explain().value, rel=1e-9, abs=1e-9)
        assert line.bound == pytest.approx(by_hand[line.about], rel=1e-7, abs=1e-7), line.about
        assert line.count == certificate.mistakes == learner.mistakes


@tries(40)
@given(seed=SEEDS, kind=KINDS, spite=SPITE)
def test_the_comparator_that_is_found_certifies(seed, kind, spite):
    rng = np.random.default_rng(seed)
    learner = random_learner(rng)
    stream = dense.played(learner, rng, kind=kind, spite=spite)
    certificate = certify(learner, stream)
    check(learner, stream, certificate)
    first = certificate.lines[0].bound
    assert certificate.lower is None or certificate.lower <= first * (1 + 1e-9)
    assert first <= certificate.trivial * (1 + 1e-9)
    assert not certificate.given


@tries(40)
@given(seed=SEEDS, kind=KINDS, spite=SPITE)
def test_any_comparator_that_is_given_certifies(seed, kind, spite):
    rng = np.random.default_rng(seed)
    learner = random_learner(rng)
    stream = dense.played(learner, rng, kind=kind, spite=spite)
    comparator = random_comparator(rng, len(stream))
    certificate = certify(learner, stream, comparator)
    check(learner, stream, certificate)
    assert certificate.given
    assert certificate.lower is None


@tries(20)
@given(seed=SEEDS, kind=KINDS)
def test_a_given_comparator_gets_its_best_separation(seed, kind):
    rng = np.random.default_rng(seed)
    learner = random_learner(rng)
    stream = dense.played(learner, rng, kind=kind)
    certificate = certify(learner, stream, random_comparator(rng, len(stream)))
    line = certificate.lines[0]
    for separation in np.linspace(0.01, 1.0, 34).tolist():
        noise = dense.noise(dense.weights(certificate.comparator, w := dense.written(stream)), w, separation).sum()
        try:
            other = bounds.tracking_winnow_mistakes(**{**line.known, "separation": separation, "noise": noise})
        except ParameterError:
            continue  # too small a separation for these parameters
        assert line.bound <= other * (1 + 1e-4)


def test_none_is_better_than_the_one_that_is_found():
    rng = np.random.default_rng(11)
    learner = TrackingWinnow(1.5, 0.01)
    stream = dense.played(learner, rng, trials=200, spite=0.1)
    best = certify(learner, stream)
    for _ in range(40):
        given_one = certify(learner, stream, random_comparator(rng, len(stream)))
        assert given_one.lines[0].bound >= best.lower * (1 - 1e-9)


def test_a_target_and_its_weights_are_one_comparator():
    stream = [({"free", "now"}, True), ({"lunch", "now"}, False)] * 30
    learner = TrackingWinnow(2.0, 0.01)
    by_name = certify(learner, stream, {"free": 2.0})
    assert certify(learner, stream, Disjunction(["free"])).lines == by_name.lines
    assert certify(learner, stream, ConceptSequence.fixed({"free": 2.0}, 60)).lines == by_name.lines
    assert Counter(line.entry for line in by_name) == {"A4": 3, "A6": 1, "A5": 1, "A13": 1}


def test_a_sequence_of_other_trials_and_negative_weights_are_refused():
    stream = [({"free"}, True), ({"lunch"}, False)]
    with pytest.raises(ParameterError, match="3 trials; the stream has 2"):
        certify(TrackingWinnow(2.0, 0.01), stream, ConceptSequence.fixed({"free": 2.0}, 3))
    with pytest.raises(ParameterError, match="weight of 'free'"):
        certify(TrackingWinnow(2.0, 0.01), stream, {"free": -2.0})


def test_rises_that_round_to_less_than_the_weight_they_lead_to_are_no_crash():
    """0.319251 + (0.846631 - 0.319251) is below 0.846631 in doubles, and A6 asks for a rise of at least the weight."""
    sequence = ConceptSequence([("a", 0, 1, 0.319251), ("a", 1, 2, 0.846631)], 2)
    assert sequence.total_rise < 0.846631
    assert certify(TrackingWinnow(2.0, 0.01), [({"a"}, True)] * 2, sequence).holds
