"""Immediate, OD1, OD3 and Copies against the transcriptions in thresher.theory.reference.delay, trial by trial."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import tries
from tests.late.late_streams import LEARNERS, Engine, late_run, late_streams, make, reference_run
from thresher._core import coin
from thresher.late import OD1, OD3, Copies, Fate, Immediate, Replay
from thresher.theory import reference
from thresher.theory.reference import delay as truth

COPIES = 60  # more than can be outstanding
FEW = tries(25)
ORDERS = {
    "Immediate": (Immediate(), truth.Immediate),
    "OD1": (OD1(), truth.OD1),
    "OD3, 3": (OD3(3), lambda basic: truth.OD3(basic, 3)),
    "OD3, 20": (OD3(20), lambda basic: truth.OD3(basic, 20)),
    "OD3 with coins": (OD3(6, coin="everywhere", seed=7), lambda basic: truth.OD3(basic, 6, (False, True))),
    "Copies": (Copies(COPIES), truth.Copies),
}
EVERY_ORDER = [*(order for order, _ in ORDERS.values()), OD3(5, coin="start"), Copies(2), Replay(), Replay(7, every=3)]


def certain(predicted, number, seed=7):
    """What a distribution says: its only label, or the coin's."""
    label, chance = max(predicted.items(), key=lambda item: item[1])
    return label if chance == 1 else coin(seed, number) < 0.5


def compare(late, order, stream, again=()):
    late, said = late_run(late, stream, again=again)
    predicted = reference_run(order, stream)
    assert said == [certain(p, number) for number, p in enumerate(predicted, 1)]
    if isinstance(order, truth.Copies):
        ours = [learner.digest() for learner in late.keeper.copies]
        assert ours == [state.digest() for state in order.states]
    else:
        assert late.learner.digest() == order.state.digest()
        assert late.learner.duals() == order.state.duals()


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("name", ORDERS)
@FEW
@given(stream=late_streams(), again=st.sets(st.integers(2, 40), max_size=3))
def test_the_same_predictions_and_the_same_state(name, learner, stream, again):
    order, reference_of = ORDERS[name]
    compare(make(learner, order), reference_of(Engine(LEARNERS[learner]())), stream, again)


class Plain(truth.Basic):
    """A learner of thresher.theory.reference: nothing of the engine."""

    def __init__(self, learn):
        self.learn = learn
        self.start = ()

    def at(self, state):
        learner = self.learn()
        for x, y in state:
            learner.learn(dict(x), y)
        return learner

    def predict(self, state, x):
        return {self.at(state).predict(x): 1.0}

    def update(self, state, x, y, predicted):
        learner = self.at(state)
        before = learner.updates
        learner.learn(x, y)
        return (*state, (tuple(x.items()), y)), learner.updates != before


@pytest.mark.parametrize("name", [name for name in ORDERS if name != "Copies"])
@tries(10)
@given(stream=late_streams(most=20))
def test_the_same_weights_as_without_the_engine(name, stream):
    order, reference_of = ORDERS[name]
    plain = Plain(lambda: reference.TrackingWinnow(promotion=2.0, floor=0.1))
    expected = reference_of(plain)
    predicted = reference_run(expected, stream)
    late, said = late_run(make("TrackingWinnow", order), stream)
    assert said == [certain(p, number) for number, p in enumerate(predicted, 1)]
    weights = plain.at(expected.state).weights()
    assert {key: late.learner.weight(key) for key in weights} == weights


# What goes wrong is seen.

