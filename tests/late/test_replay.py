"""Replay: whatever comes when, is corrected or taken back, the state is that of the instances in their order."""

import copy
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.catalogue import CASES
from tests.depth import tries
from thresher.late import Delayed, Fate, Replay
from thresher.late.orders.replay.checkpoints import Checkpoints
from thresher.protocols import Outcome

FEW = tries(25)
SIGNED = st.dictionaries(st.sampled_from([0, 1, 2, "a"]), st.sampled_from([1.0, -1.0, 0.5]), max_size=3)
UNIT = st.dictionaries(st.sampled_from([0, 1, 2, 5]), st.sampled_from([1.0, 0.5, 0.2]), max_size=3)


def stories(instances, least=20, most=60):
    """What happens: ("ask", x), ("label", which of the last, y, weight), ("retract", which), "apply", "save"."""
    which = st.one_of(st.integers(0, 3), st.integers(0, 12))
    weights = st.sampled_from([1.0, 1.0, 1.0, 0.0, 0.5])
    return st.lists(
        st.one_of(
            st.tuples(st.just("ask"), instances),
            st.tuples(st.just("ask"), instances),
            st.tuples(st.just("label"), which, st.booleans(), weights),
            st.tuples(st.just("label"), which, st.booleans(), weights),
            st.tuples(st.just("retract"), which),
            st.tuples(st.sampled_from(["save", "apply"])),
        ),
        min_size=least,
        max_size=most,
    )


class InOrder:
    """The truth: all labels in a dict, learned from the start before every question."""

    def __init__(self, learner, horizon=None):
        self.start, self.horizon = learner, horizon
        self.instances, self.labels = {}, {}

    def within(self, number):
        return self.horizon is None or len(self.instances) + 1 - number <= self.horizon

    def learner(self):
        learner = self.start.copy() if isinstance(self.start, th.Learner) else copy.deepcopy(self.start)
        for number, (y, weight) in sorted(self.labels.items()):
            learner.learn_one(self.instances[number], y, weight)
        return learner


def tell(late, story, horizon=None, truth_of=InOrder, fingerprint=lambda learner: learner.digest(), saves=True):
    """Lives through a story with both, and compares after every question."""
    truth = truth_of(copy.deepcopy(late.learner), horizon)
    for event, *what in [*story, ("ask", {})]:
        number = len(truth.instances) - what[0] if event in ("label", "retract") else 0
        known = number >= 1 and truth.within(number)
        if event == "ask":
            expected = truth.learner()
            said = late.ask(what[0]).prediction
            truth.instances[len(truth.instances) + 1] = what[0]
            assert said == expected.predict_one(what[0])
            assert fingerprint(late.learner) == fingerprint(expected)
        elif event == "label" and number >= 1:
            _, y, weight = what
            old = truth.labels.get(number)
            fate = late.label(number, y, weight)
            if not known and (old is None or old[0] != y):
                assert fate == Fate.TOO_LATE
            elif old is None or old[0] != y:
                assert fate == (Fate.WAITING if old is None else Fate.CORRECTED)
                truth.labels[number] = y, weight
            else:
                assert fate == Fate.DUPLICATE
        elif event == "retract" and number >= 1:
            fate = late.retract(number)
            if known and number in truth.labels:
                assert fate == Fate.RETRACTED
                del truth.labels[number]
            else:
                assert fate in (Fate.TOO_LATE, Fate.DUPLICATE)
        elif event == "apply":
            late.apply()
            assert fingerprint(late.learner) == fingerprint(truth.learner())
        elif event == "save" and saves:
            late = late.copy()
        assert late.answered == len(truth.labels)
    return late


def replaying(learner, **order):
    return Delayed(learner, Replay(**order), contradictions="correct")


@pytest.mark.parametrize("order", [{}, {"every": 1}, {"every": 4, "horizon": 5}, {"every": 1, "horizon": 2}], ids=repr)
@tries(60)
@given(story=stories(SIGNED), bias=st.booleans())
def test_the_state_is_always_that_of_the_known_labels_in_order(order, story, bias):
    tell(replaying(th.Perceptron(bias=bias), **order), story, order.get("horizon"))


@pytest.mark.parametrize("name", [name for name in CASES if name != "QuasiAdditive own link"])
@tries(8)
@given(story=stories(UNIT, most=40))
def test_for_every_learner(name, story):
    tell(replaying(CASES[name].make(), every=2, horizon=9), story, 9)


@FEW
@given(story=stories(SIGNED))
def test_for_a_link_of_ones_own(story):
    tell(replaying(CASES["QuasiAdditive own link"].make(), every=2), story, saves=False)


class Nearest:
    """Somebody else's learner: says what it was told last, of an example with as many attributes."""

    def __init__(self):
        self.examples = self.mistakes = self.updates = 0
        self.told = {}

    def predict_one(self, x):
        return self.told.get(len(x), False)

    def learn_one(self, x, y, weight=1.0):
        said = self.predict_one(x)
        self.examples += 1
        self.told[len(x)] = y
        return Outcome(said, y, said != y, True)


@FEW
@given(story=stories(SIGNED))
def test_for_somebody_elses_learner(story):
    late = replaying(Nearest(), every=3, horizon=8)
    tell(late, story, 8, fingerprint=lambda learner: (learner.examples, learner.told), saves=False)


