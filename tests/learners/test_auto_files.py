"""Files of Auto that say what can't be, with a right checksum: refused in words, or harmless."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.test_snapshots import forge


def drawn(draw, trials):
    """Names, a real column, and one of two values."""
    for _ in range(trials):
        x = dict.fromkeys(draw.sample([f"word {i}" for i in range(20)], 3), 1.0)
        x |= {0: draw.gauss(5, 2), 1: draw.choice([1.0, -2.0])}
        yield x, "word 3" in x or x[0] > 7


def trained():
    model = th.Auto()
    for x, y in drawn(random.Random(1), 200):
        model.learn_one(x, y)
    return model


SAVED = trained().to_bytes()
MARKED = trained()._native.snapshot()["numbers_of_experts"]
SINGLES = ("cells", "crossed_cells")  # in single precision
MARK = 20  # numbers of a mark; three of them are the last numbers of the experts
MARKS = 3 * MARK
WRONG = [math.nan, math.inf, -math.inf, -1.0, 0.0, 0.5, 5.0, 1e3, 2.0**53, 1e30, -1e30, 3e38, 1e300, -1e300, 1e-320]


def changed(name, places, values):
    """The file with some of a tensor's numbers replaced."""

    def change(head, tensors):
        numbers = tensors[name].copy()
        flat = numbers.view(np.float32) if name in SINGLES else numbers
        with np.errstate(over="ignore"):
            for place, value in zip(places, values, strict=False):
                flat[place % flat.size] = value
        tensors[name] = numbers

    return forge(change, SAVED)


@tries(300)
@given(
    name=st.sampled_from(["numbers_of_experts", "numbers_of_experts", "cells", "crossed_cells", "history"]),
    places=st.lists(st.integers(0, 10**6), min_size=1, max_size=3),
    values=st.lists(st.sampled_from(WRONG), min_size=3, max_size=3),
)
def test_a_number_that_is_wrong_is_refused_or_harmless(name, places, values):
    try:
        model = th.load_bytes(changed(name, places, values))
    except th.ModelFileError:
        return
    for x, y in drawn(random.Random(2), 20):
        assert math.isfinite(model.score_one(x))
        model.learn_one(x, y)
    told = model.explain()
    assert sum(told.trust.values()) == pytest.approx(1.0)
    assert str(told)
    trust = model._native.trust()
    if not trust["weighted"]:
        assert math.isfinite(model.standing(since=int(trust["trials"]) - 20).bound)
    assert all(map(math.isfinite, model.weights().values()))
    assert th.load_bytes(model.to_bytes()) == model


def test_a_file_without_the_numbers_of_rare_labels_goes_on():
    """As versions wrote it that did not watch them: the labels' shares are those of the beginning."""
    cut = forge(lambda head, t: t.update(numbers_of_experts=t["numbers_of_experts"][: -13 - MARKS].copy()), SAVED)
    model, whole = th.load_bytes(cut), th.load_bytes(SAVED)
    for x, y in drawn(random.Random(3), 50):
        assert model.score_one(x) == whole.score_one(x)
        assert model.learn_one(x, y) == whole.learn_one(x, y)


def test_a_file_from_before_attributes_had_a_worth_goes_on():
    """An attribute's gain and its squares, the last two numbers of a cell, were not there."""

    def cut(head, tensors):
        tensors["numbers_of_experts"] = tensors["numbers_of_experts"][: -3 - MARKS].copy()
        tensors["cells"] = tensors["cells"].reshape(-1, 29)[:, :-2].ravel().copy()

    model, whole = th.load_bytes(forge(cut, SAVED)), th.load_bytes(SAVED)
    assert model.explain().trust == whole.explain().trust
    for x, y in drawn(random.Random(3), 50):
        assert math.isfinite(model.score_one(x))
        model.learn_one(x, y)
    assert model.examples == whole.examples + 50
    assert th.load_bytes(model.to_bytes()) == model


