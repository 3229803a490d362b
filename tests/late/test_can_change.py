"""Whether a label can still be corrected or taken back is what correcting it and taking it back then show."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import Perceptron
from thresher.late import Delayed, LabelStatus, order_of

STEPS = st.lists(st.tuples(st.sampled_from(("ask", "label")), st.integers(0, 7), st.booleans()), max_size=30)


@pytest.mark.parametrize("order", ["immediate", "od1", "od3:3", "replay:4", "replay", "copies:2"])
@given(steps=STEPS)
def test_a_label_can_change_where_it_can_be_corrected_or_taken_back(order: str, steps: list[tuple]) -> None:
    late = Delayed(Perceptron(labels=(False, True)), order_of(order), contradictions="correct")
    asked = 0
    for what, number, label in steps:
        if what == "ask":
            late.ask({"a": 1, "b": number}, f"q{asked}")
            asked += 1
        else:
            late.label(f"q{number}", label)
    for number in range(asked):
        ticket = f"q{number}"
        outcome = late.outcome(ticket)
        if outcome is None:
            assert not late.can_change(ticket)
            continue
        changed = deepcopy(late).correct(ticket, not outcome.label) is LabelStatus.CORRECTED
        gone = deepcopy(late).retract(ticket) is LabelStatus.RETRACTED
        assert late.can_change(ticket) or not (changed or gone)
        assert not (late.can_change(ticket) and order == "immediate") or (changed and gone)


def test_a_ticket_that_nobody_knows_can_not_change() -> None:
    assert not Delayed(Perceptron()).can_change("nobody")
