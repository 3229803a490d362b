"""Measures agree with scikit-learn and with plain loops, however the stream is cut into batches."""

import math
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain, pairwise
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import thresher as th
from thresher.evaluation.measures import measures, ranks
from thresher.evaluation.measures import scores as scored
from thresher.evaluation.measures.grids import sortable
from thresher.evaluation.measures.measures import Measures

SCORES = st.one_of(
    st.sampled_from([-1.0, -0.0, 0.0, 0.5, 0.5000001, 5e-324, math.inf, -math.inf]),
    st.floats(allow_nan=False),
    st.floats(-2, 2),
)
PROBABILITIES = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 1e-300, 1e-15]), st.floats(0, 1))
ROWS = st.lists(st.tuples(st.sampled_from([1, 0]), st.booleans(), SCORES, PROBABILITIES), min_size=1, max_size=60)
CUTS = st.lists(st.integers(0, 60), max_size=6)


@contextmanager
def small_limits(bins=5, block=7, exact=16):
    """Few bins, short blocks and few exact scores, so that short streams pass every limit."""
    with (
        mock.patch.object(measures, "MOST_BINS", bins),
        mock.patch.object(scored, "BLOCK", block),
        mock.patch.object(ranks, "EXACT_SCORES", exact),
    ):
        yield


def arrays(rows):
    labels, predictions, scores, probabilities = zip(*rows, strict=True)
    return (
        np.array(labels, dtype=np.int32),
        np.array(predictions, dtype=np.int32),
        np.array(scores),
        np.array(probabilities),
    )


def measured(rows, cuts=(), window=64):
    columns = arrays(rows)
    ends = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    measures = Measures(window=window)
    for start, end in pairwise(ends):
        measures.add(*(column[start:end] for column in columns))
    return measures


def area_by_pairs(rows):
    """Every pair of a positive and a negative, ties counting half."""
    pairs = [(p[2], n[2]) for p in rows if p[0] == 1 for n in rows if n[0] == 0]
    return float(sum(Fraction((p > n) * 2 + (p == n), 2) for p, n in pairs) / len(pairs)) if pairs else None


def kappa_by_hand(rows):
    previous, right, lazy_right = 0, 0, 0
    for label, prediction, *_ in rows:
        right += (label == 1) == prediction
        lazy_right += label == previous
        previous = label
    return None if lazy_right == len(rows) else float(Fraction(right - lazy_right, len(rows) - lazy_right))


def check_area_and_kappa(rows):
    found = measured(rows).tally().measures
    assert found.get("auc") == area_by_pairs(rows)
    assert found.get("auc_error") == (None if area_by_pairs(rows) is None else 0)
    assert found.get("kappa_no_change") == kappa_by_hand(rows)


@given(rows=ROWS)
def test_area_and_kappa_are_those_of_plain_loops(rows):
    check_area_and_kappa(rows)


TIED = [(1, True, 0.5, 0.5), (0, True, 0.5, 0.5), (0, False, 0.25, 0.5)]


def test_the_check_of_the_area_notices_ties_that_count_nothing():
    true_area = ranks._area
    check_area_and_kappa(TIED)
    without_ties = mock.patch.object(ranks, "_area", lambda counts: (true_area(counts)[0] - true_area(counts)[1], 0.0))
    with without_ties, pytest.raises(AssertionError):
        check_area_and_kappa(TIED)


def test_the_check_of_kappa_notices_a_first_label_that_is_not_taken_for_negative():
    rows = [(0, True, 0.0, 0.5), (1, True, 0.0, 0.5)]
    check_area_and_kappa(rows)

    class Optimist(Measures):
        def tally(self):
            tally = super().tally()
            unchanged = self.counts.unchanged - 1  # the first label, negative, no longer counts as unchanged
            right = tally.examples - tally.mistakes
            tally.measures["kappa_no_change"] = (right - unchanged) / (tally.examples - unchanged)
            return tally

    with mock.patch(f"{__name__}.Measures", Optimist), pytest.raises(AssertionError):
        check_area_and_kappa(rows)


def test_kappa_of_a_hand_made_stream():
    labels = np.array([1, 1, 1, 0, 0, 1])
    measures = Measures()
    measures.add(labels, np.array([True, True, True, True, False, True]))  # 5 of 6; no change: 3 of 6
    assert measures.tally().measures["kappa_no_change"] == (5 - 3) / (6 - 3)