@pytest.mark.parametrize("name", ["numbers_of_experts", "cells", "crossed_cells", "history"])
def test_what_is_no_number_is_refused(name):
    with pytest.raises(th.ModelFileError, match="does not describe a model"):
        th.load_bytes(changed(name, [0], [math.nan]))


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda t: t.update(numbers_of_experts=t["numbers_of_experts"][: -1 - MARKS]), "numbers of the experts"),
        (lambda t: t.update(numbers_of_experts=t["numbers_of_experts"][:-1]), "marks of losses"),
        (lambda t: t.update(numbers_of_experts=np.append(t["numbers_of_experts"], 0.0)), "marks of losses"),
        (lambda t: t.update(numbers_of_experts=np.append(t["numbers_of_experts"], MARKED[-MARK:])), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(-MARK, 256.0), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(-MARK, 190.0), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(-1, 0.0), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(3 - MARK, 1e-4), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(1 - MARK, 1.0), "marks of losses"),
        (lambda t: t["numbers_of_experts"].__setitem__(2 - MARK, 1.0), "marks of losses"),
        (lambda t: t.update(crossed_cells=t["crossed_cells"][:-8]), "number of crossings"),
        (lambda t: t.update(crossed=t["crossed"][::-1].copy()), "order of crossings"),
        (lambda t: t.update(crossed=np.repeat(t["crossed"][:1], len(t["crossed"]))), "order of crossings"),
        (lambda t: t["crossed"].__setitem__(-1, 2**63), "a crossing's code"),
        (lambda t: t.update(history=t["history"][:-1]), "lines of the history"),
        (lambda t: t.update(history=np.tile(t["history"], 40)), "lines of the history"),
        (lambda t: t.pop("numbers_of_experts"), "arrays of a model"),
    ],
    ids=[
        "short",
        "mark",
        "long",
        "mark twice",
        "mark to come",
        "mark between",
        "loss",
        "pace",
        "restarts",
        "weighted",
        "crossings",
        "order",
        "twice",
        "code",
        "line",
        "lines",
        "missing",
    ],
)
def test_what_does_not_fit_together_is_refused(change, match):
    def forged(head, tensors):
        tensors.update({name: values.copy() for name, values in tensors.items()})
        change(tensors)

    with pytest.raises(th.ModelFileError, match=match):
        th.load_bytes(forge(forged, SAVED))


def test_a_count_that_can_grow_no_more_changes_nothing():
    """In single precision a count stays at 2^24; an attribute that is always there is still known to be."""
    since_restart, seen, spread, cell = -2 - MARKS, 1, 3, 29  # places in the arrays, and a cell's size

    def long_after(examples, times=2.0**24 / 200):
        def change(head, tensors):
            tensors["numbers_of_experts"] = tensors["numbers_of_experts"].copy()
            tensors["numbers_of_experts"][since_restart] = examples
            cells = tensors["cells"].copy()
            cells.view(np.float32).reshape(-1, cell)[:, [seen, spread]] *= times  # the same deviation
            tensors["cells"] = cells

        return th.load_bytes(forge(change, SAVED))

    now, later, rare = long_after(2.0**24), long_after(2.0**26), long_after(2.0**24, times=2.0**10)
    for x, _ in drawn(random.Random(3), 20):
        assert now.score_one(x) == later.score_one(x)
        assert now.score_one(x) != rare.score_one(x)


def test_a_file_from_before_there_were_marks_goes_on():
    """A standing since some example begins at the start then, until marks are made again."""
    cut = forge(lambda head, t: t.update(numbers_of_experts=t["numbers_of_experts"][:-MARKS].copy()), SAVED)
    model, whole = th.load_bytes(cut), th.load_bytes(SAVED)
    assert (model.standing(since=199).since, whole.standing(since=199).since) == (0, 192)
    assert model.standing(since=199) == model.standing() == whole.standing()
    for x, y in drawn(random.Random(3), 100):
        assert model.learn_one(x, y) == whole.learn_one(x, y)
    assert model.standing(since=270) == whole.standing(since=270)
    assert model.standing(since=270).since == 256


def test_a_file_unchanged_is_the_same_model():
    assert th.load_bytes(forge(lambda head, tensors: None, SAVED)) == th.load_bytes(SAVED) == trained()
