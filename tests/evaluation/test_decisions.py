"""Decisions at thresholds agree with scikit-learn and with plain loops, exactly or within the stated error."""

import math
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sklearn import metrics

import thresher as th
from thresher.evaluation import Costs, Decisions
from thresher.evaluation.measures import ranks
from thresher.evaluation.measures.decision_meter import DecisionMeter
from thresher.evaluation.measures.grids import PROBABILITIES, SCORES

PROBABILITY = st.one_of(st.sampled_from([0.0, 1.0, 0.5, 1e-300, 1e-15, 0.1, 0.25]), st.floats(0, 1))
SCORE = st.one_of(st.sampled_from([-1.0, -0.0, 0.0, 0.5, 0.5000001, 5e-324]), st.floats(-1e300, 1e300))
ROWS = st.lists(st.tuples(st.booleans(), PROBABILITY, st.sampled_from([1.0, 2.0, 0.5, 0.1])), min_size=1, max_size=60)


def columns(rows):
    labels, stated, weights = zip(*rows, strict=True)
    return np.array(labels), np.array(stated), np.array(weights)


def check_average_precision(rows, weighted):
    labels, stated, weights = columns(rows)
    given = weights if weighted else None
    found = Decisions.of(labels, stated, given)
    if not labels.any():
        assert found.average_precision is None
        return
    expected = metrics.average_precision_score(labels, stated, sample_weight=given)
    assert found.average_precision == pytest.approx(expected, rel=1e-9)
    assert found.average_precision_error == 0


@given(rows=ROWS, weighted=st.booleans())
@example(rows=[(True, 0.5, 1.0), (False, 0.5, 1.0)], weighted=False)  # tied
def test_average_precision_is_that_of_scikit_learn_with_ties_and_weights(rows, weighted):
    check_average_precision(rows, weighted)


def test_the_check_notices_ties_in_which_positives_come_first():
    rows = [(True, 0.5, 1.0), (False, 0.5, 1.0)]
    check_average_precision(rows, False)
    true_counts = Decisions.of

    def positives_first(labels, stated, weights=None):
        return true_counts(labels, stated + 1e-9 * labels, weights)

    with mock.patch.object(Decisions, "of", positives_first), pytest.raises(AssertionError):
        check_average_precision(rows, False)


@given(rows=st.lists(st.tuples(st.booleans(), SCORE), min_size=1, max_size=60))
def test_average_precision_of_scores_is_that_of_scikit_learn(rows):
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    assume(labels.any())
    found = Decisions.of(labels, scores, by="score")
    assert found.average_precision == pytest.approx(metrics.average_precision_score(labels, scores), rel=1e-9)


@given(rows=ROWS, weighted=st.booleans())
def test_every_threshold_has_the_precision_and_recall_of_scikit_learn(rows, weighted):
    labels, stated, weights = columns(rows)
    given = weights if weighted else None
    assume(labels.any())
    found = Decisions.of(labels, stated, given)
    precision, recall, thresholds = metrics.precision_recall_curve(labels, stated, sample_weight=given)
    for p, r, threshold in zip(precision, recall, thresholds, strict=False):
        at = found.at(threshold)
        assert (at.precision, at.recall) == (pytest.approx(p), pytest.approx(r))
        assert at.alerts_per_thousand == pytest.approx(1000 * np.average(stated >= threshold, weights=given))


@given(rows=ROWS, threshold=PROBABILITY, fp=st.integers(0, 9), fn=st.integers(1, 99))
def test_a_threshold_counts_what_a_plain_loop_counts(rows, threshold, fp, fn):
    labels, stated, _ = columns(rows)
    at = Decisions.of(labels, stated).at(threshold)
    said = stated >= threshold
    assert (at.alerts, at.hits) == (said.sum(), (said & labels).sum())
    assert (at.examples, at.positives) == (len(rows), labels.sum())
    assert at.cost(Costs(fp, fn)) == fp * (said & ~labels).sum() + fn * (~said & labels).sum()


