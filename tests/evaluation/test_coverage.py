"""Coverage: what comes of giving no answer near the middle, as counting by hand has it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from thresher.errors import ParameterError
from thresher.evaluation import Costs, Decisions
from thresher.evaluation.measures.coverage import DOUBTS, coverage_curve, covered

STATED = st.lists(st.tuples(st.booleans(), st.integers(0, 1000).map(lambda n: n / 1000)), min_size=1, max_size=40)
SCORED = st.lists(st.tuples(st.booleans(), st.integers(-20, 20).map(float)), min_size=1, max_size=40)


def by_hand(pairs, middle, doubt):
    yes = [label for label, said in pairs if round(said - middle, 9) >= doubt]
    no = [label for label, said in pairs if round(middle - said, 9) > doubt]
    return yes.count(False), no.count(True), len(yes) + len(no)


@tries(100)
@given(pairs=STATED, doubt=st.sampled_from(DOUBTS))
def test_probabilities_by_hand(pairs, doubt):
    found = covered(Decisions.of(*zip(*pairs, strict=True)), doubt)
    assert (found.false_positives, found.false_negatives, found.answered) == by_hand(pairs, 0.5, doubt)
    assert found.cost(Costs(1.0, 5.0), 0.1) == pytest.approx(
        found.false_positives + 5 * found.false_negatives + 0.1 * (len(pairs) - found.answered)
    )


@tries(100)
@given(pairs=SCORED, doubt=st.integers(0, 20))
def test_scores_by_hand(pairs, doubt):
    decisions = Decisions.of(*zip(*pairs, strict=True), by="score")
    found = covered(decisions, float(doubt))
    assert (found.false_positives, found.false_negatives, found.answered) == by_hand(pairs, 0.0, doubt)
    curve = coverage_curve(decisions)
    assert curve[0].doubt == 0.0
    assert [one.coverage for one in curve] == sorted((one.coverage for one in curve), reverse=True)


@pytest.mark.parametrize("doubt", [-0.1, 0.6])
def test_a_doubt_that_can_not_be_is_refused(doubt):
    with pytest.raises(ParameterError, match="doubt"):
        covered(Decisions.of([True, False], [0.9, 0.1]), doubt)
