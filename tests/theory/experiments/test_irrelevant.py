"""More and more irrelevant attributes: bounds hold, and the logarithm and the line can be seen."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.theory.experiments.growth_fits import fit, least_squares
from thresher.theory.experiments.irrelevant import experiment as irrelevant
from thresher.theory.experiments.irrelevant.learners import contestants
from thresher.theory.experiments.irrelevant.streams import BITS, fair_coins, most_active, sparse_instances

SMALL = irrelevant.Setting([16, 64], seeds=1, least_trials=300)
WINNOWS = ("Winnow", "tracking Winnow", "Balanced Winnow", "p-norm Perceptron, p = 2 ln n")


@pytest.fixture(scope="module")
def findings():
    return irrelevant.run("quick", 0, lambda words: None)


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_no_count_is_above_its_bound(findings):
    counts = rows(findings, "counts")
    setting = irrelevant.SETTINGS["quick"]
    assert len(counts) == 2 * len(setting.sizes) * setting.seeds * 5
    assert all(row["mistakes"] <= row["bound"] for row in counts)


def test_a_bound_for_fewer_literals_would_be_broken(findings):
    none = {contestant.name: contestant.bound(1) for contestant in contestants(1024, 0, 1024)[:2]}
    beyond = [row for row in rows(findings, "counts") if row["n"] == 1024 and row["learner"] in none]
    assert beyond
    assert all(row["mistakes"] > none[row["learner"]] for row in beyond)


def test_on_fair_coins_the_perceptron_has_the_line_and_the_others_the_logarithm(findings):
    growth = {row["learner"]: row["growth"] for row in rows(findings, "fits") if row["instances"] == "dense"}
    assert growth == {"Perceptron": "line"} | dict.fromkeys(WINNOWS, "logarithm")


def test_on_sparse_instances_the_bounds_of_perceptron_and_tracking_winnow_do_not_know_n(findings):
    for learner in ("Perceptron", "tracking Winnow"):
        bounds = {
            row["bound"]
            for row in rows(findings, "counts")
            if (row["instances"], row["learner"]) == ("sparse", learner)
        }
        assert len(bounds) == 1


def test_the_same_seed_gives_the_same_findings_and_another_one_others(monkeypatch):
    monkeypatch.setitem(irrelevant.SETTINGS, "quick", SMALL)
    first, again, other = (irrelevant.run("quick", seed, lambda words: None) for seed in (1, 1, 2))
    assert first == again
    assert first.tables != other.tables


def test_more_trials_are_for_the_slow_alone(monkeypatch):
    monkeypatch.setitem(irrelevant.SETTINGS, "quick", replace(SMALL, sizes=[16, 128], trials_per_attribute=400))
    counts = rows(irrelevant.run("quick", 0, lambda words: None), "counts")
    dense = {row["learner"]: row["trials"] for row in counts if row["instances"] == "dense" and row["n"] == 128}
    assert dense["Perceptron"] == 400 * 128
    assert {dense[learner] for learner in WINNOWS} == {BITS // 128}  # a block is not cut


@pytest.mark.parametrize("n", [8, 64, 1 << 14])
def test_fair_coins_are_examples_of_the_disjunction(n):
    blocks = list(fair_coins(n, 2, 300, seed=5))
    assert sum(examples.rows for examples, _ in blocks) == 300
    on = []
    for examples, labels in blocks:
        for i, label in enumerate(labels):
            columns = examples.indices[examples.starts[i] : examples.starts[i + 1]]
            assert len(set(columns.tolist())) == len(columns)
            assert np.sum(columns < 2) == label
            on.append(np.sum(columns >= 2) / (n - 2))
        assert most_active((examples, labels)) == max(np.diff(examples.starts))
    assert abs(np.mean(on) - 0.5) < 0.1


def test_sparse_instances_are_examples_of_the_disjunction():
    [(examples, labels)] = sparse_instances(100, 2, 8, 200, seed=5)
    assert most_active((examples, labels)) == 8
    for i, label in enumerate(labels):
        columns = [examples.names[j] for j in examples.indices[examples.starts[i] : examples.starts[i + 1]]]
        assert sum(column < 2 for column in columns) == label


@tries(30)
@given(a=st.floats(-50, 50), b=st.floats(0.5, 20), sizes=st.sets(st.integers(3, 10**5), min_size=4, max_size=9))
def test_a_fit_finds_the_line_that_is_there(a, b, sizes):
    line = least_squares([*sizes], [a + b * n for n in sizes])
    assert line.slope == pytest.approx(b, rel=1e-6)
    assert line(10.0) == pytest.approx(a + 10 * b, rel=1e-6, abs=1e-4)
    assert line.explained == pytest.approx(1)


@tries(30)
@given(b=st.floats(1, 20), sizes=st.sets(st.integers(3, 10**5), min_size=4, max_size=9))
def test_growth_is_told_by_the_better_fit(b, sizes):
    spread = max(sizes) >= 30 * min(sizes)
    logarithmic = fit([*sizes], [b * math.log(n) for n in sizes])
    linear = fit([*sizes], [b * n for n in sizes])
    if spread:
        assert (logarithmic.growth, linear.growth) == ("logarithm", "line")
    assert fit([*sizes], [b] * len(sizes)).growth == "none"


def test_every_figure_has_each_learner_and_its_bound(findings):
    assert [figure.name for figure in findings.figures] == ["irrelevant_dense", "irrelevant_sparse"]
    for figure in findings.figures:
        measured = [series.label for series in figure.series if series.label]
        assert {series.like for series in figure.series if series.role == "upper bound"} == set(measured)
    assert len(findings.sentences) == 11
