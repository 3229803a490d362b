"""Reasons add up to the score, and are named after what they are about."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.learners.reasons import CONSTANT, PAIR, RANGE, VALUE

VALUES = st.one_of(st.just(1.0), st.floats(-1e6, 1e6, allow_nan=False), st.sampled_from([0.5, 2.0, -3.0]))
EXAMPLES = st.dictionaries(st.sampled_from(["age", "free", "job=clerk", "job=cook", "x", 7]), VALUES, max_size=6)


def bank(count, seed=1):
    """Rows of a table: xor of two flags, or old; the rest is noise."""
    draw = random.Random(seed)
    for _ in range(count):
        x = {
            "age": draw.gauss(40, 12),
            "income": draw.expovariate(1 / 3000),
            f"job={draw.choice('abc')}": 1.0,
            "a": float(draw.random() < 0.5),
            "b": float(draw.random() < 0.5),
        }
        y = (x["a"] != x["b"]) or x["age"] > 60
        yield {name: value for name, value in x.items() if value}, y


def assert_adds_up(model, x, label=None):
    why = model.why_one(x, label)
    score = model.score_one(x, label)
    size = 1 + sum(abs(reason.share) for reason in why.reasons)
    assert why.score == pytest.approx(score, abs=1e-12)
    assert math.fsum(reason.share for reason in why.reasons) == pytest.approx(score, abs=1e-9 * size)
    assert math.fsum(why.shares.values()) == pytest.approx(score, abs=1e-9 * size)
    if why.experts:
        assert math.fsum(why.experts.values()) == pytest.approx(score, abs=1e-9 * size)


@tries(60)
@given(st.lists(st.tuples(EXAMPLES, st.booleans(), st.sampled_from([1.0, 0.5, 20.0])), max_size=60), EXAMPLES)
def test_autos_reasons_add_up_to_the_score(stream, x):
    model = th.Auto()
    for example, label, weight in stream:
        model.learn_one(example, label, weight)
    assert_adds_up(model, x)
    assert_adds_up(model, x, model.labels[0])


def test_reasons_add_up_all_along_a_stream_with_restarts():
    model = th.Auto()
    for n, (x, y) in enumerate(bank(4000)):
        if n % 97 == 0:
            assert_adds_up(model, x)
        model.learn_one(x, y if n < 2500 else not y)
    assert model.explain().restarts


def test_nothing_is_left_over():
    """What no attribute adds stays a part among others where attributes decide."""
    model = th.Auto()
    largest = []
    for n, (x, y) in enumerate(bank(4000)):
        if n > 3000:
            why = model.why_one(x)
            constants = sum(abs(one.share) for one in why.reasons if one.kind == CONSTANT)
            attributes = sum(abs(one.share) for one in why.reasons if one.kind != CONSTANT)
            largest.append(constants / attributes)
        model.learn_one(x, y)
    assert sorted(largest)[len(largest) // 2] < 1.0


def test_pairs_and_ranges_are_named():
    model = th.Auto()
    for x, y in bank(4000):
        model.learn_one(x, y)
    why = model.why_one({"age": 70.0, "a": 1.0, "b": 1.0})
    kinds = {one.kind for one in why.reasons}
    assert {VALUE, RANGE, PAIR, CONSTANT} <= kinds
    words = {one.words for one in why.reasons}
    assert "a & b" in words
    assert any(word.startswith("age from ") or word.startswith("age above ") for word in words)
    together = next(one for one in why.reasons if one.words == "a & b")
    assert together.share < 0  # both together speak against it
    assert together.attributes == ("a", "b")
    for one in why.reasons:
        if one.kind == RANGE and " from " in one.words:
            low, high = map(float, one.words.partition(" from ")[2].split(" to "))
            assert low <= 70.0 <= high


def test_many_classes_are_explained_each_by_itself():
    model = th.Auto()
    draw = random.Random(4)
    for _ in range(600):
        word, label = draw.choice([("ja", "de"), ("yes", "en"), ("oui", "fr")])
        model.learn_one({word: 1, draw.choice("xyz"): 1}, label)
    for label in model.labels:
        assert_adds_up(model, {"ja": 1, "x": 1}, label)
    assert model.why_one({"oui": 1}).label == "fr"
    assert next(iter(model.why_one({"oui": 1}).shares)) == "oui"


def test_a_model_that_knows_nothing_has_no_reasons():
    assert th.Auto().why_one({"a": 1}).reasons == []
    assert th.Multiclass().why_one({"a": 1}).reasons == ()


def test_hashed_and_joining_attributes_add_up_too():
    for model in (th.Auto(bits=6), th.Auto(join_after=3), th.Auto(max_attributes=4)):
        for x, y in bank(400):
            model.learn_one(x, y)
        for x, _ in bank(20, seed=9):
            assert_adds_up(model, x)
