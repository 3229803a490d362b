"""Evaluation with late labels: who is told what and when, what it cost, and what can be said of labels that are out."""

import datetime as dt
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from river.stream import simulate_qa

from tests.depth import tries
from thresher import AdaptiveWinnow, Perceptron, TrackingWinnow
from thresher.errors import InputError, ParameterError
from thresher.evaluation import evaluate
from thresher.evaluation.late.evaluate import evaluate_late
from thresher.late import OD1, Delayed
from thresher.late.simulate.arrivals import Chosen, Constant, HeavyTailed, Missing, Uniform
from thresher.protocols import Outcome
from thresher.streams import PlantedDisjunction
from thresher.streams.source import Source
from thresher.theory.bounds import immediate_mistakes


class Witness:
    """Writes down which instance it is asked about and told, by the attribute `who`."""

    def __init__(self):
        self.events, self.examples, self.mistakes, self.updates = [], 0, 0, 0

    def predict_one(self, x):
        self.events.append(("asked", int(dict(x.items())["who"])))
        return True

    def learn_one(self, x, y, weight=1.0):
        self.events.append(("told", int(dict(x.items())["who"])))
        self.examples += 1
        return Outcome(True, y, not y, False)


def planted(trials, seed=0):
    return [(list(map(str, x)), bool(y)) for x, y in PlantedDisjunction(trials=trials, seed=seed)]


def between(events):
    """The questions in order, and the labels told before each and after the last."""
    questions, told = [], [[]]
    for kind, who in events:
        if kind == "asked":
            questions.append(who)
            told.append([])
        else:
            told[-1].append(who)
    return questions, told


def by_river(stream, moment, delay):
    return [("asked" if y is None else "told", x["who"]) for _, x, y in simulate_qa(stream, moment, delay)]


def by_thresher(stream, moment, delay):
    witness = Witness()
    evaluate_late(stream, Delayed(witness), delay, moment=moment, shadow=False)
    return witness.events


def streams(numbers):
    """Instances at growing moments, some at the same."""
    total, stream = 0, []
    for who, (step, delay) in enumerate(numbers, 1):
        total += step
        stream.append(({"who": who, "at": total, "late": delay}, bool(who % 3)))
    return stream


STEPS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 12)), min_size=1, max_size=40)


def same_order(stream, moment, delay):
    asked, told = between(by_thresher(stream, moment, delay))
    river_asked, river_told = between(by_river(stream, moment, delay))
    assert asked == river_asked
    assert told[:-1] == [sorted(some) for some in river_told[:-1]]  # the same sets; inside, instances in their order
    assert told[-1] == river_told[-1]  # after the last question the same order


@given(STEPS, st.integers(0, 12))
@tries(40)
def test_labels_come_between_the_same_questions_as_in_river(numbers, delay):
    stream = streams(numbers)
    same_order(stream, "at", delay)
    same_order(stream, lambda x: x["at"], lambda x, y: x["late"])
    same_order(stream, "at", lambda x, y: x["late"] if y else 2 * x["late"])
    if delay:
        same_order(stream, None, delay)


@given(STEPS)
@tries(20)
def test_moments_may_be_dates_and_delays_timedeltas(numbers):
    begin = dt.datetime(2026, 1, 1)
    stream = [
        ({"who": x["who"], "at": begin + dt.timedelta(hours=x["at"]), "late": x["late"]}, y)
        for x, y in streams(numbers)
    ]
    same_order(stream, "at", dt.timedelta(hours=5))
    same_order(stream, "at", lambda x, y: dt.timedelta(hours=x["late"]))


@given(STEPS, st.randoms(use_true_random=False))
@tries(20)
def test_moments_may_go_back_where_every_label_has_its_own_delay(numbers, shuffle):
    stream = streams(numbers)
    shuffle.shuffle(stream)
    stream = [(x | {"who": who}, y) for who, (x, y) in enumerate(stream, 1)]
    same_order(stream, "at", lambda x, y: x["late"])


def test_the_comparison_with_river_can_fail():
    stream = streams([(1, 3), (1, 1), (1, 1), (1, 1)])
    assert by_thresher(stream, "at", 1) != by_thresher(stream, "at", 2)
    assert between(by_thresher(stream, "at", 1))[1] != between(by_river(stream, "at", 2))[1]


