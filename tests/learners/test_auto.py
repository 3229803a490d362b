"""What Auto promises: it follows changes, finds old concepts again, needs no scaling, and stays finite and bounded."""

import math
import random
from contextlib import nullcontext

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import thresher as th
from tests import strategies
from tests.depth import tries
from thresher.learners.auto.trust import EXPERTS

FEW = tries(25)


def examples(rng, trials, attributes, active):
    """One attribute out of each of `active` groups of the same size."""
    size = attributes // active
    columns = (rng.random((trials, active)) * size).astype(np.int64) + np.arange(active) * size
    ends = np.arange(0, columns.size + 1, active)
    return sp.csr_matrix((np.ones(columns.size), columns.ravel(), ends), shape=(trials, attributes))


def disjunction(X, attributes):
    return np.asarray(X[:, attributes].sum(axis=1)).ravel() > 0


def mistakes_on(model, X, y):
    """Those made on these examples."""
    before = model.mistakes
    model.learn_many(X, y)
    return model.mistakes - before


# Concepts that change.


def after_a_change(make, quiet, seeds=3):
    """Mistakes on 1,000 trials of a new concept: of one that knows another, of a fresh one, and how many may be."""
    old = fresh = 0
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        before, after = (rng.choice(200, 10, replace=False) for _ in range(2))
        X, tail = examples(rng, quiet, 200, 10), examples(rng, 1000, 200, 10)
        model = make()
        model.learn_many(X, disjunction(X, before))
        labels = disjunction(tail, after)
        old += mistakes_on(model, tail, labels)
        fresh += mistakes_on(make(), tail, labels)
    return old, fresh, 1.1 * fresh + 15 * seeds  # the alarm needs about ten mistakes to go off


@pytest.mark.parametrize("quiet", [3000, 7000, 20_000])
def test_after_an_abrupt_change_it_is_nearly_as_good_as_a_fresh_start(quiet):
    old, fresh, allowed = after_a_change(th.Auto, quiet)
    assert fresh > 0
    assert old <= allowed


def test_a_learner_that_never_starts_anew_is_not():
    old, _, allowed = after_a_change(th.NaiveBayes, 7000)
    assert old > allowed


def test_labels_that_turn_round_cost_less_than_a_fresh_start():
    """What was known is an expert still, and the mixer may give it a weight below 0."""
    rng = np.random.default_rng(5)
    X, tail = examples(rng, 10_000, 200, 10), examples(rng, 1000, 200, 10)
    chosen = rng.choice(200, 10, replace=False)
    model = th.Auto()
    model.learn_many(X, disjunction(X, chosen))
    assert mistakes_on(model, tail, ~disjunction(tail, chosen)) < mistakes_on(
        th.Auto(), tail, ~disjunction(tail, chosen)
    )


@pytest.mark.parametrize("seed", [0, 1])
def test_a_concept_that_comes_back_is_recovered(seed):
    rng = np.random.default_rng(seed)
    first, second = (rng.choice(5000, 10, replace=False) for _ in range(2))
    model, early = th.Auto(), []
    for concept in (first, second, first):
        X = examples(rng, 10_000, 5000, 50)
        y = disjunction(X, concept)
        early.append(mistakes_on(model, X[:1000], y[:1000]))
        model.learn_many(X[1000:], y[1000:])
    assert early[2] < early[0] / 2
    assert model.explain().restarts >= 1


def test_a_quiet_stream_has_no_restart():
    rng = np.random.default_rng(3)
    X = examples(rng, 20_000, 200, 10)
    y = disjunction(X, [1, 50, 99]) ^ (rng.random(20_000) < 0.1)
    model = th.Auto()
    model.learn_many(X, y)
    assert model.explain().restarts == 0


# Rare labels: nearly every answer is the common one, so mistakes tell nothing of a change.


def payments(rng, trials, weights):
    """Three numbers and one of ten shops; one in a hundred is a fraud."""
    X = np.hstack([rng.normal(size=(trials, 3)), np.eye(10)[rng.integers(0, 10, trials)]])
    return X, rng.random(trials) < 1 / (1 + np.exp(7.5 - X @ weights))


def restarts_where_rare(seed, turned, trials=20_000):
    """Restarts before and after the concept turned (or did not)."""
    rng = np.random.default_rng(seed)
    weights = rng.choice([-1, 1], 13) * [2.0, 1.5, 1.0, *np.linspace(0, 0.5, 10)]
    model, restarts = th.Auto(), []
    for part in (weights, -weights if turned else weights):
        X, y = payments(rng, trials, part)
        model.learn_many(X, y)
        restarts.append(model.explain().restarts)
    return restarts


@pytest.mark.parametrize("seed", [0, 1])
def test_a_change_is_seen_where_positives_are_rare(seed):
    assert restarts_where_rare(seed, turned=True) == [0, 1]


