"""Delayed: tickets, fates, horizons and caps; whatever comes in whatever order, nothing is learned twice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Fate, Immediate, Replay

X = [{"free": 1.0}, {"lunch": 1.0}, {"free": 1.0, "now": 1.0}, {"lunch": 1.0, "now": 0.5}, {"prize": 1.0}]
Y = [True, False, True, False, True]


def asked(late, count=5):
    return [late.ask(X[i % 5]) for i in range(count)]


def test_a_question_has_a_ticket_and_a_prediction_that_is_pure():
    late = Delayed(th.TrackingWinnow())
    question = late.ask(X[0])
    assert question[:3] == (1, False, 1)
    assert (question.ticket, question.label, question.prediction, question.number) == (1, False, False, 1)
    assert (question.probabilities, question.score) == (None, late.learner.score_one(X[0]))
    before = late.digest()
    assert late.predict_one(X[0]) is False
    assert late.digest() == before


def test_tickets_of_ones_own():
    late = Delayed(th.TrackingWinnow())
    assert late.ask(X[0], ticket="mail-17").ticket == "mail-17"
    assert late.label("mail-17", True) == Fate.WAITING
    with pytest.raises(th.InputError, match="was used before"):
        late.ask(X[1], ticket="mail-17")
    with pytest.raises(th.InputError, match="whole numbers"):
        late.ask(X[1], ticket=7)


def test_labels_wait_for_the_next_question_and_are_learned_in_the_order_of_their_instances():
    one, two, many = (Delayed(th.TrackingWinnow(floor=0.3)) for _ in range(3))
    for late in (one, two, many):
        asked(late)
    one.label(5, True)
    one.label(3, False)
    assert one.learner.examples == 0
    two.label(3, False)
    two.label(5, True)
    many.label_many([5, 3], [True, False])
    for late in (one, two, many):
        late.ask(X[0])
        assert [ticket for ticket, _ in late.settled] == [3, 5]
    assert one.digest() == two.digest() == many.digest()


def test_what_happens_to_a_label_is_reported():
    late = Delayed(th.TrackingWinnow(floor=0.3), contradictions="count")
    asked(late)
    assert late.label(1, True) == Fate.WAITING
    assert late.label(1, True) == Fate.DUPLICATE
    assert late.label(1, False) == Fate.CONTRADICTED
    assert late.label(99, True) == late.label("nobody", True) == Fate.UNKNOWN
    assert late.expire([2]) == 1
    assert late.label(2, True) == Fate.TOO_LATE
    late.apply()
    assert late.label(1, True) == Fate.DUPLICATE
    assert late.settled == [(1, Fate.LEARNED)]
    assert late.learner.examples == 1
    assert late.fates == {
        Fate.LEARNED: 1,
        Fate.DUPLICATE: 2,
        Fate.CONTRADICTED: 1,
        Fate.UNKNOWN: 2,
        Fate.TOO_LATE: 1,
    }


def test_od1_skips_what_later_instances_have_overtaken():
    late = Delayed(th.TrackingWinnow(floor=0.3), OD1())
    asked(late)
    late.label(3, True)  # wrong: changes the learner
    late.apply()
    late.label(1, True)
    late.apply()
    assert late.settled == [(1, Fate.SKIPPED)]
    assert late.learner.examples == 1


def test_a_contradiction_is_an_error_unless_told_otherwise():
    late = Delayed(th.TrackingWinnow())
    asked(late)
    late.label(1, True)
    with pytest.raises(th.InputError, match="another label"):
        late.label(1, False)


def test_a_label_that_waits_can_be_corrected():
    late = Delayed(th.TrackingWinnow(), contradictions="correct")
    asked(late)
    late.label_many([1, 2], [True, False])
    assert late.mistakes == 1
    assert late.label(1, False) == Fate.CORRECTED
    late.apply()
    assert late.mistakes == 0
    assert late.learner.mistakes == 0
    assert late.label(1, True) == Fate.CONTRADICTED  # it is learned, and this order can't take it back


def test_past_the_horizon_is_too_late():
    late = Delayed(th.TrackingWinnow(), horizon=2)
    asked(late, 5)
    assert (late.pending, late.given_up) == (2, 3)
    assert late.label(3, True) == Fate.TOO_LATE
    assert late.label(4, True) == Fate.WAITING


@pytest.mark.parametrize("limit", [{"max_pending": 3}, {"max_bytes": 2_200_000}], ids=["number", "memory"])
def test_what_waits_is_bounded(limit):
    late = Delayed(th.Perceptron(), **limit)
    row = dict.fromkeys(range(1000), 0.5)
    for _ in range(400):
        late.ask(row)
    assert late.pending == late.asked - late.given_up
    assert late.given_up > 0
    assert late.pending <= limit.get("max_pending", 400)
    assert late.bytes <= limit.get("max_bytes", 2**40) + 2_000_000
    refusing = Delayed(th.Perceptron(), **limit, when_full="refuse")
    with pytest.raises(th.InputError, match="wait for their labels"):
        [refusing.ask(row) for _ in range(400)]


def test_old_questions_are_forgotten_but_not_mixed_up():
    late = Delayed(th.TrackingWinnow(), remember=10)
    for i in range(100):
        late.ask(X[i % 5], ticket=f"t{i}")
        late.label(f"t{i}", Y[i % 5])
    assert len(late._tickets) <= 20
    assert late.label("t0", True) == Fate.UNKNOWN
    assert late.label(1, True) == Fate.TOO_LATE
    assert late.label("t99", Y[99 % 5]) == Fate.DUPLICATE


def test_the_error_lies_in_its_interval():
    late = Delayed(th.TrackingWinnow())
    asked(late, 10)
    late.label_many([1, 2, 3], [True, False, True])
    least, most = late.error_interval()
    assert least == 0.2
    assert most == 0.9
    late.label_many(range(4, 11), [Y[(n - 1) % 5] for n in range(4, 11)])
    assert late.error_interval()[0] == late.error_interval()[1] == late.mistakes / 10


def test_matrices_are_asked_about_in_one_go():
    rng = np.random.default_rng(0)
    rows = (rng.random((50, 8)) < 0.3).astype(float)
    labels = rows[:, 0] > 0
    one, many = Delayed(th.Perceptron()), Delayed(th.Perceptron())
    tickets, said = many.ask_many(rows)
    assert list(tickets) == list(range(1, 51))
    assert said.tolist() == [one.ask({i: v for i, v in enumerate(row) if v}).prediction for row in rows]
    many.label_many(tickets, labels)
    for ticket, label in zip(tickets, labels, strict=True):
        one.label(ticket, bool(label))
    one.apply()
    many.apply()
    assert one.learner == many.learner
    assert one.mistakes == many.mistakes


@tries(30)
@given(st.data())
def test_nothing_is_learned_twice_and_every_label_has_a_fate(data):
    order = data.draw(st.sampled_from([Immediate(), OD1()]))
    late = Delayed(th.Perceptron(), order, contradictions="count", horizon=20)
    given_labels = 0
    for step in range(60):
        late.ask(X[step % 5])
        for ticket in data.draw(st.lists(st.integers(1, step + 3), max_size=4)):
            late.label(ticket, data.draw(st.booleans()))
            given_labels += 1
    late.apply()
    assert sum(late.fates.values()) == given_labels
    assert late.fates[Fate.LEARNED] == late.learner.examples
    assert late.fates[Fate.LEARNED] + late.fates[Fate.SKIPPED] == late.answered
    assert late.pending == late.asked - late.answered - late.given_up


@pytest.mark.parametrize("order", [Immediate(), OD1()], ids=str)
def test_stopped_in_the_middle_and_loaded_it_goes_on_the_same(order, tmp_path):
    late = Delayed(th.TrackingWinnow(floor=0.1), order, horizon=50)
    for i in range(40):
        late.ask(X[i % 5], ticket=f"t{i}" if i % 3 else None)
        if i % 2:
            late.label(i + 1 if i % 3 == 0 else f"t{i}", Y[i % 5])
    late.save(tmp_path / "late")
    loaded = Delayed.load(tmp_path / "late")
    assert loaded.digest() == late.digest()
    for i in range(20):
        assert loaded.ask(X[i % 5]) == late.ask(X[i % 5])
        assert loaded.settled == late.settled
    assert loaded.digest() == late.digest()


def test_a_damaged_file_is_refused(tmp_path):
    late = Delayed(th.TrackingWinnow())
    asked(late)
    late.save(tmp_path / "late")
    data = bytearray((tmp_path / "late").read_bytes())
    for at in range(0, len(data), 97):
        broken = bytearray(data)
        broken[at] ^= 1
        (tmp_path / "broken").write_bytes(bytes(broken))
        with pytest.raises(th.ModelFileError):
            Delayed.load(tmp_path / "broken")
    assert th.load(tmp_path / "late").digest() == late.digest()
    late.learner.save(tmp_path / "learner")
    with pytest.raises(th.ModelFileError, match="no Delayed"):
        Delayed.load(tmp_path / "learner")


def test_bad_labels_and_weights_are_refused_and_nothing_is_lost():
    late = Delayed(th.TrackingWinnow())
    asked(late)
    before = late.digest()
    for wrong in (2, "eggs", None, float("nan"), 0.5):  # two names that do not tell which is positive are to be given
        with pytest.raises(th.InputError, match="label"):
            late.label(1, wrong)
    with pytest.raises(th.InputError, match="weight"):
        late.label(1, True, weight=-1)
    for wrong in (7, "spam", "eggs"):
        with pytest.raises(th.InputError, match="row 1"):
            late.label_many([1, 2], [True, wrong])
    assert late.label("nobody", "spam") == Fate.UNKNOWN  # a label that is not taken makes no label known
    late.statuses.clear()
    with pytest.raises(th.InputError):
        late.ask({"x": 7.0})  # tracking Winnow wants values from 0 to 1
    with pytest.raises(th.InputError):
        late.ask_many(np.array([[0.5, 7.0]]))
    assert late.digest() == before


def test_labels_of_ones_own():
    late = Delayed(th.TrackingWinnow(floor=0.3, labels=("ham", "spam")))
    assert late.ask(X[0]).prediction == "ham"
    late.label(1, "spam")
    late.apply()
    assert late.mistakes == 1


@pytest.mark.parametrize("order", [Immediate(), OD1(), OD3(horizon=3), Copies(k=2), Replay()], ids=str)
def test_a_question_that_is_refused_changes_nothing(order):
    """Not even by making room for it, or by learning the labels that wait for it."""
    late = Delayed(th.TrackingWinnow(), order, max_pending=3)
    asked(late, 3)
    late.label(2, True)
    before = late.digest()
    for wrong in ({"x": 7.0}, {"x": float("inf")}, "text", {"x": -1.0}):
        with pytest.raises(th.InputError):
            late.ask(wrong)
    with pytest.raises(th.InputError):
        late.ask(X[0], ticket=3)
    with pytest.raises(th.InputError):
        late.ask_many(np.full((2, 2), 7.0))
    assert late.digest() == before
    assert late.ask(X[0]).number == 4


def test_equal_ones_are_equal_also_after_loading():
    late = th.Delayed(th.Perceptron())
    late.ask({"a": 1.0}, ticket="one")
    twin = load_bytes(late.to_bytes())
    assert twin == late
    twin.label("one", True)
    assert twin != late
