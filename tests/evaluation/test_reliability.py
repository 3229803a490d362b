"""What is measured of stated probabilities is what plain loops measure, whatever the cuts, in bounded memory."""

import json
import math
import pickle
from contextlib import contextmanager
from itertools import pairwise
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import thresher as th
from tests.depth import tries
from thresher.evaluation.measures import reliability_meter
from thresher.evaluation.measures import scores as scored
from thresher.evaluation.measures.reliability import Bin, Reliability, wilson
from thresher.evaluation.measures.reliability_meter import ReliabilityMeter

PROBABILITIES = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 1e-300, 0.29, 0.3]), st.floats(0, 1))
ROWS = st.lists(st.tuples(PROBABILITIES, st.booleans()), min_size=1, max_size=90)
CUTS = st.lists(st.integers(0, 90), max_size=5)


@contextmanager
def small_limits(block=7, windows=4, width=3):
    """Short blocks and few short windows, so that short streams pass every limit."""
    with (
        mock.patch.object(scored, "BLOCK", block),
        mock.patch.multiple(reliability_meter, MOST_WINDOWS=windows, FIRST_WIDTH=width),
    ):
        yield


def measured(rows, cuts=()):
    meter = ReliabilityMeter()
    ends = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    for start, end in pairwise(ends):
        meter.see([p for p, _ in rows[start:end]], [y for _, y in rows[start:end]])
    return meter


def drawn(examples, seed=1, truth=lambda stated: stated):
    rng = np.random.default_rng(seed)
    stated = rng.random(examples)
    return stated, rng.random(examples) < truth(stated)