@given(rows=ROWS, k=st.integers(1, 70))
def test_the_top_k_of_tied_examples_is_what_is_expected_of_a_random_order(rows, k):
    labels, stated, _ = columns(rows)
    top = Decisions.of(labels, stated).top(k)
    wanted = min(k, len(rows))
    cut = sorted(stated, reverse=True)[wanted - 1]
    above, tied = stated > cut, stated == cut
    share = Fraction(int((tied & labels).sum()), int(tied.sum()))
    assert top.alerts == wanted
    assert top.hits == pytest.approx(float((above & labels).sum() + share * int(wanted - above.sum())))
    assert top.threshold == cut


def test_a_share_of_the_examples_is_so_many_of_them():
    found = Decisions.of([True] * 5 + [False] * 95, np.linspace(1, 0, 100))
    assert found.top(0.1) == found.top(10)
    assert (found.top(0.1).precision, found.top(0.1).recall) == (0.5, 1.0)
    assert list(found.tops()) == [0.01, 0.05, 0.1]
    for wrong in (0, -1, math.nan):
        with pytest.raises(th.ParameterError):
            found.top(wrong)


# Too many to be kept: counted in buckets.


def counted_in_buckets(labels, stated, weights=None, by="probability"):
    with mock.patch.object(ranks, "EXACT_SCORES", 0):
        return Decisions.of(labels, stated, weights, by=by)


@given(rows=ROWS, weighted=st.booleans(), fine=st.booleans())
def test_the_true_average_precision_is_within_the_error(rows, weighted, fine):
    labels, stated, weights = columns(rows)
    stated = 0.5 + (stated - 0.5) / 200 if fine else stated  # many in each bucket
    assume(labels.any())
    given = weights if weighted else None
    found = counted_in_buckets(labels, stated, given)
    true = metrics.average_precision_score(labels, stated, sample_weight=given)
    assert not found.exact
    assert abs(found.average_precision - true) <= found.average_precision_error + 1e-12


@given(rows=ROWS)
def test_what_buckets_say_at_their_thresholds_and_at_round_ones_is_exact(rows):
    labels, stated, _ = columns(rows)
    found, true = counted_in_buckets(labels, stated), Decisions.of(labels, stated)
    for threshold in [*found.thresholds.tolist(), *(i / 1000 for i in range(1001))]:
        assert found.at(threshold) == true.at(threshold)


@given(numbers=st.lists(st.floats(0, 1), min_size=1))
def test_a_number_is_in_the_bucket_that_ends_at_or_below_it(numbers):
    values = np.array(numbers)
    for grid, ours in ((PROBABILITIES, values), (SCORES, values), (SCORES, -values), (SCORES, 1e300 * (values - 0.5))):
        places = grid.places(ours)
        assert (grid.ends(places) <= ours).all()
        above = places + 1 < grid.size
        assert (grid.ends(places[above] + 1) > ours[above]).all()


def test_a_long_stream_of_rare_positives_is_measured_to_the_third_digit():
    rng = np.random.default_rng(1)
    labels = rng.random(300_000) < 0.002
    stated = 1 / (1 + np.exp(6 - rng.normal(size=300_000) - 2 * labels))
    found = Decisions.of(labels, stated)
    true = metrics.average_precision_score(labels, stated)
    assert not found.exact
    assert abs(found.average_precision - true) <= found.average_precision_error < 0.005 * true
    assert found.average_precision == pytest.approx(true, rel=1e-3)
    assert found.top(1000).hits == pytest.approx(labels[np.argsort(-stated)][:1000].sum(), abs=1)


# However it comes in.


