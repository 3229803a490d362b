"""The program by intervals is the program of the sheet (H1, H3), written out over all u_i^t and solved directly."""

from itertools import pairwise
from unittest import mock

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher import TrackingWinnow
from thresher.streams.pairs import as_stream
from thresher.theory.certificates import intervals, program
from thresher.theory.certificates.intervals import even_blocks
from thresher.theory.certificates.program import best_comparator
from thresher.theory.certificates.trials import record
from thresher.theory.concepts import ConceptSequence

from . import dense

SEEDS = st.integers(0, 2**32 - 1)
CLOSE = 1e-6


def to_the_end(stream, **prices):
    """The best comparator, without stopping close to the best and without rounding weights for print."""
    with mock.patch.multiple(program, TOLERANCE=0.0, DIGITS=13):
        return best_comparator(seen(stream), **prices)


def random_stream(rng, boolean):
    """Up to 6 attributes and 25 trials; at least one value."""
    n, trials = int(rng.integers(1, 7)), int(rng.integers(1, 26))
    values = np.ones((trials, n)) if boolean else rng.random((trials, n))
    X = values * (rng.random((trials, n)) < rng.uniform(0.1, 1.0))
    X[0, 0] = 1.0
    y = rng.random(trials) < rng.random()
    return [({i: float(v) for i, v in enumerate(row) if v}, bool(label)) for row, label in zip(X, y, strict=True)]


def random_prices(rng):
    """a and b of a tracking Winnow, and the price of a unit of rise."""
    promotion, covered = 1 + float(rng.uniform(0.05, 2.5)), float(rng.uniform(0.0, 0.9))
    return 1 - covered + promotion, promotion - 1 + covered, float(rng.choice([0.05, 0.3, 1.0, 3.0, 10.0]))


def seen(stream):
    return record(TrackingWinnow(2.0, 1e-3), [as_stream(stream)])


def agrees(found, best):
    """Upper value, lower value and optimum are one number."""
    close = CLOSE * max(1.0, best.value)
    return abs(found.value - best.value) < close and abs(found.lower - best.value) < close


@tries(40)
@given(seed=SEEDS, boolean=st.booleans())
def test_with_a_free_separation_it_is_h3(seed, boolean):
    rng = np.random.default_rng(seed)
    stream, (a, b, rise) = random_stream(rng, boolean), random_prices(rng)
    written = dense.written(stream)
    best = dense.solved(written, a, b, rise)
    found = to_the_end(stream, a=a, b=b, rise=rise)
    assert agrees(found, best)
    # Its separation is as good as that of the direct solution; the same, where there is only one.
    there = a * dense.solved_at(written, rise, found.separation) / (a * found.separation - b)
    assert abs(there - best.value) < CLOSE * max(1.0, best.value)
    step, least = 1e-3, b / a + 1e-6
    beside = [s for s in (best.separation - step, best.separation + step) if least < s <= 1]
    worse = [a * dense.solved_at(written, rise, s) / (a * s - b) > best.value * (1 + 1e-7) + 1e-9 for s in beside]
    if worse and all(worse):
        assert abs(found.separation - best.separation) <= step


@tries(40)
@given(seed=SEEDS, boolean=st.booleans(), where=st.floats(0.05, 1.0))
def test_at_a_separation_it_is_h1(seed, boolean, where):
    rng = np.random.default_rng(seed)
    stream, (a, b, rise) = random_stream(rng, boolean), random_prices(rng)
    separation = float(f"{b / a + (1 - b / a) * where:.6g}")
    value = a * dense.solved_at(dense.written(stream), rise, separation) / (a * separation - b)
    found = to_the_end(stream, a=a, b=b, rise=rise, separation=separation)
    assert abs(found.separation - separation) < 1e-9
    assert agrees(found, dense.Solved(value, separation, np.zeros((0, 0))))


@tries(30)
@given(seed=SEEDS, boolean=st.booleans(), data=st.data())
def test_in_blocks_it_is_h3_with_weights_that_are_constant_within_them(seed, boolean, data):
    rng = np.random.default_rng(seed)
    stream, (a, b, rise) = random_stream(rng, boolean), random_prices(rng)
    blocks = data.draw(st.integers(1, len(stream) + 3))
    block = even_blocks(len(stream), blocks)
    found = to_the_end(stream, a=a, b=b, rise=rise, blocks=blocks)
    assert agrees(found, dense.solved(dense.written(stream), a, b, rise, block=block))
    changes = {stretch.first for stretch in found.comparator.stretches} | {
        stretch.last for stretch in found.comparator.stretches
    }
    allowed = {0, len(stream), *(np.flatnonzero(np.diff(block)) + 1).tolist()}
    assert changes <= allowed


