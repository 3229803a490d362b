"""The store of instances that wait, against a dict; and what it does with damaged arrays."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import thresher as th
from tests.depth import tries
from thresher._core import NativePending
from thresher.late.labels import LateLabels
from thresher.late.pending import PendingInstances

NAMES = st.one_of(st.text(max_size=3), st.sampled_from(["a name longer than sixteen bytes", "ü" * 40]))
COLUMNS = st.sampled_from([0, 1, 7, 2**31 - 1, 2**31, 2**32, 2**40, 2**62 - 1])
VALUES = st.one_of(st.just(1.0), st.floats(-1e100, 1e100).filter(lambda v: v != 0))
INSTANCES = st.one_of(
    st.dictionaries(st.one_of(NAMES, COLUMNS), st.just(1.0), max_size=6),
    st.dictionaries(st.one_of(NAMES, COLUMNS), VALUES, max_size=6),
)


def content(store):
    """Everything in it, by number."""
    return {n: (dict(store.example(n).items()), store.said(n)) for n in store.numbers().tolist()}


class Both(RuleBasedStateMachine):
    """Whatever is put, read and dropped, in whatever order: the store and a dict agree."""

    def __init__(self):
        super().__init__()
        self.store, self.model, self.next = NativePending(), {}, 1

    @rule(x=INSTANCES, said=st.integers(-1, 60), gap=st.sampled_from([0, 0, 0, 1, 5, 2**40]))
    def put(self, x, said, gap):
        self.next += gap
        self.store.put(self.next, x, said)
        self.model[self.next] = x, said
        self.next += 1

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def drop(self, data):
        number = data.draw(st.sampled_from(sorted(self.model)))
        self.store.drop(number)
        del self.model[number]

    @rule(number=st.integers(0, 60))
    def drop_what_may_not_be_there(self, number):
        self.store.drop(number)
        self.model.pop(number, None)

    @precondition(lambda self: self.next > 1)
    @rule(x=INSTANCES)
    def put_with_a_number_that_does_not_grow(self, x):
        if self.model:
            with pytest.raises(th.InputError, match="must grow"):
                self.store.put(max(self.model), x, True)

    @rule()
    def save_and_restore(self):
        fresh = NativePending()
        fresh.restore(self.store.snapshot())
        self.store = fresh

    @invariant()
    def same(self):
        assert len(self.store) == len(self.model)
        assert content(self.store) == self.model
        if self.model:
            assert self.store.oldest == min(self.model)
        for number in range(20):
            assert self.store.has(number) == (number in self.model)


Both.TestCase.settings = tries(20, stateful_step_count=25)
TestStore = Both.TestCase


def instance(rng, names):
    if rng.random() < 0.5:
        return {rng.randrange(2**33): 1.0 for _ in range(rng.randrange(60))}
    return {f"word {rng.randrange(names)}": rng.choice([1.0, 0.5]) for _ in range(rng.randrange(30))}


@pytest.mark.parametrize("dropping", ["oldest first", "newest first", "any", "nearly all"])
def test_thousands_of_instances_survive_when_chunks_move_together(dropping):
    rng = random.Random(dropping)
    store, model = NativePending(), {}
    peak = 0
    for number in range(1, 25_001):
        x = instance(rng, 200_000)
        store.put(number, x, number % 3 == 0)
        model[number] = x, number % 3 == 0
        peak = max(peak, store.bytes)
        if dropping == "any" and number % 2:
            gone = rng.choice(list(model)) if number % 50 == 1 else next(iter(model))
            store.drop(gone)
            del model[gone]
    order = {"oldest first": list(model), "newest first": list(model)[::-1]}.get(dropping) or rng.sample(
        list(model), len(model)
    )
    for number in order[:-500]:
        store.drop(number)
        del model[number]
    assert len(store) == len(model) == 500
    assert content(store) == model
    assert store.bytes < peak / 2  # memory comes back
    for number in order[-500:]:
        store.drop(number)
    assert len(store) == 0
    assert store.numbers().tolist() == []


def test_the_comparison_can_fail():
    store = NativePending()
    store.put(1, {"a": 1.0, 2**40: 0.5}, True)
    assert content(store) == {1: ({"a": 1.0, 2**40: 0.5}, True)}
    for wrong in ({"a": 1.0}, {"a": 1.0, 2**40: 1.0}, {"b": 1.0, 2**40: 0.5}, {"a": 1.0, 2**40 + 1: 0.5}):
        assert content(store) != {1: (wrong, True)}
    assert content(store) != {1: ({"a": 1.0, 2**40: 0.5}, False)}


def test_what_is_not_there_can_not_be_read():
    store = NativePending()
    for read in (store.example, store.said):
        with pytest.raises(th.InputError):
            read(1)


@tries(40)
@given(
    instances=st.lists(st.tuples(INSTANCES, st.integers(-1, 60)), max_size=8),
    damage=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2**20), st.integers(0, 7)), max_size=4),
    resize=st.one_of(st.none(), st.tuples(st.integers(0, 6), st.integers(-3, 3))),
)
def test_damaged_arrays_give_an_error_or_a_valid_store(instances, damage, resize):
    store = NativePending()
    for number, (x, said) in enumerate(instances, 1):
        store.put(number, x, said)
    arrays = {name: array.copy() for name, array in store.snapshot().items()}
    names = sorted(arrays)
    for which, place, bit in damage:
        flat = arrays[names[which]].view(np.uint8)
        if len(flat):
            flat[place % len(flat)] ^= np.uint8(1 << bit)
    if resize is not None:
        name, change = names[resize[0]], resize[1]
        arrays[name] = np.resize(arrays[name], max(0, len(arrays[name]) + change))
    fresh = NativePending()
    fresh.put(1, {"kept": 1.0}, True)
    try:
        fresh.restore(arrays)
    except (ValueError, UnicodeDecodeError):
        assert content(fresh) == {1: ({"kept": 1.0}, True)}  # refused: as it was
        return
    again = NativePending()
    again.restore(fresh.snapshot())
    assert readable(again) == readable(fresh)
    for number in fresh.numbers().tolist():
        fresh.drop(number)
    assert len(fresh) == 0


def readable(store):
    """What is in it, but for names that are no text any more."""
    found = {}
    for number in store.numbers().tolist():
        try:
            found[number] = dict(store.example(number).items()), store.said(number)
        except UnicodeDecodeError:
            found[number] = "no text"
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"numbers": np.array([2, 1], dtype=np.uint64)},
        {"numbers": np.array([1], dtype=np.uint64)},
        {"ends": np.array([5, 2], dtype=np.uint64)},
        {"ends": np.array([1, 2**63], dtype=np.uint64)},
        {"attributes": np.array([-5, 3], dtype=np.int64)},
        {"attributes": np.array([2**62, 3], dtype=np.int64)},
        {"values": np.array([np.nan, 1.0])},
        {"values": np.array([0.0, 1.0])},
        {"values": np.array([1.0])},
        {"name_ends": np.array([9], dtype=np.uint64)},
        {"name_ends": np.array([], dtype=np.uint64)},
        {"said": np.array([], dtype=np.int32)},
        {"said": np.array([1, -2], dtype=np.int32)},
    ],
    ids=lambda change: f"{next(iter(change))} {next(iter(change.values())).tolist()}",
)
def test_each_kind_of_damage_is_named(change):
    store = NativePending()
    store.put(1, {"a": 1.0}, True)
    store.put(2, {3: 0.5}, False)
    arrays = store.snapshot() | change
    with pytest.raises(th.InputError, match="damaged"):
        NativePending().restore(arrays)


def waiting():
    learner = th.Perceptron()
    return PendingInstances(learner, LateLabels(learner))


def test_arrays_of_another_kind_are_refused():
    kept = waiting()
    kept.put(1, {"a": 1.0})
    for name, array in kept.arrays().items():
        for wrong in (array.astype(np.float32), array.reshape(-1, 1)):
            with pytest.raises(ValueError, match="another kind"):
                waiting().restore(kept.arrays() | {name: wrong})
        with pytest.raises(KeyError):
            waiting().restore({key: value for key, value in kept.arrays().items() if key != name})


def test_what_was_said_is_a_class_number_and_none_is_minus_one():
    store = NativePending()
    for number, said in enumerate([0, 7, -1, 2**31 - 1], 1):
        store.put(number, {"a": 1.0}, said)
    assert [store.said(number) for number in store.numbers().tolist()] == [0, 7, -1, 2**31 - 1]
    with pytest.raises(th.InputError, match="class number"):
        store.put(5, {"a": 1.0}, -2)
