"""MD, DR and DO (D5, D6): the wrappers are what the paper says, go together, and change nothing unasked."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.late.as_learners import AsBasic, AsLearner, InLoop
from tests.strategies import boolean_streams
from tests.theorems.late_labels import Automaton, mistakes_of, random_case
from thresher.late import OD1, Delayed, Fate, Immediate
from thresher.late.pending import tells_changes
from thresher.late.repeated import Repeated
from thresher.late.wrappers import Derandomized, MistakeDriven
from thresher.protocols import Learner
from thresher.theory.concepts import Functions, Halving
from thresher.theory.reference import delay as reference

SEEDS = st.integers(0, 2**32 - 1)
FEW = tries(40)

LEARNERS = {
    "TrackingWinnow": lambda: th.TrackingWinnow(1.5, 0.1),
    "AdaptiveWinnow": lambda: th.AdaptiveWinnow(),
    "Alma": lambda: th.Alma(),
    "Averaged": lambda: th.AveragedPerceptron(),
    "Perceptron with a margin": lambda: th.Perceptron(margin=1.0),
    "Swin randomized": lambda: th.Swin(12, 1.5, 0.1, randomized=True, seed=3),
}


def lates(seed, count, longest=5):
    rng = random.Random(seed)
    return [rng.choice([1, rng.randint(1, longest)]) for _ in range(count)]


def rule_of(kinds, basic):
    for kind in reversed(kinds):
        basic = kind(basic)
    return basic


@FEW
@given(seed=SEEDS, certain=st.booleans())
@pytest.mark.parametrize(
    ("kinds", "wrappers"),
    [
        ([reference.MD], [MistakeDriven]),
        ([reference.DR], [Derandomized]),
        ([reference.MD, reference.DR], [MistakeDriven, Derandomized]),
        ([reference.DR, reference.MD], [Derandomized, MistakeDriven]),
    ],
    ids=["MD", "DR", "MD-DR", "DR-MD"],
)
def test_wrappers_step_like_the_reference(seed, certain, kinds, wrappers):
    basic, sequence, _ = random_case(seed, certain)
    inner = AsLearner(basic, randomized=not certain)
    model = inner
    for wrapper in reversed(wrappers):
        model = wrapper(model)
    rule = rule_of(kinds, basic)
    state = rule.start
    for point, y in sequence:
        predicted = rule.predict(state, point)
        if 1.0 in predicted.values():
            assert predicted[int(model.predict_one({point: 1.0}))] == 1.0
        else:
            assert model.predict_proba_one({point: 1.0})[True] == predicted.get(1, 0.0)
        outcome = model.learn_one({point: 1.0}, bool(y))
        state, changed = rule.update(state, point, y, predicted)
        assert inner.state == state
        assert outcome.updated == (changed or predicted.get(y, 0.0) != 1) or kinds[0] is reference.DR
    assert model.examples == len(sequence)


@FEW
@given(seed=SEEDS, certain=st.booleans())
def test_od1_around_md_around_dr_is_the_reference_s(seed, certain):
    basic, sequence, delays = random_case(seed, certain)
    inner = AsLearner(basic, randomized=not certain)
    fast = InLoop(Delayed(MistakeDriven(Derandomized(inner)), OD1()))
    slow = Watched(reference.MD(reference.DR(basic)))
    stream = [(x, y, delay) for (x, y), delay in zip(sequence, delays, strict=True)]
    assert reference.run(fast, stream) == reference.run(slow, stream)
    fast.late.apply()
    assert (inner.state, fast.last, fast.late.keeper._last) == (slow.state, slow.lasts, slow.last)


class Watched(reference.OD1):
    """Notes `last` at every trial."""

    def __init__(self, basic):
        super().__init__(basic)
        self.lasts = []

    def trial(self, x):
        self.lasts.append(self.last)
        return super().trial(x)


@pytest.mark.parametrize("order", [OD1, Immediate])
@pytest.mark.parametrize("name", LEARNERS)
@tries(15)
@given(stream=boolean_streams(most=30), seed=SEEDS)
def test_wrapped_learners_of_ours_are_the_reference_s(name, order, stream, seed):
    sequence, delays = [(x, int(y)) for x, y in stream], lates(seed, len(stream))
    fast = InLoop(Delayed(MistakeDriven(Derandomized(LEARNERS[name]())), order()))
    rule = reference.MD(AsBasic(Derandomized(LEARNERS[name]())))
    slow = {OD1: reference.OD1, Immediate: reference.Immediate}[order](rule)
    assert mistakes_of(fast, sequence, delays) == mistakes_of(slow, sequence, delays) == fast.late.mistakes
    fast.late.apply()
    assert fast.late.learner.learner.learner.digest() == slow.state.learner.digest()


@pytest.mark.parametrize("order", [OD1, Immediate])
@tries(25)
@given(seed=SEEDS, k=st.integers(1, 4))
def test_repeated_is_the_reference_s_do(order, seed, k):
    basic, sequence, _ = random_case(seed)
    model = Repeated(lambda: Delayed(AsLearner(basic), order()), k, seed=7)
    for point, y in sequence:
        model.learn_one({point: 1.0}, bool(y))
    slow = {OD1: reference.OD1, Immediate: reference.Immediate}[order](basic)
    made = mistakes_of(reference.DO(slow, k), sequence, [1] * len(sequence))
    assert model.expected_mistakes == pytest.approx(made)


@tries(20)
@given(stream=boolean_streams(most=15), k=st.integers(1, 3))
def test_repeated_around_a_learner_of_ours_predicts_what_it_then_says(stream, k):
    model = Repeated(Delayed(th.TrackingWinnow(1.5, 0.1), OD1()), k)
    expected = 0.0
    for x, y in stream:
        before = model.late.digest()
        chances, said = model.predict_proba_one(x), model.predict_one(x)
        assert model.late.digest() == before
        twin = model.copy()
        outcome = model.learn_one(x, y)
        assert outcome.prediction == said
        assert twin.learn_one(x, y) == outcome
        expected += chances[not y]
    slow = reference.DO(reference.OD1(AsBasic(th.TrackingWinnow(1.5, 0.1))), k)
    assert model.expected_mistakes == pytest.approx(expected)
    sequence = [(x, int(y)) for x, y in stream]
    assert expected == pytest.approx(mistakes_of(slow, sequence, [1] * len(sequence)))


@pytest.mark.parametrize("name", LEARNERS)
@tries(15)
@given(stream=boolean_streams(most=20))
def test_predicting_changes_nothing_and_copies_are_independent(name, stream):
    model = MistakeDriven(Derandomized(LEARNERS[name]()))
    inner = model.learner.learner
    for x, y in stream:
        before = inner.digest()
        said = model.predict_one(x)
        assert inner.digest() == before
        twin = model.copy()
        outcome = model.learn_one(x, y)
        assert (outcome.prediction, outcome.mistake) == (said, said != y)
        assert (twin.learner.learner.digest(), twin.examples) == (before, model.examples - 1)
        assert twin.learn_one(x, y) == outcome
        assert outcome.mistake or inner.digest() == before
    assert model.updates <= model.mistakes


def test_wrappers_speak_the_labels_of_their_learner():
    model = MistakeDriven(Derandomized(th.TrackingWinnow(floor=0.6, labels=("ham", "spam"))))
    late = Delayed(model, OD1())
    first = late.ask({"free": 1})
    assert first.prediction == model.predict_one({"free": 1}) == "ham"
    late.label(first.ticket, "spam")
    assert late.ask({"free": 1}).prediction == "spam"
    assert late.mistakes == model.mistakes == 1
    with pytest.raises(th.InputError, match="is none of 'ham', 'spam'"):
        model.learn_one({"free": 1}, "eggs")
    with pytest.raises(th.InputError, match="must know which label is positive"):
        MistakeDriven(th.TrackingWinnow()).learn_one({"free": 1}, "eggs")


def test_around_mistake_driven_od1_keeps_the_labels_that_nothing_has_overtaken():
    """The label of 2 comes first, and the answer was right: the label of 1 is still learned."""
    fates = {}
    for name, model in {"bare": Foreign(), "driven": MistakeDriven(Foreign())}.items():
        late = Delayed(model, OD1())
        late.ask({"a": 1.0})
        late.ask({"b": 1.0})
        late.label(2, False)
        late.apply()
        late.label(1, True)
        late.apply()
        fates[name] = late.settled
    assert fates == {"bare": [(1, Fate.SKIPPED)], "driven": [(1, Fate.LEARNED)]}


class Foreign:
    """Somebody else's model: nobody knows when it changes."""

    examples = mistakes = updates = 0

    def predict_one(self, x):
        return False

    def learn_one(self, x, y, weight=1.0):
        return th.Outcome(False, y, bool(y), False)


