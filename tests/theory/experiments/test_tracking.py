"""Tracking: bounds hold in every part, the streams are what the theorems need, and the chain plays by the rules."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.learners import TrackingPNorm, TrackingWinnow
from thresher.theory.concepts import Planted
from thresher.theory.experiments.tracking import (
    experiment as tracking,
)
from thresher.theory.experiments.tracking import (
    heavy_weights as tracking_heavy_weights,
)
from thresher.theory.experiments.tracking import (
    robustness as tracking_robustness,
)
from thresher.theory.experiments.tracking import (
    shifts as tracking_shifts,
)
from thresher.theory.experiments.tracking.chain import Chain
from thresher.theory.experiments.tracking.learners import Problem, tracking_p_norm, tracking_winnow, winnow
from thresher.theory.experiments.tracking.streams import joined, replaced, stretches
from thresher.theory.experiments.tracking.treatments import Stream, lifted, lifted_gently, nothing
from thresher.theory.experiments.tracking.values import TinyValues


@pytest.fixture(scope="module")
def findings():
    return tracking.run("quick", 0, lambda words: None)


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


TABLES = ["shifts", "sparse", "tiny_values", "heavy_weights_played", "wrong_parameters_counts"]


@pytest.mark.parametrize("name", TABLES)
def test_no_count_is_above_its_bound(findings, name):
    bounded = [row for row in rows(findings, name) if row["bound"] is not None]
    assert bounded
    assert all(row["mistakes"] <= row["bound"] for row in bounded)


def test_the_same_seed_gives_the_same_findings_and_another_one_others(findings):
    assert tracking.run("quick", 0, lambda words: None) == findings
    assert tracking.run("quick", 1, lambda words: None).tables != findings.tables


def test_every_part_has_its_figures_and_sentences(findings):
    assert len(findings.figures) == 4 + 1 + 2 + 2 + 4
    assert [table.name for table in findings.tables] == [*TABLES[:4], "wrong_parameters", TABLES[4]]
    for words in (
        "mistakes per shift",
        "Sparse instances",
        "Tiny values that matter",
        "Lemma 2",
        "1/16 of the right delta",
    ):
        assert any(words in sentence for sentence in findings.sentences), words


# Shifts.


@pytest.fixture(scope="module")
def shifting():
    planted = Planted(replaced("disjunction", 3, 200), attributes=60, active=10, seed=4)
    parts = stretches(planted)
    return planted, parts, Problem.of(60, planted.guaranteed, planted.sequence, parts)


def test_stretches_are_the_stream(shifting):
    planted, parts, _ = shifting
    examples, labels = zip(*planted, strict=True)
    told, cut, whole = TrackingWinnow(), TrackingWinnow(), TrackingWinnow()
    told.learn_many([*examples], [*labels])
    for part in parts:
        cut.learn_many(part.plain, part.labels)
    whole.learn_many(joined([part.plain for part in parts]), np.concatenate([part.labels for part in parts]))
    assert told == cut == whole


def test_the_constant_is_an_attribute_more(shifting):
    planted, parts, _ = shifting
    told, cut = TrackingPNorm(), TrackingPNorm()
    for x, y in planted:
        told.learn_one({**x, 60: 1.0}, y)
    for part in parts:
        cut.learn_many(part.with_constant, part.labels)
    assert told == cut


def test_a_problem_knows_what_the_theorems_ask(shifting):
    _, _, problem = shifting
    assert (problem.norm, problem.separation, problem.disjunctions) == (10, 1.0, True)
    assert problem.sequence.literals_on == 16
    assert problem.signed[1] == {4: 2.0, 5: 2.0, 6: 2.0, 7: 2.0, "constant": -1.0}


def test_with_an_oracle_a_stretch_does_not_know_those_before_it(shifting):
    _, parts, problem = shifting
    told = winnow(problem, reset=True)
    assert told.mistakes(parts)[2] == told.mistakes(parts[2:])[0]
    never = winnow(problem, reset=False)
    assert never.mistakes(parts)[1:] != never.mistakes(parts[1:])


def test_a_bound_for_a_concept_that_stays_is_broken_by_one_that_shifts():
    planted = Planted(replaced("disjunction", 11, 300), attributes=100, active=12, seed=1)
    parts = stretches(planted)
    shifting = Problem.of(100, planted.guaranteed, planted.sequence, parts)
    staying = Problem.of(100, planted.guaranteed, planted.sequence.until(300), parts[:1])
    counted = sum(tracking_winnow(shifting).mistakes(parts))
    assert tracking_winnow(staying).bound < counted <= tracking_winnow(shifting).bound


def test_the_tracking_p_norm_stays_below_g4_where_it_is_told_the_right_radius(shifting):
    _, parts, problem = shifting
    for p in (2, 5):
        contestant = tracking_p_norm(problem, p, "")
        assert contestant.make().radius == pytest.approx((4 * 2 ** (p / (p - 1)) + 1) ** ((p - 1) / p))
        assert sum(contestant.mistakes(parts)) <= contestant.bound


def test_a_floor_is_worth_more_the_more_shifts_there_are():
    setting = tracking_shifts.Setting(sparse=10, active=1, dense=200, shifts=9, every=800, seeds=1)
    counts = {c.learner: c for c in tracking_shifts._count(setting, "disjunction", "dense", 0)}
    assert counts["Winnow, never reset"].total > 1.2 * counts["tracking Winnow"].total


# Tiny values.


@tries(20)
@given(
    smallest=st.sampled_from([1.0, 0.3, 0.01, 1e-4]),
    scale=st.sampled_from([1.0, 0.1, 1e-3]),
    relevant=st.integers(1, 4),
    seed=st.integers(0, 99),
)
def test_streams_with_tiny_values_are_what_they_say(smallest, scale, relevant, seed):
    assume(smallest <= scale)
    stream = TinyValues(30, 6, relevant, 2, 80, smallest, scale, seed)
    for i, (examples, labels) in enumerate(stream.stretches()):
        assert examples.values.min() >= smallest * (1 - 1e-12)
        assert examples.values.max() <= 1
        for row, label in enumerate(labels):
            part = slice(examples.starts[row], examples.starts[row + 1])
            columns, values = examples.indices[part], examples.values[part]
            assert len(set(columns.tolist())) == len(columns)
            assert values.sum() <= stream.norm
            own = (columns >= i * relevant) & (columns < (i + 1) * relevant)
            score = stream.weight * values[own].sum()
            assert score >= 1.5 - 1e-9 if label else score <= 0.5 + 1e-9


def test_dropping_values_that_matter_is_what_hurts(findings):
    least = min(row["zeta"] for row in rows(findings, "tiny_values") if row["tiny values"] == "matter")
    counted = {
        row["treatment"]: row["mistakes"]
        for row in rows(findings, "tiny_values")
        if (row["tiny values"], row["zeta"], row["seed"]) == ("matter", least, 0)
    }
    assert counted["lifted to 0.05"] > 2 * counted["as they are"]


def test_treatments_see_no_value_below_the_one_they_lift_to():
    stream = Stream(0.5, 20, 30, 3, 1.5, 1e-4)
    for treatment in (lifted(stream), lifted_gently(stream)):
        seen = treatment.make().instance({"a": treatment.least * 0.7, "b": treatment.least * 0.4, "c": 1.0})
        assert seen == {"a": treatment.least, "c": 1.0}
    assert nothing(stream).make().instance({"a": 1e-4}) == {"a": 1e-4}


# Heavy weights.


class Recorded:
    """A tracking Winnow that remembers what it was shown."""

    def __init__(self, learner):
        self.learner = learner
        self.shown = []

    def learn_one(self, x, y):
        self.shown.append((dict(x), y))
        return self.learner.learn_one(x, y)

    def __getattr__(self, name):
        return getattr(self.learner, name)


@pytest.mark.parametrize("smallest", [1.0, 0.1, 1e-4])
def test_the_chain_shows_clean_examples_of_its_concepts_and_nothing_but_mistakes(smallest):
    learner = Recorded(TrackingWinnow.for_separation(0.5, norm=6))
    chain = Chain(learner, 0.5, 6, smallest)
    chain.play(5)
    assert chain.mistakes == len(learner.shown) == learner.mistakes
    known = -1  # the newest attribute that a positive example had: it and the one before it are relevant
    for x, y in learner.shown:
        assert len(x) <= 6
        assert smallest <= min(x.values()) <= max(x.values()) <= 1
        places = {int(name.split()[1]): value for name, value in x.items() if name.startswith("relevant")}
        if y:
            known = max(places)
            assert set(places) <= {known, known - 1}
            assert sum(places.values()) == pytest.approx(1)
        else:
            assert known not in places


def test_tiny_values_make_weights_heavy_and_booleans_do_not():
    largest = []
    for smallest in (1.0, 1e-3):
        chain = Chain(TrackingWinnow.for_separation(0.5, norm=6), 0.5, 6, smallest)
        chain.play(4)
        largest.append(chain.largest_weight)
    assert largest[0] <= 1.5 < 5 < largest[1]


def test_the_theorems_are_drawn_in_their_order():
    promised = tracking_heavy_weights.bounds(0.5, 20, 1000)
    ordered = [tracking_heavy_weights.BOOLEAN, tracking_heavy_weights.BUDGET, tracking_heavy_weights.ANY]
    assert [promised[name] for name in ordered] == sorted(promised[name] for name in ordered)


# Wrong parameters.


def test_wrong_parameters_are_measured_against_the_right_ones(findings):
    for row in rows(findings, "wrong_parameters"):
        if row["delta x"] == 1:
            assert row["lambda x 1"] == 1
    setting = tracking_robustness.SETTINGS["quick"]
    assert len(rows(findings, "wrong_parameters")) == 3 * len(setting.factors)


def test_a_promotion_that_is_too_small_costs(findings):
    worst = [row["lambda x 1"] for row in rows(findings, "wrong_parameters") if row["delta x"] == 1 / 16]
    assert min(worst) > 1.5
    assert all(math.isfinite(ratio) for ratio in worst)


def test_where_a4_promises_nothing_there_is_no_bound(findings):
    counts = rows(findings, "wrong_parameters_counts")
    none = {(row["stream"], row["delta x"]) for row in counts if row["bound"] is None}
    assert none == {("thresholds", 4), ("thresholds", 16)}
