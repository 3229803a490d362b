"""Where Auto stands since some example (J4): its marks, every door, and streams made against it."""

import json
import random
from itertools import cycle, islice

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.depth import tries
from thresher.learners.auto.losses import PRIOR, SHARE
from thresher.learners.auto.trust import EXPERTS
from thresher.theory.bounds import interval_log_loss

SPACING, STAYS = 64, 8


def marks_of(model):
    return [int(mark["trials"]) for mark in model._native.trust()["marks"]]


def kept(examples):
    """The marks by the rule: one every 64 examples, each for 8 times the largest power of two that divides it."""
    last = examples // SPACING * SPACING
    return [mark for mark in range(SPACING, last + 1, SPACING) if last - mark < STAYS * (mark & -mark)]


def drawn(seed, trials):
    """Names and a real column; the concept turns half way."""
    rng = random.Random(seed)
    for trial in range(trials):
        x = dict.fromkeys(rng.sample("abcdefghij", 3), 1.0) | {"real": rng.gauss(0, 1)}
        yield x, ("a" in x or x["real"] > 1) != (trial > trials / 2)


def holds_since_every_mark(model):
    """Beside every expert; how many intervals there were."""
    told = model._native.trust()
    for mark in told["marks"]:
        trials = int(told["trials"] - mark["trials"])
        if not trials:
            continue
        standing = model.standing(since=int(mark["trials"]))
        assert standing.holds
        assert (standing.since, standing.theorem) == (mark["trials"], "interval_log_loss")
        known = {"prior": PRIOR, "share": SHARE, "returned": SHARE * mark["pace"] ** 2, "trials": trials}
        restarts = int(told["restarts"] - mark["restarts"])
        for loss in standing.experts.values():
            assert standing.master <= interval_log_loss(best_loss=loss, restarts=restarts, **known) + 1e-7
    return len(told["marks"])


# Which moments are remembered.


@pytest.mark.parametrize("examples", [1, 63, 64, 65, 640, 2000, 5000])
def test_the_marks_are_those_of_the_rule(examples):
    model = th.Auto()
    model.learn_many(np.ones((examples, 1)), np.arange(examples) % 3 == 0)
    assert marks_of(model) == kept(examples)