def test_who_tells_when_it_changes():
    assert all(map(tells_changes, (th.TrackingWinnow(), Derandomized(th.AdaptiveWinnow()), MistakeDriven(Foreign()))))
    assert not any(map(tells_changes, (Foreign(), Derandomized(Foreign()), th.AveragedPerceptron())))
    assert not tells_changes(Repeated(Delayed(th.Perceptron()), 2))


def test_a_model_without_copy_is_copied_deeply():
    model = MistakeDriven(Halving(Functions(3)))
    twin = model.copy()
    model.learn_one({0: 1}, True)
    assert (model.learner.left, twin.learner.left) == (4, 8)


def test_what_is_no_delayed_learner_can_t_be_repeated():
    with pytest.raises(th.ParameterError, match="Delayed"):
        Repeated(th.Perceptron, 2)
    with pytest.raises(th.ParameterError, match="Delayed"):
        Repeated(7, 2)


def test_what_can_t_be_copied_can_be_repeated_but_not_asked_beforehand():
    model = Repeated(Delayed(Foreign()), 2)
    assert model.learn_one({"a": 1}, True).prediction is False
    with pytest.raises(th.ParameterError, match="can't be copied"):
        model.predict_one({"a": 1})


def test_wrappers_keep_the_protocol_of_learners():
    for model in (MistakeDriven(Foreign()), Derandomized(Foreign()), Repeated(Delayed(th.Perceptron()), 2)):
        assert isinstance(model, Learner)


# The comparisons above can fail.


def test_a_learner_that_is_not_made_mistake_driven_differs_from_the_reference():
    rng = random.Random(2)
    differ = 0
    for _ in range(20):
        basic = Automaton(rng)
        model, rule = AsLearner(basic), reference.MD(basic)
        state = rule.start
        for _ in range(20):
            point, y = rng.randrange(4), rng.randint(0, 1)
            model.learn_one({point: 1.0}, bool(y))
            state, _ = rule.update(state, point, y, rule.predict(state, point))
        differ += model.state != state
    assert differ > 0