def test_where_positives_are_rare_and_nothing_changes_there_is_no_restart():
    assert restarts_where_rare(2, turned=False) == [0, 0]


# Values.


@FEW
@given(
    stream=strategies.streams(strategies.COLUMNS, st.one_of(strategies.ONES, strategies.SIGNED_REALS)),
    powers=st.lists(st.integers(-100, 100), min_size=12, max_size=12),
)
def test_an_attribute_times_a_power_of_two_is_the_same_attribute(stream, powers):
    """Down to the last bit of every score: nothing is rounded by such a factor."""
    one, other = th.Auto(), th.Auto()
    for x, y in stream:
        scaled = {column: value * 2.0 ** powers[column] for column, value in x.items()}
        if not all(1e-37 < abs(value) < 1e37 for value in (*x.values(), *scaled.values())):
            continue  # what no unit of single precision can hold
        assert one.score_one(x) == other.score_one(scaled)
        assert one.learn_one(x, y) == other.learn_one(scaled, y)


def curve(trials=3000):
    """Eight real values and a product, the other way round towards the end."""
    rng = np.random.default_rng(0)
    X = rng.normal(3, 2, (trials, 8))
    y = X[:, 0] + X[:, 1] * X[:, 2] > 8
    y[2 * trials // 3 :] ^= True
    return X, y


@pytest.mark.parametrize("factor", [0.1, 3.0, 7e8, 1e-12])
def test_any_scale_will_do(factor):
    X, y = curve()
    scales = np.where(np.arange(8) % 2, factor, 1.0)
    one, other = th.Auto(), th.Auto()
    one.learn_many(X, y)
    other.learn_many(X * scales, y)
    assert abs(one.mistakes - other.mistakes) <= 0.02 * one.mistakes


@pytest.mark.parametrize("value", [0.1, 3.0**-5, -1 / 3, 1e9])
def test_an_attribute_of_one_value_is_there_or_not(value):
    rng = np.random.default_rng(2)
    X = examples(rng, 2000, 40, 5)
    y = disjunction(X, [1, 10, 30])
    one, other = th.Auto(), th.Auto()
    one.learn_many(X, y)
    other.learn_many(X * value, y)
    assert abs(one.mistakes - other.mistakes) <= 2


def stays_sound(model, stream):
    """Finite answers all along, parts that add up to 1, a file that can be read."""
    for x, y, weight in stream:
        assert math.isfinite(model.score_one(x))
        model.learn_one(x, y, weight)
    told = model.explain()
    assert sum(told.trust.values()) == pytest.approx(1.0)
    assert all(map(math.isfinite, [*model.weights().values(), *told.log_loss.values()]))
    assert th.load_bytes(model.to_bytes()) == model


EXTREMES = [1e150, -1e150, 1e100, -1e18, 1e15, 1.0, 1e-18, -1e-40, 1e-150, 5e-324, 0.0]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_values_of_any_size_and_sign_are_taken(seed):
    draw = random.Random(seed)
    stream = [({c: draw.choice(EXTREMES) for c in range(3)}, draw.random() < 0.5, 1.0) for _ in range(600)]
    stays_sound(th.Auto(), stream)


def test_large_values_that_alternate_are_taken():
    stays_sound(
        th.Auto(), [({0: 1e100 if trial % 2 else -1e100, 1: 1.0}, bool(trial % 2), 1.0) for trial in range(500)]
    )


@pytest.mark.parametrize("weight", [1e100, 1e39, 1e7, 1e-30, 1e-100])
def test_importance_weights_of_any_size_are_taken(weight):
    draw = random.Random(1)
    stays_sound(th.Auto(), [({0: 1.0, 1: draw.gauss(0, 1)}, draw.random() < 0.5, weight) for _ in range(300)])


def test_a_weight_above_a_million_counts_as_a_million():
    one, other = th.Auto(), th.Auto()
    for trial in range(50):
        one.learn_one({trial % 3: 1.0}, trial % 2 == 0, 1e6)
        other.learn_one({trial % 3: 1.0}, trial % 2 == 0, 1e60)
    assert one.to_bytes() == other.to_bytes()


def test_examples_without_attributes_are_learned_from():
    model = th.Auto()
    stays_sound(model, [({}, trial % 4 != 0, 1.0) for trial in range(300)])
    assert model.predict_proba_one({})[True] == pytest.approx(0.75, abs=0.2)
    alternating = th.Auto()
    stays_sound(alternating, [({}, trial % 2 == 0, 1.0) for trial in range(300)])
    assert alternating.mistakes < 30  # the habit of the labels is all there is to know


# What it tells of itself.


def test_its_account_is_complete_and_bounded():
    X, y = curve(9000)
    model = th.Auto()
    assert str(model.explain()) == "nothing learned yet"
    counts = []
    for start in range(0, 9000, 500):
        model.learn_many(X[start : start + 500], y[start : start + 500])
        told = model.explain()
        assert list(told.trust) == list(told.expert_mistakes) == list(told.log_loss) == list(EXPERTS)
        assert sum(told.trust.values()) == pytest.approx(1.0)
        assert all(sum(line.trust.values()) == pytest.approx(1.0) for line in told.history)
        assert told.history[-1].examples <= told.examples == model.examples
        assert [line.examples for line in told.history] == sorted(line.examples for line in told.history)
        assert told.mistakes == model.mistakes >= told.history[-1].mistakes
        counts.append(len(told.history))
    assert counts[0] < counts[3]
    assert max(counts) < 64
    assert str(told).count("\n") == len(EXPERTS) + 1


def test_trust_goes_to_the_expert_that_is_right():
    """Labels that only follow on one another, and labels that only a pair of attributes tells."""
    draw = random.Random(7)
    follows, pair = th.Auto(), th.Auto()
    for trial in range(1500):
        follows.learn_one({draw.randrange(5): 1.0}, trial % 2 == 0)
        x = {name: 1.0 for name in "abcd" if draw.random() < 0.5}
        pair.learn_one(x, ("a" in x) != ("b" in x))
    trust = follows.explain().trust
    assert max(trust, key=trust.__getitem__) == "habit"
    trust = pair.explain().trust
    assert sum(trust[name] for name in ("pairing", "bold", "wary")) > 0.5
    assert pair.explain().expert_mistakes["confident"] > 3 * pair.mistakes


def test_a_chequered_plane_is_learned_with_few_columns():
    """Six by six fields: eighths alone, which lie across their borders, tell them hardly better than a coin."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(3000, 2))
    y = np.floor(3 * X).sum(axis=1) % 2 == 0
    assert (th.Auto().learn_many(X, y) != y).mean() < 0.3


@FEW
@given(stream=strategies.signed_streams(strategies.NAMES))
def test_the_shares_of_a_score_add_up_to_it(stream):
    model = th.Auto()
    for x, y in stream:
        model.learn_one(x, y)
    for x, _ in stream:
        shares = model.explain_one(x).values()
        rounding = 1e-12 * max(1.0, *map(abs, shares))
        assert math.fsum(shares) == pytest.approx(model.score_one(x), abs=rounding)


def test_it_has_its_own_bias_and_probabilities_and_no_duals():
    for option in ("bias", "probabilities"):
        with pytest.raises(th.ParameterError, match=f"leave {option}= out"):
            th.Auto(**{option: True})
    with pytest.raises(th.ParameterError, match="many learners"):
        th.Auto().duals()


# Memory.


@pytest.mark.parametrize("when_full", ["ignore", "forget"])
def test_memory_is_bounded_where_the_stream_is_not(when_full):
    draw = random.Random(9)
    model = th.Auto(max_attributes=200, when_full=when_full)
    sizes = []
    for trial in range(4000):
        x = {f"seen once {trial}": 1.0} | {f"word {draw.randrange(30)}": 1.0 for _ in range(2)}
        model.learn_one(x, "word 3" in x)
        if trial % 500 == 499:
            sizes.append(model.memory)
    assert len(model.weights()) <= 200
    assert max(sizes) < 1.5 * sizes[0]


def test_many_attributes_give_the_memory_of_pairs_back():
    draw = random.Random(9)
    model = th.Auto()
    for _ in range(300):
        model.learn_one(dict.fromkeys(draw.sample(range(1000), 30), 1.0), draw.random() < 0.5)
    with_pairs = model.memory
    for _ in range(2):  # what is met once does not count
        assert model.explain().trust["pairing"] > 0.0
        model.learn_one(dict.fromkeys(range(1000, 1100), 1.0), True)
    assert model.memory < with_pairs / 5
    assert model.explain().trust["pairing"] == 0.0


IDS = {
    "none": lambda row, draw: {},
    "text": lambda row, draw: {f"id=u{draw.getrandbits(48):x}": 1.0},
    "rising number": lambda row, draw: {"id": 100_000.0 + row},
    "drawn number": lambda row, draw: {"id": float(draw.randrange(10**8))},
    "a text and a time": lambda row, draw: {f"id={row}": 1.0, f"when=2026-11-16 {row}": 1.0},
}


@pytest.mark.parametrize("kind", IDS)
def test_a_column_of_ids_does_not_hide_an_exclusive_or(kind):
    draw, model = random.Random(3), th.Auto()
    told = pytest.warns(th.ColumnWarning, match="ids") if kind == "rising number" else nullcontext()
    with told:
        for row in range(4000):
            x = {f"{name}={draw.choice('pq')}": 1.0 for name in ("a", "b", "c", "d", "e", "f")}
            model.learn_one(x | IDS[kind](row, draw), ("a=p" in x) != ("b=p" in x))
    assert model.mistakes <= 0.02 * model.examples