@tries(200)
@given(examples=st.integers(1, 10**7), part=st.floats(0, 1))
def test_an_interval_is_hardly_longer_than_was_asked_for(examples, part):
    since = min(int(part * examples), examples - 1)
    last = examples // SPACING * SPACING
    steps = [SPACING << k for k in range(30) if SPACING << k <= max(SPACING, last)]
    near = {since // step * step for step in steps}  # the marks just before, of each kind
    found = max((mark for mark in near if not mark or last - mark < STAYS * (mark & -mark)), default=0)
    assert since - found < max(SPACING, 2 * (examples - since) / 7)


def test_marks_are_few_however_many_examples_there_are():
    for examples in (10**3, 10**6, 10**9):
        last = examples // SPACING * SPACING
        count = 0
        for k in range(40):  # those that 2^k times 64 divides and no larger power
            step = SPACING << k
            count += sum(1 for m in range(last // step * step, max(0, last - STAYS * step), -step) if m // step % 2)
        assert count <= STAYS + 4 * np.log2(examples / SPACING)


def test_losses_are_those_of_the_examples_since_then():
    model, lost = th.Auto(), []
    for x, y in drawn(4, 700):
        lost.append((model.standing().master if lost else 0.0, model.explain().log_loss))
        model.learn_one(x, y)
    whole = model.standing()
    for since in (0, 64, 100, 500, 640, 699):
        standing = model.standing(since=since)
        before, experts = lost[standing.since]
        assert standing.since <= since
        assert standing.master == pytest.approx(whole.master - before)
        for name in EXPERTS:
            assert standing.experts[name] == pytest.approx(whole.experts[name] - experts[name], abs=1e-9)
        assert standing.best == min(standing.experts.values()) == standing.experts[standing.best_name]
        assert f"after the first {standing.since} examples" in str(standing) or not standing.since


def test_what_is_no_example_is_refused():
    model = th.Auto()
    with pytest.raises(th.InputError, match="nothing was learned yet"):
        model.standing(since=3)
    for x, y in drawn(1, 70):
        model.learn_one(x, y)
    with pytest.raises(th.InputError, match="70 examples were learned: since must be less than that, and is 70"):
        model.standing(since=70)
    for wrong in (-1, 2.5, True, "12"):
        with pytest.raises(th.ParameterError, match="since must be a number of examples"):
            model.standing(since=wrong)


def test_weights_before_the_interval_do_no_harm():
    model = th.Auto()
    for place, (x, y) in enumerate(drawn(2, 300)):
        model.learn_one(x, y, 3.0 if place < 100 else 1.0)
    assert model.standing(since=150).holds
    assert model.standing(since=150).since == 128
    for since, count in ((0, 100), (127, 36)):
        with pytest.raises(th.InputError, match=rf"^{count} .*importance weight other than 1"):
            model.standing(since=since)


# The same through every door.


def rows_of(stream):
    names = [*"abcdefghij", "real"]
    return np.array([[x.get(name, 0.0) for name in names] for x, _ in stream]), np.array([y for _, y in stream])


def test_the_marks_are_the_same_through_every_door():
    X, y = rows_of(list(drawn(5, 1000)))
    one, resumed, late = th.Auto(), th.Auto(), th.Delayed(th.Auto())
    for place, (row, label) in enumerate(zip(X, y, strict=True)):
        one.learn_one(row, bool(label))
        resumed.learn_one(row, bool(label))
        question = late.ask(row)
        late.label(question.ticket, bool(label))
        if place in (63, 64, 500):
            resumed = th.load_bytes(resumed.to_bytes()).copy()
    late.ask(X[0])  # what came last is learned before the next question
    many, parts = th.Auto(), th.Auto()
    many.learn_many(X, y)
    for begin in range(0, 1000, 77):
        parts.learn_many(X[begin : begin + 77], y[begin : begin + 77])
    told = one._native.trust()["marks"]
    assert len(told) > 8
    for other in (resumed, late.learner, many, parts):
        assert other._native.trust()["marks"] == told
        assert other.standing(since=700) == one.standing(since=700)


def test_a_file_makes_the_same_marks(tmp_path):
    stream = list(drawn(5, 1000))
    file, one, read = tmp_path / "rows.jsonl", th.Auto(), th.Auto()
    file.write_text("".join(json.dumps(x | {"label": int(y)}) + "\n" for x, y in stream))
    for x, y in stream:
        one.learn_one(x, int(y))
    th.evaluate(file, read)
    assert read._native.trust()["marks"] == one._native.trust()["marks"]
    assert holds_since_every_mark(read) == len(kept(1000))


def test_each_of_many_classes_has_its_own():
    rng, model = random.Random(3), th.Auto()
    for _ in range(400):
        x = rng.sample("abcdefgh", 3)
        model.learn_one(set(x), min(x))
    twin = th.load_bytes(model.to_bytes())
    for label in model.classes[:3]:
        standing = model.standing(label, since=300)
        assert standing.holds
        assert standing.since
        assert standing == twin.standing(label, since=300)


@tries(20)
@given(stream=strategies.signed_streams(strategies.NAMES), turned=st.integers(0, 300))
def test_on_every_interval_of_any_stream_again_and_again(stream, turned):
    assume(stream)
    model = th.Auto()
    for trial, (x, y) in enumerate(islice(cycle(stream), 300)):
        model.learn_one(x, bool(y) != (trial > turned))
    assert holds_since_every_mark(model) == len(kept(300))


# Made against it.


def test_on_every_interval_where_labels_are_made_against_it():
    model, rng = th.Auto(), random.Random(6)
    for trial in range(3000):
        x = dict.fromkeys(rng.sample(range(20), 4), 1.0)
        model.learn_one(x, not model.predict_one(x))
        if trial % 500 == 499:
            assert holds_since_every_mark(model) > 5
    assert model.mistakes == 3000


def test_on_every_interval_where_the_most_trusted_expert_is_betrayed():
    """The label is what one expert would find unlikely, another one for each stretch."""
    model, rng = th.Auto(), random.Random(7)
    for trial in range(2000):
        x = dict.fromkeys(rng.sample(range(12), 3), 1.0)
        parts = model.why_one(x).experts if trial else {}
        most = max(parts, key=lambda name: abs(parts[name]), default=None)
        positive = rng.random() < 0.5 if most is None else parts[most] < 0
        model.learn_one(x, positive if trial // 300 % 2 else rng.random() < 0.5)
    assert holds_since_every_mark(model) > 10


def test_on_every_interval_through_restarts():
    rng = np.random.default_rng(8)
    X = (rng.random((8000, 40)) < 0.2).astype(float)
    model = th.Auto()
    for k in range(8):
        rows = X[k * 1000 : (k + 1) * 1000]
        model.learn_many(rows, rows[:, 3 * (k // 2) : 3 * (k // 2) + 3].any(axis=1))
        holds_since_every_mark(model)
    told = model._native.trust()
    assert told["restarts"] >= 2
    assert len({mark["restarts"] for mark in told["marks"]}) > 1


def test_on_every_interval_where_a_label_is_rare():
    rng = np.random.default_rng(9)
    X = rng.normal(size=(6000, 4))
    y = (X[:, 0] > 2.2) != (rng.random(6000) < 0.002)
    model = th.Auto()
    model.learn_many(X, y)
    assert min(mark["pace"] for mark in model._native.trust()["marks"]) < 0.5
    assert holds_since_every_mark(model) > 15