def test_river_and_thresher_differ_within_a_set_in_the_order_of_learning():
    stream = [({"who": 1, "at": 0, "late": 5}, True), ({"who": 2, "at": 1, "late": 1}, True)]
    stream.append(({"who": 3, "at": 9, "late": 0}, True))
    assert between(by_river(stream, "at", lambda x, y: x["late"]))[1][2] == [2, 1]
    assert between(by_thresher(stream, "at", lambda x, y: x["late"]))[1][2] == [1, 2]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40))
@tries(40)
def test_a_label_comes_right_before_the_question_its_delay_says(delays):
    stream = [({"who": who}, True) for who in range(1, len(delays) + 1)]
    witness = Witness()
    run = evaluate_late(stream, Delayed(witness), lambda number, x, y: delays[number - 1], until="end")
    questions, told = between(witness.events)
    assert questions == list(range(1, len(delays) + 1))
    for number, some in enumerate(told[:-1], 1):
        assert some == [who for who, delay in enumerate(delays, 1) if who + delay == number]
    out = [sum(1 for a, d in enumerate(delays, 1) if a < t < a + d) for t in questions]
    assert run.outstanding == max(out)
    assert run.pending == sum(a + d > len(delays) for a, d in enumerate(delays, 1))


@pytest.mark.parametrize("make", [Perceptron, AdaptiveWinnow, lambda: TrackingWinnow(floor=0.01)], ids=["p", "a", "t"])
def test_delay_1_is_the_ordinary_order(make):
    stream, plain, late = planted(400), make(), Delayed(make())
    run, ordinary = evaluate_late(stream, late), evaluate(stream, plain)
    assert (run.mistakes, run.examples, run.curve, run.outstanding) == (ordinary.mistakes, 400, ordinary.curve, 0)
    assert late.learner == plain
    assert run.cost.without_delay == run.cost.in_arrival_order == run.mistakes
    assert run.error_interval == (run.error, run.error)
    assert run.warning is None


def test_an_adversary_of_an_evaluation_is_left_as_it_was():
    adversary = Chosen([5, 5, 3])
    first = evaluate_late(planted(50), Delayed(Perceptron()), adversary)
    assert evaluate_late(planted(50), Delayed(Perceptron()), adversary).mistakes == first.mistakes
    assert adversary.left.total() == 3


@pytest.mark.parametrize(
    "delay", [Constant(7), Uniform(1, 60, 1), HeavyTailed(3, seed=2), Missing(0.2, Uniform(1, 30))]
)
@pytest.mark.parametrize("until", ["labels", "end"])
def test_the_interval_holds_the_error_that_all_labels_reveal(delay, until):
    stream, late = planted(500, seed=3), Delayed(AdaptiveWinnow())
    said = []
    ask = late.ask

    def listen(x, ticket=None):
        said.append(ask(x, ticket))
        return said[-1]

    late.ask = listen
    run = evaluate_late(stream, late, delay, until=until)
    truth = sum(question.prediction != y for question, (_, y) in zip(said, stream, strict=True)) / len(stream)
    least, most = run.error_interval
    assert least <= truth <= most
    assert run.pending == len(stream) - run.progress.examples
    assert most - least == pytest.approx(run.pending / len(stream))
    assert run.mistakes == late.mistakes


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("order", [None, OD1()], ids=["immediate", "od1"])
def test_the_cost_is_that_of_copies_that_were_told_at_once(seed, order):
    rule = Uniform(1, 40, seed)
    stream = planted(300, seed)
    run = evaluate_late(stream, Delayed(TrackingWinnow(floor=0.01), order), rule)
    assert run.cost.without_delay == evaluate(stream, TrackingWinnow(floor=0.01)).mistakes
    arrival = sorted(range(1, 301), key=lambda number: (number + rule(number, None, None), number))
    in_order = evaluate([stream[number - 1] for number in arrival], TrackingWinnow(floor=0.01))
    assert run.cost.in_arrival_order == in_order.mistakes
    assert run.cost.allowance == immediate_mistakes(mistakes=in_order.mistakes, outstanding=run.outstanding)
    if order is None:
        assert run.mistakes <= run.cost.allowance


