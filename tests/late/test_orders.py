"""OD3 and Copies beyond the loop of one question after the other: rows together, coins, too few copies, expiry."""

import numpy as np
import pytest

import thresher as th
from thresher._core import coin
from thresher.late import OD1, OD3, Copies, Delayed, Fate, Immediate, Replay
from thresher.late.orders.naming import HOMES, from_plain, order_kind, to_plain

X = [{"a": 1.0}, {"b": 1.0}, {"a": 1.0, "c": 1.0}]


def perceptron(order, **options):
    return Delayed(th.Perceptron(), order, **options)


def test_every_order_has_a_name_and_can_be_written_down():
    orders = [Immediate(), OD1(), OD3(5, coin="start", seed=3), Copies(4), Replay(9, every=2)]
    assert [type(order).__name__ for order in orders] == list(HOMES)
    assert [from_plain(to_plain(order)) for order in orders] == orders
    assert order_kind("REPLAY") is Replay


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: OD3(0), "horizon"),
        (lambda: OD3(2.5), "horizon"),
        (lambda: OD3(2, coin="often"), "coin"),
        (lambda: OD3(2, seed=-1), "seed"),
        (lambda: Copies(0), "k must"),
        (lambda: Replay(0), "horizon"),
        (lambda: Replay(every=0), "every"),
    ],
)
def test_wrong_parameters_are_refused(make, word):
    with pytest.raises(th.ParameterError, match=word):
        make()


def test_od3_learns_one_label_a_question_however_often_it_is_told_to():
    late = perceptron(OD3(10))
    for _ in range(4):
        late.ask(X[0])
    late.label_many([1, 2, 3], [True, False, True])
    late.apply()
    late.apply()
    assert late.learner.examples == 1
    late.ask(X[0])
    assert late.learner.examples == 1  # apply() was for this question
    late.ask(X[0])
    late.ask(X[0])
    assert late.learner.examples == 3


def test_od3_gives_up_what_is_late_and_delayed_counts_it():
    late = perceptron(OD3(2))
    for _ in range(5):
        late.ask(X[0])
    assert (late.given_up, late.pending, late.keeper.pending().tolist()) == (3, 2, [4, 5])
    assert late.label(3, True) == Fate.TOO_LATE
    late.label(5, True)
    late.apply()
    assert late.learner.examples == 0  # 4 is still awaited
    late.ask(X[0])
    late.apply()
    assert late.keeper.current == 6
    assert late.learner.examples == 1


def test_od3_does_not_wait_for_what_was_expired():
    late = perceptron(OD3(100))
    for _ in range(3):
        late.ask(X[0])
    late.expire([1])
    late.label(2, True)
    late.ask(X[0])
    assert late.learner.examples == 1


def test_rows_asked_together_count_as_questions_and_leave_od3_where_one_by_one_would():
    rows = np.eye(3)[[0, 1, 2, 0, 1, 2, 0, 1]]
    for horizon in (2, 4, 20):
        one, many = perceptron(OD3(horizon)), perceptron(OD3(horizon))
        one.ask_many(rows[:3])
        many.ask_many(rows[:3])
        for late in (one, many):
            late.label_many([2, 3], [False, False])
        for row in rows[3:]:
            one.ask(row)
        many.ask_many(rows[3:])
        one.label(8, True)
        many.label(8, True)
        one.apply()
        many.apply()
        assert one.learner.digest() == many.learner.digest()
        assert one.keeper.current == many.keeper.current
        assert one.keeper.pending().tolist() == many.keeper.pending().tolist()


def test_coins_everywhere_fall_where_nothing_was_learned_and_at_the_start_only_before_the_first_label():
    everywhere, start, never = (perceptron(OD3(50, coin=which, seed=3)) for which in ("everywhere", "start", None))
    said = {}
    for late in (everywhere, start, never):
        said[late] = [late.ask(X[i % 3]).prediction for i in range(12)]
        late.label(1, False)
        said[late] += [late.ask(X[i % 3]).prediction for i in range(12)]
    coins = [coin(3, number) < 0.5 for number in range(1, 25)]
    assert said[never] != said[everywhere] != said[start]
    assert said[everywhere][1:12] == said[start][1:12] == coins[1:12]
    assert said[everywhere][13:] == coins[13:]
    assert said[start][12:] == said[never][12:]
    assert all(said[late][i] == said[never][i] for late in said for i in (0, 12))  # new hypotheses speak
    assert everywhere.predict_one(X[0]) == (coin(3, 25) < 0.5)


