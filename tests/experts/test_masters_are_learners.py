"""What every master obeys as a learner: predicting changes nothing, batches, copies, files, labels, bad input."""

import copy
import pickle
import random

import numpy as np
import pytest

import thresher as th
from tests.experts.panels import MASTERS, learners, readers, shifting, statements
from thresher import experts
from thresher.protocols import Learner

every_master = pytest.mark.parametrize("name", MASTERS)
STREAM = list(shifting(150))
X = np.zeros((150, 12))
for place, (columns, _) in enumerate(STREAM):
    X[place, list(columns)] = 1.0
Y = np.array([y for _, y in STREAM])


def taught(name, stream=STREAM):
    master = MASTERS[name](learners())
    for x, y in stream:
        master.learn_one(x, y)
    return master


@every_master
def test_it_keeps_the_protocol_of_learners(name):
    master = taught(name)
    assert isinstance(master, Learner)
    assert (master.examples, len(master.expert_mistakes)) == (150, 4)
    assert master.expert_mistakes == {n: expert.mistakes for n, expert in master.learners.items()}
    assert 0 < master.updates <= 150
    assert [expert.examples for expert in master.learners.values()] == [150] * 4


@every_master
def test_predicting_changes_nothing(name):
    master = taught(name)
    before = master.to_bytes()
    for x, _ in STREAM[:20]:
        said = master.predict_one(x)
        assert said in (False, True)
        assert sum(master.predict_proba_one(x).values()) == pytest.approx(1)
    assert master.predict_many(X).shape == (150,)
    assert master.to_bytes() == before


@every_master
def test_what_is_predicted_is_what_was_said_before_the_label(name):
    master = MASTERS[name](learners())
    wrong = 0
    for x, y in STREAM:
        said = master.predict_one(x)
        outcome = master.learn_one(x, y)
        assert (outcome.prediction, outcome.label, outcome.mistake) == (said, y, said != y)
        wrong += outcome.mistake
    assert master.mistakes == wrong


@every_master
def test_many_rows_are_learned_as_one_by_one(name):
    master = MASTERS[name](learners())
    said = master.learn_many(X, Y)
    one_by_one = MASTERS[name](learners())
    assert [one_by_one.learn_one(x, y).prediction for x, y in STREAM] == said.tolist()
    assert master == one_by_one


@every_master
def test_rows_with_weights_are_learned_as_one_by_one(name):
    weights = [random.Random(2).choice([0.0, 0.5, 1.0, 2.0]) for _ in STREAM]
    master = MASTERS[name](learners())
    said = master.learn_many(X, Y, weights)
    one_by_one = MASTERS[name](learners())
    told = [one_by_one.learn_one(x, y, w) for (x, y), w in zip(STREAM, weights, strict=True)]
    assert [outcome.prediction for outcome in told] == said.tolist()
    assert master == one_by_one
    assert master.examples == sum(w > 0 for w in weights)


@every_master
def test_copies_and_files_go_on_as_the_master_does(name, tmp_path):
    master = taught(name, STREAM[:70])
    master.save(tmp_path / "master")
    twins = [master.copy(), copy.copy(master).copy(), copy.deepcopy(master), pickle.loads(pickle.dumps(master))]
    twins += [experts.load(tmp_path / "master"), th.load(tmp_path / "master"), th.load_bytes(master.to_bytes())]
    assert all(twin == master and twin.digest() == master.digest() for twin in twins)
    master.learn_many(X[70:], Y[70:])
    assert all(twin != master for twin in twins)
    for twin in twins:
        twin.learn_many(X[70:], Y[70:])
        assert twin == master
        assert twin.standings() == master.standings()


@every_master
def test_its_parameters_make_a_fresh_one_like_it(name):
    master = taught(name)
    again = type(master)(**master.get_params())
    assert again.examples == 0
    assert again == MASTERS[name](learners())
    assert repr(again) == repr(master)
    assert repr(master).startswith(type(master).__name__ + "([AdaptiveWinnow(), TrackingWinnow(")