def expected_error(rows, bins=10):
    """By the definition, example by example."""
    groups = {}
    for p, y in rows:
        groups.setdefault(min(int(p * 100), 99) * bins // 100, []).append((p, y))
    return sum(abs(math.fsum(y - p for p, y in group)) for group in groups.values()) / len(rows)


def check_error(rows):
    assert measured(rows).result().error == pytest.approx(expected_error(rows), abs=1e-12)


@given(rows=ROWS)
@tries(40)
def test_the_calibration_error_is_that_of_a_plain_loop(rows):
    check_error(rows)


def test_the_check_of_the_calibration_error_notices_bins_that_cancel_out():
    rows = [(0.05, True)] * 10 + [(0.95, False)] * 10
    check_error(rows)
    in_one_bin = mock.patch.object(Reliability, "error", property(lambda self: self.calibration_error(1)))
    with in_one_bin, pytest.raises(AssertionError):
        check_error(rows)


@given(rows=ROWS)
@tries(40)
def test_losses_agree_with_scikit_learn(rows):
    result = measured(rows).result()
    stated, labels = [p for p, _ in rows], [y for _, y in rows]
    clipped = np.clip(stated, 1e-15, 1 - 1e-15)
    assert result.log_loss == pytest.approx(metrics.log_loss(labels, clipped, labels=[False, True]), rel=1e-12)
    assert result.brier == pytest.approx(metrics.brier_score_loss(labels, stated, pos_label=True), abs=1e-15)


@given(rows=ROWS, cuts=CUTS)
@tries(40)
def test_nothing_depends_on_how_the_stream_is_cut_or_on_asking_in_between(rows, cuts):
    with small_limits():
        whole, cut = measured(rows).result(), measured(rows, cuts).result()
        one_by_one = ReliabilityMeter()
        for p, y in rows:
            one_by_one.see(p, y)
            one_by_one.result()
        assert cut == whole == one_by_one.result()


def test_the_check_of_cuts_notices_sums_that_know_them():
    class Hasty(ReliabilityMeter):
        def add(self, probabilities, positive):
            super().add(probabilities[:1], positive[:1])  # the rest of each batch is lost

    rows = [(0.1, False), (0.7, True), (0.3, False)]
    with mock.patch(f"{__name__}.ReliabilityMeter", Hasty):
        assert measured(rows, [1]).result() != measured(rows).result()


@given(rows=ROWS, saved=st.integers(0, 90))
@tries(40)
def test_a_meter_that_was_saved_goes_on_bit_for_bit(rows, saved):
    with small_limits():
        for again in (
            lambda meter: ReliabilityMeter.from_state(json.loads(json.dumps(meter.state()))),
            lambda meter: pickle.loads(pickle.dumps(meter)),
        ):
            meter = again(measured(rows[:saved]) if saved else ReliabilityMeter())
            if rest := rows[saved:]:
                meter.see([p for p, _ in rest], [y for _, y in rest])
            assert meter.result() == measured(rows).result()
            assert meter.state() == measured(rows).state()


DAMAGED = {
    "nothing": lambda state: {},
    "a probability above 1": lambda state: state | {"probabilities": [1.5], "positive": [True]},
    "counts that do not agree": lambda state: state | {"blocks": 3},
    "more positives than examples": lambda state: (
        state | {"windows": {"width": 16, "windows": [[0, 0, [[1, 2, 3, 0]]]]}}
    ),
    "a bin that is not there": lambda state: state | {"windows": {"width": 16, "windows": [[0, 0, [[100, 1, 0, 0]]]]}},
    "too many windows": lambda state: state | {"windows": {"width": 16, "windows": [[0, 0, []]] * 65}},
    "a sum that is no number": lambda state: state | {"windows": {"width": 16, "windows": [[math.nan, 0, []]]}},
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_state_is_refused(damage):
    meter = ReliabilityMeter()
    meter.see([0.1, 0.7], [False, True])
    with pytest.raises(th.InputError, match="not the state"):
        ReliabilityMeter.from_state(DAMAGED[damage](meter.state()))


@given(rows=ROWS, most=st.integers(1, 5))
@tries(40)
def test_the_parts_of_the_stream_are_what_they_would_be_alone(rows, most):
    with small_limits():
        parts = measured(rows).result().over_time(most)
        assert len(parts) <= most
        assert [part.first for part in parts] == [0, *(part.last for part in parts[:-1])]
        assert parts[-1].last == len(rows)
        assert len({part.examples for part in parts[:-1]}) <= 1
        assert len(parts) == 1 or 1 <= 2 * parts[-1].examples / parts[0].examples <= 3
        for part in parts:
            alone = measured(rows[part.first : part.last]).result()
            assert [point[1:] for point in part.curve()] == [point[1:] for point in alone.curve()]
            assert [p.stated for p in part.curve()] == pytest.approx([p.stated for p in alone.curve()])
            assert part.log_loss == pytest.approx(alone.log_loss)
            assert part.brier == pytest.approx(alone.brier)


@given(rows=ROWS, share=st.floats(0.01, 1))
@tries(40)
def test_the_last_windows_hold_the_share_that_was_asked_for_and_no_window_more(rows, share):
    with small_limits():
        whole = measured(rows).result()
        lately = whole.lately(share)
        assert lately.last == len(rows)
        assert lately.examples >= share * len(rows) > lately.examples - lately.width


@given(rows=ROWS, bins=st.integers(1, 100), equal=st.sampled_from(["width", "count"]))
@tries(40)
def test_a_curve_rises_in_what_was_stated_and_holds_every_example(rows, bins, equal):
    result = measured(rows).result()
    points = result.curve(bins, equal=equal)
    assert len(points) <= bins
    assert sum(point.examples for point in points) == len(rows)
    assert sum(point.examples * point.positive for point in points) == pytest.approx(sum(y for _, y in rows))
    assert all(a.stated <= b.stated for a, b in pairwise(points))
    assert all(point.interval[0] <= point.positive <= point.interval[1] for point in points)
    assert sum(result.histogram(bins)) == len(rows)


def test_bins_of_equal_counts_hold_nearly_equal_counts():
    stated, labels = drawn(20_000)
    meter = ReliabilityMeter()
    meter.see(stated**3, labels)
    counts = [point.examples for point in meter.result().curve(8, equal="count")]
    assert len(counts) == 8
    largest = max(b.examples for b in meter.result().fine)  # no fine bin is split
    assert max(counts) - min(counts) <= 2 * largest


@given(examples=st.integers(1, 200), data=st.data())
@tries(40)
def test_the_ends_of_wilsons_interval_solve_its_equation(examples, data):
    positives = data.draw(st.integers(0, examples))
    share = positives / examples
    for end in wilson(Bin(examples, positives, 0.0)):
        if 0 < end < 1:
            assert abs(share - end) == pytest.approx(
                1.959963984540054 * math.sqrt(end * (1 - end) / examples), abs=1e-9
            )


def test_wilsons_interval_of_nothing_or_all_reaches_the_edge():
    assert wilson(Bin(5, 0, 0.0))[0] == 0.0
    assert wilson(Bin(5, 5, 0.0))[1] == 1.0


def test_right_probabilities_err_about_as_much_as_chance_and_wrong_ones_more():
    errors, chances = [], []
    for seed in range(20):
        meter = ReliabilityMeter()
        meter.see(*drawn(2000, seed))
        errors.append(meter.result().error)
        chances.append(meter.result().chance)
    assert np.mean(errors) == pytest.approx(np.mean(chances), rel=0.25)
    meter = ReliabilityMeter()
    meter.see(*drawn(2000, truth=np.sqrt))
    assert meter.result().error > 5 * meter.result().chance


def test_a_drift_is_seen_in_the_parts_after_it():
    meter = ReliabilityMeter()
    meter.see(*drawn(6000))
    meter.see(*drawn(6000, seed=2, truth=lambda stated: 1 - stated))
    parts = meter.result().over_time(8)
    before, after = [p for p in parts if p.last <= 6000], [p for p in parts if p.first >= 6000]
    assert max(p.error for p in before) < 0.1 < min(p.error for p in after)
    assert meter.result().lately().error > 0.4


def test_memory_does_not_grow_with_the_stream():
    meter, sizes = ReliabilityMeter(), []
    stated, labels = drawn(40_000)
    for _ in range(4):
        meter.see(stated, labels)
        sizes.append(len(pickle.dumps(meter)))
        assert 32 <= len(meter.result().windows) <= 64
    assert max(sizes) < min(sizes) + 500
    assert meter.result().examples == 160_000


BAD = {
    "a probability above 1": (1.5, True),
    "a probability NaN": (math.nan, True),
    "a label 2": (0.5, 2),
    "too few labels": ([0.5, 0.5], [True]),
    "labels in rows": ([0.5, 0.5], [[True, False]]),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_leaves_everything_as_it_was(name):
    meter = ReliabilityMeter()
    meter.see([0.1, 0.7], [-1, 1])
    before = meter.state()
    with pytest.raises(th.InputError):
        meter.see(*BAD[name])
    assert meter.state() == before


def test_wrong_parameters_are_refused():
    result = measured([(0.5, True)]).result()
    for ask in (
        lambda: result.curve(0),
        lambda: result.curve(101),
        lambda: result.curve(equal="size"),
        lambda: result.over_time(0),
        lambda: result.lately(0.0),
        lambda: result.histogram(0),
    ):
        with pytest.raises(th.ParameterError):
            ask()


def test_nothing_seen_is_said_so():
    with pytest.raises(th.InputError, match="no probability was stated"):
        ReliabilityMeter().result()


STREAM = [({"free": 1, "money": 1}, True), ({"lunch": 1}, False)] * 60


def test_a_run_of_a_learner_with_probabilities_has_them_measured():
    run = th.evaluate(STREAM, th.Perceptron(probabilities=True), holdout=0.2)
    assert run.reliability.examples == run.progress.examples == 96
    assert run.reliability.measures().items() <= run.progress.measures.items()
    assert run.held_out.reliability.examples == 24
    assert json.loads(json.dumps(run.reliability.to_plain()))["over_time"][-1]["last"] == 96


def test_a_run_without_probabilities_or_without_measures_has_none():
    for run in (th.evaluate(STREAM, th.Perceptron()), th.evaluate(STREAM, th.AdaptiveWinnow(), measures=False)):
        assert run.reliability is None
        assert not run.progress.measures.keys() & {"log_loss", "brier", "calibration_error"}
