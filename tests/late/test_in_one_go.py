"""Many questions and labels in one go come to what one by one comes to; or nothing is done."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from thresher._core import AnswerForms, NativePending
from thresher.late import OD1, OD3, Delayed, Immediate, Replay
from thresher.late.in_one_go import ToldLabels

from ..depth import tries

NAMES = ("ham", "spam", "eggs")
FORMS = AnswerForms([b'"ham"', b'"spam"', b'"eggs"'], [], [])
LEARNERS = {
    "auto": lambda: th.Auto(labels=NAMES[:2]),
    "winnow": lambda: th.TrackingWinnow(labels=NAMES[:2]),
    "many": lambda: th.Multiclass(th.Perceptron(), classes=NAMES),
    "unnamed": lambda: th.Perceptron(),
}
ORDERS = [Immediate(), OD1(), OD3(horizon=5), Replay(every=2)]
OPTIONS: list[dict[str, Any]] = [{}, {"max_pending": 30, "when_full": "refuse"}, {"horizon": 25}, {"remember": 22}]

QUESTION = st.tuples(st.just("ask"), st.integers(0, 30), st.integers(0, 4))
LABEL = st.tuples(st.just("label"), st.integers(0, 30), st.sampled_from([*NAMES[:2], *NAMES[:2], *NAMES, 7]))
RUN = st.lists(st.one_of(QUESTION, LABEL), max_size=12)


def made(learner: str, order: Any, options: dict[str, Any]) -> Delayed:
    """One whose first rows were looked at, and that has learned of its labels."""
    late = Delayed(LEARNERS[learner](), order, contradictions="count", **options)
    for number in range(20):
        late.ask({"a": 1.0, "b": (1 + number % 3) / 4}, f"t{number}")
        if number % 4 == 1:
            late.label(f"t{number}", NAMES[number % 2])
    return late


def value_of(what: int) -> float:
    """Winnow refuses the last of them."""
    return 2.0 if what == 4 else 0.5


def one_by_one(late: Delayed, run: list[Any]) -> list[Any]:
    said: list[Any] = []
    for kind, number, what in run:
        try:
            if kind == "ask":
                said.append(late.ask({"a": 1.0, f"w{what}": value_of(what)}, f"t{number}").label)
            else:
                said.append(late.label(f"t{number}", what))
        except th.InputError as error:
            said.append(str(error))
    return said


def in_one_go(late: Delayed, run: list[Any]) -> bool:
    """Whether it was done; else nothing was."""
    asked = [(number, what) for kind, number, what in run if kind == "ask"]
    labels = ToldLabels([], [], [], [])
    seen = 0
    for kind, number, what in run:
        if kind == "ask":
            seen += 1
        else:
            for column, value in zip(labels, (f"t{number}", what, 1.0, seen), strict=True):
                column.append(value)
    if not asked:
        return late.label_each(labels.tickets, labels.labels) is not None
    texts = [b'{"a":1,"w%d":%b}' % (what, str(value_of(what)).encode()) for _, what in asked]
    tickets = [f"t{number}" for number, _ in asked]
    found = late.follow(texts, tickets, FORMS, list(range(len(asked))), labels)
    if found is None:
        return False
    assert len(found.texts) == len(found.probabilities) == len(asked)
    assert len(found.met.labels) == len(found.met.mistakes) == len(labels.labels)
    return True


def state_of(late: Delayed) -> Any:
    counts = late.asked, late.answered, late.mistakes, late.given_up, late.statuses, late.settled, late.pending
    return late.digest(), counts, late._oldest, late.to_bytes()


@tries(300)
@given(st.sampled_from(list(LEARNERS)), st.sampled_from(ORDERS), st.sampled_from(OPTIONS), st.lists(RUN, max_size=5))
def test_in_one_go_is_one_by_one(learner: str, order: Any, options: dict[str, Any], parts: list[Any]) -> None:
    many, one = (made(learner, order, options) for _ in range(2))
    for run in parts:
        before = state_of(many)
        if not in_one_go(many, run):
            assert state_of(many) == before
            one_by_one(many, run)
        one_by_one(one, run)
        assert state_of(many) == state_of(one)


def test_usual_runs_are_done_in_one_go() -> None:
    """Else the test above would compare one by one with itself."""
    late, one = (made("auto", Immediate(), {}) for _ in range(2))
    asked = [("ask", number, number % 3) for number in (21, 22, 23)]
    run = [asked[0], ("label", 2, "ham"), ("label", 21, "spam"), *asked[1:], ("label", 0, "ham")]
    assert in_one_go(late, run)
    one_by_one(one, run)
    assert state_of(late) == state_of(one)
    assert in_one_go(late, [("label", 22, "ham"), ("label", 23, "spam")])


@pytest.mark.parametrize(
    ("run", "why"),
    [
        ([("ask", 3, 0)], "used before"),
        ([("ask", 21, 0), ("ask", 21, 0)], "twice"),
        ([("label", 21, "ham"), ("ask", 21, 0)], "its label comes first"),
        ([("ask", 21, 0), ("label", 29, "ham")], "never asked"),
        ([("ask", 21, 0), ("label", 1, "ham")], "has its label"),
        ([("ask", 21, 0), ("label", 2, "ham"), ("label", 2, "ham")], "two labels"),
        ([("ask", 21, 0), ("label", 2, "eggs")], "no label of the learner"),
        ([("label", 2, "ham"), ("label", 2, "ham")], "two labels, no question"),
    ],
)
def test_what_needs_a_look_is_left_to_others(run: list[Any], why: str) -> None:
    late = made("auto", Immediate(), {})
    before = state_of(late)
    assert not in_one_go(late, run), why
    assert state_of(late) == before


def test_a_text_that_is_refused_leaves_nothing_behind() -> None:
    late = made("auto", Immediate(), {})
    before = state_of(late)
    labels = ToldLabels(["t2"], ["ham"], [1.0], [0])
    for bad in (b'{"a":1e400}', b'{"a":[1]}', b"", b"{", b"7", b"null", b'{"a":1e151}', b"[" * 10**5):
        assert late.follow([b'{"a":1}', bad], ["x", "y"], FORMS, [1, 2], labels) is None
        assert state_of(late) == before


ROWS = [
    {"body": "free money now", "n": 3, "city": "Paris"},
    {"body": "lunch at noon", "n": 7.5, "city": None},
    {"body": "", "n": "many", "new": "2026-11-19"},
    {"city": ["Paris", "Rome"], "n": True},
    ["body", "n"],
]


@pytest.mark.filterwarnings("ignore::thresher.errors.ColumnWarning")
@pytest.mark.parametrize(
    "rows", [None, th.Rows(text="body"), th.Rows(ignore="n"), th.Rows(text="body", strict=True)], ids=repr
)
def test_rows_that_have_to_be_read_are_asked_about_in_one_go_too(rows: th.Rows | None) -> None:
    """What is remembered of their columns is the same, too."""
    many, one = (Delayed(th.Auto(labels=NAMES[:2], rows=rows)) for _ in range(2))
    for begin in range(0, 60, 10):
        asked = [ROWS[number % len(ROWS) if begin else 0] for number in range(begin, begin + 10)]
        tickets = [f"t{number}" for number in range(begin, begin + 10)]
        labels = ToldLabels(tickets, [NAMES[len(ticket) % 2] for ticket in tickets], [1.0] * 10, list(range(1, 11)))
        texts = [json.dumps(x).encode() for x in asked]
        found = many.follow(texts, tickets, FORMS, list(range(10)), labels)
        assert (found is None) == (rows is not None and rows.strict)  # a look at columns may refuse one
        for x, ticket, label in zip(asked, tickets, labels.labels, strict=True):
            try:
                said = one.ask(x, ticket)
            except th.InputError:
                assert found is None
                continue
            one.label(ticket, label)
            if found is not None:
                assert found.probabilities[tickets.index(ticket)] == said.probabilities
        if found is not None:
            assert state_of(many) == state_of(one)
            assert many.row_reader.to_plain() == one.row_reader.to_plain()
            assert many.row_reader.notes == one.row_reader.notes
            assert many.row_reader.first._columns == one.row_reader.first._columns


@pytest.mark.parametrize("before", [[1], [0, 2], [1, 0], [0, 1, 1], [-1, 1], [0, 2**70]])
def test_the_core_checks_how_many_labels_come_before_each_question(before: list[int]) -> None:
    learner, store = th.Perceptron(labels=("ham", "spam")), NativePending()
    learner.learn_one({"a": 1.0}, "ham")
    learner.learn_one({"a": 1.0}, "spam")
    names, native, xs, labels = learner._names, learner._native, [{"a": 1.0}, {"b": 1.0}], [(1, 0, 1.0)]
    store.ask_stated(native, 1, {"a": 1.0}, [], False, 0, names.answers, names.labels.order)
    known = learner.digest()
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        store.ask_each(native, 2, xs, labels, False, 0, names.answers, names.labels.order, None, before)
    assert (learner.digest(), len(store)) == (known, 1)
