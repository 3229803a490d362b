"""Answers that are sets of labels: what they hold, late labels, files."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher import experts
from thresher.files import load_bytes, pack, unpack
from thresher.late import OD1, Copies, Replay

MAKE = {
    "Perceptron": th.Perceptron,
    "tracking Winnow": th.TrackingWinnow,
    "Auto": th.Auto,
    "many": lambda: th.Multiclass(th.Perceptron()),
    "master": lambda: experts.Majority([th.Auto(), th.Auto()]),
}
NAMES = {"many": ["a", "b", "c"], "Auto": ["a", "b", "c"], "master": ["ham", "spam"]}
WORDS = ["free", "money", "lunch", "noon"]
STREAM = st.lists(st.tuples(st.sets(st.sampled_from(WORDS), min_size=1), st.integers(0, 5)), min_size=5, max_size=40)


@pytest.mark.parametrize("name", MAKE)
@tries(30)
@given(stream=STREAM, late=st.integers(0, 5))
def test_saved_and_resumed_it_answers_the_same(name, stream, late):
    names = NAMES.get(name, [True, False])
    model = th.Sets(MAKE[name](), miss=0.1, step=0.1, window=7)
    twins = []
    for number, (x, _) in enumerate(stream, 1):
        if number == len(stream) // 2:
            twins = [
                load_bytes(model.to_bytes()),
                model.copy(),
                copy.deepcopy(model),
                pickle.loads(pickle.dumps(model)),
            ]
        x = dict.fromkeys(sorted(x), 1.0)
        before = model.digest()
        assert (model.predict_one(x), model.digest()) == (model.predict_one(x), before)
        question = model.ask(x)
        assert all(twin.ask(x) == question for twin in twins)
        assert len(question.labels) >= 1 or not model.labels
        if number > late:
            label = names[stream[number - 1 - late][1] % len(names)]
            for each in [model, *twins]:
                each.label(number - late, label)
    assert len({each.digest() for each in [model, *twins]}) == 1
    assert all(twin.standing() == model.standing() for twin in twins)
    assert model.standing().holds
    assert model.judged == max(0, len(stream) - late)


@pytest.mark.parametrize("order", [OD1(), Replay(every=2), Copies(k=3)], ids=str)
def test_any_order_of_late_labels(order):
    model = th.Sets(th.Perceptron(), order, miss=0.1)
    for i in range(30):
        model.ask({WORDS[i % 4]: 1.0})
    for ticket in range(30, 0, -1):
        model.label(ticket, ticket % 2 == 0)
    assert (model.judged, model.level.outstanding) == (30, 29)
    assert model.standing().holds


def test_the_learners_own_answer_comes_first():
    model = th.Sets(th.Auto(), miss=0.1, step=0.1)
    for i in range(60):
        x = {WORDS[i % 4]: 1.0}
        question = model.ask(x)
        assert question.labels[0] == question.label or question.label not in model.learner.labels
        model.label(question.ticket, "abc"[i % 3])


def test_what_is_known_is_answered_alone_and_what_is_a_coin_is_not():
    import random

    coins = random.Random(0)
    model = th.Sets(th.NaiveBayes(), miss=0.05, step=0.02)
    sizes = {"free": 0, "x": 0}
    for _ in range(400):
        for word, label in [("free", "spam"), ("lunch", "ham"), ("x", coins.choice(["ham", "spam"]))]:
            sizes[word] = sizes.get(word, 0) + len(model.predict_one({word: 1}))
            model.learn_one({word: 1}, label)
    assert sizes["free"] < 1.2 * 400 < 1.6 * 400 < sizes["x"]
    assert 0 < model.doubt_rate < 1
    assert 1 < model.mean_size < 2


def test_labels_of_many_at_once_are_judged_one_by_one():
    import numpy as np

    rows = np.eye(4).tolist() * 6
    one, many = th.Sets(th.Perceptron(), miss=0.1, step=0.3), th.Sets(th.Perceptron(), miss=0.1, step=0.3)
    labels = [i % 3 == 0 for i in range(24)]
    for row in rows:
        one.ask({i: v for i, v in enumerate(row) if v})
    for ticket, label in enumerate(labels, 1):
        one.label(ticket, label)
    tickets, _ = many.ask_many(np.array(rows))
    many.label_many(list(tickets), labels)
    assert (many.missed, many.judged, many.level.credit) == (one.missed, one.judged, one.level.credit)


def test_no_label_goes_past_the_level():
    """Neither Asking nor Sets deals with many in one go, as a service would: one by one is what is left."""
    for made in (th.Sets, th.Asking):
        model = made(th.Perceptron(labels=("ham", "spam")))
        model.ask({"free": 1}, "mail 1")
        before = model.digest()
        assert model.label_each(["mail 1"], ["spam"]) is None
        assert model.digest() == before


def test_what_is_given_up_is_not_judged():
    model = th.Sets(th.Perceptron(), horizon=2)
    for _ in range(6):
        model.ask({"free": 1})
    assert len(model._given) == model.pending == 2
    model.expire([5, 6])
    assert (len(model._given), model.judged) == (0, 0)
    model.ask({"free": 1})
    model.expire([7], label=False)  # a label in its place is one
    assert model.judged == 1


def test_a_label_that_is_taken_back_is_judged_once():
    model = th.Sets(th.Perceptron(), Replay())
    model.ask({"free": 1})
    model.label(1, True)
    model.retract(1)
    model.label(1, False)
    assert model.judged == 1


@pytest.mark.parametrize(("wrong", "word"), [({"miss": 0}, "miss"), ({"step": 0}, "step"), ({"window": 0}, "window")])
def test_parameters_are_checked(wrong, word):
    with pytest.raises(th.ParameterError, match=word):
        th.Sets(th.Perceptron(), **wrong)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("counts", {"judged": -1}),
        ("counts", {"missed": 99}),
        ("level", {"credit": "x"}),
        ("level", {"outstanding": -1}),
        ("waiting", [[99, True, [], [], []]]),
        ("waiting", [[2, True, [], ["a"], []]]),
    ],
)
def test_forged_files_are_refused(part, value):
    model = th.Sets(th.Perceptron())
    model.learn_one({"free": 1}, True)
    model.ask({"free": 1})
    head, arrays = unpack(model.file_kind, model.to_bytes())
    content = {name: value for name, value in head.items() if name not in ("format", "version", "checksum")}
    before = content["sets"][part]
    content["sets"] = content["sets"] | {part: before | value if isinstance(value, dict) else value}
    with pytest.raises(th.ModelFileError):
        load_bytes(pack(model.file_kind, content, arrays))
