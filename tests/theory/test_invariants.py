"""Invariants while learning: right learners keep them on any stream, and each of them catches a rule that is wrong."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.catalogue import CASES
from tests.depth import tries
from tests.strategies import COLUMNS, boolean_streams, signed_streams, streams_for, unit_streams
from thresher.choices import links
from thresher.data import features
from thresher.evaluation import evaluate
from thresher.streams.planted import PlantedDisjunction
from thresher.theory import reference
from thresher.theory.invariants import Always, Checked, InvariantError, PNormLaws, SwinLaws, TrackingWinnowLaws

from .wrong_rules import (
    Curious,
    Eager,
    Forgetful,
    Forward,
    Leaking,
    Miscounting,
    Mutant,
    OnlyWeights,
    Restless,
    Sequence,
    Stuck,
    TwicePromoted,
    TwoFaced,
    Unfloored,
    Unweighted,
    WrongSwin,
    farthest,
    learn,
    noisy_stream,
)

SOME = tries(30)
TRACKING = {"promotion": 2.0, "floor": 0.05}


CONCEPTS = st.dictionaries(COLUMNS, st.integers(0, 24).map(lambda k: k / 8), max_size=4)
SEQUENCES = st.lists(CONCEPTS, min_size=1, max_size=4).map(
    lambda concepts: Sequence([(9 * i, concept) for i, concept in enumerate(concepts)])
)


# Right learners keep their invariants.


UNWEIGHTED = {name: case for name, case in CASES.items() if "class weights" not in name}  # steps are of weight 1


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in UNWEIGHTED.items()])
@tries(12)
@given(data=st.data())
def test_every_learner_passes(case, data):
    stream = data.draw(streams_for(case))
    model = learn(Checked(case.make()), stream)
    plain = learn(case.make(), stream)
    assert (model.examples, model.mistakes, model.weights()) == (plain.examples, plain.mistakes, plain.weights())


@SOME
@given(
    stream=unit_streams(),
    sequence=SEQUENCES,
    promotion=st.sampled_from([1.1, 2.0, 2.7, 5.0]),
    floor=st.sampled_from([0.001, 0.05, 0.4]),
    threshold=st.sampled_from([1.0, 3.0]),
)
def test_tracking_winnow_passes_with_any_comparator(stream, sequence, promotion, floor, threshold):
    """L7 is about every sequence, right or wrong; L5 is void where floor * norm >= 1."""
    model = th.TrackingWinnow(promotion, floor, threshold=threshold)
    checked = Checked(model, comparator=sequence)
    assert {"floor", "L2", "L3", "L4", "L5", "L6", "L6'", "L7"} < set(checked.lemmas)
    learn(checked, stream)
    plain = reference.TrackingWinnow(promotion=promotion, floor=floor, threshold=threshold)
    laws = TrackingWinnowLaws(
        promotion=promotion, floor=floor, threshold=threshold, comparator=sequence, separation=0.25
    )
    learn(Checked(plain, laws=[Always(), laws]), stream)


@SOME
@given(stream=boolean_streams(), sequence=SEQUENCES, randomized=st.booleans(), floor_share=st.sampled_from([0.0, 0.1]))
def test_swin_passes_with_any_schedule(stream, sequence, randomized, floor_share):
    model = th.Swin(12, 1.5, floor_share, initial=0.1, randomized=randomized, seed=3)
    learn(Checked(model, schedule=sequence), stream)


@SOME
@given(stream=signed_streams(), p=st.sampled_from([2.0, 3.5, 10.0]), rate=st.sampled_from([0.1, 1.0]))
def test_p_norm_learners_pass(stream, p, rate):
    for model in (th.PNormPerceptron(p, rate=rate), th.QuasiAdditive(links.PNorm(p)), th.Perceptron(rate, bias=True)):
        checked = Checked(model)
        assert checked.lemmas[-1] == "E8"
        learn(checked, stream)
    learn(Checked(reference.PNormPerceptron(p=p), laws=[PNormLaws(p=p)]), stream)
    learn(Checked(reference.Perceptron(bias=True), laws=[PNormLaws(p=2, link="identity")]), stream)


def test_a_checked_learner_is_a_learner():
    checked = Checked(th.TrackingWinnow())
    assert isinstance(checked, th.protocols.Learner)
    stream = PlantedDisjunction(trials=200, attributes=60, active=8, shifts=1)
    run = evaluate(stream, checked)
    assert run.mistakes == evaluate(stream, th.TrackingWinnow()).mistakes == checked.mistakes
    assert checked.promotion == 2.0
    with pytest.raises(AttributeError, match="nonsense"):
        _ = checked.nonsense


def test_labels_of_ones_own_and_any_form_of_example():
    checked = Checked(th.TrackingWinnow(labels=("ham", "spam")))
    assert checked.learn_one(["free", "now"], "spam").mistake
    assert not checked.learn_one({"lunch": 1}, "ham").mistake
    assert checked.learn_one((np.array([1, 2]), np.array([0.5, 1.0])), "spam").label == "spam"


# Each invariant catches a wrong rule.


WRONG_TRACKING = {
    "floor": lambda: Unfloored(**TRACKING),
    "L2": lambda: Mutant({True: 2}, **TRACKING),
    "L3": lambda: Mutant({False: 0.5}, **TRACKING),
    "L4": lambda: Forgetful(**TRACKING),
    "L5": lambda: Stuck(**TRACKING),
    "L6": lambda: Eager(**TRACKING),
    "L6'": lambda: Mutant({True: 3}, **TRACKING),
    "L7": lambda: Mutant({True: 0}, **TRACKING),
}


@pytest.mark.parametrize("lemma", WRONG_TRACKING)
def test_each_lemma_of_tracking_winnow_catches_a_wrong_rule(lemma):
    laws = TrackingWinnowLaws(**TRACKING, comparator=Sequence([(0, {0: 2.0})]), lemmas=[lemma])
    with pytest.raises(InvariantError, match=r"^trial \d+ breaks A\d.*<=.*does not hold: .* is above") as caught:
        learn(Checked(WRONG_TRACKING[lemma](), laws=[laws]), noisy_stream(1))
    assert lemma in caught.value.lemma
    right = TrackingWinnowLaws(**TRACKING, comparator=Sequence([(0, {0: 2.0})]), lemmas=[lemma])
    learn(Checked(reference.TrackingWinnow(**TRACKING), laws=[right]), noisy_stream(1))


def test_a_subclass_is_checked_by_the_laws_of_its_parent():
    with pytest.raises(InvariantError, match="breaks A3 L2"):
        learn(Checked(TwicePromoted(2.0, 0.05)), noisy_stream(2))


RISING = [({0: 1.0}, True)] * 20
SINKING = RISING + [({0: 1.0, 1: 1.0}, False)] * 5


@pytest.mark.parametrize(
    ("lemma", "mutant", "stream", "match"),
    [
        pytest.param("B5", lambda: WrongSwin({}, low=-math.inf), SINKING, "sank below the floor", id="no floor"),
        pytest.param("B5", lambda: WrongSwin({True: 9}), RISING, "promoted twice", id="promoted too far"),
        pytest.param("B3", lambda: WrongSwin({False: 0}), SINKING, "breaks B3", id="demotions forgotten"),
        pytest.param("B3", lambda: WrongSwin({True: 0}), RISING, "breaks B3", id="promotions forgotten"),
        pytest.param("B3 shift", lambda: WrongSwin({True: 9}), RISING, "breaks B3, the shift", id="shift out of range"),
    ],
)
def test_each_lemma_of_swin_catches_a_wrong_rule(lemma, mutant, stream, match):
    schedule = Sequence([(0, {0: 1.0}), (15, {})])
    known = {"n": 12, "promotion": 1.5, "floor_share": 0.1, "schedule": schedule, "lemmas": [lemma]}
    with pytest.raises(InvariantError, match=match):
        learn(Checked(mutant(), laws=[SwinLaws(**known)]), stream)
    learn(Checked(WrongSwin({}), laws=[SwinLaws(**known)]), stream)


def test_b3_catches_a_wrong_probability_of_the_randomised_form():
    wrong = WrongSwin({}, randomized=True, coin=lambda t: 0.5)
    wrong.ramp *= 3
    known = {"n": 12, "promotion": 1.5, "floor_share": 0.1, "randomized": True, "schedule": Sequence([(0, {0: 1.0})])}
    with pytest.raises(InvariantError, match="breaks B3"):
        learn(Checked(wrong, laws=[SwinLaws(**known, lemmas=["B3"])]), noisy_stream(4))


@pytest.mark.parametrize(
    ("mutant", "p"),
    [
        pytest.param(lambda: reference.PNormPerceptron(p=12), 2.0, id="wrong p"),
        pytest.param(lambda: reference.PNormPerceptron(p=3, rate=2.0), 3.0, id="wrong rate"),
        pytest.param(Forward, 2.0, id="wrong trials"),
    ],
)
def test_e8_catches_a_wrong_rule(mutant, p):
    wrong = mutant()
    with pytest.raises(InvariantError, match=r"breaks E8: \|z\|_p <= "):
        learn(Checked(wrong, laws=[PNormLaws(p=p)]), farthest(wrong))
    right = reference.PNormPerceptron(p=p)
    learn(Checked(right, laws=[PNormLaws(p=p)]), farthest(right))


def test_a_learner_that_shows_only_weights_is_checked_too():
    rng = np.random.default_rng(7)
    stream = [(dict(enumerate(rng.normal(size=5).tolist())), bool(rng.random() < 0.5)) for _ in range(200)]
    laws = {"p": 2, "link": "identity"}
    learn(Checked(OnlyWeights(1.0), laws=[Always(), PNormLaws(**laws)]), stream)
    with pytest.raises(InvariantError, match="breaks E8"):
        learn(Checked(OnlyWeights(3.0), laws=[PNormLaws(**laws)]), stream)


@pytest.mark.parametrize(
    ("mutant", "match"),
    [
        pytest.param(Curious, "prediction is pure", id="predict"),
        pytest.param(Leaking, "untouched attributes keep their weight: 99 went from the initial weight", id="leak"),
        pytest.param(Miscounting, "the counts: mistakes went from", id="counts"),
        pytest.param(Restless, "did not update on a mistake", id="restless"),
        pytest.param(lambda: Eager(**TRACKING), "updated on a right prediction", id="eager"),
        pytest.param(TwoFaced, "predict_one said", id="two faces"),
    ],
)
def test_what_always_holds_catches_wrong_learners(mutant, match):
    with pytest.raises(InvariantError, match=match):
        learn(Checked(mutant()), noisy_stream(6))


def test_a_change_without_an_update_is_caught():
    with pytest.raises(InvariantError, match=r"no update, no change: .* It reports no update"):
        learn(Checked(Restless(), laws=[Always(lemmas=["no update"])]), noisy_stream(6))


def test_an_example_of_weight_zero_must_change_nothing():
    checked = Checked(th.Perceptron(), laws=[Always()])
    checked.learn_one({0: 1.0}, False, 0.0)
    assert checked.examples == 0
    with pytest.raises(InvariantError, match="weight 0"):
        Checked(Unweighted(), laws=[Always()]).learn_one({0: 1.0}, False, 0.0)


def test_the_error_names_lemma_trial_and_numbers_and_can_be_sent_elsewhere():
    mutant = Mutant({True: 2}, promotion=2.0, floor=0.25)
    with pytest.raises(InvariantError) as caught:
        Checked(mutant, laws=[TrackingWinnowLaws(promotion=2.0, floor=0.25)]).learn_one({0: 1.0, 1: 1.0}, True)
    assert str(caught.value) == (
        "trial 1 breaks A3 L2: dW <= alpha - 1 does not hold: 1.5 is above 1. A promotion added too much: was it"
        " applied twice, or without a mistake?"
    )
    assert (caught.value.lemma, caught.value.trial) == ("A3 L2", 1)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    assert isinstance(caught.value, th.ThresherError)


# What can't be checked is said.


def test_arithmetic_at_its_edges_ends_the_check_and_says_so():
    small = [({0: 1e-7}, False)] * 100
    checked = learn(Checked(th.PNormPerceptron(64)), small)
    assert checked.void == "a weight left the numbers that can be computed with in trial 1"
    assert checked.mistakes > 63  # E8's bound, which is about real numbers
    large = learn(Checked(th.WeightedMajority(1e3)), [({0: 1.0, 1: -2.0}, True)] * 2)
    assert large.void == "a weight left the numbers that can be computed with in trial 1"
    assert learn(Checked(th.Perceptron()), small).void is None


def test_options_that_hide_what_is_learned_leave_what_needs_no_look():
    assert "L2" not in Checked(th.TrackingWinnow(transform=features.LiftSmall(0.3))).lemmas
    assert "untouched" not in Checked(th.Perceptron(bits=4)).lemmas
    assert "L2" not in Checked(th.TrackingWinnow(lift_above=0.1, lift_least=0.3)).lemmas
    assert Checked(th.AveragedPerceptron()).lemmas == ("counts",)
    assert "E8" not in Checked(th.Perceptron(margin=1.0)).lemmas
    assert "mistakes" not in Checked(th.Perceptron(margin=1.0)).lemmas


def refusals():
    learned = learn(th.Perceptron(), noisy_stream(0, trials=3))
    anything = Sequence([(0, {})])
    behind = Checked(th.Perceptron())
    behind.learn_many([{0: 1.0}], [False])
    return {
        "learned": (lambda: Checked(learned), "has learned"),
        "no weights": (lambda: Checked(object()), "needs weights"),
        "comparator": (lambda: Checked(th.Perceptron(), comparator=anything), "a comparator is for TrackingWinnow"),
        "schedule": (lambda: Checked(th.TrackingWinnow(), schedule=anything), "a schedule is for Swin"),
        "both": (lambda: Checked(th.Swin(3), schedule=anything, laws=[]), "to the laws themselves"),
        "weight": (lambda: Checked(th.Perceptron()).learn_one({0: 1.0}, True, 2.0), "importance weights"),
        "behind": (lambda: behind.learn_one({0: 1.0}, True), "learned unseen"),
        "lemma": (lambda: PNormLaws(p=2, lemmas=["L2"]), "among E8"),
        "values": (
            lambda: learn(
                Checked(reference.TrackingWinnow(**TRACKING), laws=[TrackingWinnowLaws(**TRACKING)]), [({0: 2.0}, True)]
            ),
            "values from 0 to 1",
        ),
        "boolean": (
            lambda: Checked(th.Swin(3), schedule=anything).learn_one({0: 0.5}, True),
            "attributes that are 0 or 1",
        ),
    }


@pytest.mark.parametrize(
    "name",
    ["learned", "no weights", "comparator", "schedule", "both", "weight", "behind", "lemma", "values", "boolean"],
)
def test_what_can_not_be_checked_is_refused_with_the_reason(name):
    act, match = refusals()[name]
    with pytest.raises(th.ThresherError, match=match):
        act()