@every_master
def test_bad_input_leaves_everything_as_it_was(name):
    master = MASTERS[name]([th.AdaptiveWinnow(), th.TrackingWinnow(probabilities=True)])
    master.learn_one({0: 1.0}, True)
    before = master.to_bytes()
    negative = np.array([[1.0, 0.0], [0.0, -1.0]])  # AdaptiveWinnow would take it
    for call in (
        lambda: master.learn_one({0: -1.0}, True),
        lambda: master.learn_one({0: float("inf")}, True),
        lambda: master.learn_one({0: 1.0}, 2),
        lambda: master.learn_one({0: 1.0}, "spam"),
        lambda: master.learn_one({0: 1.0}, True, -1.0),
        lambda: master.learn_one({0: 1.0}, True, float("nan")),
        lambda: master.learn_many(negative, [True, False]),
        lambda: master.learn_many(negative[:1], [True, False]),
        lambda: master.learn_many(negative[:1], [3]),
        lambda: master.learn_many(abs(negative), [True, False], [1.0, -1.0]),
        lambda: master.learn_many(abs(negative), [True, False], [1.0]),
    ):
        with pytest.raises(th.InputError):
            call()
        assert master.to_bytes() == before


@every_master
def test_an_importance_weight_of_0_learns_nothing(name):
    master = taught(name, STREAM[:20])
    before = master.to_bytes()
    outcome = master.learn_one(*STREAM[30], 0.0)
    assert outcome.updated is False
    assert master.to_bytes() == before


def test_experts_may_have_labels_of_their_own():
    named = {"labels": ("ham", "spam"), "probabilities": True}
    master = experts.Mixture([th.Perceptron(**named), th.TrackingWinnow(**named)])
    assert master.labels == ("ham", "spam")
    for x, y in STREAM:
        outcome = master.learn_one(x, ("ham", "spam")[y])
        assert outcome.prediction in ("ham", "spam")
    assert set(master.predict_proba_one({0: 1.0})) == {"ham", "spam"}
    assert th.load_bytes(master.to_bytes()) == master


def test_a_master_is_an_expert_of_another_and_is_saved_with_it():
    inner = experts.Mixture(learners(), share=0.01)
    outer = experts.AbsoluteLoss({"mixture": inner, "alone": th.AdaptiveWinnow()})
    for x, y in STREAM:
        outer.learn_one(x, y)
    assert inner.examples == 150
    assert outer.standing().holds
    again = th.load_bytes(outer.to_bytes())
    assert again == outer
    assert again.learners["mixture"] == inner


def test_late_labels_and_evaluation_take_a_master():
    from thresher.late import OD1, Delayed

    late = Delayed(experts.Majority(learners()), OD1())
    for x, y in STREAM[:40]:
        late.label(late.ask(x).ticket, y)
    late.apply()
    by_hand = taught("Majority", STREAM[:40])
    assert late.learner == by_hand
    run = th.evaluate(STREAM, experts.Majority(learners()))
    assert run.progress.mistakes == taught("Majority").mistakes


def test_a_right_answer_of_a_master_whose_experts_did_not_change_changes_nothing():
    master = experts.Majority({"a": th.Perceptron(), "b": th.TrackingWinnow()})
    assert master.tells_changes
    for x, y in STREAM:
        before = master.copy()
        outcome = master.learn_one(x, y)
        if not outcome.updated:
            assert master.weights() == before.weights()
            assert [e.duals() for e in master.learners.values()] == [e.duals() for e in before.learners.values()]


def test_a_master_over_foreign_models_can_t_be_saved_and_is_itself_alone():
    master = experts.Majority(readers(2))
    with pytest.raises(th.ParameterError, match="own learners"):
        master.to_bytes()
    assert master == master
    assert master != master.copy()
    assert master != 3


def test_a_damaged_file_is_refused(tmp_path):
    data = taught("PastPosteriors", STREAM[:9]).to_bytes()
    rng = random.Random(0)
    for _ in range(60):
        broken = bytearray(data)
        broken[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(th.ModelFileError):
            th.load_bytes(bytes(broken))
    for length in (0, 7, 100, len(data) - 1):
        with pytest.raises(th.ModelFileError):
            th.load_bytes(data[:length])
    th.Perceptron().save(tmp_path / "perceptron")
    with pytest.raises(th.ModelFileError, match="no master over experts"):
        experts.load(tmp_path / "perceptron")


# The tests above can fail: what they compare does differ where something was learned.


def test_masters_that_learned_different_things_differ():
    for stated, y in statements(random.Random(1), 2, 1):
        one, other = experts.Majority(readers(2)), experts.Majority(readers(2))
        one.learn_one(dict(enumerate(stated)), y)
        assert one.expert_losses != other.expert_losses or one.examples != other.examples
    assert taught("Mixture", STREAM[:30]) != taught("Mixture", STREAM[:31])
    assert taught("Mixture", STREAM[:30]).digest() != taught("Mixture, shared", STREAM[:30]).digest()
