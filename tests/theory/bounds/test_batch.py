"""On line to batch: the two forms of the survivor are inverse, and assumptions are checked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.theory.bounds import batch


@tries(60)
@given(survived=st.integers(1, 2000), hypotheses=st.integers(1, 500), failure=st.floats(1e-6, 0.9))
def test_the_two_forms_of_the_survivor_are_inverse(survived, hypotheses, failure):
    known = {"survived": survived, "hypotheses": hypotheses}
    risk = batch.risk_of_survivor(**known, failure=failure)
    assert 0 < risk < 1
    assert batch.probability_of_bad_survivor(**known, risk=risk) == pytest.approx(failure)


def test_what_did_not_survive_a_trial_is_not_known():
    assert batch.risk_of_survivor(survived=0, hypotheses=4, failure=0.1) == 1
    assert batch.probability_of_bad_survivor(survived=0, hypotheses=4, risk=0.1) == 1


def test_longer_survival_helps_and_more_hypotheses_hurt():
    risk = batch.risk_of_survivor(survived=50, hypotheses=4, failure=0.05)
    assert batch.risk_of_survivor(survived=51, hypotheses=4, failure=0.05) < risk
    assert batch.risk_of_survivor(survived=50, hypotheses=5, failure=0.05) > risk


def test_more_trials_bring_the_likely_average_to_the_average():
    for trials in (100, 10_000, 1_000_000):
        mistakes = trials // 10
        room = batch.likely_average_risk(mistakes=mistakes, trials=trials, failure=0.05) - batch.average_risk(
            mistakes=mistakes, trials=trials
        )
        assert room == pytest.approx(1.2238734 / trials**0.5)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: batch.average_risk(mistakes=1, trials=0), "trials"),
        (lambda: batch.likely_average_risk(mistakes=11, trials=10, failure=0.1), "mistakes must be .* at most 10"),
        (lambda: batch.likely_average_risk(mistakes=1, trials=10, failure=1), "failure must be"),
        (lambda: batch.risk_of_survivor(survived=-1, hypotheses=1, failure=0.1), "survived"),
        (lambda: batch.risk_of_survivor(survived=1, hypotheses=0, failure=0.1), "hypotheses"),
        (lambda: batch.probability_of_bad_survivor(survived=1, hypotheses=1, risk=2), "risk"),
    ],
)
def test_a_violated_assumption_is_an_error_that_says_which(call, match):
    with pytest.raises(ParameterError, match=match):
        call()