@given(rows=ROWS, cuts=st.lists(st.integers(0, 60), max_size=5), exact=st.sampled_from([0, 7, 1000]))
def test_nothing_depends_on_how_the_stream_is_cut(rows, cuts, exact):
    labels, stated, weights = columns(rows)
    scores = stated - 0.5

    def measured(cuts):
        meter = DecisionMeter()
        for part in np.split(np.arange(len(rows)), sorted(cuts)):
            meter.add(scores[part], stated[part], labels[part], weights[part])
            if len(part):
                meter.decisions()  # asking changes nothing
        return meter.measures(), meter.decisions(), meter.weighted()

    with mock.patch.object(ranks, "EXACT_SCORES", exact):
        assert measured(cuts) == measured([])


@given(rows=ROWS, exact=st.sampled_from([0, 1000]))
def test_turned_round_is_as_if_the_other_label_had_been_positive(rows, exact):
    labels, stated, weights = columns(rows)
    stated = np.round(stated * 8) / 8  # 1 - p is exact, and ends a bucket
    turned, straight = DecisionMeter(), DecisionMeter()
    with mock.patch.object(ranks, "EXACT_SCORES", exact):
        turned.add(stated - 0.5, stated, labels, weights)
        turned.turn()
        straight.add(0.5 - stated, 1 - stated, ~labels, weights)
        found, expected = turned.decisions(), straight.decisions()
        assert turned.measures() == straight.measures()
        assert found.average_precision == pytest.approx(expected.average_precision)
        assert found.alerts.tolist() == expected.alerts.tolist()


# Thresholds for a purpose.


@given(rows=ROWS, value=st.floats(0.01, 1))
def test_a_threshold_keeps_its_promise_and_finds_as_much_as_it_can(rows, value):
    labels, stated, _ = columns(rows)
    assume(labels.any())
    found = Decisions.of(labels, stated)
    of_all = [found.at(threshold) for threshold in set(stated)]
    recall = th.threshold_for(found, recall=value)
    assert found.at(recall).recall >= value
    assert all(one.alerts >= found.at(recall).alerts for one in of_all if one.recall >= value)
    for name, keeps in (
        ("precision", lambda one: one.precision >= value),
        ("alerts_per_thousand", lambda one: one.alerts_per_thousand <= value * 1000),
    ):
        wanted = value if name == "precision" else value * 1000
        allowed = [one for one in of_all if keeps(one)]
        if not allowed:
            with pytest.raises(th.InputError, match="no threshold has"):
                th.threshold_for(found, **{name: wanted})
            continue
        chosen = found.at(th.threshold_for(found, **{name: wanted}))
        assert keeps(chosen)
        assert chosen.hits == max(one.hits for one in allowed)


@given(rows=ROWS, fp=st.integers(0, 20), fn=st.integers(1, 20))
def test_no_threshold_costs_less_than_the_cheapest(rows, fp, fn):
    labels, stated, _ = columns(rows)
    found, costs = Decisions.of(labels, stated), Costs(fp, fn)
    cheapest = min(found.at(threshold).cost(costs) for threshold in [*stated, 2.0])
    try:
        threshold = th.threshold_for(found, cost=(fp, fn))
    except th.InputError:
        assert stated.max() == 1.0  # nothing is above it
        assert cheapest == found.at(2.0).cost(costs)
    else:
        assert found.at(threshold).cost(costs) == cheapest


def test_costs_say_the_threshold():
    assert Costs.read((1, 49)).threshold == 0.02
    assert Costs.read({"fn": 3, "fp": 1}).threshold == 0.25
    for wrong in ((1,), (1, 2, 3), "12", {"fp": 1}, 5, None, (0, 0), (-1, 1), (1, math.nan), (1, "x")):
        with pytest.raises(th.ParameterError, match="cost"):
            Costs.read(wrong)