def test_the_allowance_of_d6a_is_exceeded_if_the_outstanding_instances_are_not_counted():
    stream = [({name: 1}, False) for name in "abcdefgh" for _ in range(6)]
    run = evaluate_late(stream, Delayed(Perceptron()), 6)
    assert run.outstanding == 5
    assert run.cost.in_arrival_order < run.mistakes <= run.cost.allowance


def test_labels_that_never_come_are_pending_and_the_copies_do_not_learn_them_either():
    stream = planted(200)
    run = evaluate_late(stream, Delayed(Perceptron()), lambda number, x, y: None if number > 100 else 1)
    assert (run.pending, run.progress.examples, run.fates) == (100, 100, {"learned": 100})
    assert run.cost.without_delay == evaluate(stream[:100], Perceptron()).mistakes


def test_instances_past_the_horizon_are_given_up_and_their_labels_come_too_late():
    run = evaluate_late(planted(100), Delayed(Perceptron(), horizon=10), lambda number, x, y: 5 if number % 2 else 50)
    late_ones = 45  # even and at most 90: ten further questions were asked before their labels came
    assert run.fates == {"learned": 55, "too late": late_ones}
    assert (run.given_up, run.pending, run.progress.examples) == (late_ones, 0, 55)
    assert run.error_interval[1] - run.error_interval[0] == pytest.approx(0.45)


def test_a_label_of_none_never_comes_and_a_weight_of_0_does_not_count():
    stream = [({"a": 1}, True), ({"b": 1}, None), ({"c": 1}, False, 0.0), ({"d": 1}, False, 2.0)]
    run = evaluate_late(stream, Delayed(Perceptron()), 2)
    assert (run.examples, run.unlabelled, run.pending, run.progress.examples) == (4, 1, 1, 2)


@pytest.mark.parametrize(
    ("delay", "moment", "message"),
    [
        (0, None, "delay must be"),
        (lambda number, x, y: 0, None, "1: before the next question"),
        (lambda number, x, y: 1.5, None, "1: before the next question"),
        (-1, "at", "before it"),
        ("soon", "at", "do not go together"),
        (1, "when", "no 'when' to tell the time by"),
        (1, 7, "moment must be a key of x"),
    ],
    ids=["zero", "rule-zero", "rule-half", "negative", "text", "no-key", "no-moment"],
)
def test_what_is_no_delay_or_moment_is_refused(delay, moment, message):
    stream = [({"a": 1, "at": 3} | ({"soon": "x"} if delay == "soon" else {}), True)] * 2
    with pytest.raises((InputError, ParameterError), match=message):
        evaluate_late(stream, Delayed(Perceptron()), delay, moment=moment)


def test_a_plain_learner_is_refused():
    with pytest.raises(ParameterError, match="Delayed"):
        evaluate_late([], Perceptron())
    with pytest.raises(ParameterError, match="until"):
        evaluate_late([], Delayed(Perceptron()), until="tomorrow")


def test_the_columns_of_a_table_can_tell_the_time(tmp_path):
    rng = random.Random(1)
    rows = [(i * 10, rng.randrange(0, 300), rng.random() < 0.5) for i in range(200)]
    path = tmp_path / "table.csv"
    lines = [f"{int(y)},{'abc'[i % 3]},{t},{d}\n" for i, (t, d, y) in enumerate(rows)]
    path.write_text("label,word,at,late\n" + "".join(lines))
    stream = [({f"word={'abc'[i % 3]}": 1, "at": t, "late": d}, y) for i, (t, d, y) in enumerate(rows)]
    table, pairs = Delayed(Perceptron()), Delayed(Perceptron())
    from_table = evaluate_late(Source(str(path)), table, "late", moment="at")
    from_pairs = evaluate_late(stream, pairs, "late", moment="at")
    assert table.digest() == pairs.digest()
    assert (from_table.mistakes, from_table.mean_delay) == (from_pairs.mistakes, from_pairs.mean_delay)
    assert set(table.learner.largest(9)) <= {"word=a", "word=b", "word=c"}


def test_bad_lines_are_skipped_as_in_a_plain_run(tmp_path):
    path = tmp_path / "some.vw"
    path.write_text("1 | a\n-1 | b\n7 | c\n1 | a\n")
    run = evaluate_late(str(path), Delayed(Perceptron()), 2, on_error="skip")
    assert (run.examples, run.skipped, run.progress.examples) == (3, 1, 3)
