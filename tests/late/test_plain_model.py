"""Whatever is asked, told, corrected, taken back and expired: Delayed does what a plain model does, and its log too."""

import io
import tempfile
from contextlib import contextmanager, nullcontext

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

import thresher as th
from thresher.evaluation import LateLog, replay
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Fate, Immediate, Replay
from thresher.late.orders import order as orders

from .plain_late import PlainLate

TICKETS = st.integers(0, 30).map(lambda n: f"t{n}")
INSTANCES = st.dictionaries(st.sampled_from("abcd"), st.sampled_from([1.0, 0.5, 2.0]), max_size=3)
WEIGHTS = st.sampled_from([1.0, 0.5])
TIMES = st.one_of(st.none(), st.floats(0, 10))
WITHOUT_EFFECT = {Fate.UNKNOWN, Fate.DUPLICATE, Fate.CONTRADICTED, Fate.TOO_LATE}


@contextmanager
def in_arrays():
    """Labels are dealt with in arrays, however few there are."""
    few, orders.FEW = orders.FEW, 0
    try:
        yield
    finally:
        orders.FEW = few


class Machine(RuleBasedStateMachine):
    """One with a log, one that uses arrays; and the plain model, where there is one."""

    order, contradictions, plain = Immediate(), "refuse", True

    def __init__(self):
        super().__init__()
        rule = self.contradictions
        self.late, self.arrays = (Delayed(th.Perceptron(), self.order, contradictions=rule) for _ in range(2))
        self.file = io.StringIO()
        self.log = LateLog(self.file, self.late)
        replays = isinstance(self.order, Replay)
        self.model = PlainLate(replays=replays, contradictions=self.contradictions) if self.plain else None
        self.tickets = set()

    def both(self, do):
        """What came of it, the same in both ways; what is refused or has no effect leaves the digest."""
        before, refused = self.late.digest(), False
        outcomes = []
        for one in (self.log, self.arrays):
            try:
                with in_arrays() if one is self.arrays else nullcontext():
                    outcomes.append(do(one))
            except th.InputError:
                refused = True
                outcomes.append(None)
        assert outcomes[0] == outcomes[1]
        if refused or (isinstance(outcomes[0], Fate) and outcomes[0] in WITHOUT_EFFECT):
            assert self.late.digest() == before
        return outcomes[0]

    @rule(ticket=TICKETS, x=INSTANCES, at=TIMES)
    def ask(self, ticket, x, at):
        question = self.both(lambda one: one.ask(x, ticket, at=at))
        assert (question is None) == (ticket in self.tickets)
        if question is not None:
            self.tickets.add(ticket)
            assert self.model is None or question.label == self.model.ask(ticket, x, at)

    @rule(x=st.sampled_from([{"a": float("inf")}, "text", 3]))
    def ask_about_what_is_no_example(self, x):
        assert self.both(lambda one: one.ask(x)) is None

    @rule(ticket=TICKETS, y=st.booleans(), weight=WEIGHTS)
    def label(self, ticket, y, weight):
        status = self.both(lambda one: one.label(ticket, y, weight))
        assert self.model is None or status == self.model.label(ticket, y, weight)

    @rule(ticket=TICKETS, y=st.booleans(), weight=WEIGHTS)
    def correct(self, ticket, y, weight):
        status = self.both(lambda one: one.correct(ticket, y, weight))
        assert self.model is None or status == self.model.label(ticket, y, weight, "correct")

    @rule(ticket=TICKETS)
    def retract(self, ticket):
        status = self.both(lambda one: one.retract(ticket))
        assert self.model is None or status == self.model.retract(ticket)

    @rule(tickets=st.lists(TICKETS, max_size=3), y=st.sampled_from([None, None, False, True]))
    def expire(self, tickets, y):
        count = self.both(lambda one: one.expire(tickets, y))
        assert self.model is None or count == self.model.expire(dict.fromkeys(tickets), y)

    @rule(at=st.floats(0, 10), y=st.sampled_from([None, False]))
    def expire_before(self, at, y):
        before = self.late.waiting_before(at)
        assert self.model is None or before == self.model.before(at)
        assert self.both(lambda one: one.expire_before(at, y)) == len(before)
        if self.model is not None:
            self.model.expire(before, y)

    @rule(ticket=TICKETS, wrong=st.sampled_from([None, float("nan"), float("inf")]))
    def label_with_what_is_none(self, ticket, wrong):
        assert self.both(lambda one: one.label(ticket, wrong)) is None

    @rule()
    def apply(self):
        self.both(lambda one: one.apply())
        if self.model is not None:
            self.model.apply()

    @precondition(lambda self: self.late.asked)
    @rule()
    def save_and_load(self):
        self.arrays = load_bytes(self.arrays.to_bytes())

    @invariant()
    def both_ways_are_the_same(self):
        assert self.late.digest() == self.arrays.digest()
        assert self.late.statuses == self.arrays.statuses

    @invariant()
    def it_does_what_the_model_does(self):
        if self.model is None:
            return
        assert {name: getattr(self.late, name) for name in self.model.counts()} == self.model.counts()
        for ticket, one in self.model.asked.items():
            assert self.late.number_of(ticket) == one.number
            assert self.late.status(ticket) == one.status
        assert self.late.status("nobody") == Fate.UNKNOWN

    def teardown(self):
        self.log.apply()
        if self.model is not None:
            self.model.apply()
            assert self.late.learner.digest() == self.model.learner.digest()
        self.log.close()
        again = replay_text(self.file.getvalue())
        assert (again.complete, again.same_digest, again.differing_predictions) == (True, True, 0)
        assert (again.examples, again.mistakes) == (self.late.answered, self.late.mistakes)


def replay_text(text):
    with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return replay(file.name)


@pytest.mark.parametrize("rule_for_contradictions", ["refuse", "count", "correct"])
@pytest.mark.parametrize("order", [Immediate(), Replay(every=2), OD1(), OD3(horizon=6), Copies(k=3)], ids=str)
def test_it_does_what_the_plain_model_does(order, rule_for_contradictions):
    class Case(Machine):
        pass

    Case.order, Case.contradictions = order, rule_for_contradictions
    Case.plain = isinstance(order, (Immediate, Replay))
    few = max(4, settings.default.max_examples // 5)
    how = settings(max_examples=few, stateful_step_count=30, deadline=None, report_multiple_bugs=False)
    run_state_machine_as_test(Case, settings=how)