SPOILED = {
    "OD3 from instance 0": (OD3(20), 0),
    "OD3 with a shorter horizon": (OD3(20), 2),
    "OD3 without its coins": (OD3(20, coin="everywhere"), 20),
    "other coins": (OD3(20, coin="everywhere", seed=8), 20),
    "OD1 instead of Immediate": (Immediate(), None),
    "Copies instead of OD1": (OD1(), None),
}
LATE = [
    ({key: 1.0, "c": 1.0}, (number // 3) % 2 == 0, 1 + 4 * (number % 3))
    for number, key in enumerate(["a", "b", "c", "d", "a", "c", "b", "d"] * 4)
]


@pytest.mark.parametrize("name", SPOILED)
def test_the_comparison_can_fail(name):
    order, horizon = SPOILED[name]
    basic = Engine(LEARNERS["Perceptron"]())
    other = truth.OD1(basic) if name.startswith("OD1") else truth.Copies(basic)
    if horizon is not None:
        coins = (False, True) if name == "other coins" else ()
        other = truth.OD3(basic, horizon or 20, coins)
        other.current = min(horizon, 1)
    with pytest.raises(AssertionError):
        compare(make("Perceptron", order), other, LATE)


def test_the_stream_of_these_tests_agrees_when_nothing_is_spoiled():
    for order, reference_of in ORDERS.values():
        compare(make("Perceptron", order), reference_of(Engine(LEARNERS["Perceptron"]())), LATE)


# What every order has in common.


@pytest.mark.parametrize("order", EVERY_ORDER, ids=repr)
@pytest.mark.parametrize("learner", LEARNERS)
@tries(15)
@given(stream=late_streams(most=25))
def test_with_delay_1_every_order_is_the_learner_itself(order, learner, stream):
    alone = LEARNERS[learner]()
    late, said = late_run(make(learner, order), [(x, y, 1) for x, y, _ in stream])
    assert said == [alone.learn_one(x, y).prediction for x, y, _ in stream]  # no hypothesis speaks twice: no coin
    assert late.learner.digest() == alone.digest()


@pytest.mark.parametrize("order", EVERY_ORDER, ids=repr)
@tries(15)
@given(stream=late_streams(), cut=st.integers(1, 40), learner=st.sampled_from(list(LEARNERS)))
def test_stopped_and_gone_on_with_it_is_the_same(order, stream, cut, learner, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "late.thresher"

    def through_a_file(late):
        if late.asked != cut:
            return late
        late.save(path)
        return type(late).load(path)

    straight, said = late_run(make(learner, order), stream)
    resumed, said_too = late_run(make(learner, order), stream, between=through_a_file)
    assert said == said_too
    assert straight.digest() == resumed.digest()
    assert straight.fates == resumed.fates


@pytest.mark.parametrize("order", EVERY_ORDER, ids=repr)
@tries(15)
@given(stream=late_streams(), again=st.sets(st.integers(2, 40), max_size=3))
def test_nothing_is_learned_twice(order, stream, again):
    learned = []

    def note(late):
        learned.extend(ticket for ticket, fate in late.settled if fate == Fate.LEARNED)
        return late

    late, _ = late_run(make("Perceptron", order), stream, between=note, again=again)
    note(late)
    assert len(learned) == len(set(learned)) == late.fates[Fate.LEARNED]
    learners = late.keeper.copies if isinstance(order, Copies) else [late.learner]
    assert sum(learner.examples for learner in learners) == len(learned)
    came = sum(late.fates[fate] for fate in (Fate.LEARNED, Fate.SKIPPED)) + len(getattr(late.keeper, "_held", ()))
    assert came == late.answered


@pytest.mark.parametrize("order", EVERY_ORDER, ids=repr)
@FEW
@given(stream=late_streams(most=20), numbers=st.permutations(range(1, 21)))
def test_labels_of_one_moment_may_come_in_any_order_and_together(order, stream, numbers):
    one, other, many = (make("BalancedWinnow", order) for _ in range(3))
    for late in (one, other, many):
        for x, _, _ in stream:
            late.ask(x)
    numbers = [number for number in numbers if number <= len(stream)]
    labels = [stream[number - 1][1] for number in numbers]
    for number, y in zip(numbers, labels, strict=True):
        one.label(number, y)
    for number, y in reversed(list(zip(numbers, labels, strict=True))):
        other.label(number, y)
    many.label_many(numbers, labels)
    for late in (one, other, many):
        late.apply()
    assert one.digest() == other.digest() == many.digest()
