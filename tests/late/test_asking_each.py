"""Several questions in one go: as one after the other, and all of them or none."""

import pytest

import thresher as th
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay

ORDERS = [Immediate(), OD1(), OD3(horizon=5), Copies(k=2), Replay(every=2)]
OPTIONS = [{}, {"max_pending": 7}, {"max_pending": 400, "when_full": "refuse"}, {"horizon": 9}, {"remember": 5}]
ROWS = [{f"w{n % 7}": 1.0, f"v{n % 5}": 0.5, "city": ["Paris", "Rome"][n % 2]} for n in range(60)]


def asked(late, together):
    said = []
    for begin in range(0, len(ROWS), 6):
        part = ROWS[begin : begin + 6]
        tickets = [f"t{begin + n}" for n in range(len(part))]
        if together:
            said += late.ask_each(part, tickets)
        else:
            said += [late.ask(x, ticket) for x, ticket in zip(part, tickets, strict=True)]
        for n in range(begin, begin + 6, 2):
            if late.knows(f"t{n}"):
                late.label(f"t{n}", ["ham", "spam"][n % 3 == 0])
    return said


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("make", [th.Auto, th.TrackingWinnow, th.Perceptron])
def test_several_at_once_are_several_one_after_the_other(make, order, options):
    each, one = (Delayed(make(), order, **options) for _ in range(2))
    assert asked(each, True) == asked(one, False)
    assert each.digest() == one.digest()


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_if_one_is_refused_none_is_asked(order):
    late = Delayed(th.Auto(), order)
    asked(late, True)
    before = late.digest()
    good = {"w1": 1.0}
    for xs, tickets in (
        ([good, {"w1": float("inf")}], ["a", "b"]),
        ([good, good], ["a", "a"]),
        ([good, good], ["a", "t1"]),
        ([good, good], ["a"]),
        ([good], [7]),
    ):
        with pytest.raises(th.InputError):
            late.ask_each(xs, tickets)
        assert late.digest() == before
    assert [question.ticket for question in late.ask_each([good, good], ["a", "b"])] == ["a", "b"]


def test_a_question_that_is_refused_leaves_labels_waiting():
    late = Delayed(th.Perceptron(labels=("ham", "spam")))
    for x in ROWS:
        late.ask(x)
    late.label(3, "spam")
    before = late.digest()
    with pytest.raises(th.InputError):
        late.ask({"w1": float("inf")})
    assert late.digest() == before
    assert late.status(3) is th.late.LabelStatus.WAITING
