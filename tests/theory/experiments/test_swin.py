"""The experiment of B11: bounds hold all the way, and what the theory says about shifts can be seen."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.theory.bounds import swin_mistakes
from thresher.theory.experiments.swin import experiment as swin
from thresher.theory.experiments.swin.parameters import GENERIC, best_parameters
from thresher.theory.experiments.swin.run import WHO, Setting, Variant, go_through

SMALL = Setting(n=40, every=120, switches=3, streams=2)


@pytest.fixture(scope="module")
def findings():
    return swin.run("quick", 0, lambda words: None)


@pytest.fixture(scope="module")
def run():
    return go_through(SMALL, 3)


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_no_run_makes_more_mistakes_than_its_bound(findings):
    bounded = [row for row in rows(findings, "totals") if row["bound_B6"] is not None]
    assert len(bounded) == 4 * swin.SETTINGS["quick"].streams
    assert all(row["mistakes"] <= row["bound_B6"] for row in bounded)


@pytest.mark.parametrize("who", WHO, ids=str)
def test_the_bound_holds_after_every_trial(run, who):
    for trials in range(1, SMALL.trials + 1):
        bound = run.bound(who, trials)
        assert bound is None or run.mistakes[who][trials - 1] <= bound + 1e-9


def test_a_run_beyond_its_bound_would_be_counted(run):
    who = Variant("tuned", False)
    assert swin._breaches(run, who) == 0
    worse = dataclasses.replace(run, mistakes={who: [m + 500 for m in run.mistakes[who]]})
    assert swin._breaches(worse, who) == len(run.bound_steps(who)) - 1


def test_the_events_are_those_of_the_schedule(run):
    sequence = SMALL.schedule.sequence
    assert (run.total("Z+"), run.total("Z-")) == (sequence.literals_on, sequence.literals_off) == (5, 2)
    wrong = [event for event in run.events if event.kind == "A"]
    assert [event.trial for event in wrong] == SMALL.errors
    assert {event.amount for event in wrong} <= {1, 4}


def test_the_bound_charges_more_for_coming_on_than_for_going_off(findings):
    charged = {kind: set() for kind in ("Z+", "Z-")}
    for row in rows(findings, "events"):
        if row["kind"] in charged and row["trial"] and row["bound_rises_by"] is not None:
            charged[row["kind"]].add(row["bound_rises_by"])
    assert min(charged["Z+"]) > max(charged["Z-"])


def test_plain_winnow_has_a_bound_before_the_first_switch_only(run):
    who = Variant("plain", True)
    assert run.mistakes[who][SMALL.every - 1] <= run.bound(who, SMALL.every)
    assert run.bound(who, SMALL.every + 1) is None


def test_a_floor_keeps_weights_up(run):
    for who in WHO:
        promotion, floor_share = run.parameters[who]
        assert all(floor_share / SMALL.n * (1 - 1e-9) <= weight <= promotion for weight in run.weight_before[who])


@tries(25)
@given(
    n=st.integers(10, 10_000),
    on=st.integers(1, 50),
    off=st.integers(0, 50),
    errors=st.integers(0, 500),
    randomized=st.booleans(),
    stretch=st.floats(0.8, 1.2),
)
def test_no_other_parameters_have_a_lower_bound_than_the_tuned(n, on, off, errors, randomized, stretch):
    stream = {"n": n, "literals_on": on, "literals_off": off, "attribute_errors": errors, "randomized": randomized}
    promotion, floor_share = best_parameters(**stream)
    best = swin_mistakes(promotion=promotion, floor_share=floor_share, **stream)
    others = [(1 + (promotion - 1) * stretch, floor_share), (promotion, floor_share * stretch), GENERIC]
    for a, b in others:
        assert best <= swin_mistakes(promotion=a, floor_share=b, **stream) * (1 + 1e-6)


def test_the_same_seed_gives_the_same_findings_and_another_one_others(monkeypatch):
    monkeypatch.setitem(swin.SETTINGS, "quick", SMALL)
    first, again, other = (swin.run("quick", seed, lambda words: None) for seed in (1, 1, 2))
    assert first == again
    assert first.tables != other.tables


def test_every_choice_and_figure_is_there(findings):
    assert [figure.name for figure in findings.figures][:2] == ["schedule", "bound_deterministic"]
    assert len(findings.figures) == 7
    assert any("n = 100 attributes" in choice for choice in findings.choices)
    assert any("exceeded 0 times" in sentence for sentence in findings.sentences)