class Reversed(InOrder):
    """A wrong truth: the latest instance first."""

    def learner(self):
        learner = self.start.copy()
        for number, (y, weight) in sorted(self.labels.items(), reverse=True):
            learner.learn_one(self.instances[number], y, weight)
        return learner


class Deaf(InOrder):
    """A wrong truth: corrections and retractions are not heard."""

    def learner(self):
        self.first = {**self.labels, **getattr(self, "first", {})}
        learner = self.start.copy()
        for number, (y, weight) in sorted(self.first.items()):
            learner.learn_one(self.instances[number], y, weight)
        return learner


STORY = [
    *[("ask", {"a": 1.0}), ("ask", {"a": 1.0}), ("label", 0, True, 1.0), ("label", 1, False, 1.0), ("ask", {"a": 1.0})],
    *[("ask", {"a": 1.0}), ("ask", {"a": -1.0}), ("ask", {"b": 1.0, "a": 1.0})],
    *[("label", 0, False, 1.0), ("label", 2, False, 1.0), ("label", 1, False, 1.0), ("ask", {"a": 1.0})],
    *[("label", 3, True, 1.0), ("ask", {"b": 1.0}), ("retract", 2), ("ask", {"b": 1.0}), ("label", 3, True, 1.0)],
]


@pytest.mark.parametrize("wrong", [Reversed, Deaf], ids=lambda kind: kind.__name__)
def test_the_comparison_can_fail(wrong):
    tell(replaying(th.Perceptron()), STORY)
    with pytest.raises(AssertionError):
        tell(replaying(th.Perceptron()), STORY, truth_of=wrong)


def test_the_horizon_must_be_the_order_s():
    story = [("ask", {"a": 1.0})] * 4 + [("label", 3, False, 1.0)]
    tell(replaying(th.Perceptron(), horizon=3), story, 3)
    with pytest.raises(AssertionError):
        tell(replaying(th.Perceptron(), horizon=3), story, 9)


@FEW
@given(stream=strategies.boolean_streams(most=80), order=st.randoms(use_true_random=False))
def test_once_all_labels_are_in_the_learner_is_as_without_delay(stream, order):
    late, alone = replaying(th.BalancedWinnow(), every=8), th.BalancedWinnow()
    for x, y in stream:
        late.ask(x)
        alone.learn_one(x, y)
    numbers = list(range(1, len(stream) + 1))
    order.shuffle(numbers)
    for number in numbers:
        late.label(number, stream[number - 1][1])
        late.apply()
    assert late.learner == alone


def test_right_answers_are_not_followed_by_a_replay():
    late = replaying(th.Perceptron())
    for i in range(200):
        late.ask({i % 7: 1.0})
    late.label_many(range(2, 201), [True] * 199)  # a Perceptron says True at the start
    late.apply()
    late.label(1, True)
    late.apply()
    assert (late.keeper.replayed, late.learner.examples, late.learner.updates) == (0, 200, 0)
    late.label(1, True)
    late.contradictions = "correct"
    late.label(1, False)
    late.apply()
    assert late.keeper.replayed == 199


def test_a_label_of_the_near_past_does_not_cost_the_far_past():
    late = replaying(th.AdaptiveWinnow(), every=10)  # learns from every example
    for i in range(2000):
        late.ask({i % 7: 1.0})
        if i != 1990:
            late.label(i + 1, i % 3 == 0)
    late.apply()
    late.label(1991, True)
    late.apply()
    assert late.keeper.replayed < 60


def test_a_label_taken_back_and_given_anew_is_learned_anew():
    late = replaying(th.Perceptron())
    late.ask({"a": 1.0})
    late.label(1, False)
    late.apply()
    assert late.retract(1) == Fate.RETRACTED
    assert late.label(1, True) == Fate.WAITING
    late.apply()
    assert late.settled == [(1, Fate.LEARNED)]
    assert (late.learner.examples, late.learner.mistakes, late.answered) == (1, 0, 1)


def test_what_is_past_the_horizon_is_let_go():
    late = replaying(th.Perceptron(), horizon=20, every=10)
    for i in range(500):
        late.ask({i % 7: 1.0})
        if i % 5:
            late.label(i + 1, i % 3 == 0)
    assert len(late.keeper.pending()) <= 32
    assert late.label(100, True) in (Fate.TOO_LATE, Fate.DUPLICATE)
    assert late.retract(100) == Fate.TOO_LATE
    assert late.label(470, True) == Fate.TOO_LATE


def test_copies_stand_at_growing_distances():
    states = Checkpoints(th.Perceptron(), every=10)
    for number in range(1, 10_001):
        states.offer(number, th.Perceptron(), number)
    places = states._places
    assert len(places) < 40
    for before, after in itertools.pairwise(places):
        assert after - before <= 10 + (10_000 - before) / 2


def test_a_label_in_the_place_of_one_that_was_taken_back():
    """Taken back without having changed anything: copies of the state from after it must not be used again."""
    asks = [("ask", {})]
    story = [*asks * 10, ("label", 0, True, 1.0), *asks, ("retract", 1), *asks, ("label", 2, False, 1.0), *asks * 2]
    story += [("label", 0, False, 1.0), *asks, ("label", 2, False, 1.0)]
    tell(replaying(th.Perceptron(bias=True), every=2), story)
