"""A delayed learner is copied, pickled and saved by its bytes, around learners and around masters."""

import copy
import pickle

import pytest

import thresher as th
from thresher import experts
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay

ORDERS = [Immediate(), OD1(), OD3(horizon=9), Copies(k=3), Replay(every=2)]
MAKE = {
    "Auto": th.Auto,
    "Majority": lambda: experts.Majority([th.Auto(), th.Multiclass(th.AdaptiveWinnow())]),
    "Mixture of masters": lambda: experts.Mixture([experts.Majority([th.Auto()]), th.Auto()]),
}


def begun(name, order):
    late = Delayed(MAKE[name](), order)
    for i in range(12):
        late.ask({f"w{i % 3}": 1.0}, ticket=f"t{i}" if i % 2 else None)
        if i % 4 < 2:
            late.label(f"t{i}" if i % 2 else i + 1, ["cat", "dog", "bird"][i % 3])
    return late


@pytest.mark.parametrize("name", MAKE)
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_copies_go_on_as_the_first(name, order, tmp_path):
    late = begun(name, order)
    late.save(tmp_path / "late")
    twins = [late.copy(), copy.deepcopy(late), pickle.loads(pickle.dumps(late)), th.load(tmp_path / "late")]
    for twin in twins:
        assert twin == late
        assert twin.pending == late.pending > 0
    before = late.digest()
    for i in range(6):
        outcomes = [twin.learn_one({f"w{i % 3}": 1.0}, ["cat", "dog", "bird"][i % 3]) for twin in twins]
        assert outcomes == outcomes[:1] * len(twins)
    assert late.digest() == before
    assert len({twin.digest() for twin in twins}) == 1


def test_a_new_one_can_be_pickled_and_a_stranger_s_says_why_it_can_not():
    assert pickle.loads(pickle.dumps(Delayed(th.Auto()))) == Delayed(th.Auto())

    class Stranger:
        examples = mistakes = updates = 0

    with pytest.raises(th.ParameterError, match="own learners"):
        pickle.dumps(Delayed(Stranger()))


@pytest.mark.parametrize("order", [Immediate(), Copies(k=2), Replay()], ids=str)
def test_updated_is_about_the_example_itself(order):
    alone, late = th.Perceptron(), Delayed(th.Perceptron(), order)
    for _ in range(3):
        assert late.learn_one({"a": 1}, 0) == alone.learn_one({"a": 1}, 0)


def test_a_ticket_that_could_not_be_saved_is_refused_when_asked():
    late = Delayed(th.Auto())
    with pytest.raises(th.InputError, match="half a character"):
        late.ask({"a": 1}, ticket="mail \ud800")
    assert late.asked == 0


@pytest.mark.parametrize("make", [th.Auto, th.Perceptron, lambda: experts.Majority([th.Auto()])])
def test_traits_are_those_of_the_learner_that_stay_true(make):
    inside, late = make().traits, Delayed(make()).traits
    for name in ("randomised", "certain", "values", "labels", "symmetric", "averaged"):
        assert getattr(late, name) == getattr(inside, name)
    assert (late.mistake_driven, late.local, late.quiet, late.probabilities, late.mergeable) == (False,) * 5
    assert late.bound is None


def test_a_notebook_shows_what_it_is_and_what_waits():
    late = begun("Majority", Immediate())
    shown = late._repr_html_()
    assert "Delayed(Majority([" in shown
    assert "<th>pending</th><td>6</td>" in shown
    assert "<th>labels</th><td>bird, cat, dog</td>" in shown
    assert "<th>examples</th>" in late.learner._repr_html_()