@given(rows=ROWS)
def test_counts_and_class_measures_agree_with_scikit_learn(rows):
    labels, predictions, *_ = arrays(rows)
    tally = measured(rows).tally()
    said = predictions
    (tn, fp), (fn, tp) = metrics.confusion_matrix(labels, said, labels=[0, 1]).tolist()
    counts = (tally.examples, tally.mistakes, tally.positives, tally.negatives)
    assert counts == (len(rows), fp + fn, tp + fn, tn + fp)
    assert (tally.false_positives, tally.false_negatives) == (fp, fn)
    expected = {}
    if tp + fn and tn + fp:
        expected["balanced_error"] = 1 - metrics.balanced_accuracy_score(labels, said)
    if tp + fp:
        expected["precision"] = metrics.precision_score(labels, said)
    if tp + fn:
        expected["recall"] = metrics.recall_score(labels, said)
    if tp + fp + fn:
        expected["f1"] = metrics.f1_score(labels, said)
    others = {"log_loss", "brier", "calibration_error", "auc", "auc_error", "kappa_no_change", "average_precision"}
    assert {k: v for k, v in tally.measures.items() if k not in others} == pytest.approx(expected, abs=1e-12)


@given(rows=ROWS)
def test_losses_agree_with_scikit_learn(rows):
    labels, _, _, probabilities = arrays(rows)
    with small_limits():
        found = measured(rows).tally().measures
    clipped = np.clip(probabilities, 1e-15, 1 - 1e-15)
    assert found["log_loss"] == pytest.approx(metrics.log_loss(labels, clipped, labels=[0, 1]), rel=1e-12)
    assert found["brier"] == pytest.approx(metrics.brier_score_loss(labels, probabilities, pos_label=1), abs=1e-15)


@given(rows=ROWS, cuts=CUTS, window=st.integers(1, 5), bins=st.integers(1, 6))
def test_nothing_depends_on_how_the_stream_is_cut(rows, cuts, window, bins):
    with small_limits(bins=bins):
        whole, cut = measured(rows, window=window), measured(rows, cuts, window)
        assert cut.tally() == whole.tally()
        assert cut.curve() == whole.curve()
        assert cut.last_window() == whole.last_window()


@given(rows=ROWS, cuts=CUTS)
def test_asking_in_between_changes_nothing(rows, cuts):
    with small_limits():
        asked = Measures(window=2)
        for row in rows:
            asked.add(*arrays([row]))
            asked.tally(), asked.curve(), asked.last_window()
        assert asked.tally() == measured(rows, cuts, 2).tally()


@given(rows=ROWS)
def test_the_true_area_is_within_the_error_when_scores_are_counted_in_buckets(rows):
    with small_limits(exact=0):
        found = measured(rows).tally().measures
    true = area_by_pairs(rows)
    assert ("auc" in found) == (true is not None)
    if true is not None:
        assert abs(found["auc"] - true) <= found["auc_error"] + 1e-15


def test_the_area_of_a_long_stream_is_near_that_of_scikit_learn():
    rng = np.random.default_rng(1)
    labels = (rng.random(200_000) < 0.3).astype(np.int32)
    scores = rng.normal(size=200_000) + 2 * labels
    measures = Measures()
    for start in range(0, 200_000, 30_000):
        batch = slice(start, start + 30_000)
        measures.add(labels[batch], scores[batch] >= 0, scores[batch])
    found = measures.tally().measures
    assert 0 < found["auc_error"] < 0.001
    assert abs(found["auc"] - metrics.roc_auc_score(labels, scores)) <= found["auc_error"]


def test_the_area_is_exact_up_to_the_limit_and_bounded_one_after():
    labels = np.array([1, 0] * 32768)
    scores = np.arange(65536) * 1e-9 + 1  # all in one or two buckets
    measures = Measures()
    measures.add(labels, scores > 2, scores)
    assert measures.tally().measures["auc"] == metrics.roc_auc_score(labels, scores)
    assert measures.tally().measures["auc_error"] == 0
    measures.add(labels[:1], scores[:1] > 2, scores[:1])
    assert measures.tally().measures["auc_error"] == 0.5


