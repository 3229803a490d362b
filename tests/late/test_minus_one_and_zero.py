"""-1 and 0 in one stream are two labels, in whatever order rows come, also when labels come late."""

import itertools

import pytest

import thresher as th
from thresher import experts
from thresher.files import load_bytes
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay

MODELS = {
    "Auto": th.Auto,
    "Delayed": lambda: Delayed(th.Auto()),
    "Delayed OD1": lambda: Delayed(th.Auto(), OD1()),
    "Delayed OD3": lambda: Delayed(th.Auto(), OD3(horizon=3)),
    "Delayed Replay": lambda: Delayed(th.Auto(), Replay()),
    "Delayed Multiclass": lambda: Delayed(th.Multiclass(th.Auto())),
    "Majority": lambda: experts.Majority([th.Auto()]),
    "Mixture": lambda: experts.Mixture([th.Auto()]),
    "FixedShare": lambda: experts.FixedShare([th.Auto(), th.Auto()]),
    "Delayed Majority": lambda: Delayed(experts.Majority([th.Auto()])),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("third", [1, 5])
def test_three_numbers_are_three_labels_in_any_order(name, third):
    for order in itertools.permutations([-1, 0, third]):
        model, alone = MODELS[name](), th.Auto()
        for label in order * 5:
            outcome, same = model.learn_one({f"w{label}": 1}, label), alone.learn_one({f"w{label}": 1}, label)
            if name in ("Delayed", "Delayed Replay", "Majority", "Delayed Majority"):
                assert outcome == same
        assert model.labels == (-1, 0, third)
        assert getattr(model, "learner", alone).labels == (-1, 0, third)
        assert [model.predict_one({f"w{label}": 1}) for label in order] == list(order)


@pytest.mark.parametrize("order", [Immediate(), OD1(), OD3(horizon=9), Copies(k=3), Replay()], ids=str)
@pytest.mark.parametrize("make", [th.Auto, lambda: experts.Majority([th.Auto()])], ids=["Auto", "Majority"])
@pytest.mark.parametrize("negative", [0, -1])
@pytest.mark.parametrize("told", [False, True])
def test_saved_with_two_of_them_it_takes_the_third_for_another(told, negative, make, order):
    """Also where the third was told, and waits to be learned."""
    late, third = Delayed(make(), order), -1 - negative
    for label in (negative, 1) * 3:
        late.learn_one({f"w{label}": 1}, label)
    if told:
        late.label(late.ask({"third": 1}).ticket, third)
    twin = load_bytes(late.to_bytes())
    assert twin == late
    for one in (late, twin):
        for label in (third, negative, 1) * 3:
            one.learn_one({f"w{label}": 1}, label)
        assert one.labels == one.learner.labels == (-1, 0, 1)
    assert twin.digest() == late.digest()


def test_how_no_is_written_is_no_part_of_what_it_is():
    one, other = Delayed(th.Perceptron()), Delayed(th.Perceptron())
    for label in (0, 1, 0):
        one.learn_one({"a": 1}, label)
        other.learn_one({"a": 1}, bool(label))
    assert one == other
    assert one.digest() == other.digest()
    assert (one.labels, one.written_labels) == ((False, True), (0, 1))
