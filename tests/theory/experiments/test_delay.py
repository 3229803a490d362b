"""Late labels: the bounds hold in every run, the arrivals are what they say, and the sentences follow the counts."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.late import Delayed
from thresher.theory.experiments import EXPERIMENTS
from thresher.theory.experiments.delay import experiment as delay
from thresher.theory.experiments.delay.advice import sentences
from thresher.theory.experiments.delay.arrivals import KINDS, Arrivals, arrivals, held_back
from thresher.theory.experiments.delay.figures import figures, streams
from thresher.theory.experiments.delay.orders import ORDERS, Count, count
from thresher.theory.experiments.delay.streams import planted, turning


@pytest.fixture(scope="module")
def findings():
    return delay.run("quick", 0, lambda words: None)


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_it_is_an_experiment():
    assert EXPERIMENTS["delay"] is delay


def test_no_count_is_above_its_bound(findings):
    bounded = [row for row in rows(findings, "runs") if row["bound"] is not None]
    assert {row["entry"] for row in bounded} == {"A13", "D6a", "D4", "D8", "D6b"}
    assert all(row["mistakes"] <= row["bound"] for row in bounded + rows(findings, "horizons_of_od3"))


def test_the_bounds_could_be_exceeded():
    """With the bound of the learner without delay in their place, the counts of late labels are too many."""
    stream = turning(60, 3)
    counted = {c.order: c for c in count(stream, held_back(60, stream.trials), "held back", 60, 0)}
    assert counted["Immediate"].mistakes > stream.worst


def test_the_same_seed_gives_the_same_findings_and_another_one_others(findings):
    assert delay.run("quick", 0, lambda words: None) == findings
    assert delay.run("quick", 1, lambda words: None).tables != findings.tables


def test_every_order_is_the_learner_itself_without_delay():
    stream = planted(1, 60, 100, 10, seed=3)
    counted = list(count(stream, arrivals("constant", 1, stream.trials, seed=0), "constant", 1, 0))
    assert {c.mistakes for c in counted} == {stream.mistakes(np.arange(stream.trials))}


def test_with_a_constant_delay_orders_of_one_learner_coincide(findings):
    constant = [row for row in rows(findings, "mistakes") if row["kind"] == "constant"]
    assert all(row["Immediate"] == row["OD1"] == row["OD3"] == row["Replay"] for row in constant)
    uniform = [row for row in rows(findings, "mistakes") if row["kind"] == "uniform"]
    assert any(row["Immediate"] != row["OD1"] for row in uniform)


def test_old_answers_hurt_the_immediate_order_and_not_od1(findings):
    old = [row for row in rows(findings, "mistakes") if row["stream"] == "old answers"]
    assert all(row["OD1"] < row["Immediate"] for row in old)
    assert any("Where old answers may be wrong by the time they come: use OD1" in s for s in findings.sentences)


def test_every_kind_of_delay_has_a_figure_with_every_order(findings):
    for kind in KINDS:
        figure = next(f for f in findings.figures if f.name == f"3_shifts_{kind}".replace(" ", "_").replace("-", "_"))
        labels = [label for series in figure.series for label in series.label.split(", ")]
        assert sorted(labels) == sorted([*ORDERS, "no delay"])
    assert any(series.role == "upper bound" for series in findings.figures[-2].series)


def test_a_shorter_horizon_of_od3_is_tried_too(findings):
    tried = rows(findings, "horizons_of_od3")
    assert {row["horizon"] for row in tried} == {1, 3, 10, 100}
    assert all((row["late"] == 0) == (row["horizon"] == 100) for row in tried)
    assert sum("the best horizon is" in sentence for sentence in findings.sentences) == 2


# Arrivals.


@tries(40)
@given(kind=st.sampled_from(KINDS), longest=st.integers(1, 40), trials=st.integers(1, 120), seed=st.integers(0, 99))
def test_arrivals_keep_to_the_longest_delay_and_count_what_is_out(kind, longest, trials, seed):
    made = arrivals(kind, longest, trials, seed)
    assert made.delays.min() >= 1
    assert made.longest <= longest
    out, most = set(), 0
    for number, due in enumerate(made.due(), 1):
        out -= set(due)
        most = max(most, len(out))
        out.add(number)
    assert made.outstanding == most <= made.longest - 1
    assert sorted(made.order.tolist()) == list(range(trials))
    came = [number - 1 for due in made.due() for number in due]
    assert made.order.tolist()[: len(came)] == came
    assert sum(made.counts.values()) == trials
    assert made.late(made.longest) == 0


def test_one_delay_more_is_one_instance_more_that_is_out():
    assert Arrivals(np.array([1, 1, 1])).outstanding == 0
    assert Arrivals(np.array([2, 1, 1])).outstanding == 1


def test_labels_of_a_burst_come_backwards_and_alone():
    due = arrivals("reversed bursts", 9, 30, seed=0).due()
    assert due[5:10] == [[5], [4], [3], [2], [1]]
    assert all(len(numbers) <= 1 for numbers in due)


def test_half_of_the_heavy_tailed_delays_are_none():
    drawn = arrivals("heavy-tailed", 1000, 4000, seed=1).delays
    assert math.isclose((drawn == 1).mean(), 0.5, abs_tol=0.05)
    assert math.isclose((drawn > 10).mean(), 0.05, abs_tol=0.02)


# Streams.


def test_a_stream_in_another_order_is_the_same_examples():
    stream = planted(1, 40, 60, 8, seed=2)
    order = arrivals("uniform", 9, stream.trials, seed=0).order
    learner = stream.learner()
    for i in order.tolist():
        learner.learn_one(stream.examples[i], bool(stream.labels[i]))
    assert stream.mistakes(order) == learner.mistakes


def test_asking_by_hand_counts_the_same():
    stream = planted(1, 60, 80, 8, seed=5)
    made = arrivals("uniform", 20, stream.trials, seed=0)
    late = Delayed(stream.learner())
    for x, due in zip(stream.examples, made.due(), strict=True):
        for number in due:
            late.label(number, bool(stream.labels[number - 1]))
        late.ask(x)
    for number in set(late.keeper.pending().tolist()):
        if late.pending:
            late.label(number, bool(stream.labels[number - 1]))
    immediate = next(c for c in count(stream, made, "uniform", 20, 0) if c.order == "Immediate")
    assert late.mistakes == immediate.mistakes


# Sentences.


def counts(kind, **mistakes):
    undelayed = Count("3 shifts", "none", 1, 0, "no delay", 100, 0, 5, 100, 100, 50.0, "A13")
    return [
        undelayed,
        *(Count("3 shifts", kind, 9, 0, order, 100, 8, mistakes[order], 50, 90, 80.0, "D4") for order in ORDERS),
    ]


@pytest.mark.parametrize("best", ORDERS)
def test_the_advice_is_the_order_with_the_fewest_mistakes(best):
    made = counts("uniform", **{order: 10 if order == best else 30 for order in ORDERS})
    assert any(f"when it comes: use {best}, at worst 1.00 times" in sentence for sentence in sentences(made))
    assert streams(made) == [("3 shifts", "uniform")]
    assert [figure.name for figure in figures(made)] == ["bounds"]