def test_what_can_not_be_promised_is_refused():
    found = Decisions.of([False, True, False], [0.9, 0.5, 0.1])
    with pytest.raises(th.InputError, match=r"no threshold has precision 0\.9 in this run: the largest is 0\.5"):
        th.threshold_for(found, precision=0.9)
    with pytest.raises(th.InputError, match="no threshold has alerts per thousand 5 in this run: the least is 333"):
        th.threshold_for(found, alerts_per_thousand=5)
    with pytest.raises(th.InputError, match="no example was positive"):
        th.threshold_for(Decisions.of([False], [0.5]), recall=0.9)
    for wrong in ({}, {"precision": 0.9, "recall": 0.9}):
        with pytest.raises(th.ParameterError, match="say one thing"):
            th.threshold_for(found, **wrong)
    for wrong in ({"precision": 1.1}, {"recall": 0}, {"alerts_per_thousand": 1001}, {"precision": "high"}):
        with pytest.raises(th.ParameterError):
            th.threshold_for(found, **wrong)


STREAM = [({"free": 1}, True), ({"lunch": 1}, False), ({"noon": 1}, False)] * 20


def test_a_run_says_why_it_has_no_threshold():
    th.threshold_for(th.evaluate(STREAM, th.Auto()), recall=0.5)
    runs = {
        "evaluate with measures=True": th.evaluate(STREAM, th.Auto(), measures=False),
        "probabilities=True": th.evaluate(STREAM, th.Perceptron()),
        "about two labels": th.evaluate([({"a": 1}, "a"), ({"b": 1}, "b"), ({"c": 1}, "c")] * 5, th.Auto()),
        "no example had a label": th.evaluate([({"a": 1}, None)], th.Auto()),
    }
    for why, run in runs.items():
        with pytest.raises(th.InputError, match=why):
            th.threshold_for(run, precision=0.5)


@pytest.mark.parametrize("learner", [th.Auto, lambda: th.Perceptron(probabilities=True), th.NaiveBayes, th.Perceptron])
def test_a_run_is_measured_by_what_was_stated_before_each_label(learner):
    stream = [({"x": (i * 7919 % 101) / 101, "y": 1}, (i * 7919 % 101) % 10 == 0, 1 + i % 3) for i in range(400)]
    run = th.evaluate(stream, learner(), cost=(1, 9))
    model, labels, stated = learner(), [], []
    for x, y, weight in stream:
        by_probability = model.traits.probabilities
        stated.append(model.predict_proba_one(x).get(True, 0.5) if by_probability else model.score_one(x))
        labels.append(y)
        model.learn_one(x, y, weight)
    assert run.decisions.by == ("probability" if by_probability else "score")
    assert run.average_precision == pytest.approx(metrics.average_precision_score(labels, stated))
    weighted = metrics.average_precision_score(labels, stated, sample_weight=[w for _, _, w in stream])
    assert run.progress.measures["weighted_average_precision"] == pytest.approx(weighted)
    assert run.base_rate == run.decisions.base_rate == np.mean(labels)
    said = np.array(stated) >= (0.1 if by_probability else 0)
    cost = sum(9 if y and not s else s and not y for y, s in zip(labels, said, strict=True))
    assert run.progress.measures["cost"] == pytest.approx(cost / 400)


def test_class_weights_of_many_do_not_change_what_is_measured():
    measured = th.evaluate([({"a": 1}, "a"), ({"b": 1}, "b"), ({"c": 1}, "c")] * 5, th.Auto()).progress.measures
    assert {"macro_precision", "macro_recall", "macro_f1"} <= measured.keys()
    assert "average_precision" not in measured


@given(pairs=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40))
def test_macro_measures_are_those_of_scikit_learn(pairs):
    from thresher.evaluation.measures.measures import Measures

    labels, said = zip(*pairs, strict=True)
    measures = Measures()
    measures.add(np.array(labels), np.array(said), positive=None)
    found = measures.tally(name=int, positive=None).measures
    expected = metrics.precision_recall_fscore_support(labels, said, average="macro", zero_division=0)
    assert [found[f"macro_{name}"] for name in ("precision", "recall", "f1")] == pytest.approx(expected[:3])
