"""The experiment on lower bounds: adversaries keep their promises, learners theirs."""

import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.learners import LEARNERS, TrackingWinnow
from thresher.theory.concepts import play
from thresher.theory.experiments.lower import coins as lower_coins
from thresher.theory.experiments.lower import experiment as lower
from thresher.theory.experiments.lower.contestants import CONTESTANTS
from thresher.theory.experiments.lower.findings import as_proved, within
from thresher.theory.experiments.lower.games import by_search, by_theorem, results
from thresher.theory.experiments.lower.growth import printed
from thresher.theory.experiments.lower.mistake_search import Careful, Drawn
from thresher.theory.experiments.lower.stream import Stream


@pytest.fixture(scope="module")
def findings():
    return lower.run("quick", 0, lambda words: None)


@pytest.fixture(scope="module")
def proved():
    return list(results(by_theorem(16, [1, 5], [0, 2], [2])))


def rows(findings, name):
    table = next(table for table in findings.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_the_adversaries_of_the_theorems_force_what_they_promise(findings):
    for row in rows(findings, "theorems"):
        assert row["lower_bound"] <= row["mistakes"]
        assert row["upper_bound"] is None or row["mistakes"] <= row["upper_bound"]


@pytest.mark.parametrize("quantity", ["active", "errors", "literals"])
def test_what_is_forced_lies_between_lower_and_upper_bound(findings, quantity):
    for row in rows(findings, quantity):
        assert row["lower_bound"] <= row["forced"]
        assert row["upper_bound"] is None or row["forced"] <= row["upper_bound"]
        assert (row["upper_bound"] is None) == (row["entry"] == "")


def test_a_game_beyond_a_bound_would_be_counted(proved):
    assert "0 times a learner made fewer" in as_proved(proved)
    assert "1 times a learner made fewer" in as_proved([*proved, dataclasses.replace(proved[0], forced=0)])
    worse = dataclasses.replace(proved[0], forced=10_000)
    assert ", 1 exceeded it" in within([*proved, worse])


def test_every_learner_for_boolean_examples_plays():
    made = {type(contestant.make(Stream(8, 4))).__name__ for contestant in CONTESTANTS}
    assert made - {"Halving"} == LEARNERS.keys() - {"QuasiAdditive"}


def test_the_printed_form_of_a13_is_refuted(findings):
    lam = 16
    game = play(Careful(2 * lam, lam), TrackingWinnow(1.35, 1 / (35 * lam)))
    assert printed(lam) < game.mistakes
    assert printed(lam) == pytest.approx(3.98 * (math.log(lam) + 3.86))
    assert any("is refuted at 2 of 4" in sentence for sentence in findings.sentences)


@tries(30)
@given(
    active=st.sampled_from([2, 4, 8]),
    literals=st.integers(1, 3),
    errors=st.integers(0, 3),
    which=st.sampled_from(CONTESTANTS),
    drawn=st.booleans(),
    seed=st.integers(0, 5),
)
def test_whoever_looks_for_mistakes_says_a_sequence_that_explains_all_examples(
    active, literals, errors, which, drawn, seed
):
    if which.clean_only and (literals > 1 or errors):
        errors, literals = 0, 1
    n = 2 * active
    kind = {"literals": literals, "attribute_errors": errors, "most": 60}
    adversary = Drawn(n, active, **kind, seed=seed) if drawn else Careful(n, active, **kind)
    game = play(adversary, which.make(Stream(n, active, on=literals, off=literals - 1, errors=errors)))
    assert game.mistakes == game.trials <= 60
    assert all(len(x) <= active for x, _ in game.examples)
    assert game.attribute_errors <= errors
    assert game.sequence.literals_on <= literals
    came = Stream(
        n, active, 1, game.sequence.literals_on, game.sequence.literals_off, game.attribute_errors, game.noise
    )
    bound = which.bound(came) if game.trials and came.on else None
    assert bound is None or game.mistakes <= bound


def test_a_learner_that_learns_nothing_is_asked_to_the_end():
    class Stubborn:
        def predict_one(self, x):
            return False

        def learn_one(self, x, y, weight=1.0):
            return type("Outcome", (), {"mistake": y})

    assert play(Careful(8, 4, most=50), Stubborn()).mistakes == 50


def test_games_that_are_given_up_are_marked():
    challenges = by_search(active=4, literals=2, errors=0, seeds=[0], stop=10)
    assert any(result.stopped for result in results(challenges))
    assert not any(result.stopped for result in results(challenges) if result.adversary == "A14, sparse")


def test_coins_cost_half_of_the_trials():
    tosses = lower_coins.tossed([8], [400], range(8), lambda words: None)
    assert sum(toss.mistakes for toss in tosses) / (400 * len(tosses)) == pytest.approx(0.5, abs=0.04)
    assert all(toss.errors <= toss.mistakes + 40 and toss.mistakes <= toss.bound for toss in tosses)


def test_the_same_seed_gives_the_same_findings_and_another_one_others(monkeypatch):
    small = dataclasses.replace(
        lower.SETTINGS["quick"], actives=[2, 4, 8], errors=[0, 1], literals=[1, 2], middle=4, stop=40
    )
    monkeypatch.setitem(lower.SETTINGS, "quick", small)
    first, again, other = (lower.run("quick", seed, lambda words: None) for seed in (1, 1, 2))
    assert first == again
    assert first.tables != other.tables
