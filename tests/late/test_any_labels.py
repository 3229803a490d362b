"""Late labels of any number and any name: every order, saved in the middle, corrected, taken back, new on the way."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.late.test_replay import tell
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, LabelStatus, Replay

ORDERS = [Immediate(), OD1(), OD3(horizon=15), Copies(k=3), Replay(every=4)]
MODELS = {
    "Auto": th.Auto,
    "Multiclass": lambda: th.Multiclass(th.Perceptron()),
    "constraint": lambda: th.Multiclass(th.AdaptiveWinnow(), "constraint"),
}
CLASSES = {2: ["ham", "spam"], 3: ["cat", "dog", "bird"], 50: [f"class {i}" for i in range(50)]}


def stream(classes, count, seed=0):
    coins = random.Random(seed)
    for place in (coins.randrange(len(classes)) for _ in range(count)):
        yield {f"of {place}": 1.0, f"any {coins.randrange(9)}": 1.0}, classes[place]


def live(late, rows, seed=0, most=8):
    """Asks, and tells after some questions; what was said."""
    coins, out, said = random.Random(seed), [], []
    for x, y in rows:
        question = late.ask(x)
        said.append(question.label)
        out.append((question.ticket, y))
        while len(out) > coins.randrange(1, most):
            late.label(*out.pop(coins.randrange(len(out))))
    for ticket, y in out:
        late.label(ticket, y)
    late.apply()
    return said


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("k", CLASSES)
def test_every_order_takes_any_number_of_labels(k, order, name, tmp_path):
    rows = list(stream(CLASSES[k], 120))
    late = Delayed(MODELS[name](), order)
    live(late, rows[:70])
    late.save(tmp_path / "late")
    loaded = th.load(tmp_path / "late")
    assert loaded.digest() == late.digest()
    assert live(loaded, rows[70:], 1) == live(late, rows[70:], 1)
    assert loaded.digest() == late.digest()
    came = {y for _, y in rows}
    assert set(late.labels) == came
    assert late.positive == ("spam" if k == 2 and name == "Auto" else None)
    assert (late.asked, late.answered + late.given_up, late.pending) == (120, 120, 0)
    learned = [late.learner] if not isinstance(order, Copies) else late.keeper.copies
    assert sum(learner.examples for learner in learned) == late.statuses[LabelStatus.LEARNED]


@pytest.mark.parametrize("name", MODELS)
def test_told_before_the_next_question_it_is_the_learner_alone(name):
    late, alone = Delayed(MODELS[name]()), MODELS[name]()
    for x, y in stream(CLASSES[3], 80):
        question = late.ask(x)
        assert question.label == alone.predict_one(x)
        if alone.traits.probabilities:
            assert question.probabilities == alone.predict_proba_one(x)
        expected = alone.score_one(x) if alone.positive is not None else None
        if alone.positive is None and question.label is not None:
            expected = alone.score_one(x, question.label)
        assert question.score == expected
        late.label(question.ticket, y)
        alone.learn_one(x, y)
    late.apply()
    assert late.learner == alone


def test_cats_dogs_and_a_bird_that_comes_later(tmp_path):
    late = Delayed(th.Auto())
    live(late, stream(["cat", "dog"], 40))
    assert (late.labels, late.positive) == (("cat", "dog"), "dog")
    question = late.ask({"of 2": 1.0}, ticket="a bird")
    assert set(question.probabilities) == {"cat", "dog"}
    late.label("a bird", "bird")
    late.apply()
    assert (late.labels, late.positive, late.learner.labels) == (("bird", "cat", "dog"), None, ("bird", "cat", "dog"))
    late.save(tmp_path / "late")
    loaded = th.load(tmp_path / "late")
    question = loaded.ask({"of 2": 1.0})
    assert question.label == "bird"
    assert list(question.probabilities) == ["bird", "cat", "dog"]
    assert question.score == loaded.learner.score_one({"of 2": 1.0}, "bird")


def stories(labels):
    """As those of Replay with two labels, with any."""
    which = st.one_of(st.integers(0, 3), st.integers(0, 12))
    instances = st.dictionaries(st.sampled_from([0, 1, 2, "a"]), st.sampled_from([1.0, 0.5]), max_size=3)
    told = st.tuples(st.just("label"), which, st.sampled_from(labels), st.sampled_from([1.0, 1.0, 0.0, 0.5]))
    asked = st.tuples(st.just("ask"), instances)
    rest = st.one_of(st.tuples(st.just("retract"), which), st.tuples(st.sampled_from(["save", "apply"])))
    return st.lists(st.one_of(asked, asked, told, told, rest), min_size=20, max_size=50)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("k", CLASSES)
@tries(20)
@given(data=st.data())
def test_replayed_it_is_the_learner_taught_in_the_order_of_instances(name, k, data):
    """With corrections, labels taken back, and states of the past kept close to each other."""
    late = Delayed(MODELS[name](), Replay(every=3), contradictions="correct")
    tell(late, data.draw(stories(CLASSES[k])))


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_learner_that_can_not_be_turned_round_learns_names_that_tell_their_sides(order):
    """Whichever of the two is learned first."""
    for first, second in (("yes", "no"), ("no", "yes")):
        late = Delayed(th.Perceptron(), order)
        tickets = [late.ask({"a": 1.0}).ticket for _ in range(2)]
        late.label(tickets[1], first)
        late.label(tickets[0], second)
        late.ask({"a": 1.0})
        assert (late.labels, late.positive) == (("no", "yes"), "yes")
        with pytest.raises(th.InputError, match="none of 'no', 'yes'"):
            late.label(late.ask({"a": 1.0}).ticket, "maybe")


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_name_that_does_not_tell_is_taken_where_the_other_one_does(order):
    """ "aaa" is learned first, and is told last."""
    late = Delayed(th.Perceptron(), order)
    tickets = [late.ask({"a": 1.0}).ticket for _ in range(2)]
    with pytest.raises(th.InputError, match="must know which label is positive"):
        late.label(tickets[0], "aaa")
    late.label(tickets[1], "spam")
    late.label(tickets[0], "aaa")
    late.ask({"a": 1.0})
    late.ask({"a": 1.0})
    assert (late.labels, late.positive) == (("aaa", "spam"), "spam")
    assert sum(copy.examples for copy in getattr(late.keeper, "copies", [late.learner])) == 2


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_told_what_is_to_come_it_takes_any_two_names(order, tmp_path):
    late = Delayed(th.Perceptron(), order)
    late.expect_labels(["dog", "cat"])
    late.ask({"a": 1.0})
    late.label(1, "cat")
    late.save(tmp_path / "late")
    late = th.load(tmp_path / "late")
    late.ask({"b": 1.0})
    late.label(2, "dog")
    late.ask({"b": 1.0})
    assert (late.labels, late.positive) == (("cat", "dog"), "dog")


def test_a_side_that_would_change_is_refused_when_the_label_comes():
    late = Delayed(th.Perceptron())
    late.ask({"a": 1.0})
    late.ask({"b": 1.0})
    late.label(1, "spam")
    before = late.digest()
    with pytest.raises(th.InputError, match="labels=\\(negative, positive\\)"):
        late.label(2, "zebra")
    assert late.digest() == before


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("negative", [0, -1, False])
def test_questions_asked_while_there_were_two_labels_are_answered_when_there_are_three(order, negative):
    """What was said is False then, and the label is -1."""
    late = Delayed(th.Auto(), order)
    for x, y in stream([negative, 1], 30):
        late.label(late.ask(x).ticket, y)
    questions = [late.ask({"of 0": 1.0}) for _ in range(3)]
    assert questions[0].label is False
    late.label(late.ask({"third": 1.0}).ticket, "third")
    late.label(questions[0].ticket, negative)
    late.ask({"third": 1.0})
    before = late.mistakes
    late.label(questions[1].ticket, negative)
    late.ask({"third": 1.0})
    late.label(questions[2].ticket, 1)
    late.apply()
    assert late.mistakes == before + 1
    assert set(late.labels) == {negative, 1, "third"}
    assert set(late.learner.labels) <= {negative, 1, "third"} or late.learner.labels == (False, True)  # OD3 waits
    assert load_bytes(late.to_bytes()).digest() == late.digest()