def test_the_area_does_not_overflow():
    counts = np.array([[1 << 32, 1 << 32], [1 << 32, 1 << 32]], dtype=np.int64)
    assert ranks._area(counts) == (0.5, 0.25)


@given(a=SCORES, b=SCORES)
def test_keys_sort_like_scores(a, b):
    first, second = sortable(np.array([a, b])).tolist()
    assert (first < second) == (a < b)
    assert (first == second) == (a == b)


@given(wrong=st.lists(st.booleans(), max_size=70), window=st.integers(1, 4))
def test_the_curve_holds_every_example_in_bins_of_equal_width(wrong, window):
    with small_limits():
        measures = Measures(window=window)
        measures.add(np.ones(len(wrong), dtype=np.int32), ~np.array(wrong, dtype=bool))
        curve = measures.curve()
    width = window
    while len(wrong) > 5 * width:
        width *= 2
    bins = [wrong[start : start + width] for start in range(0, len(wrong), width)]
    assert (curve.width, curve.examples) == (width, [len(b) for b in bins])
    assert curve.mistakes == [sum(b) for b in bins]
    recent = list(chain(*(bins[-2:] if bins and len(bins[-1]) < width else bins[-1:])))
    assert measures.last_window() == (sum(recent) / len(recent) if recent else 0)


def test_sums_over_blocks_are_exact():
    labels = np.ones(100_000, dtype=np.int32)
    measures = Measures()
    measures.add(labels, labels > 0, None, np.full(100_000, 0.9))
    square = (0.9 - 1) * (0.9 - 1)
    blocks = [math.fsum([square] * min(1024, 100_000 - start)) for start in range(0, 100_000, 1024)]
    assert measures.tally().measures["brier"] == math.fsum(blocks) / 100_000


def test_what_is_not_defined_is_left_out():
    measures = Measures()
    assert (measures.tally().examples, measures.tally().measures, measures.last_window()) == (0, {}, 0)
    measures.add(np.array([0]), np.array([False]), np.array([1.0]))
    assert measures.tally().measures == {}
    assert measures.curve().ends() == [1]


GOOD = (np.array([1, 0]), np.array([True, True]), np.array([1.0, 2.0]), np.array([0.5, 0.5]))
BAD = {
    "no label": (0, np.array([1, -1])),
    "a label that is no class number": (0, np.array([1, 2**32 + 1])),
    "labels of another type": (0, np.array([1.0, 0.0])),
    "labels in a table": (0, np.array([[1, 0]])),
    "too few answers": (1, np.array([True])),
    "an answer that is no class number": (1, np.array([1, -2])),
    "answers of another type": (1, np.array([0.5, 1.0])),
    "too few scores": (2, np.array([1.0])),
    "a score NaN": (2, np.array([1.0, math.nan])),
    "too many probabilities": (3, np.array([0.5, 0.5, 0.5])),
    "a probability above 1": (3, np.array([0.5, 1.5])),
    "a probability NaN": (3, np.array([0.5, math.nan])),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_leaves_everything_as_it_was(name):
    measures = Measures()
    measures.add(*GOOD)
    before = measures.tally(), measures.curve()
    place, value = BAD[name]
    with pytest.raises(th.InputError):
        measures.add(*(value if i == place else good for i, good in enumerate(GOOD)))
    assert (measures.tally(), measures.curve()) == before


def test_a_window_of_no_width_is_refused():
    with pytest.raises(th.ParameterError):
        Measures(window=0)


def test_without_an_answer_there_is_no_error_and_nothing_was_found():
    measures = Measures()
    measures.add([1, 0, 1], [-1, -1, -1])
    tally = measures.tally()
    assert math.isnan(tally.error)
    assert (tally.answered, tally.measures["recall"], tally.measures["f1"]) == (0, 0.0, 0.0)
    assert "precision" not in tally.measures
    assert "error: no answer to judge" in repr(tally)
    measures.add([1, 0], [1, 1])
    tally = measures.tally()
    assert (tally.error, tally.answered) == (1 / 5, 2)
    assert (tally.measures["precision"], tally.measures["recall"], tally.measures["f1"]) == (1 / 2, 1 / 3, 2 / 5)


def test_measures_are_all_wanted_or_none_and_names_are_told_so():
    with pytest.raises(th.ParameterError, match="measures must be True or False"):
        th.evaluate([({"a": 1}, True)], th.Perceptron(), measures=["average-precision"])
