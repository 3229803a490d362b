"""What is refused, and what is answered without an effect, leaves the state and its digest as they were."""

import pytest

import thresher as th
from thresher import experts
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Fate, Immediate, Replay

ORDERS = [Immediate(), OD1(), OD3(horizon=5), Copies(k=2), Replay(every=2)]
MAKE = {
    "Winnow": th.TrackingWinnow,
    "Auto": th.Auto,
    "master": lambda: experts.Majority([th.TrackingWinnow(labels=(False, True)), th.Auto()]),
}
BAD = [{"x": float("inf")}, "text", 7, object(), [["x"]]]


@pytest.fixture(params=MAKE)
def kind(request):
    return request.param


@pytest.fixture(params=ORDERS, ids=str)
def late(request, kind):
    """Labels wait, and the next question makes one too many."""
    late = Delayed(MAKE[kind](), request.param, max_pending=2)
    for i in range(4):
        late.ask({f"w{i % 2}": 1.0}, ticket=f"t{i}")
        if i < 2:
            late.label(f"t{i}", bool(i))
    late.label("t3", True)
    return late


def state(late):
    return late.digest(), late.to_bytes(late.row_reader.to_plain())


def test_a_refused_question(late, kind):
    before = state(late)
    for x in [*BAD, *([{"x": 7.0}] if kind != "Auto" else [])]:
        with pytest.raises(th.InputError):
            late.ask(x)
        with pytest.raises(th.InputError):
            late.ask_many([{"w0": 1.0}, x])
    for ticket in ("t1", 17, True, 1, ["t9"], {}, "half \ud800"):
        with pytest.raises(th.InputError):
            late.ask({"w0": 1.0}, ticket=ticket)
    assert state(late) == before


def test_a_refused_label(late):
    before = state(late)
    for wrong in (None, float("nan"), float("inf"), object(), [True]):
        with pytest.raises(th.InputError):
            late.label("t2", wrong)
    for weight in (-1.0, float("nan"), 1e101, "1", None):
        with pytest.raises(th.InputError):
            late.label("t2", True, weight)
    for call in (late.label, late.retract, late.outcome):
        with pytest.raises(th.InputError, match="ticket"):
            call(["t2"], *([True] if call == late.label else []))
    with pytest.raises(th.InputError, match="another label"):
        late.label("t3", False)
    with pytest.raises(th.InputError, match="another label"):
        late.label_many(["t2", "t3"], [True, False])
    with pytest.raises(th.InputError, match="another label"):
        late.label_many(["t2", "t2"], [True, False])
    with pytest.raises(th.InputError, match="ticket"):
        late.expire(["t2", ["t3"]])
    assert state(late) == before


def test_a_question_for_which_there_is_no_room():
    late = Delayed(th.Perceptron(), max_pending=1, when_full="refuse")
    late.ask({"city": "Paris"})
    before = state(late)
    for _ in range(3):
        with pytest.raises(th.InputError, match="no more fit"):
            late.ask({"city": "Rome"})
        with pytest.raises(th.InputError, match="no more fit"):
            late.ask_many([{"city": "Rome"}])
    assert state(late) == before


def test_columns_of_a_refused_row_are_not_remembered():
    late = Delayed(th.TrackingWinnow(rows=th.Rows(label="y")))
    late.ask({"city": "Paris", "age": 1})
    before = state(late)
    for x in ({"city": "Rome", "age": 31, "shoe": 1.0}, {"city": "Rome", "hat": float("inf")}):
        with pytest.raises(th.InputError):
            late.ask(x)
        with pytest.raises(th.InputError):
            late.ask_many([x])
    assert state(late) == before


def test_what_is_answered_without_an_effect_is_counted_outside_the_digest(late):
    late.contradictions = "count"
    given_up = late.ask({"w0": 1.0}, ticket="gone")
    late.expire([given_up.ticket])
    late.apply()
    before, counted = late.digest(), dict(late.statuses)
    assert late.label("nobody", True) == late.retract("nobody") == Fate.UNKNOWN
    assert late.label("nobody", False, 2.0) == Fate.UNKNOWN
    assert late.label("t3", True) == Fate.DUPLICATE
    assert late.label("t3", False) == Fate.CONTRADICTED
    assert late.label("gone", True) == late.retract("gone") == Fate.TOO_LATE
    late.expire(["gone", "t3", "nobody"])
    assert late.digest() == before
    assert late.statuses[Fate.UNKNOWN] == counted.get(Fate.UNKNOWN, 0) + 3
    assert late.statuses[Fate.DUPLICATE] == counted.get(Fate.DUPLICATE, 0) + 1
    assert late.statuses[Fate.TOO_LATE] == counted.get(Fate.TOO_LATE, 0) + 2
    loaded = load_bytes(late.to_bytes())
    assert loaded.statuses == late.statuses  # a file has the counts
    assert loaded.digest() == before


@pytest.mark.parametrize(
    ("make", "labels"),
    [(th.Auto, ["ham", "spam"]), (th.Auto, ["cat", "dog", 3]), (lambda: th.Perceptron(probabilities=True), [0, 1])],
)
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_question_has_the_probabilities_of_whoever_was_asked(order, make, labels):
    late = Delayed(make(), order)
    for i in range(30):
        question = late.ask({f"w{i % len(labels)}": 1.0})
        learner = late.keeper.asked_learner
        assert question.probabilities == learner.predict_proba_one({f"w{i % len(labels)}": 1.0})
        assert list(question.probabilities) == list(learner.labels)
        late.label(question.ticket, labels[i % len(labels)])
    assert sum(question.probabilities.values()) == pytest.approx(1.0)


def test_probabilities_of_strangers_are_theirs_where_they_have_any():
    class Stranger:
        examples = mistakes = updates = 0

        def predict_one(self, x):
            return True

        def learn_one(self, x, y, weight=1.0):
            return th.Outcome(True, y, not y, True)

    class Sure(Stranger):
        def predict_proba_one(self, x):
            return {True: 1.0}

    class Unable(Stranger):
        def predict_proba_one(self, x):
            raise NotImplementedError

    said = [Delayed(kind()).ask({"a": 1}).probabilities for kind in (Stranger, Sure, Unable)]
    assert said == [None, {True: 1.0}, None]