def test_coins_of_rows_asked_together_are_those_of_their_numbers():
    late = perceptron(OD3(50, coin="everywhere"))
    _, said = late.ask_many(np.eye(3)[[0, 1, 2, 0, 1, 2]])
    assert said[0]
    assert said[1:].tolist() == [coin(0, number) < 0.5 for number in range(2, 7)]


def test_a_label_that_waits_for_its_turn_can_be_corrected_and_taken_back():
    late = perceptron(OD3(50), contradictions="correct")
    for _ in range(3):
        late.ask(X[0])
    late.label(2, True)
    late.apply()
    assert late.label(2, False) == Fate.CORRECTED
    late.apply()
    assert late.retract(2) == Fate.RETRACTED
    assert (late.answered, late.pending, late.mistakes) == (0, 3, 0)
    late.label(2, False)
    late.label(1, True)
    for _ in range(3):
        late.ask(X[0])
    assert late.learner.examples == 2
    assert late.learner.mistakes == 1


def test_what_was_learned_can_not_be_taken_back_by_other_orders():
    for order in (Immediate(), OD1(), OD3(9), Copies(3)):
        late = perceptron(order)
        late.ask(X[0])
        assert late.retract(1) == Fate.DUPLICATE  # nothing has come
        late.label(1, False)
        late.ask(X[0])
        before = late.learner.digest(), late.answered, late.mistakes
        assert late.retract(1) == Fate.CONTRADICTED
        assert late.retract(99) == Fate.UNKNOWN
        late.expire([2])
        assert late.retract(2) == Fate.TOO_LATE
        late.apply()
        assert before == (late.learner.digest(), late.answered, late.mistakes)


def test_a_label_that_waits_for_the_next_question_can_be_taken_back_by_every_order():
    for order in (Immediate(), OD1(), OD3(9), Copies(3), Replay()):
        late = perceptron(order)
        late.ask(X[0])
        late.ask(X[1])
        late.label_many([1, 2], [False, True])
        assert late.retract(1) == Fate.RETRACTED
        assert late.retract(1) == Fate.DUPLICATE
        late.apply()
        assert late.pending == 1
        assert late.keeper.pending().tolist()[0] == 1
        assert late.label(1, True) == Fate.WAITING


def test_when_all_copies_wait_the_one_that_waits_for_fewest_is_asked():
    late = perceptron(Copies(3))
    for _ in range(7):
        late.ask(X[0])
    assert [late.keeper._whose[number] for number in range(1, 8)] == [0, 1, 2, 0, 1, 2, 0]
    late.label_many([2, 5], [True, False])
    assert late.ask(X[0]).number == 8
    assert late.keeper._whose[8] == 1
    late.expire([3, 6])
    late.ask(X[0])
    assert late.keeper._whose[9] == 2
    assert [copy.examples for copy in late.keeper.copies] == [0, 2, 0]


def test_rows_asked_together_go_to_different_copies_as_one_by_one():
    rows = [{"a": 1.0, "b": 0.5}, {}, {"b": 1.0}, {"a": 2.0}]
    one, many = perceptron(Copies(3)), perceptron(Copies(3))
    for _ in range(3):
        said = [one.ask(row).prediction for row in rows]
        tickets, answers = many.ask_many(rows)
        assert answers.tolist() == said
        for late in (one, many):
            late.label_many(list(tickets), [False, True, False, True])
            late.apply()
    assert one.digest() == many.digest()
    assert [copy.examples for copy in one.keeper.copies] == [6, 3, 3]


def test_somebody_elses_learner_is_copied_too():
    class Counter:
        examples = mistakes = updates = 0

        def predict_one(self, x):
            return self.examples > 0

        def learn_one(self, x, y, weight=1.0):
            from thresher.protocols import Outcome

            said = self.predict_one(x)
            self.examples += 1
            return Outcome(said, y, said != y, True)

    late = Delayed(Counter(), Copies(5))
    tickets, said = late.ask_many(np.eye(3))
    late.label_many(list(tickets), [True] * 3)
    late.apply()
    assert not said.any()
    assert [copy.examples for copy in late.keeper.copies] == [1, 1, 1]


def test_what_is_forgotten_of_old_questions_is_given_up():
    late = perceptron(Immediate(), remember=5)
    for _ in range(50):
        late.ask(X[0])
    assert late.pending == len(late.keeper.pending()) <= 10
    assert late.given_up + late.pending == 50
