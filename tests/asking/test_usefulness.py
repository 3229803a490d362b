"""Which examples are worth a label most."""

import pytest
from hypothesis import given

import thresher as th
from tests.asking.test_asking import MAKE, STREAM, examples
from tests.depth import tries
from thresher.asking import chances, rule_for
from thresher.asking.rules import ScoreRule


@pytest.mark.parametrize("name", MAKE)
@tries(20)
@given(stream=STREAM)
def test_they_are_the_chances_with_which_it_would_be_asked(name, stream):
    """Of a learner that asks with the norm of these examples; the mean distance of the heuristic is of these alone."""
    stream = examples(stream)
    model = MAKE[name]()
    for x, y in stream[:-3]:
        model.learn_one(x, y)
    xs = [x for x, _ in stream[-3:]]
    before = model.to_bytes()
    found = chances(model, xs)
    assert model.to_bytes() == before
    assert all(0.0 < chance <= 1.0 for chance in found)
    rule = rule_for(model)
    if isinstance(rule, ScoreRule):
        assert chances(model, xs[:1])[0] in (0.5, 1.0)  # it is as far as the mean, or at no distance
        return
    norm = max(rule.norm_of(model, x) for x in xs) if rule.needs_norm else None
    asking = th.Asking(model, norm=norm)
    assert found == [asking.chance_one(x) for x in xs]


def test_no_examples_have_no_chances():
    assert chances(th.Auto(), []) == []


def test_what_it_never_saw_is_worth_most():
    model = th.Auto()
    for _ in range(30):
        model.learn_one({"free": 1}, "spam")
        model.learn_one({"lunch": 1}, "ham")
    first, second, new = chances(model, [{"free": 1}, {"lunch": 1}, {"hello": 1}])
    assert new > max(first, second)