@tries(30)
@given(seed=SEEDS, boolean=st.booleans(), fall=st.sampled_from([0.3, 1.0, 4.0]), blocks=st.sampled_from([None, 1, 3]))
def test_with_a_price_for_drops_it_is_the_direct_program_too(seed, boolean, fall, blocks):
    """The relaxed program of the schedules of literals: separation 1, a drop before the end costs."""
    rng = np.random.default_rng(seed)
    stream = random_stream(rng, boolean)
    rise = float(rng.choice([0.1, 0.5, 2.0]))
    block = None if blocks is None else even_blocks(len(stream), blocks)
    best = dense.solved(dense.written(stream), 1.0, 0.0, rise, fall, 1.0, block)
    found = to_the_end(stream, a=1.0, b=0.0, rise=rise, fall=fall, separation=1.0, blocks=blocks)
    assert agrees(found, best)


@tries(20)
@given(seed=SEEDS, boolean=st.booleans())
def test_finer_blocks_are_never_worse(seed, boolean):
    rng = np.random.default_rng(seed)
    stream, (a, b, rise) = random_stream(rng, boolean), random_prices(rng)
    trials = seen(stream)
    values = [best_comparator(trials, a=a, b=b, rise=rise, blocks=blocks).value for blocks in (1, 2, 4, 8, 16, None)]
    assert all(finer <= coarser * (1 + 2e-4) + 1e-9 for coarser, finer in pairwise(values))


@tries(40)
@given(seed=SEEDS, boolean=st.booleans(), seconds=st.sampled_from([0.0, 1e-9, 300.0]))
def test_the_optimum_lies_between_the_two_values_also_when_stopped_early(seed, boolean, seconds):
    rng = np.random.default_rng(seed)
    stream, (a, b, rise) = random_stream(rng, boolean), random_prices(rng)
    written = dense.written(stream)
    best = dense.solved(written, a, b, rise)
    found = best_comparator(seen(stream), a=a, b=b, rise=rise, seconds=seconds)
    assert found.lower <= best.value * (1 + CLOSE) + CLOSE
    assert best.value <= found.value * (1 + CLOSE) + CLOSE
    if seconds:
        assert found.value <= found.lower * (1 + 2 * program.TOLERANCE) + CLOSE or seconds < 1
    # The value is that of the comparator that is handed over, as printed.
    U = dense.weights(found.comparator, written)
    missed = dense.noise(U, written, found.separation).sum()
    again = a * (rise * dense.total_rise(U) + missed) / (a * found.separation - b)
    assert abs(again - found.value) <= 1e-9 * max(1.0, again)
    assert all(
        stretch.weight == float(f"{stretch.weight:.{program.DIGITS}g}") for stretch in found.comparator.stretches
    )


def test_the_watch_sees_the_two_values_come_closer():
    rng = np.random.default_rng(3)
    X = (rng.random((400, 12)) < 0.3).astype(float)
    stream = [(dict.fromkeys(np.flatnonzero(row).tolist(), 1.0), bool(row[0] or row[5])) for row in X]
    rounds = []
    found = best_comparator(seen(stream), a=2.9, b=1.1, rise=8.0, watch=rounds.append)
    assert [r.number for r in rounds] == list(range(1, found.rounds + 1))
    assert all(later.upper <= earlier.upper for earlier, later in pairwise(rounds))
    assert all(later.lower >= earlier.lower for earlier, later in pairwise(rounds))
    assert rounds[-1].upper == found.value


def test_where_the_solver_gives_up_the_comparator_that_is_0_is_left():
    """b next to a: the coefficients of the program lie too far apart for HiGHS."""
    stream = [({0: 1.0}, True), ({1: 1.0}, False)] * 5
    promotion, covered = 1e6, 1 - 1e-9
    a, b = 1 - covered + promotion, promotion - 1 + covered
    found = best_comparator(seen(stream), a=a, b=b, rise=1.0)
    assert found.lower <= found.value
    assert isinstance(found.comparator, ConceptSequence)


def test_the_comparison_can_fail(monkeypatch):
    """Without intervals that end early, what is found is a sequence that never drops: not the optimum."""
    stream = [({0: 1.0}, True)] * 6 + [({0: 1.0}, False)] * 6
    best = dense.solved(dense.written(stream), 2.9, 1.1, 1.0)
    assert agrees(to_the_end(stream, a=2.9, b=1.1, rise=1.0), best)

    def whole(self, gains, attribute, first, last, end, slack, splits, found):
        gain = float(gains[first:last].sum())
        if gain > self._rise * (1 + slack):
            found.append(intervals.Interval(attribute, int(self._units[first]), int(self._ends[last - 1]), gain, 2.9))

    monkeypatch.setattr(intervals.IntervalSearch, "_best", whole)
    assert not agrees(to_the_end(stream, a=2.9, b=1.1, rise=1.0), best)
