"""Files of delayed learners that somebody forged, with a right checksum: refused when loading, or good to use."""

import functools
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.files import load_bytes, pack, unpack
from thresher.late import OD1, OD3, Copies, Delayed, Immediate, Replay
from thresher.late.files import KIND

ORDERS = [Immediate(), OD1(), OD3(horizon=9), Copies(k=3), Replay(every=2)]
LABELS = ["cat", "dog", "bird"]


@functools.cache
def saved(order, learner="Auto"):
    """Some questions answered, some given up, some labels still waiting; with tickets of one's own."""
    late = Delayed(th.Auto() if learner == "Auto" else th.Perceptron(), order)
    labels = LABELS if learner == "Auto" else [True, False]
    for i in range(12):
        late.ask({f"w{i % 4}": 1.0, i % 3: 0.5}, ticket=f"ticket {i}" if i % 2 else None)
        if i % 3:
            late.label(i, labels[i % len(labels)], weight=0.5 if i == 4 else 1.0)
    late.expire([3])
    late.label(6, labels[0])
    late.label(9, labels[1])
    return late.to_bytes()


def parts(order, learner="Auto"):
    head, arrays = unpack(KIND, saved(order, learner))
    return head, {name: array.copy() for name, array in arrays.items()}


def forged(head, arrays):
    content = {name: value for name, value in head.items() if name not in ("format", "version", "checksum")}
    return pack(KIND, content, arrays)


def use(late):
    """What anybody may do."""
    for i in range(4):
        question = late.ask({"w1": 1.0, i: 0.5})
        with suppress(th.InputError):  # a name that the learner can't know the side of
            late.label(question.ticket, late.labels[i % len(late.labels)] if late.labels else True)
    late.retract(late.asked)
    late.expire(older_than=2)
    late.apply()
    assert late.pending >= 0
    assert late.settled is not None
    assert load_bytes(late.to_bytes()).digest() == late.digest()


@pytest.mark.parametrize("learner", ["Auto", "Perceptron"])
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_what_is_not_forged_goes_on(order, learner):
    late = load_bytes(forged(*parts(order, learner)))
    assert late.to_bytes() == saved(order, learner)
    use(late)


def change(head, *path, to):
    for name in path[:-1]:
        head = head[name]
    head[path[-1]] = to


HEADS = {
    "a count below 0": (("counts", "asked"), -1),
    "a count that is a text": (("counts", "answered"), "7"),
    "a count that is true": (("counts", "given_up"), True),
    "a count that is a half": (("counts", "mistakes"), 0.5),
    "more answers than questions": (("counts", "answered"), 99),
    "more mistakes than answers": (("counts", "mistakes"), 99),
    "more given up than there are": (("counts", "given_up"), 9),
    "counts past the history": (("counts", "asked"), 10**6),
    "a count past all bounds": (("counts", "asked"), 10**40),
    "statuses below 0": (("statuses", "LEARNED"), -3),
    "a status that there is not": (("statuses", "SOLD"), 1),
    "a history that begins elsewhere": (("base",), 5),
    "an oldest past the newest": (("oldest",), 99),
    "an oldest below the first": (("oldest",), 0),
    "a label twice": (("known", "came"), ["cat", "dog", "cat"]),
    "a label too few": (("known", "came"), ["cat"]),
    "labels of no kind": (("known", "came"), [None, {}, []]),
    "labels that the learner can't have": (("known", "came"), ["cat", "dog", 0.5]),
    "labels without those of the learner": (("known", "came"), ["fish", "fowl", "fox"]),
    "a positive one of three": (("known", "positive"), 1),
    "an order that there is not": (("order", "name"), "Tomorrow"),
    "an option that there is not": (("options", "colour"), 1),
    "a horizon below 0": (("options", "horizon"), -1),
    "a layout to come": (("layout",), 99),
}


@pytest.mark.parametrize("name", HEADS)
def test_a_forged_head_is_refused(name):
    head, arrays = parts(Immediate())
    path, to = HEADS[name]
    change(head, *path, to=to)
    with pytest.raises(th.ModelFileError):
        load_bytes(forged(head, arrays))


@pytest.mark.parametrize("horizon", [None, 2**53])
@pytest.mark.parametrize("learner", ["Auto", "Perceptron"])
def test_a_horizon_past_which_nothing_can_have_been_fixed_is_refused(learner, horizon):
    head, arrays = parts(Replay(horizon=4, every=2), learner)
    use(load_bytes(forged(head, arrays)))
    change(head, "order", "horizon", to=horizon)
    with pytest.raises(th.ModelFileError):
        load_bytes(forged(head, arrays))


def first(array, value):
    return np.concatenate([np.array([value], dtype=array.dtype), array[1:]])


