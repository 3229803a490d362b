"""Labels that nobody asked for: learned where their questions are kept, which give way to new ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.files import load_bytes, pack, unpack
from thresher.late import LabelStatus

WORDS = ["free", "money", "lunch", "noon", "now"]
XS = st.sets(st.sampled_from(WORDS), min_size=1).map(lambda x: dict.fromkeys(sorted(x), 1.0))
STEPS = st.lists(st.tuples(XS, st.integers(0, 30), st.booleans()), min_size=5, max_size=40)
MAKE = {"Perceptron": th.Perceptron, "Auto": th.Auto, "tracking Winnow": th.TrackingWinnow}


class Plain:
    """What waits, as two lists."""

    def __init__(self, most):
        self.most = most
        self.wanted, self.unasked = [], []

    def asked(self, number, wants):
        gone = [self.unasked.pop(0)] if len(self.wanted) + len(self.unasked) == self.most and self.unasked else []
        (self.wanted if wants else self.unasked).append(number)
        return tuple(gone)

    def labelled(self, number):
        for waiting in (self.wanted, self.unasked):
            if number in waiting:
                waiting.remove(number)
                return LabelStatus.WAITING
        return None


@pytest.mark.parametrize("name", MAKE)
@tries(40)
@given(steps=STEPS, seed=st.integers(0, 99), most=st.integers(1, 6))
def test_they_wait_as_long_as_there_is_room(name, steps, seed, most):
    limits = {"max_pending": most, "when_full": "refuse"}
    model = th.Asking(MAKE[name](), at_most=0.5, unasked="keep", seed=seed, **limits)
    plain = Plain(most)
    for x, number, label in steps:
        if len(plain.wanted) == most:
            assert model.room == 0
            with pytest.raises(th.InputError, match="no more fit"):
                model.ask(x)
        else:
            twin = load_bytes(model.to_bytes())
            question = model.ask(x)
            assert twin.ask(x) == question
            assert twin.digest() == model.digest()
            assert question.gave_way == plain.asked(question.number, question.wants_label)
            assert model.wants(question.ticket) == question.wants_label
        expected = plain.labelled(number)
        if expected is not None:
            assert model.label(number, label) is expected
        assert model.unasked_waiting == len(plain.unasked)
        assert model.pending == len(plain.wanted) + len(plain.unasked) <= most
        assert model.room == most - len(plain.wanted)


@pytest.mark.parametrize("name", MAKE)
@tries(30)
@given(steps=STEPS)
def test_told_every_label_it_is_the_learner_that_is_told_every_label(name, steps):
    asking, late = th.Asking(MAKE[name](), at_most=0.1, unasked="keep"), th.Delayed(MAKE[name]())
    for x, _, label in steps:
        for model in (asking, late):
            model.label(model.ask(x).ticket, label)
    for model in (asking, late):
        model.apply()
    assert asking.learner.digest() == late.learner.digest()
    assert asking.mistakes == late.mistakes


def test_what_is_forgotten_gives_way_to_nothing():
    model = th.Asking(th.Perceptron(), at_most=0.5)
    assert [model.ask({"free": 1}).gave_way for _ in range(20)] == [()] * 20
    assert model.unasked_waiting == 0


@pytest.mark.parametrize("limit", [{"remember": 3}, {"horizon": 3}, {"max_pending": 3}], ids=str)
def test_whatever_they_give_way_to_they_are_named(limit):
    model = th.Asking(th.Perceptron(), at_most=0.01, unasked="keep", **limit)
    gone = []
    for n in range(40):
        question = model.ask({"free": 1}, f"mail {n}")
        gone += question.gave_way
        assert gone == [f"mail {k}" for k in range(len(gone))]
        assert model.unasked_waiting == model.pending == n + 1 - len(gone)
    assert len(gone) >= 30


def test_a_label_that_is_compared_leaves_nothing_behind():
    model = th.Asking(th.Perceptron(), at_most=0.001, unasked="keep")
    for _ in range(5):
        model.learn_one({"free": 1}, False)
    assert (model.pending, model.unasked_waiting, model.learner.examples) == (0, 0, 0)


def test_many_labels_at_once_are_taken_too():
    import numpy as np

    model = th.Asking(th.Perceptron(), at_most=0.3, unasked="keep", max_pending=30)
    tickets, _ = model.ask_many(np.eye(20))
    assert 0 < model.unasked_waiting < 20
    assert set(model.label_many(list(tickets), [True] * 20).tolist()) == {LabelStatus.WAITING}
    assert (model.unasked_waiting, model.pending) == (0, 0)


def test_a_file_of_before_knows_of_none():
    model = th.Asking(th.Perceptron(), at_most=0.5)
    model.ask({"free": 1})
    head, _ = unpack(model.file_kind, model.to_bytes())
    assert "unasked" not in {*head["asking"], *head["own"]}
    assert load_bytes(model.to_bytes()).unasked == "forget"


@pytest.mark.parametrize("numbers", [[9], [1, 1], [2, 1], [0]])
def test_forged_files_are_refused(numbers):
    import numpy as np

    model = th.Asking(th.Perceptron(), at_most=0.01, unasked="keep")
    model.ask({"free": 1}), model.ask({"free": 1})
    head, arrays = unpack(model.file_kind, model.to_bytes())
    content = {name: value for name, value in head.items() if name not in ("format", "version", "checksum")}
    forged = arrays | {"asking_unasked": np.array(numbers, dtype=np.uint64)}
    with pytest.raises(th.ModelFileError, match="nobody asked"):
        load_bytes(pack(model.file_kind, content, forged))


def test_other_words_are_refused():
    with pytest.raises(th.ParameterError, match="unasked"):
        th.Asking(th.Perceptron(), unasked="learn")


def test_an_example_beyond_the_norm_leaves_all_of_several_unasked():
    model = th.Asking(th.Perceptron(), norm=1.0)
    with pytest.raises(th.InputError, match="norm"):
        model.ask_each([{"free": 1.0}, {"free": 2.0}], ["a", "b"])
    assert model.asked == 0
