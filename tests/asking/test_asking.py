"""A learner that asks for few labels: questions, labels, shares, files."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher import experts
from thresher.asking import rule_for
from thresher.files import load_bytes, pack, unpack
from thresher.late import OD1, Copies, LabelStatus, Replay

MAKE = {
    "Perceptron": th.Perceptron,
    "with a bias": lambda: th.Perceptron(bias=True),
    "p-norm": lambda: th.PNormPerceptron(3, bias=True),
    "tracking Winnow": th.TrackingWinnow,
    "Balanced Winnow": th.BalancedWinnow,
    "weighted majority": th.WeightedMajority,
    "with a margin": lambda: th.Perceptron(margin=1.0),
    "Auto": th.Auto,
    "Naive Bayes": th.NaiveBayes,
    "many": lambda: th.Multiclass(th.Perceptron()),
    "master": lambda: experts.Majority([th.Perceptron(), th.AdaptiveWinnow()]),
}
WORDS = ["free", "money", "lunch", "noon", "now"]
STREAM = st.lists(st.tuples(st.sets(st.sampled_from(WORDS), min_size=1), st.booleans()), min_size=5, max_size=40)


def examples(stream):
    return [(dict.fromkeys(sorted(x), 1.0), y) for x, y in stream]


@pytest.mark.parametrize("name", MAKE)
@tries(30)
@given(stream=STREAM, seed=st.integers(0, 99))
def test_saved_and_resumed_it_asks_the_same(name, stream, seed):
    model = th.Asking(MAKE[name](), at_most=0.7, seed=seed)
    stream = examples(stream)
    half = len(stream) // 2
    for x, y in stream[:half]:
        model.learn_one(x, y)
    twins = [load_bytes(model.to_bytes()), model.copy(), copy.deepcopy(model), pickle.loads(pickle.dumps(model))]
    for x, y in stream[half:]:
        for each in [model, *twins]:
            each.apply()  # `chance_one` learns nothing first
        before = model.digest()
        chance = model.chance_one(x)
        assert (model.predict_one(x), model.digest()) == (model.predict_one(x), before)
        question = model.ask(x)
        assert question.chance == chance
        for twin in twins:
            assert twin.ask(x) == question
        if question.wants_label:
            assert {each.label(question.ticket, y) for each in [model, *twins]} == {LabelStatus.WAITING}
        assert model.wanted <= 0.7 * model.asked
    assert len({each.digest() for each in [model, *twins]}) == 1
    assert model == twins[0]


@pytest.mark.parametrize("order", [OD1(), Replay(every=2), Copies(k=3)], ids=str)
def test_labels_may_come_late_and_in_any_order(order):
    model = th.Asking(th.Perceptron(), order, seed=3)
    wanted = [q.ticket for q in (model.ask({WORDS[i % 5]: 1.0}) for i in range(40)) if q.wants_label]
    assert model.pending == len(wanted) == model.wanted
    for ticket in reversed(wanted):
        assert model.label(ticket, ticket % 2 == 0) is LabelStatus.WAITING
    model.apply()
    assert model.pending == 0


def test_a_label_that_was_not_asked_for_is_not_learned():
    model = th.Asking(th.Perceptron(), at_most=0.5)
    first = model.ask({"free": 1})
    assert not first.wants_label
    before = model.digest()
    assert model.label(first.ticket, False) is LabelStatus.TOO_LATE
    assert model.digest() == before
    assert model.pending == 0


def test_every_way_of_asking_tosses_the_same_coins():
    import numpy as np

    rows = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 0.0]] * 5)
    one, each, many = (th.Asking(th.Perceptron(), at_most=0.5, seed=5) for _ in range(3))
    asked = [one.ask({i: v for i, v in enumerate(row) if v}) for row in rows.tolist()]
    together = each.ask_each(
        [{i: v for i, v in enumerate(row) if v} for row in rows.tolist()], [str(i) for i in range(len(rows))]
    )
    tickets, said = many.ask_many(rows)
    assert [q.wants_label for q in asked] == [q.wants_label for q in together]
    assert said.tolist() == [q.label for q in asked]
    assert one.wanted == each.wanted == many.wanted > 0
    assert list(tickets) == [q.ticket for q in asked]


def test_labels_that_are_not_asked_for_are_compared_and_not_learned():
    model = th.Asking(th.Perceptron(), at_most=0.001)
    outcomes = [model.learn_one({"free": 1}, name) for name in ["spam", "ham", "spam"]]
    assert [outcome.label for outcome in outcomes] == ["spam", "ham", "spam"]
    assert model.learner.examples == model.wanted == 0
    assert model.learner.labels == (False, True)
    assert model.labels == ("ham", "spam")
    assert sum(outcome.mistake for outcome in outcomes) == 1  # it says positive: spam
    with pytest.raises(th.InputError, match="none of"):
        th.Asking(th.Perceptron(labels=("ham", "spam"))).learn_one({"free": 1}, "other")


def test_which_learners_have_a_theorem():
    known = {name: rule_for(make()).entry for name, make in MAKE.items()}
    assert {name for name, entry in known.items() if entry == "J1"} == {"Perceptron", "with a bias", "p-norm"}
    assert known["tracking Winnow"] == "J2"
    assert rule_for(th.BalancedWinnow(), n=9).entry == "J1"
    assert rule_for(th.Perceptron(class_weights={True: 2.0})).entry is None
    few = th.Asking(th.WeightedMajority(), n=1)
    few.learn_one({"a": 1, "b": -1}, False)
    assert few.theorem is None  # there are more attributes than n


def test_an_example_beyond_the_norm_is_refused_and_changes_nothing():
    model = th.Asking(th.Perceptron(), norm=1.0)
    before = model.digest()
    with pytest.raises(th.InputError, match="norm"):
        model.ask({"free": 2.0})
    assert (model.digest(), model.asked) == (before, 0)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [({"at_most": 0}, "at_most"), ({"at_most": 1.5}, "at_most"), ({"eagerness": 0}, "eagerness"), ({"n": 0}, "n")],
)
def test_parameters_are_checked(wrong, word):
    with pytest.raises(th.ParameterError, match=word):
        th.Asking(th.Perceptron(), **wrong)


def test_it_goes_around_a_learner_and_not_around_one_that_waits():
    with pytest.raises(th.ParameterError, match="order="):
        th.Asking(th.Delayed(th.Perceptron()))


@pytest.mark.parametrize("what", ["wanted", "eagerness", "largest", "distances"])
def test_forged_files_are_refused(what):
    model = th.Asking(th.Perceptron())
    model.learn_one({"free": 1}, True)
    head, arrays = unpack(model.file_kind, model.to_bytes())
    content = {name: value for name, value in head.items() if name not in ("format", "version", "checksum")}
    for value in (-1, 1e9, "x", None, True):
        content["asking"] = head["asking"] | {what: value}
        if what in ("largest", "distances") and value == 1e9:
            continue  # it may have been
        with pytest.raises(th.ModelFileError):
            load_bytes(pack(model.file_kind, content, arrays))
