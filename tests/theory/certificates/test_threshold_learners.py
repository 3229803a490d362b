"""Any comparator certifies SWIN, Winnow, Winnow1 and Winnow-R too, and their bounds are what the sheet says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher import Swin, Winnow, WinnowR, certify
from thresher.theory.concepts import ConceptSequence, Planted, exchange

from . import dense

SEEDS = st.integers(0, 2**32 - 1)
SPITE = st.sampled_from([0.0, 0.1, 0.5, 1.0])


def switches(U):
    """Z+ and Z- of weights over time."""
    on = np.vstack([np.zeros((1, U.shape[1])), U > 0]).astype(int)
    steps = np.diff(on, axis=0)
    return int((steps == 1).sum()), int((steps == -1).sum())


def attribute_errors(U, stream):
    """A of B1."""
    present = dense.scores(U > 0, stream.X > 0)
    return float(np.where(stream.y, present == 0, present).sum())


def check(line):
    assert line.holds, f"{line.entry}, {line.about}: {line.count} > {line.bound}"
    assert line.bound == line.statement.function(**line.known)
    assert line.bound == pytest.approx(line.explain().value, rel=1e-9, abs=1e-9)


def random_schedule(rng, trials):
    stretches = []
    for _ in range(int(rng.integers(0, 6))):
        first = int(rng.integers(0, trials))
        stretches.append(
            (f"a{rng.integers(6)}", first, int(rng.integers(first + 1, trials + 1)), float(rng.random() + 1))
        )
    return ConceptSequence(stretches, trials)


def random_swin(rng, n, randomized):
    a = float(rng.choice([1.05, 1.3192, 2.0, 5.0]))
    if rng.random() < 0.3:
        start = float(rng.choice([1 / n, 0.5, 1.0, a]))
        return Swin(n, a, 0.0, initial=start, randomized=randomized, seed=int(rng.integers(99)))
    share = float(rng.uniform(0.001, 0.95)) * math.log(a) / (a - 1)
    return Swin(n, a, share, randomized=randomized, seed=int(rng.integers(99)))


@tries(40)
@given(seed=SEEDS, spite=SPITE, randomized=st.booleans(), given_one=st.booleans())
def test_swin(seed, spite, randomized, given_one):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 20))
    learner = random_swin(rng, n, randomized)
    stream = dense.played(learner, rng, spite=spite)
    certificate = certify(learner, stream, random_schedule(rng, len(stream)) if given_one else None)
    (line,) = certificate.lines
    check(line)
    assert line.count == (learner.expected_mistakes if randomized else learner.mistakes)
    written = dense.written(stream)
    U = dense.weights(certificate.comparator, written)
    on, off = switches(U)
    a, b = learner.promotion, learner.floor_share
    gain = (math.log(a) - b * (a - 1)) / (a if randomized else a + 1)
    cost = attribute_errors(U, written) * math.log(a)
    if b:
        cost += on * math.log(n / (math.e * b)) + off * (1 + math.log(a)) + b
    else:
        start = learner.initial
        cost += n * start + on * math.log(1 / (math.e * start))
    assert line.bound == pytest.approx(cost / gain, rel=1e-9)
    if certificate.lower is not None:
        assert certificate.lower <= line.bound * (1 + 1e-9)
        assert line.bound <= certificate.trivial * (1 + 1e-9)


@tries(30)
@given(seed=SEEDS, spite=SPITE, kind=st.sampled_from(["boolean", "unit"]), given_one=st.booleans())
def test_winnow_on_a_fixed_concept_with_noise(seed, spite, kind, given_one):
    rng = np.random.default_rng(seed)
    promotion = float(rng.choice([1.05, 1.3, 2.0, 2.2]))
    threshold = float(rng.choice([1.0, 6.0, 40.0]))
    learner = Winnow(promotion=promotion, threshold=threshold, initial=threshold * float(rng.choice([0.5, 0.05])))
    stream = dense.played(learner, rng, kind=kind, spite=spite)
    comparator = {f"a{i}": float(rng.random() * 2 + 0.01) for i in range(8) if rng.random() < 0.5}
    certificate = certify(learner, stream, comparator if given_one else None)
    (line,) = certificate.lines
    check(line)
    assert (line.entry, line.count) == ("A11", learner.mistakes)
    written = dense.written(stream)
    U = dense.weights(certificate.comparator, written)
    u, w0, d, log = U[0], learner.initial / threshold, certificate.separation, math.log(promotion)
    assert (u == U).all()
    noise = dense.noise(U, written, d).sum()
    distance = sum(w0 - w + (w * math.log(w / w0) if w else 0.0) for w in u.tolist())
    gain = min((1 + d) * log - (promotion - 1), (1 - 1 / promotion) - (1 - d) * log)
    assert line.bound == pytest.approx((distance + noise * log) / gain, rel=1e-9)


def lg(n):
    return (n - 1).bit_length()


@tries(20)
@given(seed=SEEDS, shifts=st.integers(0, 3))
def test_classic_winnow_on_disjunctions_that_explain_everything(seed, shifts):
    n = 40
    stream = list(Planted(exchange(300, literals=3, shifts=shifts), attributes=n, active=6, seed=seed))
    rooted = certify(WinnowR(n=n), stream)
    (line,) = rooted.lines
    check(line)
    on, _ = switches(dense.weights(rooted.comparator, written := dense.written(stream)))
    assert attribute_errors(dense.weights(rooted.comparator, written), written) == 0
    assert (line.entry, line.bound) == ("C6", 5 * on * (lg(n) + 1) + 2)
    for elimination, entry, factor in ((False, "C4", 3), (True, "C5", 2)):
        certificate = certify(Winnow(n=n, elimination=elimination), stream)
        for line in certificate:
            check(line)
        if shifts == 0:
            (line,) = certificate.lines
            on, off = switches(U := dense.weights(certificate.comparator, written))
            assert off == attribute_errors(U, written) == 0
            assert line.entry == entry or not elimination
            if line.entry == entry:
                assert line.bound == factor * on * lg(n) + 1
        elif elimination and not certificate.lines:
            assert "C5 needs a disjunction" in certificate.reason


def test_winnow_without_a_bound_says_why():
    stream = [({"a"}, True), ({"a"}, False)] * 20
    assert "no separation" in certify(Winnow(n=2, promotion=4.0), stream).reason
    assert "C5 needs" in certify(Winnow(n=2, elimination=True), stream).reason
    assert "C6 is about the floor 1/2" in certify(WinnowR(n=2, floor=0.25), stream).reason
    assert "C6 needs" in certify(WinnowR(n=3, promotion=3.0), stream).reason
    assert "0 or 1" in certify(Swin(2), [({"a": 0.5}, True)]).reason
    assert "floor_share below n/e" in certify(Swin(1, 1.1, 0.9), [({"a"}, True)]).reason
    assert "starts from the floor" in certify(Swin(2, initial=0.5), [({"a"}, True)]).reason