ARRAYS = {
    "an answer past the names": ("said", lambda a: first(a, 77)),
    "a label past the names": ("labels", lambda a: np.where(a >= 0, 77, a).astype(np.int32)),
    "a label without an answer": ("labels", lambda a: np.where(a < 0, 0, a).astype(np.int32)),
    "an answer without a label": ("labels", lambda a: np.full_like(a, -1)),
    "flags that there are not": ("flags", lambda a: a | np.uint8(128)),
    "answered and given up": ("flags", lambda a: a | np.uint8(5)),
    "flags of fewer questions": ("flags", lambda a: a[1:]),
    "labels of another kind": ("labels", lambda a: a.astype(np.float64)),
    "a queue entry of no question": ("queue_numbers", lambda a: np.array([*a[:-1], 99], dtype=np.uint64)),
    "a queue entry of a question that has no answer": ("queue_numbers", lambda a: first(a, 3)),
    "a queue entry twice": ("queue_numbers", lambda a: np.full_like(a, a[0])),
    "a queue of another label": ("queue_labels", lambda a: ((a + 1) % 3).astype(np.int32)),
    "a queue of a label past the names": ("queue_labels", lambda a: a + np.int32(50)),
    "a queue of weights that are none": ("queue_weights", lambda a: a * np.nan),
    "a queue of weights below 0": ("queue_weights", lambda a: a - 9.0),
    "a queue of too few weights": ("queue_weights", lambda a: a[1:]),
    "a ticket twice for one question": ("ticket_numbers", lambda a: np.full_like(a, a[0])),
    "a ticket of no question": ("ticket_numbers", lambda a: a + np.uint64(90)),
    "tickets that end before they begin": ("ticket_ends", lambda a: a[::-1].copy()),
    "tickets that are no text": ("ticket_text", lambda a: a | np.uint8(128)),
    "tickets that are one": ("ticket_ends", lambda a: np.zeros_like(a)),
    "an instance of no question": ("keeper_pending_numbers", lambda a: a + np.uint64(90)),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_forged_array_is_refused(name):
    head, arrays = parts(Immediate())
    which, forge = ARRAYS[name]
    assert len(arrays[which])
    arrays[which] = forge(arrays[which])
    with pytest.raises(th.ModelFileError):
        load_bytes(forged(head, arrays))


KEEPERS = {
    "overtaken by one to come": (OD1(), ("keeper", "last"), 10**9),
    "overtaken by less than none": (OD1(), ("keeper", "last"), -1),
    "a turn long past": (OD3(horizon=9), ("keeper", "current"), 0),
    "a turn to come": (OD3(horizon=9), ("keeper", "current"), 99),
    "another number of questions": (OD3(horizon=9), ("keeper", "asked"), 3),
    "a trial to come": (OD3(horizon=9), ("keeper", "trial"), 99),
    "no copies": (Copies(k=3), ("keeper", "copies"), 0),
    "more copies than may be": (Copies(k=3), ("keeper", "copies"), 99),
    "a log that begins later": (Replay(every=2), ("keeper", "base"), 7),
    "a log that begins before": (Replay(every=2), ("keeper", "base"), -1),
}


@pytest.mark.parametrize("name", KEEPERS)
def test_what_an_order_keeps_is_refused_if_it_is_forged(name):
    order, path, to = KEEPERS[name]
    head, arrays = parts(order)
    change(head, *path, to=to)
    with pytest.raises(th.ModelFileError):
        load_bytes(forged(head, arrays))


VALUES = st.one_of(st.integers(-2, 20), st.sampled_from([2**31, 2**62, 2**64, -1, 0.5, None, True, "x", [], {}]))


def leaves(plain, path=()):
    """Where plain values are in a head."""
    if isinstance(plain, dict | list) and plain:
        items = plain.items() if isinstance(plain, dict) else enumerate(plain)
        return [leaf for name, part in items for leaf in leaves(part, (*path, name))]
    return [path]


@pytest.mark.parametrize("learner", ["Auto", "Perceptron"])
@pytest.mark.parametrize("order", ORDERS, ids=str)
@tries(100)
@given(data=st.data())
def test_whatever_is_forged_is_refused_or_good_to_use(order, learner, data):
    head, arrays = parts(order, learner)
    fields = leaves({name: head[name] for name in head if name not in ("format", "version")})
    for path in data.draw(st.lists(st.sampled_from(fields), max_size=2)):
        with suppress(TypeError, IndexError, KeyError):  # an earlier change took its place away
            change(head, *path, to=data.draw(VALUES))
    numbers = sorted(name for name in arrays if len(arrays[name]) and "copy" not in name and "learner" not in name)
    for name in data.draw(st.lists(st.sampled_from(numbers), max_size=2)):
        place = data.draw(st.integers(0, len(arrays[name]) - 1))
        kind = arrays[name].dtype
        low, high = (0, 255) if kind == np.uint8 else (0, 2**63) if kind.kind == "u" else (-9, 2**31 - 1)
        value = data.draw(st.one_of(st.integers(0, 20), st.integers(low, high)))
        arrays[name][place] = np.array(value).astype(kind)
    try:
        late = load_bytes(forged(head, arrays))
    except th.ModelFileError:
        return
    use(late)
